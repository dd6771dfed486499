import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImportSource, LocalApiEvent } from '#node/localApi.ts';
import { defaultFilters, emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import type { CompanyQuery } from '../index/port.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '../workspace.ts';
import { indexFolderOf } from '../jobs/copies/workspaceFiles.ts';

let folder: string;
let file: string;
let now: Date;
let events: LocalApiEvent[];
let opened: Workspace[];
let workspace: Workspace;

async function open(): Promise<Workspace> {
  const one = await openWorkspace({
    file,
    config: configWithoutProvider(''),
    now: () => now,
    onEvent: (event) => events.push(event),
    reportError: (error) => {
      throw error;
    },
  });
  opened.push(one);
  return one;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-refresh-'));
  file = join(folder, 'w.db');
  now = new Date(2026, 10, 20, 12);
  events = [];
  opened = [];
  workspace = await open();
});

afterEach(async () => {
  for (const one of opened) {
    await one.jobs.cancel();
    one.close();
  }
  await rm(folder, { recursive: true, force: true });
});

const everything: CompanyQuery = { filters: emptyFilters(), sortBy: 'best_match', onlyIds: null, withoutIds: null };

async function smartList(
  name: string,
  matchedWeek: string,
  include: Partial<FilterSet['include']> = {},
): Promise<number> {
  const user = (await workspace.state.users.firstUser()).id;
  const empty = emptyFilters();
  const filters = { ...empty, include: { ...empty.include, ...include } };
  const list = { name, filters, matchedWeek, now: now.toISOString() };
  const created = await workspace.state.smartLists.create(user, list, [], []);
  if (created === 'name_taken') throw new Error('taken');
  return created.list.id;
}

async function weeksIn(list: number, one = workspace): Promise<Record<string, number>> {
  const companies = await one.companies.getMany(await one.state.entries.companyIds(list, 'all'));
  const counts: Record<string, number> = {};
  for (const { discovered } of companies) counts[discovered] = (counts[discovered] ?? 0) + 1;
  return counts;
}

function landed(): LocalApiEvent[] {
  return events.filter((event) => event.kind === 'refreshed');
}

async function sourceOf(name: string, content: string): Promise<ImportSource> {
  const path = join(folder, name);
  await writeFile(path, content);
  return { path, name: basename(path), mapping: {} };
}

test('missed weeks are caught up one by one, each as on its own Monday, and told once', async () => {
  await workspace.jobs.startSample(2000);
  const all = await smartList('All', '2026-W47');
  // Newly added is what belongs to the newest week: if three weeks were matched only at the end, just the last would
  // be.
  const fresh = await smartList('Fresh', '2026-W47', { companyHighlights: ['newly_added'] });
  now = new Date(2026, 11, 9, 12);
  await workspace.jobs.startRefresh(true);
  expect((await workspace.status()).digestWeek).toBe('2026-W50');
  const { facets } = await workspace.companies.facets(everything);
  const { '2026-W48': a = 0, '2026-W49': b = 0, '2026-W50': c = 0 } = facets['digest_week'] ?? {};
  expect(Math.min(a, b, c)).toBeGreaterThan(0);
  expect(await weeksIn(all)).toEqual({ '2026-W48': a, '2026-W49': b, '2026-W50': c });
  expect(await weeksIn(fresh)).toEqual({ '2026-W48': a, '2026-W49': b, '2026-W50': c });
  expect(landed()).toEqual([
    {
      kind: 'refreshed',
      week: '2026-W50',
      lists: [
        { id: all, name: 'All', added: a + b + c, leftOut: 0, known: 0 },
        { id: fresh, name: 'Fresh', added: a + b + c, leftOut: 0, known: 0 },
      ],
    },
  ]);
  const user = (await workspace.state.users.firstUser()).id;
  const counts = await workspace.state.smartLists.counts(user, [all]);
  expect(counts.get(all)).toMatchObject({ newCount: a + b + c, totalCount: a + b + c, unratedCount: a + b + c });
});

test('a list that is given other filters while it is filled gets what matches those', async () => {
  const source = await sourceOf('a.csv', 'name,country,stage\nAlpha,France,Seed\nBeta,Spain,Series C\n');
  const list = await smartList('All', '2026-W47');
  const { companies, state } = workspace;
  const user = (await state.users.firstUser()).id;
  const read = vi.spyOn(companies, 'getMany');
  read.mockImplementationOnce(async (ids) => {
    const filters = { value: defaultFilters(), drop: [], add: [] };
    await state.smartLists.update(user, list, { filters, now: now.toISOString() });
    return companies.getMany(ids);
  });
  await workspace.jobs.startImport([source], { removeSample: false, dryRun: false });
  read.mockRestore();
  const found = await companies.getMany(await state.entries.companyIds(list, 'all'));
  expect(found.map(({ name }) => name)).toEqual(['Alpha']);
});

test('a smart list that is had back has what was released while it was deleted', async () => {
  await workspace.jobs.startSample(500);
  const [deleted, kept] = [await smartList('Deleted', '2026-W47'), await smartList('Kept', '2026-W47')];
  const { state } = workspace;
  const user = (await state.users.firstUser()).id;
  await state.smartLists.remove(user, deleted, now.toISOString());
  await workspace.jobs.startSimulation();
  const token = await state.users.issueToken(user, 'test');
  const restore = `http://localhost/api/user_smart_lists/${deleted}/restore/`;
  const asked = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
  expect((await workspace.app.fetch(new Request(restore, asked))).status).toBe(200);
  const weeks = await weeksIn(deleted);
  expect(weeks['2026-W48']).toBeGreaterThan(0);
  expect(weeks).toEqual(await weeksIn(kept));
});

test('I14 the digest is told exactly once, also after restarts', async () => {
  await workspace.jobs.startSample(500);
  await smartList('All', '2026-W47');
  await workspace.jobs.startSimulation();
  expect(landed()).toHaveLength(1);
  await open();
  await open();
  expect(landed()).toHaveLength(1);
});

test('F26 two refreshes at once, in one process and in two: one is told to wait, entries come once', async () => {
  await workspace.jobs.startSample(1000);
  const list = await smartList('All', '2026-W47');
  const other = await open();
  const running = workspace.jobs.startSimulation();
  expect(() => workspace.jobs.startSimulation()).toThrow(expect.objectContaining({ code: 'busy' }));
  await Promise.all([running, other.jobs.startSimulation()]);
  expect([workspace.jobs.job?.state, other.jobs.job?.state]).toEqual(['done', 'done']);
  const { week, companies } = await workspace.companies.status();
  const counts = await weeksIn(list);
  const { facets } = await workspace.companies.facets(everything);
  const newer = Object.entries(facets['digest_week'] ?? {}).filter(([each]) => each > '2026-W47' && each <= week);
  expect(counts).toEqual(Object.fromEntries(newer));
  expect(companies).toBeGreaterThan(0);
});

test('F22 I14 a refresh that fails keeps the old digest, and works when tried again', { timeout: 30_000 }, async () => {
  await workspace.jobs.startSample(500);
  const list = await smartList('All', '2026-W47');
  const before = await workspace.companies.search(everything, 0, 25);
  const backup = new DatabaseSync(join(indexFolderOf(file), 'catalogue.db'));
  backup.exec('BEGIN IMMEDIATE');
  const refreshing = workspace.jobs.startSimulation();
  // Searches go on while it waits for the lock.
  expect(await workspace.companies.search(everything, 0, 25)).toEqual(before);
  await refreshing;
  expect(workspace.jobs.job).toMatchObject({ state: 'failed', reason: expect.stringContaining('in use') as string });
  expect(await workspace.companies.search(everything, 0, 25)).toEqual(before);
  expect(landed()).toEqual([]);
  backup.exec('ROLLBACK');
  backup.close();
  await workspace.jobs.startSimulation();
  expect(workspace.jobs.job).toMatchObject({ state: 'done' });
  expect(Object.keys(await weeksIn(list))).toEqual(['2026-W48']);
  expect(landed()).toHaveLength(1);
});

/** Pages through everything; undefined if another generation came in between. */
async function pagedThrough(): Promise<{ count: number; ids: number[] } | undefined> {
  const first = await workspace.companies.search(everything, 0, 25);
  const ids = first.items.map(({ id }) => id);
  for (let page = 1; page * 25 < first.count; page++) {
    const { count, items } = await workspace.companies.search(everything, page, 25);
    if (count !== first.count) return undefined;
    ids.push(...items.map(({ id }) => id));
  }
  return { count: first.count, ids };
}

test('I14 while digests and imports land, every answer is of one generation: its count is what paging reaches', async () => {
  await workspace.jobs.startSample(1500);
  const rows = Array.from({ length: 300 }, (_, index) => `Company ${index},https://company-${index}.example,France`);
  const progress = { over: false };
  const work = (async () => {
    for (let round = 0; round < 3; round++) {
      const some = rows.slice(round * 100, round * 100 + 100).join('\n');
      await workspace.jobs.startImport([await sourceOf(`${round}.csv`, `name,website,country\n${some}\n`)], {
        removeSample: round === 2,
        dryRun: false,
      });
      await workspace.jobs.startSimulation();
    }
    progress.over = true;
  })();
  let whole = 0;
  const seen = new Set<number>();
  while (!progress.over) {
    const paged = await pagedThrough();
    await new Promise((resolve) => setImmediate(resolve));
    if (paged === undefined) continue;
    whole++;
    seen.add(paged.count);
    expect(new Set(paged.ids).size).toBe(paged.count);
  }
  await work;
  expect(await pagedThrough()).toMatchObject({ count: 300 });
  expect(whole).toBeGreaterThan(3);
  // The sample goes in the same step in which the last import comes: no answer has both or neither.
  expect([...seen].every((count) => count === 300 || count > 1000)).toBe(true);
  // It pages during three imports and refreshes, which take long on a busy machine.
}, 240_000);

test('I12 F26 an export that began before an import and an undo has the rows of its own generation', async () => {
  const csv = 'name,website,country,description\n';
  const many = Array.from({ length: 1400 }, (_, index) => `Company ${index},https://company-${index}.example,France`);
  const first = await sourceOf('first.csv', `${csv}${many.map((row) => `${row},old`).join('\n')}\n`);
  const choices = { removeSample: false, dryRun: false };
  await workspace.jobs.startImport([first], choices);
  const token = await workspace.state.users.issueToken((await workspace.state.users.firstUser()).id, 'test');
  const headers = { authorization: `Bearer ${token}` };
  const response = await workspace.app.fetch(
    new Request('http://localhost/api/latest_companies/export/?sort_by=company_name', { headers }),
  );
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  const second = await sourceOf('second.csv', `${csv}${many.map((row) => `${row},a longer text`).join('\n')}\n`);
  await workspace.jobs.startImport([second], choices);
  expect(workspace.jobs.job?.reports).toMatchObject([{ updated: 1400 }]);
  await workspace.jobs.startUndo();
  await workspace.jobs.startUndo();
  expect((await workspace.status()).companies).toBe(0);
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(1401);
  expect(lines.filter((line) => line.includes('a longer text'))).toEqual([]);
});
