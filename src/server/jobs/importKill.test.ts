import { isDeepStrictEqual } from 'node:util';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filtersFromQuery } from '#shared/domain/filterQuery.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { Random } from './sample/random.ts';
import type { CompanyQuery } from '../index/port.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '../workspace.ts';
import { indexFolderOf } from './copies/workspaceFiles.ts';

const script = fileURLToPath(new URL('../testing/importChild.ts', import.meta.url));
const everything: CompanyQuery = { filters: emptyFilters(), sortBy: 'best_match', onlyIds: null, withoutIds: null };
const imported = 1500;

let folder: string;
/** A workspace with sample companies, and one in which the import is done. */
let before: string;
let after: string;
let csv: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-kill-'));
  csv = join(folder, 'list.csv');
  const rows = Array.from(
    { length: imported },
    (_, index) => `Company ${index},https://company-${index}.example,France`,
  );
  await writeFile(csv, `name,website,country\n${rows.join('\n')}\n`);
  before = join(folder, 'before');
  const workspace = await open(before);
  await workspace.jobs.startSample(800);
  const user = (await workspace.state.users.firstUser()).id;
  const list = { name: 'All', filters: emptyFilters(), matchedWeek: '2026-W47', now: '2026-11-20T09:00:00.000Z' };
  const ids = await workspace.companies.searchIds(everything, 50);
  const entries = ids.map((companyId) => ({ companyId, merit: -1, topMatch: false, week: '2026-W47' }));
  await workspace.state.smartLists.create(user, list, entries, []);
  workspace.close();
  after = join(folder, 'after');
  await cp(before, after, { recursive: true });
  expect(await run(after, 'import', null)).toContain('done');
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(where: string): Promise<Workspace> {
  return openWorkspace({
    file: join(where, 'w.db'),
    config: configWithoutProvider(''),
    now: () => new Date('2026-11-20T10:00:00Z'),
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
}

/** Runs the child and kills it this many milliseconds after it has begun its work; null lets it finish. */
async function run(where: string, task: 'import' | 'undo', killAfter: number | null): Promise<string> {
  const child = spawn(process.execPath, [script, join(where, 'w.db'), task, csv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (killAfter !== null) setTimeout(() => child.kill('SIGKILL'), killAfter);
  }
  return said;
}

interface Outcome {
  readonly companies: number;
  readonly sample: number;
  readonly imported: number;
  readonly entries: number;
  readonly undone: boolean;
}

/** What the next start finds, once it has finished what was cut off. */
async function outcomeOf(where: string): Promise<Outcome> {
  const workspace = await open(where);
  try {
    const { companies, sampleCompanies, importedCompanies, lastImport } = await workspace.status();
    const { count } = await workspace.companies.search(everything, 0, 1);
    const ids = await workspace.companies.searchIds(everything, 1_000_000);
    expect([count, ids.length]).toEqual([companies, companies]);
    expect(await workspace.state.upkeep.openImports()).toEqual([]);
    const entries = await workspace.state.entries.companyIds(1, 'all');
    const there = new Set(ids);
    expect(entries.filter((id) => !there.has(id))).toEqual([]);
    return {
      companies,
      sample: sampleCompanies,
      imported: importedCompanies,
      entries: entries.length,
      undone: lastImport === null,
    };
  } finally {
    workspace.close();
  }
}

test(
  'I13 M8 killed at any moment of an undo, what its import brought into the lists is there, or is not',
  {
    timeout: 300_000,
  },
  async () => {
    const companies = 600;
    const from = join(folder, 'crossed');
    const rows = (stage: string): string =>
      Array.from({ length: companies }, (_, index) => `C${index},https://c${index}.example,France,${stage}\n`).join('');
    const workspace = await open(from);
    const load = async (name: string, stage: string): Promise<void> => {
      const path = join(folder, name);
      await writeFile(path, `name,website,country,stage\n${rows(stage)}`);
      await workspace.jobs.startImport([{ path, name, mapping: {} }], { removeSample: false, dryRun: false });
    };
    await load('first_2026-11-01.csv', 'Seed');
    const user = (await workspace.state.users.firstUser()).id;
    const filters = filtersFromQuery({ stages: 'inv_stage_series_a' });
    const list = { name: 'Series A', filters, matchedWeek: '2026-W47', now: '2026-11-20T09:00:00.000Z' };
    await workspace.state.smartLists.create(user, list, [], []);
    await load('second_2026-11-05.csv', 'Series A');
    workspace.close();
    const [first, last] = [
      { companies, sample: 0, imported: companies, entries: companies, undone: false },
      { companies, sample: 0, imported: companies, entries: 0, undone: false },
    ];
    expect(await outcomeOf(from)).toEqual(first);
    const timed = join(folder, 'crossed-timed');
    await cp(from, timed, { recursive: true });
    const started = performance.now();
    expect(await run(timed, 'undo', null)).toContain('done');
    const longest = performance.now() - started;
    expect(await outcomeOf(timed)).toEqual(last);
    const random = new Random(11);
    for (let kill = 0; kill < 8; kill++) {
      const where = join(folder, `crossed-${kill}`);
      await cp(from, where, { recursive: true });
      await run(where, 'undo', Math.floor(random.next() * longest));
      expect([first, last], `kill ${kill}`).toContainEqual(await outcomeOf(where));
      await rm(where, { recursive: true });
    }
  },
);

test.for([
  ['import', 8, () => [before, after] as const],
  ['undo', 5, () => [after, null] as const],
] as const)(
  'I13 I9 killed at any moment of an %s there is the state before or the one after',
  { timeout: 300_000 },
  async ([task, kills, states]) => {
    const [from, to] = states();
    const first = await outcomeOf(from);
    const last = to === null ? { companies: 0, sample: 0, imported: 0, entries: 0, undone: true } : await outcomeOf(to);
    if (task === 'import') expect(last).toMatchObject({ sample: 0, imported, entries: imported });
    const timed = join(folder, 'timed');
    await cp(from, timed, { recursive: true });
    const started = performance.now();
    await run(timed, task, null);
    // Includes the start of the process, which is not worth separating out.
    const longest = performance.now() - started;
    await rm(timed, { recursive: true });
    const random = new Random(7);
    const seen = new Set<string>();
    // Beside other work it takes longer or shorter than when it was timed: until both states were seen, at most as often
    // again, it is killed later or earlier.
    let within = longest * 0.8;
    for (let kill = 0; kill < kills || (seen.size < 2 && kill < 2 * kills); kill++) {
      const where = join(folder, `${task}-${kill}`);
      await cp(from, where, { recursive: true });
      await run(where, task, Math.floor(random.next() * within));
      const found = await outcomeOf(where);
      seen.add(JSON.stringify(found));
      if (seen.size < 2) within *= isDeepStrictEqual(found, first) ? 1.2 : 0.8;
      expect([first, last], `kill ${kill}`).toContainEqual(found);
      // Nothing is left over, and the same can be done again.
      if (kill % 5 === 0) {
        expect(await run(where, task, null)).toContain(task === 'undo' && found.undone ? 'failed' : 'done');
        expect(await outcomeOf(where)).toEqual(last);
        const files = readdirSync(indexFolderOf(join(where, 'w.db'))).filter((name) => name.startsWith('seg-'));
        expect(files.length).toBeLessThanOrEqual(1);
      }
      await rm(where, { recursive: true });
    }
    expect(seen.size).toBe(2);
  },
);
