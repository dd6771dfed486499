import { array, assert, asyncProperty, constantFrom, integer, record, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longer } from '#server/testing/propertyRuns.ts';
import type { SharedMember, ShareOutcome, SmartListRecord } from '#server/state/port.ts';
import { given, seed, useState, type StateAdapter, type StateUnderTest } from './stateUnderTest.ts';

const at = (minute: number): string => `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`;

const note = '0198f0a0-0000-7000-8000-000000000001';

/** A list that is shared with Dan as its editor, as the owner has it and as he has it. */
async function withDan(
  store: StateUnderTest,
): Promise<{ readonly dan: number; readonly list: SmartListRecord; readonly dans: SmartListRecord }> {
  const dan = await store.addUser('dan@x.example');
  const { id } = await store.list('Robots', [seed(1, 0.9), seed(2, 0.8)]);
  await store.state.sharing.share(store.user, id, 'one', [{ userId: dan, role: 'editor' }], at(0));
  const list = given(await store.state.smartLists.get(store.user, id));
  return { dan, list, dans: await listOf(store, dan, list) };
}

/** A user's own list of a shared one. */
async function listOf(
  store: StateUnderTest,
  userId: number,
  { shared: as }: SmartListRecord,
): Promise<SmartListRecord> {
  const { rows } = await store.state.smartLists.list(userId, { offset: 0, limit: 100 });
  return given(rows.find((each) => each.shared?.family === as?.family));
}

/** Shares a list with these and nobody else; with nobody, its sharing ends. */
function share(store: StateUnderTest, list: SmartListRecord, ...members: SharedMember[]): Promise<ShareOutcome> {
  return store.state.sharing.share(store.user, list.id, members.length === 0 ? null : 'one', members, at(3));
}

async function isShared(store: StateUnderTest, userId: number): Promise<boolean> {
  const { rows } = await store.state.smartLists.list(userId, { offset: 0, limit: 10 });
  return rows.some(({ shared: as }) => as !== null);
}

async function undecided(store: StateUnderTest, { id }: SmartListRecord): Promise<number[]> {
  return (await store.state.entries.companyIds(id, 'undecided')).toSorted((a, b) => a - b);
}

/** What every adapter owes whoever restores what was deleted: what was taken away does not come back. */
export function restoringContract(adapter: StateAdapter): void {
  const store = useState(adapter);

  describe('P2 what was taken away comes back to nobody, and what somebody deleted comes back as it is theirs now', () => {
    test('a list that was taken away is not there to be restored', async () => {
      const { dan, list, dans } = await withDan(store);
      const ann = await store.addUser('ann@x.example');
      const [first] = await store.entriesOf(dans);
      await share(store, list, { userId: ann, role: 'editor' });
      expect(await store.state.smartLists.restore(dan, dans.id)).toBeUndefined();
      expect(await store.state.sharing.members(list.id)).toEqual([{ userId: ann, role: 'editor' }]);
      // What he decides goes on for himself alone.
      const { kind } = await store.state.entries.move(dan, given(first).id, 'Archive', at(4), null);
      expect(kind).toBe('moved');
      expect(await undecided(store, await listOf(store, ann, list))).toEqual([1, 2]);
      await share(store, list, { userId: dan, role: 'reader' });
      expect(await store.state.smartLists.restore(dan, dans.id)).toBeUndefined();
      expect((await listOf(store, dan, list)).shared).toMatchObject({ role: 'reader' });
    });

    test('nor is one whose sharing has ended', async () => {
      const { dan, list, dans } = await withDan(store);
      await share(store, list);
      expect(await store.state.smartLists.restore(dan, dans.id)).toBeUndefined();
      expect(await isShared(store, dan)).toBe(false);
    });

    test.each([
      ['with him', async () => store.addUser('ann@x.example')],
      ['at all', async () => null],
    ])('one that its member had deleted is his own once it is not shared %s', async (_, other) => {
      const { dan, list, dans } = await withDan(store);
      const [first] = await store.entriesOf(list);
      await store.state.entries.move(store.user, given(first).id, 'Archive', at(1), null);
      expect(await store.state.smartLists.remove(dan, dans.id, at(2))).toBe(true);
      const ann = await other();
      await share(store, list, ...(ann === null ? [] : [{ userId: ann, role: 'editor' as const }]));
      expect(await store.state.smartLists.restore(dan, dans.id)).toMatchObject({ id: dans.id, shared: null });
      expect(await undecided(store, dans)).toEqual([1, 2]);
      expect(
        await store.state.sharing.share(dan, dans.id, 'each', [{ userId: store.user, role: 'reader' }], at(4)),
      ).toBe('shared');
    });

    test('one that its member had deleted comes back in the role that he has by then, once', async () => {
      const { dan, list, dans } = await withDan(store);
      await store.state.smartLists.remove(dan, dans.id, at(2));
      expect((await store.state.smartLists.restore(dan, dans.id)) as SmartListRecord).toMatchObject({
        id: dans.id,
        shared: { role: 'editor', ownerId: store.user },
      });
      await store.state.smartLists.remove(dan, dans.id, at(2));
      await share(store, list, { userId: dan, role: 'reader' });
      expect(await store.state.smartLists.restore(dan, dans.id)).toMatchObject({ shared: { role: 'reader' } });
      expect((await store.state.smartLists.list(dan, { offset: 0, limit: 10 })).count).toBe(1);
    });

    test('of two that a member has deleted the older comes back in the role that he has by then', async () => {
      const { dan, list, dans } = await withDan(store);
      await store.state.smartLists.remove(dan, dans.id, at(2));
      await share(store, list, { userId: dan, role: 'reader' });
      const { rows } = await store.state.smartLists.list(dan, { offset: 0, limit: 10 });
      await store.state.smartLists.remove(dan, given(rows[0]).id, at(3));
      expect(await store.state.smartLists.restore(dan, dans.id)).toMatchObject({ shared: { role: 'reader' } });
    });

    test('whatever is shared, taken away, deleted and restored, everybody has what they are given now', async () => {
      const step = record({
        what: constantFrom('share', 'share', 'delete', 'restore', 'restore'),
        who: integer({ min: 0, max: 1 }),
        roles: tuple(constantFrom('editor', 'reader', null), constantFrom('editor', 'reader', null)),
      });
      await assert(
        asyncProperty(array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
          await store.empty();
          const users = [await store.addUser('ann@x.example'), await store.addUser('dan@x.example')];
          const list = await store.list('Robots', [seed(1)]);
          const known = new Map<number, Set<number>>(users.map((user) => [user, new Set()]));
          let wanted = new Map<number, 'editor' | 'reader'>();
          for (const { what, who, roles } of steps) {
            const user = users[who] ?? 0;
            if (what === 'share') {
              wanted = new Map(users.flatMap((id, index) => (roles[index] ? [[id, roles[index]] as const] : [])));
              await share(store, list, ...[...wanted].map(([userId, role]) => ({ userId, role })));
            }
            for (const id of known.get(user) ?? []) {
              if (what === 'delete') await store.state.smartLists.remove(user, id, at(4));
              if (what === 'restore') await store.state.smartLists.restore(user, id);
            }
            for (const each of users) {
              const { rows } = await store.state.smartLists.list(each, { offset: 0, limit: 50 });
              for (const { id } of rows) known.get(each)?.add(id);
              const inFamily = rows.filter(({ shared: as }) => as !== null);
              expect(inFamily.length).toBeLessThan(2);
              for (const { shared: as } of inFamily) expect(as?.role).toBe(wanted.get(each));
            }
          }
        }),
        { numRuns: longer(8) },
      );
    });

    test('a collection is restored by its owner, and by nobody whom it was shared with', async () => {
      const { collections, sharing } = store.state;
      const dan = await store.addUser('dan@x.example');
      const made = given(await collections.create(store.user, 'Best', '', at(0)));
      await sharing.shareCollection(store.user, made.id, [{ userId: dan, role: 'editor' }], at(1));
      await collections.remove(store.user, made.id, at(2));
      expect(await collections.restore(dan, made.id)).toBeUndefined();
      expect(await collections.restore(store.user, made.id)).toMatchObject({ id: made.id });
      expect(await collections.roleIn(dan, made.id)).toBe('editor');
      await sharing.shareCollection(store.user, made.id, [], at(3));
      expect(await collections.restore(dan, made.id)).toBeUndefined();
      expect(await collections.roleIn(dan, made.id)).toBeUndefined();
    });

    test('an assignment that was taken back is opened again by whoever had made it, and by nobody else', async () => {
      const { team } = store.state;
      const dan = await store.addUser('dan@x.example');
      const asked = { id: note, userId: dan, byId: store.user, companyId: 7, note: '', day: '', madeAt: at(1) };
      await team.assign(asked);
      await team.answer(store.user, note, 'returned', 'Not any more', at(2));
      for (const state of ['open', 'done', 'returned'] as const) {
        expect(await team.answer(dan, note, state, 'I go on', at(3))).toBe('taken_back');
      }
      expect(await team.answer(store.user, note, 'open', '', at(4))).toMatchObject({ state: 'open' });
      // What he hands back himself is his to take up again.
      expect(await team.answer(dan, note, 'returned', '', at(5))).toMatchObject({ state: 'returned' });
      expect(await team.answer(dan, note, 'open', '', at(6))).toMatchObject({ state: 'open' });
    });

    test('a note that its author has deleted is written again by its author alone', async () => {
      const { notes } = store.state;
      const dan = await store.addUser('dan@x.example');
      await notes.write(store.user, 1, { id: note, text: 'For all', isForTeam: true }, at(1), null);
      await notes.write(store.user, 1, { id: note, text: '' }, at(2), null);
      expect(await notes.write(dan, 1, { id: note, text: 'For all', isForTeam: true }, at(3), null)).toEqual({
        kind: 'missing',
      });
      expect(await notes.ofCompany(dan, 1)).toEqual([]);
    });
  });
}
