import { scryptSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { openState } from '../state/sqlite/file.ts';
import type { AccountRecord, State } from '../state/port.ts';
import { loginOf, problemsOf, SignIn, knownDevice, markedWith } from './accounts.ts';
import { hashPassword, newPassword, verifyPassword } from './password.ts';
import { RateLimit } from './rateLimit.ts';

let folder: string;
let state: State;
let clock: number;
const password = 'correct horse battery';
const refused = { kind: 'refused' };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-accounts-'));
  state = await openState(join(folder, 'w.db'));
  clock = 0;
  await state.users.firstUser();
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true });
});

const at = (): Date => new Date(clock);

async function add(login: string): Promise<AccountRecord> {
  const added = await new SignIn(state, at).signUp(login, '', password);
  if (typeof added === 'string') throw new Error(added);
  return added;
}

/** An account whose password is fast to check, as another program may have stored it. */
async function addQuick(login: string): Promise<AccountRecord> {
  const account = await add(login);
  const salt = Buffer.from('salt of an account');
  const key = scryptSync(password, salt, 32, { N: 64, r: 1, p: 1 });
  await state.accounts.setPassword(
    account.id,
    `scrypt$64$1$1$${salt.toString('base64url')}$${key.toString('base64url')}`,
  );
  return account;
}

describe('passwords', () => {
  test('a hash carries its parameters and a salt of its own, and only its password fits', async () => {
    const [one, two] = [await hashPassword(password), await hashPassword(password)];
    expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(password, one)).toBe(true);
    expect(await verifyPassword(`${password} `, one)).toBe(false);
    expect(await verifyPassword('', '')).toBe(false);
    expect(await verifyPassword(password, 'plain')).toBe(false);
  });

  test('a hash made at another cost is still good', async () => {
    // "secret" at N=1024, r=1, p=1, as another program made it.
    const stored = 'scrypt$1024$1$1$c2FsdHNhbHRzYWx0c2FsdA$';
    const key = scryptSync('secret', Buffer.from('c2FsdHNhbHRzYWx0c2FsdA', 'base64url'), 32, { N: 1024, r: 1, p: 1 });
    expect(await verifyPassword('secret', stored + key.toString('base64url'))).toBe(true);
  });

  test.for([
    ['of another kind', (key: string) => `bcrypt$64$1$1$c2FsdA$${key}`],
    ['without its key', () => 'scrypt$64$1$1$c2FsdA'],
    ['without its salt', () => 'scrypt$64$1$1'],
    ['cut off', (key: string) => `scrypt$64$1$1$c2FsdA$${key.slice(0, -3)}`],
  ] as const)('a hash %s fits no password, and is no fault', async ([, storedWith]) => {
    const key = scryptSync(password, Buffer.from('c2FsdA', 'base64url'), 32, { N: 64, r: 1, p: 1 }).toString(
      'base64url',
    );
    expect(await verifyPassword(password, `scrypt$64$1$1$c2FsdA$${key}`)).toBe(true);
    expect(await verifyPassword(password, storedWith(key))).toBe(false);
  });

  test('what is wrong with an account is told by field', () => {
    expect(problemsOf({ login: 'a@b.org', password, name: 'A' })).toEqual({});
    expect(Object.keys(problemsOf({ login: 'ab', password: 'short', name: 'x'.repeat(101) }))).toEqual([
      'login',
      'password',
      'name',
    ]);
    expect(loginOf('  Ann@Example.ORG ')).toBe('ann@example.org');
  });

  test.for([
    ['login', 'ann@x.org', true],
    ['login', `${'a'.repeat(248)}@x.org`, true],
    ['login', `${'a'.repeat(249)}@x.org`, false],
    ['login', 'ann@x.org and more', false],
    ['login', 'to ann@x.org', false],
    ['login', '<ann@x.org>', false],
    ['login', 'ann@x@y.org', false],
    ['login', '@x.org', false],
    ['login', 'ann@', false],
    ['password', 'a'.repeat(9), false],
    ['password', 'a'.repeat(10), true],
    ['password', 'a'.repeat(200), true],
    ['password', 'a'.repeat(201), false],
    ['name', '', true],
    ['name', 'n'.repeat(100), true],
    ['name', 'n'.repeat(101), false],
  ] as const)('the %s "%s" may be an account’s: %s', ([field, value, may]) => {
    const account = { login: 'a@b.org', password, name: 'A', [field]: value };
    expect(Object.keys(problemsOf(account))).toEqual(may ? [] : [field]);
  });

  test('a password that is made for someone is one that they could have chosen, and never the same', () => {
    const made = [newPassword(), newPassword()];
    for (const each of made) expect(problemsOf({ login: 'a@b.org', password: each, name: '' })).toEqual({});
    expect(made[0]).not.toBe(made[1]);
  });

  test('S47 neither a login nor a name has what a terminal takes for a command', () => {
    expect(problemsOf({ login: 'José@пример.рф', password, name: '株式会社 👩‍🔬' })).toEqual({});
    for (const control of ['\u001b[31m', '\n', '\u0007', '\u202e', '\u009b1m']) {
      const wrong = problemsOf({ login: `a${control}@b.org`, password, name: `A${control}` });
      expect(Object.keys(wrong), JSON.stringify(control)).toEqual(['login', 'name']);
    }
  });
});

describe('signing in', () => {
  test('the right password in any case of the address; a wrong name and a wrong password look the same', async () => {
    const { id } = await add('ann@x.org');
    const signIn = new SignIn(state, at);
    expect(await signIn.try('ANN@x.org', password, '1.1.1.1')).toMatchObject({ kind: 'signed_in', account: { id } });
    expect(await signIn.try('ann@x.org', 'wrong password', '1.1.1.1')).toEqual({ kind: 'refused' });
    expect(await signIn.try('bob@x.org', password, '1.1.1.1')).toEqual({ kind: 'refused' });
    expect(await signIn.try('', password, '1.1.1.1')).toEqual({ kind: 'refused' });
  });

  test('the longest password signs in, and what goes on behind it does not', async () => {
    const longest = 'p'.repeat(200);
    const signIn = new SignIn(state, at);
    await signIn.signUp('ann@x.org', '', longest);
    expect(await signIn.try('ann@x.org', longest, '1.1.1.1')).toMatchObject({ kind: 'signed_in' });
    for (const other of [longest.slice(1), `${longest}p`, `${longest}and more`]) {
      expect(await signIn.try('ann@x.org', other, '1.1.1.1')).toEqual(refused);
    }
  });

  test('S48 whoever signs up has no rights that nobody gave them', async () => {
    const { id } = await add('ann@x.org');
    expect(await state.accounts.byId(id)).toMatchObject({ login: 'ann@x.org', role: 'analyst', addons: [] });
  });

  test('S18 after five wrong passwords an account waits where they came from, and goes on later', async () => {
    await add('ann@x.org');
    const signIn = new SignIn(state, at);
    for (let i = 0; i < 5; i++) {
      expect(await signIn.try(i === 0 ? ' ANN@x.org' : 'ann@x.org', 'wrong password', '1.1.1.1')).toEqual(refused);
    }
    expect(await signIn.try('ann@x.org', password, '1.1.1.1')).toEqual({ kind: 'too_many', retryAfter: 60 });
    expect(await signIn.try('ann@x.org', password, '9.9.9.9')).toMatchObject({ kind: 'signed_in' });
    clock += 60_000;
    expect(await signIn.try('ann@x.org', password, '1.1.1.1')).toMatchObject({ kind: 'signed_in' });
  });

  test('L5 S18 wrong passwords count also after a restart', async () => {
    await add('ann@x.org');
    for (let i = 0; i < 5; i++) {
      expect(await new SignIn(state, at).try('ann@x.org', 'wrong password', '1.1.1.1')).toEqual(refused);
      state.close();
      state = await openState(join(folder, 'w.db'));
    }
    expect((await new SignIn(state, at).try('ann@x.org', password, '1.1.1.1')).kind).toBe('too_many');
  });

  test('S18 of a hundred attempts at once on one account five are looked at, however its name is spelt', async () => {
    await addQuick('ann@x.org');
    const signIn = new SignIn(state, at);
    const names = ['ann@x.org', 'Ann@X.org', ' ann@x.org '];
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, i) => signIn.try(names[i % 3]!, 'wrong password', '1.1.1.1')),
    );
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toHaveLength(5);
  });

  test('S18 in one office nobody’s wrong passwords keep another out, and right ones do not count', async () => {
    const names = ['ann@x.org', 'bob@x.org', 'cleo@x.org'];
    for (const name of names) await addQuick(name);
    const signIn = new SignIn(state, at);
    for (let i = 0; i < 60; i++) await signIn.try('ann@x.org', 'wrong password', '1.1.1.1');
    for (let i = 0; i < 30; i++) {
      expect(await signIn.try(names[1 + (i % 2)]!, password, '1.1.1.1')).toMatchObject({ kind: 'signed_in' });
    }
  });

  test('S18 twenty wrong passwords from one address for one account after another, and it waits; another does not', async () => {
    await add('ann@x.org');
    const signIn = new SignIn(state, at);
    const outcomes = await Promise.all(
      Array.from({ length: 25 }, (_, i) => signIn.try(`guess${i}@x.org`, 'wrong password', '1.1.1.1')),
    );
    expect(outcomes.filter(({ kind }) => kind === 'too_many')).toHaveLength(5);
    expect(await signIn.try('ann@x.org', password, '2.2.2.2')).toMatchObject({ kind: 'signed_in' });
  });

  test('S18 from everywhere together an account is guessed at a hundred times, then once a minute', async () => {
    await addQuick('ann@x.org');
    const signIn = new SignIn(state, at);
    const outcomes: string[] = [];
    for (let i = 0; i < 130; i++) {
      outcomes.push((await signIn.try('ann@x.org', 'wrong password', `10.0.${i >> 2}.1`)).kind);
    }
    expect(outcomes.filter((kind) => kind === 'refused')).toHaveLength(100);
    clock += 600_000;
    const later: string[] = [];
    for (let i = 0; i < 20; i++) later.push((await signIn.try('ann@x.org', 'wrong password', `10.1.${i}.1`)).kind);
    expect(later.filter((kind) => kind === 'refused')).toHaveLength(10);
  });

  test('S18 who has signed in with a browser before is let in there, whatever others do', async () => {
    await addQuick('ann@x.org');
    await addQuick('bob@x.org');
    const signIn = new SignIn(state, at);
    const first = await signIn.try('ann@x.org', password, '1.1.1.1');
    if (first.kind !== 'signed_in') throw new Error('not signed in');
    for (let i = 0; i < 130; i++) await signIn.try('ann@x.org', 'wrong password', `10.0.${i >> 2}.1`);
    await Promise.all(Array.from({ length: 21 }, (_, i) => signIn.try(`guess${i}@x.org`, 'wrong password', '1.1.1.1')));
    expect((await signIn.try('ann@x.org', password, '1.1.1.1')).kind).toBe('too_many');
    // Even after a restart: the mark is all there is to remember.
    for (const server of [signIn, new SignIn(state, at)]) {
      const again = await server.try('ann@x.org', password, '1.1.1.1', first.mark);
      expect(again).toMatchObject({ kind: 'signed_in', mark: first.mark });
    }
    // It has attempts of its own, but not endless ones, and opens no other account.
    for (let i = 0; i < 5; i++) {
      expect(await signIn.try('ann@x.org', 'wrong password', `2.2.2.${i}`, first.mark)).toEqual(refused);
    }
    expect((await signIn.try('ann@x.org', password, '1.1.1.1', first.mark)).kind).toBe('too_many');
    expect((await signIn.try('bob@x.org', password, '1.1.1.1', first.mark)).kind).toBe('too_many');
  });

  test('S18 a mark is of one account and one password; others in the same browser stand beside it', async () => {
    const [ann, bob] = [await add('ann@x.org'), await add('bob@x.org')];
    const stored = async (login: string): Promise<{ id: number; password: string }> =>
      (await state.accounts.byLogin(login))!;
    const marked = markedWith('', await stored('ann@x.org'));
    const both = markedWith(marked, await stored('bob@x.org'));
    const device = knownDevice(marked, await stored('ann@x.org'));
    expect(device).toMatch(/^[\w-]{22}$/);
    expect(knownDevice(marked, await stored('bob@x.org'))).toBeUndefined();
    for (const login of ['ann@x.org', 'bob@x.org']) expect(knownDevice(both, await stored(login))).toBe(device);
    expect(markedWith(both, await stored('bob@x.org'))).toBe(both);
    await state.accounts.setPassword(ann.id, await hashPassword('another password'));
    expect(knownDevice(both, await stored('ann@x.org'))).toBeUndefined();
    // At most eight, the newest ones; nothing else is taken for a mark.
    const many = Array.from({ length: 12 }, (_, id) => ({ id, password: 'x' }));
    const last = many.reduce((mark, account) => markedWith(mark, account), '');
    expect(many.map((account) => knownDevice(last, account) !== undefined)).toEqual(many.map((_, id) => id >= 4));
    for (const other of ['', '.', 'x', `${device}.short`, `${last}.${'a'.repeat(43)}`, both.replace('.', ';')]) {
      expect(knownDevice(other, await stored('bob@x.org')), other).toBeUndefined();
    }
    expect(bob.id).not.toBe(ann.id);
  });

  test('S18 what only looks like a mark is not gone on with: whoever signs in gets a new one', () => {
    const account = { id: 1, password: 'x' };
    const [device = '', seal = ''] = markedWith('', account).split('.');
    const sealed = (first: string): string => [first, ...Array<string>(7).fill('b'.repeat(43)), seal].join('.');
    expect(knownDevice(sealed(device), account)).toBe(device);
    for (const other of [
      sealed(`a${device}`),
      sealed(`${device}a`),
      sealed(`${device.slice(1)}!`),
      `${sealed(device)}.${'c'.repeat(43)}`,
      `${device}.a${seal}`,
      `${device}.${seal}a`,
      `${device}.${seal}.short`,
      `${device}.${seal}.`,
    ]) {
      expect(knownDevice(other, account), other).toBeUndefined();
      const [newDevice, ...seals] = markedWith(other, account).split('.');
      expect(newDevice, other).toMatch(/^[\w-]{22}$/);
      expect([newDevice === device, seals.length], other).toEqual([false, 1]);
    }
  });

  test('S18 what can be no login is counted as one, and never remembered whole', async () => {
    const signIn = new SignIn(state, at);
    for (let i = 0; i < 5; i++) expect(await signIn.try('x'.repeat(10_000 + i), 'x', '1.1.1.1')).toEqual(refused);
    expect((await signIn.try('y'.repeat(9000), 'x', '1.1.1.1')).kind).toBe('too_many');
  });

  test('S18 new accounts from one address are counted apart from passwords', async () => {
    await add('ann@x.org');
    const signIn = new SignIn(state, at);
    const admitted: number[] = [];
    for (let i = 0; i < 22; i++) admitted.push(await signIn.admit('1.1.1.1'));
    expect(admitted).toEqual([...Array<number>(20).fill(0), 6, 6]);
    expect(await signIn.admit('2.2.2.2')).toBe(0);
    expect(await signIn.try('ann@x.org', password, '1.1.1.1')).toMatchObject({ kind: 'signed_in' });
  });

  test('a rate never lets more through than its burst and its time allow', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { maxLength: 60 }), (waits) => {
        let time = 0;
        let taken = 0;
        const limit = new RateLimit({ burst: 3, perSecond: 2 }, () => time);
        for (const wait of waits) {
          time += wait;
          const before = limit.wait('key');
          const answer = limit.take('key');
          expect(answer).toBe(before);
          if (answer === 0) taken += 1;
          expect(taken).toBeLessThanOrEqual(3 + (time / 1000) * 2 + 1e-6);
        }
        expect(limit.take('another')).toBe(0);
      }),
    );
  });

  test('S18 whoever has to wait is told for how long, in whole seconds, and the time that has passed counts', () => {
    const limit = new RateLimit({ burst: 1, perSecond: 1 / 60 }, () => clock);
    expect(limit.take('a')).toBe(0);
    for (const [passed, left] of [
      [0, 60],
      [45_000, 15],
      [59_500, 1],
      [60_000, 0],
    ] as const) {
      clock = passed;
      expect([passed, limit.wait('a')]).toEqual([passed, left]);
    }
  });

  test('what is given back can be taken again, and never more than the burst', () => {
    const limit = new RateLimit({ burst: 2, perSecond: 1 }, () => clock);
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 1]);
    limit.giveBack('a');
    expect([limit.take('a'), limit.take('a')]).toEqual([0, 1]);
    for (let i = 0; i < 5; i++) limit.giveBack('b');
    expect([limit.take('b'), limit.take('b'), limit.take('b')]).toEqual([0, 0, 1]);
  });

  test('S22 a rate remembers ten thousand keys and no more, and forgets the one not seen for longest', () => {
    const limit = new RateLimit({ burst: 1, perSecond: 1 / 60 }, () => clock);
    limit.take('first');
    limit.take('second');
    for (let i = 0; i < 9998; i++) limit.take(`key ${i}`);
    expect(limit.wait('first')).toBe(60);
    for (let i = 0; i < 20_000; i += 1) {
      limit.take(`more ${i}`);
      limit.wait('first');
    }
    expect(limit.size).toBe(10_000);
    expect([limit.wait('first'), limit.wait('second')]).toEqual([60, 0]);
  });
});

describe('accounts and tokens', () => {
  test('S27 neither a password nor a token is in the file', async () => {
    const { id } = await add('ann@x.org');
    const token = await state.users.issueToken(id, 'app');
    for (const name of ['w.db', 'w.db-wal']) {
      const bytes = readFileSync(join(folder, name), 'latin1');
      expect(bytes).not.toContain(password);
      expect(bytes).not.toContain(token);
    }
  });

  test('S49 a token ends at its time, by revocation, and with a new password', async () => {
    const { id } = await add('ann@x.org');
    const past = new Date(Date.now() - 1).toISOString();
    const future = new Date(Date.now() + 60_000).toISOString();
    const [ended, good, other] = [
      await state.users.issueToken(id, 'app', past),
      await state.users.issueToken(id, 'app', future),
      await state.users.issueToken(id, 'app'),
    ];
    expect(await state.users.byToken(ended)).toBeUndefined();
    expect(await state.users.byToken(good)).toMatchObject({ id });
    expect(await state.accounts.byId(id)).toMatchObject({ tokens: 2 });
    for (const { id: tokenId, expiresAt } of await state.accounts.tokens(id)) {
      expect(await state.accounts.revokeToken(id, tokenId)).toBe(expiresAt !== past);
      if (expiresAt === future) break;
    }
    expect(await state.users.byToken(good)).toBeUndefined();
    await state.accounts.setPassword(id, await hashPassword('another password'));
    expect(await state.users.byToken(other)).toBeUndefined();
    expect(await new SignIn(state, at).try('ann@x.org', password, '')).toEqual({ kind: 'refused' });
  });

  test('S48 nobody can revoke the token of another', async () => {
    const [ann, bob] = [await add('ann@x.org'), await add('bob@x.org')];
    const token = await state.users.issueToken(ann.id, 'app');
    const [known] = await state.accounts.tokens(ann.id);
    expect(await state.accounts.revokeToken(bob.id, known!.id)).toBe(false);
    expect(await state.users.byToken(token)).toMatchObject({ id: ann.id });
  });

  test('a login is one person’s; whoever is removed goes with all that was theirs, and the id does not come again', async () => {
    const ann = await add('ann@x.org');
    expect(await new SignIn(state, at).signUp('ann@x.org', '', password)).toBe('login_taken');
    const token = await state.users.issueToken(ann.id, 'app');
    const now = new Date().toISOString();
    const list = { name: 'A', filters: emptyFilters(), matchedWeek: '2026-W47', now };
    const seed = { companyId: 1, merit: -1, topMatch: false, week: '2026-W47' };
    await state.smartLists.create(ann.id, list, [seed], [{ companyId: 1, positive: true }]);
    const made = await state.collections.create(ann.id, 'C', '', now);
    if (made === 'name_taken') throw new Error('taken');
    await state.collections.addItems(made.id, [2], now);
    expect(await state.upkeep.referredCompanies()).toEqual([1, 2]);
    await state.accounts.remove(ann.id);
    expect(await state.upkeep.referredCompanies()).toEqual([]);
    expect(await state.users.byToken(token)).toBeUndefined();
    expect(await state.accounts.byLogin('ann@x.org')).toBeUndefined();
    expect((await state.accounts.list()).map(({ login }) => login)).toEqual(['']);
    expect((await add('ann@x.org')).id).toBeGreaterThan(ann.id);
  });
});
