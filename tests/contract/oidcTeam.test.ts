import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PostgresAddress } from '#server/postgres/address.ts';
import { callback, StandaloneServer } from '#server/testing/standaloneServer.ts';
import { IdentityProvider } from '../oidc/identityProvider.ts';
import { TestBrowser } from '../oidc/testBrowser.ts';
import { Balancer } from '../postgres/balancer.ts';
import { TestCluster } from '../postgres/testCluster.ts';

const verifier = 'the-verifier-of-this-very-sign-in-of-the-app-1';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const asked = { ...callback, code_challenge: challenge, code_challenge_method: 'S256' };

let cluster: TestCluster;
let store: PostgresAddress;
let provider: IdentityProvider;
let servers: StandaloneServer[];
let balancer: Balancer;

beforeAll(async () => {
  cluster = await TestCluster.start();
});
afterAll(() => cluster.stop());

/** Two servers of a team behind one address, which gives each request to the other one than the last. */
beforeEach(async () => {
  balancer = await Balancer.start(() => servers.map(({ url }) => url));
  const { origin } = balancer;
  provider = await IdentityProvider.start();
  provider.people.set('ann', { email: 'ann@fund.example', email_verified: true, name: 'Ann' });
  provider.signsIn = 'ann';
  provider.knows(`${origin}/provider/oidc/callback`);
  store = await cluster.newDatabase();
  const oidc = provider.settings({ domains: ['fund.example'], createsAccounts: true });
  const options = { store, oidc, publicUrl: new URL(origin) };
  servers = [await StandaloneServer.open(options), await StandaloneServer.open(options)];
});
afterEach(async () => {
  balancer.close();
  await provider.stop();
  await Promise.all(servers.map((server) => server.close()));
  // Their connections end a moment later; what is still asked must not meet a database that is gone.
  const left = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'winnow'`;
  await vi.waitFor(async () => expect(await cluster.ask(store, left)).toEqual([{ count: 0 }]), { timeout: 20_000 });
});

/** Signs in as the app does. */
async function signIn(): Promise<string> {
  const browser = new TestBrowser((url) => url.href.startsWith(callback.redirect));
  const place = await browser.open(`${balancer.origin}/provider/oidc/start?${new URLSearchParams(asked).toString()}`);
  expect(place.url.href).toMatch(/^http:\/\/127\.0\.0\.1:5173\/auth\?code=/);
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: place.url.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: callback.redirect,
  });
  const answer = await fetch(`${balancer.origin}/provider/token`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

describe('two servers of a team, behind one address', () => {
  test('S38 each end what the other has begun: the way to the provider, the way back, and the app’s code', async () => {
    const token = await signIn();
    expect(balancer.answered).toEqual([0, 1, 0]);
    for (const server of servers) {
      expect(await (await server.ask('/api/users/me/', token)).json()).toMatchObject({ email: 'ann@fund.example' });
    }
    // The other way round.
    balancer.answered.push(0);
    await signIn();
    expect(balancer.answered.slice(-3)).toEqual([0, 1, 0]);
  });

  test('make one account of somebody who signs in for the first time on both at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 6 }, signIn));
    const users = await Promise.all(
      tokens.map(async (token, index) => {
        const me = await servers[index % 2]!.ask('/api/users/me/', token);
        return ((await me.json()) as { id: number }).id;
      }),
    );
    expect(new Set(users).size).toBe(1);
    const accounts = await servers[0]?.workspace.state.accounts.list();
    expect(accounts?.filter(({ login }) => login !== '')).toHaveLength(1);
  });

  test('S38 no code or callback counts on both', async () => {
    const stopping = new TestBrowser((url) => url.href.startsWith(callback.redirect));
    const start = `${balancer.origin}/provider/oidc/start?${new URLSearchParams(asked).toString()}`;
    const { url } = await stopping.open(start);
    const body = (): URLSearchParams =>
      new URLSearchParams({
        grant_type: 'authorization_code',
        code: url.searchParams.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: callback.redirect,
      });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => {
        return (await fetch(`${balancer.origin}/provider/token`, { method: 'POST', body: body() })).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const back = stopping.visited.find((each) => each.includes('/provider/oidc/callback')) ?? '';
    expect((await stopping.open(back, 'cross-site')).status).toBe(400);
  });
});
