import { expect, test } from 'vitest';
import { addDays } from '#shared/domain/digestWeek.ts';
import { usualReasons } from '#shared/domain/reasons.ts';
import { Caller, europe, type ApiUnderTest } from './apiUnderTest.ts';

/** What was decided, and why, over the API. */
export function decisionSpecs(open: () => ApiUnderTest): void {
  let made = 0;
  const owner = (): Caller => new Caller(open(), open().tokens.owner);

  async function create(caller: Caller, body: object = {}): Promise<{ id: number; added: number; left_out: number }> {
    return caller.ok('createSmartList', { body: { name: `Decided ${++made}`, filters: europe(), ...body } });
  }

  test('a company’s history says when, from where to where, in which list, why, and what was known', async () => {
    const caller = owner();
    const list = await create(caller);
    const entry = (await entriesOf(caller, list.id))[0]!;
    const params = { id: entry.inboxEntryId };
    await caller.ok('moveEntry', { params, body: { tag_archive: true } });
    const given = await caller.ok('giveReason', { params, body: { reason: 1 } });
    expect(given).toMatchObject({ id: entry.id, tag_archive: true, reason: 'Too early' });
    await caller.ok('moveEntry', { params, body: { tag_watchlist: true } });
    await caller.ok('moveEntry', { params, body: {} });
    const history = await caller.ok('getDecisions', { params: { id: entry.id } });
    const results = history.results.slice(0, 4);
    const company = await caller.ok('getCompany', { params: { id: entry.id } });
    const facts = {
      name: company.name,
      stages: company.stages,
      raised: company.funding_total,
      funded_on: company.funded_on,
      employees: company.size.count,
    };
    expect(results).toMatchObject([
      { kind: 'decided', from: 'Watchlist', to: 'None', reason: '', facts },
      { kind: 'decided', from: 'Archive', to: 'Watchlist', reason: '', facts },
      { kind: 'reason', from: 'Archive', to: 'Archive', reason: 'Too early', facts: null },
      { kind: 'decided', from: 'None', to: 'Archive', reason: '', facts },
    ]);
    const other = new Caller(open(), open().tokens.other);
    const hers = (await other.ok('getDecisions', { params: { id: entry.id } })).results;
    expect(hers.filter(({ smart_list: name }) => name === `Decided ${made}`)).toEqual([]);
    await caller.fails('getDecisions', { params: { id: 4_000_000 } }, 404, 'not_found');
  });

  test('companies are found by the reason of their decision, and left out by it', async () => {
    const caller = owner();
    const first = await create(caller);
    const [one, two] = await entriesOf(caller, first.id);
    await caller.ok('moveEntry', { params: { id: one!.inboxEntryId }, body: { tag_archive: true, reason: 7 } });
    await caller.ok('moveEntry', { params: { id: two!.inboxEntryId }, body: { tag_archive: true, reason: 6 } });
    const found = async (reasons: string): Promise<number[]> =>
      (await caller.ok('searchCompanyIds', { query: { reasons } })).ids;
    expect(await found('7')).toContain(one!.id);
    expect(await found('7')).not.toContain(two!.id);
    expect(await found('6,7')).toEqual(expect.arrayContaining([one!.id, two!.id]));
    expect(await found('-7')).not.toContain(one!.id);
    await caller.ok('moveEntry', { params: { id: one!.inboxEntryId }, body: {} });
    expect(await found('7')).not.toContain(one!.id);
    const other = new Caller(open(), open().tokens.other);
    expect((await other.ok('searchCompanyIds', { query: { reasons: '6,7' } })).ids).toEqual([]);
    await caller.fails('searchCompanyIds', { query: { reasons: 'Too early' } }, 400, 'bad_request');
  });

  test('what was decided since a moment is counted by day, list, smart list and reason, each company once', async () => {
    const caller = owner();
    const first = await create(caller);
    const [one, two, three] = await entriesOf(caller, first.id);
    const before = new Date(Date.now() + 400 * 86_400_000).toISOString();
    expect((await caller.ok('getDecisionRecord', { query: { since: before } })).results).toEqual([]);
    const move = (id: number, body: object) => caller.ok('moveEntry', { params: { id }, body });
    await move(one!.inboxEntryId, { tag_archive: true, reason: 1 });
    await move(two!.inboxEntryId, { tag_archive: true, reason: 1 });
    await move(two!.inboxEntryId, { tag_watchlist: true });
    await move(three!.inboxEntryId, { tag_archive: true, reason: 1 });
    await move(three!.inboxEntryId, {});
    const query = { since: '2026-01-01T00:00:00Z', zone: 'Pacific/Auckland' };
    const { results } = await caller.ok('getDecisionRecord', { query });
    const here = results.filter(({ smart_list: name }) => name === `Decided ${made}`);
    expect(here.map(({ list, reason, companies }) => [list, reason, companies])).toEqual([
      ['Archive', 'Too early', 1],
      ['Watchlist', '', 1],
    ]);
    await caller.fails('getDecisionRecord', { query: { ...query, zone: 'Here' } }, 400, 'bad_request');
  });

  test('D4 a list is left out by exclude_smartlist as by smart_lists=-: what it shows, and no more', async () => {
    const caller = owner();
    const first = await create(caller);
    const decided = (await entriesOf(caller, first.id)).slice(0, 3);
    for (const { inboxEntryId } of decided) {
      await caller.ok('moveEntry', { params: { id: inboxEntryId }, body: { tag_archive: true } });
    }
    const second = await create(caller);
    const idsWithout = async (query: object): Promise<number[]> =>
      (await caller.ok('searchCompanyIds', { query: { regions: 'Europe', ...query } })).ids;
    const both = async (): Promise<number[]> => {
      const ids = await idsWithout({ exclude_smartlist: second.id });
      expect(await idsWithout({ smart_lists: `-${second.id}` })).toEqual(ids);
      return ids.toSorted((a, b) => a - b);
    };
    expect(await both()).toEqual(decided.map(({ id }) => id).toSorted((a, b) => a - b));
    await caller.ok('updateSmartList', { params: { id: second.id }, body: { shows_decided: true } });
    expect(await both()).toEqual([]);
  });

  test('M1 M5 a new list, other filters and the switch count and show what was decided as they say', async () => {
    const caller = owner();
    const first = await create(caller);
    const rows = await entriesOf(caller, first.id);
    const decided = rows.slice(0, 3);
    for (const { inboxEntryId } of decided) {
      await caller.ok('moveEntry', { params: { id: inboxEntryId }, body: { tag_archive: true } });
    }
    const second = await create(caller);
    expect(second).toMatchObject({ added: rows.length - 3, left_out: 3 });
    const overview = async () =>
      (await caller.ok('listSmartLists', { query: { page_size: 100 } })).results.find(({ id }) => id === second.id);
    expect(await overview()).toMatchObject({ totalCount: rows.length - 3, leftOutCount: 3, shows_decided: false });
    const ids = new Set(decided.map(({ id }) => id));
    const isDecided = ({ id }: { readonly id: number }): boolean => ids.has(id);
    expect((await entriesOf(caller, second.id)).filter(isDecided)).toEqual([]);

    const shown = { params: { id: second.id }, body: { shows_decided: true } };
    expect(await caller.ok('updateSmartList', shown)).toMatchObject({ shows_decided: true });
    const all = await entriesOf(caller, second.id);
    expect(all).toHaveLength(rows.length);
    for (const entry of all.filter(isDecided)) expect(entry).toMatchObject({ tag_archive: true });
    const undecided = { tag_watchlist: false, tag_opportunities: false, tag_archive: false };
    expect((await entriesOf(caller, second.id, undecided)).filter(isDecided)).toEqual([]);
    await caller.ok('updateSmartList', { ...shown, body: { shows_decided: false } });

    const edit = { params: { id: second.id }, body: { filters: { include: {} } } };
    const said = await caller.ok('previewSmartListEdit', edit);
    const done = await caller.ok('updateSmartList', edit);
    expect(done).toMatchObject({ added: said.added, left_out: said.left_out });
    // A list that asks for what was decided has it.
    const archive = await create(caller, { filters: { include: { bookmarkList: ['archive'] } } });
    expect(archive.left_out).toBe(0);
    expect((await entriesOf(caller, archive.id)).filter(isDecided)).toHaveLength(3);
    for (const { inboxEntryId } of decided) {
      await caller.ok('moveEntry', { params: { id: inboxEntryId }, body: {} });
    }
    expect((await entriesOf(caller, second.id)).filter(isDecided)).toHaveLength(3);
  });

  test('a company is put off until a day or until something happens, in no inbox meanwhile, and put off anew', async () => {
    const caller = owner();
    const list = await create(caller);
    const rows = await entriesOf(caller, list.id);
    const params = { id: rows[0]!.inboxEntryId };
    const later = { until: '2027-02-01' };
    const put = await caller.ok('moveEntry', { params, body: { later } });
    expect(put).toMatchObject({
      later,
      back: null,
      tag_watchlist: false,
      tag_opportunities: false,
      tag_archive: false,
    });
    const undecided = { tag_watchlist: false, tag_opportunities: false, tag_archive: false };
    expect(await entriesOf(caller, list.id, undecided)).toHaveLength(rows.length - 1);
    expect((await caller.ok('countDecided')).later).toBe(1);
    const waiting = await caller.ok('listEntries', { query: { tag_later: true } });
    expect(waiting.results).toMatchObject([{ id: rows[0]!.id, later, smart_list: `Decided ${made}` }]);
    const found = await caller.ok('searchCompanyIds', { query: { bookmark_list: 'later' } });
    expect(found.ids).toEqual([rows[0]!.id]);
    const since = '2026-01-01T00:00:00Z';
    expect((await caller.ok('countDecidedSince', { query: { since } })).decided).toBe(0);
    await caller.ok('moveEntry', { params, body: { later: { when: 'stage' } } });
    expect((await caller.ok('moveEntry', { params, body: { later: 'before' } })).later).toEqual(later);
    const { results } = await caller.ok('getDecisions', { params: { id: rows[0]!.id } });
    expect(results.slice(0, 3)).toMatchObject([
      { from: 'Later', to: 'Later', later },
      { from: 'Later', to: 'Later', later: { when: 'stage' } },
      { from: 'None', to: 'Later', later },
    ]);
    for (const bad of [{ until: 'soon' }, { when: 'never' }, {}, 'after']) {
      await caller.fails('moveEntry', { params, body: { later: bad } }, 400, 'bad_request');
    }
    await caller.fails('moveEntry', { params, body: { later, tag_archive: true } }, 400, 'bad_request');
    // E5: undecided as it was is no list, and nothing was back.
    for (const other of [{ tag_archive: true }, { later }]) {
      await caller.fails('moveEntry', { params, body: { back: 'before', ...other } }, 400, 'bad_request');
    }
    await caller.fails('moveEntry', { params, body: { back: 'day' } }, 400, 'bad_request');
    expect(await caller.ok('moveEntry', { params, body: { back: 'before' } })).toMatchObject({
      back: null,
      later: null,
    });
    expect((await caller.ok('countDecided')).later).toBe(0);
  });

  test('D15 a company that is put off until a day that has come is back at once, on top, and says so', async () => {
    const caller = owner();
    const list = await create(caller);
    const rows = await entriesOf(caller, list.id);
    const undecided = { tag_watchlist: false, tag_opportunities: false, tag_archive: false };
    const { today = '' } = await caller.ok('getDigest');
    const last = rows.at(-1)!;
    const params = { id: last.inboxEntryId };
    for (const until of ['2001-02-03', today]) {
      const put = await caller.ok('moveEntry', { params, body: { later: { until } } });
      const back = { why: 'day', what: until, from: 'None' };
      expect(put).toMatchObject({ later: null, back, ...undecided, decided_at: '' });
      expect((await entriesOf(caller, list.id, undecided))[0]).toMatchObject({ id: last.id, back });
      expect((await caller.ok('countDecided')).later).toBe(0);
    }
    const { results } = await caller.ok('getDecisions', { params: { id: last.id } });
    expect(results.slice(0, 2)).toMatchObject([
      { kind: 'back', from: 'Later', to: 'None' },
      { kind: 'decided', from: 'None', to: 'Later', later: { until: today } },
    ]);
    const tomorrow = addDays(today, 1);
    expect(await caller.ok('moveEntry', { params, body: { later: { until: tomorrow } } })).toMatchObject({
      later: { until: tomorrow },
      back: null,
    });
    // Taken back, it is back as it was.
    const again = await caller.ok('moveEntry', { params, body: { back: 'before' } });
    expect(again).toMatchObject({ later: null, back: { why: 'day', what: today, from: 'None' } });
    await caller.ok('moveEntry', { params, body: { tag_archive: true } });
    await caller.ok('moveEntry', { params, body: {} });
  });

  test('a reason is one of the user’s, for what is decided, once for each key', async () => {
    const caller = owner();
    const list = await create(caller);
    const params = { id: (await entriesOf(caller, list.id))[0]!.inboxEntryId };
    await caller.fails('giveReason', { params, body: { reason: 1 } }, 409, 'conflict');
    await caller.ok('moveEntry', { params, body: { tag_archive: true } });
    // L3 A move refuses it as well.
    const move = { params, body: { tag_archive: true, reason: 37 } };
    expect(await caller.fails('moveEntry', move, 400, 'bad_request')).toHaveProperty('reason');
    const unknown = await caller.fails('giveReason', { params, body: { reason: 77 } }, 400, 'bad_request');
    expect(unknown).toHaveProperty('reason');
    await caller.fails('giveReason', { params: { id: 4_000_000 }, body: { reason: 1 } }, 404, 'not_found');
    const keyed = { params, body: { reason: 2 }, headers: { 'Idempotency-Key': `reason-${made}` } };
    await caller.ok('giveReason', keyed);
    await caller.ok('giveReason', { params, body: { reason: 3 } });
    await caller.ok('giveReason', keyed);
    const entry = (await entriesOf(caller, list.id)).find(({ inboxEntryId }) => inboxEntryId === params.id);
    expect(entry?.reason).toBe('Location');
    await caller.fails('giveReason', { ...keyed, body: { reason: 4 } }, 409, 'conflict');
    const back = await caller.ok('moveEntry', { params, body: { tag_watchlist: true, reason: 3 } });
    expect(back.reason).toBe('Location');
    await caller.ok('moveEntry', { params, body: {} });
  });

  test('reasons are the usual ones until they are changed; one in use is renamed or retired, not deleted', async () => {
    const other = new Caller(open(), open().tokens.other);
    const { reasons } = await other.ok('listReasons');
    expect(reasons).toEqual(usualReasons);
    const mine = [{ id: 1, name: 'Later', retired: false }];
    expect(await other.ok('replaceReasons', { body: { reasons: mine } })).toEqual({ reasons: mine });
    for (const bad of [[], [{ id: 1, name: ' ' }], [...mine, { id: 2, name: 'later' }], [{ id: 0, name: 'None' }]]) {
      await other.fails('replaceReasons', { body: { reasons: bad } }, 400, 'bad_request');
    }
    const caller = owner();
    const list = await create(caller);
    const params = { id: (await entriesOf(caller, list.id))[0]!.inboxEntryId };
    await caller.ok('moveEntry', { params, body: { tag_archive: true, reason: 5 } });
    await caller.fails('replaceReasons', { body: { reasons: usualReasons.slice(0, 2) } }, 409, 'conflict');
    await caller.ok('moveEntry', { params, body: {} });
  });
}

async function entriesOf(caller: Caller, id: number, query: object = {}) {
  const { results } = await caller.ok('listEntries', {
    query: { user_smart_list_id: id, page_size: 1000, ...query },
  });
  return results;
}
