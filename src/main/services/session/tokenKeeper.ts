import { AppError } from '#shared/errors.ts';
import type { Clock, Log, SecretStore } from '../../ports.ts';
import { within } from '../api/deadline.ts';
import type { StateFile } from '../stateFile.ts';

/** How long a keychain may take before Winnow continues without it, in milliseconds (S30). */
const keychainDeadlineMs = 5000;
const noAnswer = 'The keychain did not answer.';

/**
 * Keeps tokens in the shell's secret store, and in memory if that fails, hangs or forgets (S29, S30). Never on disk. A
 * key names the workspace or server; it is not secret.
 */
export class TokenKeeper {
  readonly #secrets: SecretStore;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #state: StateFile;
  readonly #memory = new Map<string, string>();

  constructor(secrets: SecretStore, clock: Clock, log: Log, state: StateFile) {
    this.#secrets = secrets;
    this.#clock = clock;
    this.#log = log;
    this.#state = state;
  }

  /** The token kept under a key, if it can be read in time; `problem` says why the keychain could not be read. */
  async read(key: string): Promise<{ readonly token: string | null; readonly problem: string }> {
    const kept = this.#memory.get(key);
    if (kept !== undefined) return { token: kept, problem: '' };
    const { value, problem } = await this.#try('read', () => this.#secrets.get(key));
    return { token: value ?? null, problem: problem === '' ? this.#secrets.problem : problem };
  }

  /** Writes, reads back, and only then says where the token is (S30). */
  async keep(
    key: string,
    token: string,
  ): Promise<{ readonly tokenKeptIn: 'keychain' | 'memory'; readonly keychainProblem: string }> {
    const { value: written, problem } = await this.#try('write', async () => {
      await this.#secrets.set(key, token);
      return (await this.#secrets.get(key)) === token;
    });
    if (written === true) this.#memory.delete(key);
    else this.#memory.set(key, token);
    const tokenKeptIn = written === true ? this.#secrets.backend : 'memory';
    const others = this.#state.value.forgetSecrets.filter((other) => other !== key);
    // A keychain that did not answer may have an older token, perhaps another user's: no start may use it (S31).
    const forgetSecrets = tokenKeptIn === 'keychain' ? others : [...others, key];
    await this.#state.update({ secretBackend: tokenKeptIn, forgetSecrets });
    if (tokenKeptIn === 'keychain') return { tokenKeptIn, keychainProblem: '' };
    const lost = written === false ? 'Your sign-in couldn’t be stored in the keychain.' : problem;
    return { tokenKeptIn, keychainProblem: lost === '' ? this.#secrets.problem : lost };
  }

  /** Removes a token, or only this exact one; if the keychain does not answer, the next start tries again. */
  async forget(key: string, token?: string): Promise<void> {
    if (token === undefined || this.#memory.get(key) === token) this.#memory.delete(key);
    const { value: removed } = await this.#try('delete', async () => {
      if (token === undefined || (await this.#secrets.get(key)) === token) await this.#secrets.delete(key);
      return true;
    });
    const others = this.#state.value.forgetSecrets.filter((other) => other !== key);
    // If the shell found no keychain that answers, we cannot know what is in it.
    const isGone = removed === true && this.#secrets.backend === 'keychain';
    const forgetSecrets = isGone ? others : [...others, key];
    if (forgetSecrets.length !== this.#state.value.forgetSecrets.length) await this.#state.update({ forgetSecrets });
  }

  /** Removes what an earlier start could not. */
  async forgetLeftovers(): Promise<void> {
    for (const key of this.#state.value.forgetSecrets) await this.forget(key);
  }

  async #try<T>(action: string, work: () => Promise<T>): Promise<{ readonly value?: T; readonly problem: string }> {
    try {
      return { value: await within(this.#clock, keychainDeadlineMs, noAnswer, work()), problem: '' };
    } catch (error) {
      this.#log.warn('secrets.failed', { action, code: error instanceof AppError ? error.code : 'refused' });
      return { problem: error instanceof AppError ? error.message : 'The keychain could not be used.' };
    }
  }
}
