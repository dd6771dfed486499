import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EntrySeed, SmartListRecord } from '#server/state/port.ts';
import { longer } from '#server/testing/propertyRuns.ts';
import { defaultFilters, emptyFilters } from '#shared/domain/filters.ts';
import { given, now, seed, useState, week, type StateAdapter, type StateUnderTest } from './stateUnderTest.ts';

const all = { offset: 0, limit: 100 };

/** What every adapter owes the smart lists of the state store. */
export function smartListContract(adapter: StateAdapter): void {
  const store = useState(adapter);

  describe('smart lists', () => {
    test('are paged in the order they were made, and come back with their filters after a restart', async () => {
      const filters = emptyFilters();
      filters.include.textSearch = 'café 人工智能 “solar”';
      const list = { name: 'First', filters, matchedWeek: week, now };
      const { list: first } = given(await store.state.smartLists.create(store.user, list, [seed(1)], []));
      const second = await store.list('Second', []);
      await store.reopen();
      expect(await store.state.smartLists.get(store.user, first.id)).toEqual(first);
      expect(first).toMatchObject({ name: 'First', filters, kind: 'search', matchedWeek: week, userId: store.user });
      const page = await store.state.smartLists.list(store.user, { offset: 1, limit: 1 });
      expect(page).toEqual({ count: 2, rows: [second] });
    });

    test('a name is taken once per user, and free again once its list is deleted', async () => {
      const { smartLists } = store.state;
      const other = await store.addUser('ann@x.example');
      const first = await store.list('Fintech', []);
      const second = await store.list('Health', []);
      const again = { name: 'Fintech', filters: emptyFilters(), matchedWeek: week, now };
      expect(await smartLists.create(store.user, again, [], [])).toBe('name_taken');
      expect(await smartLists.update(store.user, second.id, { name: 'Fintech', now })).toBe('name_taken');
      expect(await smartLists.update(store.user, first.id, { name: 'Fintech', now })).toMatchObject({
        list: { id: first.id },
      });
      expect(await smartLists.create(other, again, [], [])).toMatchObject({ list: { name: 'Fintech' } });
      expect(await smartLists.remove(store.user, first.id, now)).toBe(true);
      expect(await smartLists.create(store.user, again, [], [])).toMatchObject({ list: { name: 'Fintech' } });
      expect(await smartLists.restore(store.user, first.id)).toBe('name_taken');
    });

    test('a name that differs in case or accents only is the same name', async () => {
      const { smartLists } = store.state;
      const first = await store.list('Fintech', []);
      const second = await store.list('Zürich', []);
      for (const name of ['fintech', 'FINTECH', 'Fíntech', 'ZURICH']) {
        const again = { name, filters: emptyFilters(), matchedWeek: week, now };
        expect(await smartLists.create(store.user, again, [], [])).toBe('name_taken');
      }
      expect(await smartLists.update(store.user, second.id, { name: 'FINTECH', now })).toBe('name_taken');
      expect(await smartLists.update(store.user, first.id, { name: 'FINTECH', now })).toMatchObject({
        list: { name: 'FINTECH' },
      });
      expect(await smartLists.remove(store.user, first.id, now)).toBe(true);
      await store.list('Fintech', []);
      expect(await smartLists.restore(store.user, first.id)).toBe('name_taken');
      expect(await smartLists.picks(store.user, now)).toMatchObject({ name: 'My picks' });
      const other = await store.addUser('ann@x.example');
      await store.list('MY PICKS', [], other);
      expect(await smartLists.picks(other, now)).toMatchObject({ name: 'My picks 2' });
    });

    test('a deleted one is gone with its undecided entries until it is restored; decided ones stay', async () => {
      const { smartLists, entries } = store.state;
      const list = await store.list('A', [seed(1), seed(2)]);
      const [first] = await store.entriesOf(list);
      await entries.move(store.user, given(first).id, 'Watchlist', now, null);
      expect(await smartLists.remove(store.user, list.id, now)).toBe(true);
      expect(await smartLists.remove(store.user, list.id, now)).toBe(false);
      expect(await smartLists.get(store.user, list.id)).toBeUndefined();
      expect((await smartLists.list(store.user, all)).count).toBe(0);
      expect(await smartLists.allSearches()).toEqual([]);
      expect((await entries.page(store.user, { list: 'Watchlist' }, all)).count).toBe(1);
      expect((await entries.page(store.user, { companyId: 2 }, all)).count).toBe(0);
      expect(await smartLists.restore(store.user, list.id)).toEqual(list);
      expect(await store.entriesOf(list)).toHaveLength(2);
      expect(await smartLists.restore(store.user, list.id)).toEqual(list);
    });

    test('new filters drop undecided entries and add others in one step; decided ones stay', async () => {
      const { smartLists, entries } = store.state;
      const list = await store.list('A', [seed(1), seed(2), seed(3)]);
      const decided = given((await store.entriesOf(list)).find(({ companyId }) => companyId === 1));
      await entries.move(store.user, decided.id, 'Archive', now, null);
      const value = emptyFilters();
      value.include.textSearch = 'solar';
      const filters = { value, drop: [1, 2], add: [seed(3), seed(4)] };
      expect(await smartLists.update(store.user, list.id, { filters, now })).toMatchObject({
        list: { filters: value, name: 'A' },
        added: 1,
      });
      expect((await store.entriesOf(list)).map(({ companyId }) => companyId)).toEqual([1, 3, 4]);
    });

    test('"My picks" is made once per user and takes part in no refresh', async () => {
      const { smartLists } = store.state;
      const picks = await smartLists.picks(store.user, now);
      expect(picks.kind).toBe('picks');
      expect((await smartLists.picks(store.user, now)).id).toBe(picks.id);
      expect(await smartLists.allSearches()).toEqual([]);
      const other = await store.addUser('ann@x.example');
      expect((await smartLists.picks(other, now)).id).not.toBe(picks.id);
    });

    test('a deleted "My picks" that is restored after a new one was made is taken in by that', async () => {
      const { smartLists, entries } = store.state;
      const pick = (listId: number, company: number) => entries.findOrAdd(store.user, listId, seed(company), now);
      const old = await smartLists.picks(store.user, now);
      const [first, second] = [await pick(old.id, 1), await pick(old.id, 2)];
      const decided = await pick(old.id, 3);
      await entries.move(store.user, decided.id, 'Watchlist', now, null);
      await smartLists.remove(store.user, old.id, now);
      const newer = await smartLists.picks(store.user, now);
      expect(newer.id).not.toBe(old.id);
      const [again, other] = [await pick(newer.id, 2), await pick(newer.id, 4)];
      for (const round of [1, 2]) {
        expect(await smartLists.restore(store.user, old.id), `round ${round}`).toEqual(newer);
        expect((await smartLists.list(store.user, all)).rows).toEqual([newer]);
        const ids = (await store.entriesOf(newer)).map(({ id }) => id).toSorted((a, b) => a - b);
        expect(ids).toEqual([first.id, decided.id, again.id, other.id]);
      }
      // What both have is there once, and what was decided is where it was put.
      expect(await smartLists.get(store.user, old.id)).toBeUndefined();
      expect((await entries.page(store.user, { companyId: 2 }, all)).rows).toEqual([again]);
      expect(second.id).not.toBe(again.id);
      expect((await entries.page(store.user, { list: 'Watchlist' }, all)).rows.map(({ id }) => id)).toEqual([
        decided.id,
      ]);
      // Another user's are another's.
      const stranger = await store.addUser('ann@x.example');
      expect(await smartLists.restore(stranger, old.id)).toBeUndefined();
    });

    test('of several lists the names of those are told that are shared', async () => {
      const { smartLists, sharing } = store.state;
      const ann = await store.addUser('ann@x.example');
      const [robots, own] = [await store.list('Robots', [seed(1)]), await store.list('Own', [seed(1)])];
      await sharing.share(store.user, robots.id, 'one', [{ userId: ann, role: 'editor' }], now);
      const [theirs] = (await smartLists.list(ann, all)).rows;
      expect(await smartLists.sharedNames([own.id, robots.id, given(theirs).id])).toEqual(
        new Map([
          [robots.id, 'Robots'],
          [given(theirs).id, 'Robots'],
        ]),
      );
    });

    test('counts say top, new, undecided, new and undecided, and all', async () => {
      const list = await store.list('A', [seed(3)]);
      await store.state.smartLists.addMatches(list, [seed(1), { ...seed(2), topMatch: true }], null, now);
      const empty = await store.list('B', []);
      const [first] = await store.entriesOf(list);
      await store.state.entries.move(store.user, given(first).id, 'Opportunities', now, null);
      const counts = await store.state.smartLists.counts(store.user, [list.id, empty.id]);
      const expected = { topCompanies: 1, newCount: 2, totalCount: 3, unratedCount: 2, newUnratedCount: 1 };
      expect(counts.get(list.id)).toEqual({ ...expected, settledCount: 0, leftOutCount: 0, knownOutCount: 0 });
      expect(counts.get(empty.id)?.totalCount ?? 0).toBe(0);
    });

    test('E4 new is what has come since the user was last there, whatever happens meanwhile', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.record({ step: fc.nat(6), of: fc.nat(9), far: fc.nat(3) })), async (steps) => {
          await store.empty();
          const other = await store.addUser('ann@x.example');
          const model = [new SeenList(store, store.user), new SeenList(store, other)];
          for (const list of model) await list.make();
          for (const { step, of, far } of steps) await given(model[of % 2]).take(step, of, far);
          for (const list of model) await list.check();
        }),
        { numRuns: longer(25) },
      );
    });

    test('I14 what a digest brought is added once, and its week is remembered', async () => {
      const { smartLists } = store.state;
      const list = await store.list('A', [seed(1)]);
      const nothing = { added: 0, leftOut: 0, known: 0, crossed: {} };
      const one = { ...nothing, added: 1 };
      expect(await smartLists.addMatches(list, [seed(1), seed(2)], '2026-W48', now)).toEqual(one);
      expect(await smartLists.addMatches(list, [seed(1), seed(2)], '2026-W48', now)).toEqual(nothing);
      expect(await smartLists.addMatches(list, [seed(3)], null, now)).toEqual(one);
      await store.reopen();
      expect(await store.state.smartLists.get(store.user, list.id)).toMatchObject({ matchedWeek: '2026-W48' });
      expect(await store.entriesOf(list)).toHaveLength(3);
    });

    test('what was matched to filters that the list no longer has, or to a list that is gone, is not added', async () => {
      const { smartLists } = store.state;
      const list = await store.list('A', []);
      await smartLists.update(store.user, list.id, { filters: { value: defaultFilters(), drop: [], add: [] }, now });
      expect(await smartLists.addMatches(list, [seed(1)], '2026-W48', now)).toBe('filters_changed');
      expect(await store.entriesOf(list)).toEqual([]);
      const changed = given(await smartLists.get(store.user, list.id));
      expect(changed.matchedWeek).not.toBe('2026-W48');
      const nothing = { added: 0, leftOut: 0, known: 0, crossed: {} };
      expect(await smartLists.addMatches(changed, [seed(1)], '2026-W48', now)).toEqual({ ...nothing, added: 1 });
      expect(await smartLists.addMatches({ ...list, id: 4711 }, [seed(1)], '2026-W48', now)).toEqual({
        ...nothing,
      });
    });
  });

  describe('collections', () => {
    test('are made, changed in part, deleted and restored', async () => {
      const { collections } = store.state;
      const made = given(await collections.create(store.user, 'Portfolio', 'Ours', now));
      expect(await collections.create(store.user, 'Portfolio', '', now)).toBe('name_taken');
      expect(await collections.update(store.user, made.id, { description: 'Ours now' })).toMatchObject({
        name: 'Portfolio',
        description: 'Ours now',
      });
      expect(await collections.remove(store.user, made.id, now)).toBe(true);
      expect(await collections.get(store.user, made.id)).toBeUndefined();
      expect(await collections.list(store.user, all)).toEqual({ count: 0, rows: [] });
      expect(await collections.restore(store.user, made.id)).toMatchObject({ name: 'Portfolio' });
      await store.reopen();
      expect(await store.state.collections.list(store.user, all)).toMatchObject({
        count: 1,
        rows: [{ id: made.id, name: 'Portfolio', description: 'Ours now', itemCount: 0 }],
      });
    });

    test('have names that differ in more than case and accents', async () => {
      const { collections } = store.state;
      const made = given(await collections.create(store.user, 'Énergie', '', now));
      const other = given(await collections.create(store.user, 'Portfolio', '', now));
      expect(await collections.create(store.user, 'energie', '', now)).toBe('name_taken');
      expect(await collections.update(store.user, other.id, { name: 'ENERGIE' })).toBe('name_taken');
      expect(await collections.update(store.user, made.id, { name: 'ENERGIE' })).toMatchObject({ name: 'ENERGIE' });
      expect(await collections.remove(store.user, made.id, now)).toBe(true);
      expect(await collections.update(store.user, other.id, { name: 'énergie' })).toMatchObject({ name: 'énergie' });
      expect(await collections.restore(store.user, made.id)).toBe('name_taken');
    });

    test('keep their items in the order they were added, each company once', async () => {
      const { collections } = store.state;
      const { id } = given(await collections.create(store.user, 'A', '', now));
      const first = await collections.addItems(id, [7, 3], now);
      const second = await collections.addItems(id, [3, 9], now);
      expect(second[0]).toEqual(first[1]);
      const ids = async () =>
        (await collections.itemPage(id, { offset: 1, limit: 5 })).rows.map((row) => row.company_id);
      expect(await ids()).toEqual([3, 9]);
      expect((await collections.items([id])).get(id)?.map((item) => item.company_id)).toEqual([7, 3, 9]);
      const item = given(first[1]);
      expect(await collections.collectionOfItem(store.user, item.id)).toBe(id);
      expect(await collections.removeItem(store.user, item.id)).toBe(true);
      expect(await collections.removeItem(store.user, item.id)).toBe(false);
      expect((await collections.itemPage(id, all)).count).toBe(2);
      const version = await collections.itemsVersion(id);
      expect(await collections.itemsVersion(id)).toBe(version);
      await collections.addItems(id, [4], now);
      expect(await collections.itemsVersion(id)).not.toBe(version);
      await collections.removeItem(store.user, given((await collections.itemPage(id, all)).rows[2]).id);
      expect(await collections.get(store.user, id)).toMatchObject({ itemCount: 2 });
    });
  });
}

/** A user's list and what is new in it, by what was done alone. */
class SeenList {
  readonly #store: StateUnderTest;
  readonly #user: number;
  #list: SmartListRecord | undefined;
  /** Companies of the list with the arrival that they came with. */
  readonly #arrivals = new Map<number, number>();
  readonly #decided = new Set<number>();
  #arrival = 0;
  #seen = 0;
  #nextCompany = 1;

  constructor(store: StateUnderTest, user: number) {
    this.#store = store;
    this.#user = user;
  }

  async make(): Promise<void> {
    this.#list = await this.#store.list('New', [this.#company(0)], this.#user);
  }

  #company(arrival: number): EntrySeed {
    const id = this.#user * 1000 + this.#nextCompany++;
    this.#arrivals.set(id, arrival);
    return seed(id);
  }

  /** An import, the first import, an end of a visit, a decision, its undo, other filters, an undo of an import. */
  async take(step: number, of: number, far: number): Promise<void> {
    const { state } = this.#store;
    const list = given(this.#list);
    const chosen = [...this.#arrivals.keys()][of % Math.max(1, this.#arrivals.size)];
    if (step === 0 || step === 1) {
      const isNews = step === 0;
      const seeds = Array.from({ length: far }, () => this.#company(isNews ? this.#arrival + 1 : 0));
      await state.smartLists.addMatches(list, seeds, null, now, isNews);
      if (isNews && far > 0) this.#arrival += 1;
    } else if (step === 2) {
      // Also from a window that has not heard of the newest, or of a server that was restored since.
      const arrival = Math.max(0, this.#arrival + 1 - far);
      await state.smartLists.haveSeen(this.#user, list.id, arrival);
      this.#seen = Math.max(this.#seen, Math.min(arrival, this.#arrival));
    } else if ((step === 3 || step === 4) && chosen !== undefined) {
      const entry = (await this.#store.entriesOf(list)).find(({ companyId }) => companyId === chosen);
      await state.entries.move(this.#user, entry?.id ?? 0, step === 3 ? 'Archive' : 'None', now, null);
      if (step === 3) this.#decided.add(chosen);
      else this.#decided.delete(chosen);
    } else if (step === 5) {
      const change = { value: list.filters, drop: [], add: [this.#company(0)] };
      await state.smartLists.update(this.#user, list.id, { filters: change, now });
    } else if (chosen !== undefined) {
      await state.upkeep.forgetCompanies([chosen]);
      this.#arrivals.delete(chosen);
      this.#decided.delete(chosen);
    }
    if (of === 9) await this.#store.reopen();
  }

  async check(): Promise<void> {
    const { state } = this.#store;
    const { id } = given(this.#list);
    const isNew = (company: number): boolean => (this.#arrivals.get(company) ?? 0) > this.#seen;
    const fresh = [...this.#arrivals.keys()].filter(isNew);
    const counts = await state.smartLists.counts(this.#user, [id]);
    expect(counts.get(id)).toMatchObject({
      newCount: fresh.length,
      newUnratedCount: fresh.filter((company) => !this.#decided.has(company)).length,
      totalCount: this.#arrivals.size,
    });
    const { arrival, seen } = given(await state.smartLists.get(this.#user, id));
    expect([arrival, seen]).toEqual([this.#arrival, this.#seen]);
    expect(await state.smartLists.seen(this.#user, [id])).toEqual(new Map([[id, this.#seen]]));
    const all = { offset: 0, limit: 1000 };
    const newest = { seen, only: 'new' as const };
    const { rows } = await state.entries.page(this.#user, { smartListId: id, newest }, all);
    expect(rows.map(({ companyId }) => companyId).toSorted((a, b) => a - b)).toEqual(fresh);
  }
}
