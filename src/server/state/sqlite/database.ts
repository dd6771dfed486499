import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { integer, orElse, rowOf, rowsOf, valuesOf, type Column, type RowOf, type Shape } from '#node/rows.ts';
import { storageError } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';
import { NotUnique, type Database, type SqlValue, type Transaction } from '../sql/database.ts';

/** How long a statement waits for a lock of another process before it fails with `busy`, in milliseconds. */
const patienceMs = 5000;
/** How often it tries meanwhile, in milliseconds. */
const lookMs = 20;

/**
 * A file of SQLite with its prepared statements. It waits for another process's lock without blocking the thread, so
 * that other calls are answered meanwhile; `db` must not wait by itself (`busy_timeout` 0).
 */
export class SqliteDatabase implements Database {
  readonly #db: DatabaseSync;
  readonly #inside: Inside;
  /** Ends when the transaction that is open has; nobody else's statement may run until then. */
  #open: Promise<void> | undefined;
  /** Ends when all transactions so far have: they run in the order they came. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#inside = new Inside(db);
  }

  all<S extends Shape>(shape: S, sql: string, ...values: SqlValue[]): Promise<RowOf<S>[]> {
    return this.#alone(() => this.#inside.all(shape, sql, ...values));
  }

  get<S extends Shape>(shape: S, sql: string, ...values: SqlValue[]): Promise<RowOf<S> | undefined> {
    return this.#alone(() => this.#inside.get(shape, sql, ...values));
  }

  column<T>(column: Column<T>, sql: string, ...values: SqlValue[]): Promise<T[]> {
    return this.#alone(() => this.#inside.column(column, sql, ...values));
  }

  has(sql: string, ...values: SqlValue[]): Promise<boolean> {
    return this.#alone(() => this.#inside.has(sql, ...values));
  }

  number(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#alone(() => this.#inside.number(sql, ...values));
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#alone(() => this.#inside.run(sql, ...values));
  }

  insert(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#alone(() => this.#inside.insert(sql, ...values));
  }

  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#transaction(work));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  sharing<T>(_companyId: number | null, work: (db: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(work);
  }

  /** Whoever has written before has ended by the time this begins. */
  single<T>(work: (db: Transaction, othersEnded: () => Promise<boolean>) => Promise<T>): Promise<T> {
    return this.transaction((db) => work(db, async () => true));
  }

  /** That of the file. */
  async versionOf(): Promise<string> {
    return this.version();
  }

  /** Differs from before if another connection has committed, or this one has changed a row. */
  version(): string {
    return this.#inside.version();
  }

  async #transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T> {
    const { promise, resolve: ended } = Promise.withResolvers<void>();
    await this.#alone(() => {
      this.#db.exec('BEGIN IMMEDIATE');
      this.#open = promise;
    });
    try {
      const result = await work(this.#inside);
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      // A failed COMMIT (disk full) or a fault inside may have ended the transaction already.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw storageError(error);
    } finally {
      this.#open = undefined;
      ended();
    }
  }

  /** Runs one statement once no transaction is open, again and again while another process has locked the file. */
  async #alone<T>(statement: () => T): Promise<Awaited<T>> {
    const until = performance.now() + patienceMs;
    for (;;) {
      while (this.#open !== undefined) await this.#open;
      try {
        return await statement();
      } catch (error) {
        const known = storageError(error);
        if (!(known instanceof AppError && known.code === 'busy') || performance.now() > until) throw known;
      }
      await sleep(lookMs);
    }
  }
}

/** The statements of the transaction that is open, or of one statement alone: each has run before the call returns. */
class Inside implements Transaction {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  async all<S extends Shape>(shape: S, sql: string, ...values: SqlValue[]): Promise<RowOf<S>[]> {
    return rowsOf(shape, this.#rows(sql, values));
  }

  async get<S extends Shape>(shape: S, sql: string, ...values: SqlValue[]): Promise<RowOf<S> | undefined> {
    const row = this.#row(sql, values);
    return row === undefined ? undefined : rowOf(shape, row);
  }

  async column<T>(column: Column<T>, sql: string, ...values: SqlValue[]): Promise<T[]> {
    return valuesOf(column, this.#rows(sql, values));
  }

  async has(sql: string, ...values: SqlValue[]): Promise<boolean> {
    return this.#row(sql, values) !== undefined;
  }

  async number(sql: string, ...values: SqlValue[]): Promise<number> {
    const row = this.#row(sql, values);
    return row === undefined ? 0 : valuesOf(orElse(integer, 0), [row])[0]!;
  }

  async run(sql: string, ...values: SqlValue[]): Promise<number> {
    return guarded(() => Number(this.#statement(sql).run(...values).changes));
  }

  async insert(sql: string, ...values: SqlValue[]): Promise<number> {
    return valuesOf(integer, this.#rows(sql, values))[0]!;
  }

  /** Nobody else is in a transaction. */
  async claim(): Promise<void> {}

  version(): string {
    const [others] = Object.values(this.#row('PRAGMA data_version', []) ?? {});
    const [own] = Object.values(this.#row('SELECT total_changes()', []) ?? {});
    return `${String(others)} ${String(own)}`;
  }

  #rows(sql: string, values: readonly SqlValue[]): Record<string, unknown>[] {
    return guarded(() => this.#statement(sql).all(...values));
  }

  #row(sql: string, values: readonly SqlValue[]): Record<string, unknown> | undefined {
    return guarded(() => this.#statement(sql).get(...values));
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(inOneFile(sql));
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** A statement of `Statements` as SQLite knows it: its file is one team's, and `json_each` reads lists of any kind. */
export function inOneFile(sql: string): string {
  return sql
    .replaceAll(/\b(?:\w+\.)?team_id = :team\s+AND\s+/g, '')
    .replaceAll(/\s+WHERE (?:\w+\.)?team_id = :team\b/g, '')
    .replaceAll(/\bteam_id, /g, '')
    .replaceAll(':team, ', '')
    .replaceAll(/\b(?:ids|texts|records)\(/g, 'json_each(');
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === notUnique) throw new NotUnique(error);
    throw storageError(error);
  }
}

/** SQLITE_CONSTRAINT_UNIQUE. */
const notUnique = 2067;
