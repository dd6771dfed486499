import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomically } from '#node/atomicFile.ts';
import type { Log } from '../ports.ts';

const landedListSchema = z.object({
  id: z.number(),
  name: z.string(),
  added: z.number(),
  leftOut: z.number().default(0),
  known: z.number().default(0),
});

/** What main remembers between starts and nobody sets: never a token, and none of the user's data except list names. */
const schema = z.object({
  /** The user has logged out; the next start asks again (product 17.1). */
  signedOut: z.boolean().default(false),
  /** Where the token was last kept; in another place the user must sign in again (S31). */
  secretBackend: z.enum(['keychain', 'memory', '']).default(''),
  /** Outdated secrets that may still be in the keychain; the next start tries to remove them. */
  forgetSecrets: z.array(z.string()).default([]),
  /** The latest scheduled time (ISO 8601) for which the refresh was made. */
  refreshedFor: z.string().default(''),
  /** When the refresh of the local workspace was made last (ISO 8601), by the clock or by the user. */
  refreshedAt: z.string().default(''),
  /** Account → newest digest week that was announced. */
  landed: z.record(z.string(), z.string()).default({}),
  /** A notification kept back by quiet hours. */
  heldNote: z
    .object({ week: z.string(), lists: z.array(landedListSchema) })
    .nullable()
    .default(null),
  /** Temporary files of running exports, as absolute paths; a crash leaves them, the next start removes them. */
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
   * Changes some of it and resolves when that is on disk. A failed write is logged and changes nothing else: the state
   * can be found out again, or at worst the user is asked again.
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

  /** Resolves when every change is on disk. */
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
