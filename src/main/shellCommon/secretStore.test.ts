import { describe, expect, test, vi } from 'vitest';
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

const notInstalled = new AppError('unavailable', 'Support for this computer’s keychain is not installed.');
const fails = (words: string) => async () => keychainWith(async () => Promise.reject(new Error(words))).keychain;

const works = async (): Promise<void> => undefined;
const hangs = (): Promise<void> => new Promise(() => undefined);

describe('S29 where a secret is kept', () => {
  test('S29 in the keychain where it answers', async () => {
    const { keychain, kept } = keychainWith(works);
    const store = await openSecretStore(async () => keychain, recordingLog());
    expect(store).toMatchObject({ backend: 'keychain', problem: '' });
    await store.set('local#1', 'the token');
    expect(await store.get('local#1')).toBe('the token');
    expect([...kept]).toEqual([['winnow/local#1', 'the token']]);
    await store.delete('local#1');
    expect(await store.get('local#1')).toBeNull();
  });

  test.for([
    [
      'is not installed',
      async () => Promise.reject(notInstalled),
      'Support for this computer’s keychain is not installed.',
    ],
    [
      'has no bus',
      fails('Cannot autolaunch D-Bus without X11 $DISPLAY'),
      'This computer has no keychain that responds.',
    ],
    ['is locked', fails('Cannot create an item in a locked collection'), 'This computer’s keychain is locked.'],
    ['hangs', async () => keychainWith(hangs).keychain, 'This computer’s keychain did not respond.'],
    ['hangs while it loads', () => new Promise<Keychain>(() => undefined), 'This computer’s keychain did not respond.'],
  ] as [string, () => Promise<Keychain>, string][])('S29 in memory where keytar %s', async ([, load, problem]) => {
    const log = recordingLog();
    const store = await openSecretStore(load, log, 30);
    expect(store).toMatchObject({ backend: 'memory', problem });
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

  test('S30 a call that hangs is the only one: each would take one of the process’s few threads for good', async () => {
    let asked = 0;
    const late = Promise.withResolvers<void>();
    let hung = false;
    const { keychain } = keychainWith(async () => {
      asked += 1;
      if (hung) await late.promise;
    });
    const store = await openSecretStore(async () => keychain, recordingLog(), 30);
    hung = true;
    for (let i = 0; i < 6; i++) await expect(store.get('a')).rejects.toMatchObject({ code: 'timeout' });
    expect(asked).toBe(2);
    hung = false;
    late.resolve();
    await vi.waitFor(async () => expect(await store.get('a')).toBeNull(), { timeout: 15_000 });
  });

  test('S30 what a keychain refuses later is told in words', async () => {
    let words = '';
    const { keychain } = keychainWith(async () => {
      if (words !== '') throw new Error(words);
    });
    const store = await openSecretStore(async () => keychain, recordingLog());
    words = 'Cannot get secret of a locked object';
    await expect(store.get('a')).rejects.toThrow('This computer’s keychain is locked.');
    words = 'The name org.freedesktop.secrets was not provided by any .service files';
    await expect(store.set('a', 'b')).rejects.toThrow('This computer has no keychain that responds.');
  });

  test('keytar loads, or says that it is not there', async () => {
    const loaded = await loadKeytar().catch(() => null);
    if (loaded !== null) expect(typeof loaded.getPassword).toBe('function');
  });
});
