import { DatabaseSync, StatementSync, type StatementResultingChanges } from 'node:sqlite';
import process from 'node:process';

/**
 * Where a process can be made to die (F1). K0 before BEGIN of an enqueue, K1 its rows written, K2 committed and
 * not told, K3 told, K4 request sent, K5 answer there and not read, K6 answer read and not noted, K7 its row deleted
 * and not committed, K8 around a checkpoint, K9 inside the migration of a new file.
 */
export const crashPoints = ['K0', 'K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7', 'K8', 'K9'] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** The `times`th time that this point is reached, counted from 1. */
export interface Crash {
  readonly point: CrashPoint;
  readonly times: number;
}

/**
 * Kills the process it lives in at one point. The points inside a write are found by watching SQLite's driver from
 * outside, so that the product has no hooks in it; the others are told by whoever drives the queue.
 */
export class CrashHook {
  readonly #crash: Crash | null;
  #reached = 0;
  /** Whether what SQLite does now is done for a key press. */
  enqueuing = false;
  /** Whether an answer has been read since the last write. */
  answered = false;

  constructor(crash: Crash | null) {
    this.#crash = crash;
    if (crash !== null) this.#watchSqlite();
  }

  reach(point: CrashPoint): void {
    if (this.#crash?.point !== point) return;
    this.#reached++;
    if (this.#reached >= this.#crash.times) process.kill(process.pid, 'SIGKILL');
  }

  #watchSqlite(): void {
    const exec = methodOf(DatabaseSync.prototype, 'exec') as Exec;
    const run = methodOf(StatementSync.prototype, 'run') as Run;
    const hook = this as CrashHook;
    DatabaseSync.prototype.exec = function (sql) {
      if (sql.startsWith('BEGIN')) {
        if (hook.enqueuing) hook.reach('K0');
        else if (hook.answered) hook.reach('K6');
        hook.answered = false;
      }
      exec.call(this, sql);
      if (sql.includes('CREATE TABLE command')) hook.reach('K9');
      if (sql !== 'COMMIT') return;
      if (hook.enqueuing) hook.reach('K2');
      if (hook.#crash?.point === 'K8') {
        exec.call(this, 'PRAGMA wal_checkpoint(PASSIVE)');
        hook.reach('K8');
      }
    };
    StatementSync.prototype.run = function (this: StatementSync, ...values: never[]) {
      const result = run.apply(this, values);
      if (hook.enqueuing) hook.reach('K1');
      else if (this.sourceSQL.startsWith('DELETE FROM command')) hook.reach('K7');
      return result;
    };
  }
}

type Exec = (this: DatabaseSync, sql: string) => void;
type Run = (this: StatementSync, ...values: never[]) => StatementResultingChanges;

function methodOf(prototype: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(prototype, name)?.value;
}
