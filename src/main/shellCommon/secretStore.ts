import type { Log, SecretStore } from '#main/ports.ts';
import { AppError } from '#shared/errors.ts';

/** The part of keytar that we use. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** How long the system's keychain may take for one answer; it may be waiting for a prompt that nobody can see (S30). */
export const keychainDeadlineMs = 5000;

const service = 'winnow';
const noAnswer = 'This computer’s keychain did not respond.';

/**
 * The system's keychain if it answers in time, otherwise memory until the process ends (S29). Never writes a secret to
 * disk. Never rejects. Loading and the first answer share one deadline.
 */
export async function openSecretStore(
  load: () => Promise<Keychain>,
  log: Log,
  deadlineMs: number = keychainDeadlineMs,
): Promise<SecretStore> {
  const probe = async (): Promise<Keychain> => {
    const keychain = await load();
    await keychain.getPassword(service, 'probe');
    return keychain;
  };
  const probing = probe();
  try {
    return keychainStore(await withDeadline(probing, deadlineMs, noAnswer), deadlineMs);
  } catch (error) {
    const { code, message } = problemOf(error);
    if (code === 'timeout') endInSpiteOf(probing);
    log.warn('keychain.unavailable', { reason: code });
    return memoryStore(message);
  }
}

/**
 * The same while it is being opened, so that only those who need a secret wait for a slow keychain. Until then it
 * counts as memory.
 */
export function openSecretStoreSoon(load: () => Promise<Keychain>, log: Log): SecretStore {
  let opened: SecretStore = memoryStore('This computer’s keychain has not responded yet.');
  const opening = openSecretStore(load, log).then((store) => (opened = store));
  return {
    get backend() {
      return opened.backend;
    },
    get problem() {
      return opened.problem;
    },
    get: async (account) => (await opening).get(account),
    set: async (account, secret) => (await opening).set(account, secret),
    delete: async (account) => (await opening).delete(account),
  };
}

/** keytar, an optional dependency: rejects if it is not installed or its native part does not load. */
export async function loadKeytar(): Promise<Keychain> {
  try {
    const { default: keytar } = await import('keytar');
    return keytar;
  } catch (error) {
    throw new AppError('unavailable', 'Support for this computer’s keychain is not installed.', { cause: error });
  }
}

function keychainStore(keychain: Keychain, deadlineMs: number): SecretStore {
  /**
   * The call that did not answer. Each blocks one of the process's few threads for good, so no other is made meanwhile.
   */
  let stuck: Promise<unknown> | null = null;

  async function ask<T>(work: () => Promise<T>): Promise<T> {
    if (stuck !== null) throw new AppError('timeout', noAnswer);
    const asked = work();
    try {
      return await withDeadline(asked, deadlineMs, noAnswer);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'timeout') {
        const release = (): void => {
          stuck = null;
        };
        stuck = asked.then(release, release);
        endInSpiteOf(asked);
      }
      throw problem;
    }
  }

  return {
    backend: 'keychain',
    problem: '',
    get: (account) => ask(() => keychain.getPassword(service, account)),
    set: (account, secret) => ask(() => keychain.setPassword(service, account, secret)),
    delete: async (account) => {
      await ask(() => keychain.deletePassword(service, account));
    },
  };
}

/**
 * A hanging call blocks a thread, and Node waits for its threads when it exits: for ever, if a keychain never answers
 * (F29).
 */
function endInSpiteOf(call: Promise<unknown>): void {
  process.once('exit', endNow);
  const keep = (): void => {
    process.off('exit', endNow);
  };
  call.then(keep, keep);
}

/** By now everything is saved: the process is replaced by one that exits with the same code. */
function endNow(code: number): void {
  if (process.platform === 'win32') process.kill(process.pid, 'SIGKILL');
  else process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
}

/** A keychain failure in words for the user. libsecret reports it only as text. */
function problemOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const text = error instanceof Error ? error.message : '';
  const isLocked = /locked|dismissed|prompt/i.test(text);
  const message = isLocked ? 'This computer’s keychain is locked.' : 'This computer has no keychain that responds.';
  return new AppError('unavailable', message, { cause: error });
}

/** Keeps secrets until the process ends. */
function memoryStore(problem: string): SecretStore {
  const secrets = new Map<string, string>();
  return {
    backend: 'memory',
    problem,
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => {
      secrets.set(account, secret);
    },
    delete: async (account) => {
      secrets.delete(account);
    },
  };
}

/** The work's outcome, or `timeout` with that message if it takes longer than `ms`. The work itself is not stopped. */
async function withDeadline<T>(work: Promise<T>, ms: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AppError('timeout', message));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
