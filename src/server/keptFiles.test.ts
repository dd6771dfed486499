import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeTemporaries } from '#node/atomicFile.ts';
import { KeptFiles, type KeptFileLimits } from './keptFiles.ts';

let folder: string;
let files: KeptFiles;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-kept-'));
});
afterEach(() => {
  files.close();
  rmSync(folder, { recursive: true });
});

function open(limits: Partial<KeptFileLimits> = {}): void {
  files = new KeptFiles(join(folder, 'w.db'), { spare: 0, ...limits });
}

function keep(user: number, ...chunks: readonly string[]): Promise<string> {
  const bytes = (async function* () {
    for (const chunk of chunks) {
      if (chunk === 'lost') throw new Error('The line went dead.');
      yield Buffer.from(chunk);
    }
  })();
  return files.keep(user, { name: 'a.csv', changed: null, length: null, bytes });
}

const there = (): number => readdirSync(folder).length;

test('files go after their life, but not while something reads them', async () => {
  open({ lifeMs: 200 });
  const idle = await keep(1, 'idle');
  const read = await keep(1, 'read');
  const held = await files.hold(1, [read, read]);
  await expect.poll(there).toBe(1);
  await sleep(300);
  await expect(files.hold(1, [idle])).rejects.toThrow('no longer has the file');
  expect(there()).toBe(1);
  await held.release(false);
  // Its life begins anew.
  await (await files.hold(1, [read])).release(false);
  await expect.poll(there).toBe(0);
});

test('what is used for the last time goes with its last reader, and nobody else begins to read it', async () => {
  open();
  const token = await keep(1, 'a');
  const [first, second] = [await files.hold(1, [token]), await files.hold(1, [token])];
  await first.release(true);
  expect(there()).toBe(1);
  await expect(files.hold(1, [token])).rejects.toThrow('no longer has the file');
  await second.release(false);
  expect(there()).toBe(0);
});

test('whoever signs out loses their files, an import that reads them first ends', async () => {
  open();
  const [mine, theirs] = [await keep(1, 'a'), await keep(2, 'b')];
  const held = await files.hold(1, [mine]);
  await files.forget(1);
  expect(there()).toBe(2);
  await held.release(false);
  expect(there()).toBe(1);
  await expect(files.hold(1, [theirs])).rejects.toThrow('no longer has the file');
  await (await files.hold(2, [theirs])).release(true);
});

test('F11 what breaks off or grows too large leaves nothing, and a kill nothing that the next start keeps', async () => {
  open({ bytes: 4 });
  await expect(keep(1, 'ab', 'lost')).rejects.toThrow('The line went dead.');
  await expect(keep(1, 'ab', 'cde')).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(there()).toBe(0);
  await keep(1, 'ab');
  expect(there()).toBe(1);
  // What the next start does, which knows nothing of them.
  removeTemporaries(folder, 'w.db');
  expect(there()).toBe(0);
  await keep(1, 'cd');
  files.close();
  expect(there()).toBe(0);
});
