import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyFile, listCopies, makeCopy } from './keptCopies.ts';
import { finishRestore, prepareRestore } from './restore.ts';
import { generateCompanies } from '../sample/generate.ts';
import { openCompanyReader, openCompanyWriter } from '../../index/open.ts';
import { openState } from '../../state/sqlite/file.ts';
import { filledMemory, fillMemory, memoryOf } from '../../state/testing/memory.ts';
import { indexFolderOf } from './workspaceFiles.ts';

const now = new Date('2026-11-20T09:00:00Z');
const later = new Date('2026-11-21T09:00:00Z');
const cut = async (done: number): Promise<void> => {
  if (done === 3) throw new Error('cut');
};
const noStep = (): Promise<void> => Promise.resolve();

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-restore-'));
  file = join(folder, 'w', 'winnow.db');
  mkdirSync(dirname(file));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function fill(count: number, seed: number): Promise<void> {
  const writer = openCompanyWriter(indexFolderOf(file));
  await writer.release('2026-W47', now);
  const batch = writer.begin('import');
  for (const record of generateCompanies({ count, seed, today: '2026-11-20' })) batch.add(record);
  await batch.commit();
  writer.close();
}

async function collect(name: string): Promise<void> {
  const state = await openState(file);
  const { id } = await state.users.firstUser();
  await state.collections.create(id, name, '', now.toISOString());
  state.close();
}

async function writeNote(text: string): Promise<void> {
  const state = await openState(file);
  await state.notes.write((await state.users.firstUser()).id, 4, { id: text, text }, later.toISOString(), null);
  state.close();
}

async function remember(): Promise<void> {
  const state = await openState(file);
  await fillMemory(state, (await state.users.firstUser()).id);
  state.close();
}

/** What is in the workspace: how many companies, the names of its collections, and what is remembered of companies. */
async function contentOf(path: string) {
  const reader = openCompanyReader(indexFolderOf(path));
  const { companies } = await reader.status();
  reader.close();
  const state = await openState(path);
  const { id } = await state.users.firstUser();
  const { rows } = await state.collections.list(id, { offset: 0, limit: 10 });
  const memory = await memoryOf(state, id);
  state.close();
  return { companies, collections: rows.map(({ name }) => name).toSorted(), memory };
}

/** A workspace with a copy of its earlier state, and more since. */
async function changedSinceCopy(): Promise<{ name: string; before: unknown; after: unknown }> {
  await fill(40, 1);
  await collect('Kept');
  await remember();
  const { name } = await makeCopy(file, now, noStep);
  const before = await contentOf(file);
  expect(before.memory).toMatchObject(filledMemory);
  await fill(30, 2);
  await collect('New');
  await writeNote('Only since the copy');
  return { name, before, after: await contentOf(file) };
}

test('F26 killed at any step of a restore, the next start finishes it, and what was there before is a copy', async () => {
  const { name, before, after } = await changedSinceCopy();
  await prepareRestore(file, name, later, noStep);
  const away = copyFile(file, '2026-11-21 09.00.00.000 before a restore');
  const steps = [
    () => mkdirSync(dirname(away), { recursive: true }),
    () => renameSync(file, away),
    () => renameSync(`${file}.restoring`, file),
    () => renameSync(indexFolderOf(file), indexFolderOf(away)),
    () => renameSync(indexFolderOf(`${file}.restoring`), indexFolderOf(file)),
  ];
  const prepared = join(folder, 'prepared');
  cpSync(dirname(file), prepared, { recursive: true });
  for (let done = 0; done <= steps.length; done++) {
    rmSync(dirname(file), { recursive: true });
    cpSync(prepared, dirname(file), { recursive: true });
    for (const step of steps.slice(0, done)) step();
    expect(await finishRestore(file), `cut off after ${done} steps`).toBe(true);
    expect(await finishRestore(file)).toBe(false);
    expect(await contentOf(file)).toEqual(before);
    expect(await contentOf(away)).toEqual(after);
    expect(listCopies(file).map(({ kind }) => kind)).toEqual(['aside', 'backup']);
    expect(readdirSync(dirname(file)).filter((entry) => entry.includes('restor'))).toEqual([]);
  }
});

test('the audit that comes back with a copy goes on with the restore, in one chain', async () => {
  await collect('Kept');
  const { name } = await makeCopy(file, now, noStep);
  await prepareRestore(file, name, later, noStep);
  await finishRestore(file);
  const restored = await openState(file);
  const { audit } = restored;
  await audit.seal(100);
  const [last] = await audit.before(Number.MAX_SAFE_INTEGER, 1);
  expect(last).toMatchObject({ kind: 'restore', at: later.toISOString(), note: JSON.stringify({ name }) });
  expect(await audit.check()).toMatchObject({ problems: [] });
  restored.close();
});

test('F26 cut off before its note, a restore has changed nothing and leaves nothing', async () => {
  const { name, after } = await changedSinceCopy();
  await expect(prepareRestore(file, name, later, cut)).rejects.toThrow('cut');
  writeFileSync(`${file}.restoring.17.tmp`, 'half');
  expect(await finishRestore(file)).toBe(false);
  expect(await contentOf(file)).toEqual(after);
  expect(readdirSync(dirname(file)).toSorted()).toEqual(['backups', 'winnow.db', 'winnow.db.index', 'winnow.db.lock']);
});

test('whoever is signed in as the owner stays so, and nobody else becomes the owner', async () => {
  await collect('Kept');
  const { name } = await makeCopy(file, now, noStep);
  const state = await openState(file);
  const { id } = await state.users.firstUser();
  const other = await state.users.add({ email: '', name: 'Ann', role: 'analyst', addons: [] });
  const tokens = [
    await state.users.issueToken(id, 'desktop'),
    await state.users.issueToken(id, 'command line', '2026-11-20T08:00:00.000Z'),
    await state.users.issueToken(other.id, 'page'),
  ];
  state.close();
  await prepareRestore(file, name, later, noStep);
  await finishRestore(file);
  const restored = await openState(file);
  const users = await Promise.all(tokens.map(async (token) => (await restored.users.byToken(token))?.id));
  restored.close();
  expect(users).toEqual([id, undefined, undefined]);
});

test('a copy with a damaged page is refused, not mended in silence', async () => {
  const { name, after } = await changedSinceCopy();
  const copy = copyFile(file, name);
  const bytes = readFileSync(copy);
  bytes.fill(0xab, bytes.length - 2 * 4096);
  writeFileSync(copy, bytes);
  await expect(prepareRestore(file, name, later, noStep)).rejects.toMatchObject({ code: 'storage_corrupt' });
  expect(await finishRestore(file)).toBe(false);
  expect(await contentOf(file)).toEqual(after);
});

test('a backup that was cut off is no copy, and the next one removes it', async () => {
  await fill(20, 1);
  await collect('Kept');
  mkdirSync(dirname(copyFile(file, '2026-11-19 09.00.00.000')), { recursive: true });
  expect(listCopies(file)).toEqual([]);
  await makeCopy(file, now, noStep);
  expect(listCopies(file)).toMatchObject([{ kind: 'backup', at: now.toISOString() }]);
  expect(existsSync(dirname(copyFile(file, '2026-11-19 09.00.00.000')))).toBe(false);
});
