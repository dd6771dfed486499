import { hash } from 'node:crypto';
import { text } from '#node/rows.ts';
import type { PendingKind, PendingStore } from '../port.ts';
import type { Database } from './database.ts';

/** How many may wait of each kind. */
const maxPending = 1000;

const detailRow = { detail: text, expiresAt: text };

/**
 * Sign-ins under way in SQL. If the file cannot be written they live in memory, as tokens do, so that the user can at
 * least sign in and search.
 */
export class SqlPending implements PendingStore {
  readonly #db: Database;
  /** Hash → what is kept; only for a read-only file. */
  readonly #memory: Map<string, { readonly detail: string; readonly expiresAt: string }> | null;

  constructor(db: Database, options: { readonly readOnly: boolean }) {
    this.#db = db;
    this.#memory = options.readOnly ? new Map() : null;
  }

  async keep(
    kind: PendingKind,
    secret: string,
    detail: string,
    { now, until }: { now: string; until: string },
  ): Promise<void> {
    if (this.#memory !== null) {
      this.#memory.set(hashOf(kind, secret), { detail, expiresAt: until });
      const [oldest] = this.#memory.keys();
      if (this.#memory.size > maxPending && oldest !== undefined) this.#memory.delete(oldest);
      return;
    }
    await this.#db.sharing(null, async (db) => {
      await db.run('DELETE FROM pending_sign_in WHERE team_id = :team AND expires_at <= ?', now);
      await db.run(
        'INSERT INTO pending_sign_in (team_id, hash, kind, detail, expires_at) VALUES (:team, ?, ?, ?, ?)',
        hashOf(kind, secret),
        kind,
        detail,
        until,
      );
      const waiting = 'SELECT COUNT(*) FROM pending_sign_in WHERE team_id = :team AND kind = ?';
      const tooMany = (await db.number(waiting, kind)) - maxPending;
      if (tooMany <= 0) return;
      await db.run(
        `DELETE FROM pending_sign_in WHERE team_id = :team AND hash IN (
           SELECT hash FROM pending_sign_in WHERE team_id = :team AND kind = ? AND hash <> ?
           ORDER BY expires_at LIMIT ?)`,
        kind,
        hashOf(kind, secret),
        tooMany,
      );
    });
  }

  async look(kind: PendingKind, secret: string, now: string): Promise<string | undefined> {
    const select = 'SELECT detail, expires_at FROM pending_sign_in WHERE team_id = :team AND hash = ?';
    const hashed = hashOf(kind, secret);
    return unlessEnded(this.#memory?.get(hashed) ?? (await this.#db.get(detailRow, select, hashed)), now);
  }

  async take(kind: PendingKind, secret: string, now: string): Promise<string | undefined> {
    const hashed = hashOf(kind, secret);
    if (this.#memory !== null) {
      const kept = this.#memory.get(hashed);
      this.#memory.delete(hashed);
      return unlessEnded(kept, now);
    }
    const take = 'DELETE FROM pending_sign_in WHERE team_id = :team AND hash = ? RETURNING detail, expires_at';
    return unlessEnded(await this.#db.sharing(null, (db) => db.get(detailRow, take, hashed)), now);
  }
}

function unlessEnded(
  kept: { readonly detail: string; readonly expiresAt: string } | undefined,
  now: string,
): string | undefined {
  return kept === undefined || kept.expiresAt <= now ? undefined : kept.detail;
}

function hashOf(kind: PendingKind, secret: string): string {
  return hash('sha256', `${kind} ${secret}`, 'hex');
}
