import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendJson, TestServer } from '#main/services/testing/httpServer.ts';
import { plainConfig, plainUser } from '#main/services/testing/records.ts';
import { homeEnv, startKeyringBus, whyNoKeyring, type KeyringBus } from './keyring/keyringBus.ts';
import { startShellProcess, type ShellProcess } from './keyring/shellProcess.ts';

// Processes, a keyring that hangs for five seconds, and a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const token = 'the-token-of-the-keyring-test-0123456789ab';
const why = await whyNoKeyring();

let home: string;
let server: TestServer;
let buses: KeyringBus[];
let shells: ShellProcess[];

beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'winnow-keyring-'));
  buses = [];
  shells = [];
  server = await TestServer.start((request, response) => {
    if (request.path === '/api/config') sendJson(response, 200, plainConfig(server.origin));
    else if (request.headers.authorization === `Bearer ${token}`) sendJson(response, 200, plainUser);
    else sendJson(response, 401, { code: 'unauthenticated', detail: 'Sign in first.' });
  });
});
afterEach(async () => {
  for (const shell of shells) await shell.stop();
  for (const bus of buses) await bus.stop();
  await server.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

async function bus(kind: Parameters<typeof startKeyringBus>[1]): Promise<KeyringBus> {
  const started = await startKeyringBus(home, kind);
  buses.push(started);
  return started;
}

/** Winnow on the user's bus; what was started before has to be stopped first. */
async function winnow(address: string): Promise<ShellProcess> {
  const env = { ...homeEnv(home), DBUS_SESSION_BUS_ADDRESS: address };
  const shell = await startShellProcess(path.join(home, 'workspace'), env);
  shells.push(shell);
  return shell;
}

/** Signs in to the test's server as a browser would; resolves with the session. */
async function signIn(shell: ShellProcess): Promise<unknown> {
  await shell.call('session.logout', null);
  const signedIn = shell.call('session.signIn', { server: server.origin });
  const page = await shell.opened();
  expect(await shell.comeBack(token, page.searchParams.get('state') ?? '')).toBe('/signed-in');
  return await signedIn;
}

/** The files below the user's home that hold the token in some form. */
function filesWithToken(): string[] {
  const forms = [
    Buffer.from(token),
    Buffer.from(token, 'utf16le'),
    // Base64 of the token wherever in a text it may begin: what does not depend on its neighbours.
    ...[0, 1, 2].map((shift) => Buffer.from(Buffer.from(token.slice(shift)).toString('base64').slice(0, -4))),
  ];
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return forms.some((form) => bytes.includes(form));
    });
}

/** What the keyring holds for Winnow, asked by another process. */
function keptSecrets(address: string): string {
  const script = `const { default: k } = await import('keytar'); console.log(JSON.stringify(await k.findCredentials('winnow')))`;
  const env = { ...homeEnv(home), DBUS_SESSION_BUS_ADDRESS: address };
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
}

/** The local workspace can be opened and searched. */
async function localWorks(shell: ShellProcess): Promise<void> {
  expect(await shell.call('session.openLocal', null)).toMatchObject({ status: 'signedIn', tokenKeptIn: 'memory' });
  const found = await shell.call('api.request', {
    endpoint: 'searchCompanies',
    params: {},
    query: {},
    body: null,
    replaces: '',
  });
  expect(found).toMatchObject({ value: { count: 0 } });
}

describe.skipIf(why !== '')(`a real keyring${why === '' ? '' : ` (skipped: ${why})`}`, () => {
  test('S27 S29 S30 S32 holds the token and nothing else does, over a restart, until the logout', async () => {
    const { address } = await bus('unlocked');
    const first = await winnow(address);
    expect(await signIn(first)).toMatchObject({ status: 'signedIn', tokenKeptIn: 'keychain', keychainProblem: '' });
    expect(keptSecrets(address)).toContain(token);
    expect(filesWithToken()).toEqual([]);
    await first.stop();
    expect(filesWithToken()).toEqual([]);
    const second = await winnow(address);
    expect(await second.call('session.get', null)).toMatchObject({ status: 'signedIn', server: server.origin });
    await second.call('session.logout', null);
    expect(keptSecrets(address)).not.toContain(token);
    await second.stop();
    expect(await (await winnow(address)).call('session.get', null)).toMatchObject({ status: 'signedOut', reason: '' });
  });

  test('S30 S31 F31 that is locked at the next start is told, and the local workspace works', async () => {
    const unlocked = await bus('unlocked');
    const first = await winnow(unlocked.address);
    await signIn(first);
    await first.stop();
    await unlocked.stop();
    const shell = await winnow((await bus('locked')).address);
    const state = await shell.call('session.get', null);
    expect(state.status).toBe('signedOut');
    expect(state.reason).toMatch(/keychain.*Sign in again; your decisions are safe\.$/);
    expect(await signIn(shell)).toMatchObject({ status: 'signedIn', tokenKeptIn: 'memory' });
    expect((await shell.call('session.get', null)).keychainProblem).toMatch(/keychain/);
    expect(filesWithToken()).toEqual([]);
    await localWorks(shell);
  });

  test.each(['no bus', 'no service'] as const)('S29 S30 %s: the token stays in memory, and says so', async (kind) => {
    const address = kind === 'no bus' ? `unix:path=${home}/no-such-bus` : (await bus('none')).address;
    const shell = await winnow(address);
    expect(await signIn(shell)).toMatchObject({
      status: 'signedIn',
      tokenKeptIn: 'memory',
      keychainProblem: 'This computer has no keychain that responds.',
    });
    expect(filesWithToken()).toEqual([]);
    await localWorks(shell);
  });

  test('S30 F29 F31 that hangs is given up after five seconds, blocks nothing, and does not keep Winnow from ending', async () => {
    const keyring = await bus('unlocked');
    const first = await winnow(keyring.address);
    await signIn(first);
    await first.stop();
    keyring.freeze();
    const shell = await winnow(keyring.address);
    const state = await shell.call('session.get', null);
    expect(state).toMatchObject({ status: 'signedOut' });
    expect(state.reason).toContain('This computer’s keychain did not respond.');
    // Five seconds of the keychain and the start itself, on a machine that may be busy.
    expect(shell.startMs).toBeLessThan(60_000);
    expect(await signIn(shell)).toMatchObject({ status: 'signedIn', tokenKeptIn: 'memory' });
    await localWorks(shell);
    // The keychain's own patience is 25 seconds a step, and Node would wait for it.
    const ending = performance.now();
    expect(await shell.stop()).toBe(0);
    expect(performance.now() - ending).toBeLessThan(20_000);
  });
});
