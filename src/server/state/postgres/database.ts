import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient, QueryResult } from 'pg';
import { integer, orElse, text, rowOf, rowsOf, valuesOf, type Column, type RowOf, type Shape } from '#node/rows.ts';
import { AppError } from '#shared/errors.ts';
import { Places } from '#node/places.ts';
import { NotUnique, type Database, type SqlValue, type Statements, type Transaction } from '../sql/database.ts';
import { busyMessage, isLost, isNamesProblem, isNotUnique, postgresError } from '../../postgres/faults.ts';
import { mayPass, patiently, type Attempt } from '../../postgres/patience.ts';
import type { PostgresServer } from '../../postgres/server.ts';

/** A transaction fails with `busy` if a lock takes longer than that. */
const lockLimit = `SET LOCAL lock_timeout = '10s'`;
/**
 * And if one of its statements does: while the team is one transaction's alone, nobody decides. A plan that was made
 * for tables before they were filled may be a thousand times slower: there each statement is given its own.
 */
const sharedLimits = `${lockLimit}; SET LOCAL statement_timeout = '60s'`;
const ownPlans = 'SET LOCAL plan_cache_mode = force_custom_plan';
const aloneLimits = `${lockLimit}; SET LOCAL statement_timeout = '20s'; ${ownPlans}`;

/** The first part of the keys of our locks in `pg_advisory_xact_lock`, so that nobody else's are the same. */
const lockSpace = 0x57_69_6e_6e;

/**
 * How many transactions have a connection at a time, of the twenty there are: those that wait for each other leave some
 * to whoever reads. And how long one waits for its turn before it fails with `busy`, in milliseconds.
 */
const transactionsAtOnce = 14;
const placeMs = 10_000;

/** The first part of the key of the lock that `single` takes. */
const singleSpace = 0x57_69_6e_73;
/** How long `single` waits for other transactions to end, and how often it looks, in milliseconds. */
const othersMs = 2000;
const lookMs = 20;

/** One team's part of a database on PostgreSQL. */
export class PostgresDatabase implements Database {
  readonly #server: PostgresServer;
  readonly #team: number;
  readonly #form: StatementForm;
  readonly #places = new Places(transactionsAtOnce, placeMs, () => new AppError('busy', busyMessage));

  constructor(server: PostgresServer, team: number) {
    this.#server = server;
    this.#team = team;
    this.#form = new StatementForm(team);
  }

  all<S extends Shape>(shape: S, sql: string, ...values: SqlValue[]): Promise<RowOf<S>[]> {
    return this.#alone((statements) => statements.all(shape, sql, ...values));
  }

  get<S extends Shape>(shape: S, sql: string, ...values: SqlValue[]): Promise<RowOf<S> | undefined> {
    return this.#alone((statements) => statements.get(shape, sql, ...values));
  }

  column<T>(column: Column<T>, sql: string, ...values: SqlValue[]): Promise<T[]> {
    return this.#alone((statements) => statements.column(column, sql, ...values));
  }

  has(sql: string, ...values: SqlValue[]): Promise<boolean> {
    return this.#alone((statements) => statements.has(sql, ...values));
  }

  number(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#alone((statements) => statements.number(sql, ...values));
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#change((statements) => statements.run(sql, ...values));
  }

  insert(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#change((statements) => statements.insert(sql, ...values));
  }

  /**
   * Asks for what a function of the database does in a transaction of its own: its only row. Where the connection
   * breaks meanwhile it is asked again only if it may be (`isRepeatable`): nobody knows whether it was done.
   */
  call<S extends Shape>(
    shape: S,
    sql: string,
    { isRepeatable }: { readonly isRepeatable: boolean },
    ...values: SqlValue[]
  ): Promise<RowOf<S> | undefined> {
    const once = async (attempt: Attempt): Promise<RowOf<S> | undefined> => {
      const client = await this.#server.connect();
      try {
        const row = await new Inside(client, this.#form, this.#team).get(shape, sql, ...values);
        client.release();
        return row;
      } catch (error) {
        client.release(isLost(error));
        if (isLost(error) && !isRepeatable) attempt.isLast = true;
        throw error;
      }
    };
    return this.#patiently((attempt) => this.#places.hold(() => once(attempt)));
  }

  transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(`${aloneLimits}; SELECT pg_advisory_xact_lock(${lockSpace}, ${this.#team})`, work);
  }

  sharing<T>(companyId: number | null, work: (db: Transaction) => Promise<T>): Promise<T> {
    const share = `SELECT pg_advisory_xact_lock_shared(${lockSpace}, ${this.#team})`;
    const claim = companyId === null ? '' : `; ${claimOf(this.#team, String(companyId))}`;
    return this.#transaction(`${sharedLimits}; ${share}${claim}`, work);
  }

  single<T>(work: (db: Transaction, othersEnded: () => Promise<boolean>) => Promise<T>): Promise<T | undefined> {
    const lock = `SELECT 1 WHERE pg_try_advisory_xact_lock(${singleSpace}, ${this.#team})`;
    return this.#transaction(sharedLimits, async (db) => {
      if (!(await db.has(lock))) return undefined;
      return work(db, () => this.#othersEnded(db));
    });
  }

  /**
   * Waits for those who have the team's lock now. PostgreSQL lets a lock go only after what was written under it can be
   * seen, and whoever takes the lock later is given higher numbers.
   */
  async #othersEnded(db: Transaction): Promise<boolean> {
    const ofTeam = (space: number): string =>
      `locktype = 'advisory' AND granted AND classid = ${space} AND objid = ${this.#team} AND objsubid = 2`;
    // Locks of all databases are in one table: ours is the one in which we hold our own.
    const running = `SELECT virtualtransaction FROM pg_locks WHERE ${ofTeam(lockSpace)} AND database = (
      SELECT o.database FROM pg_locks o WHERE ${ofTeam(singleSpace)} AND o.pid = pg_backend_pid())`;
    const begun = new Set(await db.column(text, running));
    const until = performance.now() + othersMs;
    while (begun.size > 0) {
      if (performance.now() > until) return false;
      await sleep(lookMs);
      const still = new Set(await db.column(text, running));
      for (const one of begun) if (!still.has(one)) begun.delete(one);
    }
    return true;
  }

  /** Every row says which transaction wrote it, and later ones have higher numbers: the sum grows with each change. */
  async versionOf(alias: string, rows: string, ...values: SqlValue[]): Promise<string> {
    const sum = `COALESCE(SUM(CAST(CAST(${alias}.xmin AS text) AS bigint)), 0)`;
    const [version = ''] = await this.column(text, `SELECT COUNT(*) || ' ' || ${sum} ${rows}`, ...values);
    return version;
  }

  /** Differs from before if any transaction has ended meanwhile, on whatever node. */
  async snapshot(): Promise<string> {
    const [snapshot] = await this.column(text, 'SELECT CAST(pg_current_snapshot() AS text)');
    return snapshot ?? '';
  }

  async #transaction<T>(start: string, work: (db: Transaction) => Promise<T>): Promise<T> {
    const begin = `BEGIN; ${start}`;
    return this.#patiently((attempt) => this.#places.hold(() => this.#attempt(begin, work, attempt)));
  }

  async #attempt<T>(begin: string, work: (db: Transaction) => Promise<T>, attempt: Attempt): Promise<T> {
    const client = await this.#server.connect();
    let isEnding = false;
    try {
      const result = await begun(client.query(begin), work(new Inside(client, this.#form, this.#team)));
      isEnding = true;
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // What a lost connection has begun, the server takes back by itself.
      const isOver =
        isLost(error) ||
        (await client.query('ROLLBACK').then(
          () => false,
          () => true,
        ));
      client.release(isOver);
      // Whether it was committed is not known: whoever asked must ask again, with the same key.
      if (isEnding && isLost(error)) attempt.isLast = true;
      throw error;
    }
  }

  /** One statement that changes something: in a transaction, whose end says whether it did if the connection breaks. */
  #change<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.sharing(null, work);
  }

  #alone<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#patiently(async () => {
      const client = await this.#server.connect();
      try {
        const result = await work(new Inside(client, this.#form, this.#team));
        client.release();
        return result;
      } catch (error) {
        client.release(isLost(error));
        throw error;
      }
    });
  }

  /** Tries again while the server is away or another transaction was in the way. */
  async #patiently<T>(work: (attempt: Attempt) => Promise<T>): Promise<T> {
    try {
      return await patiently(work, (error) => this.#mayPass(error));
    } catch (error) {
      throw isNotUnique(error) ? new NotUnique(error) : postgresError(error);
    }
  }

  #mayPass(error: unknown): boolean {
    if (isNamesProblem(error)) {
      // Others may have been under way with names.
      this.#form.forgoNames();
      return true;
    }
    return mayPass(this.#server, error);
  }
}

/** Waits in a transaction until nobody else of a team has claimed a company. */
function claimOf(team: number | string, companyId: string): string {
  return `SELECT pg_advisory_xact_lock(${team}, hashint8(${companyId}))`;
}

/**
 * What comes of work whose first statements are on their way behind the transaction's beginning. Where that fails, so
 * do they, and it says why.
 */
async function begun<T>(beginning: Promise<unknown>, work: Promise<T>): Promise<T> {
  const [began, worked] = await Promise.allSettled([beginning, work]);
  if (began.status === 'rejected') throw began.reason;
  if (worked.status === 'rejected') throw worked.reason;
  return worked.value;
}

/** Statements as PostgreSQL knows them, of one team. */
class StatementForm {
  readonly #team: number;
  readonly #known = new Map<string, { readonly text: string; readonly name: string }>();
  #hasNames = true;

  constructor(team: number) {
    this.#team = team;
  }

  of(sql: string): { readonly text: string; readonly name?: string } {
    let known = this.#known.get(sql);
    if (known === undefined) {
      const text = forPostgres(sql, this.#team);
      // The same name for the same text on every node: a pool in between may share connections among them.
      known = { text, name: createHash('sha256').update(text).digest('base64url').slice(0, 24) };
      this.#known.set(sql, known);
    }
    return this.#hasNames ? known : { text: known.text };
  }

  /** From now on no statement is prepared under a name. */
  forgoNames(): void {
    this.#hasNames = false;
  }
}

/** A statement of `Statements` as PostgreSQL knows it. */
export function forPostgres(sql: string, team: number): string {
  let values = 0;
  return sql
    .replaceAll(':team', String(team))
    .replaceAll('CROSS JOIN', 'JOIN')
    .replaceAll('?', () => `$${String(++values)}`);
}

/** The statements on one connection. */
class Inside implements Transaction {
  readonly #client: PoolClient;
  readonly #form: StatementForm;
  readonly #team: number;

  constructor(client: PoolClient, form: StatementForm, team: number) {
    this.#client = client;
    this.#form = form;
    this.#team = team;
  }

  async all<S extends Shape>(shape: S, sql: string, ...values: SqlValue[]): Promise<RowOf<S>[]> {
    return rowsOf(shape, (await this.#query(sql, values)).rows);
  }

  async get<S extends Shape>(shape: S, sql: string, ...values: SqlValue[]): Promise<RowOf<S> | undefined> {
    const [row] = (await this.#query(sql, values)).rows;
    return row === undefined ? undefined : rowOf(shape, row);
  }

  async column<T>(column: Column<T>, sql: string, ...values: SqlValue[]): Promise<T[]> {
    return valuesOf(column, (await this.#query(sql, values)).rows);
  }

  async has(sql: string, ...values: SqlValue[]): Promise<boolean> {
    return (await this.#query(sql, values)).rows.length > 0;
  }

  async number(sql: string, ...values: SqlValue[]): Promise<number> {
    return (await this.column(orElse(integer, 0), sql, ...values))[0] ?? 0;
  }

  async run(sql: string, ...values: SqlValue[]): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0;
  }

  async insert(sql: string, ...values: SqlValue[]): Promise<number> {
    return (await this.column(integer, sql, ...values))[0]!;
  }

  async claim(companyId: number): Promise<void> {
    await this.#client.query({ text: claimOf('$1', '$2'), values: [this.#team, companyId] });
  }

  #query(sql: string, values: SqlValue[]): Promise<QueryResult<Record<string, unknown>>> {
    return this.#client.query<Record<string, unknown>>({ ...this.#form.of(sql), values });
  }
}
