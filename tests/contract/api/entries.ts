import { expect, test } from 'vitest';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { Caller, europe, type ApiUnderTest } from './apiUnderTest.ts';

/** Inbox entries: paging, special lists, siblings, moves, picks. */
export function entrySpecs(open: () => ApiUnderTest): void {
  const owner = (): Caller => new Caller(open(), open().tokens.owner);
  let names = 0;
  const newList = async (caller: Caller): Promise<{ id: number; entries: InboxEntry[] }> => {
    const { id } = await caller.ok('createSmartList', { body: { name: `Inbox ${++names}`, filters: europe() } });
    const page = await caller.ok('listEntries', { query: { user_smart_list_id: id, page_size: 1000 } });
    return { id, entries: page.results };
  };

  test('pages follow one another and say so', async () => {
    const caller = owner();
    const { id, entries } = await newList(caller);
    const query = { user_smart_list_id: id, page_size: 10 };
    const first = await caller.ok('listEntries', { query });
    expect(first.previous).toBeNull();
    expect(first.next).toContain('page=1');
    const response = await open().fetch(first.next ?? '', {
      headers: { Authorization: `Bearer ${open().tokens.owner}` },
    });
    const second = (await response.json()) as typeof first;
    expect([...first.results, ...second.results]).toEqual(entries.slice(0, 20));
    expect(second.previous).toContain('page=0');
    const last = await caller.ok('listEntries', { query: { ...query, page: Math.ceil(entries.length / 10) - 1 } });
    expect(last.next).toBeNull();
    expect((await caller.ok('listEntries', { query: { ...query, page: 999 } })).results).toEqual([]);
  });

  test('a move answers with the entry, and every list can be reached from every other (product 4)', async () => {
    const caller = owner();
    const { entries } = await newList(caller);
    const entry = entries[1]!;
    const flags = ['tag_watchlist', 'tag_opportunities', 'tag_archive'] as const;
    for (const [from, to] of flags.flatMap((from) => flags.map((to) => [from, to] as const))) {
      await move(caller, entry.inboxEntryId, { [from]: true });
      const moved = await move(caller, entry.inboxEntryId, { [to]: true });
      expect(flags.filter((flag) => moved[flag])).toEqual([to]);
      expect(moved.id).toBe(entry.id);
      expect(Date.parse(moved.decided_at)).not.toBeNaN();
    }
    const { results } = await caller.ok('listEntries', { query: { company_id: entry.id } });
    const stored = results.find(({ inboxEntryId }) => inboxEntryId === entry.inboxEntryId);
    expect(Date.parse(stored!.decided_at)).not.toBeNaN();
    const back = await move(caller, entry.inboxEntryId, {});
    expect(flags.some((flag) => back[flag])).toBe(false);
    expect([entry.decided_at, back.decided_at]).toEqual(['', '']);
  });

  test('at most one flag may be true', async () => {
    const caller = owner();
    const { id, entries } = await newList(caller);
    const body = { tag_watchlist: true, tag_archive: true };
    const fields = await caller.fails(
      'moveEntry',
      { params: { id: entries[0]!.inboxEntryId }, body },
      400,
      'bad_request',
    );
    expect(Object.keys(fields)).toEqual(['tag_watchlist', 'tag_archive']);
    await caller.fails(
      'moveEntry',
      { params: { id: entries[0]!.inboxEntryId }, body: { tag_archive: 'yes' } },
      400,
      'bad_request',
    );
    const query = { user_smart_list_id: id, tag_watchlist: true, tag_archive: true };
    await caller.fails('listEntries', { query }, 400, 'bad_request');
    expect(await caller.fails('listEntries', {}, 400, 'bad_request')).toHaveProperty('user_smart_list_id');
  });

  test('I3 the same key has its effect once, and with another body it is a conflict', async () => {
    const caller = owner();
    const { entries } = await newList(caller);
    const id = entries[2]!.inboxEntryId;
    const first = await move(caller, id, { tag_archive: true }, 'key-1');
    await move(caller, id, {}, 'key-2');
    // But for the company's other entries, which are where they are now.
    const again = await move(caller, id, { tag_archive: true }, 'key-1');
    expect({ ...again, siblings: [], doubles: [] }).toEqual({ ...first, siblings: [], doubles: [] });
    const now = (await caller.ok('listEntries', { query: { company_id: first.id } })).results.find(
      (entry) => entry.inboxEntryId === id,
    );
    expect(now?.tag_archive).toBe(false);
    const reused = { params: { id }, body: { tag_watchlist: true }, headers: { 'Idempotency-Key': 'key-1' } };
    await caller.fails('moveEntry', reused, 409, 'conflict');
    const bad = { params: { id }, body: {}, headers: { 'Idempotency-Key': 'x'.repeat(201) } };
    expect(await caller.fails('moveEntry', bad, 400, 'bad_request')).toHaveProperty('Idempotency-Key');
  });

  test('siblings are the undecided entries of the same company in other lists', async () => {
    const caller = owner();
    const [a, b] = [await newList(caller), await newList(caller)];
    const inA = a.entries[3]!;
    const inB = b.entries.find((entry) => entry.id === inA.id)!;
    const read = async (): Promise<InboxEntry> =>
      (await caller.ok('listEntries', { query: { user_smart_list_id: a.id, page_size: 1000 } })).results[3]!;
    expect((await read()).siblings).toContain(inB.inboxEntryId);
    expect((await read()).siblings).not.toContain(inA.inboxEntryId);
    await move(caller, inB.inboxEntryId, { tag_archive: true });
    expect((await read()).siblings).not.toContain(inB.inboxEntryId);
    await move(caller, inB.inboxEntryId, {});
    await caller.ok('deleteSmartList', { params: { id: b.id } });
    expect((await read()).siblings).not.toContain(inB.inboxEntryId);
  });

  test('a special list has a company once: its latest decision', async () => {
    const caller = owner();
    const [a, b] = [await newList(caller), await newList(caller)];
    const company = a.entries[4]!.id;
    const inB = b.entries[4]!;
    await move(caller, a.entries[4]!.inboxEntryId, { tag_archive: true });
    await move(caller, inB.inboxEntryId, { tag_watchlist: true });
    const { results, count } = await caller.ok('listEntries', { query: { tag_watchlist: true, page_size: 1000 } });
    const own = results.filter((entry) => entry.id === company);
    expect(own.map((entry) => entry.inboxEntryId)).toEqual([inB.inboxEntryId]);
    expect(count).toBe(results.length);
    const all = await caller.ok('listEntries', { query: { company_id: company, page_size: 100 } });
    expect(all.results.length).toBeGreaterThan(1);
    for (const entry of all.results) expect(entry.tag_watchlist).toBe(true);
  });

  test('flags narrow a smart list; a false one leaves its list out, all three ask for what is undecided', async () => {
    const caller = owner();
    const { id, entries } = await newList(caller);
    await move(caller, entries[0]!.inboxEntryId, { tag_archive: true });
    const archived = await caller.ok('listEntries', { query: { user_smart_list_id: id, tag_archive: true } });
    expect(archived.results.map((entry) => entry.inboxEntryId)).toEqual([entries[0]!.inboxEntryId]);
    const none = { user_smart_list_id: id, tag_watchlist: false, tag_opportunities: false, tag_archive: false };
    const undecided = await caller.ok('listEntryIds', { query: none });
    expect(undecided.entries.map((entry) => entry.id)).toEqual(entries.slice(1).map((entry) => entry.inboxEntryId));
    expect(undecided.count).toBe(entries.length - 1);
    await move(caller, entries[1]!.inboxEntryId, { tag_watchlist: true });
    const rest = { user_smart_list_id: id, tag_watchlist: false, page_size: 1000 };
    const others = await caller.ok('listEntries', { query: rest });
    expect(others.count).toBe(entries.length - 1);
    expect(others.results.map((entry) => entry.inboxEntryId)).toEqual(
      entries.filter((_, index) => index !== 1).map((entry) => entry.inboxEntryId),
    );
    const company = { company_id: entries[1]!.id, tag_watchlist: false };
    const elsewhere = await caller.ok('listEntries', { query: company });
    expect(elsewhere.results.map((entry) => entry.inboxEntryId)).not.toContain(entries[1]!.inboxEntryId);
    await move(caller, entries[1]!.inboxEntryId, {});
    const overview = await caller.ok('listSmartLists', { query: { page_size: 1000 } });
    expect(overview.results.find((list) => list.id === id)).toMatchObject({
      totalCount: entries.length,
      unratedCount: entries.length - 1,
    });
  });

  test('what is new in a smart list can be asked for alone, and nothing is in one just made', async () => {
    const caller = owner();
    const { id, entries } = await newList(caller);
    const ask = async (newly_added: boolean): Promise<InboxEntry[]> => {
      const query = { user_smart_list_id: id, newly_added, page_size: 1000 };
      const { count, entries: ids } = await caller.ok('listEntryIds', {
        query: { user_smart_list_id: id, newly_added },
      });
      const { results, count: all } = await caller.ok('listEntries', { query });
      expect([count, all, ids.map((entry) => entry.id)]).toEqual([
        results.length,
        results.length,
        results.map(({ inboxEntryId }) => inboxEntryId),
      ]);
      return results;
    };
    expect(await ask(true)).toEqual([]);
    expect(await ask(false)).toEqual(entries);
    expect(entries.some((entry) => entry.is_new)).toBe(false);
    await move(caller, entries[0]!.inboxEntryId, { tag_archive: true });
    const overview = await caller.ok('listSmartLists', { query: { page_size: 1000 } });
    expect(overview.results.find((list) => list.id === id)).toMatchObject({ newCount: 0, newUnratedCount: 0 });
    const counts = await caller.ok('countDecided', {});
    for (const list of ['watchlist', 'opportunities', 'archive'] as const) {
      const { count } = await caller.ok('listEntries', { query: { [`tag_${list}`]: true } });
      expect(counts[list], list).toBe(count);
    }
    const asked = { query: { tag_archive: true, newly_added: true } };
    expect(await caller.fails('listEntries', asked, 400, 'bad_request')).toHaveProperty('newly_added');
  });

  test('an overview shows the best companies that are undecided', async () => {
    const caller = owner();
    const { id, entries } = await newList(caller);
    const best = entries.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1));
    await move(caller, best[0]!.inboxEntryId, { tag_watchlist: true });
    await move(caller, best[2]!.inboxEntryId, { tag_archive: true });
    const { results } = await caller.ok('listSmartListCompanies', { query: { page_size: 1000 } });
    const shown = results.find((list) => list.id === id)!.companies.map((company) => company.id);
    expect(shown).toEqual([1, 3, 4, 5, 6].map((at) => best[at]!.id));
  });

  test('a bookmark filter searches among what the user has decided', async () => {
    const caller = owner();
    const { entries } = await newList(caller);
    await move(caller, entries[5]!.inboxEntryId, { tag_opportunities: true });
    const { items } = await caller.ok('searchCompanies', {
      query: { bookmark_list: 'opportunities', page_size: 1000 },
    });
    const { results } = await caller.ok('listEntries', { query: { tag_opportunities: true, page_size: 1000 } });
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(results.map(({ id }) => id)));
    const other = new Caller(open(), open().tokens.other);
    expect((await other.ok('searchCompanies', { query: { bookmark_list: 'opportunities' } })).count).toBe(0);
  });

  test('picking a company adds it to "My picks" once', async () => {
    const caller = owner();
    const first = await caller.ok('pickCompany', { body: { company_id: 1 } });
    expect(await caller.ok('pickCompany', { body: { company_id: 1 } })).toEqual(first);
    const picks = await caller.ok('getSmartList', { params: { id: first.inboxId } });
    expect(picks.name).toBe('My picks');
    const overview = await caller.ok('listSmartLists', { query: { page_size: 1000 } });
    expect(overview.results.find((list) => list.id === picks.id)).toMatchObject({ totalCount: 1 });
    await caller.fails('pickCompany', { body: { company_id: 999_999 } }, 404, 'not_found');
    expect(await caller.fails('pickCompany', { body: {} }, 400, 'bad_request')).toHaveProperty('company_id');
  });

  test('"My picks" takes no filter of any kind, and says so; it takes a name, and filters that filter nothing', async () => {
    const caller = owner();
    const { inboxId } = await caller.ok('pickCompany', { body: { company_id: 1 } });
    const params = { id: inboxId };
    const before = await caller.ok('getSmartList', { params });
    for (const [part, fields] of Object.entries(someFilters)) {
      for (const [field, value] of Object.entries(fields)) {
        const body = { filters: { [part]: { [field]: value } } };
        const refused = await caller.fails('updateSmartList', { params, body }, 422, 'unprocessable');
        expect(refused, `${part} ${field}`).toHaveProperty('filters');
      }
    }
    await caller.ok('updateSmartList', { params, body: { name: 'Mine', filters: { include: {}, exclude: {} } } });
    expect(await caller.ok('getSmartList', { params })).toEqual({ ...before, name: 'Mine' });
    await caller.ok('updateSmartList', { params, body: { name: before.name } });
  });

  test('a deleted "My picks" comes back whole, also where there is a new one by then', async () => {
    const caller = owner();
    const old = await caller.ok('pickCompany', { body: { company_id: 1 } });
    await caller.ok('deleteSmartList', { params: { id: old.inboxId } });
    const newer = await caller.ok('pickCompany', { body: { company_id: 2 } });
    expect(newer.inboxId).not.toBe(old.inboxId);
    const restored = await caller.ok('restoreSmartList', { params: { id: old.inboxId } });
    expect(restored.id).toBe(newer.inboxId);
    const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: restored.id } });
    expect(results.map(({ inboxEntryId }) => inboxEntryId)).toEqual(
      expect.arrayContaining([old.inboxEntryId, newer.inboxEntryId]),
    );
  });
}

/** A value for each field of a filter set. */
const someFilters = {
  include: {
    stages: ['inv_stage_seed'],
    regions: ['Europe'],
    countries: ['FR'],
    industries: ['SaaS'],
    industryGroups: ['Energy'],
    employeeCount: ['1-10'],
    companyHighlights: ['top_match'],
    companyHighlightGroup: ['Strong team'],
    companyHighlightFunding: ['funding_2M'],
    fundedTags: ['funded'],
    fundedTagGroup: ['recent'],
    digestWeek: ['2026-W47'],
    bookmarkList: ['watchlist'],
    textSearch: 'solar',
    translated: false,
    sample: false,
    universities: ['uni_mit'],
    incorporatedYears: ['2024'],
    businessModels: ['SaaS'],
    digestDays: 30,
    amountRaised: ['1M-5M'],
    status: ['operating'],
    ownColumns: ['Batch'],
    employeeGrowth: ['up_25'],
    valuesOf: ['2025'],
    fromFiles: ['harmonic.csv'],
    smartLists: ['1'],
    collections: ['1'],
    notes: ['any'],
    colleagues: ['any'],
    changes: ['last:added'],
    noteWords: ['spring'],
    reasons: ['1'],
    known: ['Affinity'],
    raised: ['2000000-10000000', 'unknown'],
    lastRoundAmount: ['500000-'],
    fundingRounds: ['2-'],
    investorCount: ['-5'],
    employees: ['5-20'],
    growth: ['-0.5-0.25'],
    founderCount: ['-1.0'],
    followers: ['1000-'],
    founded: ['2015-2020'],
    score: ['0.5-0.75'],
    scorePercentile: ['0.9-'],
    crunchbaseRank: ['-10000'],
    ownValues: ['Batch=Winter 2026'],
  },
  exclude: {
    stages: ['inv_stage_seed'],
    regions: ['Europe'],
    countries: ['FR'],
    industries: ['SaaS'],
    industryGroups: ['Energy'],
    textSearch: 'crypto',
    status: ['closed'],
    ownColumns: ['Passed on'],
    valuesOf: ['2024'],
    fromFiles: ['old.csv'],
    bookmarkList: ['archive'],
    smartLists: ['2'],
    collections: ['2'],
    notes: ['any'],
    colleagues: ['any'],
    changes: ['last:added'],
    noteWords: ['autumn'],
    reasons: ['2'],
    known: ['any'],
    ownValues: ['Batch~Summer'],
  },
} satisfies { [part in keyof FilterSet]: Record<keyof FilterSet[part], unknown> };

function move(caller: Caller, id: number, flags: Record<string, boolean>, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  return caller.ok('moveEntry', { params: { id }, body: flags, headers });
}
