import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test, vi } from 'vitest';
import { addBatch, monday, useCompanyFolder } from '#server/index/testing/companyFolder.ts';
import { openCompanyWriter } from './open.ts';

const folder = useCompanyFolder();
const real = { openSync: fs.openSync, fsyncSync: fs.fsyncSync };
let happened: string[];

afterEach(() => {
  Object.assign(fs, { openSync: real.openSync, fsyncSync: real.fsyncSync });
  syncBuiltinESMExports();
  vi.restoreAllMocks();
});

/** From here on `happened` records in order each sync, by name, and each commit of the catalogue. */
function watch(): void {
  happened = [];
  const names = new Map<number, string>();
  fs.openSync = (path, ...rest) => {
    const file = real.openSync(path, ...rest);
    names.set(file, basename(String(path)));
    return file;
  };
  fs.fsyncSync = (file) => {
    happened.push(`sync ${names.get(file) ?? '?'}`);
    real.fsyncSync(file);
  };
  syncBuiltinESMExports();
  const { exec } = Object.getOwnPropertyDescriptors(DatabaseSync.prototype);
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    Reflect.apply(exec.value as (text: string) => void, this, [sql]);
    if (sql === 'COMMIT' && this.location()?.endsWith('catalogue.db') === true) happened.push('named');
  });
}

test.skipIf(process.platform === 'win32')(
  'F4 a segment and its name in the folder are on the disk before the catalogue names it, merged ones too',
  async () => {
    const writer = openCompanyWriter(folder.path);
    await writer.release('2026-W47', monday);
    watch();
    const own = basename(folder.path);
    for (let batch = 1; batch <= 8; batch++) await addBatch(writer, 'import', [{ name: `Company ${String(batch)}` }]);
    writer.close();
    const synced = happened.filter((what) => what.startsWith('sync seg-'));
    // Eight batches and at least one merged segment.
    expect(synced.length).toBeGreaterThan(8);
    for (const segment of synced) {
      const after = happened.slice(happened.indexOf(segment) + 1);
      expect(after.slice(0, after.indexOf('named')), segment).toContain(`sync ${own}`);
    }
  },
);
