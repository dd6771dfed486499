import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { runProgram } from '../bench/engines/processes.ts';
import { clusterIn, postgresPrograms, startCluster, type Cluster } from './cluster.ts';

const usual = { shared_buffers: '64MB', max_connections: '200', fsync: 'off', full_page_writes: 'off' } as const;

/** A primary and its standby, which has what the primary has acknowledged (`synchronous_commit`, streaming). */
export class Pair {
  readonly folder: string;
  readonly #primary: Cluster;
  readonly #standby: Cluster;
  readonly #ports: readonly [number, number];
  #isPrimaryUp = true;

  private constructor(folder: string, clusters: readonly [Cluster, Cluster], ports: readonly [number, number]) {
    this.folder = folder;
    [this.#primary, this.#standby] = clusters;
    this.#ports = ports;
  }

  /** Both, with an empty database `winnow`. Throws where there is no PostgreSQL for this system. */
  static async start(): Promise<Pair> {
    const programs = postgresPrograms();
    if (programs === null) throw new Error('There is no PostgreSQL for this system.');
    const folder = mkdtempSync(join(tmpdir(), 'winnow-pair-'));
    const ports = [await freePort(), await freePort()] as const;
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    const settings = (port: number) => ({ ...usual, listen_addresses: '127.0.0.1', port: String(port) });
    const primary = await startCluster(programs, one, { ...usual, listen_addresses: '', port: String(ports[0]) });
    const client = new Client({ host: one, port: ports[0], user: 'postgres', database: 'postgres' });
    await client.connect();
    await client.query('CREATE DATABASE winnow');
    await client.end();
    // Made of a copy of the stopped one: not every package of PostgreSQL has pg_basebackup.
    await primary.stop();
    mkdirSync(two, { mode: 0o755 });
    await runProgram('cp', ['-a', join(one, 'data'), two]);
    await runProgram('chown', ['--reference', one, two]);
    const from = `host=127.0.0.1 port=${ports[0]} user=postgres application_name=standby`;
    appendFileSync(join(two, 'data', 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
    writeFileSync(join(two, 'data', 'standby.signal'), '');
    await runProgram('chown', ['--reference', one, join(two, 'data', 'standby.signal')]);
    const standby = clusterIn(programs, two, {});
    await primary.start({ ...settings(ports[0]), synchronous_standby_names: 'standby', synchronous_commit: 'on' });
    await standby.start(settings(ports[1]));
    const pair = new Pair(folder, [primary, standby], ports);
    await pair.#isInSync();
    return pair;
  }

  /** Both hosts in one address, of which one is the primary. */
  get address(): string {
    const [one, two] = this.#ports;
    return `postgres://postgres@127.0.0.1:${one},127.0.0.1:${two}/winnow`;
  }

  /** Ends the primary by SIGKILL; some time after, as whoever looks after them would notice, the standby is promoted. */
  async failOver(noticeMs: number): Promise<void> {
    this.#isPrimaryUp = false;
    await this.#primary.kill();
    await sleep(noticeMs);
    await this.#standby.promote();
  }

  /** Asks the one that is the primary now. */
  async ask(sql: string): Promise<Record<string, unknown>[]> {
    const port = this.#ports[this.#isPrimaryUp ? 0 : 1];
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'winnow' });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    if (this.#isPrimaryUp) await this.#primary.stop('immediate');
    await this.#standby.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Resolves once the primary waits for the standby with each commit. */
  async #isInSync(): Promise<void> {
    for (let look = 0; look < 200; look++) {
      const [row] = await this.ask('SELECT max(sync_state) AS state FROM pg_stat_replication');
      if (row?.['state'] === 'sync') return;
      await sleep(50);
    }
    throw new Error('The standby does not follow.');
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
