import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { openState } from '../store/sqlite/stateFile.ts';
import type { AccountRecord, State } from '../store/state.ts';
import { loginOf, problemsOf, SignIn } from './accounts.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { RateLimit } from './rateLimit.ts';

let folder: string;
let state: State;
let clock: number;
const password = 'correct horse battery';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-accounts-'));
  state = openState(join(folder, 'w.db'));
  clock = 0;
  await state.users.firstUser();
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true });
});

async function add(login: string): Promise<AccountRecord> {
  const added = await new SignIn(state.accounts, () => clock).signUp(login, '', password);
  if (added === 'login_taken') throw new Error('taken');
  return added;
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
    // "secret" at N=1024, r=1, p=1, as another program has made it.
    const stored = 'scrypt$1024$1$1$c2FsdHNhbHRzYWx0c2FsdA$';
    const { scryptSync } = await import('node:crypto');
    const key = scryptSync('secret', Buffer.from('c2FsdHNhbHRzYWx0c2FsdA', 'base64url'), 32, { N: 1024, r: 1, p: 1 });
    expect(await verifyPassword('secret', stored + key.toString('base64url'))).toBe(true);
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
    const signIn = new SignIn(state.accounts, () => clock);
    expect(await signIn.try('ANN@x.org', password, '1.1.1.1')).toMatchObject({ kind: 'signed_in', account: { id } });
    expect(await signIn.try('ann@x.org', 'wrong password', '1.1.1.1')).toEqual({ kind: 'refused' });
    expect(await signIn.try('bob@x.org', password, '1.1.1.1')).toEqual({ kind: 'refused' });
    expect(await signIn.try('', password, '1.1.1.1')).toEqual({ kind: 'refused' });
  });

  test('S18 after five wrong passwords an account waits, from wherever the next comes, and goes on later', async () => {
    await add('ann@x.org');
    const signIn = new SignIn(state.accounts, () => clock);
    for (let i = 0; i < 5; i++) {
      expect(await signIn.try('ann@x.org', 'wrong password', `1.1.1.${i}`)).toEqual({ kind: 'refused' });
    }
    expect(await signIn.try('ann@x.org', password, '9.9.9.9')).toEqual({ kind: 'too_many', retryAfter: 60 });
    clock += 60_000;
    expect(await signIn.try('ann@x.org', password, '9.9.9.9')).toMatchObject({ kind: 'signed_in' });
  });

  test('S18 twenty attempts from one address, and it waits; another does not', async () => {
    await add('ann@x.org');
    const signIn = new SignIn(state.accounts, () => clock);
    const outcomes = await Promise.all(
      Array.from({ length: 25 }, (_, i) => signIn.try(`guess${i}@x.org`, 'wrong password', '1.1.1.1')),
    );
    expect(outcomes.filter(({ kind }) => kind === 'too_many')).toHaveLength(5);
    expect(await signIn.try('ann@x.org', password, '2.2.2.2')).toMatchObject({ kind: 'signed_in' });
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
    expect(await new SignIn(state.accounts, () => clock).try('ann@x.org', password, '')).toEqual({ kind: 'refused' });
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
    expect(await new SignIn(state.accounts, () => clock).signUp('ann@x.org', '', password)).toBe('login_taken');
    const token = await state.users.issueToken(ann.id, 'app');
    const now = new Date().toISOString();
    const list = { name: 'A', filters: emptyFilters(), matchedWeek: '2026-W47', now };
    const seed = { companyId: 1, score: null, topMatch: false, week: '2026-W47' };
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
