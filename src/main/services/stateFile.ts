import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomically } from '#node/atomicFile.ts';
import type { Log } from '../ports.ts';

const landedListSchema = z.object({ id: z.number(), name: z.string(), added: z.number() });

/**
 * What main remembers between starts and nobody sets: never a token, never anything of the user's data but list names.
 */
const schema = z.object({
  /** The user has logged out; the next start asks again (product 17.1). */
  signedOut: z.boolean().default(false),
  /** Where the token was kept last; another place means signing in again (S31). */
  secretBackend: z.enum(['keychain', 'memory', '']).default(''),
  /** Secrets that the keychain may still hold and that are out of date; the next start tries to remove them. */
  forgetSecrets: z.array(z.string()).default([]),
  /** The scheduled moment (ISO 8601) up to which refreshes were made. */
  refreshedFor: z.string().default(''),
  /** Account → newest digest week that was announced. */
  landed: z.record(z.string(), z.string()).default({}),
  /** A notification kept back by quiet hours. */
  heldNote: z
    .object({ week: z.string(), lists: z.array(landedListSchema) })
    .nullable()
    .default(null),
  /** Temporary files of exports under way, absolute; a crash leaves them, the next start removes them. */
  exportTemporaries: z.array(z.string()).default([]),
});
export type MainState = z.infer<typeof schema>;

/** The file `main-state.json` in the workspace's folder. Read once, kept in memory, written whole and in order. */
export class StateFile {
  readonly #path: string;
  readonly #log: Log;
  #value: MainState;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
    this.#value = this.#read();
  }

  get value(): Readonly<MainState> {
    return this.#value;
  }

  /**
   * Changes some of it and resolves when that is on disk. A failure to write goes to the log and changes nothing else:
   * what is kept here can be found out again, or at worst is asked again.
   */
  async update(patch: Partial<MainState>): Promise<void> {
    this.#value = { ...this.#value, ...patch };
    this.#writing = this.#write(this.#writing);
    await this.#writing;
  }

  async #write(earlier: Promise<void>): Promise<void> {
    await earlier;
    try {
      await writeFileAtomically(this.#path, `${JSON.stringify(this.#value, null, 2)}\n`);
    } catch (error) {
      this.#log.error('state.write', error);
    }
  }

  /** Resolves when everything that was changed is on disk. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  #read(): MainState {
    try {
      return schema.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) this.#log.error('state.read', error);
      return schema.parse({});
    }
  }
}
