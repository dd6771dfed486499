import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionBench } from '../testing/sessionBench.ts';
import { TestSecrets } from '../testing/memoryPorts.ts';
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

describe('the local workspace', () => {
  it('is signed in at the first start; configuration first, then the user (product 4)', async () => {
    expect(() => bench.session.client()).toThrow('Configuration not initialized yet.');
    expect(() => bench.session.config).toThrow(expect.objectContaining({ code: 'not_initialized' }));
    await bench.session.start();
    expect(bench.session.state).toMatchObject({
      status: 'signedIn',
      place: 'local',
      account: 'local#1',
      tokenKeptIn: 'keychain',
      reason: '',
    });
    expect(bench.local.seen.map(({ path }) => path)).toEqual(['/api/config', '/api/users/me/']);
    expect([...bench.secrets.kept.values()]).toEqual(['local-token-1']);
  });

  it('keeps its token over a restart, and asks for another when that one is no longer good', async () => {
    await bench.session.start();
    await bench.restart();
    expect(bench.issued).toBe(1);
    bench.tokens.clear();
    await bench.restart();
    expect(bench.issued).toBe(2);
    expect(bench.session.state.status).toBe('signedIn');
  });

  it('stays signed out after a logout, also over a restart, until it is opened again', async () => {
    await bench.session.start();
    const client = bench.session.client();
    await bench.session.logout();
    expect(bench.session.state).toMatchObject({ status: 'signedOut', reason: '' });
    expect(bench.secrets.kept.size).toBe(0);
    await expect(client.request('getMe')).rejects.toMatchObject({ code: 'cancelled' });
    expect(() => bench.session.client()).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
    await bench.restart();
    expect(bench.session.state.status).toBe('signedOut');
    await bench.session.openLocal();
    await bench.restart();
    expect(bench.session.state.status).toBe('signedIn');
  });

  it('S49 a 401 or 403 on any call ends the session with a reason and forgets the token (product 8)', async () => {
    await bench.session.start();
    const client = bench.session.client();
    bench.tokens.clear();
    await expect(client.request('getCompany', { params: { id: 1 } })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(bench.session.state).toMatchObject({ status: 'signedOut' });
    expect(bench.session.state.reason).toContain('session has ended');
    await eventually(() => expect(bench.secrets.kept.size).toBe(0));
    expect(bench.heard.filter(({ name }) => name === 'session.changed')).toHaveLength(2);
  });
});

describe('the keychain', () => {
  it.each(['refuses', 'forgets'] as const)('S29 S30 that %s leaves the token in memory, and says so', async (mood) => {
    bench.secrets.mood = mood;
    await bench.session.start();
    expect(bench.session.state).toMatchObject({ status: 'signedIn', tokenKeptIn: 'memory' });
  });

  it('S30 F31 that hangs is given up after 5 s each time', async () => {
    bench.secrets.mood = 'hangs';
    const started = bench.session.start();
    const end = eventually(() => expect(bench.session.state.status).toBe('signedIn'));
    const pass = setInterval(() => bench.clock.advance(5000), 5);
    await Promise.all([started, end]);
    clearInterval(pass);
    expect(bench.session.state.tokenKeptIn).toBe('memory');
  });

  it('S27 S28 keeps the token out of the log, the settings, the state file and every event', async () => {
    await bench.session.start();
    await bench.session.logout();
    await bench.session.openLocal();
    const written = [
      JSON.stringify(bench.log.lines),
      JSON.stringify(bench.store.stored),
      readFileSync(join(bench.folder, 'main-state.json'), 'utf8'),
      JSON.stringify(bench.heard),
      JSON.stringify(bench.session.state),
    ];
    for (const text of written) expect(text).not.toContain('local-token');
  });

  it('tries again at the next start to remove a token that it could not remove', async () => {
    await bench.session.start();
    bench.secrets.mood = 'refuses';
    await bench.session.logout();
    expect(bench.secrets.kept.size).toBe(1);
    bench.secrets.mood = 'works';
    await bench.restart();
    expect(bench.secrets.kept.size).toBe(0);
  });
});

describe('signing in to a server', () => {
  it('opens the provider’s page and ends with its callback', async () => {
    const { signedIn, state } = await bench.beginSignIn();
    const page = bench.loginPage();
    expect(`${page.origin}${page.pathname}`).toBe(`${bench.server.origin}/provider/login`);
    expect(page.searchParams.get('redirect')).toBe('winnow://auth');
    expect(state.length).toBeGreaterThanOrEqual(22);
    bench.tokens.set('server-token', 9);
    expect(await bench.session.completeSignIn({ kind: 'signIn', token: 'server-token', state })).toBe(true);
    expect(await signedIn).toMatchObject({
      status: 'signedIn',
      place: 'server',
      server: bench.server.origin,
      account: `${bench.server.origin}#9`,
    });
    await bench.restart();
    expect(bench.session.state).toMatchObject({ status: 'signedIn', account: `${bench.server.origin}#9` });
  });

  it('S34 takes no callback that it did not ask for, no wrong state, no second use, none after ten minutes', async () => {
    await bench.session.start();
    bench.tokens.set('server-token', 9);
    const callback = (state: string) => bench.session.completeSignIn({ kind: 'signIn', token: 'server-token', state });
    expect(await callback('')).toBe(false);
    await bench.session.logout();
    const first = await bench.beginSignIn();
    expect(await callback('x'.repeat(first.state.length))).toBe(false);
    expect(await bench.session.completeSignIn({ kind: 'unknown' })).toBe(false);
    expect(await callback(first.state)).toBe(true);
    expect(await callback(first.state)).toBe(false);
    await bench.session.openLocal();
    const second = await bench.beginSignIn();
    expect(bench.session.state.signingIn).toBe(bench.server.origin);
    bench.clock.advance(600_001);
    expect(await callback(second.state)).toBe(false);
    await expect(second.signedIn).rejects.toMatchObject({ code: 'timeout' });
    expect(bench.session.state).toMatchObject({ place: 'local', signingIn: '', replacement: null });
  });

  it('leaves the session as it is when the provider’s token is not good', async () => {
    await bench.session.start();
    const { signedIn, state } = await bench.beginSignIn();
    expect(await bench.session.completeSignIn({ kind: 'signIn', token: 'made-up', state })).toBe(false);
    await expect(signedIn).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(bench.session.state).toMatchObject({ status: 'signedIn', place: 'local' });
  });

  it('is replaced by a newer sign-in, and given up when the local workspace is opened', async () => {
    const first = await bench.beginSignIn();
    const second = await bench.beginSignIn();
    await expect(first.signedIn).rejects.toMatchObject({ code: 'cancelled' });
    await bench.session.openLocal();
    await expect(second.signedIn).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('refuses an unprotected address, and a server that names no provider', async () => {
    await expect(bench.session.signIn('http://winnow.example')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(bench.session.signIn(bench.local.origin)).rejects.toMatchObject({ code: 'unprocessable' });
    expect(bench.opener.opened).toEqual([]);
  });

  it('S31 asks to sign in again when the keychain that held the token is another one', async () => {
    const { state } = await bench.beginSignIn();
    bench.tokens.set('server-token', 9);
    await bench.session.completeSignIn({ kind: 'signIn', token: 'server-token', state });
    bench.secrets.kept.clear();
    await bench.restart();
    expect(bench.session.state).toMatchObject({ status: 'signedOut', place: 'server', server: bench.server.origin });
    expect(bench.session.state.reason).toContain('keychain');
  });

  it('waits at the start for a server that cannot be reached', async () => {
    const { state } = await bench.beginSignIn();
    bench.tokens.set('server-token', 9);
    await bench.session.completeSignIn({ kind: 'signIn', token: 'server-token', state });
    const answers = bench.server.seen.length;
    bench.server.answerWith((_, response) => void response.socket?.resetAndDestroy());
    await bench.restart();
    expect(bench.session.state.status).toBe('starting');
    expect(bench.session.state.reason).not.toBe('');
    expect(bench.connection.state.status).toBe('lost');
    bench.clock.advance(5000);
    await bench.server.received(answers + 2);
    await bench.session.openLocal();
    expect(bench.session.state).toMatchObject({ status: 'signedIn', place: 'local' });
  });
});

it('the admin site gets the token in its query, from a server only (product 2)', async () => {
  await bench.session.start();
  expect(bench.session.adminUrl()).toBeNull();
  await bench.session.logout();
  expect(() => bench.session.adminUrl()).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

it('a shell without a keychain signs in to memory', async () => {
  const other = await SessionBench.start(new TestSecrets('memory'));
  await other.session.start();
  expect(other.session.state).toMatchObject({ status: 'signedIn', tokenKeptIn: 'memory' });
  await other.stop();
});
