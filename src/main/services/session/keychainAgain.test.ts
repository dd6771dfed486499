import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestSecrets } from '../testing/memoryPorts.ts';
import { SessionBench } from '../testing/sessionBench.ts';

// Real files and sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const ann = 7;
const bob = 8;

let bench: SessionBench;
beforeEach(async () => {
  bench = await SessionBench.start();
});
afterEach(async () => {
  await bench.stop();
});

async function signInAs(user: number): Promise<void> {
  const { signedIn, state } = await bench.beginSignIn();
  const token = `server-token-of-${user}`;
  bench.tokens.set(token, user);
  await bench.session.completeSignIn({ kind: 'signIn', token, state });
  await signedIn;
}

/** Ann signs in and quits; the next start finds no keychain that answers. */
async function withoutKeychain(): Promise<TestSecrets> {
  await signInAs(ann);
  const keychain = bench.secrets;
  bench.secrets = new TestSecrets('memory');
  await bench.restart();
  expect(bench.session.state.status).toBe('signedOut');
  return keychain;
}

describe('S31 a keychain that is there again', () => {
  it('S31 does not sign in whoever was there before the one who was signed in last', async () => {
    const keychain = await withoutKeychain();
    await signInAs(bob);
    expect(bench.session.state).toMatchObject({ account: `${bench.server.origin}#${bob}`, tokenKeptIn: 'memory' });
    bench.secrets = keychain;
    await bench.restart();
    expect(bench.session.state).toMatchObject({ status: 'signedOut', place: 'server', user: null });
    expect(bench.session.state.reason).toContain('kept in memory');
    expect(keychain.kept.size).toBe(0);
  });

  it('S32 loses the token of who has logged out meanwhile', async () => {
    const keychain = await withoutKeychain();
    await bench.session.logout();
    await bench.restart();
    expect(keychain.kept.size).toBe(1);
    bench.secrets = keychain;
    await bench.restart();
    expect(keychain.kept.size).toBe(0);
  });
});
