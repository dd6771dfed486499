import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CompanyChange } from '#server/index/port.ts';
import { CompanyLog } from '#server/postgres/companyLog.ts';
import { JobLock } from '#server/postgres/jobLock.ts';
import { parsePostgresAddress, type PostgresAddress } from '#server/postgres/address.ts';
import { PostgresServer } from '#server/postgres/server.ts';
import { openPostgresState } from '#server/state/postgres/open.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { TestCluster } from '../../postgres/testCluster.ts';

const now = '2026-11-27T10:00:00.000Z';
const entries = 200;
const nobody = 65_534;

/** Where it is installed: a Debian package that `.ci/run` brings. */
const program = '/usr/sbin/pgbouncer';
const isThere = spawnSync(program, ['--version']).status === 0;

describe.skipIf(!isThere)('behind PgBouncer, which gives a connection to another one after each transaction', () => {
  let cluster: TestCluster;
  let bouncer: ChildProcess;
  let folder: string;
  let address: PostgresAddress;

  beforeAll(async () => {
    cluster = await TestCluster.start();
    const { database } = await cluster.newDatabase();
    folder = mkdtempSync(join(tmpdir(), 'winnow-bouncer-'));
    chmodSync(folder, 0o777);
    const port = await freePort();
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'any',
      pool_mode: 'transaction',
      default_pool_size: 4,
    };
    const file = join(folder, 'pgbouncer.ini');
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    writeFileSync(
      file,
      ['[databases]', `* = host=${cluster.cluster.host} user=postgres`, '[pgbouncer]', ...lines, ''].join('\n'),
    );
    // Like PostgreSQL it does not run as root, and as another user it has to find the socket.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chmodSync(cluster.folder, 0o755);
    bouncer = spawn(program, [file], { stdio: 'ignore', ...(isRoot ? { uid: nobody, gid: nobody } : {}) });
    address = parsePostgresAddress(`postgres://postgres@127.0.0.1:${port}/${database}`);
    await vi.waitFor(() => connects(address), { timeout: 20_000 });
  });
  afterAll(async () => {
    bouncer.kill('SIGTERM');
    if (bouncer.exitCode === null) await once(bouncer, 'exit');
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  test('decisions of two servers at once are each made once', async () => {
    const states = await Promise.all([0, 1].map(() => openPostgresState(address, { onLost: () => undefined })));
    const [one, two] = states as [(typeof states)[0], (typeof states)[0]];
    const { id: user } = await one.users.firstUser();
    const made = await one.smartLists.create(
      user,
      { name: 'All', filters: emptyFilters(), matchedWeek: '', now },
      Array.from({ length: entries }, (_, id) => ({ companyId: id + 1, merit: 0, topMatch: false, week: '' })),
      [],
    );
    if (made === 'name_taken') throw new Error('taken');
    const { rows } = await two.entries.page(user, { smartListId: made.list.id }, { offset: 0, limit: entries });
    const kinds = await Promise.all(
      rows.flatMap(({ id }) =>
        states.map((state) => state.entries.move(user, id, 'Watchlist', now, { key: `key ${id}`, hash: 'h' })),
      ),
    );
    expect(kinds.filter(({ kind }) => kind === 'moved')).toHaveLength(entries);
    expect(kinds.filter(({ kind }) => kind === 'repeated')).toHaveLength(entries);
    expect((await one.entries.decidedCounts(user)).get('Watchlist')).toBe(entries);
    await Promise.all(states.map((state) => state.end()));
  });

  test('a job of one server keeps those of others out, and its changes are numbered', async () => {
    const [one, two] = [0, 1].map(() => new PostgresServer(address, () => undefined)) as [
      PostgresServer,
      PostgresServer,
    ];
    const [ours, theirs] = [new JobLock(one), new JobLock(two)];
    const job = await ours.take();
    expect(await theirs.take()).toBeNull();
    await job?.release();
    const other = await theirs.take();
    expect(other).not.toBeNull();
    await other?.release();
    const log = new CompanyLog<CompanyChange>(one);
    expect(await log.append(0, { kind: 'removal', origin: 'sample' }, [])).toBe(1);
    expect(await new CompanyLog<CompanyChange>(two).newest()).toBe(1);
    await Promise.all([one.close(), two.close()]);
  });
});

async function connects(address: PostgresAddress): Promise<void> {
  const server = new PostgresServer(address, () => undefined);
  try {
    (await server.connect()).release();
  } finally {
    await server.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
