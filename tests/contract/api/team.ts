import { describe, expect, test } from 'vitest';
import { endpointNames, endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { Caller, europe, type ApiUnderTest } from './apiUnderTest.ts';

/** What somebody who only reads may call besides what only answers. */
const readersMay: ReadonlySet<EndpointName> = new Set([
  'getCompanyInsight',
  'leaveSmartList',
  'writeNote',
  'deleteNote',
  'readMentions',
  'answerAssignment',
  'recordExport',
]);

const note = '0198f0a0-0000-7000-8000-00000000000a';

async function idOf(caller: Caller): Promise<number> {
  return (await caller.ok('getTeam')).me;
}

/** The list that somebody shares with a caller. */
async function ownOf(caller: Caller): Promise<number> {
  const { results } = await caller.ok('listSmartLists', { query: { page_size: 1000 } });
  return results.find(({ shared }) => shared !== null)!.id;
}

async function entriesIn(caller: Caller, list: number) {
  return (await caller.ok('listEntries', { query: { user_smart_list_id: list, page_size: 5 } })).results;
}

/** The companies of some entries of a list. */
async function companiesOf(caller: Caller, list: number, ids: readonly number[]): Promise<number[]> {
  const { results } = await caller.ok('listEntries', { query: { user_smart_list_id: list, page_size: 1000 } });
  return results.filter(({ inboxEntryId }) => ids.includes(inboxEntryId)).map(({ id }) => id);
}

async function found(caller: Caller, query: Record<string, string>): Promise<number[]> {
  return (await caller.ok('searchCompanyIds', { query })).ids;
}

/** Parameters of a note about a company, by the last digit of its id. */
const noteOf = (id: number, last: string) => ({
  params: { id, note_id: `0198f0a0-0000-7000-8000-0000000000e${last}` },
});

/** Several users on one server: what they share, what each may do, and what is told of whom. */
export function teamSpecs(open: () => ApiUnderTest): void {
  const callers = () => {
    const { owner, other, plain } = open().tokens;
    return { owner: new Caller(open(), owner), other: new Caller(open(), other), plain: new Caller(open(), plain) };
  };

  /** A list that the owner shares with the other two, one as an editor and one who only reads; ended after `work`. */
  async function withSharedList(
    work: (list: { owners: number; others: number; plains: number }) => Promise<void>,
  ): Promise<void> {
    const { owner, other, plain } = callers();
    const { id: owners } = await owner.ok('createSmartList', { body: { name: 'Shared', filters: europe() } });
    const members = [
      { id: await idOf(other), role: 'editor' },
      { id: await idOf(plain), role: 'reader' },
    ];
    await owner.ok('shareList', { params: { id: owners }, body: { mode: 'one', members } });
    try {
      await work({ owners, others: await ownOf(other), plains: await ownOf(plain) });
    } finally {
      await owner.ok('shareList', { params: { id: owners }, body: { mode: null, members: [] } });
      await owner.ok('deleteSmartList', { params: { id: owners } });
    }
  }

  describe('shared lists', () => {
    test('N7 a shared list is there for its members, by what each may do in it, and for nobody else', async () => {
      const { owner, other, plain } = callers();
      await withSharedList(async ({ owners, others, plains }) => {
        const sharing = await other.ok('getListSharing', { params: { id: others } });
        expect(sharing).toMatchObject({ mode: 'one', role: 'editor', owner: { id: await idOf(owner) } });
        expect(sharing.members.map(({ role }) => role)).toEqual(['editor', 'reader']);
        // The owner's list is the owner's; each has one of their own.
        await other.fails('getListSharing', { params: { id: owners } }, 404, 'not_found');
        const takeOver = { params: { id: others }, body: { mode: 'each', members: [] } };
        await other.fails('shareList', takeOver, 422, 'unprocessable');
        const [entry] = await entriesIn(plain, plains);
        const move = { params: { id: entry!.inboxEntryId }, body: { tag_archive: true } };
        await plain.fails('moveEntry', move, 422, 'unprocessable');
        await plain.fails('updateSmartList', { params: { id: plains }, body: { filters: {} } }, 422, 'unprocessable');
        await plain.fails('dealCompanies', { params: { id: plains }, body: {} }, 422, 'unprocessable');
        const stranger = { mode: 'one', members: [{ id: 4711, role: 'editor' }] };
        await owner.fails('shareList', { params: { id: owners }, body: stranger }, 422, 'unprocessable');
      });
    });

    test('N6 who is too late gets a 409 that says whose decision there is, and decides otherwise by its number', async () => {
      const { owner, other } = callers();
      await withSharedList(async ({ owners, others }) => {
        const [mine, theirs] = [await entriesIn(owner, owners), await entriesIn(other, others)];
        const company = theirs[0]!;
        const ownersEntry = mine.find(({ id }) => id === company.id)!;
        const watch = { params: { id: company.inboxEntryId }, body: { tag_watchlist: true } };
        await other.ok('moveEntry', watch);
        const overview = (await owner.ok('listSmartLists', { query: { page_size: 1000 } })).results;
        expect(overview.find(({ id }) => id === owners)).toMatchObject({ settledCount: 1, shared: { mode: 'one' } });
        const late = { params: { id: ownersEntry.inboxEntryId }, body: { tag_archive: true } };
        const fields = await owner.fails('moveEntry', late, 409, 'conflict');
        expect(fields).toMatchObject({ by: 'B', list: 'Watchlist' });
        const seen = Number(fields['decision']);
        const keyed = { ...late, headers: { 'Idempotency-Key': 'otherwise-1' } };
        await owner.fails('moveEntry', keyed, 409, 'conflict');
        const otherwise = { ...keyed, body: { ...late.body, seen }, headers: { 'Idempotency-Key': 'otherwise-2' } };
        expect(await owner.ok('moveEntry', otherwise)).toMatchObject({ tag_archive: true, settled: { seq: seen } });
        // The same again is the same.
        await owner.ok('moveEntry', otherwise);
        const { results } = await other.ok('listConflicts');
        expect(results).toMatchObject([
          { kept: null, may_settle: false, company: { id: company.id }, list: { id: others } },
        ]);
        const settle = { params: { id: results[0]!.id }, body: { kept: results[0]!.second.seq } };
        await other.fails('settleConflict', settle, 422, 'unprocessable');
        await owner.fails('settleConflict', { ...settle, body: { kept: 4711 } }, 422, 'unprocessable');
        expect((await owner.ok('settleConflict', settle)).results).toMatchObject([{ kept: settle.body.kept }]);
        await owner.ok('moveEntry', { params: { id: ownersEntry.inboxEntryId }, body: {} });
        await other.ok('moveEntry', { params: { id: company.inboxEntryId }, body: {} });
      });
    });

    test('other filters are the filters of everybody’s list, and companies are dealt to one at a time', async () => {
      const { owner, other } = callers();
      await withSharedList(async ({ owners, others }) => {
        const filters = { include: { regions: ['Asia & Pacific'] } };
        await other.ok('updateSmartList', { params: { id: others }, body: { filters } });
        const changed = await owner.ok('getSmartList', { params: { id: owners } });
        expect(changed.filters.include.regions).toEqual(['Asia & Pacific']);
        const hand = await owner.ok('dealCompanies', { params: { id: owners }, body: { count: 3 } });
        const theirs = await other.ok('dealCompanies', { params: { id: others }, body: { count: 3 } });
        const both = [
          ...(await companiesOf(owner, owners, hand.entries)),
          ...(await companiesOf(other, others, theirs.entries)),
        ];
        expect(new Set(both).size).toBe(6);
        const { members, left } = await owner.ok('getListProgress', { params: { id: owners } });
        expect(members.map(({ dealt }) => dealt)).toEqual([3, 3, 0]);
        expect(left).toBeGreaterThan(6);
        await owner.ok('giveBackCompanies', { params: { id: owners } });
        await other.ok('giveBackCompanies', { params: { id: others } });
      });
    });
  });

  test('a shared collection is read by its members, changed by its editors and deleted by its owner', async () => {
    const { owner, other, plain } = callers();
    const { id } = await owner.ok('createCollection', { body: { name: 'Ours' } });
    const of = { params: { id } };
    await other.fails('getCollectionSharing', of, 404, 'not_found');
    const members = [
      { id: await idOf(other), role: 'editor' },
      { id: await idOf(plain), role: 'reader' },
    ];
    await owner.ok('shareCollection', { ...of, body: { members } });
    await other.fails('shareCollection', { ...of, body: { members: [] } }, 422, 'unprocessable');
    const add = { body: { collection: id, company_id: 1 } };
    await plain.fails('addCollectionItem', add, 422, 'unprocessable');
    const item = await other.ok('addCollectionItem', add);
    expect((await plain.ok('listCollections')).results).toMatchObject([{ companies: [1], shared: { role: 'reader' } }]);
    await plain.fails('deleteCollectionItem', { params: { id: item.id } }, 422, 'unprocessable');
    await other.fails('deleteCollection', of, 422, 'unprocessable');
    await plain.fails('updateCollection', { ...of, body: { name: 'Mine' } }, 422, 'unprocessable');
    expect((await other.ok('getCollectionSharing', of)).members).toHaveLength(2);
    await owner.ok('deleteCollection', of);
    expect((await plain.ok('listCollections')).count).toBe(0);
  });

  test('colleagues’ decisions are common: whose, which list, why and when', async () => {
    const { owner, other } = callers();
    const entry = await owner.ok('pickCompany', { body: { company_id: 5 } });
    const of = { params: { id: entry.inboxEntryId } };
    await owner.ok('moveEntry', { ...of, body: { tag_archive: true } });
    await owner.ok('giveReason', { ...of, body: { reason: 1 } });
    const asked = { query: { company_ids: '5,6' } };
    const { results } = await other.ok('listColleagueDecisions', asked);
    expect(results).toMatchObject([
      { company_id: 5, list: 'Archive', reason: 'Too early', user: { id: await idOf(owner) } },
    ]);
    expect((await owner.ok('listColleagueDecisions', asked)).results).toEqual([]);
    expect(await found(other, { colleagues: 'any' })).toEqual([5]);
    expect(await found(other, { colleagues: '-any' })).not.toContain(5);
    expect(await found(owner, { colleagues: 'any' })).toEqual([]);
    await other.fails('listColleagueDecisions', { query: { company_ids: '5,x' } }, 400, 'bad_request');
  });

  test('a comment is read by the team, a note by its author, and whom it names is told', async () => {
    const { owner, other } = callers();
    const of = { params: { id: 3, note_id: note } };
    await owner.ok('writeNote', { ...of, body: { text: 'Only mine, @B' } });
    expect((await other.ok('listNotes', { params: { id: 3 } })).results).toEqual([]);
    expect((await other.ok('listMentions')).unread).toBe(0);
    await owner.ok('writeNote', { ...of, body: { text: 'Look at this, @B', for_team: true } });
    expect((await other.ok('listNotes', { params: { id: 3 } })).results).toMatchObject([
      { text: 'Look at this, @B', for_team: true, author: { id: await idOf(owner) } },
    ]);
    expect((await owner.ok('listNotes', { params: { id: 3 } })).results).toMatchObject([{ author: null }]);
    expect(await other.ok('listMentions')).toMatchObject({ unread: 1, results: [{ company: { id: 3 }, read: false }] });
    expect((await other.ok('readMentions', { body: {} })).unread).toBe(0);
    await other.fails('writeNote', { ...of, body: { text: 'Changed' } }, 404, 'not_found');
    await owner.ok('deleteNote', of);
    expect((await other.ok('listMentions')).count).toBe(0);
  });

  test('a company is assigned once, however often that is sent, and answered by whom it was assigned to', async () => {
    const { owner, other, plain } = callers();
    const body = { id: note, company_id: 2, to: await idOf(other), note: 'Please look', day: '2026-12-01' };
    await owner.ok('assignCompany', { body });
    await owner.ok('assignCompany', { body });
    expect(await other.ok('listAssignments')).toMatchObject({
      open: 1,
      results: [{ note: 'Please look', company: { id: 2 } }],
    });
    expect((await owner.ok('listAssignments', { query: { whose: 'by' } })).results).toHaveLength(1);
    await plain.fails('answerAssignment', { body: { id: note, state: 'done' } }, 404, 'not_found');
    await other.ok('answerAssignment', { body: { id: note, state: 'done', answer: 'Met them' } });
    expect((await other.ok('listAssignments')).open).toBe(0);
    await owner.fails('assignCompany', { body: { ...body, company_id: 999_999 } }, 404, 'not_found');
    await owner.fails('assignCompany', { body: { ...body, to: 4711 } }, 404, 'not_found');
    await owner.fails('assignCompany', { body: { ...body, note: 'x'.repeat(501) } }, 400, 'bad_request');
    await owner.fails('assignCompany', { body: { ...body, day: 'tomorrow' } }, 400, 'bad_request');
  });

  describe('roles', () => {
    test('N7 who only reads decides nothing and makes no list, whatever is called, and comments', async () => {
      const { owner, plain } = callers();
      const id = await idOf(plain);
      const list = await plain.ok('createSmartList', { body: { name: 'Before', filters: europe() } });
      const [entry] = await entriesIn(plain, list.id);
      await owner.ok('changeMember', { params: { id }, body: { role: 'reader' } });
      const refused: [EndpointName, Record<string, unknown>][] = [
        ['createSmartList', { body: { name: 'Mine', filters: {} } }],
        ['updateSmartList', { params: { id: list.id }, body: { name: 'Mine' } }],
        ['deleteSmartList', { params: { id: list.id } }],
        ['moveEntry', { params: { id: entry!.inboxEntryId }, body: { tag_archive: true } }],
        ['pickCompany', { body: { company_id: 1 } }],
        ['createCollection', { body: { name: 'Mine' } }],
        ['assignCompany', { body: { id: note, company_id: 1, to: id } }],
        ['replaceReasons', { body: { reasons: [] } }],
        ['shareList', { params: { id: list.id }, body: { mode: 'one', members: [] } }],
      ];
      for (const [name, input] of refused) await plain.fails(name, input, 422, 'unprocessable');
      // Whatever there is to call, and whatever is sent.
      const params = { id: list.id, note_id: note };
      for (const name of endpointNames.filter((each) => endpoints[each].method !== 'GET' && !readersMay.has(each))) {
        const { status } = await plain.raw(name, { params, body: {} });
        expect([404, 422], name).toContain(status);
      }
      const comment = { params: { id: 3, note_id: '0198f0a0-0000-7000-8000-00000000000b' } };
      await plain.ok('writeNote', { ...comment, body: { text: 'I have met them', for_team: true } });
      await plain.ok('deleteNote', comment);
      await plain.ok('searchCompanies');
      await owner.ok('changeMember', { params: { id }, body: { role: 'analyst' } });
      await plain.ok('deleteSmartList', { params: { id: list.id } });
    });

    test('N7 people and the audit are for staff; to others they are not there', async () => {
      const { owner, other } = callers();
      const id = await idOf(other);
      for (const role of ['analyst', 'lead', 'reader']) {
        await owner.ok('changeMember', { params: { id }, body: { role } });
        await other.fails('addMember', { body: { email: 'x@y.example' } }, 404, 'not_found');
        await other.fails('changeMember', { params: { id }, body: { role: 'staff' } }, 404, 'not_found');
        await other.fails('closeMember', { params: { id: 1 }, body: { to: id } }, 404, 'not_found');
        for (const name of ['listAudit', 'checkAudit', 'exportAudit'] as const)
          await other.fails(name, {}, 404, 'not_found');
      }
      await owner.ok('changeMember', { params: { id }, body: { role: 'analyst' } });
      await owner.fails(
        'changeMember',
        { params: { id: await idOf(owner) }, body: { role: 'lead' } },
        422,
        'unprocessable',
      );
      await owner.fails('changeMember', { params: { id: 4711 }, body: { role: 'lead' } }, 404, 'not_found');
    });

    test('N9 staff adds somebody, and closes somebody who has left: a lead gets the lists', async () => {
      const { owner } = callers();
      const added = await owner.ok('addMember', {
        body: { email: 'New@Fund.example', name: 'Nora New', role: 'lead' },
      });
      expect(added).toMatchObject({ email: 'new@fund.example', role: 'lead', closed: false });
      expect(added.password.length).toBeGreaterThan(15);
      await owner.fails('addMember', { body: { email: 'new@fund.example' } }, 409, 'conflict');
      // L1: the last one has a Cyrillic letter.
      for (const name of ['Nora New', 'NORA  NEW', 'Nоra New']) {
        const fields = await owner.fails('addMember', { body: { email: 'l1@fund.example', name } }, 409, 'conflict');
        expect(fields).toEqual({ name: expect.stringContaining('looks like it') as string });
      }
      expect(await owner.fails('addMember', { body: { email: 'nobody' } }, 422, 'unprocessable')).toHaveProperty(
        'email',
      );
      const leaver = await owner.ok('addMember', { body: { email: 'old@fund.example' } });
      const close = { params: { id: leaver.id }, body: { to: added.id } };
      await owner.fails('closeMember', { ...close, body: { to: leaver.id } }, 422, 'unprocessable');
      expect(await owner.ok('closeMember', close)).toMatchObject({ closed: true });
      await owner.fails('closeMember', close, 422, 'unprocessable');
      await owner.fails('addMember', { body: { email: 'old@fund.example' } }, 409, 'conflict');
    });
  });

  test('N8 the audit says what was done by whom, in a chain, and never what a private note says', async () => {
    const { owner, other } = callers();
    const of = { params: { id: 4, note_id: '0198f0a0-0000-7000-8000-00000000000c' } };
    await other.ok('writeNote', { ...of, body: { text: 'A secret of mine' } });
    await other.ok('writeNote', { ...of, body: { text: 'For all of you', for_team: true } });
    await other.ok('deleteNote', of);
    await owner.ok('exportCompanies', { query: { tag: 'watchlist', columns: 'name' } });
    const [exported] = (await owner.ok('listAudit', { query: { limit: 1 } })).results;
    expect(exported).toMatchObject({ kind: 'export', user: { name: 'Workspace owner' } });
    expect(JSON.parse(exported!.detail)).toEqual({ what: 'Watchlist', rows: 0, columns: ['Name'] });
    const { results } = await owner.ok('listAudit', { query: { limit: 1000 } });
    expect(results[1]).toMatchObject({ kind: 'note', user: { name: 'B' }, company_id: 4 });
    expect(results.map(({ place }) => place)).toEqual(results.map(({ place }) => place).toSorted((a, b) => b - a));
    const csv = await owner.ok('exportAudit');
    expect(csv.split('\r\n')).toHaveLength(results.length + 2);
    const check = await owner.ok('checkAudit');
    expect(check).toMatchObject({ events: results.length, problems: [], hash: results[0]!.hash });
    const [before] = (await owner.ok('listAudit', { query: { limit: 1, before: results[0]!.place } })).results;
    expect(before).toEqual(results[1]);
    await owner.fails('listAudit', { query: { limit: 0 } }, 400, 'bad_request');
  });

  test('E20 the audit is narrowed to a person, a kind, a company and a time, and so is its file', async () => {
    const { owner, other, plain } = callers();
    const [before] = (await owner.ok('listAudit', { query: { limit: 1 } })).results;
    await other.ok('writeNote', { ...noteOf(4, '1'), body: { text: 'For all', for_team: true } });
    await other.ok('writeNote', { ...noteOf(5, '2'), body: { text: 'For all', for_team: true } });
    await plain.ok('writeNote', { ...noteOf(4, '3'), body: { text: 'For all', for_team: true } });
    await owner.ok('exportCompanies', { query: { tag: 'watchlist', columns: 'name' } });
    const [a, b] = [await idOf(other), await idOf(plain)];
    const all = (await owner.ok('listAudit', { query: { limit: 1000 } })).results;
    const fresh = all.filter(({ place }) => place > (before?.place ?? 0));
    const begin = fresh.at(-1)!.at;
    const end = new Date(Date.parse(fresh[0]!.at) + 1).toISOString();
    const asked = async (query: Record<string, string | number>): Promise<typeof all> =>
      (await owner.ok('listAudit', { query: { limit: 1000, ...query } })).results;
    const isLate = ({ at }: { at: string }): boolean => at >= begin && at < end;
    expect(await asked({ user: a })).toEqual(all.filter(({ user }) => user?.id === a));
    expect(await asked({ user: 0 })).toEqual(all.filter(({ user }) => user === null));
    expect(await asked({ kind: 'note' })).toEqual(all.filter(({ kind }) => kind === 'note'));
    expect(await asked({ kind: 'export' })).toEqual(all.filter(({ kind }) => kind === 'export'));
    expect(await asked({ company: 4 })).toEqual(all.filter(({ company_id: id }) => id === 4));
    expect(await asked({ since: begin, until: end })).toEqual(all.filter(isLate));
    expect(await asked({ since: begin })).toEqual(all.filter(({ at }) => at >= begin));
    expect(await asked({ until: begin })).toEqual(all.filter(({ at }) => at < begin));
    const both = { company: 4, user: b, kind: 'note', since: begin, until: end };
    expect(await asked(both)).toMatchObject([{ user: { id: b }, company_id: 4, kind: 'note' }]);
    expect(await asked({ ...both, kind: 'decided' })).toEqual([]);
    // Pages go on where the last one ended.
    const notes = await asked({ kind: 'note', since: begin, until: end });
    const [first] = await asked({ kind: 'note', since: begin, until: end, limit: 1 });
    expect(first).toEqual(notes[0]);
    expect(await asked({ kind: 'note', since: begin, until: end, before: first!.place })).toEqual(notes.slice(1));
    const csv = await owner.ok('exportAudit', { query: { company: 4, user: b } });
    expect(csv.split('\r\n')).toHaveLength((await asked({ company: 4, user: b })).length + 2);
    await owner.fails('listAudit', { query: { kind: 'nothing' } }, 400, 'bad_request');
    await owner.fails('listAudit', { query: { since: 'yesterday' } }, 400, 'bad_request');
    await other.fails('listAudit', { query: { user: a } }, 404, 'not_found');
    await other.ok('deleteNote', noteOf(4, '1'));
    await other.ok('deleteNote', noteOf(5, '2'));
    await plain.ok('deleteNote', noteOf(4, '3'));
  });

  test('P5 a note that becomes the team’s shows its present text, to colleagues, readers and staff', async () => {
    const { owner, other, plain } = callers();
    const of = { params: { id: 6, note_id: '0198f0a0-0000-7000-8000-00000000000d' } };
    await other.ok('writeNote', { ...of, body: { text: 'their founder is ill' } });
    await other.ok('writeNote', { ...of, body: { text: 'For all now', for_team: true } });
    await other.ok('writeNote', { ...of, body: { text: 'For all still' } });
    for (const caller of [owner, plain]) {
      const [seen] = (await caller.ok('listNotes', { params: { id: 6 } })).results;
      expect(seen).toMatchObject({ text: 'For all still', history: [{ text: 'For all now' }] });
      expect(seen!.history).toHaveLength(1);
    }
    const [own] = (await other.ok('listNotes', { params: { id: 6 } })).results;
    expect(own!.history.map(({ text }) => text)).toEqual(['For all now', 'their founder is ill']);
    const everything = async (): Promise<string> =>
      JSON.stringify([
        await owner.ok('listAudit', { query: { limit: 1000 } }),
        await owner.ok('exportAudit'),
        await owner.ok('listChanges', { query: { since: 0 } }),
        await owner.ok('exportCompanies', { query: { ids: '6', columns: ['name', 'notes'] } }),
        await owner.ok('handOver', { query: { ids: '6', preset: 'attio' } }),
        await owner.ok('searchCompanies', { query: { notes: 'any' } }),
        await owner.ok('listMentions'),
      ]);
    expect(await everything()).not.toContain('founder is ill');
    expect(await everything()).toContain('For all now');
    await other.ok('writeNote', { ...of, body: { text: 'mine again', for_team: false } });
    for (const caller of [owner, plain])
      expect((await caller.ok('listNotes', { params: { id: 6 } })).results).toEqual([]);
    expect(await everything()).not.toMatch(/founder is ill|mine again/);
    await other.ok('deleteNote', of);
  });

  test('L4 L7 of what is one’s own staff and listeners learn that it was done, and neither names nor filters', async () => {
    const { owner, other, plain } = callers();
    const { place } = await owner.ok('listChanges');
    const body = { name: 'Secret list', filters: { include: { textSearch: 'secretword' } } };
    const { id } = await other.ok('createSmartList', { body });
    await other.ok('updateSmartList', {
      params: { id },
      body: { filters: { include: { textSearch: 'secretother' } } },
    });
    const { id: robots } = await other.ok('createSmartList', { body: { name: 'Secret robots', filters: europe() } });
    const [entry] = await entriesIn(other, robots);
    await other.ok('moveEntry', { params: { id: entry!.inboxEntryId }, body: { tag_archive: true } });
    await other.ok('exportCompanies', { query: { user_smart_list_id: robots, columns: ['name'] } });
    await other.ok('handOver', { query: { user_smart_list_id: robots, preset: 'attio' } });
    const collection = await other.ok('createCollection', { body: { name: 'Secret collection' } });
    await other.ok('exportCompanies', { query: { collection_id: collection.id, columns: ['name'] } });
    const asked = {
      id: '0198f0a0-0000-7000-8000-00000000000e',
      company_id: 2,
      to: await idOf(plain),
      note: 'Secret note',
    };
    await other.ok('assignCompany', { body: asked });
    await plain.ok('answerAssignment', { body: { id: asked.id, state: 'done', answer: 'Secret answer' } });
    const lines = (await owner.ok('listAudit', { query: { limit: 1000 } })).results;
    const text = JSON.stringify(lines) + (await owner.ok('exportAudit'));
    expect(text).not.toMatch(/secret/i);
    expect(lines.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['filters', 'export', 'assigned', 'decided']));
    const told = (await plain.ok('listChanges', { query: { since: place } })).results;
    expect(told.map(({ kind }) => kind)).not.toContain('shared');
    // Once it is shared, all of that is the business of those who share it.
    const members = [{ id: await idOf(plain), role: 'reader' }];
    await other.ok('shareList', { params: { id: robots }, body: { mode: 'each', members } });
    await other.ok('updateSmartList', {
      params: { id: robots },
      body: { filters: { include: { regions: ['Africa'] } } },
    });
    const [newest] = (await owner.ok('listAudit', { query: { limit: 2 } })).results;
    expect(newest).toMatchObject({ kind: 'filters' });
    expect(newest!.detail).toContain('Africa');
    const since = (await plain.ok('listChanges', { query: { since: place } })).results;
    expect(since.map(({ kind }) => kind)).toContain('shared');
    await other.ok('shareList', { params: { id: robots }, body: { mode: null, members: [] } });
    for (const list of [id, robots]) await other.ok('deleteSmartList', { params: { id: list } });
    await other.ok('deleteCollection', { params: { id: collection.id } });
  });
}
