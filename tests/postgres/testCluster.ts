import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openPostgresState } from '#server/state/postgres/open.ts';
import { parsePostgresAddress, type PostgresAddress } from '#server/postgres/address.ts';
import { postgresPrograms, startCluster, type Cluster } from './cluster.ts';

/** Settings of a cluster whose data nobody needs any more once it stops. */
const quick = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  autovacuum: 'off',
} as const;

/** A PostgreSQL for tests, with databases that have Winnow's schema already. */
export class TestCluster {
  readonly folder: string;
  readonly cluster: Cluster;
  #admin: Client;
  #databases = 0;

  private constructor(folder: string, cluster: Cluster, admin: Client) {
    this.folder = folder;
    this.cluster = cluster;
    this.#admin = admin;
  }

  /** Throws where there is no PostgreSQL for this system. */
  static async start(settings: Readonly<Record<string, string>> = quick): Promise<TestCluster> {
    const programs = postgresPrograms();
    if (programs === null) throw new Error('There is no PostgreSQL for this system.');
    const folder = mkdtempSync(join(tmpdir(), 'winnow-postgres-'));
    const cluster = await startCluster(programs, join(folder, 'cluster'), settings);
    const admin = await clientOf(cluster, 'postgres');
    const test = new TestCluster(folder, cluster, admin);
    await admin.query('CREATE DATABASE winnow_template');
    const state = await openPostgresState(test.addressOf('winnow_template'), { onLost: () => undefined });
    await state.end();
    return test;
  }

  /** Where a database of it is. */
  addressOf(database: string): PostgresAddress {
    return parsePostgresAddress(`postgres://postgres@/${database}?host=${encodeURIComponent(this.cluster.host)}`);
  }

  /**
   * A new database with the newest schema and nothing else in it; with `isEmpty` or made `as` something else it has no
   * schema either.
   */
  async newDatabase({
    isEmpty = false,
    as = isEmpty ? '' : 'TEMPLATE winnow_template',
  }: { readonly isEmpty?: boolean; readonly as?: string } = {}): Promise<PostgresAddress> {
    const name = `winnow_${++this.#databases}`;
    await this.#admin.query(`CREATE DATABASE ${name} ${as}`);
    return this.addressOf(name);
  }

  /** Lets the server crash, begins `work`, starts it again, and waits until the work is done. */
  async restartAfter(work: () => Promise<unknown>): Promise<void> {
    await this.#admin.end();
    await this.cluster.stop('immediate');
    const done = work();
    await this.cluster.start();
    await done;
    this.#admin = await clientOf(this.cluster, 'postgres');
  }

  /** Takes every row of the state out of a database, so that it is as a new one. */
  async empty(address: PostgresAddress): Promise<void> {
    const select = `SELECT string_agg(relname::regclass::text, ', ') AS names FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ('schema_migration', 'team')`;
    const [tables] = await this.ask(address, select);
    await this.ask(address, `TRUNCATE ${String(tables?.['names'])} RESTART IDENTITY`);
  }

  /** Asks as the owner of everything. */
  async ask(address: PostgresAddress, sql: string): Promise<Record<string, unknown>[]> {
    const client = await clientOf(this.cluster, address.database);
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    await this.#admin.end();
    await this.cluster.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function clientOf({ host }: Cluster, database: string): Promise<Client> {
  const client = new Client({ host, user: 'postgres', database });
  // A crash of the server is told to whoever asks next.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
