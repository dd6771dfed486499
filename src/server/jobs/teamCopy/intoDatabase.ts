import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DatabaseSync } from 'node:sqlite';
import { from as copyFrom } from 'pg-copy-streams';
import type { PoolClient } from 'pg';
import { integer, valuesOf } from '#node/rows.ts';
import { openDatabase } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';
import { shownAddress, type PostgresAddress } from '../../postgres/address.ts';
import { copyLines } from '../../postgres/copyText.ts';
import { postgresError } from '../../postgres/faults.ts';
import { PostgresServer } from '../../postgres/server.ts';
import { openPostgresState } from '../../state/postgres/open.ts';
import { indexFolderOf } from '../copies/workspaceFiles.ts';
import type { TaskProgress } from '../writerTask.ts';
import { FileBatches } from './fileBatches.ts';
import { checkCopied, countDatabase, countFile, team, type Copied } from './copied.ts';
import {
  checkSameTables,
  quoted,
  rowsOfFile,
  tablesOfDatabase,
  tablesOfFile,
  type Asker,
  type TeamTable,
} from './tables.ts';

/**
 * Puts all that a workspace's file has into an empty database, in one transaction: cut off, nothing is there. Nobody
 * may change the file meanwhile. Throws `invalid_input` if the database is not empty, and `storage_corrupt` if what it
 * has in the end is not what the file has.
 */
export async function copyIntoDatabase(
  file: string,
  address: PostgresAddress,
  onProgress: (progress: TaskProgress) => void,
): Promise<Copied> {
  await (await openPostgresState(address, { onLost: () => undefined })).end();
  const target = new PostgresServer(address, () => undefined);
  const state = openDatabase(file, { durability: 'full', readOnly: true });
  const batches = new FileBatches(indexFolderOf(file));
  try {
    const client = await target.connect();
    try {
      await client.query('BEGIN');
      const tables = await tablesOfDatabase(client);
      checkSameTables(tablesOfFile(state), tables);
      await refuseUnlessEmpty(client, tables, address);
      for (const [done, table] of tables.entries()) {
        onProgress({ done, total: tables.length + 1, label: 'Copying lists and decisions' });
        await copyTable(client, state, table);
      }
      onProgress({ done: tables.length, total: tables.length + 1, label: 'Copying companies' });
      await copyCompanies(client, batches);
      const copied = checkCopied(countFile(state, batches, tables), await countDatabase(client, tables));
      await client.query('COMMIT');
      client.release();
      return copied;
    } catch (error) {
      client.release(true);
      throw postgresError(error);
    }
  } finally {
    batches.close();
    state.close();
    await target.close();
  }
}

/** Keeps everybody else out until the end of the transaction, too. */
async function refuseUnlessEmpty(client: Asker, tables: readonly TeamTable[], address: PostgresAddress): Promise<void> {
  const all = [...tables.map(({ name }) => name), 'company_change', 'company_version'];
  await client.query(`LOCK TABLE ${all.map(quoted).join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  for (const name of all) {
    const { rows } = await client.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
    if (rows.length === 0) continue;
    const message = `The database ${shownAddress(address)} is not empty: a copy never replaces or mixes anything.`;
    throw new AppError('invalid_input', message);
  }
}

async function copyTable(client: PoolClient, state: DatabaseSync, table: TeamTable): Promise<void> {
  const { name, columns, numbered } = table;
  const into = `COPY ${quoted(name)} (team_id, ${columns.map(quoted).join(', ')}) FROM STDIN`;
  await pipeline(Readable.from(copyLines(ofTeam(rowsOfFile(state, table)))), client.query(copyFrom(into)));
  if (numbered === null) return;
  const next = Math.max(lastNumberOf(state, table), 0);
  if (next === 0) return;
  await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', [quoted(name), numbered, next]);
}

function* ofTeam<T>(rows: Iterable<T[]>): Generator<(T | number)[]> {
  for (const row of rows) yield [team, ...row];
}

/** The last number that a file has given in a table, if only to a row that is gone. */
function lastNumberOf(state: DatabaseSync, { name, numbered }: TeamTable): number {
  const highest = `SELECT COALESCE(max(${quoted(numbered ?? '')}), 0) FROM ${quoted(name)}`;
  const given = state.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').all(name);
  return Math.max(0, ...valuesOf(integer, state.prepare(highest).all()), ...valuesOf(integer, given));
}

async function copyCompanies(client: PoolClient, batches: FileBatches): Promise<void> {
  const versions = function* (): Generator<(string | number)[]> {
    for (const [id, batch, record] of batches.versions()) yield [id, batch, 'added', record];
  };
  const into = 'COPY company_version (company_id, batch, kind, record) FROM STDIN';
  await pipeline(Readable.from(copyLines(versions())), client.query(copyFrom(into)));
  await client.query('CREATE TEMPORARY TABLE hidden (company_id bigint, batch bigint) ON COMMIT DROP');
  const hidden = client.query(copyFrom('COPY hidden FROM STDIN'));
  await pipeline(Readable.from(copyLines(batches.hidden())), hidden);
  await client.query(`ANALYZE hidden; ANALYZE company_version;
    INSERT INTO company_version (company_id, batch, kind, record)
    SELECT company_id, batch, 'removed', '' FROM hidden
    WHERE NOT EXISTS (
      SELECT 1 FROM company_version AS v WHERE v.company_id = hidden.company_id AND v.batch = hidden.batch
    );
    UPDATE company_version AS v
    SET replaced_by = COALESCE(chain.next, 0),
      kind = CASE WHEN v.kind = 'added' AND chain.before IS NOT NULL THEN 'replaced' ELSE v.kind END
    FROM (
      SELECT company_id, batch, lead(batch) OVER each AS next, lag(batch) OVER each AS before FROM company_version
      WHERE company_id IN (SELECT company_id FROM hidden) WINDOW each AS (PARTITION BY company_id ORDER BY batch)
    ) AS chain
    WHERE chain.company_id = v.company_id AND chain.batch = v.batch`);
  const changes = batches.changes().map((change) => {
    const { seq, ...detail } = change;
    return [seq, change.kind, 'origin' in change ? change.origin : '', JSON.stringify(detail)];
  });
  const change = client.query(copyFrom('COPY company_change (seq, kind, origin, detail) FROM STDIN'));
  await pipeline(Readable.from(copyLines(changes)), change);
}
