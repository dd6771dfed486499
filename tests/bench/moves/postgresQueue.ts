import { randomUUID } from 'node:crypto';
import type { MoveTarget } from '#shared/bridge/moves.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { connect, type Connection } from '../engines/postgres/client.ts';
import type { Cluster } from '../../postgres/cluster.ts';
import { keptMove } from './jsonQueue.ts';

/** Moves in a PostgreSQL table: a commit per decision, with its defaults for durability. */
export class PostgresQueue {
  readonly #connection: Connection;

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates the table in a new database, with `backlog` in it. */
  static async open(cluster: Cluster, to: ListName, backlog: readonly MoveTarget[]): Promise<PostgresQueue> {
    const first = await connect(cluster, 'postgres');
    await first.run('CREATE DATABASE moves');
    await first.close();
    const connection = await connect(cluster, 'moves');
    await connection.run(`
      CREATE TABLE command (
        seq bigserial PRIMARY KEY, account text NOT NULL, idempotency_key text NOT NULL, step_id text NOT NULL,
        entry_id integer NOT NULL, company_id integer NOT NULL, name text NOT NULL, from_list text NOT NULL,
        to_list text NOT NULL, state text NOT NULL, reason text NOT NULL);
      CREATE INDEX ON command (account, seq);
      PREPARE put AS INSERT INTO command (account, idempotency_key, step_id, entry_id, company_id, name, from_list,
        to_list, state, reason) VALUES ('bench', $1, $2, $3, $4, $5, $6, $7, 'pending', '')`);
    const queue = new PostgresQueue(connection);
    await connection.run('BEGIN');
    for (const target of backlog) await queue.enqueue(to, target);
    await connection.run('COMMIT');
    await connection.run('VACUUM ANALYZE command');
    return queue;
  }

  /** Takes a move; it is committed when this resolves. */
  async enqueue(to: ListName, target: MoveTarget): Promise<void> {
    const { key, stepId, entryId, companyId, name, from } = keptMove(randomUUID(), to, target);
    // None of these texts has a quote in it.
    await this.#connection.run(
      `EXECUTE put ('${key}', '${stepId}', ${entryId}, ${companyId}, '${name}', '${from}', '${to}')`,
    );
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}
