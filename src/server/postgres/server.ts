import { Pool, TypeOverrides, types, type PoolClient } from 'pg';
import { AppError } from '#shared/errors.ts';
import { shownAddress, type PostgresAddress, type PostgresHost } from './address.ts';
import { isLost, postgresError } from './faults.ts';

/** The oldest PostgreSQL whose behaviour is tested. */
const oldestVersion = 150_000;

/** How many connections a node keeps at most. */
const connections = 20;
/** How long making a connection may take, and how long one that nobody uses is kept, in milliseconds. */
const connectMs = 5000;
const idleMs = 60_000;

/**
 * The servers that may have a team's database, of which one is the primary. Connections are to that one; when it is
 * lost or becomes a standby, the next call looks for the one that has taken its place.
 */
export class PostgresServer {
  readonly #address: PostgresAddress;
  readonly #onLost: (error: unknown) => void;
  readonly #sendsAhead: boolean;
  #pool: { readonly host: PostgresHost; readonly pool: Pool } | undefined;
  /** The search for the primary that is under way: calls that come meanwhile wait for it. */
  #finding: Promise<Pool> | undefined;
  #isClosed = false;

  /**
   * `onLost` is told of idle connections that break. With `sendsAhead` a connection sends what it is asked before it
   * has the answers to what it was asked earlier; then it does not take COPY.
   */
  constructor(address: PostgresAddress, onLost: (error: unknown) => void, { sendsAhead = false } = {}) {
    this.#address = address;
    this.#onLost = (error) => onLost(postgresError(error));
    this.#sendsAhead = sendsAhead;
  }

  /** A connection to the primary, to be released. Throws what the last server that was asked has answered. */
  async connect(): Promise<PoolClient> {
    if (this.#isClosed) throw closing();
    const pool = this.#pool?.pool ?? (await this.#primary());
    try {
      return await pool.connect();
    } catch (error) {
      if (isLost(error)) this.#leave(pool);
      throw error;
    }
  }

  /** The connections of this process: all, those that nobody uses, and how many calls wait for one. */
  get usage(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: total = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = this.#pool?.pool ?? {};
    return { total, idle, waiting };
  }

  /** Whether an error says that the server is no primary any more. Then another one is looked for. */
  isMoved(error: unknown): boolean {
    if (this.#address.hosts.length === 1) return false;
    const isReadOnly = error instanceof Error && 'code' in error && error.code === '25006';
    if (isReadOnly && this.#pool !== undefined) this.#leave(this.#pool.pool);
    // Where none of them is the primary yet, one will be.
    return isReadOnly || error instanceof NotPrimary;
  }

  /** Ends all connections that are not in use, and the others once they are released. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { pool } = this.#pool ?? {};
    if (pool !== undefined && !pool.ending) await pool.end();
  }

  #leave(pool: Pool): void {
    if (this.#pool?.pool !== pool) return;
    this.#pool = undefined;
    if (!pool.ending) pool.end().catch(this.#onLost);
  }

  #primary(): Promise<Pool> {
    this.#finding ??= this.#find().finally(() => (this.#finding = undefined));
    return this.#finding;
  }

  async #find(): Promise<Pool> {
    let last: unknown;
    for (const host of this.#address.hosts) {
      const pool = this.#poolOf(host);
      try {
        await checkServer(pool, shownAddress({ ...this.#address, hosts: [host] }));
        this.#pool = { host, pool };
        return pool;
      } catch (error) {
        // A standby says less about what is wrong than a primary that cannot be reached.
        if (last === undefined || !(error instanceof NotPrimary)) last = error;
        await pool.end();
      }
    }
    throw last;
  }

  #poolOf({ host, port }: PostgresHost): Pool {
    const { database, user, password, tls } = this.#address;
    const pool = new Pool({
      host,
      port,
      database,
      user,
      ...(password === '' ? {} : { password }),
      ssl: tls === null ? false : { rejectUnauthorized: true, ...(tls.ca === undefined ? {} : { ca: tls.ca }) },
      max: connections,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: idleMs,
      keepAlive: true,
      application_name: 'winnow',
      pipeline: this.#sendsAhead,
      types: parsers,
    });
    // All break at once where the server stops: that is told once, until there is a new one.
    let isTold = false;
    const tell = (error: unknown): void => {
      if (!isTold) this.#onLost(error);
      isTold = true;
    };
    pool.on('error', tell);
    pool.on('connect', (client) => {
      isTold = false;
      // While one is in use the pool does not listen: what breaks then is told to whoever asked, too.
      client.on('error', tell);
    });
    return pool;
  }
}

function closing(): AppError {
  return new AppError('unavailable', 'Winnow is being closed.');
}

/** A server that answers and is not to be written to. */
class NotPrimary extends AppError {
  constructor(address: string) {
    super('storage_readonly', `The database ${address} cannot be written to.`);
  }
}

/** Throws if a server is too old, cannot be written to, or keeps texts in another encoding than UTF-8. */
async function checkServer(pool: Pool, address: string): Promise<void> {
  const { rows } = await pool.query<{ version: number; read_only: string; encoding: string; recovery: boolean }>(
    `SELECT current_setting('server_version_num')::int AS version,
       current_setting('transaction_read_only') AS read_only,
       current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS recovery`,
  );
  const { version, read_only: readOnly, encoding, recovery } = rows[0]!;
  if (version < oldestVersion) {
    const found = Math.floor(version / 10_000);
    throw new AppError('unavailable', `The database ${address} is PostgreSQL ${found}; Winnow needs 15 or newer.`);
  }
  if (encoding !== 'UTF8') {
    const message = `The database ${address} keeps texts in ${encoding}; Winnow needs one in UTF8.`;
    throw new AppError('unavailable', message);
  }
  if (recovery || readOnly === 'on') throw new NotPrimary(address);
}

/** Whole numbers as numbers: none of Winnow's is one that JavaScript cannot have. Everything else as `pg` reads it. */
const parsers = new TypeOverrides();
parsers.setTypeParser(types.builtins.INT8, Number);

/** What went wrong with opening a database, with its address and without its password. */
export function namingDatabase(address: PostgresAddress, error: unknown): unknown {
  const known = postgresError(error);
  if (!(known instanceof AppError) || known.message.includes('postgres://')) return known;
  return new AppError(known.code, `${known.message} (${shownAddress(address)})`, { cause: error });
}
