import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copiesFolderOf, copyFile, listCopies, makeCopy, removeCopy } from './keptCopies.ts';
import { openState } from '../../state/sqlite/file.ts';

const now = new Date('2026-11-20T09:00:00Z');
const later = new Date('2026-11-21T09:00:00Z');
const noStep = (): Promise<void> => Promise.resolve();

let folder: string;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-copies-'));
  file = join(folder, 'winnow.db');
  (await openState(file)).close();
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a copy that is removed is gone from the disk, and the others stay', async () => {
  const first = await makeCopy(file, now, noStep);
  const second = await makeCopy(file, later, noStep);
  removeCopy(file, first.name);
  expect(listCopies(file)).toEqual([second]);
  expect(existsSync(join(copiesFolderOf(file), first.name))).toBe(false);
  expect(existsSync(copyFile(file, second.name))).toBe(true);
});

test.each(['', '.', '..', '../../..', 'mine', '2026-11-20 09.00.00.000', '2026-11-20 09.00.00.000/..'])(
  'nothing is removed under the name %j, which is no copy’s',
  async (name) => {
    const { name: kept } = await makeCopy(file, later, noStep);
    mkdirSync(join(copiesFolderOf(file), 'mine'));
    writeFileSync(join(copiesFolderOf(file), 'mine', 'notes.txt'), 'mine');
    expect(() => removeCopy(file, name)).toThrow('This backup no longer exists.');
    expect(listCopies(file).map((copy) => copy.name)).toEqual([kept]);
    expect(existsSync(join(copiesFolderOf(file), 'mine', 'notes.txt'))).toBe(true);
  },
);

test('what a removal that was cut off has left is no copy, and goes with the next backup', async () => {
  const { name } = await makeCopy(file, now, noStep);
  const copies = copiesFolderOf(file);
  renameSync(join(copies, name), join(copies, `deleting ${name} before a restore`));
  expect(listCopies(file)).toEqual([]);
  const next = await makeCopy(file, later, noStep);
  expect(readdirSync(copies)).toEqual([next.name]);
});
