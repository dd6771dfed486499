import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#node/sqlite.ts';
import { openCompanyWriter } from '#server/index/open.ts';
import { addBatch, monday, query } from '#server/index/testing/companyFolder.ts';
import { indexFolderOf } from '#server/jobs/copies/workspaceFiles.ts';
import { checkSameTables, tablesOfDatabase, tablesOfFile } from '#server/jobs/teamCopy/tables.ts';
import { recordOf } from '#server/record/testing/records.ts';
import { openState } from '#server/state/sqlite/file.ts';
import type { Workspace } from '#server/workspace.ts';
import { sortOptions } from '#shared/domain/choices.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { TestTeam } from '../../postgres/testTeam.ts';

const now = new Date('2026-11-27T10:00:00Z');
const cli = fileURLToPath(new URL('../../../src/server/commandLine/cli.ts', import.meta.url));
const released = join(import.meta.dirname, '../../fixtures/released');

const team = new TestTeam({ isEmpty: true });

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(args: readonly string[]): { readonly kill: () => void; readonly ended: Promise<Ran> } {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, INIT_CWD: team.folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]).then(([exit, out, err]) => {
    return { code: exit, out, err };
  });
  return { kill: () => void child.kill('SIGKILL'), ended };
}

function copy(from: string, to: string): Promise<Ran> {
  return start(['copy', '--from', from, '--to', to, '--json']).ended;
}

/** Companies of a CSV file. */
async function importInto({ jobs }: Workspace, name: string, companies: readonly string[]): Promise<void> {
  const path = join(team.folder, `${name}.csv`);
  const lines = companies.map((company) => `${company},https://${company.toLowerCase()}.example,Robots from ${name}`);
  writeFileSync(path, ['name,website,description', ...lines].join('\n'));
  await jobs.startImport([{ path, name: basename(path), mapping: {} }], { dryRun: false, removeSample: false });
  expect(jobs.job).toMatchObject({ state: 'done' });
}

/** A team with something in nearly every table, whose companies came in many batches, some of them one by now. */
async function fill(workspace: Workspace): Promise<void> {
  const { state, jobs } = workspace;
  const { id: user } = await state.users.firstUser();
  await importInto(workspace, 'zero', ['Alpha', 'Beta', 'Gamma', 'Delta']);
  const at = now.toISOString();
  const seeds = [1, 2, 3].map((companyId) => ({ companyId, merit: 0.5, topMatch: companyId === 1, week: '2026-W48' }));
  const made = await state.smartLists.create(
    user,
    { name: 'Tab\tand \\ and\nline', filters: emptyFilters(), matchedWeek: '2026-W48', now: at },
    seeds,
    [{ companyId: 1, positive: true }],
  );
  if (made === 'name_taken') throw new Error('taken');
  const { rows } = await state.entries.page(user, { smartListId: made.list.id }, { offset: 0, limit: 10 });
  await state.entries.move(user, rows[0]!.id, 'Watchlist', at, { key: 'one', hash: 'h' });
  await state.entries.move(user, rows[1]!.id, 'Archive', at, { key: 'two', hash: 'h' });
  await state.users.issueToken(user, 'a label');
  const collection = await state.collections.create(user, 'Kept', '', at);
  if (collection === 'name_taken') throw new Error('taken');
  await state.collections.addItems(collection.id, [2, 4], at);
  await jobs.startMerge([1, 3]);
  expect(jobs.job).toMatchObject({ state: 'done' });
  for (let round = 0; round < 8; round++) await importInto(workspace, `round ${round}`, ['Beta', `Other${round}`]);
  await jobs.startUndo();
  await importInto(workspace, 'last', ['Beta', 'Epsilon']);
}

type Rows = Readonly<Record<string, readonly unknown[]>>;

function rowsIn(file: string): Rows {
  const db = openDatabase(join(team.folder, file), { durability: 'full', readOnly: true });
  try {
    return Object.fromEntries(
      [...tablesOfFile(db)].map(([name, columns]) => [
        name,
        db
          .prepare(`SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM "${name}"`)
          .all()
          .map((row) => JSON.stringify(Object.values(row)))
          .toSorted(),
      ]),
    );
  } finally {
    db.close();
  }
}

async function answersOf({ companies }: Workspace): Promise<unknown> {
  const pages = [];
  for (const { value: sortBy } of sortOptions) {
    pages.push(Buffer.from(await companies.searchJson(query('', { sortBy }), 0, 100)).toString());
  }
  for (const words of ['robots', 'beta', '"round 3"', '-robots'])
    pages.push(await companies.searchIds(query(words), 1000));
  return { pages, facets: await companies.facets(query()) };
}

async function namesOn({ companies }: Workspace): Promise<string[]> {
  return (await companies.search(query(), 0, 100)).items.map(({ name }) => name).toSorted();
}

/** Segments of an older Winnow do not say which fields are filled, and their copy does: that is left out. */
async function countsOf({ companies }: Workspace): Promise<object> {
  const { count, facets } = await companies.facets(query());
  return { count, facets };
}

async function closeAll(): Promise<void> {
  team.closeAll();
}

describe('a team that moves', () => {
  test('from a file into a database and back has the same rows, answers and imports to undo', async () => {
    const first = await team.open('team.db');
    await fill(first);
    const [answers, status] = [await answersOf(first), await first.companies.status()];
    const before = rowsIn('team.db');
    // While it is served: what is read is of one moment.
    const there = await copy('team.db', team.url);
    expect(there).toMatchObject({ code: 0, err: expect.not.stringMatching(/Error/) as unknown });
    const told = JSON.parse(there.out) as { tables: Record<string, number>; ledger: string; companies: number };
    expect(told.tables).toMatchObject({
      entry: before['entry']?.length,
      collection_item: 2,
      event: before['event']?.length,
    });
    expect(told.ledger).toMatch(/^[0-9a-f]{64}$/);
    const back = await copy(team.url, 'back.db');
    expect(back).toMatchObject({ code: 0 });
    expect(JSON.parse(back.out)).toMatchObject({
      tables: told.tables,
      ledger: told.ledger,
      companies: told.companies,
    });
    expect(rowsIn('back.db')).toEqual(before);
    await closeAll();

    const again = await team.open('back.db');
    const server = await team.open('server.db', team.address);
    for (const copied of [again, server]) {
      expect(await answersOf(copied)).toEqual(answers);
      expect((await copied.companies.status()).lastImport).toEqual(status.lastImport);
    }
    // The import can be undone on all, and then there is what there was.
    const original = await team.open('team.db');
    for (const each of [again, server, original]) {
      await each.jobs.startUndo();
      expect(each.jobs.job).toMatchObject({ state: 'done' });
      expect(await namesOn(each)).not.toContain('Epsilon');
    }
    const undone = await answersOf(original);
    expect(await answersOf(again)).toEqual(undone);
    expect(await answersOf(server)).toEqual(undone);
    // What comes next has a number that nothing had before.
    for (const each of [again, server, original]) {
      await importInto(each, 'next', ['Zeta']);
      const { items } = await each.companies.search(query(), 0, 100);
      expect(Math.max(...items.map(({ id }) => id))).toBe(status.lastCompanyId + 1);
    }
    const list = { name: 'Next', filters: emptyFilters(), matchedWeek: '', now: now.toISOString() };
    const ids = [];
    for (const each of [again, server, original]) {
      const made = await each.state.smartLists.create((await each.state.users.firstUser()).id, list, [], []);
      ids.push(made === 'name_taken' ? 0 : made.list.id);
    }
    expect(new Set(ids).size).toBe(1);
  });

  test('into something that is not empty is refused, and nothing is changed', async () => {
    await fill(await team.open('team.db'));
    await closeAll();
    expect((await copy('team.db', team.url)).code).toBe(0);
    const again = await copy('team.db', team.url);
    expect(again).toMatchObject({ code: 2, out: '' });
    expect(again.err).toMatch(/is not empty/);
    const onto = await copy(team.url, 'team.db');
    expect(onto).toMatchObject({ code: 2, out: '' });
    expect(onto.err).toMatch(/already exists/);
    expect((await copy('team.db', 'other.db')).code).toBe(2);
    expect(readdirSync(team.folder).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  test('is nowhere when it is killed on the way, and moves when asked again', async () => {
    const workspace = await team.open('team.db');
    await fill(workspace);
    await workspace.jobs.startSample(4000);
    const before = rowsIn('team.db');
    await closeAll();
    for (const wait of [800, 1600]) {
      const { kill, ended } = start(['copy', '--from', 'team.db', '--to', team.url]);
      await sleep(wait);
      kill();
      await ended;
      // Killed after the end of the one transaction, it is whole. Where nothing is there, the tables may not be either.
      const rows = await team.cluster.ask(team.address, 'SELECT count(*) AS count FROM entry').catch(() => []);
      if (Number(rows[0]?.['count'] ?? 0) > 0) team.address = await team.cluster.newDatabase({ isEmpty: true });
    }
    expect((await copy('team.db', team.url)).err).not.toMatch(/winnow:/);
    let killed = 0;
    for (const wait of [600, 1200]) {
      const { kill, ended } = start(['copy', '--from', team.url, '--to', 'back.db']);
      await sleep(wait);
      kill();
      const { code } = await ended;
      if (code === null) killed += 1;
      if (!existsSync(join(team.folder, 'back.db'))) continue;
      // It had its name before the kill, so it is whole.
      expect(rowsIn('back.db')).toEqual(before);
      rmSync(join(team.folder, 'back.db'));
      rmSync(indexFolderOf(join(team.folder, 'back.db')), { recursive: true, force: true });
    }
    expect(killed).toBeGreaterThan(0);
    expect((await copy(team.url, 'back.db')).code).toBe(0);
    expect(rowsIn('back.db')).toEqual(before);
    expect(readdirSync(team.folder).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  test('has every table and column in a file and in a database', async () => {
    (await openState(join(team.folder, 'new.db'))).close();
    const state = openDatabase(join(team.folder, 'new.db'), { durability: 'full', readOnly: true });
    const client = new Client({ host: team.cluster.cluster.host, user: 'postgres', database: 'winnow_template' });
    await client.connect();
    try {
      const tables = await tablesOfDatabase(client);
      checkSameTables(tablesOfFile(state), tables);
      expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['user', 'event', 'clock']));
      const forgotten = new Map([...tablesOfFile(state), ['forgotten', ['id']]]);
      expect(() => checkSameTables(forgotten, tables)).toThrow('forgotten.id');
    } finally {
      await client.end();
      state.close();
    }
  });
});

/** The oldest and the newest: a file is first brought up to date, which all versions are tried for elsewhere. */
const versions = readdirSync(released)
  .filter((name) => statSync(join(released, name)).isDirectory())
  .filter((_, index, all) => index === 0 || index === all.length - 1);

test.each(versions)('a workspace of Winnow %s moves into a database and back', async (version) => {
  const at = join(released, version);
  for (const name of readdirSync(at, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.gz')) continue;
    mkdirSync(join(team.folder, name, '..'), { recursive: true });
    writeFileSync(join(team.folder, name.slice(0, -3)), gunzipSync(readFileSync(join(at, name))));
  }
  expect(await copy('winnow.db', team.url)).toMatchObject({ code: 0, err: expect.anything() as unknown });
  const back = await copy(team.url, 'back.db');
  expect(back.code, back.err).toBe(0);
  const [one, other] = [await team.open('winnow.db'), await team.open('back.db')];
  expect(await namesOn(other)).toEqual(await namesOn(one));
  expect(await countsOf(other)).toEqual(await countsOf(one));
  expect(Object.keys(rowsIn('back.db'))).toEqual(Object.keys(rowsIn('winnow.db')));
  await closeAll();
  expect(rowsIn('back.db')).toEqual(rowsIn('winnow.db'));
});

test('a version that a younger batch has and an older one has replaced keeps its place', async () => {
  const file = join(team.folder, 'team.db');
  (await openState(file)).close();
  const writer = openCompanyWriter(indexFolderOf(file), { segmentDocuments: 3 });
  await writer.release('2026-W47', monday);
  await addBatch(writer, 'import', [{ name: 'Beta' }, { name: 'Alpha' }]);
  // Of two segments, so it is not merged with others.
  const large = writer.begin('import');
  large.replace(1, recordOf({ name: 'Beta again' }));
  for (let number = 0; number < 4; number++) large.add(recordOf({ name: `Large ${number}` }));
  await large.commit();
  for (let round = 0; round < 7; round++) await addBatch(writer, 'import', [{ name: `Small ${round}` }]);
  writer.close();
  const workspace = await team.open('team.db');
  const answers = await answersOf(workspace);
  await closeAll();
  expect((await copy('team.db', team.url)).code).toBe(0);
  const versions = await team.cluster.ask(
    team.address,
    'SELECT batch, kind, replaced_by FROM company_version WHERE company_id = 1 ORDER BY batch',
  );
  expect(versions.map((row) => Object.values(row).map(String))).toEqual([
    ['1', 'added', '2'],
    ['2', 'replaced', '0'],
  ]);
  expect(await answersOf(await team.open('server.db', team.address))).toEqual(answers);
});
