import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendJson, type Answer } from '../testing/httpServer.ts';
import { SessionBench } from '../testing/sessionBench.ts';
import { eventually } from '../testing/eventually.ts';

// Real files and sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let bench: SessionBench;
beforeEach(async () => {
  bench = await SessionBench.start();
});
afterEach(async () => {
  await bench.stop();
});

/** Signs in to the bench’s server as this user; what comes of it is the callback’s answer. */
async function comeBackAs(user: number): Promise<{ signedIn: Promise<unknown>; taken: boolean }> {
  const { signedIn, state } = await bench.beginSignIn();
  const token = `server-token-of-${user}`;
  bench.tokens.set(token, user);
  return { signedIn, taken: await bench.session.completeSignIn({ kind: 'signIn', token, state }) };
}

const ann = 7;
const bob = 8;
const card = (user: number) => ({ server: bench.server.origin, name: `User ${user}`, email: `user${user}@x.org` });

describe('S35 a sign-in as somebody else', () => {
  it('S35 changes nothing until it is confirmed, and shows both accounts', async () => {
    await bench.session.start();
    const before = bench.session.state;
    const client = bench.session.client();
    const changes: string[] = [];
    bench.session.onChange(({ account }) => changes.push(account));
    const { signedIn, taken } = await comeBackAs(ann);
    expect(taken).toBe(true);
    expect(bench.session.state).toEqual({
      ...before,
      signingIn: bench.server.origin,
      replacement: { from: { server: '', name: 'User 1', email: 'user1@x.org' }, to: card(ann) },
    });
    expect(bench.session.client()).toBe(client);
    expect([...bench.secrets.kept.values()]).toEqual(['local-token-1']);
    expect(changes).toEqual([]);

    const after = await bench.session.replace(true);
    expect(after).toMatchObject({ account: `${bench.server.origin}#${ann}`, replacement: null, signingIn: '' });
    expect(await signedIn).toEqual(after);
    expect(changes).toEqual([`${bench.server.origin}#${ann}`]);
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'cancelled' });
    await expect(bench.session.replace(true)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('S35 is dropped with its token when it is refused', async () => {
    await bench.session.start();
    const before = bench.session.state;
    const { signedIn } = await comeBackAs(ann);
    expect(await bench.session.replace(false)).toEqual(before);
    await expect(signedIn).rejects.toMatchObject({ code: 'cancelled' });
    expect(bench.session.state).toEqual(before);
    expect([...bench.secrets.kept.values()]).toEqual(['local-token-1']);
    // Nor is it good at its server any longer.
    await eventually(() => expect([...bench.tokens.keys()]).toEqual(['local-token-1']));
    await bench.restart();
    expect(bench.session.state).toMatchObject({ status: 'signedIn', place: 'local' });
  });

  it.each([
    ['ten minutes without a word', async () => bench.clock.advance(600_001)],
    ['a logout', async () => void (await bench.session.logout())],
    ['the local workspace', async () => void (await bench.session.openLocal())],
  ] as [string, () => Promise<void>][])('S35 is dropped by %s', async (_, end) => {
    await bench.session.start();
    const { signedIn } = await comeBackAs(ann);
    await end();
    await expect(signedIn).rejects.toMatchObject({ code: 'cancelled' });
    expect(bench.session.state.replacement).toBeNull();
    await expect(bench.session.replace(true)).rejects.toMatchObject({ code: 'conflict' });
    expect(JSON.stringify([...bench.secrets.kept])).not.toContain('server-token');
  });

  it('S35 F13 is asked after the server has ended the session of another; the same one goes on unasked', async () => {
    const first = await comeBackAs(ann);
    expect(await first.signedIn).toMatchObject({ account: `${bench.server.origin}#${ann}` });
    const revoke = async (): Promise<void> => {
      bench.tokens.clear();
      await expect(bench.session.client().request('getDigest')).rejects.toMatchObject({ code: 'unauthenticated' });
      expect(bench.session.state.status).toBe('signedOut');
    };
    await revoke();
    const other = await comeBackAs(bob);
    expect(bench.session.state).toMatchObject({
      status: 'signedOut',
      replacement: { from: card(ann), to: card(bob) },
    });
    await bench.session.replace(false);
    await expect(other.signedIn).rejects.toMatchObject({ code: 'cancelled' });
    expect(bench.session.state.status).toBe('signedOut');
    const again = await comeBackAs(ann);
    expect(await again.signedIn).toMatchObject({ status: 'signedIn', replacement: null });
  });

  it('S32 forgets the token of the server that is left', async () => {
    const { signedIn } = await comeBackAs(ann);
    await signedIn;
    await bench.session.openLocal();
    await eventually(() => expect([...bench.secrets.kept.values()]).toEqual(['local-token-1']));
    await eventually(() => expect([...bench.tokens.keys()]).toEqual(['local-token-1']));
  });

  it('S32 ends the token that a newer one of the same user takes the place of', async () => {
    await (
      await comeBackAs(ann)
    ).signedIn;
    const old = bench.session.client();
    bench.tokens.set('another-token', ann);
    const { signedIn, state } = await bench.beginSignIn();
    await bench.session.completeSignIn({ kind: 'signIn', token: 'another-token', state });
    await signedIn;
    await eventually(() => expect([...bench.tokens.keys()]).toEqual(['another-token']));
    await expect(old.request('getDigest')).rejects.toMatchObject({ code: 'cancelled' });
    expect(bench.session.state).toMatchObject({ status: 'signedIn' });
  });
});

describe('S32 a logout', () => {
  it('S32 ends the token at the server, and sends it nowhere else', async () => {
    await (
      await comeBackAs(ann)
    ).signedIn;
    const before = bench.server.seen.length;
    await bench.session.logout();
    await eventually(() => expect(bench.tokens.size).toBe(0));
    const after = bench.server.seen.slice(before);
    expect(after.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /provider/revoke']);
    expect(after[0]?.headers.authorization).toBeUndefined();
    expect(bench.local.seen).toEqual([]);
  });

  it.each([
    ['hangs', () => undefined],
    ['breaks the connection', (_request, response) => void response.socket?.resetAndDestroy()],
    ['does not know how to', (_request, response) => void response.writeHead(404).end()],
    ['leads elsewhere', (_request, response) => void response.writeHead(307, { location: '/provider/token' }).end()],
  ] as [string, Answer][])('S32 does not wait for a provider that %s', async (_, answer) => {
    await (
      await comeBackAs(ann)
    ).signedIn;
    bench.server.answerWith(answer);
    expect(await bench.session.logout()).toMatchObject({ status: 'signedOut', reason: '' });
    expect(bench.secrets.kept.size).toBe(0);
    await eventually(() => {
      // Time passes only where something waits for it.
      bench.clock.advance(5000);
      expect(bench.log.lines.filter(({ event }) => event === 'session.revoke')).toHaveLength(1);
    });
    expect(JSON.stringify(bench.log.lines)).not.toContain('server-token');
    expect(bench.server.seen.filter(({ path }) => path !== '/provider/revoke' && path.startsWith('/provider'))).toEqual(
      [],
    );
  });
});

/** A code that the provider gives out for a challenge. */
function issue(code: string, challenge: string): void {
  bench.tokens.set('token-of-the-code', ann);
  bench.codes.set(code, { challenge, token: 'token-of-the-code' });
}

describe('S38 a provider that knows PKCE', () => {
  it('S38 is asked with an S256 challenge and gives the token for its code', async () => {
    const { signedIn, state } = await bench.beginSignIn();
    const query = bench.loginPage().searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    issue('code-1', query.get('code_challenge') ?? '');
    expect(await bench.session.completeSignIn({ kind: 'signIn', code: 'code-1', state })).toBe(true);
    expect(await signedIn).toMatchObject({ account: `${bench.server.origin}#${ann}` });
    expect([...bench.secrets.kept.values()]).toEqual(['token-of-the-code']);
  });

  it('S38 refuses a code of another sign-in, and nothing changes', async () => {
    await bench.beginSignIn();
    issue('code-of-the-first', bench.loginPage().searchParams.get('code_challenge') ?? '');
    const { signedIn, state } = await bench.beginSignIn();
    expect(await bench.session.completeSignIn({ kind: 'signIn', code: 'code-of-the-first', state })).toBe(false);
    await expect(signedIn).rejects.toMatchObject({ code: 'unprocessable' });
    expect(bench.session.state).toMatchObject({ signingIn: '', replacement: null });
    expect(bench.secrets.kept.size).toBe(0);
  });

  it('S26 S38 takes the code nowhere else, and no answer that is no token', async () => {
    for (const answer of ['redirect', 'html', 'other type', 'break'] as const) {
      const { signedIn, state } = await bench.beginSignIn();
      bench.server.answerOnce((_, response) => {
        if (answer === 'redirect') response.writeHead(307, { location: `${bench.local.origin}/provider/token` }).end();
        else if (answer === 'html') response.end('<h1>Hotel</h1>');
        else if (answer === 'other type') sendJson(response, 200, { access_token: 'x', token_type: 'mac' });
        else response.socket?.resetAndDestroy();
      });
      expect(await bench.session.completeSignIn({ kind: 'signIn', code: 'code-1', state }), answer).toBe(false);
      const code = answer === 'break' ? 'connection_lost' : 'unprocessable';
      await expect(signedIn, answer).rejects.toMatchObject({ code });
    }
    expect(bench.local.seen).toEqual([]);
  });
});

describe('a sign-in under way', () => {
  it('can be given up, and its callback then changes nothing', async () => {
    const { signedIn, state } = await bench.beginSignIn();
    expect(bench.session.cancelSignIn().signingIn).toBe('');
    await expect(signedIn).rejects.toMatchObject({ code: 'cancelled' });
    bench.tokens.set('server-token', ann);
    expect(await bench.session.completeSignIn({ kind: 'signIn', token: 'server-token', state })).toBe(false);
  });

  it('can be given up also while its callback is looked at', async () => {
    await bench.session.start();
    const before = bench.session.state;
    const { signedIn, state } = await bench.beginSignIn();
    bench.tokens.set('server-token', ann);
    const taken = bench.session.completeSignIn({ kind: 'signIn', token: 'server-token', state });
    expect(bench.session.cancelSignIn().signingIn).toBe('');
    await expect(signedIn).rejects.toMatchObject({ code: 'cancelled' });
    expect(await taken).toBe(false);
    expect(bench.session.state).toEqual(before);
    await eventually(() => expect([...bench.tokens.keys()]).toEqual(['local-token-1']));
  });

  it('stays the one that is waited for when an older one ends', async () => {
    const first = await bench.beginSignIn();
    await bench.beginSignIn();
    await expect(first.signedIn).rejects.toMatchObject({ code: 'cancelled' });
    expect(bench.session.state.signingIn).toBe(bench.server.origin);
  });

  it('leads to the provider’s profile page once it is done, which the local workspace has none of (product 2)', async () => {
    await bench.session.start();
    expect(() => bench.session.profileUrl('plan')).toThrow(expect.objectContaining({ code: 'unprocessable' }));
    await bench.session.logout();
    await (
      await comeBackAs(ann)
    ).signedIn;
    expect(bench.session.profileUrl('plan').href).toBe(`${bench.server.origin}/provider/account?tab=plan`);
  });
});

describe('S31 the next start without the token', () => {
  it.each([
    ['hangs', 'The keychain did not answer.'],
    ['refuses', 'The keychain could not be used.'],
    ['works', 'The keychain no longer holds your sign-in.'],
  ] as const)('S31 F31 says so when the keychain %s, and keeps what was decided', async (mood, words) => {
    await (
      await comeBackAs(ann)
    ).signedIn;
    bench.secrets.mood = mood;
    bench.secrets.kept.clear();
    const started = bench.restart();
    const end = eventually(() => expect(bench.session.state.status).toBe('signedOut'));
    const pass = setInterval(() => bench.clock.advance(5000), 5);
    await Promise.all([started, end]);
    clearInterval(pass);
    expect(bench.session.state.reason).toBe(`${words} Sign in again; your decisions are safe.`);
  });
});
