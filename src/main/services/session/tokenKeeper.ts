import { AppError } from '#shared/errors.ts';
import type { Clock, Log, SecretStore } from '../../ports.ts';
import { within } from '../api/deadline.ts';
import type { StateFile } from '../stateFile.ts';

/** How long a keychain may take before Winnow goes on without it, in milliseconds (S30). */
const keychainDeadlineMs = 5000;

/**
 * Keeps tokens in the shell's secret store, and in memory where that fails, hangs or forgets (S29, S30). Never on disk.
 * A key names workspace or server; it is no secret.
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

  /** The token kept under a key, if any can be had in time. */
  async read(key: string): Promise<string | null> {
    const kept = this.#memory.get(key);
    if (kept !== undefined) return kept;
    return await this.#try('read', null, () => this.#secrets.get(key));
  }

  /** Writes, reads back, and only then says where the token lies (S30). */
  async keep(key: string, token: string): Promise<'keychain' | 'memory'> {
    const written = await this.#try('write', false, async () => {
      await this.#secrets.set(key, token);
      return (await this.#secrets.get(key)) === token;
    });
    if (!written) this.#memory.set(key, token);
    else this.#memory.delete(key);
    const place = written ? this.#secrets.backend : 'memory';
    const forgetSecrets = this.#state.value.forgetSecrets.filter((other) => other !== key);
    await this.#state.update({ secretBackend: place, forgetSecrets });
    return place;
  }

  /** Removes a token; where the keychain does not answer, the next start tries again. */
  async forget(key: string): Promise<void> {
    this.#memory.delete(key);
    const removed = await this.#try('delete', false, async () => {
      await this.#secrets.delete(key);
      return true;
    });
    const others = this.#state.value.forgetSecrets.filter((other) => other !== key);
    const forgetSecrets = removed ? others : [...others, key];
    if (forgetSecrets.length !== this.#state.value.forgetSecrets.length) await this.#state.update({ forgetSecrets });
  }

  /** Removes what an earlier start could not. */
  async forgetLeftovers(): Promise<void> {
    for (const key of this.#state.value.forgetSecrets) await this.forget(key);
  }

  async #try<T>(action: string, otherwise: T, work: () => Promise<T>): Promise<T> {
    try {
      return await within(this.#clock, keychainDeadlineMs, 'The keychain did not answer.', work());
    } catch (error) {
      this.#log.warn('secrets.failed', { action, code: error instanceof AppError ? error.code : 'refused' });
      return otherwise;
    }
  }
}
