import { describe, expect, test } from 'vitest';
import type { ListName } from '#shared/domain/listName.ts';
import type { SmartListRecord } from '#server/state/port.ts';
import { given, now, seed, useState, type StateAdapter } from './stateUnderTest.ts';

const all = { offset: 0, limit: 100 };

/** What every adapter owes the inbox entries of the state store, and what follows the companies. */
export function entryContract(adapter: StateAdapter): void {
  const store = useState(adapter);

  describe('entries', () => {
    test('come by merit, those without a score last, then by company', async () => {
      const seeds = [seed(4, -1), seed(3, 0.2), seed(2, 0.9), seed(1, -1), seed(5, 0.2), seed(6, 0), seed(7, -0.5)];
      const list = await store.list('A', seeds);
      expect((await store.entriesOf(list)).map(({ companyId }) => companyId)).toEqual([2, 3, 5, 6, 7, 1, 4]);
      const page = await store.state.entries.page(store.user, { smartListId: list.id }, { offset: 1, limit: 2 });
      expect(page).toMatchObject({ count: 7, rows: [{ companyId: 3 }, { companyId: 5 }] });
    });

    test('a special list has a company once, whatever smart lists it was decided in', async () => {
      const { entries } = store.state;
      const [a, b] = [await store.list('A', [seed(1), seed(2)]), await store.list('B', [seed(1)])];
      const both = [...(await store.entriesOf(a)), ...(await store.entriesOf(b))];
      for (const entry of both) await entries.move(store.user, entry.id, 'Watchlist', now, null);
      const { count, rows } = await entries.page(store.user, { list: 'Watchlist' }, all);
      expect([count, rows.map(({ companyId }) => companyId)]).toEqual([2, [1, 2]]);
      expect((await entries.page(store.user, { list: 'Archive' }, all)).count).toBe(0);
      expect((await entries.decidedCompanyIds(store.user, ['Watchlist', 'Archive'])).toSorted((a, b) => a - b)).toEqual(
        [1, 2],
      );
      expect((await entries.page(store.user, { companyId: 1 }, all)).count).toBe(2);
    });

    test('a scope’s version differs once any of its entries has changed, come or gone', async () => {
      const { entries } = store.state;
      const list = await store.list('A', [seed(1), seed(2)]);
      const version = (): Promise<string> => entries.version(store.user, { smartListId: list.id });
      const seen = [await version()];
      const [first] = await store.entriesOf(list);
      for (const change of [
        () => entries.move(store.user, given(first).id, 'Archive', now, null),
        () => entries.giveReason(store.user, given(first).id, 2, now, null),
        () => entries.findOrAdd(store.user, list.id, seed(3), now),
        () => store.state.upkeep.forgetCompanies([2]),
      ]) {
        expect(await version()).toBe(seen.at(-1));
        await change();
        seen.push(await version());
      }
      expect(new Set(seen).size).toBe(5);
    });

    test('the first undecided ones of several lists come in each list’s order', async () => {
      const { entries } = store.state;
      const a = await store.list('A', [seed(1, 0.1), seed(2, 0.9), seed(3, 0.5), seed(4, 0.9)]);
      const b = await store.list('B', [seed(7, 0.3), seed(8, -1)]);
      const [c, empty] = [await store.list('C', [seed(9)]), await store.list('D', [])];
      const others = await store.list('A', [seed(1)], await store.addUser('ann@x.example'));
      const [best] = await store.entriesOf(a);
      await entries.move(store.user, given(best).id, 'Archive', now, null);
      // One that came in decided is left out, whatever its rank.
      const late = await store.list('E', [seed(2, 1), seed(5)]);
      const ids = [b, a, empty, others, late].map(({ id }) => id);
      expect(await entries.bestUndecided(store.user, ids, 2)).toEqual(
        new Map([
          [b.id, [7, 8]],
          [a.id, [4, 3]],
          [empty.id, []],
          [others.id, []],
          [late.id, [5]],
        ]),
      );
      expect(await entries.bestUndecided(store.user, [c.id], 5)).toEqual(new Map([[c.id, [9]]]));
      expect(await entries.bestUndecided(store.user, [], 5)).toEqual(new Map());
    });

    test('what is decided about some companies is told once for each, as it stands', async () => {
      const { entries } = store.state;
      const [a, b] = [await store.list('A', [seed(1), seed(2), seed(3)]), await store.list('B', [seed(1)])];
      const [first, second] = await store.entriesOf(a);
      const [ofB] = await store.entriesOf(b);
      await entries.move(store.user, given(first).id, 'Watchlist', now, null, { reason: 1 });
      await entries.move(store.user, given(ofB).id, 'Archive', now, null, { reason: 2 });
      await entries.move(store.user, given(second).id, 'Later', now, null);
      const other = await store.addUser('ann@x.example');
      const theirs = await store.list('A', [seed(3)], other);
      await entries.move(other, given((await store.entriesOf(theirs))[0]).id, 'Archive', now, null);
      const decided = await entries.decisionsOf(store.user, [2, 3, 1, 4]);
      expect(decided).toMatchObject([
        { companyId: 2, list: 'Later', smartListId: a.id },
        { companyId: 1, list: 'Archive', smartListId: b.id, reason: 2, decidedAt: now },
      ]);
      expect(decided).toHaveLength(2);
    });

    test('companions are the same company’s other entries: undecided ones, or those in the same list', async () => {
      const { entries } = store.state;
      const [a, b] = [await store.list('A', [seed(1)]), await store.list('B', [seed(1)])];
      const [idA, idB] = [given((await store.entriesOf(a))[0]).id, given((await store.entriesOf(b))[0]).id];
      const of = async (id: number): Promise<unknown> => {
        const entry = given(await entries.get(store.user, id));
        return (await entries.companions(store.user, [entry])).get(id);
      };
      expect(await of(idA)).toEqual({ siblings: [idB], doubles: [] });
      await entries.move(store.user, idA, 'Archive', now, null);
      expect(await of(idA)).toEqual({ siblings: [], doubles: [idB] });
      await store.state.smartLists.remove(store.user, b.id, now);
      expect(await of(idA)).toEqual({ siblings: [], doubles: [idB] });
      await entries.move(store.user, idA, 'None', now, null);
      expect(await of(idA)).toEqual({ siblings: [], doubles: [] });
    });

    test('what is said of one besides is what is said of several, read at once', async () => {
      const { entries, smartLists, notes, reasons, sharing } = store.state;
      const [a, b] = [await store.list('A', [seed(1), seed(2)]), await store.list('B', [seed(1)])];
      await store.list('C', [seed(1)]);
      const [idA, idB] = [given((await store.entriesOf(a))[0]).id, given((await store.entriesOf(b))[0]).id];
      const entryOf = async (id: number) => given(await entries.get(store.user, id));
      const together = async (id: number) => {
        const entry = await entryOf(id);
        const { companyId, smartListId } = entry;
        return {
          companions: (await entries.companions(store.user, [entry])).get(id),
          smartList: (await smartLists.names(store.user, [smartListId])).get(smartListId),
          seen: (await smartLists.seen(store.user, [smartListId])).get(smartListId),
          isSettledForAll: (await smartLists.sharedAs(smartListId))?.mode === 'one',
          reasons: new Map((await reasons.list(store.user)).map((reason) => [reason.id, reason.name])),
          note: (await notes.newest(store.user, [companyId])).get(companyId) ?? '',
        };
      };
      const expectSame = async (): Promise<void> => {
        for (const id of [idA, idB])
          expect(await entries.around(store.user, await entryOf(id))).toEqual(await together(id));
      };
      await expectSame();
      const note = { id: '0198f0a0-0000-7000-8000-00000000000a', text: 'Met them' };
      await notes.write(store.user, 1, note, now, null);
      await notes.write(
        store.user,
        1,
        { ...note, id: '0198f0a0-0000-7000-8000-00000000000b', text: 'And again' },
        now,
        null,
      );
      await entries.move(store.user, idA, 'Archive', now, null);
      await expectSame();
      await reasons.replace(store.user, [{ id: 4, name: 'No robots', retired: false }]);
      await smartLists.remove(store.user, b.id, now);
      const ann = await store.addUser('ann@x.example');
      await sharing.share(store.user, a.id, 'one', [{ userId: ann, role: 'editor' }], now);
      await expectSame();
      await sharing.share(store.user, a.id, 'each', [{ userId: ann, role: 'editor' }], now);
      await expectSame();
      const other = given(await entries.get(store.user, given((await store.entriesOf(a))[1]).id));
      expect(await entries.around(store.user, other)).toMatchObject({
        companions: { siblings: [], doubles: [] },
        note: '',
      });
    });

    test('one is found or added, never twice', async () => {
      const { entries, smartLists } = store.state;
      const picks = await smartLists.picks(store.user, now);
      const first = await entries.findOrAdd(store.user, picks.id, seed(9), now);
      expect(await entries.findOrAdd(store.user, picks.id, seed(9), now)).toEqual(first);
      expect(first).toMatchObject({ companyId: 9, list: 'None', smartListId: picks.id });
      await entries.move(store.user, first.id, 'Watchlist', now, null);
      expect(await entries.companyIds(picks.id, 'all')).toEqual([9]);
      expect(await entries.companyIds(picks.id, 'undecided')).toEqual([]);
    });

    test('one that is moved is answered as it is by now, with the moment of the decision that put it there', async () => {
      const { entries } = store.state;
      const [a, b] = [await store.list('A', [seed(1)]), await store.list('B', [seed(1)])];
      const [ofA, ofB] = [given((await store.entriesOf(a))[0]), given((await store.entriesOf(b))[0])];
      const [first, second] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z'];
      const watched = { ...ofA, list: 'Watchlist', decidedAt: first };
      expect(await entries.move(store.user, ofA.id, 'Watchlist', first, null)).toEqual({
        kind: 'moved',
        entry: watched,
      });
      // What is there already is not decided anew, and the decision was made in the other list.
      expect(await entries.move(store.user, ofB.id, 'Watchlist', second, null)).toEqual({
        kind: 'moved',
        entry: { ...ofB, list: 'Watchlist', decidedAt: first },
      });
      expect(await entries.get(store.user, ofA.id)).toEqual(watched);
      expect((await entries.page(store.user, { list: 'Watchlist' }, all)).rows.map(({ id }) => id)).toEqual([ofA.id]);
      expect(await entries.page(store.user, { smartListId: a.id, list: 'Watchlist' }, all)).toEqual({
        count: 1,
        rows: [watched],
      });
      expect(await entries.move(store.user, ofA.id, 'None', second, null)).toEqual({ kind: 'moved', entry: ofA });
      expect(await entries.get(store.user, ofA.id)).toEqual(ofA);
    });

    test('I3 a repeated move is answered with what it did then, also where it led back to the inbox', async () => {
      const { entries } = store.state;
      const entry = given((await store.entriesOf(await store.list('A', [seed(1)])))[0]);
      const moment = '2026-11-20T10:00:00.000Z';
      const [away, back] = [
        { key: 'away', hash: 'h' },
        { key: 'back', hash: 'h' },
      ];
      await entries.move(store.user, entry.id, 'Archive', moment, away);
      await entries.move(store.user, entry.id, 'None', moment, back);
      expect(await entries.move(store.user, entry.id, 'Archive', now, away)).toEqual({
        kind: 'repeated',
        entry: { ...entry, list: 'Archive', decidedAt: moment },
      });
      await entries.move(store.user, entry.id, 'Watchlist', now, null);
      expect(await entries.move(store.user, entry.id, 'None', now, back)).toEqual({ kind: 'repeated', entry });
    });

    test('by what a company is found again is kept with its first entry', async () => {
      const { entries, smartLists, upkeep } = store.state;
      const identity = { domain: 'nine.example', foldedName: 'nine' };
      const picks = await smartLists.picks(store.user, now);
      await entries.findOrAdd(store.user, picks.id, { ...seed(9), identity }, now);
      await upkeep.keepLost([9], now);
      expect(await upkeep.lostCompanies()).toEqual([{ companyId: 9, ...identity }]);
    });

    test('I3 a repeated key is answered and not applied, across a restart', async () => {
      const list = await store.list('A', [seed(1)]);
      const { id } = given((await store.entriesOf(list))[0]);
      const key = { key: 'k', hash: 'h' };
      expect(await store.state.entries.move(store.user, id, 'Archive', now, key)).toMatchObject({ kind: 'moved' });
      await store.state.entries.move(store.user, id, 'None', now, null);
      await store.reopen();
      const { entries, upkeep } = store.state;
      expect(await entries.move(store.user, id, 'Archive', now, key)).toMatchObject({
        kind: 'repeated',
        entry: { list: 'Archive' },
      });
      expect(await entries.get(store.user, id)).toMatchObject({ list: 'None' });
      const other = { key: 'k', hash: 'other' };
      expect(await entries.move(store.user, id, 'Watchlist', now, other)).toEqual({ kind: 'key_reused' });
      expect(await entries.move(store.user, 999, 'Archive', now, null)).toEqual({ kind: 'missing' });
      await upkeep.forgetKeys('2999-01-01T00:00:00.000Z');
      expect(await entries.move(store.user, id, 'Watchlist', now, other)).toMatchObject({ kind: 'moved' });
    });
  });

  describe('what follows the companies', () => {
    test('a lost entry that comes back takes the place of the undecided one that was made meanwhile', async () => {
      const { entries, upkeep } = store.state;
      const list = await store.list('A', [seed(1), seed(2)]);
      const lost = given((await store.entriesOf(list)).find(({ companyId }) => companyId === 2));
      await entries.move(store.user, lost.id, 'Watchlist', now, null);
      await upkeep.keepLost([2], now);
      await entries.findOrAdd(store.user, list.id, seed(2), now);
      expect(await upkeep.bringBack([2])).toMatchObject({ entries: 1, decided: 1 });
      expect((await store.entriesOf(list)).filter(({ companyId }) => companyId === 2)).toEqual([
        { ...lost, list: 'Watchlist', decidedAt: now },
      ]);
    });

    test('a company that is forgotten is not known by its old name, and another score is another place', async () => {
      const { entries, upkeep } = store.state;
      await upkeep.identify([{ companyId: 1, domain: 'one.example', foldedName: 'one' }]);
      await upkeep.forgetCompanies([1]);
      const list = await store.list('A', [seed(1, 0.1), seed(2, 0.5)]);
      expect((await upkeep.unidentified(0, 9)).toSorted((a, b) => a - b)).toEqual([1, 2]);
      await upkeep.updateCompanies([seed(1, 0.9)]);
      expect((await store.entriesOf(list)).map(({ companyId }) => companyId)).toEqual([1, 2]);
      expect((await entries.companyIds(list.id, 'all')).toSorted((a, b) => a - b)).toEqual([1, 2]);
    });

    test('entries and items of removed companies go, the rest stays', async () => {
      const { collections, upkeep, entries } = store.state;
      const list = await store.list('A', [seed(1), seed(2)]);
      const gone = given((await store.entriesOf(list)).find(({ companyId }) => companyId === 2));
      await entries.move(store.user, gone.id, 'Archive', now, null);
      const { id } = given(await collections.create(store.user, 'C', '', now));
      await collections.addItems(id, [2, 3], now);
      expect(await upkeep.referredCompanies()).toEqual([1, 2, 3]);
      expect(await upkeep.forgetCompanies([2])).toEqual({ entries: 1, decided: 1, items: 1 });
      expect((await store.entriesOf(list)).map(({ companyId }) => companyId)).toEqual([1]);
      expect((await collections.items([id])).get(id)).toHaveLength(1);
    });

    test('what was deleted long ago is forgotten, but for what was decided in it', async () => {
      const { collections, entries, smartLists, upkeep } = store.state;
      const old = '2026-10-01T00:00:00.000Z';
      const decidedIn = await store.list('Decided in', [seed(1), seed(2)]);
      const untouched = await store.list('Untouched', [seed(3)]);
      const fresh = await store.list('Fresh', [seed(4)]);
      const kept = await store.list('Kept', [seed(5)]);
      const decided = given((await store.entriesOf(decidedIn))[0]);
      await entries.move(store.user, decided.id, 'Watchlist', now, null);
      for (const { id } of [decidedIn, untouched]) expect(await smartLists.remove(store.user, id, old)).toBe(true);
      await smartLists.remove(store.user, fresh.id, now);
      const oldCollection = given(await collections.create(store.user, 'Old', '', now));
      const keptCollection = given(await collections.create(store.user, 'Kept', '', now));
      for (const { id } of [oldCollection, keptCollection]) await collections.addItems(id, [6], now);
      await collections.remove(store.user, oldCollection.id, old);

      await upkeep.forgetDeleted('2026-11-01T00:00:00.000Z');
      expect(await upkeep.referredCompanies()).toEqual([decided.companyId, 4, 5, 6]);
      expect(await entries.get(store.user, decided.id)).toMatchObject({ list: 'Watchlist' });
      expect(await smartLists.restore(store.user, untouched.id)).toBeUndefined();
      expect(await collections.restore(store.user, oldCollection.id)).toBeUndefined();
      expect(given(await smartLists.restore(store.user, fresh.id)).name).toBe('Fresh');
      expect(await store.entriesOf(kept)).toHaveLength(1);
      expect((await collections.items([keptCollection.id])).get(keptCollection.id)).toHaveLength(1);
    });

    test('what is new comes first, each part in its order, and can be asked for alone', async () => {
      const { entries } = store.state;
      const seeds = Array.from({ length: 24 }, (_, i) => seed(i + 1, ((i * 7) % 24) / 24));
      const list = await store.list(
        'A',
        seeds.filter((one) => arrivalOf(one) === 0),
      );
      for (const arrival of [1, 2]) {
        const some = seeds.filter((one) => arrivalOf(one) === arrival);
        await store.state.smartLists.addMatches(list, some, null, now);
      }
      const [first, second] = await store.entriesOf(list);
      await entries.move(store.user, given(first).id, 'Archive', now, null);
      await entries.move(store.user, given(second).id, 'Watchlist', now, null);
      const best = seeds.toSorted((a, b) => b.merit - a.merit);
      const gone = new Set([given(first).companyId, given(second).companyId]);
      for (const seen of [0, 1, 2]) {
        const parts = [best.filter((one) => arrivalOf(one) > seen), best.filter((one) => arrivalOf(one) <= seen)];
        for (const none of [{}, { list: 'None' as const }]) {
          const left = parts.map((part) => idsOf(part).filter((id) => !('list' in none) || !gone.has(id)));
          const scope = { smartListId: list.id, ...none };
          const read = async (only?: 'new' | 'others'): Promise<number[]> => {
            const newest = { seen, ...(only === undefined ? {} : { only }) };
            const pages = [0, 10, 20].map((offset) =>
              entries.page(store.user, { ...scope, newest }, { offset, limit: 10 }),
            );
            const [page, ...others] = await Promise.all(pages);
            const rows = [given(page), ...others].flatMap((one) => one.rows);
            expect(given(page).count).toBe(rows.length);
            return idsOf(rows);
          };
          expect(await read(), `seen ${seen}`).toEqual(left.flat());
          expect(await read('new'), `seen ${seen}`).toEqual(left[0]);
          expect(await read('others'), `seen ${seen}`).toEqual(left[1]);
        }
      }
    });

    test('special lists count each company once, and only those of their user', async () => {
      const { entries } = store.state;
      expect([...(await entries.decidedCounts(store.user))]).toEqual([]);
      const lists = [await store.list('A', [seed(1), seed(2), seed(3)]), await store.list('B', [seed(1), seed(4)])];
      for (const list of lists) {
        const [one, two] = (await store.entriesOf(list)).toSorted((a, b) => a.companyId - b.companyId);
        await entries.move(store.user, given(one).id, 'Watchlist', now, null);
        await entries.move(store.user, given(two).id, list === lists[0] ? 'Archive' : 'Watchlist', now, null);
      }
      const counts = await entries.decidedCounts(store.user);
      expect(new Map(counts)).toEqual(
        new Map([
          ['Watchlist', 2],
          ['Archive', 1],
        ] as const),
      );
      for (const [list, count] of counts) {
        expect((await entries.page(store.user, { list }, { offset: 0, limit: 9 })).count).toBe(count);
      }
      expect([...(await entries.decidedCounts(await store.addUser('ann@x.example')))]).toEqual([]);
    });

    test('what was decided since a moment is counted in all and by smart list, each company once in all', async () => {
      const { entries } = store.state;
      const [early, monday, late] = [
        '2026-11-22T23:59:59.999Z',
        '2026-11-23T00:00:00.000Z',
        '2026-11-25T10:00:00.000Z',
      ];
      const lists = [
        await store.list('A', [seed(1), seed(2), seed(3), seed(4)]),
        await store.list('B', [seed(1), seed(2), seed(3)]),
      ];
      const decide = async (list: SmartListRecord, company: number, to: ListName, at: string): Promise<void> => {
        const entry = (await store.entriesOf(list)).find(({ companyId }) => companyId === company);
        await entries.move(store.user, given(entry).id, to, at, null);
      };
      const [a, b] = [given(lists[0]), given(lists[1])];
      await decide(a, 1, 'Watchlist', monday);
      await decide(b, 1, 'Watchlist', late);
      await decide(a, 2, 'Archive', late);
      await decide(a, 3, 'Opportunities', early);
      // Decided anew, which counts; taken back, which does not.
      await decide(b, 3, 'Archive', late);
      await decide(a, 4, 'Watchlist', late);
      await decide(a, 4, 'None', late);
      expect(await entries.decidedSince(store.user, monday)).toEqual({
        companies: { decided: 3, kept: 1 },
        bySmartList: [
          { smartListId: a.id, decided: 2, kept: 1 },
          { smartListId: b.id, decided: 1, kept: 0 },
        ],
      });
      expect(await entries.decidedSince(store.user, early)).toMatchObject({ companies: { decided: 3, kept: 1 } });
      const nothing = { companies: { decided: 0, kept: 0 }, bySmartList: [] };
      expect(await entries.decidedSince(store.user, '2026-11-26T00:00:00.000Z')).toEqual(nothing);
      expect(await entries.decidedSince(await store.addUser('eve@x.example'), early)).toEqual(nothing);
    });

    test('a changed score changes the order, in every list', async () => {
      const lists = [
        await store.list('A', [seed(1, 0.9), seed(2, 0.1)]),
        await store.list('B', [seed(1, 0.9), seed(2, 0.1)]),
      ];
      await store.state.upkeep.updateCompanies([seed(1, -1), { ...seed(2, 1), topMatch: true, week: '2026-W48' }]);
      for (const list of lists) {
        expect((await store.entriesOf(list)).map(({ companyId }) => companyId)).toEqual([2, 1]);
        const counts = await store.state.smartLists.counts(store.user, [list.id]);
        const expected = { totalCount: 2, unratedCount: 2, newUnratedCount: 0, topCompanies: 1, newCount: 0 };
        expect(counts.get(list.id)).toEqual({ ...expected, settledCount: 0, leftOutCount: 0, knownOutCount: 0 });
      }
    });

    test('I13 an import that did not reach its end is known after a restart', async () => {
      const { upkeep } = store.state;
      expect(await upkeep.openImports()).toEqual([]);
      const first = await upkeep.beginImport({ owner: 'one', lastCompanyId: 41, lastBatch: 3 });
      const second = await upkeep.beginImport({ owner: 'another', lastCompanyId: 57, lastBatch: 4 });
      await store.reopen();
      expect(await store.state.upkeep.openImports()).toEqual([
        { id: first, owner: 'one', lastCompanyId: 41, lastBatch: 3, undoes: 0 },
        { id: second, owner: 'another', lastCompanyId: 57, lastBatch: 4, undoes: 0 },
      ]);
      // The end of one is not that of the other.
      await store.state.upkeep.endImport(second);
      expect((await store.state.upkeep.openImports()).map(({ id }) => id)).toEqual([first]);
      await store.state.upkeep.endImport(first);
      expect(await store.state.upkeep.openImports()).toEqual([]);
    });

    test('F19 entries and items of lost companies count nowhere until their companies are back, decisions and all', async () => {
      const { entries, collections, upkeep, smartLists } = store.state;
      const list = await store.list(
        'Lost',
        [1, 2, 3].map((id) => seed(id)),
      );
      const before = await store.entriesOf(list);
      const decided = before.find(({ companyId }) => companyId === 2);
      await entries.move(store.user, decided?.id ?? 0, 'Watchlist', now, null);
      const collection = await collections.create(store.user, 'Kept', '', now);
      if (collection === 'name_taken') throw new Error('taken');
      const items = await collections.addItems(collection.id, [2, 3], now, [
        { companyId: 2, domain: 'two.example', foldedName: 'two' },
      ]);
      const kept = { entries: 1, decided: 1, items: 1, notes: 0, known: 0 };
      expect(await upkeep.keepLost([2], now)).toEqual(kept);
      const counts = await smartLists.counts(store.user, [list.id]);
      expect(counts.get(list.id)).toMatchObject({ totalCount: 2, unratedCount: 2 });
      expect((await entries.page(store.user, { list: 'Watchlist' }, { offset: 0, limit: 9 })).count).toBe(0);
      expect((await collections.get(store.user, collection.id))?.itemCount).toBe(1);
      expect(await upkeep.lostCompanies()).toEqual([{ companyId: 2, domain: 'two.example', foldedName: 'two' }]);
      // What is lost is not gone: an import that is taken back forgets only its own.
      await upkeep.forgetCompanies([1]);
      await store.reopen();
      const back = store.state;
      expect(await back.upkeep.bringBack([2])).toEqual(kept);
      expect(await back.entries.get(store.user, decided?.id ?? 0)).toMatchObject({ companyId: 2, list: 'Watchlist' });
      expect((await back.collections.itemPage(collection.id, { offset: 0, limit: 9 })).rows).toEqual(items);
      expect(await back.upkeep.lostCompanies()).toEqual([]);
    });

    test('F19 a company that has only a note, or is only known, is referred to and found again like any other', async () => {
      const { known, notes, merges, upkeep } = store.state;
      const write = (company: number, text: string) =>
        notes.write(store.user, company, { id: `note-${company}`, text }, now, null, {
          domain: `${company}.example`,
          foldedName: `company ${company}`,
        });
      await write(1, 'Met them.');
      await write(2, 'Merged into 3.');
      await merges.begin(3, 2);
      await merges.apply({ kept: 3, gone: 2 });
      const facts = { name: 'Four', website: '', status: '', owner: '', contact: '', note: '', theirId: '' };
      const source = { name: 'CRM', file: 'crm.csv', day: '2026-11-03', digest: 'd', skipped: 0, now };
      await known.add(store.user, source, [{ line: 1, ...facts, companyId: 4, candidates: [] }]);
      // By what 3 is found again is not known yet; from then on it counts.
      expect(await upkeep.unidentified(0, 9)).toEqual([3, 4]);
      expect(await upkeep.unidentified(3, 9)).toEqual([4]);
      expect(await upkeep.referredCompanies()).toEqual([1, 4]);
      await upkeep.identify([{ companyId: 3, domain: '3.example', foldedName: 'company 3' }]);
      expect(await upkeep.referredCompanies()).toEqual([1, 3, 4]);

      const kept = { entries: 0, decided: 0, items: 0, notes: 2, known: 1 };
      expect(await upkeep.keepLost([1, 3, 4], now)).toEqual(kept);
      expect((await upkeep.lostCompanies()).map(({ companyId, domain }) => [companyId, domain])).toEqual([
        [1, '1.example'],
        [3, '3.example'],
        [4, ''],
      ]);
      // Nobody takes them for removed ones.
      expect(await upkeep.referredCompanies()).toEqual([]);
      await store.reopen();
      const back = store.state;
      expect(await back.upkeep.bringBack([1, 3, 4, 5])).toEqual(kept);
      expect(await back.upkeep.referredCompanies()).toEqual([1, 3, 4]);
      expect(await back.notes.newest(store.user, [1, 3, 4])).toEqual(
        new Map([
          [1, 'Met them.'],
          [3, 'Merged into 3.'],
        ]),
      );
      expect(await back.known.companyIds(store.user, ['any'])).toEqual([4]);
      // One that is removed for good is forgotten, and its note names nothing any more.
      await back.upkeep.forgetCompanies([1, 4]);
      expect(await back.upkeep.referredCompanies()).toEqual([3]);
    });
  });
}

function idsOf(those: readonly { companyId: number }[]): number[] {
  return those.map(({ companyId }) => companyId);
}

/** With which arrival a company comes in the test of what is new. */
function arrivalOf({ companyId }: { readonly companyId: number }): number {
  return companyId % 3;
}
