import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LocalApiEvent } from '#node/localApi.ts';
import { filtersFromQuery } from '#shared/domain/filterQuery.ts';
import { openCompanyWriter } from '../index/open.ts';
import { mergeByHand } from '../ingest/company/mergeCompanies.ts';
import type { Workspace } from '../workspace.ts';
import { indexFolderOf } from './copies/workspaceFiles.ts';
import { findDuplicates, pairOf } from './duplicates.ts';
import { companiesOf, everything, openOnThatDay, smartList, source } from './testing/jobsBench.ts';

let folder: string;
let file: string;
let workspace: Workspace;
let events: LocalApiEvent[];
/** A smart list of every company. */
let list: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-merging-'));
  file = join(folder, 'w.db');
  events = [];
  workspace = await openOnThatDay(file, (event) => events.push(event));
  list = await smartList(workspace, 'All', '2026-W47');
});

afterEach(async () => {
  await workspace.jobs.cancel();
  workspace.close();
  await rm(folder, { recursive: true, force: true });
});

const csv = [
  'Name,Website,Country,Employees',
  'Acme GmbH,https://acme.de,Germany,12',
  'ACME,,Germany,',
  'Kite,https://kite.example,France,5',
  'Brightly,https://www.kite.example/about,,7',
  'Atlas,https://atlas.example,Spain,',
  'Atlas,https://atlas-maps.example,Spain,',
].join('\n');

async function importText(text: string, name = 'a.csv'): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, text);
  await workspace.jobs.startImport([source(path)], { removeSample: false, dryRun: false });
  expect(workspace.jobs.job?.state).toBe('done');
}

async function idOf(name: string): Promise<number> {
  const all = await workspace.companies.getMany(await workspace.companies.searchIds(everything, 100));
  return all.find((company) => company.name === name)?.id ?? -1;
}

/** What users have: all entries and items, whatever their order. */
async function held(): Promise<unknown> {
  const { state } = workspace;
  const { id: user } = await state.users.firstUser();
  const lists = (await state.smartLists.list(user, { offset: 0, limit: 100 })).rows;
  const slice = { offset: 0, limit: 1000 };
  const entries = await Promise.all(
    lists.map(async ({ id }) => (await state.entries.page(user, { smartListId: id }, slice)).rows),
  );
  const collections = (await state.collections.list(user, slice)).rows.map(({ id }) => id);
  return { entries, items: await state.collections.items(collections) };
}

async function decide(company: number, as: 'Watchlist' | 'Archive'): Promise<void> {
  const { state } = workspace;
  const { id: user } = await state.users.firstUser();
  const [entry] = (await state.entries.page(user, { companyId: company }, { offset: 0, limit: 1 })).rows;
  await state.entries.move(user, entry?.id ?? -1, as, '2026-11-20T10:00:00.000Z', null);
}

async function pairs(): Promise<unknown[]> {
  const { pairs: found } = await findDuplicates(workspace);
  return found.map(({ reason, kept, gone }) => [reason, kept.name, gone.name]);
}

/** As a crash leaves it after this step. */
async function cutOff(after: 'note' | 'commit', [kept, gone]: readonly [number, number]): Promise<void> {
  const { lastCompanyId, lastImport } = await workspace.companies.status();
  await workspace.state.upkeep.beginImport({ owner: '', lastCompanyId, lastBatch: lastImport?.batchId ?? 0 });
  await workspace.state.merges.begin(kept, gone);
  if (after === 'commit') {
    const writer = openCompanyWriter(indexFolderOf(file));
    const [one, other] = [writer.record(kept), writer.record(gone)];
    if (one === undefined || other === undefined) throw new Error('gone');
    const batch = writer.begin('import');
    batch.replace(kept, mergeByHand(one, other));
    batch.remove(gone);
    await batch.commit();
    writer.close();
  }
  workspace.close();
  workspace = await openOnThatDay(file);
}

test('likely duplicates of an import are found, until somebody says that they are two', async () => {
  await importText(csv);
  expect(await pairs()).toEqual([
    ['site', 'Kite', 'Brightly'],
    ['name', 'Acme GmbH', 'ACME'],
  ]);
  expect(await findDuplicates(workspace)).toMatchObject({ count: 2, isMore: false });
  const ids = [await idOf('Brightly'), await idOf('Kite')] as const;
  await workspace.state.merges.setApart(ids, true);
  expect(await pairs()).toEqual([['name', 'Acme GmbH', 'ACME']]);
  await workspace.state.merges.setApart(ids, false);
  expect(await pairs()).toHaveLength(2);
});

test('the company that stays is the one that was decided, else the one that more is known of', async () => {
  await importText(csv);
  const ids = [await idOf('Acme GmbH'), await idOf('ACME')] as const;
  expect(await pairOf(workspace, ids)).toMatchObject({ kept: { id: ids[0] }, gone: { id: ids[1] } });
  await decide(ids[1], 'Watchlist');
  const { kept, gone, merged } = await pairOf(workspace, ids);
  expect([kept.id, gone.id, merged.id]).toEqual([ids[1], ids[0], ids[1]]);
  expect(merged).toMatchObject({ size: { count: 12 }, location: { country: { code: 'DE' } } });
});

/** A smart list of larger French companies, with none in it. */
async function frenchList(): Promise<number> {
  const { state } = workspace;
  const filters = filtersFromQuery({ country_codes: 'FR', company_sizes: '51-200' });
  const made = { name: 'France', filters, matchedWeek: '2026-W47', now: '2026-11-20T09:00:00.000Z' };
  const created = await state.smartLists.create((await state.users.firstUser()).id, made, [], []);
  if (created === 'name_taken') throw new Error('taken');
  return created.list.id;
}

describe('merging two companies', () => {
  test('makes them one, for lists, search and files, and can be taken back', async () => {
    await importText(csv);
    const [kept, gone] = [await idOf('Kite'), await idOf('Brightly')];
    await decide(gone, 'Watchlist');
    const { state, companies, jobs } = workspace;
    const { id: user } = await state.users.firstUser();
    const collection = await state.collections.create(user, 'Mine', '', '2026-11-20T10:00:00.000Z');
    if (collection === 'name_taken') throw new Error('taken');
    await state.collections.addItems(collection.id, [gone], '2026-11-20T10:00:00.000Z');
    const before = await held();
    await jobs.startMerge([kept, gone]);
    expect(jobs.job).toMatchObject({ state: 'done', kind: 'merge' });
    expect(events).toContainEqual({ kind: 'removed', companies: [gone] });
    expect(await companies.get(gone)).toBeUndefined();
    expect(await companiesOf(workspace, list)).not.toContain(gone);
    expect(await state.entries.decidedCompanyIds(user, ['Watchlist'])).toEqual([kept]);
    expect((await state.collections.items([collection.id])).get(collection.id)).toMatchObject([{ company_id: kept }]);
    expect(await pairs()).toEqual([['name', 'Acme GmbH', 'ACME']]);
    // The name that went is found, and the file that brought it brings nothing new.
    const filters = structuredClone(everything.filters);
    filters.include.textSearch = 'brightly';
    expect(await companies.searchIds({ ...everything, filters }, 10)).toEqual([kept]);
    await importText(csv);
    expect(jobs.job?.reports).toMatchObject([{ imported: 0, updated: 0, duplicates: 6 }]);
    expect((await companies.status()).lastImport).toMatchObject({ merged: 1 });
    await jobs.startUndo();
    expect(jobs.job).toMatchObject({ state: 'done', outcome: 'The merged companies are separate again.' });
    expect(await held()).toEqual(before);
    expect(await companies.get(gone)).toMatchObject({ name: 'Brightly' });
    expect(await state.merges.notes()).toEqual([]);
  });

  test('and undoing it keeps what was decided since', async () => {
    await importText(csv);
    const [kept, gone] = [await idOf('Kite'), await idOf('Brightly')];
    await decide(gone, 'Watchlist');
    await workspace.jobs.startMerge([kept, gone]);
    await decide(kept, 'Archive');
    await workspace.jobs.startUndo();
    const { state } = workspace;
    const { id: user } = await state.users.firstUser();
    expect(await state.entries.decidedCompanyIds(user, ['Archive'])).toEqual([kept]);
    expect(await state.entries.decidedCompanyIds(user, ['Watchlist'])).toEqual([gone]);
  });

  test.each([
    ['a company that is gone', async () => [await idOf('Kite'), 999] as const],
    ['a company with itself', async () => [await idOf('Kite'), await idOf('Kite')] as const],
  ])('refuses %s and leaves everything as it was', async (_what, ids) => {
    await importText(csv);
    const before = await held();
    await workspace.jobs.startMerge(await ids());
    expect(workspace.jobs.job).toMatchObject({
      state: 'failed',
      reason: 'One of the two companies is no longer here.',
    });
    expect(await held()).toEqual(before);
  });

  test('refuses companies of the sample', async () => {
    await workspace.jobs.startSample(20);
    const [one = 0, other = 0] = await workspace.companies.searchIds(everything, 2);
    await workspace.jobs.startMerge([one, other]);
    expect(workspace.jobs.job?.state).toBe('failed');
    await expect(pairOf(workspace, [one, other])).rejects.toThrow('sample');
  });

  test.each(['note', 'commit'] as const)('I13 cut off after the %s loses no decision', async (after) => {
    await importText(csv);
    const ids = [await idOf('Kite'), await idOf('Brightly')] as const;
    await decide(ids[1], 'Watchlist');
    await cutOff(after, ids);
    const { state } = workspace;
    const { id: user } = await state.users.firstUser();
    expect(await state.entries.decidedCompanyIds(user, ['Watchlist'])).toEqual([after === 'commit' ? ids[0] : ids[1]]);
    expect(await state.upkeep.openImports()).toEqual([]);
    expect(await state.merges.notes()).toHaveLength(after === 'commit' ? 1 : 0);
    await state.audit.seal(1000);
    const merged = (await state.audit.after(0, 1000)).filter(({ kind }) => kind === 'merged');
    expect(merged.map(({ companyId }) => companyId)).toEqual(after === 'commit' ? [ids[0]] : []);
  });

  describe('that match a list only together', () => {
    const two = [
      'Name,Website,Country,Employees',
      'Nova,https://nova.example,France,',
      'Orbit,https://www.nova.example/about,,60',
      'Zenith,https://zenith.example,France,70',
      'Peak,https://www.zenith.example/about,,',
    ].join('\n');

    test('brings the one into it, like an import, and undoing it takes it out', async () => {
      await importText(two);
      const [nova, orbit] = [await idOf('Nova'), await idOf('Orbit')];
      const french = await frenchList();
      await workspace.jobs.startMerge([nova, orbit]);
      expect(await companiesOf(workspace, french)).toEqual([nova]);
      expect(workspace.jobs.job?.outcome).toBe('Merged “Orbit” into “Nova”. It now matches “France”.');
      await workspace.jobs.startUndo();
      expect(await companiesOf(workspace, french)).toEqual([]);
    });

    test('brings none that either of the two matched before and that was not taken in', async () => {
      await importText(two);
      const [zenith, peak] = [await idOf('Zenith'), await idOf('Peak')];
      const french = await frenchList();
      await workspace.jobs.startMerge([peak, zenith]);
      expect(await companiesOf(workspace, french)).toEqual([]);
      expect(workspace.jobs.job?.outcome).toBe('Merged “Peak” into “Zenith”.');
    });

    test('I13 brings it once, too, where it was cut off after the commit', async () => {
      await importText(two);
      const french = await frenchList();
      await cutOff('commit', [await idOf('Nova'), await idOf('Orbit')]);
      expect(await companiesOf(workspace, french)).toEqual([await idOf('Nova')]);
    });
  });

  test('one after the other, and taken back one after the other', async () => {
    await importText(csv);
    const before = await held();
    const [kite, brightly, acme] = [await idOf('Kite'), await idOf('Brightly'), await idOf('ACME')];
    await workspace.jobs.startMerge([kite, brightly]);
    await workspace.jobs.startMerge([acme, kite]);
    expect(await companiesOf(workspace, list)).toHaveLength(4);
    await workspace.jobs.startUndo();
    await workspace.jobs.startUndo();
    expect(await held()).toEqual(before);
  });
});
