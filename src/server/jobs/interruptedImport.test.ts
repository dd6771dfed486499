import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importFiles } from '../ingest/importFiles.ts';
import { lockWriters, openCompanyWriter } from '../index/open.ts';
import type { Workspace } from '../workspace.ts';
import { importOwnersIn } from './importOwners.ts';
import { noBoard } from './jobBoard.ts';
import { JobRunner } from './jobRunner.ts';
import { companiesOf, everything, openOnThatDay, smartList, source } from './testing/jobsBench.ts';
import { indexFolderOf } from './copies/workspaceFiles.ts';

let folder: string;
let file: string;
let workspace: Workspace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-jobs-'));
  file = join(folder, 'w.db');
  workspace = await openOnThatDay(file);
});

afterEach(async () => {
  await workspace.jobs.cancel();
  workspace.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the audit says was done, oldest first, without what concerns users. */
async function acts(): Promise<string[]> {
  const { audit } = workspace.state;
  await audit.seal(1000);
  return (await audit.after(0, 1000)).map(({ kind }) => kind).filter((kind) => kind !== 'user');
}

/** Imports a file into the index and does nothing else. */
async function importAlone(path: string): Promise<void> {
  const writer = openCompanyWriter(indexFolderOf(file));
  await writer.release('2026-W47', new Date('2026-11-20T10:00:00Z'));
  await importFiles([{ path, name: 'list.csv', mapping: {} }], writer, {
    today: '2026-11-20',
    dryRun: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  writer.close();
}

const csv =
  'name,website,country\nAcme Robotics,https://acme-robotics.example,Germany\nBeta Labs,https://beta-labs.example,France\n';

test('I13 an import cut off between commit and matching reaches the smart lists at the next start, once', async () => {
  await workspace.jobs.startSample(300);
  const id = await smartList(workspace, 'All', '2026-W47');
  const highest = Math.max(...(await workspace.companies.searchIds(everything, 1000)));
  // As a crash leaves it: the companies are committed, the lists have not been updated.
  await workspace.state.upkeep.beginImport({ owner: '', lastCompanyId: highest, lastBatch: 0 });
  const path = join(folder, 'a.csv');
  await writeFile(path, csv);
  await importAlone(path);
  expect(await companiesOf(workspace, id)).toEqual([]);
  workspace.close();
  workspace = await openOnThatDay(file);
  const names = (await workspace.companies.getMany(await companiesOf(workspace, id))).map((company) => company.name);
  expect(names.toSorted()).toEqual(['Acme Robotics', 'Beta Labs']);
  expect(await workspace.state.upkeep.openImports()).toEqual([]);
  expect(await acts()).toEqual(['import']);
});

test('I13 an import cut off between commit and matching reaches the smart lists also with the next import', async () => {
  const id = await smartList(workspace, 'All', '2026-W47');
  await workspace.state.upkeep.beginImport({ owner: '', lastCompanyId: 0, lastBatch: 0 });
  const path = join(folder, 'a.csv');
  await writeFile(path, csv);
  await importAlone(path);
  await writeFile(path, 'name,country\nGamma,Spain\n');
  await workspace.jobs.startImport([source(path)], { removeSample: false, dryRun: false });
  expect(await companiesOf(workspace, id)).toEqual([1, 2, 3]);
  expect(await workspace.state.upkeep.openImports()).toEqual([]);
  expect(await acts()).toEqual(['import', 'import']);
});

test('I13 an import whose thread ends after the commit reaches the smart lists and is told as failed', async () => {
  const id = await smartList(workspace, 'All', '2026-W47');
  const path = join(folder, 'a.csv');
  await writeFile(path, csv);
  const { companies, state } = workspace;
  const jobs = new JobRunner({
    companies,
    state,
    now: () => new Date('2026-11-20T10:00:00Z'),
    runTask: async () => {
      await importAlone(path);
      throw new Error('The thread has ended.');
    },
    owners: importOwnersIn(indexFolderOf(file)),
    lockWriter: async () => lockWriters(indexFolderOf(file)),
    board: noBoard,
    lockJobs: async () => ({ release: () => undefined }),
    follows: false,
    publish: () => undefined,
    changed: () => undefined,
    reportError: () => undefined,
    reopen: () => undefined,
  });
  await companies.status();
  await jobs.startImport([source(path)], { removeSample: false, dryRun: false });
  expect(jobs.job).toMatchObject({ state: 'failed' });
  expect(await companiesOf(workspace, id)).toEqual([1, 2]);
  expect(await state.upkeep.openImports()).toEqual([]);
  expect(await acts()).toEqual(['import']);
});
