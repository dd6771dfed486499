import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EntryRecord } from '../state/port.ts';
import { indexFolderOf } from './copies/workspaceFiles.ts';
import { openState } from '../state/sqlite/file.ts';
import type { Workspace } from '../workspace.ts';
import { importOwnersIn } from './importOwners.ts';
import { companiesOf, everything, openOnThatDay, smartList, source } from './testing/jobsBench.ts';

// Several jobs each, with threads of their own, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

const now = '2026-11-20T10:00:00.000Z';
const choices = { removeSample: false, dryRun: false };
let folder: string;
let file: string;
let workspace: Workspace;
let user: number;
let children: ChildProcess[];

beforeEach(async () => {
  children = [];
  folder = await mkdtemp(join(tmpdir(), 'winnow-lost-'));
  file = join(folder, 'w.db');
  workspace = await openOnThatDay(file);
  user = (await workspace.state.users.firstUser()).id;
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await workspace.jobs.cancel();
  workspace.close();
  await rm(folder, { recursive: true, force: true });
});

async function csv(name: string, rows: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `name,website,country\n${rows.join('\n')}\n`);
  return path;
}

async function importFile(path: string): Promise<void> {
  await workspace.jobs.startImport([source(path)], choices);
  expect(workspace.jobs.job).toMatchObject({ state: 'done' });
}

async function decide(listId: number, companies: readonly string[]): Promise<EntryRecord[]> {
  const decided: EntryRecord[] = [];
  const { rows } = await workspace.state.entries.page(user, { smartListId: listId }, { offset: 0, limit: 1000 });
  for (const entry of rows) {
    const company = await workspace.companies.get(entry.companyId);
    if (company === undefined || !companies.includes(company.name)) continue;
    const outcome = await workspace.state.entries.move(user, entry.id, 'Watchlist', now, null);
    if (outcome.kind === 'moved') decided.push(outcome.entry);
  }
  return decided;
}

const watchlist = (): Promise<{ count: number; rows: EntryRecord[] }> =>
  workspace.state.entries.page(user, { list: 'Watchlist' }, { offset: 0, limit: 100 });

describe('F19 a segment that is lost', () => {
  const lostRows = [
    'Acme Robotics,https://acme-robotics.example.org,Germany',
    'Beta Labs,https://beta-labs.example.org,France',
    'Nameless Works,,Spain',
    'Undecided,https://undecided.example.org,Italy',
  ];

  test('leaves its decisions where they are found again, and an import gives them back with their companies', async () => {
    const list = await smartList(workspace, 'All', '2026-W47');
    const lost = await csv('lost.csv', lostRows);
    await importFile(lost);
    await importFile(await csv('kept.csv', ['Kept,https://kept.example.org,Norway']));
    const before = await decide(list, ['Acme Robotics', 'Nameless Works', 'Kept']);
    expect(before).toHaveLength(3);
    const acme = before[0]!.companyId;
    const collection = await workspace.state.collections.create(user, 'Robots', '', now);
    if (collection === 'name_taken') throw new Error('taken');
    await workspace.state.collections.addItems(collection.id, [acme], now);
    workspace.close();

    await rm(join(indexFolderOf(file), 'seg-1.db'));
    workspace = await openOnThatDay(file);
    // Reported, and counted nowhere.
    expect((await workspace.status()).notices).toEqual([
      expect.stringContaining('The search index was damaged.'),
      expect.stringContaining('4 inbox entries (2 of them decided) and 1 collection entry'),
    ]);
    expect((await watchlist()).count).toBe(1);
    const counts = await workspace.state.smartLists.counts(user, [list]);
    expect(counts.get(list)).toMatchObject({ totalCount: 1, unratedCount: 0 });
    expect((await workspace.state.collections.get(user, collection.id))?.itemCount).toBe(0);

    // An undo meanwhile takes nothing of theirs with it.
    await importFile(await csv('other.csv', ['Other,https://other.example.org,Norway']));
    await workspace.jobs.startUndo();
    await importFile(lost);
    const after = await watchlist();
    expect(after.rows.toSorted((a, b) => a.id - b.id)).toEqual(before.toSorted((a, b) => a.id - b.id));
    const companies = await workspace.companies.getMany(before.map(({ companyId }) => companyId));
    expect(companies.map(({ name }) => name).toSorted()).toEqual(['Acme Robotics', 'Kept', 'Nameless Works']);
    expect(await companiesOf(workspace, list)).toHaveLength(5);
    expect((await workspace.state.collections.get(user, collection.id))?.itemCount).toBe(1);
    expect(await workspace.state.upkeep.lostCompanies()).toEqual([]);
    expect((await workspace.companies.search(everything, 0, 1)).count).toBe(5);
    // A later one gets an id of its own.
    await importFile(await csv('new.csv', ['New,https://new.example.org,Norway']));
    const ids = await workspace.companies.searchIds(everything, 100);
    expect(new Set(ids).size).toBe(6);
  });

  test('gives no company the decisions of another one of the same name with a domain of its own', async () => {
    const list = await smartList(workspace, 'All', '2026-W47');
    await importFile(await csv('lost.csv', lostRows));
    await decide(list, ['Acme Robotics']);
    workspace.close();
    await rm(join(indexFolderOf(file), 'seg-1.db'));
    workspace = await openOnThatDay(file);
    await importFile(await csv('another.csv', ['Acme Robotics,https://another-acme.example.org,Germany']));
    expect((await watchlist()).count).toBe(0);
    expect(await workspace.state.upkeep.lostCompanies()).toHaveLength(4);
  });

  test('leaves notes and chosen rows of known companies, too, which are back with their companies', async () => {
    await importFile(await csv('lost.csv', lostRows));
    await importFile(await csv('kept.csv', ['Kept,https://kept.example.org,Norway']));
    const { state, companies, app } = workspace;
    const idOf = async (name: string): Promise<number> => {
      const all = await workspace.companies.getMany(await workspace.companies.searchIds(everything, 100));
      return all.find((company) => company.name === name)?.id ?? 0;
    };
    const [acme, beta] = [await idOf('Acme Robotics'), await idOf('Beta Labs')];
    const token = await state.users.issueToken(user, 'test');
    const write = async (path: string, method: string, body: unknown): Promise<Response> =>
      app.fetch(
        new Request(`http://localhost/api/${path}`, {
          method,
          body: JSON.stringify(body),
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        }),
      );
    const note = '0199a000-0000-7000-8000-000000000001';
    const noted = await write(`latest_companies/${acme}/notes/${note}/`, 'PUT', { text: 'Met them in Berlin.' });
    expect(noted.status).toBe(200);
    const facts = { name: 'B. L.', website: '', status: 'Won', owner: '', contact: '', note: '', theirId: '' };
    const source = { name: 'CRM', file: 'crm.csv', day: '2026-11-03', digest: 'd', skipped: 0, now };
    const added = await state.known.add(user, source, [{ line: 1, ...facts, companyId: 0, candidates: [] }]);
    const [row] = (await state.known.rows(user, added?.id ?? 0, 'missing', { offset: 0, limit: 1 })).rows;
    const chosen = await write(`known/rows/${row?.id ?? 0}/`, 'PATCH', { company_id: beta });
    expect(chosen.status).toBe(200);
    expect(await companies.get(beta)).toBeDefined();
    workspace.close();

    await rm(join(indexFolderOf(file), 'seg-1.db'));
    workspace = await openOnThatDay(file);
    expect((await workspace.status()).notices).toEqual([
      expect.stringContaining('The search index was damaged.'),
      expect.stringContaining('1 note and 1 row of known companies were lost.'),
    ]);
    // Neither an import of others nor taking it back forgets them.
    await importFile(await csv('other.csv', ['Other,https://other.example.org,Norway']));
    await workspace.jobs.startUndo();
    await importFile(await csv('back.csv', lostRows.toReversed()));
    expect([await idOf('Acme Robotics'), await idOf('Beta Labs')]).toEqual([acme, beta]);
    expect(await workspace.state.notes.ofCompany(user, acme)).toMatchObject([{ text: 'Met them in Berlin.' }]);
    expect(await workspace.state.known.ofCompany(user, beta)).toMatchObject([{ status: 'Won' }]);
    expect(await workspace.state.upkeep.lostCompanies()).toEqual([]);
  });

  test('of entries from before Winnow kept by what they are found again is made up for at a start', async () => {
    const list = await smartList(workspace, 'All', '2026-W47');
    await importFile(await csv('lost.csv', lostRows));
    await decide(list, ['Beta Labs']);
    workspace.close();
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(file);
    db.exec('DELETE FROM known_company');
    db.close();
    workspace = await openOnThatDay(file);
    await expect.poll(() => workspace.state.upkeep.unidentified(0, 10)).toEqual([]);
    workspace.close();
    await rm(join(indexFolderOf(file), 'seg-1.db'));
    workspace = await openOnThatDay(file);
    await importFile(await csv('lost.csv', lostRows));
    expect((await watchlist()).count).toBe(1);
  });
});

/** A process that has begun an import and does nothing more. */
async function importer(): Promise<{ child: ChildProcess; owner: string }> {
  const module = fileURLToPath(new URL('./importOwners.ts', import.meta.url));
  const code = `
    const { importOwnersIn } = await import(${JSON.stringify(module)});
    globalThis.owner = importOwnersIn(${JSON.stringify(indexFolderOf(file))}).begin();
    console.log(globalThis.owner.name);
    setInterval(() => globalThis.owner, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, owner: String(line).trim() };
}

describe('I13 an import under way in another process', () => {
  test('keeps its note over starts and imports of others, and is brought to its end once it is gone', async () => {
    const list = await smartList(workspace, 'All', '2026-W47');
    const { child, owner } = await importer();
    const theirs = await workspace.state.upkeep.beginImport({ owner, lastCompanyId: 0, lastBatch: 0 });
    workspace.close();
    workspace = await openOnThatDay(file);
    expect(await workspace.state.upkeep.openImports()).toMatchObject([{ id: theirs }]);
    await importFile(await csv('a.csv', ['Acme,https://acme.example.org,Germany']));
    expect(await workspace.state.upkeep.openImports()).toMatchObject([{ id: theirs }]);
    // A failure of ours says nothing about theirs.
    await workspace.jobs.startImport([source(join(folder, 'none.csv'))], choices);
    expect(await workspace.state.upkeep.openImports()).toMatchObject([{ id: theirs }]);
    // What that process has committed and not matched.
    await workspace.state.entries.companyIds(list, 'all');
    const state = await openState(file);
    await state.upkeep.forgetCompanies(await state.upkeep.referredCompanies());
    state.close();
    expect(await companiesOf(workspace, list)).toEqual([]);
    workspace.close();
    child.kill('SIGKILL');
    await once(child, 'exit');
    workspace = await openOnThatDay(file);
    expect(await workspace.state.upkeep.openImports()).toEqual([]);
    expect(await companiesOf(workspace, list)).toEqual([1]);
    expect((await readdir(indexFolderOf(file))).filter((name) => name.startsWith('import-'))).toEqual([]);
  });

  test('an owner is known to be there as long as it is, also to its own process', async () => {
    const owners = importOwnersIn(indexFolderOf(file));
    const { child, owner } = await importer();
    expect([owners.isGone(owner), owners.isGone(''), owners.isGone('never')]).toEqual([false, true, true]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(owners.isGone(owner)).toBe(true);
    const own = owners.begin();
    expect(owners.isGone(own.name)).toBe(false);
    own.end();
    expect(owners.isGone(own.name)).toBe(true);
  });
});
