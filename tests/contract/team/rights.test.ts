import { describe, expect, test, vi } from 'vitest';
import { endpointNames, endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { isAtLeast } from '#shared/domain/team.ts';
import { jobEnded, type Caller, type CallInput } from '../api/apiUnderTest.ts';
import { TestTeam } from '../../postgres/testTeam.ts';
import { rights, type Answer, type Right, type Use } from './rights/table.ts';
import { nothing, people, World, type Name, type Things } from './rights/world.ts';

vi.setConfig({ testTimeout: 400_000 });

const team = new TestTeam();
const engines = ['SQLite', 'PostgreSQL'] as const;

async function worldOn(engine: (typeof engines)[number]): Promise<World> {
  return World.open(engine === 'SQLite' ? await team.open('w.db') : await team.node('one'));
}

const everybody = Object.keys(people) as Name[];
/** What somebody has for whom it is neither said to be there nor that they may not. */
type Given = Answer | 'refused' | `${number}`;

/** Makes a call, and says what came of it. */
async function given(caller: Caller, name: EndpointName, input: CallInput, ok: number): Promise<Given> {
  const response = await caller.raw(name, input);
  await response.body?.cancel();
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
    const t0=performance.now(); try { return await viewOf2(caller, things); } finally { (globalThis as any).views ??= []; (globalThis as any).views.push(performance.now()-t0); }
}
async function viewOf2(caller: Caller, things: Things): Promise<unknown> {
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

describe('N7 who may make which call', () => {
  test.for(engines)('on %s, by what their role is', async (engine) => {
    const world = await worldOn(engine);
    const [was, wanted]: Record<string, Record<string, Given>>[] = [{}, {}];
    for (const person of ['rea', 'ann', 'lee', 'sam'] as const) {
      const things = new Fresh(() => world.own(person));
      for (const name of endpointNames) {
        const right = rights[name];
        if (right.input === undefined) continue;
        const answer = await given(
          world.callers[person],
          name,
          right.input(right.input.length === 0 ? nothing : await things.get()),
          right.status ?? endpoints[name].status,
        );
        if (answer === 'ok' && right.input.length > 0) things.afterOk(name);
        if (answer === 'ok' && right.isJob === true) await jobEnded(world.callers.sam);
        (was![name] ??= {})[people[person]] = answer;
        (wanted![name] ??= {})[people[person]] = isBelow(person, right) ? (right.below ?? 'may not') : 'ok';
      }
    }
    expect(was).toEqual(wanted);
  });

  test.for(engines)('on %s, by what they are to the thing it is about', async (engine) => {
    const world = await worldOn(engine);
    const [was, wanted]: Record<string, Record<string, Given>>[] = [{}, {}];
    const shared = new Fresh(() => world.shared());
    const own = { lee: new Fresh(() => world.own('lee')), sam: new Fresh(() => world.own('sam')) };
    for (const name of endpointNames) {
      const right = rights[name];
      for (const [at, use] of (right.uses ?? []).entries()) {
        const { owner = 'ann', status = endpoints[name].status } = use;
        const row = `${name} ${use.of} ${at}`;
        process.stderr.write(`${Math.round(performance.now())} ${row} ${((globalThis as any).spent ?? []).slice(-3).map(Math.round)} ${((globalThis as any).views ?? []).slice(-2).map(Math.round)}\n`);
        const thingsOf = async (person: Name): Promise<Things> =>
          owner === 'lee' || owner === 'sam' ? own[owner].get() : (await shared.get())[person];
        const ask = async (person: Name, things: Things, input = use.input(things)): Promise<void> => {
          const wants = expected(person, right, use);
          const answer = await given(world.callers[person], name, input, status);
          if (answer === 'ok' && right.isJob === true) await jobEnded(world.callers.sam);
          (was![row] ??= {})[person] = asExpected(answer, wants);
          (wanted![row] ??= {})[person] = wants;
          // Whose it is counts, whatever else is wrong with the call. A note's id is whatever its author says.
          if (answer === 'not there' && 'params' in input && input.body !== undefined && use.of !== 'note') {
            const bad = await given(world.callers[person], name, { ...input, body: 5 }, status);
            was![row][`${person}, badly`] = bad;
            wanted![row][`${person}, badly`] = 'not there';
          }
        };
        const before = await viewOf(world.callers[owner], await thingsOf(owner));
        for (const person of everybody) {
          if (expected(person, right, use) !== 'ok') await ask(person, await thingsOf(person));
        }
        if (use.isNew !== true) {
          (was![row] ??= {})['nothing'] = await given(world.callers[owner], name, use.input(nothing), status);
          (wanted![row] ??= {})['nothing'] = 'not there';
        }
        expect([row, await viewOf(world.callers[owner], await thingsOf(owner))]).toEqual([row, before]);
        for (const person of everybody) {
          if (expected(person, right, use) !== 'ok') continue;
          const things = await thingsOf(person);
          const isOutside = person === 'dan' || person === 'eve';
          const seen = isOutside ? await viewOf(world.callers[owner], await thingsOf(owner)) : null;
          await ask(person, things);
          // Whoever has nothing to do with the list decides for themselves.
          if (isOutside) {
            const after = await viewOf(world.callers[owner], await thingsOf(owner));
            expect([row, person, after]).toEqual([row, person, seen]);
          }
          if (owner === 'lee' || owner === 'sam') own[owner].afterOk(name);
          else shared.afterOk(name);
        }
      }
    }
    { const a=(globalThis as any).spent, b=(globalThis as any).views; console.log(a.length, a.map(Math.round).join(' '), 'views', b.length, b.map(Math.round).join(' ')); }
    expect(was).toEqual(wanted);
  });

  test.for(engines)('on %s: nobody without a good token', async (engine) => {
    const world = await worldOn(engine);
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
