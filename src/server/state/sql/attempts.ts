import { hash } from 'node:crypto';
import { integer, text } from '#node/rows.ts';
import type { Attempt, AttemptStore } from '../port.ts';
import { listParameter, type Database, type Transaction } from './database.ts';

/** How many keys are remembered where the file cannot be written; the one unused for longest goes. */
const maxKeys = 10_000;

/**
 * Attempts in SQL. Of each key there is one number: when all of its attempts are there again. A key without one has all
 * of them.
 */
export class SqlAttempts implements AttemptStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  take(attempts: readonly Attempt[], now: number): Promise<number> {
    // In one order everywhere, so that nobody waits for each other.
    const inOrder = keyed(attempts).toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return this.#db.sharing(null, async (db) => {
      const taken: Keyed[] = [];
      for (const each of inOrder) {
        if (await takeOne(db, each, now)) {
          taken.push(each);
          continue;
        }
        for (const one of taken) await giveBackOne(db, one);
        return longestWait(db, inOrder, now);
      }
      return 0;
    });
  }

  async giveBack(attempts: readonly Attempt[]): Promise<void> {
    await this.#db.sharing(null, async (db) => {
      for (const each of keyed(attempts)) await giveBackOne(db, each);
    });
  }

  async forget(now: number): Promise<void> {
    await this.#db.run('DELETE FROM attempt WHERE team_id = :team AND full_at <= ?', now);
  }
}

async function takeOne(db: Transaction, { key, burst, everyMs }: Keyed, now: number): Promise<boolean> {
  // After a clock was put back.
  const most = now + burst * everyMs;
  await db.run('UPDATE attempt SET full_at = ? WHERE team_id = :team AND key = ? AND full_at > ?', most, key, most);
  const taken = await db.run(
    `INSERT INTO attempt (team_id, key, full_at) VALUES (:team, ?, ?)
     ON CONFLICT (team_id, key) DO UPDATE SET
       full_at = CASE WHEN attempt.full_at < ? THEN ? ELSE attempt.full_at + ? END
     WHERE attempt.full_at <= ?`,
    key,
    now + everyMs,
    now,
    now + everyMs,
    everyMs,
    now + (burst - 1) * everyMs,
  );
  return taken > 0;
}

async function giveBackOne(db: Transaction, { key, everyMs }: Keyed): Promise<void> {
  await db.run('UPDATE attempt SET full_at = full_at - ? WHERE team_id = :team AND key = ?', everyMs, key);
}

async function longestWait(db: Transaction, attempts: readonly Keyed[], now: number): Promise<number> {
  const rows = await db.all(
    { key: text, fullAt: integer },
    'SELECT key, full_at FROM attempt WHERE team_id = :team AND key IN (SELECT value FROM texts(?))',
    listParameter(attempts.map(({ key }) => key)),
  );
  const fullAt = new Map(rows.map((row) => [row.key, row.fullAt]));
  return Math.max(1, ...attempts.map((each) => waitOf(each, fullAt.get(each.key) ?? 0, now)));
}

/** The same in memory, for a file that cannot be written: people can at least sign in and search. */
export class MemoryAttempts implements AttemptStore {
  readonly #fullAt = new Map<string, number>();

  async take(attempts: readonly Attempt[], now: number): Promise<number> {
    const all = keyed(attempts);
    const wait = Math.max(...all.map((each) => waitOf(each, this.#of(each, now), now)));
    if (wait > 0) return wait;
    for (const each of all) this.#set(each.key, Math.max(now, this.#of(each, now)) + each.everyMs);
    return 0;
  }

  async giveBack(attempts: readonly Attempt[]): Promise<void> {
    for (const { key, everyMs } of keyed(attempts)) {
      const fullAt = this.#fullAt.get(key);
      if (fullAt !== undefined) this.#fullAt.set(key, fullAt - everyMs);
    }
  }

  async forget(now: number): Promise<void> {
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(key);
  }

  #of({ key, burst, everyMs }: Keyed, now: number): number {
    const fullAt = Math.min(this.#fullAt.get(key) ?? 0, now + burst * everyMs);
    // After a clock was put back.
    if (this.#fullAt.has(key)) this.#fullAt.set(key, fullAt);
    return fullAt;
  }

  #set(key: string, fullAt: number): void {
    // A Map keeps insertion order, so the first key is the one unused for longest.
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
    const [oldest] = this.#fullAt.keys();
    if (this.#fullAt.size > maxKeys && oldest !== undefined) this.#fullAt.delete(oldest);
  }
}

/** An attempt by the hash of its key: nobody finds addresses in a copy of the database. */
interface Keyed {
  readonly key: string;
  readonly burst: number;
  readonly everyMs: number;
}

function keyed(attempts: readonly Attempt[]): Keyed[] {
  return attempts.map(({ rate: { kind, burst, everyMs }, key }) => ({
    key: hash('sha256', `${kind} ${key}`, 'hex'),
    burst,
    everyMs,
  }));
}

/** In how many whole seconds there is one more attempt; 0 if there is one. */
function waitOf({ burst, everyMs }: Keyed, fullAt: number, now: number): number {
  const left = Math.min(fullAt - now, burst * everyMs) - (burst - 1) * everyMs;
  return left <= 0 ? 0 : Math.ceil(left / 1000);
}
