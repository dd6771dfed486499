import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longer } from '#server/testing/propertyRuns.ts';
import type { DecisionDetails, EntryRecord } from '#server/state/port.ts';
import type { DecisionFacts } from '#shared/domain/decisionFacts.ts';
import type { Back, Later } from '#shared/domain/later.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { given, now, seed, useState, type StateAdapter } from './stateUnderTest.ts';

const all = { offset: 0, limit: 100 };
const facts: DecisionFacts = {
  name: 'One',
  domain: 'one.example',
  stages: ['inv_stage_seed'],
  raised: 2e6,
  raised_original: '',
  funded_on: '',
  employees: 7,
};
const raised: Back = { why: 'raises', what: 'Series A', from: 'None' };
const byImport = { kind: 'import', batchId: 7 } as const;

/** What an entry says of the decision about its company. */
type Decision = Pick<EntryRecord, 'list' | 'reason' | 'later' | 'back'>;

function decisionOf({ list, reason, later, back }: EntryRecord): Decision {
  return { list, reason, later, back };
}

function listsOf(rows: readonly EntryRecord[]): [number, ListName][] {
  return rows.map(({ companyId, list: to }) => [companyId, to]);
}

/** How the app takes a decision back: into that list, as it was there. */
function undoInto(list: ListName): DecisionDetails {
  if (list === 'None') return { back: 'before' };
  return { reason: 'before', ...(list === 'Later' ? { later: 'before' } : {}) };
}

type Step =
  | { readonly do: 'decide'; readonly list: ListName; readonly reason: number; readonly later: Later }
  | { readonly do: 'reason'; readonly reason: number }
  | { readonly do: 'back' | 'undo' | 'restart' };

const later = fc.constantFrom<Later>({ until: '2027-01-10' }, { until: '2027-02-10' }, { when: 'raises' });
const list = fc.constantFrom<ListName>('None', 'Watchlist', 'Opportunities', 'Archive', 'Later', 'Later');
const reason = fc.nat({ max: 3 });
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('decide' as const), list, reason, later }) },
    { weight: 4, arbitrary: fc.constant({ do: 'undo' as const }) },
    { weight: 2, arbitrary: fc.constant({ do: 'back' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reason' as const), reason }) },
    { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  ),
  { minLength: 1, maxLength: 14 },
);

/** What every adapter owes to whoever takes decisions back. */
export function undoContract(adapter: StateAdapter): void {
  const store = useState(adapter);

  /** An entry of company 1 in a list with company 2, put off and brought back. */
  async function backAgain(by: typeof byImport | null = byImport): Promise<EntryRecord> {
    const made = await store.list('A', [seed(1, 0.1), seed(2, 0.9)]);
    const entry = given((await store.entriesOf(made)).find(({ companyId }) => companyId === 1));
    await move(entry, 'Later', { later: { when: 'raises' }, facts: async () => facts });
    expect(await store.state.ledger.comeBack(store.user, 1, raised, now, by)).toBe(true);
    return given(await store.state.entries.get(store.user, entry.id));
  }

  async function move({ id }: EntryRecord, to: ListName, details?: DecisionDetails): Promise<EntryRecord> {
    const outcome = await store.state.entries.move(store.user, id, to, now, null, details);
    return given('entry' in outcome ? outcome.entry : undefined);
  }

  /** What an inbox shows, all of it, which is the same as what of it is not new. */
  async function shown({ smartListId }: EntryRecord): Promise<[number, Back | null][]> {
    const [whole, others] = await Promise.all(
      [{ seen: 0 }, { seen: 0, only: 'others' as const }].map(async (newest) => {
        const scope = { smartListId, list: 'None' as const, newest };
        const { rows } = await store.state.entries.page(store.user, scope, all);
        return rows.map(({ companyId, back }): [number, Back | null] => [companyId, back]);
      }),
    );
    expect(others).toEqual(whole);
    return whole!;
  }

  /** As an import with this batch keeps it. */
  async function keptImport(batchId: number): Promise<void> {
    const none = { added: [], updated: [1], same: [], repeated: [], changes: [] };
    await store.state.imports.add({ batchId, at: now, files: [], ...none });
  }

  describe('what is taken back', () => {
    test.each<ListName>(['Watchlist', 'Opportunities', 'Archive', 'Later'])(
      'E5 a decision into %s about what came back: it is back, on top, as it was',
      async (to) => {
        await keptImport(byImport.batchId);
        const entry = await backAgain();
        const top = [
          [1, raised],
          [2, null],
        ];
        expect(await shown(entry)).toEqual(top);
        const other = await store.list('B', [seed(1)]);
        await move(entry, to, { later: to === 'Later' ? { until: '2027-01-10' } : undefined });
        expect(await shown(entry)).toEqual([[2, null]]);
        expect(await move(entry, 'None', { back: 'before' })).toMatchObject({ list: 'None', back: raised });
        await store.reopen();
        expect(await shown(entry)).toEqual(top);
        expect(await store.entriesOf(other)).toMatchObject([{ companyId: 1, list: 'None', back: raised }]);
        // Without being asked to, a move to undecided says nothing of what was.
        await move(entry, to, {});
        expect(await move(entry, 'None')).toMatchObject({ list: 'None', back: null });
      },
    );

    test('E5 whatever was decided, step by step: the list, the reason, until when, and why it was back', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (taken) => {
          await store.empty();
          const entry = await backAgain(null);
          /** What was decided and not taken back, as the user sees it; the last one stands. */
          const stack: Decision[] = [decisionOf(entry)];
          for (const step of taken) {
            const last = given(stack.at(-1));
            if (step.do === 'decide') {
              const until = step.list === 'Later' ? step.later : null;
              const isSame = last.list === step.list && JSON.stringify(last.later) === JSON.stringify(until);
              if (isSame) continue;
              await move(entry, step.list, { reason: step.reason, ...(until === null ? {} : { later: until }) });
              stack.push({
                list: step.list,
                reason: step.list === 'None' ? 0 : step.reason,
                later: until,
                back: null,
              });
            } else if (step.do === 'undo') {
              if (stack.length === 1) continue;
              stack.pop();
              const before = given(stack.at(-1));
              await move(entry, before.list, undoInto(before.list));
              // It has come back where it was before it was put off: there is nothing to take back.
              if (last.list === 'None' && before.list === 'None') stack.splice(-1, 1, last);
            } else if (step.do === 'reason') {
              if (last.list === 'None') continue;
              await store.state.entries.giveReason(store.user, entry.id, step.reason, now, null);
              stack.splice(-1, 1, { ...last, reason: step.reason });
            } else if (step.do === 'back') {
              if (last.list !== 'Later') continue;
              const why = { ...raised, what: `Series ${stack.length}` };
              await store.state.ledger.comeBack(store.user, 1, why, now);
              stack.splice(-1, 1, { list: 'None', reason: 0, later: null, back: why });
            } else await store.reopen();
            const stands = given(await store.state.entries.get(store.user, entry.id));
            expect(decisionOf(stands)).toEqual(stack.at(-1));
            const newest = (await store.state.ledger.ofCompany(store.user, 1)).at(-1);
            expect([newest?.to, newest?.later, newest?.back]).toEqual([stands.list, stands.later, stands.back]);
          }
        }),
        { numRuns: longer(15) },
      );
    });

    test('E11 a decision about a company that is in no list: “My picks” is as it was, whatever came between', async () => {
      const { user } = store;
      const look = async () => {
        const { state } = store;
        const { rows: lists } = await state.smartLists.list(user, all);
        const ids = lists.map(({ id }) => id);
        const counts = await state.smartLists.counts(user, ids);
        const inside = await Promise.all(ids.map((smartListId) => state.entries.page(user, { smartListId }, all)));
        const of = await Promise.all([1, 2, 3].map((companyId) => state.entries.page(user, { companyId }, all)));
        return {
          lists: lists.map(({ id, name }) => [name, counts.get(id)?.totalCount, counts.get(id)?.unratedCount]),
          inside: inside.map(({ rows }) => listsOf(rows)),
          of: of.map(({ rows }) => listsOf(rows)),
          decided: [...(await state.entries.decidedCounts(user))],
        };
      };
      const pick = async (companyId: number): Promise<EntryRecord> => {
        const picks = await store.state.smartLists.picks(user, now);
        return store.state.entries.findOrAdd(user, picks.id, seed(companyId), now);
      };
      const before = await look();
      expect(before.lists).toEqual([]);
      const one = await pick(1);
      await move(one, 'Archive', { reason: 2 });
      await move(one, 'Watchlist');
      const kept = await look();
      expect(kept).toMatchObject({ lists: [['My picks', 1, 0]], inside: [[[1, 'Watchlist']]] });
      const [two, three] = [await pick(2), await pick(3)];
      await move(two, 'Archive');
      await move(three, 'Later', { later: { until: '2027-01-10' } });
      // The app names the company again, and sends the same twice.
      for (const company of [3, 3, 2]) {
        const { id } = await pick(company);
        const key = { key: `undo ${String(company)}`, hash: 'h' };
        await store.state.entries.move(user, id, 'None', now, key, { back: 'before' });
      }
      expect(await look()).toEqual(kept);
      await move(one, 'Archive', { reason: 'before' });
      await store.reopen();
      expect(await move(one, 'None', { back: 'before' })).toMatchObject({ id: one.id, list: 'None' });
      expect(await look()).toEqual(before);
      // Decided in another list and undecided again, it comes into none; decided anew by its id or its company it does.
      const other = await store.list('Other', [seed(1)]);
      await move(given((await store.entriesOf(other))[0]), 'Archive');
      await move(given((await store.entriesOf(other))[0]), 'None');
      expect((await look()).lists).toEqual([['Other', 1, 1]]);
      await move(two, 'Archive');
      await move(await pick(3), 'Watchlist');
      expect(await look()).toMatchObject({
        lists: [
          ['My picks', 2, 0],
          ['Other', 1, 1],
        ],
      });
      // What the user makes undecided without an undo is undecided there.
      await move(two, 'None');
      expect((await look()).lists[0]).toEqual(['My picks', 2, 1]);
    });

    test('D6 an import: what it brought back is put off as it was, for whoever that was, and nothing else', async () => {
      await keptImport(byImport.batchId);
      const { entries, ledger } = store.state;
      const ann = await store.addUser('ann@x.example');
      const hers = await store.list('Hers', [seed(1), seed(3)], ann);
      for (const { id } of await store.entriesOf(hers)) {
        await entries.move(ann, id, 'Later', now, null, { later: { when: 'raises' }, facts: async () => facts });
      }
      const entry = await backAgain();
      const put = given((await ledger.ofCompany(store.user, 1)).at(0));
      await ledger.comeBack(ann, 1, raised, now, byImport);
      // Another import, and a day.
      await ledger.comeBack(ann, 3, raised, now, { ...byImport, batchId: 6 });
      const later = '2026-11-21T09:00:00.000Z';
      expect(await ledger.waitAgain(byImport.batchId, later)).toBe(2);
      expect(await ledger.waitAgain(byImport.batchId, later)).toBe(0);
      await store.state.imports.undone(byImport.batchId);
      await store.reopen();
      const again = { list: 'Later', later: { when: 'raises' }, back: null, decidedAt: put.at } as const;
      expect(await store.state.entries.get(store.user, entry.id)).toMatchObject(again);
      expect((await store.entriesOf(hers)).map(({ companyId, list: to }) => [companyId, to])).toEqual([
        [1, 'Later'],
        [3, 'None'],
      ]);
      // It waits for the same as before.
      const waiting = { companyId: 1, later: { when: 'raises' }, fromList: 'None', facts };
      expect(await store.state.ledger.waiting()).toEqual(
        [store.user, ann].map((userId) => ({ userId, ...waiting })).toSorted((a, b) => a.userId - b.userId),
      );
      // A list that is made now says the same.
      const [made] = (await store.state.entries.page(store.user, { list: 'Later' }, all)).rows;
      expect(made).toMatchObject({ companyId: 1, ...again });
      expect(await store.state.audit.check()).toMatchObject({ problems: [] });
    });

    test('D6 an import: what was decided meanwhile stays decided, and is not back when that is taken back', async () => {
      await keptImport(byImport.batchId);
      const entry = await backAgain();
      await move(entry, 'Archive');
      expect(await store.state.ledger.waitAgain(byImport.batchId, now)).toBe(0);
      await store.state.imports.undone(byImport.batchId);
      expect(await store.state.entries.get(store.user, entry.id)).toMatchObject({ list: 'Archive' });
      expect(await move(entry, 'None', { back: 'before' })).toMatchObject({ list: 'None', back: null });
    });

    test('D6 an import: also what was decided, and taken back before the import was', async () => {
      await keptImport(byImport.batchId);
      const entry = await backAgain();
      await move(entry, 'Archive');
      await move(entry, 'None', { back: 'before' });
      expect(await store.state.ledger.waitAgain(byImport.batchId, now)).toBe(1);
      expect(await store.state.entries.get(store.user, entry.id)).toMatchObject({
        list: 'Later',
        later: { when: 'raises' },
      });
    });
  });
}
