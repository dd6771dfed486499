import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PostgresAddress } from '#server/postgres/address.ts';
import { callback, password, StandaloneServer } from '#server/testing/standaloneServer.ts';
import { TestCluster } from '../../postgres/testCluster.ts';

vi.setConfig({ testTimeout: 60_000 });

let cluster: TestCluster;
let address: PostgresAddress;
let servers: [StandaloneServer, StandaloneServer];

beforeAll(async () => {
  cluster = await TestCluster.start();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  address = await cluster.newDatabase();
  servers = [await StandaloneServer.open({ store: address }), await StandaloneServer.open({ store: address })];
});
afterEach(async () => {
  for (const server of servers) await server.close();
});

/** Secrets of one sign-in: the app's token, if it gets one, and the session of the profile page. */
async function signIn(server: StandaloneServer): Promise<readonly { kind: 'token' | 'session'; secret: string }[]> {
  const response = await server.send('/provider/login', { login: 'leaver@x.org', password, ...callback });
  const location = response.headers.get('location') ?? '';
  const [cookie = ''] = response.headers.getSetCookie();
  const token = URL.canParse(location) ? (new URL(location).searchParams.get('access_token') ?? '') : '';
  const session = /^winnow_profile=([^;]+)/.exec(cookie)?.[1] ?? '';
  return [
    ...(token === '' ? [] : [{ kind: 'token' as const, secret: token }]),
    ...(session === '' ? [] : [{ kind: 'session' as const, secret: session }]),
  ];
}

test('P1 who signs in over and over at one server while being closed at another is signed in nowhere', async () => {
  const [here, there] = servers;
  const { id: owner } = await there.workspace.state.users.firstUser();
  const id = await here.addUser('leaver@x.org');
  const secrets: { kind: 'token' | 'session'; secret: string }[] = [];
  const stop = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) secrets.push(...(await signIn(here)));
  };
  const loops = [loop(), loop(), loop()];
  await vi.waitFor(() => expect(secrets.length).toBeGreaterThan(4), { timeout: 30_000 });
  await there.workspace.state.team.close(owner, id, owner, new Date().toISOString());
  // Sign-ins that had begun before end now.
  const ended = [await signIn(here), await signIn(here)];
  stop.abort();
  await Promise.all(loops);
  expect(ended.flat()).toEqual([]);
  const tokens = await there.workspace.state.accounts.tokens(id);
  expect(tokens.filter(({ revokedAt }) => revokedAt === '')).toEqual([]);
  // A server remembers for half a second whose token it is.
  await vi.waitFor(async () => expect(await anyGood(here, secrets)).toBe(false), { timeout: 5000 });
  expect(await anyGood(there, secrets)).toBe(false);
});

async function anyGood(
  server: StandaloneServer,
  secrets: readonly { readonly kind: 'token' | 'session'; readonly secret: string }[],
): Promise<boolean> {
  for (const { kind, secret } of secrets) {
    if ((await server.ask('/api/users/me/', secret)).status !== 401) return true;
    if (kind === 'token') continue;
    const headers = { Cookie: `winnow_profile=${secret}` };
    const page = await fetch(`${server.url}/provider/account`, { headers, redirect: 'manual' });
    if (page.status !== 303) return true;
  }
  return false;
}
