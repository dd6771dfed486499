import { expect, test } from 'vitest';
import { employeesOf, labelOf, stages } from '#shared/domain/choices.ts';
import { shortPlaceText, shownHighlights, type Company } from '#shared/domain/company.ts';
import { generalFields } from '#shared/domain/generalFields.ts';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';
import { isEntryOrder, orderNames } from '#shared/domain/listOrder.ts';
import { fold } from '#shared/domain/text.ts';
import { Caller, europe, type ApiUnderTest } from './apiUnderTest.ts';

/** A value that a row is put in order by; blank if null or `''`. */
type Key = number | string | null;

const placed: Readonly<Record<string, (company: Company) => Key>> = {
  name: ({ name }) => fold(name).trim(),
  stages: (company) =>
    company.stages.length === 0
      ? null
      : Math.max(...company.stages.map((stage) => stages.findIndex(({ value }) => value === stage))),
  location: (company) => fold(shortPlaceText(company)),
  founded: ({ founded }) => founded,
  size: ({ size, employee_band: band }) => employeesOf(size.count, band),
  score: ({ score }) => score,
  tags: ({ tags }) => shownHighlights(tags).length || null,
  industry: ({ industry }) => fold(industry.join(', ')),
  funded: ({ funded, funded_on: day }) => (funded === '' ? '' : day),
  discovered_date: (company) => company.discovered_date,
};

const ofEntries: Readonly<Record<string, (entry: InboxEntry) => Key>> = {
  decided_at: (entry) => entry.decided_at,
  smart_list: (entry) => fold(entry.smart_list),
  reason: (entry) => fold(entry.reason),
  list: (entry) =>
    entry.tag_archive ? 'Archive' : entry.tag_opportunities ? 'Opportunities' : entry.tag_watchlist ? 'Watchlist' : '',
};

/** What a row is put in order by, read from what the API answers. */
function keyOf(by: string, row: Company): Key {
  if (by in placed) return placed[by]!(row);
  if (by in ofEntries) return ofEntries[by]!(row as InboxEntry);
  const field = generalFields.find(({ wire }) => wire === by);
  const value = (row as unknown as Readonly<Record<string, unknown>>)[by];
  if (typeof value === 'boolean') return value ? 1 : null;
  if (Array.isArray(value)) return fold(value.join(', '));
  if (typeof value !== 'string' || field?.kind === 'day') return (value ?? null) as Key;
  return fold(field?.choices ? labelOf(field.choices, value) : value);
}

function isLess(a: Key, b: Key): boolean {
  return typeof a === 'number' ? a < Number(b) : String(a) < String(b);
}

/** The rows as they ought to come: blanks last, what is equal by name and then by id. */
function inOrder<R extends Company>(rows: readonly R[], ordering: string): R[] {
  const isDescending = ordering.startsWith('-');
  const by = isDescending ? ordering.slice(1) : ordering;
  const keys = new Map(rows.map((row) => [row, keyOf(by, row)]));
  const compare = (a: Key, b: Key): number => {
    const [isBlankA, isBlankB] = [a === null || a === '', b === null || b === ''];
    if (isBlankA || isBlankB) return Number(isBlankA) - Number(isBlankB);
    if (a === b) return 0;
    return isLess(a, b) === isDescending ? 1 : -1;
  };
  const named = (row: R): Key => fold(row.name).trim();
  return rows.toSorted((a, b) => {
    const byKey = compare(keys.get(a) ?? null, keys.get(b) ?? null);
    if (byKey !== 0) return byKey;
    if (named(a) !== named(b)) return isLess(named(a), named(b)) ? -1 : 1;
    return a.id - b.id;
  });
}

const both = (names: readonly string[]): string[] => names.flatMap((name) => [name, `-${name}`]);
const companyOrders = orderNames.filter((name) => !isEntryOrder(name));

/** All rows of a list, in pages of this many. */
async function paged<R>(
  read: (page: number) => Promise<{ readonly count: number; readonly results: R[] }>,
  size: number,
): Promise<R[]> {
  const rows: R[] = [];
  for (let page = 0; ; page++) {
    const { count, results } = await read(page);
    rows.push(...results);
    if ((page + 1) * size >= count) return rows;
  }
}

async function decidedList(caller: Caller, name: string): Promise<{ id: number; entries: InboxEntry[] }> {
  const { id } = await caller.ok('createSmartList', { body: { name, filters: europe() } });
  const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: id, page_size: 1000 } });
  for (const [index, entry] of results.slice(0, 24).entries()) {
    const flag = ['tag_watchlist', 'tag_opportunities', 'tag_archive'][index % 3]!;
    const body = { [flag]: true, reason: index % 5 };
    await caller.ok('moveEntry', { params: { id: entry.inboxEntryId }, body });
  }
  const after = await caller.ok('listEntries', { query: { user_smart_list_id: id, page_size: 1000 } });
  return { id, entries: after.results };
}

/** Lists in every order (docs/api.md 5). */
export function orderSpecs(open: () => ApiUnderTest): void {
  const owner = (): Caller => new Caller(open(), open().tokens.owner);

  test('a smart list comes in every order, and its pages are the whole list, each row once', async () => {
    const caller = owner();
    const { id, entries } = await decidedList(caller, 'In every order');
    expect(entries.length).toBeGreaterThan(50);
    const size = Math.ceil(entries.length / 3);
    for (const ordering of both(orderNames)) {
      const query = { user_smart_list_id: id, ordering, page_size: size };
      const rows = await paged((page) => caller.ok('listEntries', { query: { ...query, page } }), size);
      expect(idsOf(rows), ordering).toEqual(idsOf(inOrder(entries, ordering)));
      const { entries: ids } = await caller.ok('listEntryIds', { query: { user_smart_list_id: id, ordering } });
      expect(
        ids.map((entry) => entry.company_id),
        ordering,
      ).toEqual(idsOf(rows));
    }
  });

  test('a special list comes in every order, with the names of the smart lists', async () => {
    const caller = owner();
    const first = await decidedList(caller, 'A first one');
    const second = await caller.ok('createSmartList', { body: { name: 'Zebras', filters: {} } });
    const others = await caller.ok('listEntries', { query: { user_smart_list_id: second.id, page_size: 1000 } });
    const known = new Set(idsOf(first.entries));
    for (const entry of others.results.filter(({ id }) => !known.has(id)).slice(0, 9)) {
      await caller.ok('moveEntry', { params: { id: entry.inboxEntryId }, body: { tag_watchlist: true } });
    }
    await caller.ok('deleteSmartList', { params: { id: second.id } });
    const { results } = await caller.ok('listEntries', { query: { tag_watchlist: true, page_size: 1000 } });
    expect(new Set(results.map((entry) => entry.smart_list))).toContain('Zebras');
    for (const ordering of both(orderNames)) {
      const query = { tag_watchlist: true, ordering, page_size: 7 };
      const rows = await paged((page) => caller.ok('listEntries', { query: { ...query, page } }), 7);
      expect(idsOf(rows), ordering).toEqual(idsOf(inOrder(results, ordering)));
    }
  });

  test('a collection comes in every order, and so does its export', async () => {
    const caller = owner();
    const { id } = await caller.ok('createCollection', { body: { name: 'In order' } });
    const { items } = await caller.ok('searchCompanies', { query: { page_size: 60 } });
    const companies = items.toSorted((a, b) => (a.id % 7) - (b.id % 7));
    await caller.ok('addCollectionItems', { body: { collection_id: id, company_ids: idsOf(companies) } });
    for (const ordering of both(companyOrders)) {
      const call = { params: { id }, query: { ordering, page_size: 25 } };
      const rows = await paged(
        (page) => caller.ok('listCollectionCompanies', { ...call, query: { ...call.query, page } }),
        25,
      );
      expect(idsOf(rows), ordering).toEqual(idsOf(inOrder(companies, ordering)));
    }
    const csv = await caller.ok('exportCompanies', { query: { collection_id: id, ordering: '-name', columns: 'id' } });
    expect(csv.trim().split(/\r?\n/).slice(1).map(Number)).toEqual(idsOf(inOrder(companies, '-name')));
    const own = await caller.ok('listCollectionCompanies', { params: { id }, query: { page_size: 1000 } });
    expect(idsOf(own.results)).toEqual(idsOf(companies));
  });

  test('a decision takes its row out of an order, and taking it back puts it where it was', async () => {
    const caller = owner();
    const { id, entries } = await decidedList(caller, 'In and out');
    const flags = { tag_watchlist: false, tag_opportunities: false, tag_archive: false };
    const read = async (): Promise<number[]> => {
      const query = { user_smart_list_id: id, ...flags, ordering: '-founded', page_size: 1000 };
      return idsOf((await caller.ok('listEntries', { query })).results);
    };
    const before = await read();
    const entry = entries.find((each) => each.id === before[5])!;
    await caller.ok('moveEntry', { params: { id: entry.inboxEntryId }, body: { tag_archive: true } });
    expect(await read()).toEqual(before.toSpliced(5, 1));
    await caller.ok('moveEntry', { params: { id: entry.inboxEntryId }, body: {} });
    expect(await read()).toEqual(before);
  });

  test('no other order is known, entries have orders that companies lack, and a search has its own', async () => {
    const caller = owner();
    const { id } = await caller.ok('createCollection', { body: { name: 'Refused' } });
    for (const ordering of ['-', 'best_match', 'description', '--name', 'own:', 'constructor', 'x'.repeat(200)]) {
      const query = { tag_watchlist: true, ordering };
      expect(await caller.fails('listEntries', { query }, 400, 'bad_request'), ordering).toHaveProperty('ordering');
      const call = { params: { id }, query: { ordering } };
      expect(await caller.fails('listCollectionCompanies', call, 400, 'bad_request')).toHaveProperty('ordering');
    }
    for (const ordering of both(Object.keys(ofEntries))) {
      const call = { params: { id }, query: { ordering } };
      expect(await caller.fails('listCollectionCompanies', call, 400, 'bad_request')).toHaveProperty('ordering');
      const exported = { query: { collection_id: id, ordering } };
      expect(await caller.fails('exportCompanies', exported, 400, 'bad_request')).toHaveProperty('ordering');
    }
    for (const query of [{ ordering: 'name' }, { ids: '1,2', ordering: 'name' }]) {
      expect(await caller.fails('exportCompanies', { query }, 400, 'bad_request')).toHaveProperty('ordering');
    }
  });
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
