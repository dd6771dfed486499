import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endpointNames, endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { isAtLeast } from '#shared/domain/team.ts';
import { jobEnded, type Caller, type CallInput } from '../api/apiUnderTest.ts';
import { TestTeam } from '../../postgres/testTeam.ts';
import { rights, type Answer, type Right, type Use } from './rights/table.ts';
import { nothing, people, World, type Name, type Things } from './rights/world.ts';

vi.setConfig({ testTimeout: 240_000 });

const team = new TestTeam();
let world: World;

beforeEach(async () => {
  const analyse = (): Promise<unknown> => team.cluster.ask(team.address, 'ANALYZE');
  world = await World.open(await team.node('one'), analyse);
});

const everybody = Object.keys(people) as Name[];
/** What somebody has for whom it is neither said to be there nor that they may not. */
type Given = Answer | 'refused' | `${number}`;

/** What was answered, beside what should be: compared at the end, so that all that differs is told at once. */
class Answers {
  readonly was: Record<string, Record<string, Given>> = {};
  readonly wanted: Record<string, Record<string, Given>> = {};

  add(call: string, who: string, was: Given, wanted: Given): void {
    (this.was[call] ??= {})[who] = was;
    (this.wanted[call] ??= {})[who] = wanted;
  }
}

/** Makes a call, and says what came of it. */
async function given(person: Name, name: EndpointName, input: CallInput, ok: number): Promise<Given> {
  const response = await world.callers[person].raw(name, input);
  await response.body?.cancel();
  if (response.status === ok && rights[name].isJob === true) await jobEnded(world.callers.sam);
  if (response.status === ok) return 'ok';
  return response.status === 404 ? 'not there' : response.status === 422 ? 'may not' : `${response.status}`;
}

function isBelow(name: Name, { least }: Right): boolean {
  return !isAtLeast(people[name], least);
}

/** What somebody gets who asks for a thing of the owner's. */
function expected(name: Name, right: Right, { answers = {}, owner = 'ann' }: Use): Given {
  if (name === owner) return 'ok';
  const said = answers[name];
  if (said !== undefined) return said;
  // Whether it is there, or whether they may, is told in either order.
  return isBelow(name, right) ? 'refused' : 'not there';
}

function asExpected(was: Given, wanted: Given): Given {
  return wanted === 'refused' && (was === 'may not' || was === 'not there') ? 'refused' : was;
}

/** What the owner sees of things: a call that is refused changes nothing of it. */
async function viewOf(caller: Caller, things: Things): Promise<unknown> {
  const [list, collection] = [{ params: { id: things.list } }, { params: { id: things.collection } }];
  const all = { user_smart_list_id: things.list, page_size: 1000 };
  return {
    list: await caller.ok('getSmartList', list),
    sharing: await caller.ok('getListSharing', list),
    entries: (await caller.ok('listEntries', { query: all })).results,
    lists: (await caller.ok('listSmartLists', { query: { page_size: 1000 } })).results,
    collection: await caller.ok('listCollectionCompanies', collection),
    members: await caller.ok('getCollectionSharing', collection),
    collections: await caller.ok('listCollections', { query: { page_size: 1000 } }),
    conflicts: await caller.ok('listConflicts'),
    notes: await caller.ok('listNotes', { params: { id: 60 } }),
    known: [await caller.ok('listKnownSources'), await caller.ok('listKnownRows', { params: { id: things.source } })],
    assignments: await caller.ok('listAssignments'),
    team: await caller.ok('getTeam'),
  };
}

/** Things of somebody's, made anew once a call may have changed them. */
class Fresh<T> {
  readonly #make: () => Promise<T>;
  #made: T | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  async get(): Promise<T> {
    return (this.#made ??= await this.#make());
  }

  afterOk(name: EndpointName): void {
    if (endpoints[name].method !== 'GET') this.#made = undefined;
  }
}

/** The things of each owner that calls are made about. */
class Owned {
  readonly #seen = new Map<Name, unknown>();
  readonly #shared = this.#fresh(() => world.shared());
  readonly #own = { lee: this.#fresh(() => world.own('lee')), sam: this.#fresh(() => world.own('sam')) };

  /** What is made for one owner is seen by others, too. */
  #fresh<T>(make: () => Promise<T>): Fresh<T> {
    return new Fresh(async () => {
      const made = await make();
      this.#seen.clear();
      return made;
    });
  }

  /** As a person addresses them. */
  async of(owner: Name, person: Name): Promise<Things> {
    return owner === 'lee' || owner === 'sam' ? this.#own[owner].get() : (await this.#shared.get())[person];
  }

  afterOk(owner: Name, name: EndpointName): void {
    if (endpoints[name].method !== 'GET') this.#seen.clear();
    if (owner === 'lee' || owner === 'sam') this.#own[owner].afterOk(name);
    else this.#shared.afterOk(name);
  }

  async view(owner: Name): Promise<unknown> {
    return viewOf(world.callers[owner], await this.of(owner, owner));
  }

  /** The view before a call: the last one, if no call may have changed anything since. */
  async viewBefore(owner: Name): Promise<unknown> {
    const seen = this.#seen.get(owner) ?? (await this.view(owner));
    this.#seen.set(owner, seen);
    return seen;
  }
}

/** Asks for a thing as everybody: first those who are refused, which changes nothing, then those who get it. */
async function askAsEach(answers: Answers, owned: Owned, name: EndpointName, use: Use, row: string): Promise<void> {
  const { owner = 'ann', status = endpoints[name].status } = use;
  const wants = (person: Name): Given => expected(person, rights[name], use);
  const before = await owned.viewBefore(owner);
  for (const person of everybody.filter((each) => wants(each) !== 'ok')) {
    const input = use.input(await owned.of(owner, person));
    const answer = await given(person, name, input, status);
    answers.add(row, person, asExpected(answer, wants(person)), wants(person));
    // Whose it is counts, whatever else is wrong with the call. A note's id is whatever its author says.
    if (answer !== 'not there' || !('params' in input) || input.body === undefined || use.of === 'note') continue;
    answers.add(row, `${person}, badly`, await given(person, name, { ...input, body: 5 }, status), 'not there');
  }
  if (use.isNew !== true)
    answers.add(row, 'nothing', await given(owner, name, use.input(nothing), status), 'not there');
  expect([row, await owned.view(owner)]).toEqual([row, before]);
  for (const person of everybody.filter((each) => wants(each) === 'ok')) {
    const things = await owned.of(owner, person);
    // Whoever has nothing to do with the list decides for themselves.
    const isOutside = (person === 'dan' || person === 'eve') && endpoints[name].method !== 'GET';
    const seen = isOutside ? await owned.view(owner) : null;
    answers.add(row, person, await given(person, name, use.input(things), status), 'ok');
    if (isOutside) expect([row, person, await owned.view(owner)]).toEqual([row, person, seen]);
    owned.afterOk(owner, name);
  }
}

describe('N7 who may make which call', () => {
  test('by what their role is', async () => {
    const answers = new Answers();
    for (const person of ['rea', 'ann', 'lee', 'sam'] as const) {
      const things = new Fresh(() => world.own(person));
      for (const name of endpointNames) {
        const right = rights[name];
        if (right.input === undefined) continue;
        const input = right.input(right.input.length === 0 ? nothing : await things.get());
        const answer = await given(person, name, input, right.status ?? endpoints[name].status);
        if (answer === 'ok' && right.input.length > 0) things.afterOk(name);
        answers.add(name, people[person], answer, isBelow(person, right) ? (right.below ?? 'may not') : 'ok');
      }
    }
    expect(answers.was).toEqual(answers.wanted);
  });

  test('by what they are to the thing it is about', async () => {
    const [answers, owned] = [new Answers(), new Owned()];
    for (const name of endpointNames) {
      for (const [at, use] of (rights[name].uses ?? []).entries()) {
        await askAsEach(answers, owned, name, use, `${name} ${use.of} ${at}`);
      }
    }
    expect(answers.was).toEqual(answers.wanted);
  });

  test('nobody without a good token', async () => {
    const { users, accounts } = world.workspace.state;
    const [ended, closed, removed] = [
      await users.issueToken(world.ids.eve, 'ended'),
      await users.issueToken(world.ids.bob, 'closed'),
      await users.issueToken(world.ids.dan, 'removed'),
    ];
    await users.revokeToken(ended);
    await world.callers.sam.ok('closeMember', { params: { id: world.ids.bob }, body: { to: world.ids.lee } });
    await accounts.remove(world.ids.dan);
    const expired = await users.issueToken(world.ids.eve, 'expired', '2020-01-01T00:00:00Z');
    const tokens = { ended, closed, removed, expired, none: '' };
    const [was, wanted]: Record<string, Record<string, number>>[] = [{}, {}];
    for (const name of endpointNames) {
      const input = rights[name].input?.(nothing) ?? rights[name].uses![0]!.input(nothing);
      for (const [kind, token] of Object.entries(tokens)) {
        const response = await world.callerWith(token).raw(name, input);
        await response.body?.cancel();
        (was![name] ??= {})[kind] = response.status;
        (wanted![name] ??= {})[kind] = endpoints[name].token ? 401 : 200;
      }
    }
    expect(was).toEqual(wanted);
  });
});
