import { expect, test } from 'vitest';
import { endpointNames } from '#shared/api/endpoints.ts';
import { Caller, europe, jobEnded, type ApiUnderTest } from './apiUnderTest.ts';

/** One user's way through every call there is; none of the table is left out. */
export function everyCallSpec(open: () => ApiUnderTest): void {
  test('every call of the endpoint table answers as its schema says', async () => {
    const caller = new Caller(open(), open().tokens.owner);
    await caller.ok('getConfig');
    await caller.ok('getMe');
    await caller.ok('getDigest');
    await caller.ok('searchCompanies', { query: { text_search: 'software' } });
    await caller.ok('getFacets');
    await caller.ok('getOwnValues', { query: { column: 'batch' } });
    await caller.ok('getSearchWords', { query: { text_search: 'software' } });
    await caller.ok('getThesis', { query: { text_search: 'software' } });
    await caller.ok('findCompanyNames', { query: { text: 'a' } });
    await caller.ok('getCompany', { params: { id: 1 } });
    await caller.ok('getCompanyHistory', { params: { id: 1 } });
    await caller.ok('getScoreRank', { params: { id: 1 } });
    await caller.ok('listPeople', { query: { company_id: 1 } });
    await caller.ok('getCompanyInsight', { body: { company_id: 1 } });
    await caller.ok('getSectorReport', { query: { company_id: 1 } });
    const { ids } = await caller.ok('searchCompanyIds', { query: { regions: 'Europe' } });

    const list = await caller.ok('createSmartList', { body: { name: 'Every call', filters: europe() } });
    const ofList = { params: { id: list.id } };
    await caller.ok('getSmartList', ofList);
    await caller.ok('previewSmartListEdit', { ...ofList, body: { filters: {} } });
    await caller.ok('listImports', {});
    await caller.ok('listImportChanges', { query: { company_ids: '1,2' } });
    await caller.ok('leaveSmartList', { ...ofList, body: { arrival: 0 } });
    await caller.ok('updateSmartList', { ...ofList, body: { name: 'Every call again' } });
    await caller.ok('listSmartLists');
    await caller.ok('listSmartListCompanies');
    await caller.ok('deleteSmartList', ofList);
    await caller.ok('restoreSmartList', ofList);
    await caller.ok('signUp', { body: { user_email: '', account_id: '', feedback: [], filters: {} } });

    await caller.ok('listEntryIds', { query: { user_smart_list_id: list.id } });
    await caller.ok('countDecided', {});
    await caller.ok('countDecidedSince', { query: { since: '2026-11-23T00:00:00Z' } });
    await caller.ok('getDecisionRecord', { query: { since: '2026-11-23T00:00:00Z' } });
    const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: list.id } });
    await caller.ok('moveEntry', { params: { id: results[0]!.inboxEntryId }, body: { tag_watchlist: true } });
    await caller.ok('giveReason', { params: { id: results[0]!.inboxEntryId }, body: { reason: 2 } });
    await caller.ok('getDecisions', { params: { id: results[0]!.id } });
    const ofNote = { params: { id: results[0]!.id, note_id: '0198f0a0-0000-7000-8000-000000000001' } };
    await caller.ok('writeNote', { ...ofNote, body: { text: 'Met them in Lisbon' } });
    await caller.ok('listNotes', { params: { id: results[0]!.id } });
    await caller.ok('listNotedCompanies');
    await caller.ok('deleteNote', ofNote);
    const { reasons } = await caller.ok('listReasons');
    const { me, members } = await caller.ok('getTeam');
    const colleague = members.find(({ id }) => id !== me)!.id;
    const sharing = { mode: 'one', members: [{ id: colleague, role: 'reader' }] };
    await caller.ok('shareList', { params: { id: list.id }, body: sharing });
    await caller.ok('getListSharing', { params: { id: list.id } });
    await caller.ok('dealCompanies', { params: { id: list.id }, body: {} });
    await caller.ok('giveBackCompanies', { params: { id: list.id } });
    await caller.ok('getListProgress', { params: { id: list.id } });
    await settleOne(open, caller, list.id);
    await caller.ok('listConflicts');
    await caller.ok('listChanges', { query: { since: 0 } });
    await caller.ok('shareList', { params: { id: list.id }, body: { mode: null, members: [] } });
    await caller.ok('listColleagueDecisions', { query: { company_ids: '1' } });
    const asked = { id: '0198f0a0-0000-7000-8000-000000000004', company_id: ids[0], to: me };
    await caller.ok('assignCompany', { body: asked });
    await caller.ok('listAssignments');
    await caller.ok('answerAssignment', { body: { id: asked.id, state: 'done' } });
    await caller.ok('listMentions');
    await caller.ok('readMentions', { body: {} });
    const added = await caller.ok('addMember', { body: { email: 'every@call.example', role: 'lead' } });
    const left = await caller.ok('addMember', { body: { email: 'left@call.example' } });
    await caller.ok('changeMember', { params: { id: left.id }, body: { role: 'reader' } });
    await caller.ok('closeMember', { params: { id: left.id }, body: { to: added.id } });
    await caller.ok('listAudit');
    await caller.ok('checkAudit');
    await caller.ok('exportAudit');
    await caller.ok('replaceReasons', { body: { reasons } });
    await caller.ok('pickCompany', { body: { company_id: ids[0] } });
    await caller.ok('exportCompanies', { query: { ids: ids.slice(0, 3).join(',') } });
    await caller.ok('handOver', { query: { ids: String(ids[0]), preset: 'attio' } });
    const exported = { id: '0198f0a0-0000-7000-8000-000000000003', what: 'Every call', rows: 1 };
    await caller.ok('recordExport', { body: { ...exported, preset: 'attio', columns: [], up_to: 0 } });
    await caller.ok('listExports');

    const collection = await caller.ok('createCollection', { body: { name: 'Every call' } });
    const ofCollection = { params: { id: collection.id } };
    await caller.ok('updateCollection', { ...ofCollection, body: { description: 'All of them' } });
    await caller.ok('listCollectionPreviews');
    await caller.ok('shareCollection', { ...ofCollection, body: { members: [] } });
    await caller.ok('getCollectionSharing', ofCollection);
    await caller.ok('listCollections');
    const body = { collection: collection.id, company_id: ids[0] };
    const item = await caller.ok('addCollectionItem', { body });
    await caller.ok('addCollectionItems', { body: { collection_id: collection.id, company_ids: ids.slice(0, 2) } });
    await caller.ok('listCollectionCompanies', ofCollection);
    await caller.ok('deleteCollectionItem', { params: { id: item.id } });
    await caller.ok('deleteCollection', ofCollection);
    await caller.ok('restoreCollection', ofCollection);

    const known = 'Record ID,Company name,Company Domain Name,Lifecycle Stage\n1,Every call,,Lead\n';
    const sent = await caller.ok('sendKnownFile', { query: { name: 'hubspot.csv' }, file: known });
    expect(await caller.ok('previewKnown', { body: sent })).toMatchObject({ source: 'HubSpot', rows: 1, missing: 1 });
    const source = await caller.ok('importKnown', { body: sent });
    await caller.ok('listKnownSources');
    await caller.ok('listKnownMarks');
    const ofSource = { params: { id: source.id } };
    const [knownRow] = (await caller.ok('listKnownRows', { ...ofSource, query: { part: 'missing' } })).results;
    await caller.ok('chooseKnown', { params: { id: knownRow!.id }, body: { company_id: ids[0] } });
    await caller.ok('getKnown', { params: { id: ids[0] } });
    await caller.ok('undoKnown', ofSource);

    await caller.ok('getWorkspace');
    const rows = 'name\nEvery call\nEvery call Inc\nEvery calls\n';
    const { token } = await caller.ok('sendFile', { query: { name: 'every.csv' }, file: rows });
    await caller.ok('inspectFile', { body: { token, sheets: [] } });
    await caller.ok('importFiles', { body: { files: [{ token }] } });
    await jobEnded(caller);
    const { count, pairs } = await caller.ok('listDuplicates');
    expect(count).toBe(1);
    const alike: [number, number] = [pairs[0]?.kept.id ?? 0, pairs[0]?.gone.id ?? 0];
    await caller.ok('previewMerge', { body: { ids: alike } });
    await caller.ok('setApart', { body: { ids: alike, is_apart: true } });
    expect((await caller.ok('listDuplicates')).count).toBe(0);
    expect((await caller.ok('mergeCompanies', { body: { ids: alike } })).lastImport).toMatchObject({ merged: 1 });
    await caller.ok('undoImport');
    await jobEnded(caller);
    await caller.ok('undoImport');
    await jobEnded(caller);
    await caller.ok('refreshWorkspace');
    await jobEnded(caller);
    await caller.ok('cancelJob');

    expect([...caller.answered].toSorted()).toEqual(endpointNames.toSorted());
  });
}

async function entriesOf(caller: Caller, id: number) {
  return (await caller.ok('listEntries', { query: { user_smart_list_id: id, page_size: 1000 } })).results;
}

/** Two decide otherwise about a company of a shared list, and its owner says which decision counts. */
async function settleOne(open: () => ApiUnderTest, owner: Caller, listId: number): Promise<void> {
  const other = new Caller(open(), open().tokens.other);
  const members = [{ id: (await other.ok('getTeam')).me, role: 'editor' }];
  await owner.ok('shareList', { params: { id: listId }, body: { mode: 'one', members } });
  const lists = (await other.ok('listSmartLists', { query: { page_size: 1000 } })).results;
  const theirs = lists.find(({ shared }) => shared !== null)!;
  const [company] = await entriesOf(other, theirs.id);
  const own = (await entriesOf(owner, listId)).find(({ id }) => id === company!.id)!;
  await other.ok('moveEntry', { params: { id: company!.inboxEntryId }, body: { tag_watchlist: true } });
  const move = { params: { id: own.inboxEntryId }, body: { tag_archive: true } };
  const { decision } = await owner.fails('moveEntry', move, 409, 'conflict');
  await owner.ok('moveEntry', { ...move, body: { ...move.body, seen: Number(decision) } });
  const [conflict] = (await owner.ok('listConflicts')).results;
  await owner.ok('settleConflict', { params: { id: conflict!.id }, body: { kept: conflict!.first.seq } });
  await owner.ok('moveEntry', { params: { id: own.inboxEntryId }, body: {} });
  await other.ok('moveEntry', { params: { id: company!.inboxEntryId }, body: {} });
}
