import { expect, test } from 'vitest';
import type { SmartList } from '#shared/domain/smartList.ts';
import { Caller, europe, type ApiUnderTest } from './apiUnderTest.ts';

const search = async (caller: Caller, query: Record<string, string>): Promise<Set<number>> =>
  new Set((await caller.ok('searchCompanyIds', { query })).ids);
const entriesOf = async (caller: Caller, id: number): Promise<Set<number>> => {
  const { entries } = await caller.ok('listEntryIds', { query: { user_smart_list_id: id } });
  return new Set(entries.map((entry) => entry.company_id));
};

/** Filters on the user's own lists: special lists, smart lists and collections. */
export function ownListSpecs(open: () => ApiUnderTest): void {
  const owner = (): Caller => new Caller(open(), open().tokens.owner);
  let names = 0;
  const create = (caller: Caller, filters: unknown): Promise<SmartList> =>
    caller.ok('createSmartList', { body: { name: `Own ${++names}`, filters } });
  /** One list of each kind, and which companies are in it. */
  async function listsOf(
    caller: Caller,
  ): Promise<{ readonly asked: string; readonly value: string; ids: Set<number> }[]> {
    const list = await create(caller, europe());
    const ids = await entriesOf(caller, list.id);
    const some = [...ids].slice(0, 7);
    const collection = await caller.ok('createCollection', { body: { name: `Own ${++names}`, description: '' } });
    await caller.ok('addCollectionItems', { body: { collection_id: collection.id, company_ids: some } });
    const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: list.id, page_size: 3 } });
    for (const { inboxEntryId } of results) {
      await caller.ok('moveEntry', { params: { id: inboxEntryId }, body: { tag_watchlist: true } });
    }
    const watched = await caller.ok('listEntryIds', { query: { tag_watchlist: 'true' } });
    return [
      { asked: 'smart_lists', value: String(list.id), ids },
      { asked: 'collections', value: String(collection.id), ids: new Set(some) },
      { asked: 'bookmark_list', value: 'watchlist', ids: new Set(watched.entries.map((entry) => entry.company_id)) },
    ];
  }

  test('each list is asked for and left out alike by search, counts, ids, export and report', async () => {
    const caller = owner();
    const all = await search(caller, {});
    for (const { asked, value, ids } of await listsOf(caller)) {
      const expected = { [value]: ids, [`-${value}`]: without(all, ids) };
      for (const [given, wanted] of Object.entries(expected)) {
        const query = { [asked]: given };
        expect(await search(caller, query), `${asked} ${given}`).toEqual(wanted);
        expect((await caller.ok('searchCompanies', { query })).count).toBe(wanted.size);
        expect((await caller.ok('getFacets', { query })).count).toBe(wanted.size);
        const report = await caller.ok('getSectorReport', { query });
        expect(report.sector.figures.companies).toBe(wanted.size);
        const csv = await caller.ok('exportCompanies', { query: { ...query, columns: 'name' } });
        expect(csv.trimEnd().split('\r\n')).toHaveLength(wanted.size + 1);
      }
    }
  });

  test('several are each asked for, and each left out; a list that is gone or another user’s has nothing', async () => {
    const caller = owner();
    const other = new Caller(open(), open().tokens.other);
    const [list, collection, special] = await listsOf(caller);
    const query = { smart_lists: list!.value, collections: `-${collection!.value}`, bookmark_list: '-watchlist' };
    expect(await search(caller, query)).toEqual(without(without(list!.ids, collection!.ids), special!.ids));
    for (const { asked, value } of [list!, collection!]) {
      expect((await search(other, { [asked]: value })).size).toBe(0);
      expect(await search(other, { [asked]: `-${value}` })).toEqual(await search(other, {}));
    }
    await caller.ok('deleteSmartList', { params: { id: Number(list!.value) } });
    expect((await search(caller, { smart_lists: list!.value })).size).toBe(0);
    expect(await search(caller, { smart_lists: `-${list!.value}` })).toEqual(await search(caller, {}));
  });

  test('a smart list leaves them out when it is made and when its filters change, and says their names', async () => {
    const caller = owner();
    const [first, collection] = await listsOf(caller);
    const made = await create(caller, { exclude: { smartLists: [first!.value] } });
    // What was decided is left out of every list that is made or changed.
    const decided = await search(caller, { bookmark_list: 'watchlist,opportunities,archive' });
    const all = without(await search(caller, {}), decided);
    expect(await entriesOf(caller, made.id)).toEqual(without(all, first!.ids));
    const filters = { include: {}, exclude: { collections: [collection!.value] } };
    await caller.ok('updateSmartList', { params: { id: made.id }, body: { filters } });
    expect(await entriesOf(caller, made.id)).toEqual(without(all, collection!.ids));
    const report = await caller.ok('getSectorReport', { query: { user_smart_list_id: made.id } });
    expect(report.query).toMatch(/It has companies not in the collection “Own \d+”\./);
    // It cannot leave out itself.
    const itself = { include: {}, exclude: { smartLists: [String(made.id)] } };
    await caller.ok('updateSmartList', { params: { id: made.id }, body: { filters: itself } });
    expect(await entriesOf(caller, made.id)).toEqual(all);
  });
}

function without(all: ReadonlySet<number>, others: ReadonlySet<number>): Set<number> {
  return new Set([...all].filter((id) => !others.has(id)));
}
