import { setTimeout as sleep } from 'node:timers/promises';
import { integer, text } from '#node/rows.ts';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { isJobLockHeld } from '../../postgres/jobLock.ts';
import type { JobBoard } from '../serversPort.ts';
import type { Database } from '../sql/database.ts';

/** How often a job tells how far it is and looks whether it is to end, in milliseconds. */
const tellMs = 500;

const jobRow = { id: text, job: text, runs: integer };

/** The one row of the database that says which job runs. It is written by whoever has the lock of the team's jobs. */
export class TeamJobBoard implements JobBoard {
  readonly #db: Database;
  readonly #onFailed: (error: unknown) => void;
  #job: WorkspaceJob | undefined;
  #telling: { readonly over: AbortController; readonly ended: Promise<void> } | undefined;

  /** `onFailed` is told where the others cannot be told of a job that goes on. */
  constructor(db: Database, onFailed: (error: unknown) => void) {
    [this.#db, this.#onFailed] = [db, onFailed];
  }

  async begin(job: WorkspaceJob, stop: () => void): Promise<void> {
    await this.#db.run(
      `INSERT INTO running_job (one, id, job, runs, stops) VALUES (1, ?, ?, 1, 0)
       ON CONFLICT (one) DO UPDATE SET id = excluded.id, job = excluded.job, runs = 1, stops = 0`,
      job.id,
      JSON.stringify(job),
    );
    this.#job = job;
    const over = new AbortController();
    this.#telling = { over, ended: this.#tell(stop, over.signal) };
  }

  advance(job: WorkspaceJob): void {
    if (this.#telling !== undefined) this.#job = job;
  }

  async end(job: WorkspaceJob): Promise<void> {
    this.#job = job;
    this.#telling?.over.abort();
    await this.#telling?.ended;
    this.#telling = undefined;
    await this.#db.run('UPDATE running_job SET job = ?, runs = 0 WHERE id = ?', JSON.stringify(job), job.id);
  }

  /** Tells nobody any more: the database is being closed. */
  close(): void {
    this.#telling?.over.abort();
  }

  async elsewhere(): Promise<WorkspaceJob | null> {
    const row = await this.#db.get(jobRow, 'SELECT id, job, runs FROM running_job');
    if (row === undefined || row.id === this.#job?.id) return null;
    // Another server of the team has written it.
    const job = JSON.parse(row.job) as WorkspaceJob;
    if (row.runs === 0 || (await this.#db.has(isJobLockHeld))) return job;
    // It may have ended since the row was read.
    const ended = await this.#db.get(jobRow, 'SELECT id, job, runs FROM running_job WHERE id = ?', row.id);
    if (ended?.runs === 0) return JSON.parse(ended.job) as WorkspaceJob;
    const reason = 'The server that ran it ended. Begin it again: what it has left half done is mended first.';
    return { ...job, state: 'failed', reason };
  }

  async cancel(): Promise<void> {
    await this.#db.run('UPDATE running_job SET stops = 1 WHERE runs = 1');
  }

  async #tell(stop: () => void, over: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(tellMs, undefined, { signal: over, ref: false }).catch(() => undefined);
      if (over.aborted || this.#job === undefined) return;
      try {
        const tell = 'UPDATE running_job SET job = ? WHERE id = ? RETURNING stops';
        const [stops] = await this.#db.column(integer, tell, JSON.stringify(this.#job), this.#job.id);
        if (stops === 1) stop();
      } catch (error) {
        if (!over.aborted) this.#onFailed(error);
      }
    }
  }
}
