import type { State } from '../port.ts';
import type { Database } from '../sql/database.ts';
import { storesOn } from '../sql/stores.ts';
import type { PostgresAddress } from '../../postgres/address.ts';
import { PostgresDatabase } from './database.ts';
import { PostgresEntries } from './entries.ts';
import { mayPass, patiently, patienceMs } from '../../postgres/patience.ts';
import { migratePostgres } from '../../postgres/migrate.ts';
import { postgresMigrations } from '../../postgres/schema.ts';
import { namingDatabase, PostgresServer } from '../../postgres/server.ts';

/** The team that a database of one team has. */
const onlyTeam = { id: 1, name: 'Team' } as const;

/**
 * How long a token that was ended elsewhere may still be good here, in milliseconds: by the command line or by another
 * server, which have no other way to tell.
 */
const signInsFor = 500;

/** A state whose connections end some time after it was closed. */
export interface PostgresState extends State {
  readonly server: PostgresServer;
  readonly database: Database;
  /** Closes it, and waits until every connection has ended. */
  end(): Promise<void>;
}

interface OpenOptions {
  /** Told of connections that break. */
  readonly onLost: (error: unknown) => void;
  /** How long to wait for a database that cannot be reached. Only tests set it. */
  readonly patienceMs?: number;
}

/**
 * Opens the state of a team in PostgreSQL and brings its schema up to date. Throws an `AppError` that names the
 * database, and nothing is written, if it cannot be reached or written to, is too old, or was written by a newer
 * Winnow.
 */
export async function openPostgresState(
  address: PostgresAddress,
  { onLost, patienceMs: forMs = patienceMs }: OpenOptions,
): Promise<PostgresState> {
  const server = new PostgresServer(address, onLost, { sendsAhead: true });
  try {
    await patiently(
      () => migrate(server),
      (error) => mayPass(server, error),
      forMs,
    );
  } catch (error) {
    await server.close();
    throw namingDatabase(address, error);
  }
  const database = new PostgresDatabase(server, onlyTeam.id);
  return {
    ...storesOn(database, { readOnly: false, signInsFor }),
    entries: new PostgresEntries(database),
    server,
    database,
    readOnly: '',
    notices: [],
    version: () => database.snapshot(),
    bytes: () => database.number('SELECT pg_database_size(current_database())'),
    close: () => void server.close().catch(onLost),
    end: () => server.close(),
  };
}

async function migrate(server: PostgresServer): Promise<void> {
  const client = await server.connect();
  try {
    await migratePostgres(client, postgresMigrations, onlyTeam);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
