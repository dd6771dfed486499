import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { storageError, transaction } from '#node/sqlite.ts';

export type Row = Record<string, SQLOutputValue>;

/** A connection with its prepared statements. Faults of the file come out as `AppError` (`storage_*`, `busy`). */
export class StateDatabase {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return guarded(() => this.#statement(sql).all(...values));
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return guarded(() => this.#statement(sql).get(...values));
  }

  /** How many rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return guarded(() => Number(this.#statement(sql).run(...values).changes));
  }

  /** Inserts one row and returns its id. */
  insert(sql: string, ...values: SQLInputValue[]): number {
    return guarded(() => Number(this.#statement(sql).run(...values).lastInsertRowid));
  }

  /** A single number, 0 where there is no row. */
  number(sql: string, ...values: SQLInputValue[]): number {
    return Number(Object.values(this.get(sql, ...values) ?? {})[0] ?? 0);
  }

  transaction<T>(work: () => T): T {
    return transaction(this.#db, work);
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storageError(error);
  }
}

/** Ids as one bound parameter, for `json_each`. */
export function idsParameter(ids: readonly number[]): string {
  return JSON.stringify(ids);
}

/** What `work` returns; `taken` where it would break a UNIQUE constraint. */
export function unlessTaken<T, const Taken extends string>(taken: Taken, work: () => T): T | Taken {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === notUnique) return taken;
    throw error;
  }
}

/** SQLITE_CONSTRAINT_UNIQUE. */
const notUnique = 2067;
