import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { backUpWorkspace } from './backup.ts';
import { generateCompanies } from '../sample/generate.ts';
import { openCompanyReader, openCompanyWriter } from '../store/sqlite/companies.ts';
import { openState } from '../store/sqlite/stateFile.ts';
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
  writer.release('2026-W47', now);
  const batch = writer.begin('import');
  for (const record of generateCompanies({ count, seed, today: '2026-11-20' })) batch.add(record);
  await batch.commit();
  writer.close();
}

test('F30 a copy holds what a server at work has committed, opens by itself, and is private', async () => {
  await fill(at('w.db'), 60);
  const state = openState(at('w.db'));
  const { id } = await state.users.firstUser();
  const list = { name: 'Kept', filters: emptyFilters(), matchedWeek: '2026-W47', now: now.toISOString() };
  await state.smartLists.create(id, list, [{ companyId: 1, score: null, topMatch: false, week: '2026-W47' }], []);
  // The state stays open, as in a server, with its last changes in the journal only.
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
  const copy = openState(at('kept/copy.db'));
  expect((await copy.smartLists.list(id, { offset: 0, limit: 10 })).rows.map(({ name }) => name)).toEqual(['Kept']);
  copy.close();
  const copied = openCompanyReader(indexFolderOf(at('kept/copy.db')));
  expect((await copied.status()).companies).toBe(result.companies);
  copied.close();
});

test('a copy made while batches are committed is one of the states in between', async () => {
  await fill(at('w.db'), 20);
  openState(at('w.db')).close();
  const copying = backUpWorkspace(at('w.db'), at('copy.db'), now);
  await fill(at('w.db'), 30, 2);
  const { companies } = await copying;
  const reader = openCompanyReader(indexFolderOf(at('w.db')));
  const final = (await reader.status()).companies;
  reader.close();
  expect(companies).toBeGreaterThan(0);
  expect(companies).toBeLessThanOrEqual(final);
});

test('nothing is replaced, and nothing is left of a copy that did not succeed', async () => {
  await expect(backUpWorkspace(at('none.db'), at('copy.db'), now)).rejects.toThrow('is not there');
  await fill(at('w.db'), 20);
  openState(at('w.db')).close();
  writeFileSync(at('there.db'), 'mine');
  await expect(backUpWorkspace(at('w.db'), at('there.db'), now)).rejects.toThrow('is there already');
  expect(readFileSync(at('there.db'), 'utf8')).toBe('mine');
  const segment = join(indexFolderOf(at('w.db')), 'seg-1.db');
  const bytes = readFileSync(segment);
  bytes.fill(0xab, Math.floor(bytes.length / 2 / 4096) * 4096, Math.floor(bytes.length / 2 / 4096) * 4096 + 8192);
  rmSync(segment);
  writeFileSync(segment, bytes);
  await expect(backUpWorkspace(at('w.db'), at('copy.db'), now)).rejects.toMatchObject({ code: 'storage_corrupt' });
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([]);
});
