import { describe, expect, test, vi, type Mock } from 'vitest';
import { ListRows, type RowsAsked } from '#server/lists/listRows.ts';
import type { EntryScope } from '#server/state/port.ts';
import type { Workspace } from '#server/workspace.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { TestTeam } from '../../postgres/testTeam.ts';

vi.setConfig({ testTimeout: 120_000 });

const now = '2026-11-27T10:00:00.000Z';
const all = { offset: 0, limit: 1000 };
const noteId = '0198f0a0-0000-7000-8000-00000000000a';

const team = new TestTeam();

/** A list as Ann sees it. */
type View = { readonly by: string } & (
  { readonly scope: (desk: Desk) => EntryScope } | { readonly items: (desk: Desk) => number }
);

/** Ann has a list of her own, one that she shares with Bob, and a collection; Bob has a list of his own. */
class Desk {
  readonly workspace: Workspace;
  readonly ann: number;
  readonly bob: number;
  own = 0;
  shared = 0;
  collection = 0;
  readonly #kept: ListRows;
  readonly #reads: readonly Mock[];
  #lists = 0;

  private constructor(workspace: Workspace, ann: number, bob: number) {
    [this.workspace, this.ann, this.bob] = [workspace, ann, bob];
    const { state, companies } = workspace;
    this.#reads = [vi.spyOn(state.entries, 'page') as Mock, vi.spyOn(state.collections, 'itemPage') as Mock];
    this.#kept = new ListRows(state, companies);
  }

  static async open(workspace: Workspace): Promise<Desk> {
    await workspace.jobs.startSample(60);
    const { state } = workspace;
    const { id: ann } = await state.users.firstUser();
    const { id: bob } = await state.users.add({ email: 'b@x.example', name: 'Bob', role: 'analyst', addons: [] });
    const desk = new Desk(workspace, ann, bob);
    desk.own = await desk.list(ann, [1, 2, 3, 4, 5, 6]);
    desk.shared = await desk.list(ann, [11, 12, 13, 14]);
    await desk.list(bob, [1, 2, 3, 21, 22]);
    await state.sharing.share(ann, desk.shared, 'one', [{ userId: bob, role: 'editor' }], now);
    const made = await state.collections.create(ann, 'Mine', '', now);
    if (made === 'name_taken') throw new Error(made);
    desk.collection = made.id;
    await state.collections.addItems(made.id, [1, 2, 3], now);
    await desk.decide(ann, 1, 'Watchlist', 1);
    await desk.decide(ann, 11, 'Watchlist', 2);
    return desk;
  }

  async list(user: number, companies: readonly number[]): Promise<number> {
    const list = { name: `List ${String((this.#lists += 1))}`, filters: emptyFilters(), matchedWeek: '', now };
    const seeds = companies.map((companyId) => ({ companyId, merit: 0, topMatch: false, week: '' }));
    const made = await this.workspace.state.smartLists.create(user, list, seeds, []);
    if (made === 'name_taken') throw new Error(made);
    return made.list.id;
  }

  /** The entry of a user's with a company, in whichever list it is. */
  async entry(user: number, companyId: number): Promise<number> {
    return (await this.workspace.state.entries.page(user, { companyId }, all)).rows[0]!.id;
  }

  async decide(user: number, companyId: number, list: ListName, reason = 0): Promise<void> {
    const { entries } = this.workspace.state;
    await entries.move(user, await this.entry(user, companyId), list, now, null, { reason });
  }

  /** The rows of a view, and whether they were read whole for that. */
  async rowsOf(view: View): Promise<{ readonly rows: readonly unknown[]; readonly wereRead: boolean }> {
    const reads = (): number => this.#reads.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    const before = reads();
    const rows = await this.#rowsIn(view, this.#kept);
    return { rows, wereRead: reads() > before };
  }

  /** The same where nothing was kept. */
  fresh(view: View): Promise<readonly unknown[]> {
    const { state, companies } = this.workspace;
    return this.#rowsIn(view, new ListRows(state, companies));
  }

  async #rowsIn(view: View, rows: ListRows): Promise<readonly unknown[]> {
    const asked: RowsAsked = { userId: this.ann, order: { by: view.by, isDescending: false }, slice: all };
    const page =
      'items' in view ? await rows.items(view.items(this), asked) : await rows.entries(view.scope(this), asked);
    return page.rows;
  }
}

const own: View = { by: 'name', scope: (desk) => ({ smartListId: desk.own }) };
const shared: View = { by: 'name', scope: (desk) => ({ smartListId: desk.shared }) };
const keptByList: View = { by: 'smart_list', scope: () => ({ list: 'Watchlist' }) };
const keptByReason: View = { by: 'reason', scope: () => ({ list: 'Watchlist' }) };
const collection: View = { by: 'name', items: (desk) => desk.collection };
const views = { own, shared, keptByList, keptByReason, collection };

type Act = (desk: Desk) => Promise<unknown>;

/** What concerns none of these. */
const elsewhere: Readonly<Record<string, Act>> = {
  'a colleague decides in a list of his own': (desk) => desk.decide(desk.bob, 1, 'Archive'),
  'a colleague takes that back': (desk) => desk.decide(desk.bob, 1, 'None'),
  'a colleague makes a list': (desk) => desk.list(desk.bob, [1, 2]),
  'a colleague writes a note': ({ workspace: { state }, bob }) =>
    state.notes.write(bob, 1, { id: noteId, text: String(performance.now()), isForTeam: true }, now, null),
  'somebody signs in': ({ workspace: { state }, bob }) => state.users.issueToken(bob, 'app'),
  'its user makes another list': (desk) => desk.list(desk.ann, [31, 32]),
  'its user archives there': async (desk) => {
    await desk.list(desk.ann, [41]);
    await desk.decide(desk.ann, 41, 'Archive');
    await desk.decide(desk.ann, 41, 'None');
  },
  'its user makes another collection': ({ workspace: { state }, ann }) =>
    state.collections.create(ann, `Other ${String(performance.now())}`, '', now),
};

/** What changes one of them. */
const here: Readonly<Record<string, readonly [View, Act]>> = {
  'its user decides': [own, (desk) => desk.decide(desk.ann, 2, 'Archive')],
  'a company comes into it': [
    own,
    ({ workspace: { state }, ann, own: id }) =>
      state.entries.findOrAdd(ann, id, { companyId: 50, merit: 0, topMatch: false, week: '' }, now),
  ],
  'a colleague settles a company': [shared, (desk) => desk.decide(desk.bob, 12, 'Archive')],
  'a company comes into a special list': [keptByList, (desk) => desk.decide(desk.ann, 4, 'Watchlist', 3)],
  'a smart list gets another name': [
    keptByList,
    ({ workspace: { state }, ann, own: id }) => state.smartLists.update(ann, id, { name: 'Zzz', now }),
  ],
  'a reason gets another name': [
    keptByReason,
    async ({ workspace: { state }, ann }) => {
      const reasons = await state.reasons.list(ann);
      await state.reasons.replace(
        ann,
        reasons.map((reason) => (reason.id === 3 ? { ...reason, name: 'Zzz' } : reason)),
      );
    },
  ],
  'another reason is given': [
    keptByReason,
    async (desk) => desk.workspace.state.entries.giveReason(desk.ann, await desk.entry(desk.ann, 11), 4, now, null),
  ],
  'an item comes into it': [
    collection,
    ({ workspace: { state }, collection: id }) => state.collections.addItems(id, [9], now),
  ],
  'an item is taken out': [
    collection,
    async ({ workspace: { state }, ann, collection: id }) =>
      state.collections.removeItem(ann, (await state.collections.itemPage(id, all)).rows[0]!.id),
  ],
};

describe('L9 a list in another order', () => {
  test('is found again on PostgreSQL, whatever is done elsewhere', async () => {
    const desk = await Desk.open(await team.node('one'));
    for (const [name, view] of Object.entries(views)) {
      const { rows } = await desk.rowsOf(view);
      for (const [what, act] of Object.entries(elsewhere)) {
        await act(desk);
        expect([name, what, await desk.rowsOf(view)]).toEqual([name, what, { rows, wereRead: false }]);
      }
    }
  });

  test.for(['SQLite', 'PostgreSQL'])('is read again on %s when something in it changes', async (engine) => {
    const desk = await Desk.open(engine === 'SQLite' ? await team.open('w.db') : await team.node('one'));
    for (const [what, [view, act]] of Object.entries(here)) {
      const { rows } = await desk.rowsOf(view);
      await act(desk);
      const after = await desk.rowsOf(view);
      expect([what, after]).toEqual([what, { rows: await desk.fresh(view), wereRead: true }]);
      expect([what, after.rows]).not.toEqual([what, rows]);
    }
  });
});
