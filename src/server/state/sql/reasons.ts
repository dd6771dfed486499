import { flag, integer, text } from '#node/rows.ts';
import { usualReasons, type Reason } from '#shared/domain/reasons.ts';
import type { ReasonStore } from '../port.ts';
import { listParameter, type Database, type Statements } from './database.ts';

const reasonRow = { id: integer, name: text, retired: flag };

/** Reasons for decisions in SQL. */
export class SqlReasons implements ReasonStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(userId: number): Promise<readonly Reason[]> {
    return reasonsOf(this.#db, userId);
  }

  async lists(userIds: readonly number[]): Promise<ReadonlyMap<number, readonly Reason[]>> {
    const rows = await this.#db.all(
      { userId: integer, ...reasonRow },
      `SELECT r.user_id, r.id, r.name, r.retired FROM ids(?) c
       CROSS JOIN reason r ON r.team_id = :team AND r.user_id = c.value ORDER BY r.user_id, r.position`,
      listParameter(userIds),
    );
    const own = Map.groupBy(rows, ({ userId }) => userId);
    return new Map(
      userIds.map((user) => {
        const reasons = own.get(user)?.map(({ id, name, retired }) => ({ id, name, retired }));
        return [user, reasons ?? usualReasons];
      }),
    );
  }

  async replace(userId: number, reasons: readonly Reason[]): Promise<readonly Reason[] | 'in_use'> {
    return this.#db.transaction(async (db) => {
      const kept = new Set(reasons.map(({ id }) => id));
      const gone = (await reasonsOf(db, userId)).filter(({ id }) => !kept.has(id));
      const isUsed = await db.has(
        `SELECT 1 FROM event
         WHERE team_id = :team AND user_id = ? AND reason > 0 AND reason IN (SELECT value FROM ids(?))`,
        userId,
        listParameter(gone.map(({ id }) => id)),
      );
      if (isUsed) return 'in_use';
      await db.run('DELETE FROM reason WHERE team_id = :team AND user_id = ?', userId);
      for (const [position, { id, name, retired }] of reasons.entries()) {
        await db.run(
          'INSERT INTO reason (team_id, user_id, id, name, position, retired) VALUES (:team, ?, ?, ?, ?, ?)',
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
}

async function reasonsOf(db: Statements, userId: number): Promise<readonly Reason[]> {
  const own = await db.all(
    reasonRow,
    'SELECT id, name, retired FROM reason WHERE team_id = :team AND user_id = ? ORDER BY position',
    userId,
  );
  return own.length === 0 ? usualReasons : own;
}
