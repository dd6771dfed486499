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
      const isUsed = (id: number): boolean =>
        this.#db.has('SELECT 1 FROM event WHERE user_id = ? AND reason = ? AND reason > 0', userId, id);
      if (this.#list(userId).some(({ id }) => !kept.has(id) && isUsed(id))) return 'in_use';
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
