import { scryptSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SignIn } from '#server/accounts/accounts.ts';
import { password, StandaloneServer } from '#server/testing/standaloneServer.ts';
import { openPostgresState, type PostgresState } from '#server/state/postgres/open.ts';
import type { PostgresAddress } from '#server/postgres/address.ts';
import { TestCluster } from '../../postgres/testCluster.ts';

let cluster: TestCluster;
let address: PostgresAddress;
let states: PostgresState[];

beforeAll(async () => {
  cluster = await TestCluster.start();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  address = await cluster.newDatabase();
  const open = (): Promise<PostgresState> => openPostgresState(address, { onLost: () => undefined });
  states = [await open(), await open()];
  // Quick to check.
  const salt = Buffer.from('salt');
  const stored = scryptSync(password, salt, 32, { N: 64, r: 1, p: 1 }).toString('base64url');
  const ann = { login: 'ann@x.org', name: 'Ann', role: 'analyst' as const, addons: [] };
  await states[0]!.accounts.add({ ...ann, password: `scrypt$64$1$1$${salt.toString('base64url')}$${stored}` });
});
afterEach(() => Promise.all(states.map((state) => state.end())));

/** What is counted, with how many a team is let through and an attempt of it. */
const counted: readonly (readonly [string, number, (signIn: SignIn, attempt: number) => Promise<boolean>])[] = [
  [
    'wrong passwords of an account from one place',
    5,
    async (signIn) => (await signIn.try('ann@x.org', 'wrong password', '1.1.1.1')).kind === 'refused',
  ],
  [
    'wrong passwords from one address',
    20,
    async (signIn, attempt) =>
      (await signIn.try(`guess${attempt}@x.org`, 'wrong password', '1.1.1.1')).kind === 'refused',
  ],
  [
    'wrong passwords of an account from everywhere',
    100,
    async (signIn, attempt) =>
      (await signIn.try('ann@x.org', 'wrong password', `10.0.0.${attempt}`)).kind === 'refused',
  ],
  ['new accounts from one address', 20, async (signIn) => (await signIn.admit('1.1.1.1')) === 0],
];

test.for(counted)('L5 two servers of a team count %s together', async ([, most, attempt]) => {
  // The clock stands still: nothing comes back meanwhile.
  const time = new Date();
  const servers = states.map((state) => new SignIn(state, () => time));
  const passed: boolean[] = [];
  for (let turn = 0; turn < most + 10; turn += 1) passed.push(await attempt(servers[turn % 2]!, turn));
  expect(passed.filter((was) => was)).toHaveLength(most);
});

test('L5 whoever guesses at one server after the other waits at both', async () => {
  const servers = [await StandaloneServer.open({ store: address }), await StandaloneServer.open({ store: address })];
  try {
    const statuses: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const fields = { login: 'ann@x.org', password: turn < 6 ? 'wrong password' : password };
      statuses.push((await servers[turn % 2]!.send('/provider/login', fields)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  } finally {
    for (const server of servers) await server.close();
  }
});
