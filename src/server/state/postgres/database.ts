import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient, QueryResult } from 'pg';
import { integer, orElse, text, rowOf, rowsOf, valuesOf, type Column, type RowOf, type Shape } from '#node/rows.ts';
import { AppError } from '#shared/errors.ts';
import { Places } from '#node/places.ts';
import { NotUnique, type Database, type SqlValue, type Statements, type Transaction } from '../sql/database.ts';
import { busyMessage, isLost, isNamesProblem, isNotUnique, postgresError } from '../../postgres/faults.ts';
import { mayPass, patiently, type Attempt } from '../../postgres/patience.ts';
import type { PostgresServer } from '../../postgres/server.ts';
import { Gathering } from './gathering.ts';

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

/** How many connections short questions, and calls of functions, go over at a time, and how many go together. */
const questionsAtOnce = 4;
const callsAtOnce = 2;
const mostTogether = 64;

/** The first part of the key of the lock that `single` takes. */
const singleSpace = 0x57_69_6e_73;
/** How long `single` waits for other transactions to end, and how often it looks, in milliseconds. */
const othersMs = 2000;
const lookMs = 20;

type Rows = Record<string, unknown>[];
type Answer = Promise<QueryResult<Record<string, unknown>>>;

/** A statement, and whoever waits for its rows. */
interface Asked {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  readonly resolve: (rows: Rows) => void;
  readonly reject: (error: unknown) => void;
}

/** A call of a function that changes something. */
interface Called extends Asked {
  /** Whether it may be made again where nobody knows if it was. */
  readonly isRepeatable: boolean;
  /** The company whose lock it takes: all take them in this order. */
  readonly companyId: number;
}

/** One team's part of a database on PostgreSQL. */
export class PostgresDatabase implements Database {
  readonly #server: PostgresServer;
  readonly #team: number;
  readonly #form: StatementForm;
  readonly #places = new Places(transactionsAtOnce, placeMs, () => new AppError('busy', busyMessage));
  readonly #questions = new Gathering<Asked>(questionsAtOnce, mostTogether, (all) => this.#askAll(all));
  readonly #calls = new Gathering<Called>(callsAtOnce, mostTogether, (all) => this.#callAll(all));

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

  /** A question that is answered at once, as by an index: those of one moment go over one connection, together. */
  async quickly<S extends Shape>(shape: S, sql: string, ...values: SqlValue[]): Promise<RowOf<S>[]> {
    const rows = await new Promise<Rows>((resolve, reject) => this.#questions.add({ sql, values, resolve, reject }));
    return rowsOf(shape, rows);
  }

  /**
   * Asks for what a function of the database changes: its only row. What is asked for meanwhile is done in one
   * transaction, whose end costs as much as that of a single one; where one of them fails, each is done by itself.
   * Where the connection breaks it is asked for again only if it may be: nobody knows whether it was done.
   */
  async call<S extends Shape>(
    shape: S,
    sql: string,
    how: Pick<Called, 'isRepeatable' | 'companyId'>,
    ...values: SqlValue[]
  ): Promise<RowOf<S> | undefined> {
    const [row] = await new Promise<Rows>((resolve, reject) =>
      this.#calls.add({ ...how, sql, values, resolve, reject }),
    );
    return row === undefined ? undefined : rowOf(shape, row);
  }

  async #askAll(questions: readonly Asked[]): Promise<void> {
    const answers = await this.#together((client) => this.#sent(client, questions)).catch(() => []);
    await Promise.all(
      questions.map(async (question, index) => {
        const answer = answers[index];
        if (answer?.status === 'fulfilled') question.resolve(answer.value.rows);
        // With the patience of one that is asked alone.
        else await this.#alone((inside) => inside.rows(question)).then(question.resolve, question.reject);
      }),
    );
  }

  async #callAll(calls: readonly Called[]): Promise<void> {
    const inOrder = calls.toSorted((a, b) => a.companyId - b.companyId);
    const { rows, lost } = calls.length === 1 ? {} : await this.#callTogether(inOrder);
    await Promise.all(
      inOrder.map(async (call, index) => {
        if (rows !== undefined) call.resolve(rows[index] ?? []);
        else if (lost !== undefined && !call.isRepeatable) call.reject(postgresError(lost));
        else await this.#callAlone(call).then(call.resolve, call.reject);
      }),
    );
  }

  /** The rows of each call, or why nobody knows whether any was made; neither if none was. */
  async #callTogether(calls: readonly Called[]): Promise<{ readonly rows?: Rows[]; readonly lost?: unknown }> {
    const send = (client: PoolClient): Answer[] => [
      client.query('BEGIN'),
      ...this.#sent(client, calls),
      client.query('COMMIT'),
    ];
    const answers = await this.#places.hold(() => this.#together(send)).catch(() => []);
    const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    const lost = errors.find((error) => isLost(error));
    if (lost !== undefined) return { lost };
    if (answers.length === 0 || errors.length > 0) return {};
    return { rows: answers.slice(1, -1).map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : [])) };
  }

  /** The answers to statements that are sent in one go. Rejects if there is no connection. */
  async #together(send: (client: PoolClient) => Answer[]): Promise<PromiseSettledResult<Awaited<Answer>>[]> {
    const client = await this.#server.connect();
    const { stream } =
      (client as PoolClient & { readonly connection?: { readonly stream?: Writable } }).connection ?? {};
    stream?.cork();
    const sent = send(client);
    stream?.uncork();
    const answers = await Promise.allSettled(sent);
    client.release(answers.some((answer) => answer.status === 'rejected' && isLost(answer.reason)));
    return answers;
  }

  #sent(client: PoolClient, all: readonly Asked[]): Answer[] {
    const inside = new Inside(client, this.#form, this.#team);
    return all.map((asked) => inside.answer(asked));
  }

  #callAlone(call: Called): Promise<Rows> {
    const once = async (attempt: Attempt): Promise<Rows> => {
      const client = await this.#server.connect();
      try {
        const rows = await new Inside(client, this.#form, this.#team).rows(call);
        client.release();
        return rows;
      } catch (error) {
        client.release(isLost(error));
        if (isLost(error) && !call.isRepeatable) attempt.isLast = true;
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

  #alone<T>(work: (statements: Inside) => Promise<T>): Promise<T> {
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

  async rows(asked: Pick<Asked, 'sql' | 'values'>): Promise<Rows> {
    return (await this.answer(asked)).rows;
  }

  answer({ sql, values }: Pick<Asked, 'sql' | 'values'>): Answer {
    return this.#query(sql, values);
  }

  async claim(companyId: number): Promise<void> {
    await this.#client.query({ text: claimOf('$1', '$2'), values: [this.#team, companyId] });
  }

  #query(sql: string, values: readonly SqlValue[]): Answer {
    return this.#client.query<Record<string, unknown>>({ ...this.#form.of(sql), values: [...values] });
  }
}
