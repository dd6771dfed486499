import { closeSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isActiveText } from '#shared/domain/searchText.ts';
import { addBatch, monday, names, query, useCompanyFolder } from '#server/index/testing/companyFolder.ts';
import { someWords } from '#server/index/testing/records.ts';
import { openCompanyReader, openCompanyWriter } from './open.ts';

const folder = useCompanyFolder();
const catalogue = (): string => join(folder.path, 'catalogue.db');
const code = (expected: string): unknown => expect.objectContaining({ name: 'AppError', code: expected });

function overwrite(offset: number, bytes: readonly number[]): void {
  const file = openSync(catalogue(), 'r+');
  writeSync(file, Uint8Array.from(bytes), 0, bytes.length, offset);
  closeSync(file);
}

describe('a catalogue that cannot be used', () => {
  test('F19 that is damaged is storage_corrupt', () => {
    writeFileSync(catalogue(), 'this is not a database, and it is long enough to be one'.repeat(40));
    expect(() => openCompanyReader(folder.path)).toThrow(code('storage_corrupt'));
    expect(() => openCompanyWriter(folder.path)).toThrow(code('storage_corrupt'));
  });

  test('F19 that a newer Winnow wrote is storage_newer, and is left as it is', () => {
    openCompanyWriter(folder.path).close();
    const db = new DatabaseSync(catalogue());
    db.exec(`INSERT INTO schema_migration VALUES (99, 'from the future', 'x', '')`);
    db.close();
    expect(() => openCompanyReader(folder.path)).toThrow(code('storage_newer'));
    expect(() => openCompanyWriter(folder.path)).toThrow(code('storage_newer'));
  });

  test('F30 that an earlier Winnow made is brought up to date, also where a reader comes first', async () => {
    const first = openCompanyWriter(folder.path);
    await first.release('2026-W47', monday);
    await addBatch(first, 'import', [{ name: 'Alpha' }]);
    first.close();
    const db = new DatabaseSync(catalogue());
    db.exec(`ALTER TABLE batch DROP COLUMN merged; ALTER TABLE segment DROP COLUMN bytes; ALTER TABLE segment DROP COLUMN sums;
      ALTER TABLE segment DROP COLUMN edition; ALTER TABLE batch DROP COLUMN removed;
      ALTER TABLE manifest DROP COLUMN followed; ALTER TABLE manifest DROP COLUMN begun;
      DELETE FROM schema_migration WHERE version > 1`);
    db.close();
    expect(await names(folder.reader())).toEqual(['Alpha']);
    await addBatch(folder.writer(), 'import', [{ name: 'Beta' }]);
    expect(await names(folder.reader())).toEqual(['Alpha', 'Beta']);
  });

  test('F7 that is read-only can be searched, and writing says storage_readonly', async () => {
    const first = openCompanyWriter(folder.path);
    await first.release('2026-W47', monday);
    await addBatch(first, 'import', [{ name: 'Alpha' }]);
    first.close();
    // The format's own way to say so: a write version that this SQLite does not know. Root can write any file.
    overwrite(18, [3]);
    expect(await names(folder.reader())).toEqual(['Alpha']);
    await expect(addBatch(folder.writer(), 'import', [{ name: 'Beta' }])).rejects.toThrow(code('storage_readonly'));
  });

  test('a missing segment is storage_corrupt', async () => {
    const first = openCompanyWriter(folder.path);
    await addBatch(first, 'import', [{ name: 'Alpha' }]);
    first.close();
    rmSync(join(folder.path, 'seg-1.db'));
    await expect(folder.reader().status()).rejects.toThrow(code('storage_corrupt'));
  });

  test('F20 a second writer is told that the workspace is busy', { timeout: 20_000 }, () => {
    folder.writer();
    expect(() => openCompanyWriter(folder.path)).toThrow(code('busy'));
  });

  test('S46 its files are readable by their owner only', async () => {
    await addBatch(folder.writer(), 'import', [{ name: 'Alpha' }]);
    for (const name of readdirSync(folder.path))
      expect([name, statSync(join(folder.path, name)).mode & 0o077]).toEqual([name, 0]);
  });
});

test('F2 I9 after kill -9 there are whole batches only, and every one that was told', { timeout: 60_000 }, async () => {
  const script = fileURLToPath(new URL('./testing/writeUntilKilled.ts', import.meta.url));
  let told = 0;
  for (const after of [1, 3, 8]) {
    const child = spawn(process.execPath, [script, folder.path], { stdio: ['ignore', 'pipe', 'inherit'] });
    let lines = 0;
    for await (const chunk of child.stdout) {
      lines += String(chunk).split('\n').length - 1;
      if (lines >= after) child.kill('SIGKILL');
    }
    told += lines;
    const r = folder.reader();
    const { companies } = await r.status();
    expect(companies % 100).toBe(0);
    expect(companies).toBeGreaterThanOrEqual(told * 100);
    expect((await r.searchIds(query('company'), 100_000)).length).toBe(companies);
    told = companies / 100;
  }
});

test('S24 any text is answered, included or excluded, and none is syntax', { timeout: 60_000 }, async () => {
  const w = folder.writer();
  await w.release('2026-W47', monday);
  await addBatch(
    w,
    'import',
    someWords.map((name) => ({ name, description: { short: name, long: '', llm: `${name} ${name}` } })),
  );
  const r = folder.reader();
  const syntax = fc.constantFrom(
    '"',
    '*',
    'NEAR(',
    '^',
    '-',
    ':',
    '(',
    ')',
    'AND',
    'OR',
    'NOT',
    "'",
    ';--',
    '%',
    '_',
    '{',
    '\\',
    '\u0000',
    '\ud800',
  );
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 30 }),
    fc.array(fc.oneof(syntax, fc.constantFrom(...someWords)), { maxLength: 8 }).map((parts) => parts.join('')),
  );
  await fc.assert(
    fc.asyncProperty(anyText, async (asked) => {
      const included = query(asked);
      const excluded = query();
      excluded.filters.exclude.textSearch = asked;
      const matching = await r.search(included, 0, 25);
      const without = await r.search(excluded, 0, 25);
      // What matches plus what is left when it is excluded is everything, unless the text is too short to count.
      expect(matching.count + without.count).toBe(isActiveText(asked) ? someWords.length : 2 * someWords.length);
    }),
    { numRuns: 2000 },
  );
});
