import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { integer, orElse, rowOf, rowsOf, valuesOf, type Column, type RowOf, type Shape } from '#node/rows.ts';
import { storageError, transaction } from '#node/sqlite.ts';

/** A connection with its prepared statements. Faults of the file come out as `AppError` (`storage_*`, `busy`). */
export class StateDatabase {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  all<S extends Shape>(shape: S, sql: string, ...values: SQLInputValue[]): RowOf<S>[] {
    return rowsOf(
      shape,
      guarded(() => this.#statement(sql).all(...values)),
    );
  }

  get<S extends Shape>(shape: S, sql: string, ...values: SQLInputValue[]): RowOf<S> | undefined {
    const row = guarded(() => this.#statement(sql).get(...values));
    return row === undefined ? undefined : rowOf(shape, row);
  }

  /** The only column of each row. */
  column<T>(column: Column<T>, sql: string, ...values: SQLInputValue[]): T[] {
    return valuesOf(
      column,
      guarded(() => this.#statement(sql).all(...values)),
    );
  }

  /** Whether there is such a row. */
  has(sql: string, ...values: SQLInputValue[]): boolean {
    return guarded(() => this.#statement(sql).get(...values)) !== undefined;
  }

  /** How many rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return guarded(() => Number(this.#statement(sql).run(...values).changes));
  }

  /** Inserts one row and returns its id. */
  insert(sql: string, ...values: SQLInputValue[]): number {
    return guarded(() => Number(this.#statement(sql).run(...values).lastInsertRowid));
  }

  /** A single number, 0 if there is no row. */
  number(sql: string, ...values: SQLInputValue[]): number {
    return this.column(orElse(integer, 0), sql, ...values)[0] ?? 0;
  }

  /** Differs from before if another connection has committed, or this one has changed a row. */
  version(): string {
    const others = this.number('PRAGMA data_version');
    return `${others} ${this.number('SELECT total_changes()')}`;
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

/** What `work` returns, or `taken` if it would break a UNIQUE constraint. */
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
