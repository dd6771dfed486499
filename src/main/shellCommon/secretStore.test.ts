import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { Log } from '#main/ports.ts';
import { keychainDeadlineMs, loadKeytar, openSecretStore, type Keychain } from './secretStore.ts';

function recordingLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const line = (...parts: unknown[]): void => {
    lines.push(JSON.stringify(parts));
  };
  return { lines, info: line, warn: line, error: line };
}

/** A keychain in memory; `fault` decides what happens before each answer. */
function keychainWith(fault: (method: string) => Promise<void>): { keychain: Keychain; kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    keychain: {
      getPassword: async (service, account) => {
        await fault('get');
        return kept.get(`${service}/${account}`) ?? null;
      },
      setPassword: async (service, account, secret) => {
        await fault('set');
        kept.set(`${service}/${account}`, secret);
      },
      deletePassword: async (service, account) => {
        await fault('delete');
        return kept.delete(`${service}/${account}`);
      },
    },
  };
}

const works = async (): Promise<void> => undefined;
const hangs = (): Promise<void> => new Promise(() => undefined);

describe('S29 where a secret is kept', () => {
  test('S29 in the keychain where it answers', async () => {
    const { keychain, kept } = keychainWith(works);
    const store = await openSecretStore(async () => keychain, recordingLog());
    expect(store.backend).toBe('keychain');
    await store.set('local#1', 'the token');
    expect(await store.get('local#1')).toBe('the token');
    expect([...kept]).toEqual([['winnow/local#1', 'the token']]);
    await store.delete('local#1');
    expect(await store.get('local#1')).toBeNull();
  });

  test.for([
    ['is not installed', async () => Promise.reject(new Error("Cannot find package 'keytar'"))],
    ['has no service', async () => keychainWith(async () => Promise.reject(new Error('no D-Bus'))).keychain],
    ['hangs', async () => keychainWith(hangs).keychain],
    ['hangs while it loads', () => new Promise<Keychain>(() => undefined)],
  ] as [string, () => Promise<Keychain>][])('S29 in memory where keytar %s', async ([, load]) => {
    const log = recordingLog();
    const store = await openSecretStore(load, log, 30);
    expect(store.backend).toBe('memory');
    await store.set('local#1', 'the token');
    expect(await store.get('local#1')).toBe('the token');
    await store.delete('local#1');
    expect(await store.get('local#1')).toBeNull();
    expect(log.lines.join('')).toContain('keychain.unavailable');
    expect(log.lines.join('')).not.toContain('the token');
  });

  test('S30 a keychain that hangs later gives a timeout, five seconds by default', async () => {
    expect(keychainDeadlineMs).toBe(5000);
    let hung = false;
    const { keychain } = keychainWith(() => (hung ? hangs() : works()));
    const store = await openSecretStore(async () => keychain, recordingLog(), 30);
    hung = true;
    for (const work of [store.get('a'), store.set('a', 'b'), store.delete('a')]) {
      await expect(work).rejects.toMatchObject({ code: 'timeout' });
      await expect(work).rejects.toBeInstanceOf(AppError);
    }
  });

  test('keytar loads, or says that it is not there', async () => {
    const loaded = await loadKeytar().catch(() => null);
    if (loaded !== null) expect(typeof loaded.getPassword).toBe('function');
  });
});
