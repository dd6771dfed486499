import { expect, test } from 'vitest';
import type { SmartList } from '#shared/domain/smartList.ts';
import { Caller, europe, type ApiUnderTest } from './apiUnderTest.ts';

/** Smart lists: create, fill, edit, delete, restore, overview, sign-up. */
export function smartListSpecs(open: () => ApiUnderTest): void {
  const owner = (): Caller => new Caller(open(), open().tokens.owner);
  let names = 0;
  const create = (caller: Caller, extra: Record<string, unknown> = {}): Promise<SmartList> =>
    caller.ok('createSmartList', { body: { name: `List ${++names}`, filters: europe(), ...extra } });

  test('a new smart list is filled with its best matches, in their order', async () => {
    const caller = owner();
    const list = await create(caller);
    const search = await caller.ok('searchCompanies', { query: { regions: 'Europe', page_size: 1000 } });
    const entries = await entriesOf(caller, list.id);
    expect(entries.count).toBe(search.count);
    expect(entries.results.map(({ id }) => id)).toEqual(search.items.map(({ id }) => id));
    expect(entries.results.every((entry) => entry.inboxId === list.id && !entry.tag_archive)).toBe(true);
    const overview = (await caller.ok('listSmartLists', { query: { page_size: 1000 } })).results.find(
      (item) => item.id === list.id,
    );
    expect(overview).toMatchObject({
      totalCount: search.count,
      unratedCount: search.count,
      // Whoever makes a list is there: nothing of it is new.
      newCount: 0,
      topCompanies: search.items.filter(({ tags }) => tags.split(',').includes('top_match')).length,
    });
    const best = (await caller.ok('listSmartListCompanies', { query: { page_size: 1000 } })).results.find(
      (item) => item.id === list.id,
    );
    expect(best?.companies.map(({ id }) => id)).toEqual(search.items.slice(0, 5).map(({ id }) => id));
  });

  test('a smart list can begin empty, for new companies only', async () => {
    const caller = owner();
    const list = await create(caller, { fill: false });
    expect((await entriesOf(caller, list.id)).count).toBe(0);
  });

  test('every field of the filters survives', async () => {
    const caller = owner();
    const include = {
      stages: ['inv_stage_seed'],
      countries: [{ name: 'Germany', code: 'DE' }],
      textSearch: 'software',
      digestDays: 90,
      translated: false,
      bookmarkList: ['archive'],
      incorporatedYears: ['unknown', '2024'],
    };
    const list = await create(caller, { filters: { include, exclude: { textSearch: 'games' } } });
    const read = await caller.ok('getSmartList', { params: { id: list.id } });
    expect(read.filters.include).toMatchObject(include);
    expect(read.filters.exclude.textSearch).toBe('games');
  });

  test('names are one to 80 characters and unique per user', async () => {
    const caller = owner();
    const { name } = await create(caller);
    const fields = await caller.fails('createSmartList', { body: { name: ` ${name} `, filters: {} } }, 409, 'conflict');
    expect(fields).toHaveProperty('name');
    for (const bad of ['', '   ', 'x'.repeat(81)]) {
      await caller.fails('createSmartList', { body: { name: bad, filters: {} } }, 400, 'bad_request');
    }
    const second = await create(caller);
    await caller.fails('updateSmartList', { params: { id: second.id }, body: { name } }, 409, 'conflict');
    const other = new Caller(open(), open().tokens.other);
    await other.ok('createSmartList', { body: { name, filters: {}, fill: false } });
  });

  test('renaming alone leaves filters and entries', async () => {
    const caller = owner();
    const list = await create(caller);
    const before = (await entriesOf(caller, list.id)).count;
    const renamed = await caller.ok('updateSmartList', {
      params: { id: list.id },
      body: { name: `Renamed ${list.id}` },
    });
    expect(renamed).toMatchObject({ name: `Renamed ${list.id}`, filters: { include: { regions: ['Europe'] } } });
    expect((await entriesOf(caller, list.id)).count).toBe(before);
  });

  test('new filters drop undecided entries that no longer match, keep decided ones and add matches', async () => {
    const caller = owner();
    const list = await create(caller);
    const [decided] = (await entriesOf(caller, list.id)).results;
    await caller.ok('moveEntry', { params: { id: decided!.inboxEntryId }, body: { tag_watchlist: true } });
    const filters = { include: { regions: ['North America'] } };
    await caller.ok('updateSmartList', { params: { id: list.id }, body: { filters } });
    const search = await caller.ok('searchCompanies', { query: { regions: 'North America', page_size: 1000 } });
    const entries = await entriesOf(caller, list.id);
    expect(new Set(entries.results.map(({ id }) => id))).toEqual(
      new Set([decided!.id, ...search.items.map(({ id }) => id)]),
    );
    await caller.ok('moveEntry', { params: { id: decided!.inboxEntryId }, body: {} });
  });

  test('what an edit would do is what it does, edit after edit, also where companies are decided here and elsewhere', async () => {
    const caller = owner();
    const list = await create(caller);
    const params = { id: list.id };
    const other = await create(caller);
    // Decided in this list, and decided in another and undecided here.
    const here = (await entriesOf(caller, list.id)).results;
    const there = (await entriesOf(caller, other.id)).results;
    await caller.ok('moveEntry', { params: { id: here[0]!.inboxEntryId }, body: { tag_archive: true } });
    for (const [index, flag] of (['tag_watchlist', 'tag_opportunities', 'tag_archive'] as const).entries()) {
      const entry = there.find(({ id }) => id === here[index + 1]!.id);
      await caller.ok('moveEntry', { params: { id: entry!.inboxEntryId }, body: { [flag]: true } });
    }
    // Kept once, and undecided again.
    const once = there.find(({ id }) => id === here[4]!.id)!;
    await caller.ok('moveEntry', { params: { id: once.inboxEntryId }, body: { tag_watchlist: true } });
    const everKept = await keptBy(caller);
    await caller.ok('moveEntry', { params: { id: once.inboxEntryId }, body: {} });
    // Decided, and in neither list.
    const elsewhere = { name: `Far ${list.id}`, filters: { include: { regions: ['North America'] } } };
    const far = await caller.ok('createSmartList', { body: elsewhere });
    const [farthest] = (await entriesOf(caller, far.id)).results;
    await caller.ok('moveEntry', { params: { id: farthest!.inboxEntryId }, body: { tag_archive: true } });
    const edits = [
      { include: { regions: ['North America'] } },
      { include: {} },
      { include: { bookmarkList: ['watchlist', 'opportunities'] } },
      { include: { textSearch: 'software' }, exclude: { smartLists: [String(other.id)] } },
      { include: {}, exclude: { bookmarkList: ['watchlist'] } },
      { include: { stages: ['inv_stage_series_c'] } },
      { include: { stages: ['inv_stage_series_c'] } },
    ];
    const seen: Record<string, number>[] = [];
    for (const filters of edits) {
      const said = await caller.ok('previewSmartListEdit', { params, body: { filters } });
      const before = await membersOf(caller, list.id);
      const done = await caller.ok('updateSmartList', { params, body: { filters } });
      const after = await membersOf(caller, list.id);
      const dropped = [...before.keys()].filter((id) => !after.has(id));
      expect(said, JSON.stringify(filters)).toEqual({
        dropped: dropped.length,
        dropped_kept: dropped.filter((id) => everKept.has(id)).length,
        added: [...after.keys()].filter((id) => !before.has(id)).length,
        left_out: done['left_out'],
        known: done['known'],
        decided: [...after].filter(([id, isDecided]) => isDecided && before.has(id)).length,
      });
      expect(dropped.filter((id) => before.get(id) === true)).toEqual([]);
      seen.push(said);
    }
    for (const part of ['dropped', 'dropped_kept', 'added', 'left_out', 'decided']) {
      expect(
        seen.some((said) => said[part]! > 0),
        part,
      ).toBe(true);
    }
    // Nothing is left to do.
    expect(seen.at(-1)).toMatchObject({ dropped: 0, added: 0 });
    const stranger = new Caller(open(), open().tokens.other);
    await stranger.fails('previewSmartListEdit', { params, body: { filters: {} } }, 404, 'not_found');
  });

  test('deleting is soft: its decided entries stay in the special lists, and it can be restored', async () => {
    const caller = owner();
    const list = await create(caller);
    const [entry] = (await entriesOf(caller, list.id)).results;
    const move = { params: { id: entry!.inboxEntryId } };
    await caller.ok('moveEntry', { ...move, body: { tag_opportunities: true } });
    await caller.ok('deleteSmartList', { params: { id: list.id } });
    await caller.fails('getSmartList', { params: { id: list.id } }, 404, 'not_found');
    await caller.fails('deleteSmartList', { params: { id: list.id } }, 404, 'not_found');
    await caller.fails('listEntries', { query: { user_smart_list_id: list.id } }, 404, 'not_found');
    const special = await caller.ok('listEntries', { query: { tag_opportunities: true } });
    expect(special.results.map(({ id }) => id)).toContain(entry!.id);
    const { id, name, filters } = list;
    const restored = await caller.ok('restoreSmartList', { params: { id } });
    expect(restored).toEqual({ id, name, filters, shows_decided: false, shared: null });
    expect((await caller.ok('getSmartList', { params: { id: list.id } })).name).toBe(list.name);
    await caller.ok('moveEntry', { ...move, body: {} });
  });

  test('a name that was taken meanwhile stands against restoring', async () => {
    const caller = owner();
    const list = await create(caller);
    await caller.ok('deleteSmartList', { params: { id: list.id } });
    await caller.ok('createSmartList', { body: { name: list.name, filters: {}, fill: false } });
    await caller.fails('restoreSmartList', { params: { id: list.id } }, 409, 'conflict');
  });

  test('exclude_smartlist leaves out what the list has', async () => {
    const caller = owner();
    const list = await create(caller);
    const all = await caller.ok('searchCompanies', { query: { page_size: 1000 } });
    const rest = await caller.ok('searchCompanies', { query: { exclude_smartlist: list.id, page_size: 1000 } });
    expect(rest.items.some(({ region }) => region === 'Europe')).toBe(false);
    expect(rest.count).toBe(all.items.filter(({ region }) => region !== 'Europe').length);
    await caller.fails('searchCompanies', { query: { exclude_smartlist: 999_999 } }, 404, 'not_found');
  });

  test('sign-up keeps the e-mail and creates the first smart list, again under another name', async () => {
    const caller = new Caller(open(), open().tokens.plain);
    const body = {
      user_email: 'me@example.com',
      account_id: 'a1',
      feedback: [{ company_id: 1, feedback: true }, { company_id: 2 }],
      filters: europe(),
    };
    const first = await caller.ok('signUp', { body });
    const second = await caller.ok('signUp', { body });
    expect(second.name).not.toBe(first.name);
    expect((await caller.ok('getMe')).email).toBe('me@example.com');
    expect((await entriesOf(caller, first.id)).count).toBeGreaterThan(0);
    const fields = await caller.fails(
      'signUp',
      { body: { ...body, feedback: [{ company_id: 'x' }] } },
      400,
      'bad_request',
    );
    expect(Object.keys(fields)).toEqual(['feedback.0.company_id']);
  });
}

function entriesOf(caller: Caller, id: number) {
  return caller.ok('listEntries', { query: { user_smart_list_id: id, page_size: 1000 } });
}

/** The companies of a smart list, and whether each is decided there. */
async function membersOf(caller: Caller, id: number): Promise<Map<number, boolean>> {
  const { results } = await entriesOf(caller, id);
  return new Map(
    results.map((entry) => [entry.id, entry.tag_watchlist || entry.tag_opportunities || entry.tag_archive]),
  );
}

/** The companies in Watchlist or Opportunities. */
async function keptBy(caller: Caller): Promise<Set<number>> {
  const lists = await Promise.all(
    (['tag_watchlist', 'tag_opportunities'] as const).map((tag) =>
      caller.ok('listEntryIds', { query: { [tag]: 'true' } }),
    ),
  );
  return new Set(lists.flatMap(({ entries }) => entries.map((entry) => entry.company_id)));
}
