import { Client } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { Caller, type CallInput } from '../api/apiUnderTest.ts';
import { type endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { TestTeam } from '../../postgres/testTeam.ts';

vi.setConfig({ testTimeout: 180_000 });

const team = new TestTeam();
afterEach(() => vi.restoreAllMocks());

/** What the database is asked, but for whose a token is: that is remembered for a moment. */
function statementsOf(): string[] {
  const statements: string[] = [];
  const query = Reflect.get(Client.prototype, 'query') as (this: Client, ...values: unknown[]) => unknown;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...values: unknown[]) {
    const [config] = values;
    const text = typeof config === 'string' ? config : String(Reflect.get(Object(config), 'text'));
    if (!/FROM token|company_change/.test(text)) statements.push(text);
    return query.apply(this, values) as never;
  });
  return statements;
}

/** Two colleagues, with a list and a collection of Ann's. */
interface Desk {
  readonly ann: Caller;
  readonly bob: Caller;
  readonly list: number;
  readonly collection: number;
  readonly source: number;
}

const noteOf = (n: number): string => `0198f0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** One more of each that answers have rows of. */
async function add({ ann, bob, list, collection }: Desk, n: number): Promise<void> {
  const me = (await ann.ok('getTeam')).me;
  const members = [{ id: (await bob.ok('getTeam')).me, role: 'editor' }];
  const other = await ann.ok('createSmartList', { body: { name: `List ${n}`, filters: {} } });
  await ann.ok('shareList', { params: { id: other.id }, body: { mode: 'one', members } });
  const set = await ann.ok('createCollection', { body: { name: `Set ${n}` } });
  await ann.ok('shareCollection', { params: { id: set.id }, body: { members } });
  await ann.ok('addCollectionItems', { body: { collection_id: set.id, company_ids: [n, n + 100] } });
  await ann.ok('addCollectionItem', { body: { collection, company_id: n } });
  const { results } = await ann.ok('listEntries', { query: { user_smart_list_id: list, page_size: 1000 } });
  const entry = results.find(({ id }) => id === n)!;
  const theirs = (await bob.ok('listEntries', { query: { company_id: n } })).results[0]!;
  await bob.ok('moveEntry', { params: { id: theirs.inboxEntryId }, body: { tag_watchlist: true, reason: 1 } });
  const move = { params: { id: entry.inboxEntryId }, body: { tag_opportunities: true, reason: 2 } };
  const { decision } = await ann.fails('moveEntry', move, 409, 'conflict');
  await ann.ok('moveEntry', { ...move, body: { ...move.body, seen: Number(decision) } });
  await ann.ok('writeNote', { params: { id: n, note_id: noteOf(n) }, body: { text: 'Met them' } });
  const comment = { text: '@Workspace owner, look', for_team: true };
  await bob.ok('writeNote', { params: { id: n, note_id: noteOf(n + 1000) }, body: comment });
  await bob.ok('assignCompany', { body: { id: noteOf(n + 2000), company_id: n, to: me } });
  const exported = { id: noteOf(n + 3000), what: `Export ${n}`, rows: 1, preset: 'attio', columns: [], up_to: 0 };
  await ann.ok('recordExport', { body: exported });
}

/** Every call that only reads. */
type ReadName = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'GET' ? Name : never;
}[EndpointName];

/** Everything that is read, with as many rows as there are, or `rows` of what there is plenty of. */
function reads({ list, collection, source }: Desk, rows: number): Record<ReadName, CallInput> {
  const all = { page_size: 1000 };
  return {
    getConfig: {},
    getMe: {},
    getDigest: {},
    getCompany: { params: { id: 1 } },
    getCompanyHistory: { params: { id: 1 } },
    getScoreRank: { params: { id: 1 } },
    getKnown: { params: { id: 1 } },
    listPeople: { query: { company_id: 1, page_size: rows } },
    searchCompanyIds: { query: { collections: collection } },
    getOwnValues: { query: { column: 'Fit' } },
    getSearchWords: { query: { text_search: 'software' } },
    getThesis: { query: { text_search: 'software', user_smart_list_id: list } },
    findCompanyNames: { query: { text: 'a', page_size: rows } },
    listReasons: {},
    countDecidedSince: { query: { since: '2026-11-01T00:00:00Z' } },
    getSmartList: { params: { id: list } },
    getListSharing: { params: { id: list } },
    getCollectionSharing: { params: { id: collection } },
    listKnownRows: { params: { id: source }, query: { part: 'missing', page_size: rows } },
    getWorkspace: {},
    listEntries: { query: { ...all, tag_opportunities: true, ordering: 'name' } },
    listEntryIds: { query: { user_smart_list_id: list } },
    searchCompanies: { query: { bookmark_list: 'opportunities', notes: 'any', ...all } },
    getFacets: { query: { colleagues: 'any', reasons: '2' } },
    exportCompanies: { query: { tag: 'opportunities' } },
    handOver: { query: { preset: 'attio', tag: 'opportunities' } },
    listImports: {},
    listImportChanges: { query: { company_ids: Array.from({ length: 20 }, (_, n) => n + 1).join(',') } },
    listExports: {},
    listCollectionPreviews: { query: all },
    listCollections: { query: all },
    listCollectionCompanies: { params: { id: collection }, query: all },
    listSmartLists: { query: all },
    listSmartListCompanies: { query: all },
    getSectorReport: { query: { user_smart_list_id: list, n_companies: 20, kept: true, remarks: true } },
    getDecisions: { params: { id: 1 } },
    listNotes: { params: { id: 1 } },
    listNotedCompanies: {},
    countDecided: {},
    getDecisionRecord: { query: { since: '2026-11-01T00:00:00Z' } },
    getTeam: {},
    listColleagueDecisions: { query: { company_ids: Array.from({ length: 20 }, (_, n) => n + 1).join(',') } },
    getListProgress: { params: { id: list } },
    listChanges: { query: { since: 0 } },
    listConflicts: {},
    listAssignments: {},
    listMentions: { query: all },
    listAudit: { query: all },
    listKnownSources: {},
    listKnownMarks: {},
    listDuplicates: {},
    checkAudit: {},
    exportAudit: {},
  };
}

test('L8 what the database is asked for an answer does not grow with its rows', async () => {
  const { app, jobs, state } = await team.node('one');
  await jobs.startSample(300);
  const ann = await state.users.firstUser();
  const bob = await state.users.add({ email: 'b@x.example', name: 'Bob', role: 'lead', addons: [] });
  const open = async (id: number): Promise<Caller> => {
    const tokens = { owner: '', staff: '', other: '', plain: '' };
    const api = {
      tokens,
      close: async () => undefined,
      fetch: async (path: string, init?: RequestInit) => app.fetch(new Request(`http://workspace${path}`, init)),
    };
    return new Caller(api, await state.users.issueToken(id, 'test'));
  };
  const callers = { ann: await open(ann.id), bob: await open(bob.id) };
  const { id: list } = await callers.ann.ok('createSmartList', { body: { name: 'A', filters: {} } });
  const members = [{ id: bob.id, role: 'editor' }];
  await callers.ann.ok('shareList', { params: { id: list }, body: { mode: 'one', members } });
  const { id: collection } = await callers.ann.ok('createCollection', { body: { name: 'A' } });
  const known = Array.from({ length: 30 }, (_, n) => `${n},Nobody ${n},Lead`);
  const sent = { query: { name: 'hubspot.csv' }, file: ['Record ID,Company name,Stage', ...known].join('\n') };
  const { id: source } = await callers.ann.ok('importKnown', { body: await callers.ann.ok('sendKnownFile', sent) });
  const desk = { ...callers, list, collection, source };
  const statements = statementsOf();

  async function counts(rows: number): Promise<Record<string, number>> {
    const counted: Record<string, number> = {};
    for (const [name, input] of Object.entries(reads(desk, rows)) as [EndpointName, CallInput][]) {
      // What is done on the way, such as sealing the newest events, is not the answer's.
      await desk.ann.ok(name, input);
      statements.length = 0;
      await desk.ann.ok(name, input);
      counted[name] = statements.length;
    }
    return counted;
  }
  for (let n = 1; n <= 2; n += 1) await add(desk, n);
  const few = await counts(2);
  for (let n = 3; n <= 14; n += 1) await add(desk, n);
  const many = await counts(14);
  expect(many).toEqual(few);
});

test('P7 a decision asks the database three times, also with a reason, a note and other lists of the company', async () => {
  const { users } = (await team.node('one')).state;
  const workspace = team.nodes[0]!;
  await workspace.jobs.startSample(100);
  const token = await users.issueToken((await users.firstUser()).id, 'test');
  const ann = new Caller(
    {
      tokens: { owner: '', staff: '', other: '', plain: '' },
      close: async () => undefined,
      fetch: async (path, init) => workspace.app.fetch(new Request(`http://team${path}`, init)),
    },
    token,
  );
  const lists = [];
  for (const name of ['One', 'Two']) lists.push(await ann.ok('createSmartList', { body: { name, filters: {} } }));
  const query = { user_smart_list_id: lists[0]!.id, page_size: 10 };
  const { results } = await ann.ok('listEntries', { query });
  await ann.ok('writeNote', { params: { id: results[0]!.id, note_id: noteOf(1) }, body: { text: 'Met them' } });
  const statements = statementsOf();
  for (const [at, body] of [
    { tag_archive: true },
    { tag_watchlist: true },
    { tag_opportunities: true, reason: 2 },
  ].entries()) {
    statements.length = 0;
    const moved = await ann.ok('moveEntry', { params: { id: results[at]!.inboxEntryId }, body });
    expect(moved).toMatchObject({
      ...body,
      reason: at === 2 ? 'Not our market' : '',
      note: at === 0 ? 'Met them' : '',
    });
    // Whose it is and what it is about, the decision, and what the answer says besides; with a reason, which there are.
    expect(statements).toHaveLength(at === 2 ? 4 : 3);
  }
});
