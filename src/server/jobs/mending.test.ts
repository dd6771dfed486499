import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { indexFolderOf } from './copies/workspaceFiles.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '../workspace.ts';
import { companiesOf, everything, smartList, source } from './testing/jobsBench.ts';

const now = '2026-11-20T10:00:00.000Z';
const many = 600;
let folder: string;
let file: string;
let workspace: Workspace;

async function open(mendAtOnceBytes = 0): Promise<Workspace> {
  return openWorkspace({
    file,
    config: configWithoutProvider(''),
    now: () => new Date(now),
    mendAtOnceBytes,
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-mending-'));
  file = join(folder, 'w.db');
  workspace = await open();
});
afterEach(async () => {
  await workspace.jobs.cancel();
  workspace.close();
  rmSync(folder, { recursive: true, force: true });
});

const segment = (): string => join(indexFolderOf(file), 'seg-1.db');
const marks = (): string[] => readdirSync(indexFolderOf(file)).filter((name) => name.includes('.waiting-'));

/** Overwrites the segment's first page and returns how many of its companies are on the remaining pages. */
function damage(): number {
  const db = new DatabaseSync(segment());
  const leaves = db.prepare(`SELECT ncell FROM dbstat WHERE name = 'company' AND pagetype = 'leaf'`).all();
  db.close();
  const bytes = readFileSync(segment());
  writeFileSync(segment(), bytes.fill(0xa5, 0, 8192));
  return leaves.reduce((sum, { ncell }) => sum + Number(ncell), 0);
}

/** An import whose companies are in a smart list, some of them decided; and a second one. */
async function fill(): Promise<{ list: number; decided: number[] }> {
  const list = await smartList(workspace, 'All', '2026-W47');
  const rows = Array.from(
    { length: many },
    (_, index) => `Company ${String(index)},https://c${String(index)}.example.org`,
  );
  const first = join(folder, 'first.csv');
  writeFileSync(first, `name,website\n${rows.join('\n')}\n`);
  await workspace.jobs.startImport([source(first)], { removeSample: false, dryRun: false });
  const second = join(folder, 'second.csv');
  // One of them is newer in the second part of the index.
  writeFileSync(
    second,
    `name,website,country\nCompany 7,https://c7.example.org,Norway\nOther,https://other.example.org,Peru\n`,
  );
  await workspace.jobs.startImport([source(second)], { removeSample: false, dryRun: false });
  const user = (await workspace.state.users.firstUser()).id;
  const { rows: entries } = await workspace.state.entries.page(user, { smartListId: list }, { offset: 0, limit: 40 });
  for (const { id } of entries) await workspace.state.entries.move(user, id, 'Watchlist', now, null);
  return { list, decided: entries.map(({ id }) => id).toSorted((a, b) => a - b) };
}

async function watchlist(): Promise<number[]> {
  const user = (await workspace.state.users.firstUser()).id;
  const { rows } = await workspace.state.entries.page(user, { list: 'Watchlist' }, { offset: 0, limit: 1000 });
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

const found = async (): Promise<number> => (await workspace.companies.search(everything, 0, 1)).count;
const ended = (): Promise<void> =>
  vi.waitFor(() => expect(workspace.jobs.job?.state).toBe('done'), { timeout: 50_000, interval: 20 });

describe('F19 a large part of the index that is damaged', () => {
  test('does not keep the start waiting: what is whole is there at once, the rest follows with its decisions', async () => {
    const { list, decided } = await fill();
    workspace.close();
    expect(damage()).toBe(many);
    const started = performance.now();
    workspace = await open();
    const opened = performance.now();
    expect(workspace.jobs.job).toMatchObject({ kind: 'mend', state: 'running' });
    expect(await found()).toBe(2);
    expect((await workspace.status()).notices[0]).toContain('What can be read of the damaged files is being added.');
    await ended();
    const mended = performance.now();
    process.stdout.write(
      `F19: open after ${(opened - started).toFixed(0)} ms, mended after ${(mended - started).toFixed(0)} ms\n`,
    );
    expect(await found()).toBe(many + 1);
    expect(await watchlist()).toEqual(decided);
    expect(await companiesOf(workspace, list)).toHaveLength(many + 1);
    expect(workspace.jobs.job?.outcome).toContain(`Recovered ${String(many - 1)} companies`);
    // The newest version of each.
    const seven = await workspace.companies.get(8);
    expect(seven?.name).toBe('Company 7');
    expect(JSON.stringify(seven)).toMatch(/Norway|"NO"/);
    expect(marks()).toEqual([]);
    workspace.close();
    workspace = await open();
    expect(workspace.jobs.job).toBeNull();
    expect((await workspace.status()).notices).toEqual([]);
    expect(await found()).toBe(many + 1);
  });

  test('is mended by the next start where this one ends before it is done', async () => {
    const { decided } = await fill();
    workspace.close();
    damage();
    workspace = await open();
    await workspace.jobs.cancel();
    workspace.close();
    expect(marks()).toHaveLength(1);
    workspace = await open();
    await ended();
    expect(await found()).toBe(many + 1);
    expect(await watchlist()).toEqual(decided);
    expect(marks()).toEqual([]);
  });

  test('that is small is mended by the start itself', async () => {
    await fill();
    workspace.close();
    damage();
    workspace = await open(statSync(segment()).size);
    expect(workspace.jobs.job).toBeNull();
    expect(await found()).toBe(many + 1);
  });
});
