import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { backUpWorkspace } from './backup.ts';
import { generateCompanies } from '../sample/generate.ts';
import { openCompanyReader, openCompanyWriter } from '../../index/open.ts';
import { openState } from '../../state/sqlite/file.ts';
import { filledMemory, fillMemory, memoryOf } from '../../state/testing/memory.ts';
import { importOwnersIn } from '../importOwners.ts';
import { openOnThatDay, smartList, source } from '../testing/jobsBench.ts';
import type { Workspace } from '../../workspace.ts';
import { indexFolderOf } from './workspaceFiles.ts';

let folder: string;
const now = new Date('2026-11-20T09:00:00Z');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

async function fill(file: string, count: number, seed = 1): Promise<void> {
  const writer = openCompanyWriter(indexFolderOf(file));
  await writer.release('2026-W47', now);
  const batch = writer.begin('import');
  for (const record of generateCompanies({ count, seed, today: '2026-11-20' })) batch.add(record);
  await batch.commit();
  writer.close();
}

test('F30 a copy holds what a server at work has committed, opens by itself, and is private', async () => {
  await fill(at('w.db'), 60);
  const state = await openState(at('w.db'));
  const { id } = await state.users.firstUser();
  const list = { name: 'Kept', filters: emptyFilters(), matchedWeek: '2026-W47', now: now.toISOString() };
  await state.smartLists.create(id, list, [{ companyId: 1, merit: -1, topMatch: false, week: '2026-W47' }], []);
  await fillMemory(state, id);
  const remembered = await memoryOf(state, id);
  expect(remembered).toMatchObject(filledMemory);
  // The state stays open, as in a server, with its last changes only in the journal.
  const result = await backUpWorkspace(at('w.db'), at('kept/copy.db'), now);
  const reader = openCompanyReader(indexFolderOf(at('w.db')));
  expect(result).toMatchObject({ companies: (await reader.status()).companies, week: '2026-W47', users: 1 });
  reader.close();
  state.close();

  expect(readdirSync(at('kept')).toSorted()).toEqual(['copy.db', 'copy.db.index']);
  expect(readdirSync(at('kept/copy.db.index')).toSorted()).toEqual(['catalogue.db', 'seg-1.db']);
  for (const name of ['copy.db', 'copy.db.index/catalogue.db', 'copy.db.index/seg-1.db']) {
    expect(statSync(at(`kept/${name}`)).mode & 0o777).toBe(0o600);
  }
  const copy = await openState(at('kept/copy.db'));
  expect((await copy.smartLists.list(id, { offset: 0, limit: 10 })).rows.map(({ name }) => name)).toEqual([
    'Kept',
    'Remembered',
  ]);
  expect(await memoryOf(copy, id)).toEqual(remembered);
  copy.close();
  const copied = openCompanyReader(indexFolderOf(at('kept/copy.db')));
  expect((await copied.status()).companies).toBe(result.companies);
  copied.close();
});

test('I12 a copy made while a batch is committed is the state before or the one after, in every part', async () => {
  await fill(at('w.db'), 20);
  (await openState(at('w.db'))).close();
  const before = await companiesIn('w.db');
  const copying = backUpWorkspace(at('w.db'), at('copy.db'), now);
  await fill(at('w.db'), 30, 2);
  const { companies } = await copying;
  const after = await companiesIn('w.db');
  expect(after).toBeGreaterThan(before);
  expect([before, after]).toContain(companies);
  expect(await companiesIn('copy.db')).toBe(companies);
});

async function companiesIn(name: string): Promise<number> {
  const reader = openCompanyReader(indexFolderOf(at(name)));
  const { companies } = await reader.status();
  reader.close();
  return companies;
}

/** A workspace with an import whose companies are in a smart list, some of them decided. */
async function workspaceWithImport(): Promise<Workspace> {
  const workspace = await openOnThatDay(at('w.db'));
  await smartList(workspace, 'All', '2026-W47');
  const csv = at('list.csv');
  const rows = Array.from(
    { length: 60 },
    (_, index) => `Company ${String(index)},https://c${String(index)}.example.org`,
  );
  writeFileSync(csv, `name,website\n${rows.join('\n')}\n`);
  await workspace.jobs.startImport([source(csv)], { removeSample: false, dryRun: false });
  const { id } = await workspace.state.users.firstUser();
  for (const entry of (await workspace.state.entries.page(id, { smartListId: 1 }, { offset: 0, limit: 5 })).rows) {
    await workspace.state.entries.move(id, entry.id, 'Watchlist', now.toISOString(), null);
  }
  return workspace;
}

/** Companies and entries of a copy, opened as files and not as a workspace: no work may be left to do. */
async function whatIsIn(name: string): Promise<{ companies: number; entries: number; orphans: number; notes: number }> {
  const state = await openState(at(name));
  const reader = openCompanyReader(indexFolderOf(at(name)));
  try {
    const referred = await state.upkeep.referredCompanies();
    const there = await reader.filterIds(referred, emptyFilters());
    return {
      companies: (await reader.status()).companies,
      entries: referred.length,
      orphans: referred.filter((id) => !there.has(id)).length,
      notes: (await state.upkeep.openImports()).length,
    };
  } finally {
    state.close();
    reader.close();
  }
}

const before = { companies: 60, entries: 60, orphans: 0, notes: 0 };
const after = { companies: 0, entries: 0, orphans: 0, notes: 0 };

test.for([
  ['as the lists are copied', 0],
  ['between the lists and the companies', 1],
  ['when all is copied', 2],
])('I12 a copy is the state before or after an import that is taken back %s', async ([, moment]) => {
  const workspace = await workspaceWithImport();
  let undone = false;
  await backUpWorkspace(at('w.db'), at('copy.db'), now, async (done) => {
    if (done !== moment || undone) return;
    undone = true;
    await workspace.jobs.startUndo();
  });
  workspace.close();
  expect(await whatIsIn('w.db')).toEqual(after);
  expect([before, after]).toContainEqual(await whatIsIn('copy.db'));
});

test('I12 a copy made in the middle of taking an import back is brought to its end', async () => {
  const workspace = await workspaceWithImport();
  // As left by another process that is still working: the companies are gone, the lists do not know it yet.
  const owner = importOwnersIn(indexFolderOf(at('w.db'))).begin();
  const { lastImport, lastCompanyId } = await workspace.companies.status();
  await workspace.state.upkeep.beginImport({ owner: owner.name, lastCompanyId, lastBatch: 0 });
  const writer = openCompanyWriter(indexFolderOf(at('w.db')));
  await writer.undoBatch(lastImport?.batchId ?? 0);
  writer.close();
  await backUpWorkspace(at('w.db'), at('copy.db'), now);
  owner.end();
  workspace.close();
  expect(await whatIsIn('copy.db')).toEqual(after);
});

test('nothing is replaced, and nothing is left of a copy that did not succeed', async () => {
  await expect(backUpWorkspace(at('none.db'), at('copy.db'), now)).rejects.toThrow('does not exist');
  await fill(at('w.db'), 20);
  (await openState(at('w.db'))).close();
  writeFileSync(at('there.db'), 'mine');
  await expect(backUpWorkspace(at('w.db'), at('there.db'), now)).rejects.toThrow('already exists');
  expect(readFileSync(at('there.db'), 'utf8')).toBe('mine');
  const segment = join(indexFolderOf(at('w.db')), 'seg-1.db');
  const bytes = readFileSync(segment);
  bytes.fill(0xab, Math.floor(bytes.length / 2 / 4096) * 4096, Math.floor(bytes.length / 2 / 4096) * 4096 + 8192);
  rmSync(segment);
  writeFileSync(segment, bytes);
  await expect(backUpWorkspace(at('w.db'), at('copy.db'), now)).rejects.toMatchObject({ code: 'storage_corrupt' });
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([]);
});
