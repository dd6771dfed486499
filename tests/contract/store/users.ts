import { hash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryAttempts } from '#server/state/sql/attempts.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { EntryScope, NewAccount } from '#server/state/port.ts';
import { given, now, seed, useState, type StateAdapter } from './stateUnderTest.ts';

const past = '2020-01-01T00:00:00.000Z';
const future = '2999-01-01T00:00:00.000Z';
const nobody = 424_242;

/** This many seconds after `now`. */
function until(second: number): string {
  return new Date(Date.parse(now) + second * 1000).toISOString();
}

/** What every adapter owes the users and accounts of the state store. */
export function userContract(adapter: StateAdapter): void {
  const store = useState(adapter);

  describe('users and tokens', () => {
    test('there is one first user, staff and with the export add-on, also after a restart', async () => {
      expect(await store.state.users.firstUser()).toMatchObject({ id: store.user, role: 'staff', addons: ['export'] });
      await store.reopen();
      expect((await store.state.users.firstUser()).id).toBe(store.user);
    });

    test('S49 a token is good until it is revoked or at its end, also after a restart', async () => {
      const { users } = store.state;
      const [a, b] = [await users.issueToken(store.user, 'a'), await users.issueToken(store.user, 'b', future)];
      const ended = await users.issueToken(store.user, 'c', past);
      expect(await users.byToken(a)).toMatchObject({ id: store.user });
      expect(await users.byToken(ended)).toBeUndefined();
      expect(await users.byToken('unknown')).toBeUndefined();
      expect(await users.byToken('')).toBeUndefined();
      await users.revokeTokens(store.user, 'a');
      await store.reopen();
      expect(await store.state.users.byToken(a)).toBeUndefined();
      expect(await store.state.users.byToken(b)).toMatchObject({ id: store.user });
      await store.state.users.revokeTokens(store.user);
      expect(await store.state.users.byToken(b)).toBeUndefined();
    });

    test('S32 S49 one token can be ended alone, by itself; one that is not there changes nothing', async () => {
      const { users } = store.state;
      const [a, b] = [await users.issueToken(store.user, 'app'), await users.issueToken(store.user, 'app')];
      await users.revokeToken(a);
      await users.revokeToken('unknown');
      await users.revokeToken('');
      await store.reopen();
      expect(await store.state.users.byToken(a)).toBeUndefined();
      expect(await store.state.users.byToken(b)).toMatchObject({ id: store.user });
    });

    const changes: readonly [string, (id: number, token: string) => Promise<unknown>, object | undefined][] = [
      ['every token of a label ended', (id) => store.state.users.revokeTokens(id, 'app'), undefined],
      ['every token ended', (id) => store.state.users.revokeTokens(id), undefined],
      ['the token ended by itself', (_, token) => store.state.users.revokeToken(token), undefined],
      [
        'the token ended by its name',
        async (id) => {
          const [token] = await store.state.accounts.tokens(id);
          return store.state.accounts.revokeToken(id, token?.id ?? '');
        },
        undefined,
      ],
      ['a new password', (id) => store.state.accounts.setPassword(id, 'hash'), undefined],
      ['a change of the account', (id) => store.state.accounts.change(id, { name: 'Ann B' }), { name: 'Ann B' }],
      ['another role', (id) => store.state.team.setRole(store.user, id, 'lead', now), { role: 'lead' }],
      [
        'the end of sign-up',
        (id) => store.state.users.completeSignUp(id, 'staff@x.example', '7'),
        { email: 'ann@x.example' },
      ],
      ['closing', (id) => store.state.team.close(store.user, id, store.user, now), undefined],
      ['removal', (id) => store.state.accounts.remove(id), undefined],
    ];
    test.each(changes)('S49 %s counts with the very next call', async (_, change, after) => {
      const { users } = store.state;
      const id = await store.addUser('ann@x.example');
      const token = await users.issueToken(id, 'app');
      expect(await users.byToken(token)).toMatchObject({ id, role: 'analyst' });
      const [meanwhile] = await Promise.all([users.byToken(token), change(id, token)]);
      expect([undefined, id]).toContain(meanwhile?.id);
      const found = await users.byToken(token);
      if (after === undefined) expect(found).toBeUndefined();
      else expect(found).toMatchObject({ id, ...after });
    });

    test('a token of one user says nothing about another', async () => {
      const other = await store.addUser('ann@x.example');
      const token = await store.state.users.issueToken(other, 'a');
      await store.state.users.revokeTokens(store.user);
      expect(await store.state.users.byToken(token)).toMatchObject({ id: other, role: 'analyst', addons: [] });
    });

    test('L2 sign-up keeps the e-mail address as it was given (product 7), but of nobody who signs in by one', async () => {
      const id = await store.addUser('ann@x.example');
      await store.state.users.completeSignUp(id, 'Staff@X.example', 'account-8');
      expect(await store.state.accounts.byId(id)).toMatchObject({ email: 'ann@x.example' });
      await store.state.users.completeSignUp(store.user, 'Ann@X.example', 'account-7');
      await store.reopen();
      expect(await store.state.users.firstUser()).toMatchObject({ email: 'Ann@X.example' });
    });
  });

  describe('P1 the end of an account', () => {
    const ends: readonly [string, (id: number) => Promise<unknown>][] = [
      ['closed', (id) => store.state.team.close(store.user, id, store.user, now)],
      ['removed', (id) => store.state.accounts.remove(id)],
    ];

    test.each(ends)('of a user who was %s no token is good, however it came to be there', async (_, end) => {
      const id = await store.addUser('ann@x.example');
      await end(id);
      const token = 'x'.repeat(43);
      for (const [label, tokenHash] of [
        ['app', hash('sha256', token, 'hex')],
        ['profile page', hash('sha256', `${token}p`, 'hex')],
      ] as const) {
        await store.byHand(
          `INSERT INTO token (team_id, hash, user_id, label, created_at, expires_at)
           VALUES (:team, '${tokenHash}', ${id}, '${label}', '${now}', '${future}')`,
        );
      }
      const { users } = store.state;
      expect(await users.byToken(token)).toBeUndefined();
      expect(await users.byToken(`${token}p`, 'profile page')).toBeUndefined();
      // The same rows are good for somebody who is there.
      await store.byHand(`UPDATE token SET user_id = ${store.user} WHERE team_id = :team AND user_id = ${id}`);
      expect(await users.byToken(token)).toMatchObject({ id: store.user });
      expect(await users.byToken(`${token}p`, 'profile page')).toMatchObject({ id: store.user });
    });

    test.each(ends)('a user who was %s gets no token any more', async (_, end) => {
      const id = await store.addUser('ann@x.example');
      await end(id);
      for (const label of ['app', 'profile page']) {
        await expect(store.state.users.issueToken(id, label)).rejects.toMatchObject({ code: 'forbidden' });
      }
      expect((await store.state.accounts.tokens(id)).filter(({ revokedAt }) => revokedAt === '')).toEqual([]);
      await expect(store.state.users.issueToken(nobody, 'app')).rejects.toMatchObject({ code: 'forbidden' });
    });

    test('a token opens what it was made for, and nothing else', async () => {
      const { users } = store.state;
      for (const label of ['app', 'command line', 'desktop', 'Profile page', '']) {
        const token = await users.issueToken(store.user, label);
        // Each is looked up first for the other use, too: what is remembered of one is not the answer to the other.
        expect(await users.byToken(token, 'profile page'), label).toBeUndefined();
        expect(await users.byToken(token), label).toMatchObject({ id: store.user });
        expect(await users.byToken(token, 'profile page'), label).toBeUndefined();
      }
      const session = await users.issueToken(store.user, 'profile page');
      expect(await users.byToken(session, 'profile page')).toMatchObject({ id: store.user });
      expect(await users.byToken(session)).toBeUndefined();
    });
  });

  describe('accounts', () => {
    test('a login belongs to one account, and an empty one to none', async () => {
      const { accounts } = store.state;
      const account = {
        login: 'ann@x.example',
        name: 'Ann',
        role: 'analyst' as const,
        addons: ['export'],
        password: 'hash',
      };
      const added = given(await accounts.add(account));
      expect(await accounts.add({ ...account, name: 'Another' })).toBe('login_taken');
      expect(await accounts.byLogin('ann@x.example')).toMatchObject({ id: added.id, name: 'Ann', password: 'hash' });
      expect(await accounts.byLogin('')).toBeUndefined();
      expect(await accounts.byLogin('bob@x.example')).toBeUndefined();
      expect((await accounts.list()).map(({ id }) => id)).toEqual([store.user, added.id]);
    });

    test('L1 a name belongs to one person, however it is written, and to those who have left', async () => {
      const { accounts, team } = store.state;
      const account: Omit<NewAccount, 'login' | 'name'> = { role: 'analyst', addons: [], password: 'hash' };
      const ann = given(await accounts.add({ ...account, login: 'ann@x.example', name: 'Ann Ray' })).id;
      const bob = given(await accounts.add({ ...account, login: 'bob@x.example', name: '' })).id;
      // The second is Cyrillic in part; the last two are what is shown of somebody without a name, and an address.
      for (const name of [
        'Ann Ray',
        'ann  ray',
        'Аnn Rау',
        'Ánn Raý',
        'Ann\u200b Ray',
        'BOB@x.example',
        'ann@x.example',
      ]) {
        const added = await accounts.add({ ...account, login: 'new@x.example', name });
        expect([name, added]).toEqual([name, 'name_taken']);
        const other = name === 'BOB@x.example' ? ann : bob;
        expect([name, await accounts.change(other, { name })]).toEqual([name, 'name_taken']);
      }
      expect(await accounts.byId(bob)).toMatchObject({ name: '' });
      // One's own name can be written otherwise.
      expect(await accounts.change(ann, { name: 'ANN RAY' })).toBe('changed');
      await team.close(store.user, ann, store.user, now);
      expect(await accounts.change(bob, { name: 'Ann Ray' })).toBe('name_taken');
      await accounts.remove(ann);
      expect(await accounts.change(bob, { name: 'Ann Ray' })).toBe('changed');
    });

    test('L1 of two who take a name at once one gets it', async () => {
      const { accounts } = store.state;
      const ids = [await store.addUser('a@x.example'), await store.addUser('b@x.example')];
      const taken = await Promise.all(ids.map((id) => accounts.change(id, { name: 'Ann Ray' })));
      expect(taken.toSorted()).toEqual(['changed', 'name_taken']);
    });

    test('L1 who has had another’s name from before may keep it', async () => {
      const { accounts } = store.state;
      const [a, b] = [await store.addUser('a@x.example'), await store.addUser('b@x.example')];
      await store.byHand(`UPDATE "user" SET name = 'Ann Ray' WHERE team_id = :team AND id IN (${a}, ${b})`);
      expect(await accounts.change(b, { name: 'Ann Ray', role: 'lead' })).toBe('changed');
      expect(await accounts.change(b, { name: 'Ann  Ray' })).toBe('name_taken');
    });

    test('a change leaves what it does not name', async () => {
      const { accounts } = store.state;
      const id = await store.addUser('ann@x.example');
      await accounts.change(id, { addons: ['export'] });
      await accounts.change(id, { role: 'staff' });
      expect(await accounts.byId(id)).toMatchObject({ name: 'ann@x.example', role: 'staff', addons: ['export'] });
      expect(await accounts.byId(nobody)).toBeUndefined();
    });

    test('a new password ends every token, a revoked token only itself', async () => {
      const { accounts, users } = store.state;
      const id = await store.addUser('ann@x.example');
      const [a, b] = [await users.issueToken(id, 'a'), await users.issueToken(id, 'b')];
      const [first] = await accounts.tokens(id);
      expect(await accounts.revokeToken(store.user, first?.id ?? '')).toBe(false);
      expect(await accounts.revokeToken(id, first?.id ?? '')).toBe(true);
      expect(await accounts.revokeToken(id, first?.id ?? '')).toBe(false);
      const good = [await users.byToken(a), await users.byToken(b)].filter((user) => user !== undefined);
      expect(good).toHaveLength(1);
      expect(await accounts.byId(id)).toMatchObject({ tokens: 1 });
      await accounts.setPassword(id, 'other hash');
      expect(await accounts.byId(id)).toMatchObject({ tokens: 0 });
      expect(await users.byToken(b)).toBeUndefined();
      expect(await accounts.byLogin('ann@x.example')).toMatchObject({ password: 'other hash' });
    });

    test('a removed account takes all of its own with it, and its id is not given again', async () => {
      const { accounts, users, smartLists, collections } = store.state;
      const id = await store.addUser('ann@x.example');
      const token = await users.issueToken(id, 'a');
      const list = await store.list('Hers', [seed(1)], id);
      await collections.create(id, 'Hers', '', now);
      const mine = await store.list('Mine', [seed(1)]);
      await accounts.remove(id);
      expect(await users.byToken(token)).toBeUndefined();
      expect(await accounts.byId(id)).toBeUndefined();
      expect(await accounts.byLogin('ann@x.example')).toBeUndefined();
      expect(await smartLists.get(id, list.id)).toBeUndefined();
      expect(await collections.list(id, { offset: 0, limit: 9 })).toEqual({ count: 0, rows: [] });
      expect((await smartLists.allSearches()).map((each) => each.id)).toEqual([mine.id]);
      await store.reopen();
      expect(await store.addUser('ann@x.example')).toBeGreaterThan(id);
    });
  });

  describe('people of an identity provider', () => {
    const issuer = 'https://accounts.example.com';

    test('sign in to the account that they are linked to, of one issuer, also after a restart', async () => {
      const id = await store.addUser('ann@x.example');
      expect(await store.state.accounts.byIdentity(issuer, 'a')).toBeUndefined();
      expect(await store.state.accounts.link(id, issuer, 'a')).toBe(true);
      expect(await store.state.accounts.link(id, issuer, 'a')).toBe(true);
      await store.reopen();
      const { accounts } = store.state;
      expect(await accounts.byIdentity(issuer, 'a')).toMatchObject({ id, login: 'ann@x.example' });
      for (const [other, subject] of [
        [issuer, 'A'],
        [issuer, 'b'],
        ['https://other.example.com', 'a'],
      ] as const) {
        expect(await accounts.byIdentity(other, subject)).toBeUndefined();
      }
      // Of another issuer it may be somebody else, and is the same account.
      expect(await accounts.link(id, 'https://other.example.com', 'a')).toBe(true);
    });

    test('S48 are one account each, and every account one of them, until it is unlinked', async () => {
      const { accounts } = store.state;
      const [ann, bob] = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      expect(await accounts.link(ann, issuer, 'a')).toBe(true);
      expect(await accounts.link(bob, issuer, 'a')).toBe(false);
      expect(await accounts.link(ann, issuer, 'b')).toBe(false);
      expect(await accounts.link(nobody, issuer, 'c')).toBe(false);
      expect(await accounts.byIdentity(issuer, 'a')).toMatchObject({ id: ann });
      for (const subject of ['b', 'c']) expect(await accounts.byIdentity(issuer, subject)).toBeUndefined();
      expect(await accounts.unlink(bob)).toBe(0);
      expect(await accounts.unlink(ann)).toBe(1);
      expect(await accounts.link(bob, issuer, 'a')).toBe(true);
      expect(await accounts.byIdentity(issuer, 'a')).toMatchObject({ id: bob });
    });

    test('S49 are known when their account is gone, and may be given another one', async () => {
      const { accounts } = store.state;
      const ann = await store.addUser('ann@x.example');
      await accounts.link(ann, issuer, 'a');
      await accounts.remove(ann);
      expect(await accounts.byIdentity(issuer, 'a')).toBe('removed');
      expect(await accounts.link(ann, issuer, 'a')).toBe(false);
      const again = await store.addUser('ann@x.example');
      expect(await accounts.link(again, issuer, 'a')).toBe(true);
      expect(await accounts.byIdentity(issuer, 'a')).toMatchObject({ id: again });
    });

    test('are linked once, by however many at the same time', async () => {
      const { accounts } = store.state;
      const ids = [await store.addUser('ann@x.example'), await store.addUser('bob@x.example')];
      const tries = Array.from({ length: 10 }, (_, turn) => [ids[turn % 2] ?? 0, `subject ${turn % 3}`] as const);
      await Promise.all(tries.map(([id, subject]) => accounts.link(id, issuer, subject)));
      const owners = await Promise.all([0, 1, 2].map((one) => accounts.byIdentity(issuer, `subject ${one}`)));
      const linked = owners.flatMap((owner) => (typeof owner === 'object' ? owner.id : []));
      expect(new Set(linked)).toEqual(new Set(ids));
      expect(linked).toHaveLength(2);
    });
  });

  describe('sign-ins under way', () => {
    const times = { now, until: '2026-11-20T09:10:00.000Z' };
    const later = '2026-11-20T09:09:59.999Z';

    test('S38 are found by their secret and kind until they are taken, once, also after a restart', async () => {
      await store.state.pending.keep('oidc', 'secret', 'detail', times);
      await store.reopen();
      const { pending } = store.state;
      expect(await pending.look('oidc', 'secret', later)).toBe('detail');
      expect(await pending.look('code', 'secret', later)).toBeUndefined();
      expect(await pending.take('admin', 'secret', later)).toBeUndefined();
      expect(await pending.take('oidc', 'another', later)).toBeUndefined();
      const taken = await Promise.all(Array.from({ length: 5 }, () => pending.take('oidc', 'secret', later)));
      expect(taken.filter((each) => each !== undefined)).toEqual(['detail']);
      expect(await pending.look('oidc', 'secret', later)).toBeUndefined();
    });

    test('S34 end at their time', async () => {
      const { pending } = store.state;
      await pending.keep('oidc', 'a', 'detail', times);
      await pending.keep('code', 'b', 'detail', times);
      expect(await pending.look('oidc', 'a', times.until)).toBeUndefined();
      expect(await pending.take('code', 'b', times.until)).toBeUndefined();
      // What has ended is forgotten, whatever its kind, when the next one begins.
      await pending.keep('admin', 'c', 'other', { now: times.until, until: '2026-11-20T09:20:00.000Z' });
      expect(await pending.look('oidc', 'a', now)).toBeUndefined();
      expect(await pending.look('admin', 'c', times.until)).toBe('other');
    });

    test('S22 S38 are kept within bounds, the newest of each kind', async () => {
      const { pending } = store.state;
      await pending.keep('admin', 'other', 'detail', { now, until: until(1) });
      for (let second = 1; second <= 1003; second += 1) {
        await pending.keep('code', `secret ${second}`, 'detail', { now, until: until(second) });
      }
      const left = await Promise.all(
        [1, 2, 3, 4, 1003].map(async (second) => (await pending.look('code', `secret ${second}`, now)) !== undefined),
      );
      expect(left).toEqual([false, false, false, true, true]);
      expect(await pending.look('admin', 'other', now)).toBe('detail');
    });
  });

  describe('attempts', () => {
    const often = { kind: 'often', burst: 3, everyMs: 1000 };
    const seldom = { kind: 'seldom', burst: 2, everyMs: 5000 };

    test('S18 are as many as their rates allow, taken together or not at all', async () => {
      const part = fc.record({ rate: fc.constantFrom(often, seldom), key: fc.constantFrom('a', 'b') });
      const step = fc.record({
        parts: fc.uniqueArray(part, { minLength: 1, maxLength: 3, selector: ({ rate, key }) => rate.kind + key }),
        passed: fc.integer({ min: 0, max: 4000 }),
        turn: fc.constantFrom('taken', 'taken', 'given back', 'forgotten'),
      });
      let begun = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const { attempts } = store.state;
          const model = new MemoryAttempts();
          const run = `${(begun += 1)} `;
          let time = begun * 10_000_000;
          for (const { parts, passed, turn } of steps) {
            time += passed;
            const mine = parts.map(({ rate, key }) => ({ rate, key: run + key }));
            if (turn === 'forgotten') await attempts.forget(time);
            const expected = await model.take(mine, time);
            expect(await attempts.take(mine, time)).toBe(expected);
            if (turn !== 'given back' || expected > 0) continue;
            await Promise.all([attempts, model].map((each) => each.giveBack(mine)));
          }
        }),
        { numRuns: 40 },
      );
    });

    test('S18 after a clock was put back nobody waits longer than after as many attempts as there may be', async () => {
      for (const attempts of [store.state.attempts, new MemoryAttempts()]) {
        const attempt = [{ rate: seldom, key: 'put back' }];
        const [before, after] = [1_000_000_000, 100_000_000];
        expect(await attempts.take(attempt, before)).toBe(0);
        expect(await attempts.take(attempt, after)).toBe(5);
        expect(await attempts.take(attempt, after + 5000)).toBe(0);
      }
    });

    test('S18 that come at once are counted one by one, also after a restart', async () => {
      const { attempts } = store.state;
      const [one, other] = [
        { rate: often, key: 'x' },
        { rate: seldom, key: 'x' },
      ];
      // In both orders: they do not wait for each other.
      const waits = await Promise.all(
        Array.from({ length: 20 }, (_, turn) => attempts.take(turn % 2 === 0 ? [one, other] : [other, one], 1000)),
      );
      expect(waits.toSorted((a, b) => a - b)).toEqual([0, 0, ...Array<number>(18).fill(5)]);
      await store.reopen();
      expect(await store.state.attempts.take([other], 1000)).toBe(5);
      // Of those that were refused nothing was taken.
      expect(await store.state.attempts.take([one], 1000)).toBe(0);
      expect(await store.state.attempts.take([one], 1000)).toBe(1);
      expect(await store.state.attempts.take([{ rate: often, key: 'y' }], 1000)).toBe(0);
    });
  });

  test('S48 with another user id every call finds nothing and changes nothing', async () => {
    const { smartLists, entries, collections } = store.state;
    const other = await store.addUser('ann@x.example');
    const list = await store.list('Mine', [seed(1)]);
    const [entry] = await store.entriesOf(list);
    const collection = given(await collections.create(store.user, 'Mine', '', now));
    const [item] = await collections.addItems(collection.id, [1], now);
    const filters = { value: emptyFilters(), drop: [1], add: [] };
    const entryId = given(entry).id;
    expect(await smartLists.get(other, list.id)).toBeUndefined();
    expect(await smartLists.update(other, list.id, { name: 'Hers', filters, now })).toBeUndefined();
    expect(await smartLists.remove(other, list.id, now)).toBe(false);
    expect(await smartLists.restore(other, list.id)).toBeUndefined();
    expect((await smartLists.counts(other, [list.id])).get(list.id)?.totalCount ?? 0).toBe(0);
    expect(await entries.get(other, entryId)).toBeUndefined();
    expect(await entries.move(other, entryId, 'Archive', now, null)).toEqual({ kind: 'missing' });
    const decided = await store.list('Decided', [seed(2)]);
    const [second] = await store.entriesOf(decided);
    await entries.move(store.user, given(second).id, 'Watchlist', now, null);
    const scopes: EntryScope[] = [
      { smartListId: list.id },
      { smartListId: list.id, list: 'None' },
      { smartListId: list.id, notIn: ['Archive'] },
      { smartListId: decided.id, list: 'Watchlist' },
      { list: 'Watchlist' },
      { companyId: 1 },
      { companyId: 2, list: 'Watchlist' },
    ];
    for (const scope of scopes) {
      const slice = { offset: 0, limit: 9 };
      expect(await entries.page(other, scope, slice), JSON.stringify(scope)).toEqual({ count: 0, rows: [] });
      // The scope is not empty by itself.
      expect((await entries.page(store.user, scope, slice)).rows).toHaveLength(1);
    }
    const companions = await entries.companions(other, [given(entry)]);
    expect(companions.get(entryId)).toEqual({ siblings: [], doubles: [] });
    expect(await entries.decidedCompanyIds(other, ['Watchlist'])).toEqual([]);
    expect(await collections.get(other, collection.id)).toBeUndefined();
    expect(await collections.update(other, collection.id, { name: 'Hers' })).toBeUndefined();
    expect(await collections.remove(other, collection.id, now)).toBe(false);
    expect(await collections.collectionOfItem(other, given(item).id)).toBeUndefined();
    expect(await collections.removeItem(other, given(item).id)).toBe(false);
    expect(await smartLists.get(store.user, list.id)).toEqual(list);
    expect(await entries.get(store.user, entryId)).toEqual(entry);
    expect(await collections.get(store.user, collection.id)).toEqual({ ...collection, itemCount: 1 });
  });
}
