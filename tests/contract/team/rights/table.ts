import type { EndpointName } from '#shared/api/endpoints.ts';
import type { Role } from '#shared/domain/team.ts';
import type { CallInput } from '../../api/apiUnderTest.ts';
import type { Name, Things } from './world.ts';

/** What somebody gets: what they have asked for, a sentence that they may not, or that there is no such thing. */
export type Answer = 'ok' | 'may not' | 'not there';

/** A thing of Ann's that a call may be about, and what others get: editors, readers, a lead and staff. */
export interface Use {
  readonly of: keyof Things;
  readonly input: (things: Things) => CallInput;
  /** What each gets, but Ann, who gets it, and those to whom it is not there. */
  readonly answers?: Readonly<Partial<Record<Name, Answer>>>;
  /** An id of nothing makes a new thing. */
  readonly isNew?: boolean;
  /** Whose thing it is, if not Ann's. */
  readonly owner?: Name;
  /** What it is answered with, if not with the endpoint's own status. */
  readonly status?: number;
}

export interface Right {
  /** The least that a role has to include. Below it one gets `below`. */
  readonly least: Role;
  readonly below?: Answer;
  /** A call that is made well by whoever has these things. */
  readonly input?: (things: Things) => CallInput;
  /** What it is answered with then, if not with the endpoint's own status. */
  readonly status?: number;
  /** It starts a job, which has to end before the next call. */
  readonly isJob?: boolean;
  readonly uses?: readonly Use[];
}

type Input = (things: Things) => CallInput;
const none: Input = () => ({});

/** Everybody on the team. */
function everybody(input: Input = none, uses: readonly Use[] = []): Right {
  return { least: 'reader', input, uses };
}

/** Who decides and makes lists. */
function analysts(input: Input = none, uses: readonly Use[] = []): Right {
  return { least: 'analyst', input, uses };
}

/** Who manages the companies; others are told that they may not. */
function leads(input: Input = none, more: Partial<Right> = {}): Right {
  return { least: 'lead', input, ...more };
}

/** To others it is not there. */
function staff(input: Input = none, uses: readonly Use[] = []): Right {
  return { least: 'staff', below: 'not there', input, uses };
}

/** A thing that its owner alone sees. */
function own(of: keyof Things, input: Input, more: Partial<Use> = {}): Use {
  return { of, input, ...more };
}

/** A thing that is shared: what an editor gets, and a reader. Somebody who reads on this team is a reader at most. */
function shared(of: keyof Things, input: Input, editor: Answer, reader: Answer, more: Partial<Use> = {}): Use {
  return { of, input, ...more, answers: { bob: editor, cem: reader, rea: reader, ...more.answers } };
}

/** A thing that all see who share it. */
function seen(of: keyof Things, input: Input): Use {
  return shared(of, input, 'ok', 'ok');
}

const listOf: Input = ({ list: id }) => ({ params: { id } });
const collectionOf: Input = ({ collection: id }) => ({ params: { id } });
const companyOf: Input = ({ company: id }) => ({ params: { id } });
const inList: Input = ({ list }) => ({ query: { user_smart_list_id: list } });
const withBody =
  (of: Input, body: unknown): Input =>
  (things) => ({ ...of(things), body });

/** A company is everybody's. */
const company = (input: Input = companyOf): Use => ({
  of: 'company',
  input,
  answers: { bob: 'ok', cem: 'ok', rea: 'ok', dan: 'ok', eve: 'ok', lee: 'ok', sam: 'ok' },
});
/** Leaves out what a list has: only who sees it can ask for that. */
const without: Use = seen('list', ({ list }) => ({ query: { exclude_smartlist: list, text_search: 'software' } }));

const setOf = (things: Things): unknown => ({ collection: things.collection, company_id: 2 });

/** Who may make which call, about what: the compiler asks for an answer for every call of the table. */
export const rights: Readonly<Record<EndpointName, Right>> = {
  getConfig: everybody(),
  getMe: everybody(),
  getDigest: everybody(),
  getFacets: everybody(none, [without]),
  getOwnValues: everybody(() => ({ query: { column: 'Fit' } })),
  getSearchWords: everybody(() => ({ query: { text_search: 'software' } }), [without]),
  getThesis: everybody(
    () => ({ query: { text_search: 'software' } }),
    [without, seen('list', ({ list }) => ({ query: { text_search: 'software', user_smart_list_id: list } }))],
  ),
  findCompanyNames: everybody(() => ({ query: { text: 'a' } })),
  searchCompanies: everybody(none, [without]),
  searchCompanyIds: everybody(none, [without]),
  getCompany: everybody(companyOf, [company()]),
  getCompanyHistory: everybody(companyOf, [company()]),
  getScoreRank: everybody(companyOf, [company()]),
  getDecisions: everybody(companyOf, [company()]),
  getKnown: everybody(companyOf, [company()]),
  listPeople: everybody(
    ({ company: id }) => ({ query: { company_id: id } }),
    [company(({ company: id }) => ({ query: { company_id: id } }))],
  ),
  getCompanyInsight: everybody(
    ({ company: id }) => ({ body: { company_id: id } }),
    [company(({ company: id }) => ({ body: { company_id: id } }))],
  ),
  getSectorReport: everybody(
    ({ company: id }) => ({ query: { company_id: id } }),
    [
      company(({ company: id }) => ({ query: { company_id: id } })),
      seen('list', inList),
      seen('collection', ({ collection }) => ({ query: { collection_id: collection } })),
    ],
  ),
  exportCompanies: everybody(
    () => ({ query: { ids: '1' } }),
    [seen('list', inList), seen('collection', ({ collection }) => ({ query: { collection_id: collection } })), without],
  ),
  handOver: everybody(
    () => ({ query: { preset: 'attio', ids: '1' } }),
    [
      seen('list', ({ list }) => ({ query: { preset: 'attio', user_smart_list_id: list } })),
      seen('collection', ({ collection }) => ({ query: { preset: 'attio', collection_id: collection } })),
    ],
  ),
  listImports: everybody(),
  listImportChanges: everybody(),
  listExports: everybody(),
  recordExport: everybody(({ note }) => ({
    body: { id: note, what: 'Robots', rows: 1, preset: 'attio', columns: [], up_to: 0 },
  })),

  listSmartLists: everybody(),
  listSmartListCompanies: everybody(),
  getSmartList: everybody(listOf, [seen('list', listOf)]),
  createSmartList: analysts(({ note }) => ({ body: { name: note, filters: {} } })),
  signUp: analysts(() => ({ body: { user_email: '', account_id: '', feedback: [], filters: {} } })),
  updateSmartList: analysts(withBody(listOf, { filters: {} }), [
    shared('list', withBody(listOf, { filters: {} }), 'ok', 'may not'),
    // A name is one's own.
    shared('list', withBody(listOf, { name: 'Another name' }), 'ok', 'ok', { answers: { rea: 'may not' } }),
  ]),
  previewSmartListEdit: analysts(withBody(listOf, { filters: {} }), [
    shared('list', withBody(listOf, { filters: {} }), 'ok', 'ok', { answers: { rea: 'may not' } }),
  ]),
  leaveSmartList: everybody(withBody(listOf, { arrival: 0 }), [seen('list', withBody(listOf, { arrival: 0 }))]),
  deleteSmartList: analysts(listOf, [shared('list', listOf, 'ok', 'ok', { answers: { rea: 'may not' } })]),
  restoreSmartList: analysts(
    ({ deletedList: id }) => ({ params: { id } }),
    [shared('deletedList', ({ deletedList: id }) => ({ params: { id } }), 'ok', 'ok', { answers: { rea: 'may not' } })],
  ),
  getListSharing: everybody(listOf, [seen('list', listOf)]),
  shareList: analysts(withBody(listOf, { mode: 'each', members: [] }), [
    shared('list', withBody(listOf, { mode: 'each', members: [] }), 'may not', 'may not'),
  ]),
  // Only of a shared list.
  dealCompanies: { least: 'analyst', uses: [shared('list', withBody(listOf, {}), 'ok', 'may not')] },
  giveBackCompanies: analysts(listOf, [shared('list', listOf, 'ok', 'ok', { answers: { rea: 'may not' } })]),
  getListProgress: everybody(listOf, [seen('list', listOf)]),

  listEntries: everybody(inList, [seen('list', inList)]),
  listEntryIds: everybody(inList, [seen('list', inList)]),
  countDecided: everybody(),
  countDecidedSince: everybody(() => ({ query: { since: '2026-11-01T00:00:00Z' } })),
  getDecisionRecord: everybody(() => ({ query: { since: '2026-11-01T00:00:00Z' } })),
  // An entry stays its user's when the list is taken away: what they decide then is for themselves.
  moveEntry: analysts(
    ({ entry: id }) => ({ params: { id }, body: { tag_archive: true } }),
    [
      shared('entry', ({ entry: id }) => ({ params: { id }, body: { tag_archive: true } }), 'ok', 'may not', {
        answers: { dan: 'ok' },
      }),
    ],
  ),
  // An undecided company has none.
  giveReason: {
    ...analysts(
      ({ entry: id }) => ({ params: { id }, body: { reason: 1 } }),
      [
        shared('entry', ({ entry: id }) => ({ params: { id }, body: { reason: 1 } }), 'ok', 'ok', {
          status: 409,
          answers: { rea: 'may not', dan: 'ok' },
        }),
      ],
    ),
    status: 409,
  },
  pickCompany: analysts(({ company: id }) => ({ body: { company_id: id } })),
  listReasons: everybody(),
  replaceReasons: analysts(() => ({ body: { reasons: [{ id: 1, name: 'Too early' }] } })),

  listNotes: everybody(companyOf, [company()]),
  listNotedCompanies: everybody(),
  writeNote: everybody(
    ({ company: id, note }) => ({ params: { id, note_id: note }, body: { text: 'Hm, hm' } }),
    [
      own('note', ({ note }) => ({ params: { id: 60, note_id: note }, body: { text: 'Mine now' } }), {
        isNew: true,
      }),
    ],
  ),
  deleteNote: everybody(
    ({ company: id, note }) => ({ params: { id, note_id: note } }),
    [own('note', ({ note }) => ({ params: { id: 60, note_id: note } }))],
  ),

  listCollectionPreviews: everybody(),
  listCollections: everybody(),
  listCollectionCompanies: everybody(collectionOf, [seen('collection', collectionOf)]),
  createCollection: analysts(({ note }) => ({ body: { name: note } })),
  updateCollection: analysts(withBody(collectionOf, { description: 'Ours' }), [
    shared('collection', withBody(collectionOf, { description: 'Ours' }), 'ok', 'may not'),
  ]),
  deleteCollection: analysts(collectionOf, [shared('collection', collectionOf, 'may not', 'may not')]),
  restoreCollection: analysts(
    ({ deletedCollection: id }) => ({ params: { id } }),
    [own('deletedCollection', ({ deletedCollection: id }) => ({ params: { id } }))],
  ),
  addCollectionItem: analysts(
    (things) => ({ body: setOf(things) }),
    [shared('collection', (things) => ({ body: setOf(things) }), 'ok', 'may not')],
  ),
  addCollectionItems: analysts(
    ({ collection }) => ({ body: { collection_id: collection, company_ids: [3] } }),
    [
      shared(
        'collection',
        ({ collection }) => ({ body: { collection_id: collection, company_ids: [3] } }),
        'ok',
        'may not',
      ),
    ],
  ),
  deleteCollectionItem: analysts(
    ({ item: id }) => ({ params: { id } }),
    [shared('item', ({ item: id }) => ({ params: { id } }), 'ok', 'may not')],
  ),
  getCollectionSharing: everybody(collectionOf, [seen('collection', collectionOf)]),
  shareCollection: analysts(withBody(collectionOf, { members: [] }), [
    shared('collection', withBody(collectionOf, { members: [] }), 'may not', 'may not'),
  ]),

  sendKnownFile: analysts(() => ({ query: { name: 'a.csv' }, file: 'name\nA\n' })),
  previewKnown: analysts(
    ({ knownFile: token }) => ({ body: { token } }),
    [own('knownFile', ({ knownFile: token }) => ({ body: { token } }))],
  ),
  importKnown: analysts(
    ({ knownFile: token }) => ({ body: { token } }),
    [own('knownFile', ({ knownFile: token }) => ({ body: { token } }))],
  ),
  listKnownSources: everybody(),
  listKnownMarks: everybody(),
  listKnownRows: everybody(
    ({ source: id }) => ({ params: { id } }),
    [own('source', ({ source: id }) => ({ params: { id } }))],
  ),
  undoKnown: analysts(
    ({ source: id }) => ({ params: { id } }),
    [own('source', ({ source: id }) => ({ params: { id } }))],
  ),
  chooseKnown: analysts(
    ({ knownRow: id }) => ({ params: { id }, body: { company_id: 1 } }),
    [own('knownRow', ({ knownRow: id }) => ({ params: { id }, body: { company_id: 1 } }))],
  ),

  getTeam: everybody(),
  listColleagueDecisions: everybody(() => ({ query: { company_ids: '1' } })),
  listConflicts: everybody(),
  settleConflict: {
    least: 'reader',
    uses: [
      shared('conflict', ({ conflict: id, kept }) => ({ params: { id }, body: { kept } }), 'may not', 'may not', {
        answers: { lee: 'ok', sam: 'ok' },
      }),
    ],
  },
  listAssignments: everybody(),
  assignCompany: analysts(({ company: id, note, member }) => ({ body: { id: note, company_id: id, to: member } })),
  answerAssignment: everybody(
    ({ assignment: id }) => ({ body: { id, state: 'done' } }),
    [own('assignment', ({ assignment: id }) => ({ body: { id, state: 'done' } }))],
  ),
  listMentions: everybody(),
  readMentions: everybody(() => ({ body: {} })),
  listChanges: everybody(() => ({ query: { since: 0 } })),

  addMember: staff(({ note }) => ({ body: { email: `${note}@x.example` } })),
  changeMember: staff(
    ({ member: id }) => ({ params: { id }, body: { role: 'reader' } }),
    [own('member', ({ member: id }) => ({ params: { id }, body: { role: 'reader' } }), { owner: 'sam' })],
  ),
  closeMember: staff(
    ({ member: id, heir: to }) => ({ params: { id }, body: { to } }),
    [own('member', ({ member: id, heir: to }) => ({ params: { id }, body: { to } }), { owner: 'sam' })],
  ),
  listAudit: staff(),
  checkAudit: staff(),
  exportAudit: staff(),

  getWorkspace: leads(),
  sendFile: leads(() => ({ query: { name: 'a.csv' }, file: 'name\nA\n' })),
  inspectFile: leads(({ file: token }) => ({ body: { token } }), {
    uses: [own('file', ({ file: token }) => ({ body: { token } }), { owner: 'lee' })],
  }),
  importFiles: leads(({ file: token }) => ({ body: { files: [{ token }], dry_run: true } }), {
    isJob: true,
    uses: [own('file', ({ file: token }) => ({ body: { files: [{ token }], dry_run: true } }), { owner: 'lee' })],
  }),
  listDuplicates: leads(),
  // There are no such companies.
  previewMerge: leads(() => ({ body: { ids: [999_998, 999_999] } }), { status: 404 }),
  setApart: leads(() => ({ body: { ids: [1, 2], is_apart: true } })),
  mergeCompanies: leads(() => ({ body: { ids: [999_998, 999_999] } }), { status: 404 }),
  undoImport: leads(none, { isJob: true }),
  refreshWorkspace: leads(none, { isJob: true }),
  cancelJob: leads(),
};
