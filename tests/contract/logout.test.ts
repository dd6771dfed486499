import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '#main/services/testing/eventually.ts';
import { SessionBench } from '#main/services/testing/sessionBench.ts';
import { password, useStandaloneServer } from '#server/testing/standaloneServer.ts';
import { parseDeepLink } from '#shared/bridge/links.ts';

// Real files and sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const server = useStandaloneServer();
let bench: SessionBench;
beforeEach(async () => {
  bench = await SessionBench.start();
});
afterEach(() => bench.stop());

/** Signs in through the real provider's page, as its form does; answers the token that the app then keeps. */
async function signIn(login: string): Promise<string> {
  const { signedIn } = await bench.beginSignIn(server().url);
  const fields = Object.fromEntries(bench.loginPage().searchParams);
  const { headers } = await server().send('/provider/login', { login, password, ...fields });
  expect(await bench.session.completeSignIn(parseDeepLink(headers.get('location') ?? ''))).toBe(true);
  expect(await signedIn).toMatchObject({ status: 'signedIn', server: server().url });
  return [...bench.secrets.kept.values()].at(-1) ?? '';
}

it('S32 S49 a logout ends the token at a real server at once, and no other one', async () => {
  await server().addUser('ann@x.org');
  const other = await server().tokenOf('ann@x.org');
  const own = await signIn('ann@x.org');
  expect((await server().ask('/api/users/me/', own)).status).toBe(200);
  await bench.session.logout();
  await eventually(async () => expect((await server().ask('/api/users/me/', own)).status).toBe(401));
  expect((await server().ask('/api/users/me/', other)).status).toBe(200);
  expect(server().logLines.join('')).not.toContain(own);
});

it('S32 the provider says nothing of which tokens are good, and takes them in a form only', async () => {
  const good = await server().workspace.state.users.issueToken(await server().addUser('ann@x.org'), 'app');
  const answers = [];
  for (const token of ['unknown', '', good, good]) {
    const response = await server().send('/provider/revoke', { token });
    answers.push(`${response.status} ${response.headers.get('cache-control') ?? ''} ${await response.text()}`);
  }
  expect(new Set(answers)).toEqual(new Set(['200 no-store {}']));
  expect((await server().ask('/api/users/me/', good)).status).toBe(401);
  const left = await server().tokenOf('ann@x.org');
  expect((await fetch(`${server().url}/provider/revoke?token=${left}`)).status).toBe(404);
  const json = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: left }),
  };
  expect((await fetch(`${server().url}/provider/revoke`, json)).status).toBe(400);
  expect((await server().ask('/api/users/me/', left)).status).toBe(200);
});
