import { AppError } from '#shared/errors.ts';
import type { Column, RowOf, Shape } from '#node/rows.ts';

/** What a statement's `?` stands for. */
export type SqlValue = number | string | null;

/**
 * Statements of the state, in the SQL that both engines know. Each has a `?` for every value. `ids(?)`, `texts(?)`
 * and `records(?)` are tables `(key, value)` of a list in JSON, which `listParameter` or an expression makes; `key` is
 * the place in it. They are of whole numbers, of texts, and of lists whose parts are `value ->> 0`, `value ->> 1`
 * and so on, texts to be cast. Every table has a column `team_id`, first in its keys: a statement says
 * `team_id = :team`, and where it joins tables that they are of one team, before anything else. A file of SQLite is one
 * team's and has no such column.
 *
 * Statements that do not need each other's answers are best asked for at once: PostgreSQL takes them in one go, in the
 * order in which they were asked.
 *
 * Faults of the store come out as `AppError` (`storage_*`, `busy`), a broken UNIQUE constraint as `NotUnique`.
 */
export interface Statements {
  all<S extends Shape>(shape: S, sql: string, ...values: SqlValue[]): Promise<RowOf<S>[]>;
  /** The first row. */
  get<S extends Shape>(shape: S, sql: string, ...values: SqlValue[]): Promise<RowOf<S> | undefined>;
  /** The only column of each row. */
  column<T>(column: Column<T>, sql: string, ...values: SqlValue[]): Promise<T[]>;
  /** Whether there is such a row. */
  has(sql: string, ...values: SqlValue[]): Promise<boolean>;
  /** A single number, 0 if there is no row. */
  number(sql: string, ...values: SqlValue[]): Promise<number>;
  /** How many rows changed. */
  run(sql: string, ...values: SqlValue[]): Promise<number>;
  /** Inserts one row and returns its id, which the statement is `RETURNING`. */
  insert(sql: string, ...values: SqlValue[]): Promise<number>;
}

/** The statements of one transaction. */
export interface Transaction extends Statements {
  /**
   * In a transaction that shares the team: waits until no other one has claimed this company, and claims it until the
   * end. What was read before it may have changed.
   */
  claim(companyId: number): Promise<void>;
}

export interface Database extends Statements {
  /**
   * Runs `work` in one transaction: all of it or, if it throws, nothing. No other transaction of the team runs
   * meanwhile. What is done with `this` in it waits for its end, which never comes.
   */
  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
  /** The same, beside others of this kind; the company that they change something of, they claim, from the start. */
  sharing<T>(companyId: number | null, work: (db: Transaction) => Promise<T>): Promise<T>;
  /**
   * The same, beside all others, and the only one of its kind: undefined while another one runs, on whatever server.
   * `othersEnded` waits for all transactions of the team that have begun by now: what they wrote is there after that.
   * False if they last longer than anybody would wait.
   */
  single<T>(work: (db: Transaction, othersEnded: () => Promise<boolean>) => Promise<T>): Promise<T | undefined>;
  /**
   * Differs from before if any of some rows of a table may have changed, come or gone; `rows` is `FROM` and `WHERE` of
   * a statement, with the table as `alias`.
   */
  versionOf(alias: string, rows: string, ...values: SqlValue[]): Promise<string>;
}

/** A statement would have broken a UNIQUE constraint. */
export class NotUnique extends AppError {
  constructor(cause: unknown) {
    super('conflict', 'There is such a thing already.', { cause });
  }
}

/** A list as one value, for `ids(?)`, `texts(?)` and `records(?)`. */
export function listParameter(
  list: readonly number[] | readonly string[] | readonly (readonly (number | string)[])[],
): string {
  return JSON.stringify(list);
}

/** What `work` returns, or `taken` if it would break a UNIQUE constraint. */
export async function unlessTaken<T, const Taken extends string>(
  taken: Taken,
  work: () => Promise<T>,
): Promise<T | Taken> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotUnique) return taken;
    throw error;
  }
}
