import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longer } from '#server/testing/propertyRuns.ts';
import type { KnownSourceRecord, NewKnownRow, SmartListRecord } from '#server/state/port.ts';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import { assertNever } from '#shared/errors.ts';
import { given, now, seed, useState, week, type StateAdapter, type StateUnderTest } from './stateUnderTest.ts';

const all = { offset: 0, limit: 100 };
const companies = [1, 2, 3, 4, 5];

/** A row about a company; without one, about none that is here. */
function rowOf(companyId: number, status = 'Passed', candidates: readonly number[] = []): NewKnownRow {
  const name = companyId === 0 ? `Elsewhere ${candidates.join()}` : `Company ${String(companyId)}`;
  const facts = { name, website: '', status, owner: 'Ann Roe', contact: '2025-03-12', note: '', theirId: '' };
  return { line: companyId + 1, ...facts, companyId, candidates };
}

function fileOf(name: string, rows: readonly NewKnownRow[]) {
  const digest = JSON.stringify(rows.map(({ companyId, status, candidates }) => [companyId, status, candidates]));
  return { name, file: `${name.toLowerCase()}.csv`, day: '2026-11-03', digest, skipped: 1, now };
}

function leavingOut(...sources: string[]): FilterSet {
  const filters = emptyFilters();
  filters.exclude.known = sources;
  return filters;
}

/** What every adapter owes known companies. */
export function knownContract(adapter: StateAdapter): void {
  const store = useState(adapter);

  const add = (name: string, rows: readonly NewKnownRow[]): Promise<KnownSourceRecord | undefined> =>
    store.state.known.add(store.user, fileOf(name, rows), rows);

  async function listOf(filters: FilterSet, ids: readonly number[]): Promise<SmartListRecord> {
    const asked = { name: `List ${String(Math.random())}`, filters, matchedWeek: week, now };
    const seeds = ids.map((id) => seed(id, 1 - id / 10));
    return given(await store.state.smartLists.create(store.user, asked, seeds, [])).list;
  }

  const shownIn = async (list: SmartListRecord): Promise<number[]> =>
    (await store.entriesOf(list)).map(({ companyId }) => companyId);

  describe('known companies', () => {
    test('are kept with what their source says, each user’s for themselves', async () => {
      const source = given(await add('Affinity', [rowOf(1), rowOf(2, 'New'), rowOf(0, '', [3, 4]), rowOf(0)]));
      expect(source).toMatchObject({ name: 'Affinity', rows: 4, matched: 2, toChoose: 1, skipped: 1, replaced: null });
      await store.reopen();
      expect(await store.state.known.marks(store.user)).toEqual([
        { companyId: 1, source: 'Affinity', status: 'Passed', contact: '2025-03-12' },
        { companyId: 2, source: 'Affinity', status: 'New', contact: '2025-03-12' },
      ]);
      expect(await store.state.known.ofCompany(store.user, 1)).toMatchObject([
        { source: 'Affinity', day: '2026-11-03', owner: 'Ann Roe', name: 'Company 1' },
      ]);
      const other = await store.addUser('ann@x.example');
      expect(await store.state.known.marks(other)).toEqual([]);
      expect(await store.state.known.sources(other)).toEqual([]);
      expect(await store.state.known.companyIds(other, ['any'])).toEqual([]);
      expect(await store.state.known.undo(other, source.id)).toBe(false);
    });

    test('a row about several companies is about the one that the user chooses, also in the next file', async () => {
      const source = given(await add('Affinity', [rowOf(0, '', [3, 4]), rowOf(0)]));
      const { known } = store.state;
      const [row] = (await known.rows(store.user, source.id, 'to_choose', all)).rows;
      const other = await store.addUser('ann@x.example');
      await known.choose(other, given(row).id, 4);
      expect((await known.rows(store.user, source.id, 'to_choose', all)).count).toBe(1);
      await known.choose(store.user, given(row).id, 4);
      expect(await known.companyIds(store.user, ['Affinity'])).toEqual([4]);
      expect((await known.rows(store.user, source.id, 'to_choose', all)).count).toBe(0);
      // What is matched again leaves the choice as it is.
      await known.rematch([{ id: given(row).id, companyId: 3, candidates: [] }]);
      expect(await known.companyIds(store.user, ['any'])).toEqual([4]);
      await add('affinity', [rowOf(0, 'Won', [3, 4])]);
      expect(await known.marks(store.user)).toMatchObject([{ companyId: 4, status: 'Won' }]);
      const [next] = await known.sources(store.user);
      expect(next).toMatchObject({ rows: 1, replaced: { file: 'affinity.csv' } });
    });

    test('“none of these” is an answer, too, and can be asked again', async () => {
      const source = given(await add('Affinity', [rowOf(0, '', [3, 4])]));
      const { known } = store.state;
      const [row] = (await known.rows(store.user, source.id, 'to_choose', all)).rows;
      await known.choose(store.user, given(row).id, null);
      expect(await known.sources(store.user)).toMatchObject([{ toChoose: 0, matched: 0 }]);
      expect((await known.rows(store.user, source.id, 'missing', all)).rows).toMatchObject([{ isChosen: true }]);
      await known.choose(store.user, given(row).id, 'open');
      expect(await known.sources(store.user)).toMatchObject([{ toChoose: 1, matched: 0 }]);
    });

    test('M6 the same file twice changes nothing, and undo brings back what was replaced', async () => {
      const { known } = store.state;
      await add('Affinity', [rowOf(1), rowOf(2)]);
      const list = await listOf(leavingOut('any'), companies);
      const stand = async (): Promise<unknown> => [
        await known.sources(store.user),
        await known.marks(store.user),
        await store.entriesOf(list),
        await store.state.smartLists.counts(store.user, [list.id]),
      ];
      const before = await stand();
      expect(await add('Affinity', [rowOf(1), rowOf(2)])).toBeUndefined();
      expect(await stand()).toEqual(before);
      const next = given(await add('Affinity', [rowOf(3)]));
      expect(await shownIn(list)).toEqual([1, 2, 4, 5]);
      expect(await known.undo(store.user, next.id)).toBe(true);
      expect(await known.undo(store.user, next.id)).toBe(false);
      expect(await stand()).toEqual(before);
    });

    test('M6 a list that leaves known companies out does not count them, until they are not known any more', async () => {
      const { smartLists } = store.state;
      const source = given(await add('Affinity', [rowOf(1), rowOf(2)]));
      const asked = { name: 'A', filters: leavingOut('any'), matchedWeek: week, now };
      const made = given(
        await smartLists.create(
          store.user,
          asked,
          companies.map((id) => seed(id)),
          [],
        ),
      );
      expect(made).toMatchObject({ added: 3, leftOut: 0, known: 2 });
      const counts = async (): Promise<unknown> =>
        (await smartLists.counts(store.user, [made.list.id])).get(made.list.id);
      expect(await counts()).toMatchObject({ totalCount: 3, unratedCount: 3, leftOutCount: 0, knownOutCount: 2 });
      expect(await shownIn(made.list)).toEqual([3, 4, 5]);
      // To show what was decided before shows no known ones.
      await smartLists.update(store.user, made.list.id, { showsDecided: true, now });
      expect(await shownIn(made.list)).toEqual([3, 4, 5]);
      const marking = emptyFilters();
      await smartLists.update(store.user, made.list.id, { filters: { value: marking, drop: [], add: [] }, now });
      expect(await shownIn(made.list)).toEqual(companies);
      const again = { value: leavingOut('Affinity'), drop: [], add: [] };
      await smartLists.update(store.user, made.list.id, { filters: again, now });
      expect(await shownIn(made.list)).toEqual([3, 4, 5]);
      await store.state.known.undo(store.user, source.id);
      expect(await shownIn(made.list)).toEqual(companies);
      expect(await counts()).toMatchObject({ unratedCount: 5, knownOutCount: 0 });
    });

    test('goes with its user', async () => {
      const ann = await store.addUser('ann@x.example');
      await store.state.known.add(ann, fileOf('Affinity', [rowOf(1)]), [rowOf(1)]);
      await store.state.accounts.remove(ann);
      expect(await store.state.known.unchosen(0, 10)).toEqual([]);
    });

    test('M6 known import: twice = once; undo restores; left-out companies are never counted', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
          await store.empty();
          const walk = new Walk(store);
          for (const taken of steps) {
            await walk.take(taken);
            await walk.expectNoneCounted();
          }
        }),
        { numRuns: longer(30) },
      );
    });
  });
}

type Step =
  | { readonly do: 'know'; readonly source: string; readonly companies: readonly number[]; readonly status: string }
  | { readonly do: 'create' | 'edit'; readonly pick: number; readonly out: readonly string[] }
  | { readonly do: 'add'; readonly pick: number; readonly companies: readonly number[] }
  | { readonly do: 'move'; readonly pick: number; readonly list: ListName }
  | { readonly do: 'undo'; readonly pick: number }
  | Changing
  | { readonly do: 'back' | 'restart' };

/** A step that changes companies. */
type Changing =
  | { readonly do: 'lose' | 'find' | 'forget'; readonly pick: number }
  | { readonly do: 'merge' | 'revert'; readonly pick: number; readonly other: number };

const pick = fc.nat({ max: 50 });
const some = fc.subarray(companies);
const out = fc.subarray(['any', 'Affinity', 'HubSpot'], { maxLength: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('know' as const),
    source: fc.constantFrom('Affinity', 'HubSpot'),
    companies: some,
    status: fc.constantFrom('New', 'Passed'),
  }),
  fc.record({ do: fc.constantFrom('create' as const, 'edit'), pick, out }),
  fc.record({ do: fc.constant('add' as const), pick, companies: some }),
  fc.record({ do: fc.constant('move' as const), pick, list: fc.constantFrom(...listNames) }),
  fc.record({ do: fc.constant('undo' as const), pick }),
  fc.record({ do: fc.constantFrom('lose' as const, 'find', 'forget'), pick }),
  fc.record({ do: fc.constantFrom('merge' as const, 'revert'), pick, other: fc.nat({ max: 4 }) }),
  fc.record({ do: fc.constantFrom('back' as const, 'restart') }),
);

/** Takes steps on a store and checks what lists show of it. */
class Walk {
  readonly #store: StateUnderTest;
  readonly #lists: { readonly list: SmartListRecord; filters: FilterSet }[] = [];
  readonly #merged: { readonly kept: number; readonly gone: number }[] = [];
  readonly #lost = new Set<number>();
  #count = 0;

  constructor(store: StateUnderTest) {
    this.#store = store;
  }

  async take(taken: Step): Promise<void> {
    const { state, user } = this.#store;
    this.#count += 1;
    switch (taken.do) {
      case 'know':
        return this.#know(taken.source, taken.companies, taken.status);
      case 'undo': {
        const sources = await state.known.sources(user);
        const source = sources[taken.pick % Math.max(1, sources.length)];
        if (source !== undefined) expect(await state.known.undo(user, source.id)).toBe(true);
        return;
      }
      case 'create':
      case 'edit':
        return this.#filter(taken.do, taken.pick, leavingOut(...taken.out));
      case 'add': {
        const one = this.#lists[taken.pick % Math.max(1, this.#lists.length)];
        if (one === undefined) return;
        const list = { id: one.list.id, filters: one.filters };
        await state.smartLists.addMatches(
          list,
          this.#there(taken.companies).map((id) => seed(id)),
          null,
          now,
        );
        return;
      }
      case 'move': {
        const entries = (await Promise.all(this.#lists.map(({ list }) => this.#store.entriesOf(list)))).flat();
        const entry = entries[taken.pick % Math.max(1, entries.length)];
        if (entry !== undefined) await state.entries.move(user, entry.id, taken.list, now, null);
        return;
      }
      case 'back': {
        const why = { why: 'day', what: '2027-01-10', from: 'None' } as const;
        for (const { companyId } of await state.ledger.waiting())
          await state.ledger.comeBack(user, companyId, why, now);
        return;
      }
      case 'restart':
        return this.#store.reopen();
      case 'lose':
      case 'find':
      case 'forget':
      case 'merge':
      case 'revert':
        return this.#change(taken);
      default:
        return assertNever(taken);
    }
  }

  /** M6 twice is once, and undo restores. */
  async #know(source: string, ids: readonly number[], status: string): Promise<void> {
    const { known } = this.#store.state;
    const { user } = this.#store;
    const before = await this.#stands();
    const rows = this.#there(ids).map((id) => rowOf(id, status));
    const add = (): Promise<KnownSourceRecord | undefined> => known.add(user, fileOf(source, rows), rows);
    const added = await add();
    const after = await this.#stands();
    expect(await add()).toBeUndefined();
    expect(await this.#stands()).toEqual(after);
    if (added === undefined) return;
    await known.undo(user, added.id);
    expect(await this.#stands()).toEqual(before);
    await add();
  }

  async #stands(): Promise<unknown> {
    const { state, user } = this.#store;
    const ids = this.#lists.map(({ list }) => list.id);
    const sources = await state.known.sources(user);
    return {
      sources: sources.map((source) => ({ ...source, id: 0 })),
      marks: await state.known.marks(user),
      counts: [...(await state.smartLists.counts(user, ids))],
      shown: await Promise.all(this.#lists.map(({ list }) => this.#store.entriesOf(list))),
    };
  }

  async #filter(how: 'create' | 'edit', which: number, filters: FilterSet): Promise<void> {
    const { state, user } = this.#store;
    const one = this.#lists[which % Math.max(1, this.#lists.length)];
    if (how === 'create' || one === undefined) {
      const asked = { name: `List ${String(this.#count)}`, filters, matchedWeek: week, now };
      const seeds = this.#there(companies).map((id) => seed(id));
      const { list } = given(await state.smartLists.create(user, asked, seeds, []));
      this.#lists.push({ list, filters });
      return;
    }
    one.filters = filters;
    await state.smartLists.update(user, one.list.id, { filters: { value: filters, drop: [], add: [] }, now });
  }

  async #change(taken: Changing): Promise<void> {
    const { upkeep, merges } = this.#store.state;
    const company = companies[taken.pick % companies.length]!;
    const isThere = this.#there([company]).length > 0;
    if (taken.do === 'lose' && isThere) {
      await upkeep.keepLost([company], now);
      this.#lost.add(company);
    } else if (taken.do === 'find') {
      await upkeep.bringBack([...this.#lost]);
      this.#lost.clear();
    } else if (taken.do === 'forget' && isThere && this.#merged.length === 0) {
      await upkeep.forgetCompanies([company]);
    } else if (taken.do === 'revert') {
      const last = this.#merged.pop();
      if (last !== undefined) await merges.revert(last.gone);
    } else if (taken.do === 'merge') {
      const gone = companies[taken.other]!;
      if (company === gone || this.#lost.size > 0 || this.#there([company, gone]).length < 2) return;
      await merges.begin(company, gone);
      await merges.apply({ kept: company, gone });
      this.#merged.push({ kept: company, gone });
    }
  }

  #there(ids: readonly number[]): number[] {
    return ids.filter((id) => !this.#lost.has(id) && !this.#merged.some(({ gone }) => gone === id));
  }

  /** M6 left-out companies are never counted; an undecided one that is not left out is. */
  async expectNoneCounted(): Promise<void> {
    const { state, user } = this.#store;
    const ids = this.#lists.map(({ list }) => list.id);
    const counts = await state.smartLists.counts(user, ids);
    for (const { list, filters } of this.#lists) {
      const left = new Set(await state.known.companyIds(user, filters.exclude.known));
      const page = await state.entries.page(user, { smartListId: list.id, list: 'None' }, all);
      const wrong = page.rows.filter(({ companyId, back }) => left.has(companyId) && back === null);
      expect(wrong, `of list ${String(list.id)}`).toEqual([]);
      const { unratedCount, knownOutCount } = given(counts.get(list.id));
      expect(unratedCount).toBe(page.count);
      const undecided = await state.entries.companyIds(list.id, 'undecided');
      expect(new Set(undecided)).toEqual(new Set(page.rows.map(({ companyId }) => companyId)));
      const hidden = await state.entries.companyIds(list.id, 'left_out');
      if (filters.exclude.known.length === 0) expect(knownOutCount).toBe(0);
      expect(hidden.filter((id) => left.has(id)).length).toBeGreaterThanOrEqual(knownOutCount);
    }
  }
}
