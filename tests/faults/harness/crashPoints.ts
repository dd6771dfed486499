import { DatabaseSync, StatementSync, type StatementResultingChanges } from 'node:sqlite';
import process from 'node:process';

/**
 * Where a process can be made to die (F1). K0 before BEGIN of an enqueue, K1 rows written, K2 committed but not
 * reported, K3 reported, K4 request sent, K5 answer arrived but not read, K6 answer read but not recorded, K7 row
 * deleted but not committed, K8 around a checkpoint, K9 inside the migration of a new file.
 */
export const crashPoints = ['K0', 'K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7', 'K8', 'K9'] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** The `times`th time this point is reached, counted from 1. */
export interface Crash {
  readonly point: CrashPoint;
  readonly times: number;
}

/**
 * Kills its own process at one point. The points inside a write are found by watching SQLite's driver from outside, so
 * that the product needs no hooks; whoever drives the queue reports the others.
 */
export class CrashHook {
  readonly #crash: Crash | null;
  #reached = 0;
  /** Whether SQLite is working for a key press. */
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
