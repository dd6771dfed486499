import { expect, test } from 'vitest';
import { endpointNames, endpoints } from '#shared/api/endpoints.ts';
import { Caller, europe, type ApiUnderTest, type CallInput } from './apiUnderTest.ts';

/** Another user's objects are not there, whatever the call. */
export function privacySpecs(open: () => ApiUnderTest): void {
  test('S48 every call on an object of another user answers 404, also with a bad body', async () => {
    const owner = new Caller(open(), open().tokens.owner);
    const other = new Caller(open(), open().tokens.other);
    const list = await owner.ok('createSmartList', { body: { name: 'Private', filters: europe() } });
    const deleted = await owner.ok('createSmartList', { body: { name: 'Private, deleted', filters: europe() } });
    await owner.ok('deleteSmartList', { params: { id: deleted.id } });
    const [entry] = (await owner.ok('listEntries', { query: { user_smart_list_id: list.id } })).results;
    const collection = await owner.ok('createCollection', { body: { name: 'Private' } });
    const item = await owner.ok('addCollectionItem', { body: { collection: collection.id, company_id: entry!.id } });

    const ofNote = { params: { id: entry!.id, note_id: '0198f0a0-0000-7000-8000-000000000002' } };
    await owner.ok('writeNote', { ...ofNote, body: { text: 'Private' } });
    const { token } = await owner.ok('sendKnownFile', {
      query: { name: 'affinity_2026-11-03.csv' },
      file: 'Organization Id,Organization Name,Status\n1,Private Ltd,Passed\n',
    });
    await other.fails('previewKnown', { body: { token } }, 404, 'not_found');
    await other.fails('importKnown', { body: { token } }, 404, 'not_found');
    const source = await owner.ok('importKnown', { body: { token } });
    const ofSource = { params: { id: source.id } };
    const [known] = (await owner.ok('listKnownRows', { ...ofSource, query: { part: 'missing' } })).results;
    const ofKnown = { params: { id: known!.id } };

    const smartList = { params: { id: list.id } };
    const ofCollection = { params: { id: collection.id } };
    const ofItem = { params: { id: item.id } };
    const ofEntry = { params: { id: entry!.inboxEntryId } };
    const calls: [keyof typeof endpoints, CallInput][] = [
      ['getSmartList', smartList],
      ['updateSmartList', { ...smartList, body: { name: 'Mine now' } }],
      ['updateSmartList', { ...smartList, body: { name: 5 } }],
      ['previewSmartListEdit', { ...smartList, body: { filters: {} } }],
      ['leaveSmartList', { ...smartList, body: { arrival: 1 } }],
      ['leaveSmartList', { ...smartList, body: { arrival: 'x' } }],
      ['previewSmartListEdit', { ...smartList, body: { filters: 5 } }],
      ['deleteSmartList', smartList],
      ['restoreSmartList', smartList],
      ['restoreSmartList', { params: { id: deleted.id } }],
      ['listEntries', { query: { user_smart_list_id: list.id } }],
      ['listEntryIds', { query: { user_smart_list_id: list.id } }],
      ['moveEntry', { ...ofEntry, body: { tag_archive: true } }],
      ['moveEntry', { ...ofEntry, body: { tag_archive: 'bad' } }],
      ['giveReason', { ...ofEntry, body: { reason: 1 } }],
      ['giveReason', { ...ofEntry, body: { reason: 'bad' } }],
      ['writeNote', { ...ofNote, body: { text: 'Mine now' } }],
      ['deleteNote', ofNote],
      ['searchCompanies', { query: { exclude_smartlist: list.id } }],
      ['searchCompanyIds', { query: { exclude_smartlist: list.id } }],
      ['getFacets', { query: { exclude_smartlist: list.id } }],
      ['getSearchWords', { query: { exclude_smartlist: list.id } }],
      ['getThesis', { query: { exclude_smartlist: list.id } }],
      ['getThesis', { query: { text_search: 'software', user_smart_list_id: list.id } }],
      ['exportCompanies', { query: { user_smart_list_id: list.id } }],
      ['exportCompanies', { query: { collection_id: collection.id } }],
      ['exportCompanies', { query: { exclude_smartlist: list.id } }],
      ['handOver', { query: { preset: 'attio', user_smart_list_id: list.id } }],
      ['handOver', { query: { preset: 'attio', collection_id: collection.id } }],
      ['listCollectionCompanies', ofCollection],
      ['updateCollection', { ...ofCollection, body: { name: 'Mine now' } }],
      ['updateCollection', { ...ofCollection, body: { name: '' } }],
      ['deleteCollection', ofCollection],
      ['restoreCollection', ofCollection],
      ['addCollectionItem', { body: { collection: collection.id, company_id: 1 } }],
      ['addCollectionItems', { body: { collection_id: collection.id, company_ids: [1] } }],
      ['deleteCollectionItem', ofItem],
      ['listKnownRows', ofSource],
      ['listKnownRows', { ...ofSource, query: { part: 'bad' } }],
      ['undoKnown', ofSource],
      ['chooseKnown', { ...ofKnown, body: { company_id: 1 } }],
      ['chooseKnown', { ...ofKnown, body: { company_id: 'bad' } }],
      ['getListSharing', smartList],
      ['shareList', { ...smartList, body: { mode: 'one', members: [] } }],
      ['dealCompanies', { ...smartList, body: {} }],
      ['giveBackCompanies', smartList],
      ['getListProgress', smartList],
      ['settleConflict', { params: { id: 1 }, body: { kept: 1 } }],
      ['getCollectionSharing', ofCollection],
      ['shareCollection', { ...ofCollection, body: { members: [] } }],
      ['changeMember', { params: { id: 1 }, body: { role: 'reader' } }],
      ['closeMember', { params: { id: 1 }, body: { to: 2 } }],
    ];
    for (const [name, input] of calls) await other.fails(name, input, 404, 'not_found');

    const notes = { params: { id: entry!.id } };
    expect((await other.ok('listNotes', notes)).results).toEqual([]);
    expect((await owner.ok('listNotes', notes)).results).toMatchObject([{ text: 'Private' }]);
    await owner.ok('deleteNote', ofNote);
    const untouched = await owner.ok('getSmartList', smartList);
    expect(untouched.name).toBe('Private');
    expect((await owner.ok('listCollectionCompanies', ofCollection)).count).toBe(1);
    expect((await owner.ok('listKnownSources')).results).toMatchObject([{ matched: 0, missing: 1 }]);
    await owner.ok('undoKnown', ofSource);
    const called = new Set<string>(calls.map(([name]) => name));
    // These ask for something that is everybody's.
    const common = new Set<string>([
      'getCompany',
      'getCompanyHistory',
      'getDecisions',
      'listNotes',
      'getKnown',
      'getScoreRank',
    ]);
    const withId = endpointNames.filter((name) => endpoints[name].path.includes('{id}') && !common.has(name));
    expect(withId.filter((name) => !called.has(name))).toEqual([]);
  });

  test('S48 lists and overviews hold the own objects only', async () => {
    const other = new Caller(open(), open().tokens.other);
    for (const { name } of (await other.ok('listSmartLists', { query: { page_size: 1000 } })).results) {
      expect(name).not.toMatch(/^Private/);
    }
    expect((await other.ok('listCollections', { query: { page_size: 1000 } })).count).toBe(0);
    expect((await other.ok('listEntries', { query: { tag_watchlist: true } })).count).toBe(0);
    expect((await other.ok('listKnownSources')).results).toEqual([]);
    expect((await other.ok('listKnownMarks')).results).toEqual([]);
    const company = await other.ok('listEntries', { query: { company_id: 1 } });
    expect(company.count).toBe(0);
  });
}
