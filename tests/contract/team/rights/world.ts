import type { Role } from '#shared/domain/team.ts';
import type { Workspace } from '#server/workspace.ts';
import { Caller, europe } from '../../api/apiUnderTest.ts';

/** Who calls, by what they are to the things that Ann has made. */
export const people = {
  /** Has made everything, and owns what is shared. */
  ann: 'analyst',
  /** An editor, and a reader, of what Ann shares. */
  bob: 'analyst',
  cem: 'analyst',
  /** Reads on this team, so what is shared with her as an editor she reads. */
  rea: 'reader',
  /** Was an editor of what Ann shares. */
  dan: 'analyst',
  /** Have nothing to do with any of it. */
  eve: 'analyst',
  lee: 'lead',
  sam: 'staff',
} as const satisfies Readonly<Record<string, Role>>;
export type Name = keyof typeof people;

/** What calls are about, as somebody addresses it: a shared list and its entries have another id for each. */
export interface Things {
  readonly list: number;
  readonly entry: number;
  readonly deletedList: number;
  readonly conflict: number;
  readonly kept: number;
  readonly collection: number;
  readonly item: number;
  readonly deletedCollection: number;
  readonly company: number;
  readonly note: string;
  readonly assignment: string;
  readonly source: number;
  readonly knownRow: number;
  /** Tokens of files that were sent. */
  readonly knownFile: string;
  readonly file: string;
  /** Somebody else on the team, to be changed and closed, and who may take over what they have. */
  readonly member: number;
  readonly heir: number;
}

/** The ids of nothing. */
export const nothing: Things = {
  list: 999_999,
  entry: 999_999,
  deletedList: 999_999,
  conflict: 999_999,
  kept: 1,
  collection: 999_999,
  item: 999_999,
  deletedCollection: 999_999,
  company: 999_999,
  note: '0198f0a0-0000-7000-8000-0000000000ff',
  assignment: '0198f0a0-0000-7000-8000-0000000000fe',
  source: 999_999,
  knownRow: 999_999,
  knownFile: 'x'.repeat(43),
  file: 'x'.repeat(43),
  member: 999_999,
  heir: 999_999,
};

/** A team of one of each, on one workspace. */
export class World {
  readonly workspace: Workspace;
  readonly ids: Readonly<Record<Name, number>>;
  readonly callers: Readonly<Record<Name, Caller>>;
  readonly #call: (path: string, init?: RequestInit) => Promise<Response>;
  readonly #analyse: () => Promise<unknown>;
  #made = 0;

  private constructor(
    workspace: Workspace,
    { ids, tokens }: { readonly ids: Record<Name, number>; readonly tokens: Record<Name, string> },
    analyse: () => Promise<unknown>,
  ) {
    [this.workspace, this.ids, this.#analyse] = [workspace, ids, analyse];
    this.#call = async (path, init) => workspace.app.fetch(new Request(`http://workspace${path}`, init));
    this.callers = mapped((name) => this.callerWith(tokens[name]));
  }

  /** `analyse` has the database look at what it has by now, as it does by itself where nobody makes so much at once. */
  static async open(workspace: Workspace, analyse: () => Promise<unknown>): Promise<World> {
    await workspace.jobs.startSample(70);
    const { users } = workspace.state;
    // The workspace's own user is none of them.
    await users.firstUser();
    const [ids, tokens] = [{}, {}] as [Record<Name, number>, Record<Name, string>];
    for (const [name, role] of Object.entries(people) as [Name, Role][]) {
      const user = await users.add({ email: `${name}@x.example`, name, role, addons: ['export'] });
      ids[name] = user.id;
      tokens[name] = await users.issueToken(user.id, 'test');
    }
    return new World(workspace, { ids, tokens }, analyse);
  }

  callerWith(token: string): Caller {
    const tokens = { owner: '', staff: '', other: '', plain: '' };
    return new Caller({ tokens, close: async () => undefined, fetch: this.#call }, token);
  }

  /** What somebody has made for themselves alone. Whoever reads on the team has made it before. */
  async own(name: Name): Promise<Things> {
    const { sam } = this.callers;
    const as = (role: Role) => sam.ok('changeMember', { params: { id: this.ids[name] }, body: { role } });
    const role: Role = people[name];
    if (role === 'reader') await as('analyst');
    const made = await this.#makeFor(name);
    await this.#analyse();
    if (role === 'reader') await as('reader');
    return made;
  }

  async #makeFor(name: Name): Promise<Things> {
    const caller = this.callers[name];
    const n = (this.#made += 1);
    const list = await this.#list(caller, `Own ${n}`);
    const deleted = await this.#list(caller, `Deleted ${n}`);
    await caller.ok('deleteSmartList', { params: { id: deleted } });
    const collection = await caller.ok('createCollection', { body: { name: `Own ${n}` } });
    const other = await caller.ok('createCollection', { body: { name: `Deleted ${n}` } });
    await caller.ok('deleteCollection', { params: { id: other.id } });
    const note = this.#id();
    await caller.ok('writeNote', { params: { id: 60, note_id: note }, body: { text: 'Hm' } });
    const assignment = this.#id();
    await caller.ok('assignCompany', { body: { id: assignment, company_id: 60, to: this.ids[name] } });
    const source = await caller.ok('importKnown', { body: await this.#sendKnown(caller) });
    const rows = await caller.ok('listKnownRows', { params: { id: source.id }, query: { part: 'missing' } });
    const item = await caller.ok('addCollectionItem', { body: { collection: collection.id, company_id: 1 } });
    return {
      ...nothing,
      list,
      entry: (await this.#entries(caller, list))[0]!.inboxEntryId,
      deletedList: deleted,
      collection: collection.id,
      item: item.id,
      deletedCollection: other.id,
      company: 60,
      note,
      assignment,
      source: source.id,
      knownRow: rows.results[0]!.id,
      knownFile: (await this.#sendKnown(caller)).token,
      file: await this.#sendFile(caller),
      member: await this.#member(),
      heir: this.ids.lee,
    };
  }

  /** What Ann shares, as each has it: the same collection for all, and a list of their own. */
  async shared(): Promise<Readonly<Record<Name, Things>>> {
    const { ann } = this.callers;
    await this.#clear();
    await this.#analyse();
    const own = await this.#makeFor('ann');
    const members = (['bob', 'cem', 'rea'] as const).map((name) => ({
      id: this.ids[name],
      role: name === 'cem' ? 'reader' : 'editor',
    }));
    const before = [...members, { id: this.ids.dan, role: 'editor' }];
    const [list, other] = [own.list, await this.#list(ann, `Other ${this.#made}`)];
    for (const id of [list, other])
      await ann.ok('shareList', { params: { id }, body: { mode: 'one', members: before } });
    await ann.ok('shareCollection', { params: { id: own.collection }, body: { members: before } });
    const lists = { list, other };
    const things: Record<Name, Things> = mapped(() => own);
    for (const name of ['bob', 'cem', 'rea', 'dan'] as const) things[name] = await this.#memberOf(name, own, lists);
    const { conflict, kept } = await this.#conflict(own.list, things.bob.list);
    // Dan is taken out of everything. Bob deletes his copy of the other list himself, as Ann does with hers.
    for (const id of [list, other]) await ann.ok('shareList', { params: { id }, body: { mode: 'one', members } });
    await ann.ok('shareCollection', { params: { id: own.collection }, body: { members } });
    for (const name of ['bob', 'cem'] as const) {
      await this.callers[name].ok('deleteSmartList', { params: { id: things[name].deletedList } });
    }
    return mapped((name) => ({ ...things[name], conflict, kept }));
  }

  /** Takes back what Ann and Bob have decided, and ends what Ann shares: there is always something to decide about. */
  async #clear(): Promise<void> {
    const { ann, bob } = this.callers;
    for (const { id, kept, first } of (await ann.ok('listConflicts')).results) {
      if (kept === null) await ann.ok('settleConflict', { params: { id }, body: { kept: first.seq } });
    }
    for (const caller of [ann, bob]) await undecide(caller);
    for (const { id } of (await ann.ok('listSmartLists', { query: { page_size: 1000 } })).results) {
      await ann.ok('shareList', { params: { id }, body: { mode: null, members: [] } });
      await ann.ok('deleteSmartList', { params: { id } });
    }
    for (const { id } of (await ann.ok('listCollections', { query: { page_size: 1000 } })).results) {
      await ann.ok('deleteCollection', { params: { id } });
    }
  }

  /** What a member of Ann's lists has instead of Ann's ids. */
  async #memberOf(
    name: Name,
    own: Things,
    { list, other }: { readonly list: number; readonly other: number },
  ): Promise<Things> {
    const caller = this.callers[name];
    const { results } = await caller.ok('listSmartLists', { query: { page_size: 1000 } });
    const names = await this.callers.ann.ok('listSmartLists', { query: { page_size: 1000 } });
    const copyOf = (id: number): number => {
      const called = names.results.find((each) => each.id === id)!.name;
      return results.find((each) => each.name === called)!.id;
    };
    const theirs = copyOf(list);
    const entry = (await this.#entries(caller, theirs))[0]!.inboxEntryId;
    return { ...own, list: theirs, entry, deletedList: copyOf(other) };
  }

  /** Two decisions about the second company of a list. */
  async #conflict(anns: number, bobs: number): Promise<{ readonly conflict: number; readonly kept: number }> {
    const { ann, bob } = this.callers;
    const mine = (await this.#entries(ann, anns))[1]!;
    const theirs = (await this.#entries(bob, bobs)).find(({ id }) => id === mine.id)!;
    await bob.ok('moveEntry', { params: { id: theirs.inboxEntryId }, body: { tag_watchlist: true } });
    const move = { params: { id: mine.inboxEntryId }, body: { tag_archive: true } };
    const { decision } = await ann.fails('moveEntry', move, 409, 'conflict');
    await ann.ok('moveEntry', { ...move, body: { ...move.body, seen: Number(decision) } });
    const conflict = (await ann.ok('listConflicts')).results.find(({ list: { id } }) => id === anns)!;
    return { conflict: conflict.id, kept: conflict.first.seq };
  }

  async #list(caller: Caller, name: string): Promise<number> {
    return (await caller.ok('createSmartList', { body: { name, filters: europe() } })).id;
  }

  async #entries(caller: Caller, list: number) {
    return (await caller.ok('listEntries', { query: { user_smart_list_id: list, page_size: 10 } })).results;
  }

  async #sendKnown(caller: Caller): Promise<{ token: string }> {
    const n = (this.#made += 1);
    const file = `Record ID,Company name,Stage\n${n},Nobody ${n},Lead\n`;
    return caller.ok('sendKnownFile', { query: { name: `hubspot${n}.csv` }, file });
  }

  /** The file of somebody who may send one. */
  async #sendFile(caller: Caller): Promise<string> {
    const sent = await caller.raw('sendFile', { query: { name: 'deals.csv' }, file: 'name\nAcme\n' });
    return sent.status === 201 ? ((await sent.json()) as { token: string }).token : nothing.file;
  }

  async #member(): Promise<number> {
    const name = `new${(this.#made += 1)}`;
    return (await this.workspace.state.users.add({ email: '', name, role: 'analyst', addons: [] })).id;
  }

  /** An id that the caller chooses. */
  #id(): string {
    return `0198f0a0-0000-7000-8000-${String((this.#made += 1)).padStart(12, '0')}`;
  }
}

async function undecide(caller: Caller): Promise<void> {
  for (const tag of ['tag_watchlist', 'tag_opportunities', 'tag_archive', 'tag_later']) {
    const { entries } = await caller.ok('listEntryIds', { query: { [tag]: true } });
    for (const { id } of entries) {
      const params = { id };
      const answer = await caller.raw('moveEntry', { params, body: {} });
      if (answer.status !== 409) continue;
      const { fields } = (await answer.json()) as { fields: { decision: string } };
      await caller.ok('moveEntry', { params, body: { seen: Number(fields.decision) } });
    }
  }
}

function mapped<T>(work: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(Object.keys(people).map((name) => [name, work(name as Name)])) as Record<Name, T>;
}
