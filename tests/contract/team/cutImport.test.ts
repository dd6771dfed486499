import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { query } from '#server/index/testing/companyFolder.ts';
import type { PostgresAddress } from '#server/postgres/address.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '#server/workspace.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { TestCluster } from '../../postgres/testCluster.ts';

const cli = fileURLToPath(new URL('../../../src/server/commandLine/cli.ts', import.meta.url));

let cluster: TestCluster;
let address: PostgresAddress;
let folder: string;
let nodes: Workspace[];
beforeAll(async () => {
  cluster = await TestCluster.start();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-cut-'));
  address = await cluster.newDatabase();
  nodes = [];
});
afterEach(() => {
  for (const node of nodes) node.close();
  rmSync(folder, { recursive: true });
});

async function node(name: string): Promise<Workspace> {
  const workspace = await openWorkspace({
    file: join(folder, name, 'team.db'),
    store: address,
    config: configWithoutProvider(''),
    now: () => new Date('2026-11-27T10:00:00Z'),
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
  nodes.push(workspace);
  await workspace.ready;
  return workspace;
}

function csv(name: string, companies: readonly string[]): string {
  const path = join(folder, `${name}.csv`);
  const lines = companies.map((company) => `${company},https://${company.toLowerCase()}.example,Robots from ${name}`);
  writeFileSync(path, ['name,website,description', ...lines].join('\n'));
  return path;
}

/** An import by a server of its own, in another process. */
function importing(path: string): { kill: () => void; ended: Promise<number | null> } {
  const host = encodeURIComponent(cluster.cluster.host);
  const store = `postgres://postgres@/${address.database}?host=${host}`;
  const args = [cli, 'import', path, '--store', store, '--db', join(folder, 'importer', 'team.db')];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { kill: () => child.kill('SIGKILL'), ended };
}

async function namesOn({ companies }: Workspace): Promise<string[]> {
  return (await companies.search(query(), 0, 100)).items.map(({ name }) => name).toSorted();
}

/** The lock that whoever writes into a table has to wait for. */
const held = 4242;

/** Lets everybody wait who is about to write a row into a table, until the returned function is called. */
async function holdUp(table: string): Promise<() => Promise<void>> {
  const client = new Client({ host: cluster.cluster.host, user: 'postgres', database: address.database });
  await client.connect();
  await client.query(`SELECT pg_advisory_lock(${String(held)});
    CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(${String(held)}); RETURN NULL; END';
    CREATE TRIGGER hold_up BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION hold_up()`);
  return async () => {
    await client.query(`SELECT pg_advisory_unlock(${String(held)})`);
    await client.query('DROP FUNCTION hold_up CASCADE');
    await client.end();
  };
}

/** How many statements wait so. */
async function waiting(): Promise<number> {
  const select = `SELECT count(*) AS count FROM pg_locks
    WHERE NOT granted AND locktype = 'advisory' AND objid = ${String(held)}`;
  return Number((await cluster.ask(address, select))[0]?.['count']);
}

/** At what an import is killed, by the table that it is about to write into; and whether its companies are there by then. */
const stages = [
  { name: 'before it has noted that it begins', table: 'import_note', isThere: false },
  { name: 'with its change not yet numbered', table: 'company_change', isThere: false },
  { name: 'with its companies on their way', table: 'company_version', isThere: false },
  { name: 'with its companies kept and its lists not matched', table: 'entry', isThere: true },
] as const;

// Three imports as programs of their own, of the lowest priority: beside other tests each takes its time.
test.each(stages)(
  'N5 an import that is killed $name is on all servers or on none',
  { timeout: 180_000 },
  async ({ table, isThere }) => {
    const [one, two] = [await node('one'), await node('two')];
    const first = importing(csv('first', ['Alpha', 'Beta']));
    expect(await first.ended).toBe(0);
    await vi.waitFor(async () => expect(await namesOn(two)).toEqual(['Alpha', 'Beta']), { timeout: 60_000 });
    const { id: user } = await one.state.users.firstUser();
    const list = { name: 'All', filters: emptyFilters(), matchedWeek: '2026-W48', now: new Date().toISOString() };
    const made = await one.state.smartLists.create(user, list, [], []);
    if (made === 'name_taken') throw new Error('taken');

    const goOn = await holdUp(table);
    const second = importing(csv('second', ['Beta', 'Gamma', 'Delta']));
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), { timeout: 60_000 });
    second.kill();
    expect(await second.ended).toBeNull();
    await goOn();

    const expected = isThere ? ['Alpha', 'Beta', 'Delta', 'Gamma'] : ['Alpha', 'Beta'];
    if (isThere) await vi.waitFor(async () => expect(await namesOn(two)).toEqual(expected), { timeout: 60_000 });
    // Long enough for news that should not come.
    else await sleep(500);
    for (const each of [one, two, await node('three')]) {
      await each.jobs.follow();
      expect(await namesOn(each)).toEqual(expected);
    }
    // Asked again it is there once, and what was cut off is finished.
    expect(await importing(csv('second', ['Beta', 'Gamma', 'Delta'])).ended).toBe(0);
    for (const each of nodes) {
      await each.jobs.follow();
      expect(await namesOn(each)).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
    }
    expect(await one.state.entries.companyIds(made.list.id, 'all')).toEqual(expect.arrayContaining([3, 4]));
    expect(await one.state.upkeep.openImports()).toEqual([]);
  },
);
