import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { CompanyQuery } from './store/companies.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from './workspace.ts';

const everything: CompanyQuery = { filters: emptyFilters(), sortBy: 'best_match', onlyIds: null, withoutIds: null };

let folder: string;
let workspace: Workspace;
let reported: unknown[];

async function open(tidyMs?: number): Promise<Workspace> {
  return openWorkspace({
    ...(tidyMs === undefined ? {} : { tidyMs }),
    file: join(folder, 'w.db'),
    config: configWithoutProvider(''),
    now: () => new Date('2026-11-20T10:00:00Z'),
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
    await workspace.state.smartLists.remove(user, created.id, deletedAt);
    ids.push(created.id);
  }
  workspace.close();
  workspace = await open();
  const [longAgo = 0, lately = 0] = ids;
  expect(await workspace.state.smartLists.restore(user, longAgo)).toBeUndefined();
  expect(await workspace.state.smartLists.restore(user, lately)).toMatchObject({ id: lately });
});

test('S49 tokens that ended a week ago and keys of long ago are forgotten while it runs, and no others', async () => {
  workspace.close();
  workspace = await open(20);
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
  const seed = { companyId: 1, score: null, topMatch: false, week: '2026-W47' };
  const created = await smartLists.create(user, list, [seed], []);
  if (created === 'name_taken') throw new Error('taken');
  const [entry] = (await entries.page(user, { smartListId: created.id }, { offset: 0, limit: 1 })).rows;
  const move = async (now: string, key: string, hash: string): Promise<string> =>
    (await entries.move(user, entry!.id, 'Watchlist', now, { key, hash })).kind;
  await move('2026-09-01T10:00:00.000Z', 'of long ago', 'one');
  await move('2026-11-01T10:00:00.000Z', 'of lately', 'one');
  await vi.waitFor(async () => {
    expect(await move('2026-11-20T10:00:00.000Z', 'of long ago', 'another')).not.toBe('key_reused');
  });
  expect(await move('2026-11-20T10:00:00.000Z', 'of lately', 'another')).toBe('key_reused');
});

test('F19 a lost catalogue does not put weeks out of sight that were released ahead of the calendar', async () => {
  await workspace.jobs.startSample(2000);
  const user = (await workspace.state.users.firstUser()).id;
  const list = { name: 'All', filters: emptyFilters(), matchedWeek: '2026-W47', now: '2026-11-20T09:00:00.000Z' };
  await workspace.state.smartLists.create(user, list, [], []);
  await workspace.jobs.startRefresh(false);
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
