import type { PoolClient } from 'pg';
import { postgresError } from './faults.ts';
import { mayPass, patiently } from './patience.ts';
import type { PostgresServer } from './server.ts';

/** The key of the lock in `pg_try_advisory_xact_lock`. */
const jobLock = 0x57_69_6e_6e_6a;

/** Finds a row while any server of this database has the lock; PostgreSQL shows the two halves of its key. */
export const isJobLockHeld = `SELECT 1 FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND classid = ${Math.floor(jobLock / 2 ** 32)} AND objid = ${jobLock % 2 ** 32}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * Keeps the team's other servers from running a job. It is the lock of a transaction that does nothing else, so it ends
 * with the process or its connection, and a pool of connections in between keeps it.
 */
export class JobLock {
  readonly #server: PostgresServer;
  #holders = 0;
  #client: PoolClient | undefined;
  /** What is being done about it: one thing after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  /** Takes it, also where this process has it already; null if another server has it. */
  take(): Promise<{ release(): Promise<void> } | null> {
    return this.#next(async () => {
      if (this.#client === undefined && !(await this.#lock())) return null;
      this.#holders += 1;
      let isHeld = true;
      return {
        release: () =>
          this.#next(async () => {
            if (!isHeld) return;
            isHeld = false;
            this.#holders -= 1;
            if (this.#holders === 0) await this.#unlock();
          }),
      };
    });
  }

  async #lock(): Promise<boolean> {
    try {
      this.#client = await patiently(
        () => this.#tryOnce(),
        (error) => mayPass(this.#server, error),
      );
      return this.#client !== undefined;
    } catch (error) {
      throw postgresError(error);
    }
  }

  async #tryOnce(): Promise<PoolClient | undefined> {
    const client = await this.#server.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${jobLock}) AS is_ours`);
      if ((rows[0] as { is_ours: boolean }).is_ours) return client;
      await client.query('ROLLBACK');
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
    return undefined;
  }

  async #unlock(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    // Where the connection is lost, the lock is gone with it.
    const isLost = await client?.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    client?.release(isLost);
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
