import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longer } from '#server/testing/propertyRuns.ts';
import type { EntryRecord, LedgerEvent, SmartListRecord } from '#server/state/port.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { DecisionFacts } from '#shared/domain/decisionFacts.ts';
import type { Back, Later } from '#shared/domain/later.ts';
import { listNames, type ListName } from '#shared/domain/listName.ts';
import { assertNever } from '#shared/errors.ts';
import { given, now, seed, useState, week, type StateAdapter, type StateUnderTest } from './stateUnderTest.ts';

const all = { offset: 0, limit: 100 };
const companies = [1, 2, 3, 4, 5, 6];

/** A decision that is standing, by the ledger alone. */
interface Told {
  readonly list: ListName;
  readonly decidedAt: string;
  readonly reason: number;
  readonly later: Later | null;
  readonly back: Back | null;
}

/** Plays a company's events from the first. */
function replay(events: readonly LedgerEvent[]): Told {
  let told: Told = { list: 'None', decidedAt: '', reason: 0, later: null, back: null };
  for (const { kind, to, at, reason, later, back } of events) {
    // Of companies that were merged, one may have been given a reason for a decision that the other's replaced.
    if (kind === 'reason') told = to === told.list ? { ...told, reason } : told;
    else told = { list: to, decidedAt: to === 'None' ? '' : at, reason, later, back };
  }
  return told;
}

async function entriesOfCompany({ state, user }: StateUnderTest, companyId: number): Promise<EntryRecord[]> {
  return (await state.entries.page(user, { companyId }, all)).rows;
}

/** The notes of a company as the walk knows them, newest first. */
interface Noted {
  readonly id: string;
  readonly companyId: number;
  text: string;
  readonly createdAt: string;
  changedAt: string;
  readonly earlier: { readonly at: string; readonly text: string }[];
}

/** M1, M3: one decision a company, which is what the ledger says. */
async function expectOneDecision(store: StateUnderTest): Promise<void> {
  for (const companyId of companies) {
    const told = replay(await store.state.ledger.ofCompany(store.user, companyId));
    for (const { list, decidedAt, reason, later, back } of await entriesOfCompany(store, companyId)) {
      expect({ list, decidedAt, reason, later, back }, `company ${companyId}`).toEqual(told);
    }
  }
  for (const list of ['Watchlist', 'Opportunities', 'Archive', 'Later'] as const) {
    const { count, rows } = await store.state.entries.page(store.user, { list }, all);
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map(({ companyId }) => companyId)).size).toBe(count);
  }
}

type Step =
  | { readonly do: 'move'; readonly pick: number; readonly list: ListName }
  | { readonly do: 'reason'; readonly pick: number; readonly reason: number }
  | { readonly do: 'note'; readonly pick: number; readonly other: number; readonly text: string }
  | { readonly do: 'create' | 'add' | 'edit'; readonly pick: number; readonly companies: readonly number[] }
  | { readonly do: 'pick' | 'remove' | 'restore' | 'lose' | 'find'; readonly pick: number }
  | { readonly do: 'merge' | 'revert'; readonly pick: number; readonly other: number }
  /** Everything that is put off comes back. */
  | { readonly do: 'back' }
  | { readonly do: 'restart' };

const pick = fc.nat({ max: 50 });
const some = fc.subarray(companies, { minLength: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      pick,
      list: fc.constantFrom(...listNames),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reason' as const), pick, reason: fc.nat({ max: 7 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('note' as const),
      pick,
      other: fc.nat({ max: 5 }),
      text: fc.constantFrom('', 'Met them', 'Call in May', 'Two lines\nof text'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('create' as const, 'add', 'edit'), pick, companies: some }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('pick' as const, 'remove', 'restore', 'lose', 'find'), pick }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('merge' as const, 'revert'), pick, other: fc.nat({ max: 5 }) }),
  },
  fc.constant({ do: 'back' as const }),
  fc.constant({ do: 'restart' as const }),
);

/** Takes steps on a store and keeps what they need to know. */
class Walk {
  readonly #store: StateUnderTest;
  readonly #lists: SmartListRecord[] = [];
  readonly #merged: { readonly kept: number; readonly gone: number }[] = [];
  readonly #lost = new Set<number>();
  readonly #notes: Noted[] = [];
  #minute = 0;

  constructor(store: StateUnderTest) {
    this.#store = store;
  }

  async take(taken: Step): Promise<void> {
    const { state, user } = this.#store;
    const moment = new Date(Date.parse(now) + ++this.#minute * 60_000).toISOString();
    switch (taken.do) {
      case 'move':
      case 'reason': {
        const entry = await this.#entry(taken.pick);
        if (entry === undefined) return;
        if (taken.do === 'reason') {
          await state.entries.giveReason(user, entry.id, taken.reason, moment, null);
          return;
        }
        const later = taken.list === 'Later' ? { until: `2027-01-${10 + (taken.pick % 9)}` } : undefined;
        await state.entries.move(user, entry.id, taken.list, moment, null, { later });
        return;
      }
      case 'note':
        return this.#note(taken, moment);
      case 'create':
      case 'add':
      case 'edit':
        return this.#fill(taken.do, taken.pick, this.#there(taken.companies), moment);
      case 'merge':
      case 'revert':
        return this.#merge(taken);
      case 'back': {
        const why = { why: 'day', what: '2027-01-10', from: 'None' } as const;
        for (const { userId, companyId } of await state.ledger.waiting()) {
          expect(await state.ledger.comeBack(userId, companyId, why, moment)).toBe(true);
          expect(await state.ledger.comeBack(userId, companyId, why, moment)).toBe(false);
        }
        return;
      }
      case 'restart':
        return this.#store.reopen();
      case 'pick':
      case 'remove':
      case 'restore':
      case 'lose':
      case 'find':
        return this.#touch(taken.do, taken.pick, moment);
      default:
        return assertNever(taken);
    }
  }

  /** Writes one of a few notes; each is about one company for ever, through whichever company it is shown with. */
  async #note({ pick: which, other, text }: Extract<Step, { readonly do: 'note' }>, moment: string): Promise<void> {
    const { state, user } = this.#store;
    const id = `note ${which % 8}`;
    const known = this.#notes.find((note) => note.id === id);
    const companyId = known?.companyId ?? companies[other]!;
    const outcome = await state.notes.write(user, this.#shownWith(companyId), { id, text }, moment, null);
    if (known === undefined && text === '') {
      expect(outcome).toEqual({ kind: 'missing' });
      return;
    }
    expect(outcome).toEqual({ kind: 'done' });
    if (known === undefined) {
      const about = this.#shownWith(companyId);
      this.#notes.unshift({ id, companyId: about, text, createdAt: moment, changedAt: moment, earlier: [] });
    } else if (known.text !== text) {
      known.earlier.unshift({ at: known.changedAt, text: known.text });
      known.text = text;
      known.changedAt = moment;
    }
  }

  #shownWith(companyId: number): number {
    const merge = this.#merged.find(({ gone }) => gone === companyId);
    return merge === undefined ? companyId : this.#shownWith(merge.kept);
  }

  /** M3: notes are what was written, whatever was merged and taken apart meanwhile. */
  async expectNotes(): Promise<void> {
    const { state, user } = this.#store;
    for (const companyId of companies) {
      if (this.#shownWith(companyId) !== companyId) continue;
      const mine = this.#notes.filter((note) => note.text !== '' && this.#shownWith(note.companyId) === companyId);
      const whose = { companyId, userId: user, isForTeam: false };
      const shown = mine.map(({ id, text, createdAt, changedAt }) => ({ id, text, createdAt, changedAt, ...whose }));
      expect(await state.notes.all(user, [companyId])).toEqual(shown);
      const whole = shown.map((note, index) => ({ ...note, history: mine[index]!.earlier }));
      expect(await state.notes.ofCompany(user, companyId)).toEqual(whole);
    }
  }

  /** Companies that an index would have: neither lost nor merged into others. */
  #there(ids: readonly number[]): number[] {
    return ids.filter((id) => !this.#lost.has(id) && !this.#merged.some(({ gone }) => gone === id));
  }

  async #entry(which: number): Promise<EntryRecord | undefined> {
    const entries = (await Promise.all(companies.map((id) => entriesOfCompany(this.#store, id)))).flat();
    return entries[which % Math.max(1, entries.length)];
  }

  async #fill(how: 'create' | 'add' | 'edit', which: number, ids: readonly number[], moment: string): Promise<void> {
    const { state, user } = this.#store;
    const seeds = ids.map((id) => seed(id));
    const list = this.#lists[which % Math.max(1, this.#lists.length)];
    if (how === 'create' || list === undefined) {
      const asked = { name: `List ${this.#minute}`, filters: emptyFilters(), matchedWeek: week, now: moment };
      this.#lists.push(given(await state.smartLists.create(user, asked, seeds, [])).list);
    } else if (how === 'add') await state.smartLists.addMatches(list, seeds, null, moment);
    else {
      const drop = companies.filter((id) => !ids.includes(id));
      await state.smartLists.update(user, list.id, { filters: { value: list.filters, drop, add: seeds }, now: moment });
    }
  }

  async #touch(what: 'pick' | 'remove' | 'restore' | 'lose' | 'find', which: number, moment: string): Promise<void> {
    const { state, user } = this.#store;
    const list = this.#lists[which % Math.max(1, this.#lists.length)];
    const company = given({ id: companies[which % companies.length]! }).id;
    if (what === 'pick' && this.#there([company]).length > 0) {
      const picks = await state.smartLists.picks(user, moment);
      await state.entries.findOrAdd(user, picks.id, seed(company), moment);
    } else if (what === 'remove' && list !== undefined) await state.smartLists.remove(user, list.id, moment);
    else if (what === 'restore' && list !== undefined) await state.smartLists.restore(user, list.id);
    else if (what === 'lose' && this.#there([company]).length > 0) {
      await state.upkeep.keepLost([company], moment);
      this.#lost.add(company);
    } else if (what === 'find') {
      await state.upkeep.bringBack([...this.#lost]);
      this.#lost.clear();
    }
  }

  async #merge({ do: what, pick: which, other }: Extract<Step, { readonly do: 'merge' | 'revert' }>): Promise<void> {
    const { merges } = this.#store.state;
    // What is merged is taken back newest first, as batches of the index are.
    if (what === 'revert') {
      const last = this.#merged.pop();
      if (last !== undefined) await merges.revert(last.gone);
      return;
    }
    const [kept, gone] = [companies[which % companies.length]!, companies[other]!];
    if (kept === gone || this.#lost.size > 0 || this.#there([kept, gone]).length < 2) return;
    await merges.begin(kept, gone);
    await merges.apply({ kept, gone });
    this.#merged.push({ kept, gone });
  }
}

/** What every adapter owes the ledger. */
export function ledgerContract(adapter: StateAdapter): void {
  const store = useState(adapter);

  async function decide(list: SmartListRecord, to: ListName, at: string, facts?: DecisionFacts): Promise<EntryRecord> {
    const [entry] = await store.entriesOf(list);
    await store.state.entries.move(
      store.user,
      given(entry).id,
      to,
      at,
      null,
      facts === undefined ? {} : { facts: async () => facts },
    );
    return given(await store.state.entries.get(store.user, given(entry).id));
  }

  describe('the ledger', () => {
    const facts = {
      name: 'One',
      domain: 'one.example',
      stages: ['inv_stage_seed'],
      raised: 2e6,
      raised_original: '',
      funded_on: '',
      employees: 7,
    };

    test('keeps every decision with its day, its reason and what was known, in order; none is lost by another', async () => {
      const list = await store.list('A', [seed(1)]);
      const [first, second] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'];
      const { id } = await decide(list, 'Archive', first, facts);
      expect(await store.state.entries.giveReason(store.user, id, 3, second, null)).toMatchObject({
        kind: 'moved',
        entry: { reason: 3, decidedAt: first },
      });
      await decide(list, 'Watchlist', second);
      await decide(list, 'Watchlist', second);
      await decide(list, 'None', second);
      await store.reopen();
      const common = { companyId: 1, smartListId: list.id };
      expect(await store.state.ledger.ofCompany(store.user, 1)).toMatchObject([
        { ...common, kind: 'decided', from: 'None', to: 'Archive', at: first, reason: 0, facts },
        { ...common, kind: 'reason', from: 'Archive', to: 'Archive', at: second, reason: 3, facts: null },
        { ...common, kind: 'decided', from: 'Archive', to: 'Watchlist', at: second, reason: 0, facts: null },
        { ...common, kind: 'decided', from: 'Watchlist', to: 'None', at: second, reason: 0, facts: null },
      ]);
      const other = await store.addUser('ann@x.example');
      expect(await store.state.ledger.ofCompany(other, 1)).toEqual([]);
      expect(await store.state.ledger.everKept(store.user, [1, 2])).toEqual([1]);
      expect(await store.state.ledger.everKept(other, [1])).toEqual([]);
    });

    test('D5 a move to the list in which a company is takes its reason, none without one, and is in the ledger', async () => {
      const { entries, ledger } = store.state;
      const list = await store.list('A', [seed(1)]);
      const [{ id }] = (await store.entriesOf(list)) as [EntryRecord];
      const given = [1, 2, 2, 0, 0, 3];
      for (const [index, reason] of given.entries()) {
        const at = `2026-11-20T10:00:0${index}.000Z`;
        const outcome = await entries.move(store.user, id, 'Archive', at, null, reason === 0 ? {} : { reason });
        expect(outcome).toMatchObject({ kind: 'moved', entry: { list: 'Archive', reason } });
        expect(await entries.get(store.user, id)).toMatchObject({ list: 'Archive', reason });
      }
      const told = (await ledger.ofCompany(store.user, 1)).map(({ kind, from, to, reason }) => [
        kind,
        from,
        to,
        reason,
      ]);
      expect(told).toEqual([
        ['decided', 'None', 'Archive', 1],
        ...[2, 0, 3].map((reason) => ['reason', 'Archive', 'Archive', reason]),
      ]);
      await expectOneDecision(store);
    });

    test('a decision holds in every list of its user, and in nobody else’s', async () => {
      const lists = [await store.list('A', [seed(1)]), await store.list('B', [seed(1)])];
      const other = await store.addUser('ann@x.example');
      const hers = await store.list('A', [seed(1)], other);
      await decide(lists[0]!, 'Archive', now);
      for (const list of lists)
        expect(await store.entriesOf(list)).toMatchObject([{ list: 'Archive', decidedAt: now }]);
      expect(await store.entriesOf(hers)).toMatchObject([{ list: 'None' }]);
    });

    test('M1 a list that comes to be leaves out what was decided, says how much, and shows it when asked to', async () => {
      const { smartLists } = store.state;
      const first = await store.list('A', [seed(1), seed(2)]);
      await decide(first, 'Archive', now);
      const asked = { name: 'B', filters: emptyFilters(), matchedWeek: week, now };
      const made = given(await smartLists.create(store.user, asked, [seed(1), seed(2), seed(3)], []));
      expect(made).toMatchObject({ added: 2, leftOut: 1 });
      const counts = async (): Promise<unknown> =>
        (await smartLists.counts(store.user, [made.list.id])).get(made.list.id);
      const shown = async (): Promise<number[]> => (await store.entriesOf(made.list)).map(({ companyId }) => companyId);
      expect(await counts()).toMatchObject({ totalCount: 2, unratedCount: 2, leftOutCount: 1 });
      expect(await shown()).toEqual([2, 3]);
      await smartLists.update(store.user, made.list.id, { showsDecided: true, now });
      expect(await counts()).toMatchObject({ totalCount: 3, unratedCount: 2, leftOutCount: 1 });
      expect(await store.entriesOf(made.list)).toMatchObject([
        { companyId: 1, list: 'Archive', decidedAt: now },
        { companyId: 2, list: 'None' },
        { companyId: 3, list: 'None' },
      ]);
      await smartLists.update(store.user, made.list.id, { showsDecided: false, now });
      // Undecided again, it belongs to the list like any other match.
      await decide(first, 'None', now);
      expect(await shown()).toEqual([1, 2, 3]);
      expect(await counts()).toMatchObject({ totalCount: 3, unratedCount: 3, leftOutCount: 0 });
    });

    test('M8 a match that was left out is not added again, and goes when new filters do not match it', async () => {
      const { smartLists } = store.state;
      await decide(await store.list('A', [seed(1)]), 'Watchlist', now);
      const list = await store.list('B', []);
      const nothing = { added: 0, leftOut: 0, known: 0, crossed: {} };
      expect(await smartLists.addMatches(list, [seed(1), seed(2)], null, now)).toEqual({
        ...nothing,
        added: 1,
        leftOut: 1,
      });
      expect(await smartLists.addMatches(list, [seed(1), seed(2)], null, now)).toEqual(nothing);
      expect(await store.state.entries.companyIds(list.id, 'left_out')).toEqual([1]);
      await smartLists.update(store.user, list.id, { filters: { value: list.filters, drop: [1], add: [] }, now });
      expect(await store.state.entries.companyIds(list.id, 'all')).toEqual([2]);
    });

    test('M4 what is put off leaves every list, and comes back once, on top of those that showed it', async () => {
      const { entries } = store.state;
      const list = await store.list('A', [seed(1, 0.1), seed(2, 0.9)]);
      const entry = given((await store.entriesOf(list)).find(({ companyId }) => companyId === 1));
      const later = { until: '2026-12-26' };
      await entries.move(store.user, entry.id, 'Later', now, null, { later, facts: async () => facts });
      const hidden = await store.list('B', [seed(1)]);
      const undecided = { smartListId: list.id, list: 'None' as const };
      expect((await entries.page(store.user, undecided, all)).count).toBe(1);
      expect((await entries.page(store.user, { list: 'Later' }, all)).rows).toMatchObject([{ id: entry.id, later }]);
      expect([...(await entries.decidedCounts(store.user))]).toEqual([['Later', 1]]);
      expect(await entries.decidedSince(store.user, now)).toMatchObject({ companies: { decided: 0 } });
      await store.reopen();
      const waiting = { userId: store.user, companyId: 1, later, fromList: 'None', facts };
      expect(await store.state.ledger.waiting()).toEqual([waiting]);
      const back = { why: 'day', what: '2026-12-26', from: 'None' } as const;
      expect(await store.state.ledger.comeBack(store.user, 1, back, now)).toBe(true);
      expect(await store.state.ledger.comeBack(store.user, 1, back, now)).toBe(false);
      expect(await store.state.ledger.waiting()).toEqual([]);
      const page = await store.state.entries.page(store.user, { ...undecided, newest: { seen: 0 } }, all);
      expect(page.rows).toMatchObject([
        { companyId: 1, back, later: null },
        { companyId: 2, back: null },
      ]);
      // A list that had left it out still does: it came back to the list that it was put off from.
      expect(await store.entriesOf(hidden)).toEqual([]);
      const events = await store.state.ledger.ofCompany(store.user, 1);
      expect(events.map(({ kind, later: until, back: why }) => [kind, until, why])).toEqual([
        ['decided', later, null],
        ['back', null, back],
      ]);
      await store.state.entries.move(store.user, entry.id, 'Archive', now, null);
      expect(await store.state.entries.get(store.user, entry.id)).toMatchObject({ list: 'Archive', back: null });
    });

    test('M4 what was put off before it was merged into another company comes back as that one', async () => {
      const { entries, ledger, merges } = store.state;
      const [entry] = await store.entriesOf(await store.list('A', [seed(2)]));
      const later = { when: 'raises' } as const;
      await entries.move(store.user, given(entry).id, 'Later', now, null, { later, facts: async () => facts });
      await merges.begin(1, 2);
      await merges.apply({ kept: 1, gone: 2 });
      expect(await ledger.waiting()).toEqual([{ userId: store.user, companyId: 1, later, fromList: 'None', facts }]);
      const why = { why: 'raises', what: '', from: 'None' } as const;
      expect(await ledger.comeBack(store.user, 1, why, now)).toBe(true);
      expect(await entriesOfCompany(store, 1)).toMatchObject([{ list: 'None', back: why }]);
    });

    test('what is put off can be put off anew, and undo brings the earlier day back', async () => {
      const { entries } = store.state;
      const list = await store.list('A', [seed(1)]);
      const [{ id }] = (await store.entriesOf(list)) as [EntryRecord];
      const put = async (later: Later | 'before'): Promise<Later | null> => {
        await store.state.entries.move(store.user, id, 'Later', now, null, { later });
        return given(await store.state.entries.get(store.user, id)).later;
      };
      await put({ until: '2026-12-26' });
      expect(await put({ when: 'raises' })).toEqual({ when: 'raises' });
      expect(await put('before')).toEqual({ until: '2026-12-26' });
      await entries.move(store.user, id, 'Watchlist', now, null);
      expect(await put('before')).toEqual({ until: '2026-12-26' });
    });

    test('a reason is given to what is decided, once for each key, and goes with the decision', async () => {
      const { entries } = store.state;
      const list = await store.list('A', [seed(1)]);
      const [{ id }] = (await store.entriesOf(list)) as [EntryRecord];
      expect(await entries.giveReason(store.user, id, 1, now, null)).toEqual({ kind: 'undecided' });
      expect(await entries.giveReason(store.user, 999, 1, now, null)).toEqual({ kind: 'missing' });
      await decide(list, 'Archive', now);
      const key = { key: 'k', hash: 'h' };
      expect(await entries.giveReason(store.user, id, 2, now, key)).toMatchObject({
        kind: 'moved',
        entry: { reason: 2 },
      });
      await entries.giveReason(store.user, id, 4, now, null);
      expect(await entries.giveReason(store.user, id, 2, now, key)).toMatchObject({ kind: 'repeated' });
      expect(await entries.get(store.user, id)).toMatchObject({ reason: 4 });
      const other = { key: 'k', hash: 'other' };
      expect(await entries.giveReason(store.user, id, 2, now, other)).toEqual({ kind: 'key_reused' });
      await decide(list, 'Watchlist', now);
      expect(await entries.get(store.user, id)).toMatchObject({ reason: 0 });
      // An undo brings a decision back with its reason.
      await entries.move(store.user, id, 'Archive', now, null, { reason: 4 });
      expect(await entries.get(store.user, id)).toMatchObject({ list: 'Archive', reason: 4 });
      await entries.giveReason(store.user, id, 0, now, null);
      expect(await entries.get(store.user, id)).toMatchObject({ list: 'Archive', reason: 0 });
    });

    test('reasons can be renamed, put in another order and retired; one in use is never lost', async () => {
      const { entries, reasons } = store.state;
      const usual = await reasons.list(store.user);
      expect(usual.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      const entry = await decide(await store.list('A', [seed(1)]), 'Archive', now);
      await entries.giveReason(store.user, entry.id, 3, now, null);
      expect(await reasons.replace(store.user, usual.slice(0, 2))).toBe('in_use');
      expect(await reasons.list(store.user)).toEqual(usual);
      const mine = [
        { id: 8, name: 'Crowded', retired: false },
        { id: 3, name: 'Wrong place', retired: true },
      ];
      expect(await reasons.replace(store.user, mine)).toEqual(mine);
      await store.reopen();
      expect(await store.state.reasons.list(store.user)).toEqual(mine);
      const ann = await store.addUser('ann@x.example');
      expect(await store.state.reasons.list(ann)).toEqual(usual);
      expect(await store.state.reasons.lists([ann, store.user])).toEqual(
        new Map([
          [ann, usual],
          [store.user, mine],
        ]),
      );
    });

    test('the history of a merged company is that of both, and apart again of each', async () => {
      const { ledger, merges } = store.state;
      await decide(await store.list('A', [seed(1)]), 'Archive', '2026-11-20T10:00:00.000Z');
      await decide(await store.list('B', [seed(2)]), 'Watchlist', '2026-11-20T11:00:00.000Z');
      await merges.begin(1, 2);
      await merges.apply({ kept: 1, gone: 2 });
      expect((await ledger.ofCompany(store.user, 1)).map(({ to }) => to)).toEqual(['Archive', 'Watchlist']);
      expect(await entriesOfCompany(store, 1)).toMatchObject([{ list: 'Watchlist' }, { list: 'Watchlist' }]);
      await merges.revert(2);
      expect((await ledger.ofCompany(store.user, 1)).map(({ to }) => to)).toEqual(['Archive']);
      expect(await entriesOfCompany(store, 1)).toMatchObject([{ list: 'Archive' }]);
      expect(await entriesOfCompany(store, 2)).toMatchObject([{ list: 'Watchlist' }]);
    });

    test('a note is written once for each key, keeps its earlier texts, and is its user’s alone', async () => {
      const { notes } = store.state;
      const other = await store.addUser('ann@x.example');
      const [first, second, third] = [
        '2026-11-20T10:00:00.000Z',
        '2026-11-21T10:00:00.000Z',
        '2026-11-22T10:00:00.000Z',
      ];
      const key = { key: 'k', hash: 'h' };
      const write = (text: string, at: string, keyed: typeof key | null = null): Promise<unknown> =>
        store.state.notes.write(store.user, 1, { id: 'a', text }, at, keyed);
      expect(await write('One', first, key)).toEqual({ kind: 'done' });
      expect(await write('Two', second)).toEqual({ kind: 'done' });
      expect(await write('One', third, key)).toEqual({ kind: 'repeated' });
      expect(await write('One', third, { ...key, hash: 'other' })).toEqual({ kind: 'key_reused' });
      await write('', third);
      expect(await notes.all(store.user)).toEqual([]);
      await write('Two', third);
      await store.reopen();
      const whose = { companyId: 1, userId: store.user, isForTeam: false };
      const standing = { id: 'a', text: 'Two', createdAt: first, changedAt: third, ...whose };
      const history = [
        { at: third, text: '' },
        { at: second, text: 'Two' },
        { at: first, text: 'One' },
      ];
      expect(await store.state.notes.ofCompany(store.user, 1)).toEqual([{ ...standing, history }]);
      expect(await store.state.notes.all(store.user)).toEqual([standing]);
      // Neither another user nor another company has it.
      expect(await store.state.notes.all(other)).toEqual([]);
      for (const [user, company] of [
        [other, 1],
        [store.user, 2],
      ] as const) {
        const taken = await store.state.notes.write(user, company, { id: 'a', text: 'Mine' }, third, null);
        expect(taken).toEqual({ kind: 'missing' });
      }
      // It decides nothing.
      expect(await store.state.ledger.ofCompany(store.user, 1)).toEqual([]);
    });

    test('M3 a decision made on a company while another was merged into it holds for the next entry of it', async () => {
      const list = await store.list('A', [seed(5)]);
      const { merges, entries, smartLists } = store.state;
      await merges.begin(1, 5);
      await merges.apply({ kept: 1, gone: 5 });
      await decide(list, 'Archive', now);
      await merges.revert(5);
      const picks = await smartLists.picks(store.user, now);
      const added = await entries.findOrAdd(store.user, picks.id, seed(1), now);
      expect(added).toMatchObject({ companyId: 1, list: 'Archive', decidedAt: now });
      await expectOneDecision(store);
    });

    test('M1 M3 whatever happens, a company has one decision, and it is the one that the ledger tells', async () => {
      const walk = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        await store.empty();
        const taken = new Walk(store);
        for (const next of steps) {
          await taken.take(next);
          await expectOneDecision(store);
          await taken.expectNotes();
        }
      });
      await fc.assert(walk, { numRuns: longer(12) });
    }, 300_000);
  });
}
