import { array, assert, asyncProperty, boolean, constantFrom, integer, record, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longer } from '#server/testing/propertyRuns.ts';
import type { MoveOutcome, SmartListRecord } from '#server/state/port.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { given, seed, useState, week, type StateAdapter } from './stateUnderTest.ts';

const at = (minute: number): string => `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`;

const companiesOfAll = [1, 2, 3, 4];

/** Something that one of three does in a shared list. */
const act = record({
  what: constantFrom('decide', 'decide', 'otherwise', 'otherwise', 'undo', 'give in', 'settle', 'deal', 'restart'),
  /** Whether it is done in the shared list, or in another list of theirs that has the company. */
  isElsewhere: boolean(),
  who: integer({ min: 0, max: 2 }),
  company: constantFrom(...companiesOfAll),
  to: constantFrom<ListName>('Watchlist', 'Archive', 'Opportunities'),
});

/** The family of a list that is shared. */
function familyOf({ shared }: SmartListRecord): number {
  return given(shared ?? undefined).family;
}

/** What every adapter owes a team: shared lists, dealing, conflicts, who may do what, and the chain of events. */
export function teamContract(adapter: StateAdapter): void {
  const store = useState(adapter);

  /** A list of the first user's with these companies that others share. */
  async function shared(others: readonly number[], companies: readonly number[]): Promise<SmartListRecord> {
    const list = await store.list(
      'Robots',
      companies.map((id) => seed(id, 1 - id / 1000)),
    );
    const members = others.map((userId) => ({ userId, role: 'editor' as const }));
    expect(await store.state.sharing.share(store.user, list.id, 'one', members, at(0))).toBe('shared');
    return given(await store.state.smartLists.get(store.user, list.id));
  }

  /** A user's own list of a shared one. */
  async function listOf(userId: number, { shared: as }: SmartListRecord): Promise<SmartListRecord> {
    const all = (await store.state.smartLists.list(userId, { offset: 0, limit: 100 })).rows;
    return given(all.find((each) => each.shared?.family === as?.family));
  }

  async function move(
    userId: number,
    list: SmartListRecord,
    companyId: number,
    to: ListName,
    { seen = 0, minute = 1 }: { seen?: number; minute?: number } = {},
  ): Promise<MoveOutcome> {
    const { rows } = await store.state.entries.page(userId, { companyId }, { offset: 0, limit: 100 });
    const entry = rows.find(({ smartListId }) => smartListId === list.id);
    return store.state.entries.move(userId, given(entry).id, to, at(minute), null, { seen });
  }

  async function undecided(userId: number, list: SmartListRecord): Promise<number[]> {
    const mine = userId === list.userId ? list : await listOf(userId, list);
    return (await store.state.entries.companyIds(mine.id, 'undecided')).toSorted((a, b) => a - b);
  }

  describe('shared smart lists', () => {
    test('one decision settles a company for all, and who took it takes it back', async () => {
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      const list = await shared([ann, bob], [1, 2, 3]);
      expect(list.shared).toMatchObject({ mode: 'one', role: 'owner', ownerId: store.user });
      expect((await listOf(ann, list)).shared).toMatchObject({ mode: 'one', role: 'editor', ownerId: store.user });
      const anns = await listOf(ann, list);
      expect((await move(ann, anns, 2, 'Watchlist')).kind).toBe('moved');
      expect(await undecided(bob, list)).toEqual([1, 3]);
      expect(await undecided(store.user, list)).toEqual([1, 3]);
      const counts = await store.state.smartLists.counts(store.user, [list.id]);
      expect(counts.get(list.id)).toMatchObject({ unratedCount: 2, settledCount: 1, totalCount: 2, leftOutCount: 0 });
      const settlements = await store.state.sharing.settlements(familyOf(list), [1, 2, 3]);
      expect([...settlements]).toMatchObject([[2, { userId: ann, list: 'Watchlist', at: at(1) }]]);
      await store.reopen();
      expect((await move(ann, anns, 2, 'None', { minute: 2 })).kind).toBe('moved');
      expect(await undecided(bob, list)).toEqual([1, 2, 3]);
    });

    test('a decision made elsewhere settles it, too, and one that was made before does for nobody else', async () => {
      const ann = await store.addUser('ann@x.example');
      const own = await store.list('Own', [seed(1), seed(2)], ann);
      expect((await move(ann, own, 1, 'Archive')).kind).toBe('moved');
      const list = await shared([ann], [1, 2, 3]);
      // She had decided about the first for herself, before it was anybody's work in this list.
      expect(await undecided(store.user, list)).toEqual([1, 2, 3]);
      expect(await undecided(ann, list)).toEqual([2, 3]);
      await move(ann, own, 2, 'Archive', { minute: 2 });
      expect(await undecided(store.user, list)).toEqual([1, 3]);
    });

    test('N6 who is too late is told whose decision there is; one that is made all the same is a conflict', async () => {
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      const list = await shared([ann, bob], [1, 2]);
      const [anns, bobs] = [await listOf(ann, list), await listOf(bob, list)];
      await move(ann, anns, 1, 'Watchlist');
      const late = await move(bob, bobs, 1, 'Archive', { minute: 2 });
      expect(late).toMatchObject({ kind: 'settled', by: { userId: ann, list: 'Watchlist', at: at(1) } });
      if (late.kind !== 'settled') return;
      expect(await store.state.sharing.conflicts(store.user, false)).toEqual([]);
      const otherwise = await move(bob, bobs, 1, 'Archive', { seen: late.by.seq, minute: 3 });
      expect(otherwise).toMatchObject({ kind: 'moved', entry: { list: 'Archive' } });
      const [conflict] = await store.state.sharing.conflicts(bob, false);
      expect(conflict).toMatchObject({ companyId: 1, kept: 0, role: 'editor', smartListId: bobs.id });
      expect(conflict).toMatchObject({ first: { userId: ann, list: 'Watchlist' }, second: { userId: bob } });
      // Nobody takes back what another has answered since, before having seen the answer.
      expect(await move(ann, anns, 1, 'None', { minute: 4 })).toMatchObject({ kind: 'settled', by: { userId: bob } });
      const { id, second } = given(conflict);
      expect(await store.state.sharing.settleConflict(ann, false, id, second.seq, at(5))).toBe('not_owner');
      expect(await store.state.sharing.settleConflict(store.user, false, id, 1, at(5))).toBe('no_such_decision');
      expect(await store.state.sharing.settleConflict(store.user, false, 4711, second.seq, at(5))).toBe('missing');
      expect(await store.state.sharing.settleConflict(store.user, false, id, second.seq, at(5))).toBe('settled');
      expect(await store.state.sharing.conflicts(ann, false)).toMatchObject([{ kept: second.seq }]);
      const settled = await store.state.sharing.settlements(familyOf(list), [1]);
      expect(settled.get(1)).toMatchObject({ userId: bob, list: 'Archive' });
      expect(await undecided(store.user, list)).toEqual([2]);
    });

    test('D2 a decision made in another list of one’s own is too late, too, and so is one that is taken back there', async () => {
      const [ann, bob, cem] = [
        await store.addUser('ann@x.example'),
        await store.addUser('bob@x.example'),
        await store.addUser('cem@x.example'),
      ];
      const list = await shared([ann, bob, cem], [1]);
      const { smartLists } = store.state;
      const [annsPicks, cemsPicks] = [await smartLists.picks(ann, at(0)), await smartLists.picks(cem, at(0))];
      for (const own of [annsPicks, cemsPicks]) await store.state.entries.findOrAdd(own.userId, own.id, seed(1), at(0));
      await move(ann, await listOf(ann, list), 1, 'Archive');
      const late = await move(cem, cemsPicks, 1, 'Watchlist', { minute: 2 });
      expect(late).toMatchObject({ kind: 'settled', by: { userId: ann, list: 'Archive' } });
      if (late.kind !== 'settled') return;
      const bobs = await listOf(bob, list);
      await move(bob, bobs, 1, 'Watchlist', { seen: late.by.seq, minute: 3 });
      const [conflict] = await store.state.sharing.conflicts(store.user, false);
      expect(await move(ann, annsPicks, 1, 'None', { minute: 4 })).toMatchObject({
        kind: 'settled',
        by: { userId: bob },
      });
      const seen = given(conflict).second.seq;
      expect(await move(ann, annsPicks, 1, 'None', { seen, minute: 5 })).toMatchObject({ kind: 'moved' });
      expect(await store.state.sharing.conflicts(store.user, false)).toMatchObject([{ kept: seen }]);
      const settled = await store.state.sharing.settlements(familyOf(list), [1]);
      expect(settled.get(1)).toMatchObject({ userId: bob, list: 'Watchlist' });
      for (const user of [ann, cem, store.user]) expect(await undecided(user, list)).toEqual([]);
    });

    test('D2 one that comes back by itself gives in to what another has decided otherwise', async () => {
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      const list = await shared([ann, bob], [1]);
      await move(ann, await listOf(ann, list), 1, 'Later');
      const there = (await store.state.sharing.settlements(familyOf(list), [1])).get(1);
      await move(bob, await listOf(bob, list), 1, 'Archive', { seen: given(there).seq, minute: 2 });
      expect(await store.state.ledger.comeBack(ann, 1, { why: 'day', what: '2026-11-21', from: 'None' }, at(3))).toBe(
        true,
      );
      const settled = await store.state.sharing.settlements(familyOf(list), [1]);
      expect(settled.get(1)).toMatchObject({ userId: bob, list: 'Archive' });
      expect((await store.state.sharing.conflicts(store.user, false)).map(({ kept }) => kept > 0)).toEqual([true]);
    });

    test('D3 who decides otherwise sees the company, and once it is settled whose decision is kept does', async () => {
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      const list = await shared([ann, bob], [1]);
      const [anns, bobs] = [await listOf(ann, list), await listOf(bob, list)];
      const shown = async (): Promise<boolean[]> =>
        Promise.all(
          [anns, bobs].map(async ({ id }) => (await store.state.entries.companyIds(id, 'shown')).includes(1)),
        );
      const settledCount = async (): Promise<(number | undefined)[]> =>
        Promise.all(
          [anns, bobs].map(
            async ({ id, userId }) => (await store.state.smartLists.counts(userId, [id])).get(id)?.settledCount,
          ),
        );
      await move(ann, anns, 1, 'Archive');
      expect(await shown()).toEqual([true, false]);
      const there = given((await store.state.sharing.settlements(familyOf(list), [1])).get(1));
      await move(bob, bobs, 1, 'Watchlist', { seen: there.seq, minute: 2 });
      expect([await shown(), await settledCount()]).toEqual([
        [true, true],
        [0, 0],
      ]);
      const [conflict] = await store.state.sharing.conflicts(store.user, false);
      const { id, first, second } = given(conflict);
      await store.state.sharing.settleConflict(store.user, false, id, second.seq, at(3));
      expect([await shown(), await settledCount()]).toEqual([
        [false, true],
        [1, 0],
      ]);
      await store.state.sharing.settleConflict(store.user, false, id, first.seq, at(4));
      expect([await shown(), await settledCount()]).toEqual([
        [true, false],
        [0, 1],
      ]);
      // Her decision stays in her own Archive, also where other filters drop what was left out.
      const filters = { value: list.filters, drop: [1], add: [] };
      await store.state.smartLists.update(bob, bobs.id, { filters, now: at(5) });
      expect(await store.state.entries.decidedCompanyIds(bob, ['Watchlist'])).toEqual([1]);
    });

    for (const how of ['deletes their copy', 'is taken out', 'may only read it'] as const) {
      test(`N6 what somebody who ${how} has decided settles it until they take it back`, async () => {
        const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
        const list = await shared([ann, bob], [1, 2]);
        const own = await store.list('Own', [seed(1), seed(2)], bob);
        const bobs = await listOf(bob, list);
        const family = familyOf(list);
        await move(bob, bobs, 1, 'Archive');
        // About the second one they have decided otherwise than Ann.
        await move(ann, await listOf(ann, list), 2, 'Watchlist');
        const there = given((await store.state.sharing.settlements(family, [2])).get(2));
        await move(bob, bobs, 2, 'Archive', { seen: there.seq, minute: 2 });
        const editor = { userId: ann, role: 'editor' as const };
        const members = how === 'is taken out' ? [editor] : [editor, { userId: bob, role: 'reader' as const }];
        if (how === 'deletes their copy') await store.state.smartLists.remove(bob, bobs.id, at(2));
        else await store.state.sharing.share(store.user, list.id, 'one', members, at(2));
        for (const company of [1, 2]) {
          expect(await move(bob, own, company, 'None', { minute: 3 })).toMatchObject({ kind: 'moved' });
        }
        const settled = await store.state.sharing.settlements(family, [1, 2]);
        expect([...settled]).toMatchObject([[2, { userId: ann, list: 'Watchlist' }]]);
        expect(await undecided(ann, list)).toEqual([1]);
        expect((await store.state.sharing.conflicts(ann, false)).map(({ kept }) => kept)).toEqual([there.seq]);
        // She decides as if nobody had, and what she has takes nobody's place.
        expect(await move(ann, await listOf(ann, list), 1, 'Watchlist', { minute: 4 })).toMatchObject({
          kind: 'moved',
        });
        expect(await move(ann, await listOf(ann, list), 2, 'None', { minute: 4 })).toMatchObject({ kind: 'moved' });
        expect(await undecided(ann, list)).toEqual([2]);
      });
    }

    test('a conflict ends when one of the two gives in', async () => {
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      const list = await shared([ann, bob], [1, 2]);
      const [anns, bobs] = [await listOf(ann, list), await listOf(bob, list)];
      const family = familyOf(list);
      for (const company of [1, 2]) {
        await move(ann, anns, company, 'Watchlist');
        const late = await move(bob, bobs, company, 'Archive', { minute: 2 });
        if (late.kind !== 'settled') throw new Error('It was not settled.');
        await move(bob, bobs, company, 'Archive', { seen: late.by.seq, minute: 3 });
      }
      // He takes his back: hers stands. Of the other one she takes hers back, having seen his.
      await move(bob, bobs, 1, 'None', { minute: 4 });
      const refused = await move(ann, anns, 2, 'None', { minute: 4 });
      if (refused.kind !== 'settled') throw new Error('She was not told.');
      await move(ann, anns, 2, 'None', { seen: refused.by.seq, minute: 5 });
      const conflicts = await store.state.sharing.conflicts(store.user, false);
      expect(conflicts.map(({ kept }) => kept > 0)).toEqual([true, true]);
      const settled = await store.state.sharing.settlements(family, [1, 2]);
      expect(settled.get(1)).toMatchObject({ userId: ann, list: 'Watchlist' });
      expect(settled.get(2)).toMatchObject({ userId: bob, list: 'Archive' });
      expect(await undecided(store.user, list)).toEqual([]);
    });

    test('each for themselves settles nothing; turned into one decision for all, the newest counts', async () => {
      const ann = await store.addUser('ann@x.example');
      const list = await shared([ann], [1, 2, 3]);
      const members = [{ userId: ann, role: 'editor' as const }];
      const { sharing } = store.state;
      await move(ann, await listOf(ann, list), 1, 'Archive');
      expect(await sharing.share(store.user, list.id, 'each', members, at(1))).toBe('shared');
      expect(await undecided(store.user, list)).toEqual([1, 2, 3]);
      expect((await move(store.user, list, 1, 'Watchlist', { minute: 2 })).kind).toBe('moved');
      expect(await sharing.share(store.user, list.id, 'one', members, at(3))).toBe('shared');
      const settled = await sharing.settlements(familyOf(list), [1, 2, 3]);
      expect([...settled]).toMatchObject([[1, { userId: store.user, list: 'Watchlist' }]]);
      expect(await sharing.share(store.user, list.id, null, [], at(4))).toBe('shared');
      expect((await store.state.smartLists.get(store.user, list.id))?.shared).toBeNull();
      expect((await store.state.smartLists.list(ann, { offset: 0, limit: 10 })).rows).toEqual([]);
      // What she has decided stays hers.
      expect(await store.state.entries.decidedCompanyIds(ann, ['Archive'])).toEqual([1]);
    });

    test('who only reads a list decides nothing in it, and only its owner shares it', async () => {
      const ann = await store.addUser('ann@x.example');
      const list = await store.list('Robots', [seed(1)]);
      const { sharing } = store.state;
      await sharing.share(store.user, list.id, 'one', [{ userId: ann, role: 'reader' }], at(0));
      const anns = await listOf(ann, given(await store.state.smartLists.get(store.user, list.id)));
      expect(await move(ann, anns, 1, 'Archive')).toEqual({ kind: 'reader' });
      expect(await sharing.share(ann, anns.id, 'each', [], at(1))).toBe('not_owner');
      expect(await sharing.share(ann, list.id, 'each', [], at(1))).toBe('missing');
      expect(await sharing.deal(ann, anns.id, { count: 5, until: at(10) }, at(1))).toBeUndefined();
      const picks = await store.state.smartLists.picks(store.user, at(1));
      expect(await sharing.share(store.user, picks.id, 'one', [], at(1))).toBe('not_shareable');
    });

    test('companies that come in later are hidden from others where one has settled them', async () => {
      const ann = await store.addUser('ann@x.example');
      const list = await shared([ann], [1]);
      const anns = await listOf(ann, list);
      await store.state.smartLists.addMatches(anns, [seed(7)], week, at(1));
      await move(ann, anns, 7, 'Archive', { minute: 2 });
      await store.state.smartLists.addMatches(list, [seed(7), seed(8)], week, at(3));
      expect(await undecided(store.user, list)).toEqual([1, 8]);
    });

    test('a merge keeps what was settled, and so does its undo', async () => {
      const ann = await store.addUser('ann@x.example');
      const list = await shared([ann], [1, 2, 3]);
      await move(ann, await listOf(ann, list), 2, 'Archive');
      await store.state.merges.begin(1, 2);
      await store.state.merges.apply({ kept: 1, gone: 2 });
      expect(await undecided(store.user, list)).toEqual([3]);
      const settled = await store.state.sharing.settlements(familyOf(list), [1]);
      expect(settled.get(1)).toMatchObject({ userId: ann, list: 'Archive' });
      await store.state.merges.revert(2);
      expect(await undecided(store.user, list)).toEqual([1, 3]);
    });
  });

  test('N6 D2 D3 whatever three do at once, in whichever list, a company is settled once or in conflict, and never dealt to two', async () => {
    await assert(
      asyncProperty(array(array(act, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async (groups) => {
        await store.empty();
        const users = [store.user, await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
        const seeds = companiesOfAll.map((id) => seed(id));
        const elsewhere: SmartListRecord[] = [];
        for (const user of users) elsewhere.push(await store.list('Elsewhere', seeds, user));
        const list = await shared(users.slice(1), companiesOfAll);
        const lists = await Promise.all(users.map((user) => listOf(user, list)));
        const family = familyOf(list);
        let minute = 0;
        for (const group of groups) {
          if (group.some(({ what }) => what === 'restart')) await store.reopen();
          minute += 1;
          // Those of one group are on their way at once, and none of them has seen what the others do.
          const before = await store.state.sharing.settlements(family, companiesOfAll);
          const conflicts = await store.state.sharing.conflicts(store.user, false);
          const hands = await Promise.all(
            group.map(async ({ what, who, company, to, isElsewhere }) => {
              const [user, own] = [users[who] ?? 0, given(lists[who])];
              const open = conflicts.find((each) => each.companyId === company && each.kept === 0);
              if (what === 'deal') {
                const ask = { count: 2, until: at(minute + 10), week };
                return { user, entries: await store.state.sharing.deal(user, own.id, ask, at(minute)) };
              }
              const there = before.get(company);
              if (what === 'settle') {
                const { id, first, second } = open ?? { id: 0, first: { seq: 0 }, second: { seq: 0 } };
                await store.state.sharing.settleConflict(
                  store.user,
                  false,
                  id,
                  [first, second][who % 2]!.seq,
                  at(minute),
                );
                return null;
              }
              const otherwise = there !== undefined && there.userId !== user ? there.seq : 0;
              const seen = what === 'otherwise' ? otherwise : what === 'give in' ? (open?.second.seq ?? 0) : 0;
              const isBack = what === 'undo' || what === 'give in';
              const where = isElsewhere ? given(elsewhere[who]) : own;
              const outcome = await move(user, where, company, isBack ? 'None' : to, { seen, minute });
              // Told that somebody was quicker only where somebody was.
              if (outcome.kind === 'settled') expect(outcome.by.userId).not.toBe(user);
              return null;
            }),
          );
          await expectOneOwner(family, hands);
          await expectSettled(users, lists, family);
        }
      }),
      { numRuns: longer(6) },
    );
  });

  /** No company is dealt to two. */
  async function expectOneOwner(
    family: number,
    hands: readonly ({ user: number; entries: number[] | undefined } | null)[],
  ): Promise<void> {
    const newest = new Map(hands.flatMap((hand) => (hand === null ? [] : [[hand.user, hand.entries ?? []] as const])));
    const held: number[] = [];
    for (const [user, ids] of newest) {
      for (const id of ids) held.push(given(await store.state.entries.get(user, id)).companyId);
    }
    expect(new Set(held).size, `of family ${family}`).toBe(held.length);
  }

  /** Each company has at most one decision that counts; where two stand that differ, that is a conflict. */
  async function expectSettled(
    users: readonly number[],
    lists: readonly SmartListRecord[],
    family: number,
  ): Promise<void> {
    const settlements = await store.state.sharing.settlements(family, companiesOfAll);
    const conflicts = await store.state.sharing.conflicts(store.user, false);
    const own = await Promise.all(users.map((user, index) => listsOf(user, given(lists[index]))));
    for (const company of companiesOfAll) {
      const standing = users.filter((_, index) => (own[index]?.get(company) ?? 'None') !== 'None');
      const settled = settlements.get(company);
      expect(settled !== undefined, `company ${company} is settled`).toBe(standing.length > 0);
      if (settled === undefined) continue;
      expect(standing).toContain(settled.userId);
      expect(own[users.indexOf(settled.userId)]?.get(company)).toBe(settled.list);
      const ofCompany = conflicts.filter(({ companyId }) => companyId === company);
      const open = ofCompany.filter(({ kept }) => kept === 0);
      for (const { first, second } of open) {
        expect(first, `the first decision about company ${company}`).toMatchObject({
          userId: settled.userId,
          seq: settled.seq,
        });
        expect(own[users.indexOf(second.userId)]?.get(company), `the second about company ${company}`).toBe(
          second.list,
        );
      }
      for (const [index, user] of users.entries()) {
        const asked = await store.state.entries.companyIds(given(lists[index]).id, 'undecided');
        expect(asked.includes(company), `company ${company} is still asked of ${user}`).toBe(false);
        if (!standing.includes(user)) continue;
        const isIn = (some: typeof conflicts): boolean =>
          some.some(({ first, second }) => first.userId === user || second.userId === user);
        if (user !== settled.userId) expect(isIn(ofCompany), `user ${user} is in conflict about ${company}`).toBe(true);
        const shows = await store.state.entries.companyIds(given(lists[index]).id, 'shown');
        const counts = user === settled.userId || isIn(open);
        expect(shows.includes(company), `company ${company} is shown to ${user}, who has decided it`).toBe(counts);
      }
    }
  }

  /** What a user has decided about each company of a list. */
  async function listsOf(user: number, list: SmartListRecord): Promise<ReadonlyMap<number, ListName>> {
    const found = new Map<number, ListName>();
    for (const companyId of companiesOfAll) {
      const { rows } = await store.state.entries.page(user, { companyId }, { offset: 0, limit: 100 });
      const entry = rows.find(({ smartListId }) => smartListId === list.id);
      found.set(companyId, entry?.list ?? 'None');
    }
    return found;
  }

  describe('dealing', () => {
    test('N6 gives nobody what another has in hand, until that was given back or its time is over', async () => {
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      const list = await shared([ann, bob], [1, 2, 3, 4, 5]);
      const [anns, bobs] = [await listOf(ann, list), await listOf(bob, list)];
      const { sharing, entries } = store.state;
      const hand = async (userId: number, own: SmartListRecord, minute: number): Promise<number[]> => {
        const ask = { count: 2, until: at(minute + 10), week };
        const ids = given(await sharing.deal(userId, own.id, ask, at(minute)));
        return Promise.all(ids.map(async (id) => given(await entries.get(userId, id)).companyId));
      };
      expect(await hand(ann, anns, 1)).toEqual([1, 2]);
      expect(await hand(bob, bobs, 1)).toEqual([3, 4]);
      await move(ann, anns, 1, 'Archive');
      expect(await hand(ann, anns, 2)).toEqual([2, 5]);
      const family = familyOf(list);
      expect(await sharing.progress(family, at(3))).toEqual([
        { userId: store.user, settled: 0, dealt: 0 },
        { userId: ann, settled: 1, dealt: 2 },
        { userId: bob, settled: 0, dealt: 2 },
      ]);
      await sharing.giveBack(ann, anns.id);
      expect(await hand(store.user, list, 4)).toEqual([2, 5]);
      // Bob's ten minutes are over.
      expect(await hand(ann, anns, 12)).toEqual([3, 4]);
    });
  });

  describe('people', () => {
    test('N9 one who has left signs in no more, and a lead has the lists, with all decisions under the old name', async () => {
      const { state } = store;
      const [ann, lead] = [await store.addUser('ann@x.example'), await store.addUser('lead@x.example')];
      await state.team.setRole(store.user, lead, 'lead', at(0));
      const own = await store.list('Robots', [seed(1), seed(2)], ann);
      const collection = await state.collections.create(ann, 'Best', '', at(0));
      if (collection === 'name_taken') throw new Error('The name was taken.');
      await state.collections.addItems(collection.id, [1], at(0));
      await move(ann, own, 1, 'Watchlist');
      const token = await state.users.issueToken(ann, 'app');
      await state.team.close(store.user, ann, lead, at(2));
      expect(await state.users.byToken(token)).toBeUndefined();
      expect(await state.accounts.byLogin('ann@x.example')).toBeUndefined();
      expect(await state.team.members()).toMatchObject([
        { id: store.user, role: 'staff', isClosed: false },
        { id: ann, email: 'ann@x.example', role: 'analyst', isClosed: true },
        { id: lead, role: 'lead', isClosed: false },
      ]);
      const [theirs] = (await state.smartLists.list(lead, { offset: 0, limit: 10 })).rows;
      expect(theirs).toMatchObject({ name: 'Robots', shared: { mode: 'each', role: 'owner', ownerId: lead } });
      expect((await state.entries.companyIds(given(theirs).id, 'undecided')).toSorted((a, b) => a - b)).toEqual([1, 2]);
      expect((await state.collections.list(lead, { offset: 0, limit: 10 })).rows).toMatchObject([{ name: 'Best' }]);
      expect(await state.team.decisions(lead, [1, 2])).toMatchObject([
        { companyId: 1, userId: ann, list: 'Watchlist' },
      ]);
      expect((await state.smartLists.allSearches()).map(({ userId }) => userId)).toEqual([lead]);
    });

    test('N9 of one who is removed with all work nothing is left, and what only they had settled is open', async () => {
      const { state } = store;
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      const list = await shared([ann, bob], [1, 2]);
      const anns = await listOf(ann, list);
      await move(ann, anns, 1, 'Archive');
      await state.notes.write(
        ann,
        1,
        { id: note, text: 'Hello @bob@x.example', isForTeam: true, named: [bob] },
        at(2),
        null,
      );
      await state.team.assign({ id: note, userId: ann, byId: bob, companyId: 1, note: '', day: '', madeAt: at(2) });
      await state.audit.seal(1000);
      await state.accounts.remove(ann);
      expect(await undecided(bob, list)).toEqual([1, 2]);
      expect(await state.team.decisions(bob, [1])).toEqual([]);
      expect((await state.team.mentions(bob, { offset: 0, limit: 10 })).count).toBe(0);
      expect(await state.team.assignments(bob, 'by')).toEqual([]);
      await state.audit.seal(1000);
      // The chain says that something was there, and that it was removed on purpose.
      expect(await state.audit.check()).toMatchObject({ problems: [] });
    });

    test('a shared list whose owner is removed goes to who else works on it', async () => {
      const { state } = store;
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      const own = await store.list('Robots', [seed(1)], ann);
      await state.sharing.share(ann, own.id, 'one', [{ userId: bob, role: 'editor' }], at(0));
      await state.accounts.remove(ann);
      const [bobs] = (await state.smartLists.list(bob, { offset: 0, limit: 10 })).rows;
      expect(bobs?.shared).toMatchObject({ role: 'owner', ownerId: bob });
    });
  });

  describe('comments and assignments', () => {
    test('a comment is read by all, a note by its author; whom it names is told once', async () => {
      const { state } = store;
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      await state.notes.write(ann, 1, { id: note, text: 'Private' }, at(1), null);
      await state.notes.write(ann, 1, { id: comment, text: 'Hi', isForTeam: true, named: [bob, ann] }, at(2), null);
      expect(await state.notes.ofCompany(bob, 1)).toMatchObject([{ text: 'Hi', userId: ann, isForTeam: true }]);
      expect(await state.notes.ofCompany(ann, 1)).toMatchObject([
        { text: 'Hi' },
        { text: 'Private', isForTeam: false },
      ]);
      const slice = { offset: 0, limit: 10 };
      expect(await state.team.mentions(bob, slice)).toMatchObject({ unread: 1, rows: [{ byId: ann, text: 'Hi' }] });
      expect((await state.team.mentions(ann, slice)).count).toBe(0);
      await state.team.readMentions(bob, [1], at(3));
      await state.notes.write(ann, 1, { id: comment, text: 'Hi again', named: [bob] }, at(4), null);
      expect(await state.team.mentions(bob, slice)).toMatchObject({ unread: 0, rows: [{ text: 'Hi again' }] });
      // Nobody else changes it, and taken back from the team, nobody else reads it.
      const others = await state.notes.write(bob, 1, { id: comment, text: 'Mine' }, at(5), null);
      expect(others).toEqual({ kind: 'missing' });
      await state.notes.write(ann, 1, { id: comment, text: 'Hi again', isForTeam: false }, at(6), null);
      expect(await state.notes.ofCompany(bob, 1)).toEqual([]);
      expect((await state.team.mentions(bob, slice)).count).toBe(0);
    });

    test('P5 whatever becomes of a note, others read what was written for them and no more', async () => {
      const step = record({ text: constantFrom('a', 'b', 'c', ''), isForTeam: constantFrom(true, false, undefined) });
      await assert(
        asyncProperty(array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
          await store.empty();
          const { state } = store;
          const ann = await store.addUser('ann@x.example');
          const forTeam = new Set<string>();
          const own: string[] = [];
          let audience = false;
          for (const [index, { text: said, isForTeam }] of steps.entries()) {
            // Each text is written once, but for that of a deletion.
            const text = said === '' ? '' : `${said} ${index}`;
            const of = isForTeam === undefined ? {} : { isForTeam };
            const { kind } = await state.notes.write(store.user, 1, { id: note, text, ...of }, at(index), null);
            if (kind !== 'done') continue;
            audience = isForTeam ?? audience;
            own.push(text);
            if (audience) forTeam.add(text);
            const [seen, ...more] = await state.notes.ofCompany(ann, 1);
            expect(more).toEqual([]);
            expect(seen?.text ?? '').toBe(audience ? text : '');
            for (const earlier of seen?.history ?? []) expect(forTeam).toContain(earlier.text);
            if (text !== '') expect(await state.notes.ofCompany(store.user, 1)).toMatchObject([{ text }]);
          }
          await state.audit.seal(1000);
          const events = await state.audit.after(0, 1000);
          expect(events.length).toBeLessThanOrEqual(own.length);
          for (const { note: text, isForTeam } of events.filter((event) => event.note !== '')) {
            expect(isForTeam, text).toBe(forTeam.has(text));
          }
          expect((await state.audit.check()).problems).toEqual([]);
        }),
        { numRuns: 25 },
      );
    });

    test('an assignment is made once, is answered by either of the two, and by nobody else', async () => {
      const { team } = store.state;
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      const asked = {
        id: note,
        userId: ann,
        byId: store.user,
        companyId: 7,
        note: 'Look',
        day: '2026-12-01',
        madeAt: at(1),
      };
      expect(await team.assign(asked)).toBe('assigned');
      expect(await team.assign(asked)).toBe('taken');
      expect(await team.assignments(ann, 'to')).toMatchObject([{ ...asked, state: 'open', answer: '' }]);
      expect(await team.assignmentsOf(7)).toHaveLength(1);
      expect(await team.answer(bob, note, 'done', '', at(2))).toBeUndefined();
      expect(await team.answer(ann, note, 'returned', 'Not mine', at(2))).toMatchObject({ state: 'returned' });
      expect(await team.answer(store.user, note, 'open', '', at(3))).toMatchObject({ state: 'open' });
      await team.answer(ann, note, 'done', 'Met them', at(4));
      expect(await team.assignments(store.user, 'by')).toMatchObject([{ state: 'done', answer: 'Met them' }]);
      expect(await team.assignmentsOf(7)).toEqual([]);
    });
  });

  describe('shared collections', () => {
    test('are seen by their members, changed by editors, and shared and deleted by their owner', async () => {
      const { collections, sharing } = store.state;
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      const made = await collections.create(store.user, 'Best', '', at(0));
      if (made === 'name_taken') throw new Error('The name was taken.');
      const members = [
        { userId: ann, role: 'editor' as const },
        { userId: bob, role: 'reader' as const },
      ];
      expect(await collections.get(ann, made.id)).toBeUndefined();
      expect(await sharing.shareCollection(ann, made.id, members, at(1))).toBe('missing');
      expect(await sharing.shareCollection(store.user, made.id, members, at(1))).toBe('shared');
      const roles = await Promise.all([store.user, ann, bob].map((id) => collections.roleIn(id, made.id)));
      expect(roles).toEqual(['owner', 'editor', 'reader']);
      const [item] = await collections.addItems(made.id, [1], at(2));
      expect((await collections.list(bob, { offset: 0, limit: 10 })).rows).toMatchObject([{ itemCount: 1 }]);
      expect(await collections.removeItem(bob, given(item).id)).toBe(false);
      expect(await collections.update(bob, made.id, { name: 'Mine' })).toMatchObject({ name: 'Best' });
      expect(await collections.update(ann, made.id, { name: 'Ours' })).toMatchObject({ name: 'Ours' });
      expect(await collections.removeItem(ann, given(item).id)).toBe(true);
      expect(await collections.remove(ann, made.id, at(3))).toBe(false);
      await sharing.shareCollection(store.user, made.id, [], at(4));
      expect(await collections.get(ann, made.id)).toBeUndefined();
    });
  });

  describe('the chain of events', () => {
    test('N8 holds all events in their order, also after a restart, however often and in whatever parts it is made', async () => {
      const list = await store.list('Robots', [seed(1), seed(2), seed(3)]);
      for (const [index, company] of [1, 2, 3].entries())
        await move(store.user, list, company, 'Archive', { minute: index });
      expect(await store.state.audit.seal(2)).toBe(2);
      await store.reopen();
      while ((await store.state.audit.seal(2)) !== 0);
      const { events, hash, problems } = await store.state.audit.check();
      expect({ events, problems }).toEqual({ events: 3, problems: [] });
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      const after = await store.state.audit.after(1, 10);
      expect(after.map(({ place, companyId, to }) => [place, companyId, to])).toEqual([
        [2, 2, 'Archive'],
        [3, 3, 'Archive'],
      ]);
      expect((await store.state.audit.before(3, 1)).map(({ place }) => place)).toEqual([2]);
    });

    test('N8 a random history is the same chain whether it is sealed at once or as it happens', async () => {
      await assert(
        asyncProperty(array(tuple(integer({ min: 1, max: 4 }), boolean()), { maxLength: 12 }), async (steps) => {
          const hashes: string[] = [];
          for (const isSealedAtOnce of [true, false]) {
            await store.empty();
            const list = await store.list(
              'Robots',
              [1, 2, 3, 4].map((id) => seed(id)),
            );
            for (const [minute, [company, isKept]] of steps.entries()) {
              await move(store.user, list, company, isKept ? 'Watchlist' : 'Archive', { minute });
              if (isSealedAtOnce) await store.state.audit.seal(10);
            }
            await store.state.audit.seal(1000);
            const check = await store.state.audit.check();
            expect(check.problems).toEqual([]);
            hashes.push(check.hash);
          }
          expect(hashes[0]).toBe(hashes[1]);
        }),
        { numRuns: 5 },
      );
    });
  });
}

const note = '0198f0a0-0000-7000-8000-000000000001';
const comment = '0198f0a0-0000-7000-8000-000000000002';
