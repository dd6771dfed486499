import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { PoolClient } from 'pg';
import { syncFolderNow } from '#node/atomicFile.ts';
import { openDatabase, storageError, transaction } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';
import { cataloguePath, openMigrated } from '../../index/catalogue.ts';
import { openCompanyWriter } from '../../index/open.ts';
import type { CompanyChange } from '../../index/port.ts';
import type { PostgresAddress } from '../../postgres/address.ts';
import { CompanyLog } from '../../postgres/companyLog.ts';
import { postgresError } from '../../postgres/faults.ts';
import { PostgresServer } from '../../postgres/server.ts';
import { openPostgresState } from '../../state/postgres/open.ts';
import { openState } from '../../state/sqlite/file.ts';
import { indexFolderOf } from '../copies/workspaceFiles.ts';
import { followLog } from '../followLog.ts';
import type { TaskControl } from '../writerTask.ts';
import { checkCopied, countDatabase, countFile, team, type Copied } from './copied.ts';
import { FileBatches } from './fileBatches.ts';
import {
  checkSameTables,
  quoted,
  rowsOfDatabase,
  tablesOfDatabase,
  tablesOfFile,
  type Asker,
  type TeamTable,
} from './tables.ts';
import { removeLike, withTemporary } from './temporary.ts';

/**
 * Writes all that a team has in a database, as of one moment, into a new workspace's file and the index beside it. They
 * get their names once all is on disk and was checked: cut off, they are not there, and the next copy to the same name
 * tidies up. Throws `invalid_input` if there is such a file already, `busy` if another copy is being made there, and
 * `storage_*`.
 */
export async function copyIntoFile(address: PostgresAddress, file: string, control: TaskControl): Promise<Copied> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return withTemporary(file, async (temporary) => {
    // Cut off between the two names, it was whole, and only the index had its own.
    if (existsSync(temporary) && !existsSync(file)) rmSync(indexFolderOf(file), { recursive: true, force: true });
    for (const path of [file, indexFolderOf(file)]) {
      if (existsSync(path))
        throw new AppError('invalid_input', `${path} already exists; a copy never replaces a file.`);
    }
    removeLike(temporary);
    try {
      const copied = await copyTo(address, temporary, control);
      renameSync(indexFolderOf(temporary), indexFolderOf(file));
      renameSync(temporary, file);
      syncFolderNow(dirname(file));
      return copied;
    } catch (error) {
      throw storageError(error);
    }
  });
}

async function copyTo(address: PostgresAddress, file: string, control: TaskControl): Promise<Copied> {
  await (await openPostgresState(address, { onLost: () => undefined })).end();
  const source = new PostgresServer(address, () => undefined);
  try {
    const client = await source.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const tables = await tablesOfDatabase(client);
      (await openState(file)).close();
      const state = openDatabase(file, { durability: 'full' });
      try {
        checkSameTables(tablesOfFile(state), tables);
        await copyTables(client, state, tables, control);
        await copyCompanies(client, indexFolderOf(file), control);
        const copied = await check(client, state, file, tables);
        await client.query('ROLLBACK');
        client.release();
        return copied;
      } finally {
        // The last connection moves the journal into the file.
        state.close();
      }
    } catch (error) {
      client.release(true);
      throw postgresError(error);
    }
  } finally {
    await source.close();
  }
}

async function copyTables(
  client: Asker,
  state: DatabaseSync,
  tables: readonly TeamTable[],
  { onProgress, signal }: TaskControl,
): Promise<void> {
  state.exec('BEGIN IMMEDIATE');
  for (const [done, table] of tables.entries()) {
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
    onProgress({ done, total: tables.length + 1, label: 'Copying lists and decisions' });
    const { name, columns } = table;
    state.exec(`DELETE FROM ${quoted(name)}`);
    const places = columns.map(() => '?').join(', ');
    const insert = state.prepare(`INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) VALUES (${places})`);
    for await (const rows of rowsOfDatabase(client, team, table)) for (const row of rows) insert.run(...row);
    await keepNumber(client, state, table);
  }
  state.exec('COMMIT');
}

/** New rows are numbered on from the last number that was given, if only to a row that is gone. */
async function keepNumber(client: Asker, state: DatabaseSync, { name, numbered }: TeamTable): Promise<void> {
  if (numbered === null) return;
  const sequence = 'SELECT pg_get_serial_sequence($1, $2) AS name';
  const { rows: named } = await client.query<{ name: string }>(sequence, [quoted(name), numbered]);
  const { rows } = await client.query<{ last: number }>(
    `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${String(named[0]?.name)}`,
  );
  const last = Number(rows[0]?.last);
  const table = String(state.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(name)?.['sql']);
  if (last > 0 && table.includes('AUTOINCREMENT')) giveOnFrom(state, name, last);
}

function giveOnFrom(db: DatabaseSync, table: string, last: number): void {
  db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table);
  db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, last);
}

/** Makes the index as a server would that starts with nothing, and then one that follows nobody. */
async function copyCompanies(client: PoolClient, folder: string, control: TaskControl): Promise<void> {
  // What the log asks, it asks in the transaction that has all the rest.
  const same = Object.assign(Object.create(client) as PoolClient, {
    query: client.query.bind(client),
    release: () => undefined,
  });
  const log = new CompanyLog<CompanyChange>({ connect: async () => same, isMoved: () => false });
  const newest = await log.newest();
  const writer = openCompanyWriter(folder);
  try {
    await followLog(writer, log, control, { apart: Infinity });
  } finally {
    writer.close();
  }
  const catalogue = openMigrated(cataloguePath(folder));
  try {
    transaction(catalogue, () => {
      catalogue.exec('UPDATE manifest SET followed = 0, begun = 0');
      if (newest > 0) giveOnFrom(catalogue, 'batch', newest);
    });
  } finally {
    catalogue.close();
  }
}

async function check(client: Asker, state: DatabaseSync, file: string, tables: readonly TeamTable[]): Promise<Copied> {
  const problems = state.prepare('PRAGMA foreign_key_check').all();
  if (problems.length > 0) throw new AppError('storage_corrupt', 'Something in the database belongs to nothing.');
  const batches = new FileBatches(indexFolderOf(file));
  try {
    return checkCopied(await countDatabase(client, tables), countFile(state, batches, tables));
  } finally {
    batches.close();
  }
}
