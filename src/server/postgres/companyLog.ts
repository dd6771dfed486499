import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { PoolClient } from 'pg';
import { AppError } from '#shared/errors.ts';
import { copyLines } from './copyText.ts';
import { postgresError } from './faults.ts';
import { mayPass, patiently } from './patience.ts';
import type { PostgresServer } from './server.ts';

/** A company in a batch: `record` is a text of the index's own, `''` for one that went. */
interface LoggedCompany {
  readonly id: number;
  readonly kind: 'added' | 'replaced' | 'removed';
  readonly record: string;
}

/** What a change says of itself; the log only looks at what it needs to know to leave out what was undone. */
interface LoggedChange {
  readonly kind: string;
  readonly origin?: string;
  readonly instead?: string | null;
  readonly batchId?: number;
}

/** The batches from one to another, both included, but for those that were undone. */
export interface BatchRun {
  readonly first: number;
  readonly last: number;
}

/** The ids from one to another, both included, in parts of a `width` each. */
export interface IdParts {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** The key of the lock that keeps two changes from getting one number, in `pg_advisory_xact_lock`. */
const appendLock = 0x57_69_6e_6e_63;

/** The channel on which nodes are told that there is a change. */
export const changesChannel = 'winnow_companies';

/** How many companies are read at a time, if their ids are as dense as on average. */
const companiesInPart = 2000;

/**
 * The changes of companies in PostgreSQL, numbered in their order: from them every node derives its index. A
 * change is there whole or not at all, and with all of its companies.
 */
export class CompanyLog<Change extends LoggedChange> {
  readonly #server: Pick<PostgresServer, 'connect' | 'isMoved'>;

  constructor(server: Pick<PostgresServer, 'connect' | 'isMoved'>) {
    this.#server = server;
  }

  /**
   * Keeps a change as the one after `last` and returns its number. Throws `busy` if another one is there already, and
   * `unavailable` if it is not known whether it was kept.
   */
  async append(last: number, change: Change, companies: Iterable<LoggedCompany>): Promise<number> {
    const client = await this.#patiently(() => this.#server.connect());
    try {
      await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${appendLock})`);
      const { rows } = await client.query('SELECT COALESCE(MAX(seq), 0) AS newest FROM company_change');
      if ((rows[0] as { newest: unknown }).newest !== last) throw behind();
      const seq = last + 1;
      await client.query({
        text: 'INSERT INTO company_change (seq, kind, origin, detail) VALUES ($1, $2, $3, $4)',
        values: [seq, change.kind, change.origin ?? '', JSON.stringify(change)],
      });
      await undoIn(client, seq, change);
      if (change.kind === 'batch') await copyIn(client, seq, companies);
      await client.query(`NOTIFY ${changesChannel}`);
      await client.query('COMMIT');
      client.release();
      return seq;
    } catch (error) {
      client.release(true);
      throw postgresError(error);
    }
  }

  /** The number of the newest change; 0 without one. */
  async newest(): Promise<number> {
    const { rows } = await this.#ask('SELECT COALESCE(MAX(seq), 0) AS newest FROM company_change', []);
    return Number(rows[0]?.['newest']);
  }

  /** The changes after one that an index has, in their order, but for those that came to nothing since. */
  async after(seq: number): Promise<(Change & { readonly seq: number })[]> {
    const { rows } = await this.#ask(
      `SELECT seq, detail FROM company_change
       WHERE seq > $1 AND (kind <> 'batch' OR undone_by = 0)
         AND (kind <> 'undo' OR CAST(CAST(detail AS jsonb) ->> 'batchId' AS bigint) <= $1)
       ORDER BY seq`,
      [seq],
    );
    return rows.map((row) => ({ ...(JSON.parse(String(row['detail'])) as Change), seq: Number(row['seq']) }));
  }

  /** The next id of a company; no one that any batch has had comes again, even of one that was undone. */
  async nextCompanyId(): Promise<number> {
    const { rows } = await this.#ask(
      `SELECT COALESCE(MAX(CAST(CAST(detail AS jsonb) ->> 'nextCompanyId' AS bigint)), 1) AS next
       FROM company_change WHERE kind = 'batch'`,
      [],
    );
    return Number(rows[0]?.['next']);
  }

  /** The ids in some batches, in parts that can be asked for one by one; null if they have no company. */
  async partsOf({ first, last }: BatchRun): Promise<IdParts | null> {
    const { rows } = await this.#ask(
      `SELECT min(company_id) AS from, max(company_id) AS to, count(*) AS count FROM company_version
       WHERE batch BETWEEN $1 AND $2`,
      [first, last],
    );
    const { from, to, count } = rows[0] as { from: number | null; to: number | null; count: number };
    if (from === null || to === null) return null;
    return { from, to, width: Math.ceil(((to - from + 1) / count) * companiesInPart) };
  }

  /**
   * The companies of a part, numbered from 0, as the last of some batches has left them, in the order of their ids;
   * undefined after the last part. A part has some thousand at most where ids are as dense as on average.
   */
  async part(
    { first, last }: BatchRun,
    { from, to, width }: IdParts,
    part: number,
  ): Promise<LoggedCompany[] | undefined> {
    const begin = from + part * width;
    if (begin > to) return undefined;
    // One batch lies together by its number; of several, what lies together are the ids. Asked for by their ids alone,
    // without a limit: whatever the database guesses, it then never sorts more than a part.
    const [batches, values] =
      first === last
        ? ['batch = $3', [last]]
        : ['batch + 0 BETWEEN $3 AND $4 AND (replaced_by = 0 OR replaced_by > $4)', [first, last]];
    const { rows } = await this.#ask(
      `SELECT company_id AS id, kind, record FROM company_version
       WHERE company_id >= $1 AND company_id <= $2 AND ${batches} ORDER BY company_id`,
      [begin, Math.min(to, begin + width - 1), ...values],
    );
    return rows as unknown as LoggedCompany[];
  }

  /** All of these companies, part by part. */
  async *companiesOf(run: BatchRun): AsyncGenerator<LoggedCompany[]> {
    const parts = await this.partsOf(run);
    if (parts === null) return;
    for (let part = 0; ; part++) {
      const companies = await this.part(run, parts, part);
      if (companies === undefined) return;
      yield companies;
    }
  }

  async #ask(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }> {
    return this.#patiently(async () => {
      const client = await this.#server.connect();
      try {
        const answer = await client.query<Record<string, unknown>>({ text, values });
        client.release();
        return answer;
      } catch (error) {
        client.release(true);
        throw error;
      }
    });
  }

  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await patiently(work, (error) => mayPass(this.#server, error));
    } catch (error) {
      throw postgresError(error);
    }
  }
}

/** Takes out what a change undoes: an index that is made from now on never had it. */
async function undoIn(client: PoolClient, seq: number, change: LoggedChange): Promise<void> {
  const origin = change.kind === 'removal' ? change.origin : change.instead;
  const [which, value] =
    change.kind === 'undo' ? ['seq = $2', change.batchId] : origin === undefined ? [] : ['origin = $2', origin];
  if (which === undefined || value === undefined || value === null) return;
  const undone = `UPDATE company_change SET undone_by = $1
    WHERE kind = 'batch' AND undone_by = 0 AND seq < $1 AND ${which} RETURNING seq`;
  const { rows } = await client.query({ text: undone, values: [seq, value] });
  for (const { seq: batch } of rows as { seq: number }[]) {
    await client.query({ text: 'DELETE FROM company_version WHERE batch = $1', values: [batch] });
    await client.query({ text: 'UPDATE company_version SET replaced_by = 0 WHERE replaced_by = $1', values: [batch] });
  }
}

async function copyIn(client: PoolClient, seq: number, companies: Iterable<LoggedCompany>): Promise<void> {
  const stream = client.query(copyFrom('COPY company_version (company_id, batch, kind, record) FROM STDIN'));
  await pipeline(Readable.from(copyLines(rowsOf(seq, companies))), stream);
  await client.query({
    text: `UPDATE company_version AS older SET replaced_by = $1
      FROM company_version AS newer
      WHERE newer.batch = $1 AND newer.kind <> 'added' AND older.company_id = newer.company_id AND older.batch < $1
        AND older.replaced_by = 0`,
    values: [seq],
  });
}

function* rowsOf(seq: number, companies: Iterable<LoggedCompany>): Generator<(string | number)[]> {
  for (const { id, kind, record } of companies) yield [id, seq, kind, record];
}

function behind(): AppError {
  return new AppError('busy', 'Another server of the team has changed the companies meanwhile. Try again.');
}
