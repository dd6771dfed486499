import type { Log, SecretStore } from '#main/ports.ts';
import { withDeadline } from './deadline.ts';

/** The part of keytar that is used. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** How long the system's keychain may take over one answer; it may wait for a prompt that nobody can see (S30). */
export const keychainDeadlineMs = 5000;

const service = 'winnow';

/** keytar, an optional dependency: rejects where it is not installed or its native part does not load. */
export async function loadKeytar(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

/**
 * The system's keychain where it answers in time, else memory until the process ends (S29). Never writes a secret to
 * disk. Never rejects.
 */
export async function openSecretStore(
  load: () => Promise<Keychain>,
  log: Log,
  deadlineMs: number = keychainDeadlineMs,
): Promise<SecretStore> {
  try {
    const keychain = await withDeadline(load(), deadlineMs, 'The keychain does not load.');
    await withDeadline(keychain.getPassword(service, 'probe'), deadlineMs, 'The keychain does not answer.');
    return keychainStore(keychain, deadlineMs);
  } catch (error) {
    log.warn('keychain.unavailable', { reason: error instanceof Error ? error.name : 'unknown' });
    return memoryStore();
  }
}

function keychainStore(keychain: Keychain, deadlineMs: number): SecretStore {
  const inTime = <T>(work: Promise<T>): Promise<T> => withDeadline(work, deadlineMs, 'The keychain does not answer.');
  return {
    backend: 'keychain',
    get: (account) => inTime(keychain.getPassword(service, account)),
    set: (account, secret) => inTime(keychain.setPassword(service, account, secret)),
    delete: async (account) => {
      await inTime(keychain.deletePassword(service, account));
    },
  };
}

/** Keeps secrets until the process ends. */
function memoryStore(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    backend: 'memory',
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => {
      secrets.set(account, secret);
    },
    delete: async (account) => {
      secrets.delete(account);
    },
  };
}
