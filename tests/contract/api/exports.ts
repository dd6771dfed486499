import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { askedColumns, exportColumns } from '#shared/domain/exportColumns.ts';
import { withoutGuards } from '#shared/domain/formulaText.ts';
import { Caller, europe, type ApiUnderTest } from './apiUnderTest.ts';

/** Export as CSV. */
export function exportSpecs(open: () => ApiUnderTest): void {
  const owner = (): Caller => new Caller(open(), open().tokens.owner);

  test('ids export in their order, with readable headers, CRLF line ends and the total', async () => {
    const caller = owner();
    const response = await caller.raw('exportCompanies', { query: { ids: '3,1,2,2' } });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('x-total-count')).toBe('3');
    const csv = await response.text();
    expect(csv.split('\r\n')[0]).toBe(exportColumns.map(({ header }) => header).join(','));
    expect(csv.endsWith('\r\n')).toBe(true);
    expect(idsIn(csv)).toEqual([3, 1, 2]);
  });

  test('columns are chosen and ordered by their keys', async () => {
    const csv = await owner().ok('exportCompanies', { query: { ids: '1', columns: 'score,name' } });
    expect(csv.split('\r\n')[0]).toBe('Score,Name');
    const query = { ids: '1', columns: 'name,nonsense' };
    expect(await owner().fails('exportCompanies', { query }, 400, 'bad_request')).toHaveProperty('columns');
  });

  test('every cell reads back as the company has it', async () => {
    const caller = owner();
    const { items } = await caller.ok('searchCompanies', { query: { page_size: 1000 } });
    const rows = rowsOf(await caller.ok('exportCompanies'));
    expect(rows).toHaveLength(items.length);
    for (const [index, company] of items.entries()) {
      for (const column of exportColumns) {
        const value = column.value(company);
        const cell = rows[index]![column.header] ?? '';
        if (column.kind === 'number') expect(cell).toBe(value === null ? '' : String(value));
        else expect(withoutGuards(cell)).toBe(value);
      }
    }
  });

  test('lists, collections, special lists and searches export whole', async () => {
    const caller = owner();
    const list = await caller.ok('createSmartList', { body: { name: 'To export', filters: europe() } });
    const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: list.id, page_size: 1000 } });
    const ids = results.map(({ id }) => id);
    expect(idsIn(await caller.ok('exportCompanies', { query: { user_smart_list_id: list.id } }))).toEqual(ids);
    await caller.ok('moveEntry', { params: { id: results[0]!.inboxEntryId }, body: { tag_archive: true } });
    const archive = await caller.ok('listEntries', { query: { tag_archive: true, page_size: 1000 } });
    expect(idsIn(await caller.ok('exportCompanies', { query: { tag: 'archive' } }))).toEqual(
      archive.results.map(({ id }) => id),
    );
    const collection = await caller.ok('createCollection', { body: { name: 'To export' } });
    await caller.ok('addCollectionItems', { body: { collection_id: collection.id, company_ids: [2, 1] } });
    expect(idsIn(await caller.ok('exportCompanies', { query: { collection_id: collection.id } }))).toEqual([2, 1]);
    const search = { regions: 'Europe', sort_by: 'company_name', exclude_smartlist: list.id };
    expect(idsIn(await caller.ok('exportCompanies', { query: search }))).toEqual([]);
    const named = { regions: 'Europe', sort_by: 'company_name' };
    const found = await caller.ok('searchCompanyIds', { query: named });
    expect(idsIn(await caller.ok('exportCompanies', { query: named }))).toEqual(found.ids);
  });

  test('what was decided is exported where it is asked for, from every source', async () => {
    const caller = owner();
    const list = await caller.ok('createSmartList', { body: { name: 'Decided, to export', filters: europe() } });
    const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: list.id, page_size: 1000 } });
    const [first, second] = results.filter(({ decided_at: at }) => at === '');
    const params = { id: first!.inboxEntryId };
    await caller.ok('moveEntry', { params, body: { tag_watchlist: true, reason: 4 } });
    const columns = 'id,list,decided_on,decided_in,reason,later,by,collections';
    const collection = await caller.ok('createCollection', { body: { name: '=Both' } });
    await caller.ok('addCollectionItem', { body: { collection: collection.id, company_id: second!.id } });
    const ids = `${first!.id},${second!.id}`;
    const today = (await caller.ok('listEntries', { query: { company_id: first!.id } })).results[0]!.decided_at;
    const none = {
      ID: String(second!.id),
      List: '',
      'Decided on': '',
      'Decided in': '',
      Reason: '',
      'Later until': '',
      By: '',
      Collections: expect.stringMatching(/(?:^|; )'?=Both$/) as string,
    };
    const decided = {
      ID: String(first!.id),
      List: 'Watchlist',
      'Decided on': today.slice(0, 10),
      'Decided in': 'Decided, to export',
      Reason: 'Team',
      'Later until': '',
      By: (await caller.ok('getMe')).name,
      Collections: (await caller.ok('listCollections', { query: { page_size: 1000 } })).results
        .filter(({ collection_items: items }) => items.some(({ company_id: id }) => id === first!.id))
        .map(({ name }) => name)
        .join('; '),
    };
    expect(rowsOf(await caller.ok('exportCompanies', { query: { ids, columns } }))).toEqual([decided, none]);
    for (const query of [{}, { tag: 'watchlist' as const }, { user_smart_list_id: list.id }]) {
      expect(rowsOf(await caller.ok('exportCompanies', { query: { ...query, columns } }))).toContainEqual(decided);
    }
    const other = new Caller(open(), open().tokens.other);
    const hers = rowsOf(await other.ok('exportCompanies', { query: { ids, columns } }));
    expect(hers.map((row) => row['Decided in'])).not.toContain('Decided, to export');
    await caller.ok('moveEntry', { params, body: { later: { until: '2027-03-01' } } });
    const [put] = rowsOf(await caller.ok('exportCompanies', { query: { tag: 'later', columns } }));
    expect(put).toMatchObject({ ID: String(first!.id), List: 'Later', 'Later until': '2027-03-01' });
    await caller.ok('moveEntry', { params, body: {} });
    await caller.ok('deleteCollection', { params: { id: collection.id } });
  });

  test('E14 all columns are all: what was decided and written, founders and imported columns, too', async () => {
    const caller = owner();
    const headerOf = (csv: string): string[] => Object.keys(rowsOf(csv)[0] ?? {});
    const ofCompanies = headerOf(await caller.ok('exportCompanies', { query: { ids: '1' } }));
    const asked = askedColumns.map(({ header }) => header);
    const every = headerOf(await caller.ok('exportCompanies', { query: { ids: '1', columns: 'all' } }));
    expect(every.toSorted()).toEqual([...ofCompanies, ...asked].toSorted());
    expect(every.slice(0, 2)).toEqual(['ID', 'Name']);
    // A list that companies are decided into begins with the decision.
    const list = await caller.ok('createSmartList', { body: { name: 'All columns', filters: europe() } });
    const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: list.id, page_size: 1000 } });
    const entry = results.find(({ decided_at: at }) => at === '')!;
    const params = { id: entry.inboxEntryId };
    await caller.ok('moveEntry', { params, body: { tag_watchlist: true, reason: 4 } });
    const csv = await caller.ok('exportCompanies', { query: { tag: 'watchlist', columns: 'all' } });
    expect(headerOf(csv).slice(0, 4)).toEqual(['List', 'Decided on', 'Decided in', 'Reason']);
    expect(headerOf(csv).toSorted()).toEqual(every.toSorted());
    const row = rowsOf(csv).find(({ ID }) => ID === String(entry.id));
    expect(row).toMatchObject({ List: 'Watchlist', Reason: 'Team', Name: entry.name });
    await caller.ok('moveEntry', { params, body: {} });
  });

  test('S39 founders are exported where they are asked for', async () => {
    const caller = owner();
    const people = await caller.ok('listPeople', { query: { company_id: 1 } });
    const names = people.results.map(({ first_name: first, last_name: last }) => `${first} ${last}`.trim());
    const [row] = rowsOf(await caller.ok('exportCompanies', { query: { ids: '1', columns: 'founders' } }));
    expect(row).toEqual({ Founders: names.join('; ') });
  });

  test('an export of a search or a smart list says why each company matched; other sources have no filters', async () => {
    const caller = owner();
    const search = { stages: 'inv_stage_seed', columns: 'stages,why' };
    const rows = rowsOf(await caller.ok('exportCompanies', { query: search }));
    expect(rows.length).toBeGreaterThan(5);
    expect(new Set(rows.map((row) => row['Why it matched']))).toEqual(new Set(['Seed']));
    const list = await caller.ok('createSmartList', {
      body: { name: 'Why exported', filters: { include: { stages: ['inv_stage_seed'] } } },
    });
    const ofList = { user_smart_list_id: list.id, columns: 'why' };
    expect(rowsOf(await caller.ok('exportCompanies', { query: ofList }))[0]).toEqual({ 'Why it matched': 'Seed' });
    await caller.ok('deleteSmartList', { params: { id: list.id } });
    const [named] = rowsOf(await caller.ok('exportCompanies', { query: { ids: '1', columns: 'id,why' } }));
    expect(named).toEqual({ ID: '1', 'Why it matched': '' });
  });

  test('pages past the end are empty and carry no header row', async () => {
    const response = await owner().raw('exportCompanies', { query: { page: 1 } });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('x-total-count'))).toBeGreaterThan(300);
    expect(await response.text()).toBe('');
  });

  test('an export has one source', async () => {
    const caller = owner();
    const two = await caller.fails('exportCompanies', { query: { ids: '1', tag: 'archive' } }, 400, 'bad_request');
    expect(Object.keys(two)).toEqual(['ids', 'tag']);
    const mixed = await caller.fails(
      'exportCompanies',
      { query: { tag: 'archive', regions: 'Europe' } },
      400,
      'bad_request',
    );
    expect(Object.keys(mixed)).toEqual(['regions']);
    for (const ids of ['x', '0', '1.5', Array.from({ length: 501 }, (_, index) => index + 1).join(',')]) {
      expect(await caller.fails('exportCompanies', { query: { ids } }, 400, 'bad_request')).toHaveProperty('ids');
    }
  });

  test('without the add-on export answers 402', async () => {
    const caller = new Caller(open(), open().tokens.plain);
    await caller.fails('exportCompanies', { query: { ids: '1' } }, 402, 'addon_required');
  });

  test('an export that nobody reads to its end does no harm', async () => {
    const caller = owner();
    const response = await caller.raw('exportCompanies');
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    expect((await caller.ok('getMe')).id).toBe(1);
  });
}

function rowsOf(csv: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
}

export function idsIn(csv: string): number[] {
  return rowsOf(csv).map((row) => Number(row['ID']));
}
