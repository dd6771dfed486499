import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { PoolClient } from 'pg';
import { AppError } from '#shared/errors.ts';
import { postgresError } from './faults.ts';
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

/** The key of the lock that keeps two changes from getting one number, in `pg_advisory_xact_lock`. */
const appendLock = 0x57_69_6e_6e_63;

/** The channel on which nodes are told that there is a change. */
export const changesChannel = 'winnow_companies';

/** How many companies are read at a time. */
const readAtOnce = 5000;

/**
 * The changes of companies in PostgreSQL, numbered from 1 without a gap: from them every node derives its index. A
 * change is there whole or not at all, and with all of its companies.
 */
export class CompanyLog<Change extends LoggedChange> {
  readonly #server: PostgresServer;

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  /**
   * Keeps a change as the one after `last` and returns its number. Throws `busy` if another one is there already, and
   * `unavailable` if it is not known whether it was kept.
   */
  async append(last: number, change: Change, companies: Iterable<LoggedCompany>): Promise<number> {
    const client = await this.#server.connect();
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

  /** The next change after one that an index has, but for those that came to nothing since; undefined if it has all. */
  async next(after: number): Promise<(Change & { readonly seq: number }) | undefined> {
    const { rows } = await this.#ask(
      `SELECT seq, detail FROM company_change
       WHERE seq > $1 AND (kind <> 'batch' OR undone_by = 0)
         AND (kind <> 'undo' OR CAST(CAST(detail AS jsonb) ->> 'batchId' AS bigint) <= $1)
       ORDER BY seq LIMIT 1`,
      [after],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    return { ...(JSON.parse(String(row['detail'])) as Change), seq: Number(row['seq']) };
  }

  /** The companies of a batch, in the order of their ids. */
  async *companiesOf(seq: number): AsyncGenerator<LoggedCompany> {
    let after = -1;
    for (;;) {
      const { rows } = await this.#ask(
        `SELECT company_id AS id, kind, record FROM company_version WHERE batch = $1 AND company_id > $2
         ORDER BY company_id LIMIT ${readAtOnce}`,
        [seq, after],
      );
      yield* rows as unknown as LoggedCompany[];
      const last = rows.at(-1);
      if (last === undefined || rows.length < readAtOnce) return;
      after = Number(last['id']);
    }
  }

  async #ask(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }> {
    const client = await this.#server.connect();
    try {
      const answer = await client.query<Record<string, unknown>>({ text, values });
      client.release();
      return answer;
    } catch (error) {
      client.release(true);
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
  await pipeline(Readable.from(linesOf(seq, companies)), stream);
  await client.query({
    text: `UPDATE company_version AS older SET replaced_by = $1
      FROM company_version AS newer
      WHERE newer.batch = $1 AND newer.kind <> 'added' AND older.company_id = newer.company_id AND older.batch < $1
        AND older.replaced_by = 0`,
    values: [seq],
  });
}

/** What `COPY` reads, some rows at a time. */
function* linesOf(seq: number, companies: Iterable<LoggedCompany>): Generator<string> {
  let lines: string[] = [];
  for (const { id, kind, record } of companies) {
    lines.push(`${id}\t${seq}\t${kind}\t${copied(record)}\n`);
    if (lines.length < copiedAtOnce) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

const copiedAtOnce = 500;

/** A text as `COPY` has it. */
function copied(text: string): string {
  return text.replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function behind(): AppError {
  return new AppError('busy', 'Another server of the team has changed the companies meanwhile. Try again.');
}
