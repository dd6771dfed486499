import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { Workspace } from '#server/workspace.ts';
import { namesOn, TestTeam } from '../../postgres/testTeam.ts';

const cli = fileURLToPath(new URL('../../../src/server/commandLine/cli.ts', import.meta.url));

const team = new TestTeam();

/** An import by another server, in a process of its own that can be killed. */
function importing(path: string): { kill: () => void; ended: Promise<number | null> } {
  const args = [cli, 'import', path, '--store', team.url, '--db', join(team.folder, 'importer', 'team.db')];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { kill: () => child.kill('SIGKILL'), ended };
}

async function importOn({ jobs }: Workspace, path: string): Promise<void> {
  await jobs.startImport([{ path, name: basename(path), mapping: {} }], { dryRun: false, removeSample: false });
  expect(jobs.job).toMatchObject({ state: 'done' });
}

/** The lock that whoever writes into a table has to wait for. */
const held = 4242;

/** Lets everybody wait who is about to write a row into a table, until the returned function is called. */
async function holdUp(table: string): Promise<() => Promise<void>> {
  const client = new Client({ host: team.cluster.cluster.host, user: 'postgres', database: team.address.database });
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
  return Number((await team.cluster.ask(team.address, select))[0]?.['count']);
}

/** At what an import is killed, by the table that it is about to write into; and whether its companies are there by then. */
const stages = [
  { name: 'with its change not yet numbered', table: 'company_change', isThere: false },
  { name: 'with its companies on their way', table: 'company_version', isThere: false },
  { name: 'with its companies kept and its lists not matched', table: 'entry', isThere: true },
] as const;

// A program of its own, of the lowest priority: beside other tests it takes its time.
test.each(stages)(
  'N5 an import that is killed $name is on all servers or on none',
  { timeout: 180_000 },
  async ({ table, isThere }) => {
    const [one, two] = [await team.node('one'), await team.node('two')];
    await importOn(one, team.csv('first', ['Alpha', 'Beta']));
    await vi.waitFor(async () => expect(await namesOn(two)).toEqual(['Alpha', 'Beta']), { timeout: 60_000 });
    const { id: user } = await one.state.users.firstUser();
    const list = { name: 'All', filters: emptyFilters(), matchedWeek: '2026-W48', now: new Date().toISOString() };
    const made = await one.state.smartLists.create(user, list, [], []);
    if (made === 'name_taken') throw new Error('taken');

    const goOn = await holdUp(table);
    const second = importing(team.csv('second', ['Beta', 'Gamma', 'Delta']));
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), { timeout: 60_000 });
    second.kill();
    expect(await second.ended).toBeNull();
    await goOn();

    const expected = isThere ? ['Alpha', 'Beta', 'Delta', 'Gamma'] : ['Alpha', 'Beta'];
    if (isThere) await vi.waitFor(async () => expect(await namesOn(two)).toEqual(expected), { timeout: 60_000 });
    // Long enough for news that should not come.
    else await sleep(500);
    for (const each of [one, two, await team.node('three')]) {
      await each.jobs.follow();
      expect(await namesOn(each)).toEqual(expected);
    }
    // Asked again it is there once, and what was cut off is finished.
    await importOn(one, team.csv('second', ['Beta', 'Gamma', 'Delta']));
    for (const each of team.nodes) {
      await each.jobs.follow();
      expect(await namesOn(each)).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
    }
    expect(await one.state.entries.companyIds(made.list.id, 'all')).toEqual(expect.arrayContaining([3, 4]));
    expect(await one.state.upkeep.openImports()).toEqual([]);
  },
);
