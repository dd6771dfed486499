import { expect, test } from 'vitest';
import type { CompanyInsight } from '#shared/api/schemas.ts';
import { formatMonday } from '#shared/domain/digestWeek.ts';
import { Caller, europe, releasedWeek, type ApiUnderTest } from './apiUnderTest.ts';

/** `POST /api/company`: the sector of a company, or companies similar to it. */
export function insightSpecs(open: () => ApiUnderTest): void {
  const ask = async (body: Record<string, unknown>): Promise<CompanyInsight> =>
    new Caller(open(), open().tokens.owner).ok('getCompanyInsight', { body });

  test('the sector is the default, and says what it rests on', async () => {
    const answer = await ask({ company_id: 1 });
    if (!('sector_data' in answer)) throw new Error('No sector data.');
    const { sector_data: data } = answer;
    expect(data.sector_description).toContain(`As of the week of ${formatMonday(releasedWeek)}`);
    expect(data.figures.companies).toBeGreaterThan(0);
    expect(await ask({ company_id: 1, type: 'sector' })).toEqual(answer);
  });

  test('any other type asks for similar companies, 50 unless told', async () => {
    for (const [body, most] of [
      [{ type: 'similar' }, 50],
      [{ type: 'anything', n_companies: 3 }, 3],
      [{ type: 'similar', n_companies: 500 }, 500],
    ] as const) {
      const answer = await ask({ company_id: 2, ...body });
      if (!('similar_companies' in answer)) throw new Error('No similar companies.');
      const ids = answer.similar_companies.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(0);
      expect(ids.length).toBeLessThanOrEqual(most);
      expect(ids).not.toContain(2);
    }
  });

  test('a report is on a company, a smart list, a collection or a search, with its best companies', async () => {
    const caller = new Caller(open(), open().tokens.owner);
    const ofCompany = await caller.ok('getSectorReport', { query: { company_id: 1 } });
    expect(ofCompany).toMatchObject({ kind: 'company', company: { id: 1 }, week: releasedWeek });
    const insight = await ask({ company_id: 1 });
    expect(insight).toEqual({ sector_data: ofCompany.sector });

    const { ids, count } = await caller.ok('searchCompanyIds', { query: { regions: 'Europe' } });
    const search = await caller.ok('getSectorReport', { query: { regions: 'Europe', n_companies: 7 } });
    expect(search).toMatchObject({ kind: 'search', query: 'Companies in Europe.', company: null });
    expect(search.scope.regions).toEqual(['Europe']);
    expect(search.sector.figures.companies).toBe(count);
    expect(search.companies.map(({ id }) => id)).toEqual(ids.slice(0, 7));

    const list = await caller.ok('createSmartList', { body: { name: 'To report on', filters: europe() } });
    const ofList = await caller.ok('getSectorReport', { query: { user_smart_list_id: list.id } });
    expect(ofList.sector).toMatchObject({ sector: 'To report on', figures: { companies: count } });
    await caller.ok('deleteSmartList', { params: { id: list.id } });

    const collection = await caller.ok('createCollection', { body: { name: 'To report on' } });
    const query = { collection_id: collection.id };
    expect((await caller.ok('getSectorReport', { query })).sector.figures.companies).toBe(0);
    await caller.ok('addCollectionItems', { body: { collection_id: collection.id, company_ids: [2, 1] } });
    const ofCollection = await caller.ok('getSectorReport', { query });
    expect(ofCollection.companies.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2]);

    // What the user has decided is said, and a report may have only what is kept.
    const before = { ...ofCollection.decided };
    const { inboxEntryId: entry } = await caller.ok('pickCompany', { body: { company_id: 2 } });
    const kept = { query: { ...query, kept: 'true' } };
    const was = (await caller.ok('getSectorReport', kept)).sector.figures.companies;
    await caller.ok('moveEntry', { params: { id: entry }, body: { tag_watchlist: true } });
    const said = await caller.ok('getSectorReport', { query });
    expect(said.decided).toEqual({ ...before, watchlist: before.watchlist + 1 });
    const only = await caller.ok('getSectorReport', kept);
    expect(only.sector.figures.companies).toBe(was + 1);
    expect(only.query).toBe('Companies in the collection “To report on”. Only those in Watchlist or Opportunities.');
    // What was decided and written is in a report only where it is asked for; another user has none of it.
    const { reasons } = await caller.ok('listReasons', {});
    await caller.ok('giveReason', { params: { id: entry }, body: { reason: reasons[0]!.id } });
    const note = { id: 2, note_id: '0198f0a0-0000-7000-8000-000000000299' };
    await caller.ok('writeNote', { params: note, body: { text: 'Met them' } });
    expect((await caller.ok('getSectorReport', { query })).remarks).toEqual([]);
    const asked = { query: { ...query, remarks: 'true' } };
    expect((await caller.ok('getSectorReport', asked)).remarks).toEqual([
      {
        companyId: 2,
        list: 'Watchlist',
        decidedAt: expect.any(String),
        reason: reasons[0]!.name,
        notes: [{ createdAt: expect.any(String), text: 'Met them' }],
      },
    ]);
    const other = new Caller(open(), open().tokens.other);
    const ofAll = await other.ok('getSectorReport', { query: { company_id: 2, remarks: 'true' } });
    expect(ofAll.remarks.filter(({ companyId }) => companyId === 2)).toEqual([]);
    await caller.ok('deleteNote', { params: note });
    await caller.ok('moveEntry', { params: { id: entry }, body: {} });
    await caller.ok('deleteCollection', { params: { id: collection.id } });
  });

  test("a report on someone else's list or collection is a 404, on two things at once a 400, without a token a 401", async () => {
    const caller = new Caller(open(), open().tokens.owner);
    const other = new Caller(open(), open().tokens.other);
    const list = await caller.ok('createSmartList', { body: { name: 'Not yours', filters: europe() } });
    const collection = await caller.ok('createCollection', { body: { name: 'Not yours' } });
    for (const query of [{ user_smart_list_id: list.id }, { collection_id: collection.id }, { company_id: 999_999 }]) {
      await other.fails('getSectorReport', { query }, 404, 'not_found');
    }
    await caller.ok('deleteSmartList', { params: { id: list.id } });
    await caller.fails('getSectorReport', { query: { user_smart_list_id: list.id } }, 404, 'not_found');
    await caller.ok('deleteCollection', { params: { id: collection.id } });
    for (const [query, fields] of [
      [{ company_id: 1, collection_id: 2 }, ['company_id', 'collection_id']],
      [{ company_id: 1, regions: 'Europe' }, ['regions']],
      [{ company_id: 'x' }, ['company_id']],
      [{ company_id: 1, kept: 'true' }, ['kept']],
      [{ n_companies: 1001 }, ['n_companies']],
      [{ stages: 'nonsense' }, ['stages']],
    ] as const) {
      expect(Object.keys(await caller.fails('getSectorReport', { query }, 400, 'bad_request'))).toEqual(fields);
    }
    await new Caller(open(), 'nobody').fails('getSectorReport', { query: {} }, 401, 'unauthenticated');
  });

  test('an unknown company is a 404, bad input a 400 that names the field', async () => {
    const caller = new Caller(open(), open().tokens.owner);
    await caller.fails('getCompanyInsight', { body: { company_id: 999_999 } }, 404, 'not_found');
    for (const [body, field] of [
      [{}, 'company_id'],
      [{ company_id: 'x' }, 'company_id'],
      [{ company_id: 1, n_companies: 0 }, 'n_companies'],
      [{ company_id: 1, n_companies: 501 }, 'n_companies'],
      [{ company_id: 1, type: 5 }, 'type'],
    ] as const) {
      const fields = await caller.fails('getCompanyInsight', { body }, 400, 'bad_request');
      expect(Object.keys(fields)).toEqual([field]);
    }
  });
}
