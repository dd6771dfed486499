import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LocalApiEvent } from '#node/localApi.ts';
import { AppError } from '#shared/errors.ts';
import { openState } from '../state/sqlite/file.ts';
import type { Workspace } from '../workspace.ts';
import { companiesOf, everything, openOnThatDay, smartList, source } from './testing/jobsBench.ts';

let folder: string;
let file: string;
let workspace: Workspace;
let events: LocalApiEvent[];
let user: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-jobs-'));
  file = join(folder, 'w.db');
  events = [];
  workspace = await openOnThatDay(file, (event) => events.push(event));
  user = (await workspace.state.users.firstUser()).id;
});

afterEach(async () => {
  await workspace.jobs.cancel();
  workspace.close();
  await rm(folder, { recursive: true, force: true });
});

/** Resolves once the job has got this far. */
async function reached(done: number): Promise<void> {
  while ((workspace.jobs.job?.done ?? 0) < done) await new Promise((resolve) => setImmediate(resolve));
}

describe('sample data', () => {
  test('fills an empty workspace; this week is the newest released digest', async () => {
    await workspace.jobs.startSample(2000);
    expect(workspace.jobs.job).toMatchObject({ kind: 'sample', state: 'done', done: 2000, total: 2000 });
    const status = await workspace.status();
    expect(status).toMatchObject({ digestWeek: '2026-W47', importedCompanies: 0, readOnly: '' });
    expect(status.companies).toBeGreaterThan(1800);
    expect(events.some((event) => event.kind === 'status' && event.status.job?.state === 'running')).toBe(true);
  });

  test('one job at a time', async () => {
    const running = workspace.jobs.startSample(2000);
    expect(() => workspace.jobs.startSimulation()).toThrow(expect.objectContaining({ code: 'busy' }));
    await running;
    await workspace.jobs.startSimulation();
    expect(workspace.jobs.job).toMatchObject({ kind: 'refresh', state: 'done' });
  });

  test('cancelled, it leaves nothing behind and can be started again', async () => {
    const running = workspace.jobs.startSample(400_000);
    await reached(1000);
    await workspace.jobs.cancel();
    await running;
    expect(workspace.jobs.job).toMatchObject({ state: 'cancelled' });
    expect((await workspace.status()).companies).toBe(0);
    await workspace.jobs.startSample(300);
    expect((await workspace.status()).companies).toBeGreaterThan(200);
  });
});

describe('removing the sample', () => {
  test('says beforehand what goes, and takes it with its entries and items, and nothing else', async () => {
    await workspace.jobs.startSample(300);
    const path = join(folder, 'mine.csv');
    await writeFile(path, 'name,country\nAcme,France\n');
    await workspace.jobs.startImport([source(path)], { removeSample: false, dryRun: false });
    const list = await smartList(workspace, 'All', '2026-W46');
    await workspace.jobs.settleRelease();
    const entries = await companiesOf(workspace, list);
    const mine = await workspace.companies.searchIds(everything, 1000).then((ids) => ids.at(-1)!);
    expect(entries).toContain(mine);
    const before = await workspace.status();
    const use = await workspace.jobs.sampleUse();
    expect(use).toEqual({
      companies: before.sampleCompanies,
      ahead: 300 - before.sampleCompanies,
      entries: entries.length - 1,
      decided: 0,
      items: 0,
    });
    await workspace.jobs.startRemovingSample();
    expect(workspace.jobs.job).toMatchObject({ kind: 'removeSample', state: 'done' });
    expect(workspace.jobs.job?.outcome).toContain('Removed 300 sample companies.');
    expect(await workspace.status()).toMatchObject({ companies: 1, sampleCompanies: 0, sampleAhead: 0 });
    expect(await companiesOf(workspace, list)).toEqual([mine]);
    expect(events).toContainEqual({ kind: 'removed', companies: entries.filter((id) => id !== mine) });
    await workspace.jobs.startSimulation();
    expect(workspace.jobs.job).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('no more weeks') as string,
    });
  });
});

describe('backups', () => {
  test('none is deleted while one is made, and each can be afterwards', async () => {
    await workspace.jobs.startBackup();
    const [copy] = (await workspace.status()).copies;
    const making = workspace.jobs.startBackup();
    expect(() => workspace.removeCopy(copy?.name ?? '')).toThrow(expect.objectContaining({ code: 'busy' }));
    await making;
    workspace.removeCopy(copy?.name ?? '');
    expect((await workspace.status()).copies).not.toContainEqual(copy);
  });
});

describe('refresh', () => {
  test('adds the new digest to the smart lists it matches, only that one, and says so once', async () => {
    await workspace.jobs.startSample(2000);
    const id = await smartList(workspace, 'All', '2026-W47');
    const before = await workspace.companies.status();
    await workspace.jobs.startSimulation();
    const week = '2026-W48';
    const added = await companiesOf(workspace, id);
    expect((await workspace.status()).digestWeek).toBe(week);
    expect(added.length).toBe((await workspace.companies.status()).companies - before.companies);
    expect((await workspace.companies.getMany(added)).every((company) => company.discovered === week)).toBe(true);
    const landed = events.filter((event) => event.kind === 'refreshed');
    expect(landed).toEqual([
      { kind: 'refreshed', week, lists: [{ id, name: 'All', added: added.length, leftOut: 0, known: 0 }] },
    ]);
  });

  test('with nothing due it does nothing and says nothing', async () => {
    await workspace.jobs.startSample(300);
    await workspace.jobs.startRefresh(false);
    expect(workspace.jobs.job).toMatchObject({
      state: 'done',
      outcome:
        'Up to date: the latest companies are from the week of 16 Nov 2026. ' +
        'Imported companies go into your smart lists at once.',
    });
    expect((await workspace.status()).digestWeek).toBe('2026-W47');
    expect(events.filter((event) => event.kind === 'refreshed')).toEqual([]);
  });

  test('E18 one that nobody asked for and that brings nothing leaves what the user did last to be seen', async () => {
    await writeFile(join(folder, 'a.csv'), 'name,website\nAcme,https://acme.example\n');
    await workspace.jobs.startImport([source(join(folder, 'a.csv'))], { removeSample: false, dryRun: false });
    const imported = workspace.jobs.job;
    expect(imported).toMatchObject({ kind: 'import', state: 'done' });
    // What an import begins with is no refresh.
    expect(await workspace.status()).toMatchObject({ digestWeek: '2026-W47', refreshedAt: '' });
    await workspace.jobs.refreshDue();
    expect(workspace.jobs.job).toEqual(imported);
    await workspace.jobs.startBackup();
    await workspace.jobs.refreshDue();
    expect(workspace.jobs.job).toMatchObject({ kind: 'backup', state: 'done' });
    await workspace.jobs.startRefresh(true);
    expect(workspace.jobs.job).toMatchObject({ kind: 'refresh', state: 'done' });
    expect((await workspace.status()).refreshedAt).toBe('');
  });

  test('E18 one that nobody asked for and that fails, or releases a week, says so', async () => {
    await workspace.jobs.startSample(300);
    expect((await workspace.status()).refreshedAt).toBe('');
    vi.spyOn(workspace.jobs, 'bringBackDue').mockRejectedValueOnce(new AppError('storage_full', 'The disk is full.'));
    await workspace.jobs.refreshDue();
    expect(workspace.jobs.job).toMatchObject({ kind: 'refresh', state: 'failed', reason: 'The disk is full.' });
    await workspace.jobs.refreshDue();
    expect(workspace.jobs.job).toMatchObject({ kind: 'refresh', state: 'done' });
    await workspace.jobs.startSimulation();
    expect((await workspace.status()).refreshedAt).not.toBe('');
  });

  test('I14 F26 cut off between release and matching, it is finished at the next start', async () => {
    await workspace.jobs.startSample(2000);
    // As a crash leaves it: the week is released, the list has been matched to the one before.
    const id = await smartList(workspace, 'All', '2026-W46');
    workspace.close();
    events = [];
    workspace = await openOnThatDay(file, (event) => events.push(event));
    const added = await companiesOf(workspace, id);
    const { newCount } = await workspace.companies.search(everything, 0, 1);
    expect(added).toHaveLength(newCount);
    expect(events).toContainEqual({
      kind: 'refreshed',
      week: '2026-W47',
      lists: [{ id, name: 'All', added: added.length, leftOut: 0, known: 0 }],
    });
    workspace.close();
    events = [];
    workspace = await openOnThatDay(file, (event) => events.push(event));
    expect(await companiesOf(workspace, id)).toEqual(added);
    expect(events.filter((event) => event.kind === 'refreshed')).toEqual([]);
  });
});

describe('import', () => {
  const csv =
    'name,website,country\nAcme Robotics,https://acme-robotics.example,Germany\nBeta Labs,https://beta-labs.example,France\n';

  test('brings companies into the current week and into the smart lists they match', async () => {
    await workspace.jobs.startSample(300);
    const id = await smartList(workspace, 'All', '2026-W47');
    const path = join(folder, 'a.csv');
    await writeFile(path, csv);
    await workspace.jobs.startImport([source(path)], { removeSample: false, dryRun: false });
    expect(workspace.jobs.job).toMatchObject({ state: 'done', reports: [{ rows: 2, imported: 2, rejected: [] }] });
    const names = (await workspace.companies.getMany(await companiesOf(workspace, id))).map((company) => company.name);
    expect(names.toSorted()).toEqual(['Acme Robotics', 'Beta Labs']);
    expect((await workspace.status()).importedCompanies).toBe(2);
    // An import is not a digest: the list is as fresh as before.
    const list = await workspace.state.smartLists.get(user, id);
    expect(list).toMatchObject({ matchedWeek: '2026-W47', refreshedAt: '2026-11-20T09:00:00.000Z' });
  });

  test('I13 the same file again changes nothing', async () => {
    const path = join(folder, 'a.csv');
    await writeFile(path, csv);
    await workspace.jobs.startImport([source(path)], { removeSample: false, dryRun: false });
    const { generation } = await workspace.companies.status();
    await workspace.jobs.startImport([source(path)], { removeSample: false, dryRun: false });
    expect(workspace.jobs.job?.reports).toMatchObject([{ rows: 2, imported: 0, updated: 0, duplicates: 2 }]);
    expect((await workspace.companies.status()).generation).toBe(generation);
  });

  test('refused, cancelled or done it leaves nothing to finish', async () => {
    const path = join(folder, 'a.csv');
    await workspace.jobs.startImport([source(path)], { removeSample: false, dryRun: false });
    expect(workspace.jobs.job).toMatchObject({ state: 'failed' });
    expect(await workspace.state.upkeep.openImports()).toEqual([]);
    await writeFile(path, csv);
    await workspace.jobs.startImport([source(path)], { removeSample: false, dryRun: false });
    expect(await workspace.state.upkeep.openImports()).toEqual([]);
  });

  test('a dry run says what it would do and does nothing', async () => {
    const path = join(folder, 'a.csv');
    await writeFile(path, csv);
    await workspace.jobs.startImport([source(path)], { removeSample: true, dryRun: true });
    expect(workspace.jobs.job?.reports).toMatchObject([{ rows: 2, imported: 2 }]);
    expect((await workspace.status()).companies).toBe(0);
  });

  test('taken back, its companies go with their entries and items, and what it changed is as before', async () => {
    await workspace.jobs.startSample(300);
    const id = await smartList(workspace, 'All', '2026-W47');
    const path = join(folder, 'a.csv');
    const choices = { removeSample: false, dryRun: false };
    await writeFile(path, 'name,website,score\nAcme Robotics,https://acme-robotics.example,\n');
    await workspace.jobs.startImport([source(path)], choices);
    await writeFile(path, `${csv.replace('country', 'country,score').replaceAll('any', 'any,0.5')}Gamma,,Spain,0.5\n`);
    await workspace.jobs.startImport([source(path)], choices);
    const { lastImport } = await workspace.status();
    expect(lastImport).toMatchObject({ added: 2, changed: 1 });
    const { rows } = await workspace.state.entries.page(user, { smartListId: id }, { offset: 0, limit: 9 });
    expect(rows).toHaveLength(3);
    const gamma = (await workspace.companies.search({ ...everything }, 0, 300)).items.find(
      (company) => company.name === 'Gamma',
    );
    const entry = rows.find((row) => row.companyId === gamma?.id);
    await workspace.state.entries.move(user, entry?.id ?? 0, 'Watchlist', '2026-11-20T10:00:00.000Z', null);
    const now = '2026-11-20T10:00:00.000Z';
    const collection = await workspace.state.collections.create(user, 'C', '', now);
    if (collection === 'name_taken') throw new Error('taken');
    await workspace.state.collections.addItems(collection.id, [gamma?.id ?? 0], now);
    await workspace.jobs.startUndo();
    expect(workspace.jobs.job).toMatchObject({
      kind: 'undo',
      state: 'done',
      outcome:
        'Import undone: 2 companies removed, 1 restored. This also removed 2 inbox entries (1 of them decided) and 1 collection entry.',
    });
    // Main is told whose entries went: its decisions about them come to nothing.
    const removed = events.flatMap((event) => (event.kind === 'removed' ? event.companies : []));
    expect(removed).toHaveLength(2);
    expect(removed).toContain(gamma?.id);
    const left = await workspace.companies.getMany(await companiesOf(workspace, id));
    expect(left.map(({ name, score }) => [name, score])).toEqual([['Acme Robotics', null]]);
    expect((await workspace.state.collections.items([collection.id])).get(collection.id) ?? []).toEqual([]);
    // The one before can be undone, too; the sample stays.
    await workspace.jobs.startUndo();
    expect(await workspace.status()).toMatchObject({ importedCompanies: 0, lastImport: null });
    expect((await workspace.status()).sampleCompanies).toBeGreaterThan(200);
    await workspace.jobs.startUndo();
    expect(workspace.jobs.job).toMatchObject({ state: 'failed' });
    expect(await workspace.state.upkeep.openImports()).toEqual([]);
  });

  test('can take the sample data away, and what referred to it', async () => {
    await workspace.jobs.startSample(300);
    const [sample] = await workspace.companies.getMany([1, 2, 3]);
    const picks = await workspace.state.smartLists.picks(user, '2026-11-20T09:00:00.000Z');
    const seed = { companyId: sample?.id ?? 0, merit: -1, topMatch: false, week: '' };
    await workspace.state.entries.findOrAdd(user, picks.id, seed, '2026-11-20T09:00:00.000Z');
    const path = join(folder, 'a.csv');
    await writeFile(path, csv);
    await workspace.jobs.startImport([source(path)], { removeSample: true, dryRun: false });
    expect(await workspace.status()).toMatchObject({ companies: 2, sampleCompanies: 0, importedCompanies: 2 });
    expect(await companiesOf(workspace, picks.id)).toEqual([]);
  });

  test('a file that is no company list is told, and nothing changes', async () => {
    const path = join(folder, 'a.pdf');
    await writeFile(path, '%PDF-1.7 binary');
    await workspace.jobs.startImport([source(path)], { removeSample: true, dryRun: false });
    expect(workspace.jobs.job).toMatchObject({ state: 'failed' });
    expect(workspace.jobs.job?.reason).toContain('a.pdf');
  });
});

test('two connections to one state see each other', async () => {
  const second = await openState(file);
  const id = await smartList(workspace, 'A', '2026-W47');
  expect(await second.smartLists.get(user, id)).toMatchObject({ name: 'A' });
  second.close();
});
