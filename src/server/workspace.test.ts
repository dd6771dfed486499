import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { CompanyQuery } from './index/port.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from './workspace.ts';

const everything: CompanyQuery = { filters: emptyFilters(), sortBy: 'best_match', onlyIds: null, withoutIds: null };

let folder: string;
let workspace: Workspace;
let reported: unknown[];

async function open(day = '2026-11-20', tidyMs?: number): Promise<Workspace> {
  return openWorkspace({
    ...(tidyMs === undefined ? {} : { tidyMs }),
    file: join(folder, 'w.db'),
    config: configWithoutProvider(''),
    now: () => new Date(`${day}T10:00:00Z`),
    onEvent: () => undefined,
    reportError: (error) => reported.push(error),
  });
}

beforeEach(async () => {
  reported = [];
  folder = await mkdtemp(join(tmpdir(), 'winnow-workspace-'));
  workspace = await open();
});

afterEach(async () => {
  workspace.close();
  await rm(folder, { recursive: true, force: true });
  expect(reported).toEqual([]);
});

test('a start forgets lists that were deleted more than 30 days ago, and no others', async () => {
  const { id: user } = await workspace.state.users.firstUser();
  const ids: number[] = [];
  for (const deletedAt of ['2026-10-20T09:00:00.000Z', '2026-10-22T09:00:00.000Z']) {
    const list = { name: deletedAt, filters: emptyFilters(), matchedWeek: '2026-W40', now: '2026-10-01T09:00:00.000Z' };
    const created = await workspace.state.smartLists.create(user, list, [], []);
    if (created === 'name_taken') throw new Error('taken');
    await workspace.state.smartLists.remove(user, created.list.id, deletedAt);
    ids.push(created.list.id);
  }
  workspace.close();
  workspace = await open();
  const [longAgo = 0, lately = 0] = ids;
  expect(await workspace.state.smartLists.restore(user, longAgo)).toBeUndefined();
  expect(await workspace.state.smartLists.restore(user, lately)).toMatchObject({ id: lately });
});

test('S49 tokens that ended a week ago and keys of long ago are forgotten while it runs, and no others', async () => {
  workspace.close();
  await rm(folder, { recursive: true });
  await mkdir(folder);
  // A steady clock: after a jump nothing counts as old.
  const days = ['2026-09-15', '2026-09-28', '2026-10-11', '2026-10-24', '2026-11-06', '2026-11-19'];
  workspace = await open('2026-09-10');
  await startOn(...days);
  workspace.close();
  workspace = await open('2026-11-20', 20);
  const { users, accounts, entries, smartLists } = workspace.state;
  const { id: user } = await users.firstUser();
  const old = '2026-11-10T10:00:00.000Z';
  const made = [
    await users.issueToken(user, 'ended long ago', old),
    await users.issueToken(user, 'ended lately', '2026-11-19T10:00:00.000Z'),
    await users.issueToken(user, 'good', '2027-01-01T00:00:00.000Z'),
    await users.issueToken(user, 'good for ever'),
  ];
  const labels = async (): Promise<string[]> => (await accounts.tokens(user)).map(({ label }) => label).toSorted();
  await vi.waitFor(async () => expect(await labels()).toEqual(['ended lately', 'good', 'good for ever']));
  expect(await Promise.all(made.map(async (token) => (await users.byToken(token)) !== undefined))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  const list = { name: 'All', filters: emptyFilters(), matchedWeek: '2026-W47', now: old };
  const seed = { companyId: 1, merit: -1, topMatch: false, week: '2026-W47' };
  const created = await smartLists.create(user, list, [seed], []);
  if (created === 'name_taken') throw new Error('taken');
  const [entry] = (await entries.page(user, { smartListId: created.list.id }, { offset: 0, limit: 1 })).rows;
  const move = async (now: string, key: string, hash: string): Promise<string> =>
    (await entries.move(user, entry!.id, 'Watchlist', now, { key, hash })).kind;
  await move('2026-09-01T10:00:00.000Z', 'of long ago', 'one');
  await move('2026-11-01T10:00:00.000Z', 'of lately', 'one');
  await vi.waitFor(async () => {
    expect(await move('2026-11-20T10:00:00.000Z', 'of long ago', 'another')).not.toBe('key_reused');
  });
  expect(await move('2026-11-20T10:00:00.000Z', 'of lately', 'another')).toBe('key_reused');
});

/** Starts on these days, each time closing what was open before. */
async function startOn(...days: string[]): Promise<void> {
  for (const day of days) {
    workspace.close();
    workspace = await open(day);
  }
}

test('I3 a move sent again within 60 days is known as the same, over starts; later its key is forgotten', async () => {
  const user = (await workspace.state.users.firstUser()).id;
  const list = { name: 'All', filters: emptyFilters(), matchedWeek: '2026-W47', now: '2026-11-20T09:00:00.000Z' };
  const created = await workspace.state.smartLists.create(user, list, [seed], []);
  if (created === 'name_taken') throw new Error('taken');
  const [entry] = (await workspace.state.entries.page(user, { smartListId: created.list.id }, { offset: 0, limit: 1 }))
    .rows;
  const key = { key: 'a key', hash: 'what it asks for' };
  const move = (): Promise<{ kind: string }> =>
    workspace.state.entries.move(user, entry?.id ?? 0, 'Watchlist', '2026-11-20T10:00:00.000Z', key);
  expect(await move()).toMatchObject({ kind: 'moved' });
  await startOn('2026-11-20', '2026-11-21', '2026-12-04', '2026-12-18', '2027-01-01', '2027-01-15');
  expect(await move()).toMatchObject({ kind: 'repeated' });
  await startOn('2027-01-20');
  expect(await move()).toMatchObject({ kind: 'moved' });
});

const seed = { companyId: 1, merit: -1, topMatch: false, week: '2026-W47' };

async function deletedList(): Promise<number> {
  const user = (await workspace.state.users.firstUser()).id;
  const list = { name: 'Gone', filters: emptyFilters(), matchedWeek: '2026-W47', now: '2026-11-20T09:00:00.000Z' };
  const created = await workspace.state.smartLists.create(user, list, [], []);
  if (created === 'name_taken') throw new Error('taken');
  await workspace.state.smartLists.remove(user, created.list.id, '2026-11-20T09:30:00.000Z');
  return created.list.id;
}
const isThere = async (id: number): Promise<boolean> => {
  const db = new DatabaseSync(join(folder, 'w.db'));
  const row = db.prepare('SELECT 1 FROM smart_list WHERE id = ?').get(id);
  db.close();
  return row !== undefined;
};

describe('a clock that jumps', () => {
  test.for([
    ['ahead and stays there', ['2028-03-01', '2028-03-02', '2028-03-20']],
    ['ahead and back', ['2028-03-01', '2026-11-20', '2026-11-21', '2026-12-01']],
    ['ahead, on and back', ['2028-03-01', '2028-03-10', '2026-11-21']],
    ['ahead twice', ['2027-01-10', '2028-03-01', '2028-03-02']],
  ] as const)('F17 %s makes no deleted list go for good', async ([, days]) => {
    const id = await deletedList();
    await startOn(...days);
    expect(await isThere(id)).toBe(true);
  });

  test('F17 does not keep what is old by a clock that has gone steadily for as long', async () => {
    const id = await deletedList();
    await startOn('2028-03-01', '2028-03-12', '2028-03-24');
    expect(await isThere(id)).toBe(true);
    await startOn('2028-04-02');
    expect(await isThere(id)).toBe(false);
  });

  test('F17 I14 releases no weeks by itself, says so, and releases them when told to', async () => {
    await workspace.jobs.startSample(300);
    await startOn('2027-03-01');
    const { notices, digestWeek } = await workspace.status();
    expect(digestWeek).toBe('2026-W47');
    expect(notices).toEqual([expect.stringContaining('15 weekly refreshes are due, up to the week of 1 Mar 2027')]);
    await expect(workspace.jobs.startRefresh(false)).rejects.toMatchObject({ code: 'conflict' });
    expect((await workspace.status()).digestWeek).toBe('2026-W47');
    await workspace.jobs.startRefresh(true);
    expect(await workspace.status()).toMatchObject({ digestWeek: '2027-W09', notices: [] });
    // And back to where the calendar is.
    await startOn('2026-11-21');
    expect((await workspace.status()).notices).toEqual([
      expect.stringContaining('The latest companies are from the week of 1 Mar 2027, but this computer’s clock says'),
    ]);
  });

  test('I14 two weeks that were missed are released without a word', async () => {
    await workspace.jobs.startSample(300);
    await startOn('2026-12-04');
    await workspace.jobs.startRefresh(false);
    expect(await workspace.status()).toMatchObject({ digestWeek: '2026-W49', notices: [] });
  });
});

test('what killed processes have left of files written whole goes at the start, and nothing else', async () => {
  const id = '123e4567-e89b-42d3-a456-426614174000';
  const kept = ['other.db.tmp', `other.json.${id}.tmp`, 'w.db.notes.tmp', 'w.db.json'];
  const left = [`w.db.restore.json.${id}.tmp`];
  for (const name of [...kept, ...left]) await writeFile(join(folder, name), 'x');
  await startOn('2026-11-20');
  const names = await readdir(folder);
  expect(names).toEqual(expect.arrayContaining(kept));
  expect(names.filter((name) => left.includes(name))).toEqual([]);
});

test('F19 a lost catalogue does not put weeks out of sight that were released ahead of the calendar', async () => {
  await workspace.jobs.startSample(2000);
  const user = (await workspace.state.users.firstUser()).id;
  const list = { name: 'All', filters: emptyFilters(), matchedWeek: '2026-W47', now: '2026-11-20T09:00:00.000Z' };
  await workspace.state.smartLists.create(user, list, [], []);
  await workspace.jobs.startSimulation();
  const { companies } = await workspace.status();
  workspace.close();
  await writeFile(join(folder, 'w.db.index', 'catalogue.db'), 'no database '.repeat(900));
  workspace = await open();
  expect(await workspace.status()).toMatchObject({ companies, digestWeek: '2026-W48', notices: { length: 1 } });
});

test('an end in the middle of a job is no fault, and the next start is in order', async () => {
  const job = workspace.jobs.startSample(5000);
  await vi.waitFor(() => expect(workspace.jobs.job?.done).toBeGreaterThan(0), { timeout: 60_000 });
  workspace.close();
  await job;
  expect(reported).toEqual([]);
  workspace = await open();
  const { companies, notices } = await workspace.status();
  expect(notices).toEqual([]);
  expect((await workspace.companies.search(everything, 0, 1)).count).toBe(companies);
});

test('that a job has ended is told even where it could not be read at that moment', async () => {
  workspace.close();
  const told: string[] = [];
  workspace = await openWorkspace({
    file: join(folder, 'w.db'),
    config: configWithoutProvider(''),
    now: () => new Date('2026-11-20T10:00:00Z'),
    onEvent: (event) => {
      if (event.kind === 'status') told.push(event.status.job?.state ?? '');
    },
    reportError: (error) => reported.push(error),
  });
  await workspace.jobs.startSample(3);
  await vi.waitFor(() => expect(told.at(-1)).toBe('done'));
  told.length = 0;
  const read = vi.spyOn(workspace.companies, 'status').mockRejectedValue(new Error('busy'));
  await workspace.jobs.startRemovingSample();
  await vi.waitFor(() => expect(reported.length).toBeGreaterThan(0));
  expect(told).toEqual([]);
  read.mockRestore();
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0), { timeout: 10_000 });
  reported = [];
});
