import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ApiClient } from '#main/services/api/apiClient.ts';
import { createEventHub } from '#main/services/eventHub.ts';
import { MoveQueue } from '#main/services/moves/moveQueue.ts';
import { openQueue } from '#main/services/moves/queueStore.ts';
import { eventually } from '#main/services/testing/eventually.ts';
import { FakeClock } from '#main/services/testing/fakeClock.ts';
import { RecordingLog } from '#main/services/testing/recordingLog.ts';
import { indexFolderOf, workspaceFile } from '#server/jobs/copies/workspaceFiles.ts';
import { everyQuestion } from '#server/index/testing/everyFilter.ts';
import { ageSegments } from '#server/index/testing/olderFiles.ts';
import { outdatedSegments } from '#server/index/rebuild.ts';
import type { State } from '#server/state/port.ts';
import { openState } from '#server/state/sqlite/file.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '#server/workspace.ts';
import type { Collection } from '#shared/domain/collection.ts';
import { fundedTagOf, type Company } from '#shared/domain/company.ts';
import { matchesFilters } from '#shared/domain/filterMatch.ts';
import { filtersFromQuery, filtersToQuery } from '#shared/domain/filterQuery.ts';
import type { FilterField } from '#shared/fields/filterFields.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import type { CompanyDecisions } from '#shared/domain/ledger.ts';
import { usualReasons } from '#shared/domain/reasons.ts';

const released = join(import.meta.dirname, '../fixtures/released');
const versions = readdirSync(released).filter((name) => statSync(join(released, name)).isDirectory());

type HeldEntry = Pick<InboxEntry, 'inboxEntryId' | 'id' | 'tag_watchlist' | 'tag_opportunities' | 'tag_archive'>;

/** What a version told of its workspace. */
interface Held {
  readonly version: string;
  readonly made: string;
  readonly companies: readonly Company[];
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly smartLists: readonly {
    readonly id: number;
    readonly name: string;
    readonly filters: FilterSet;
    readonly entries: readonly HeldEntry[];
  }[];
  readonly collections: readonly Collection[];
  readonly queue: readonly object[];
}

/** What finds some of the companies by their texts, in words of theirs as in any part of them. */
const words = ['"robots"', 'companion', 'Gdańsk', 'データ'];
/** Filters that ask for the age of the last round. */
const ofAges: ReadonlySet<string> = new Set(['funded_tags', 'funded_tag_group', 'company_highlight_group']);
/** What the facets do not count, because it is the user's own. */
const lists = ['watchlist', 'opportunities', 'archive'];

/** Versions of the newest release on: the heading of an unreleased one has no number. */
const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');

test('there is a workspace of every released version', () => {
  const releases = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, release]) => release);
  expect(releases).not.toEqual([]);
  expect(versions, 'tests/fixtures/released/README.md says how one is made').toEqual(expect.arrayContaining(releases));
});

/** How a copy is opened: what its files say of filters, and whether they are written again before it is asked. */
const ways = [
  { name: 'as it was written', isAged: false, isRebuilt: false },
  { name: 'from before any filter of today', isAged: true, isRebuilt: false },
  { name: 'from before any filter of today, brought up to date', isAged: true, isRebuilt: true },
] as const;

describe.each(versions.flatMap((version) => ways.map((way) => ({ version, ...way }))))(
  'F30 a workspace of Winnow $version $name',
  ({ version, isAged, isRebuilt }) => {
    const held = JSON.parse(readFileSync(join(released, version, 'held.json'), 'utf8')) as Held;
    const today = held.made.slice(0, 10);
    // Since then a word is a prefix only with a star.
    const hasWords = isFrom('1.5.0', version);
    const knowsVisits = isFrom('1.8.0', version);
    let folder: string;
    let workspace: Workspace;
    let token: string;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'winnow-released-'));
      unpack(join(released, version), folder);
      const index = indexFolderOf(workspaceFile(folder));
      if (isAged) ageSegments(index);
      workspace = await openWorkspace({
        file: workspaceFile(folder),
        config: configWithoutProvider(''),
        now: () => new Date(held.made),
        onEvent: () => undefined,
        reportError: (error) => {
          throw error;
        },
        isBrief: !isRebuilt,
      });
      if (isRebuilt) {
        await vi.waitFor(() => expect(workspace.jobs.upkeep?.state).not.toBe('running'), { timeout: 20_000 });
        expect(workspace.jobs.upkeep).toBeNull();
      }
      if (isAged) expect(outdatedSegments(index)).toHaveLength(isRebuilt ? 0 : 2);
      const { users } = workspace.state;
      token = await users.issueToken((await users.firstUser()).id, 'test');
    });

    afterAll(() => {
      workspace.close();
      rmSync(folder, { recursive: true, force: true });
    });

    async function ask<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
      const url = new URL(path, 'http://127.0.0.1');
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const response = await workspace.app.fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }));
      expect(response.status, url.href).toBe(200);
      return (await response.json()) as T;
    }

    test('opens without a word', async () => {
      expect((await workspace.status()).notices).toEqual([]);
    });

    test('has every company, with everything that was known of it, in the same order', async () => {
      const { items } = await ask<{ items: Company[] }>('/api/latest_companies/preview/', { page_size: '100' });
      expect(items).toHaveLength(held.companies.length);
      const fundedOn = new Map(items.map((item) => [item.id, item.funded_on]));
      // Up to 1.7.0 the age of a round counted from the Monday of the week, and now from today.
      const companies = held.companies.map((company) => ({
        ...company,
        funded: fundedTagOf(fundedOn.get(company.id) ?? '', today),
      }));
      const expected = isRebuilt ? companies.toSorted(byId) : companies;
      expect(isRebuilt ? items.toSorted(byId) : items).toMatchObject(expected);
      for (const company of companies) {
        expect(await ask(`/api/latest_companies/${company.id}/`)).toMatchObject(company);
      }
    });

    test('marks its sample companies, and no imported one', async () => {
      const { items } = await ask<{ items: Company[] }>('/api/latest_companies/preview/', { page_size: '100' });
      const { sampleCompanies } = await workspace.status();
      // The sample was made first.
      for (const { id, name, is_sample: isSample } of items) expect(isSample, name).toBe(id <= 50);
      expect(items.filter(({ is_sample: isSample }) => isSample)).toHaveLength(sampleCompanies);
      for (const { id, is_sample: isSample } of items) {
        expect(await ask(`/api/latest_companies/${id}/`)).toMatchObject({ is_sample: isSample });
      }
      const { facets } = await ask<Pick<Held, 'facets'>>('/api/latest_companies/facets/');
      expect(facets['is_sample']).toEqual({ true: sampleCompanies, false: items.length - sampleCompanies });
      const url = 'http://127.0.0.1/api/latest_companies/export/?columns=sample';
      const response = await workspace.app.fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }));
      expect((await response.text()).split('\r\n').filter((line) => line === 'yes')).toHaveLength(sampleCompanies);
    });

    test('counts every value of every filter as it did', async () => {
      const { facets } = await ask<Pick<Held, 'facets'>>('/api/latest_companies/facets/');
      const lasting = Object.entries(held.facets).filter(([parameter]) => !ofAges.has(parameter));
      expect(lasting.length).toBeGreaterThan(8);
      expect(facets).toMatchObject(Object.fromEntries(lasting));
    });

    // Filters of fields that no company of that time says anything of.
    const later: ReadonlySet<string> = new Set<FilterField>([
      'status',
      'ownColumns',
      'ownValues',
      'employeeGrowth',
      'valuesOf',
      'fromFiles',
      'notes',
      'noteWords',
      'colleagues',
      'changes',
      'reasons',
      'known',
    ]);

    test('answers every filter, included and excluded, as the rules say', async () => {
      const decidedIn = decisionsOf(held);
      // With what today's code adds to them, which is blank.
      const { items } = await ask<{ items: Company[] }>('/api/latest_companies/preview/', { page_size: '100' });
      const rows = items.map((company) => ({
        ...company,
        decidedIn: decidedIn.get(company.id) ?? [],
        smartLists: held.smartLists.filter(({ entries }) => has(entries, company)).map(({ id }) => String(id)),
        collections: held.collections
          .filter(({ companies }) => companies.includes(company.id))
          .map(({ id }) => String(id)),
        knownFrom: [],
      }));
      const own = { smartLists: idsOf(held.smartLists), collections: idsOf(held.collections) };
      const { facets } = await ask<Pick<Held, 'facets'>>('/api/latest_companies/facets/');
      for (const [field, questions] of everyQuestion(facets, { words, lists, ...own })) {
        let found = 0;
        for (const query of questions) {
          const filters = filtersFromQuery(query);
          const expected = rows.filter((row) => matchesFilters(row, filters, { today })).map(({ id }) => id);
          const { ids } = await ask<{ ids: number[] }>('/api/latest_companies/preview/ids/', query);
          expect(
            ids.toSorted((a, b) => a - b),
            JSON.stringify(query),
          ).toEqual(expected.toSorted((a, b) => a - b));
          found += ids.length;
        }
        if (!later.has(field)) expect(found, field).toBeGreaterThan(0);
      }
    });

    test('has its smart lists with their filters and entries, and the decisions', async () => {
      let areNew = false;
      for (const { id, name, filters, entries } of held.smartLists) {
        const list = await ask<{ name: string; filters: FilterSet }>(`/api/user_smart_lists/${id}/`);
        expect(list.name).toBe(name);
        const expected = hasWords ? filters : inTodaysWords(filters);
        expect(filtersToQuery(list.filters)).toEqual(filtersToQuery(expected));
        const query = { user_smart_list_id: String(id), page_size: '100' };
        const page = await ask<{ results: (HeldEntry & { is_new: boolean })[] }>('/api/user_smart_lists_inbox/', query);
        areNew ||= page.results.some(({ is_new: isNew }) => isNew);
        expect(page.results.toSorted(byEntry)).toMatchObject(entries.toSorted(byEntry));
        expect(page.results).toHaveLength(entries.length);
      }
      // Whoever used a version that kept no visits was there: nothing of it is new. In later ones nobody was.
      expect(areNew).toBe(knowsVisits);
      expect(decisionsOf(held).size).toBe(4);
    });

    test('M10 tells its decisions, with their day and no reason', async () => {
      for (const [company, [list]] of decisionsOf(held)) {
        const { results } = await ask<CompanyDecisions>(`/api/latest_companies/${company}/decisions/`);
        expect(results).toMatchObject([{ ...toldIn(version), from: 'None', to: list, reason: '' }]);
        expect(Date.parse(results[0]!.at)).not.toBeNaN();
        const { results: entries } = await ask<{ results: InboxEntry[] }>('/api/user_smart_lists_inbox/', {
          company_id: String(company),
        });
        for (const entry of entries)
          expect([listOf(entry), entry.decided_at]).toEqual([list!.toLowerCase(), results[0]!.at]);
      }
    });

    test('has its collections', async () => {
      const { results } = await ask<{ results: Collection[] }>('/api/collection/', { page_size: '100' });
      expect(results).toMatchObject(held.collections);
      expect(results.flatMap(({ companies }) => companies)).toHaveLength(3);
    });

    test('has its moves that were never sent, in order', () => {
      const { store, notice } = openQueue(join(folder, 'queue.db'), new FakeClock(), new RecordingLog());
      try {
        expect(notice).toBe('');
        expect(store.load('local#1')).toEqual({ commands: held.queue, unreadable: 0 });
      } finally {
        store.close();
      }
    });

    test('I3 sends its pending moves, each under its key, and keeps the one that was refused', async () => {
      const log = new RecordingLog();
      const clock = new FakeClock();
      const sent: [key: string | null, company: number, list: string][] = [];
      const client = new ApiClient({
        transport: {
          fetch: async (request) => {
            const response = await workspace.app.fetch(request);
            if (request.method === 'PATCH') {
              const entry = (await response.clone().json()) as HeldEntry;
              sent.push([request.headers.get('idempotency-key'), entry.id, listOf(entry)]);
            }
            return response;
          },
        },
        origin: 'http://127.0.0.1',
        token,
        jar: { csrf: '' },
        clock,
        onDenied: () => undefined,
        onReached: () => undefined,
      });
      const queue = new MoveQueue({ path: join(folder, 'queue.db'), clock, events: createEventHub(log), log });
      queue.start();
      try {
        queue.attach('local#1', client);
        await eventually(() => {
          expect(sent.length).toBeGreaterThan(1);
          expect(queue.state()).toMatchObject({ status: 'idle', failed: [{ name: 'Three' }] });
        });
        const wanted = [
          ['key-1', 11, 'watchlist'],
          ['key-2', 12, 'archive'],
        ];
        const isOfFile = ([key]: (typeof sent)[number]): boolean => key?.startsWith('key-') === true;
        expect(sent.filter(isOfFile).toSorted(([, a], [, b]) => a - b)).toEqual(wanted);
        // A decision covers the company's other entries, which the queue has heard of just now.
        for (const [, company, list] of sent)
          expect(wanted.map((each) => each.slice(1))).toContainEqual([company, list]);
      } finally {
        queue.stop();
        client.close();
      }
    });
  },
);

describe.each(versions)('F7 the lists of Winnow %s where nothing can be written', (version) => {
  const held = JSON.parse(readFileSync(join(released, version, 'held.json'), 'utf8')) as Held;
  const everything = { offset: 0, limit: 1000 };
  let folder: string;
  let state: State;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'winnow-released-'));
    unpack(join(released, version), folder);
  });

  afterAll(() => {
    state.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('M10 open as they are today: lists, entries, filters on decisions, history, reasons', async () => {
    const file = workspaceFile(folder);
    const before = readFileSync(file);
    state = await openState(file, { isDiskFull: true });
    expect(state.readOnly).toContain('you can search, but not change anything');
    const { id: user } = await state.users.firstUser();
    for (const list of held.smartLists) {
      expect(await state.smartLists.get(user, list.id)).toMatchObject({ name: list.name, showsDecided: false });
      const { rows } = await state.entries.page(user, { smartListId: list.id }, everything);
      const told = rows.map(({ id, companyId, list: to }) => [id, companyId, to.toLowerCase()]);
      const expected = list.entries.map((entry) => [entry.inboxEntryId, entry.id, listOf(entry) || 'none']);
      expect(new Set(told.map(String))).toEqual(new Set(expected.map(String)));
    }
    for (const [company, [list]] of decisionsOf(held)) {
      expect(await state.entries.decidedCompanyIds(user, [list!])).toContain(company);
      expect(await state.ledger.ofCompany(user, company)).toMatchObject([{ ...toldIn(version), to: list }]);
    }
    expect(await state.reasons.list(user)).toHaveLength(usualReasons.length);
    expect((await state.collections.list(user, everything)).rows).toHaveLength(held.collections.length);
    const refused = state.smartLists.update(user, held.smartLists[0]!.id, { name: 'Other', now: held.made });
    await expect(refused).rejects.toMatchObject({ code: 'storage_readonly' });
    state.close();
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.endsWith('.bak'))).toEqual([]);
    state = await openState(file);
    expect(state.readOnly).toBe('');
  });
});

/** Whether a version is this one or later. */
function isFrom(first: string, version: string): boolean {
  return version.localeCompare(first, 'en', { numeric: true }) >= 0;
}

/** What the ledger tells of a decision: nothing but that it was made where a version kept none. */
function toldIn(version: string) {
  const hasLedger = isFrom('1.6.0', version);
  return hasLedger ? { kind: 'decided', facts: expect.anything() } : { kind: 'before', facts: null };
}

/** Versions before 1.5.0 had companies without a score in the order of their ids. */
function byId(a: Company, b: Company): number {
  return a.score === null && b.score === null ? a.id - b.id : 0;
}

function byEntry(a: HeldEntry, b: HeldEntry): number {
  return a.inboxEntryId - b.inboxEntryId;
}

function listOf(entry: HeldEntry): string {
  return lists.find((list) => entry[`tag_${list}` as keyof HeldEntry] === true) ?? '';
}

function starred(text: string): string {
  return text === '' ? '' : `${text}*`;
}

/** The last word of a text was a prefix then (ADR 33). */
function inTodaysWords({ include, exclude }: FilterSet): FilterSet {
  return {
    include: { ...include, textSearch: starred(include.textSearch) },
    exclude: { ...exclude, textSearch: starred(exclude.textSearch) },
  };
}

/** The lists that a company was decided into, by its id. */
function decisionsOf({ smartLists }: Held): Map<number, ('Watchlist' | 'Opportunities' | 'Archive')[]> {
  const decided = new Map<number, ('Watchlist' | 'Opportunities' | 'Archive')[]>();
  for (const { entries } of smartLists) {
    for (const entry of entries) {
      if (entry.tag_watchlist) decided.set(entry.id, ['Watchlist']);
      if (entry.tag_opportunities) decided.set(entry.id, ['Opportunities']);
      if (entry.tag_archive) decided.set(entry.id, ['Archive']);
    }
  }
  return decided;
}

function unpack(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (statSync(join(from, name)).isDirectory()) unpack(join(from, name), join(to, name));
    else if (name.endsWith('.gz')) {
      writeFileSync(join(to, name.slice(0, -'.gz'.length)), gunzipSync(readFileSync(join(from, name))), {
        mode: 0o600,
      });
    }
  }
}

function has(entries: readonly HeldEntry[], company: Company): boolean {
  return entries.some(({ id }) => id === company.id);
}

function idsOf(items: readonly { readonly id: number }[]): string[] {
  return items.map(({ id }) => String(id));
}
