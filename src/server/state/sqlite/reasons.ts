import { flag, integer, text } from '#node/rows.ts';
import { usualReasons, type Reason } from '#shared/domain/reasons.ts';
import type { ReasonStore } from '../port.ts';
import type { StateDatabase } from './database.ts';

const reasonRow = { id: integer, name: text, retired: flag };

/** Reasons for decisions in SQLite. */
export class SqliteReasons implements ReasonStore {
  readonly #db: StateDatabase;

  constructor(db: StateDatabase) {
    this.#db = db;
  }

  async list(userId: number): Promise<readonly Reason[]> {
    return this.#list(userId);
  }

  async replace(userId: number, reasons: readonly Reason[]): Promise<readonly Reason[] | 'in_use'> {
    return this.#db.transaction(() => {
      const kept = new Set(reasons.map(({ id }) => id));
      const used = new Set(this.#db.column(integer, 'SELECT DISTINCT reason FROM event WHERE user_id = ?', userId));
      if (this.#list(userId).some(({ id }) => used.has(id) && !kept.has(id))) return 'in_use';
      this.#db.run('DELETE FROM reason WHERE user_id = ?', userId);
      for (const [position, { id, name, retired }] of reasons.entries()) {
        this.#db.run(
          'INSERT INTO reason (user_id, id, name, position, retired) VALUES (?, ?, ?, ?, ?)',
          userId,
          id,
          name,
          position,
          Number(retired),
        );
      }
      return reasons;
    });
  }

  #list(userId: number): readonly Reason[] {
    const own = this.#db.all(
      reasonRow,
      'SELECT id, name, retired FROM reason WHERE user_id = ? ORDER BY position',
      userId,
    );
    return own.length === 0 ? usualReasons : own;
  }
}
