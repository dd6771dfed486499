import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LocalApiEvent } from '#node/localApi.ts';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { filtersFromQuery } from '#shared/domain/filterQuery.ts';
import { indexFolderOf } from './copies/workspaceFiles.ts';
import { ageSegments } from '../index/testing/olderFiles.ts';
import { outdatedSegments } from '../index/rebuild.ts';
import type { Workspace } from '../workspace.ts';
import { everything, openOnThatDay, source } from './testing/jobsBench.ts';

const choices = { removeSample: false, dryRun: false };
const label = 'Updating companies';

let folder: string;
let file: string;
let seen: WorkspaceJob[];
let opened: Workspace | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-rebuild-'));
  file = join(folder, 'w.db');
  seen = [];
});

afterEach(async () => {
  await opened?.jobs.cancel();
  opened?.close();
  opened = undefined;
  rmSync(folder, { recursive: true });
});

async function open(): Promise<Workspace> {
  opened = await openOnThatDay(file, (event: LocalApiEvent) => {
    if (event.kind === 'status' && event.status.upkeep !== null) seen.push(event.status.upkeep);
  });
  return opened;
}

function csv(name: string, companies: number): string {
  const path = join(folder, name);
  const rows = Array.from(
    { length: companies },
    (_, i) => `${name} ${String(i)},https://${name}-${String(i)}.example,France`,
  );
  writeFileSync(path, `name,website,country\n${rows.join('\n')}\n`);
  return path;
}

/** A closed workspace of an earlier Winnow with two segments; returns how many of its companies can be found. */
async function makeOlder(sample: number, imported: number): Promise<number> {
  const workspace = await open();
  await workspace.jobs.startSample(sample);
  await workspace.jobs.startImport([source(csv('first', imported))], choices);
  const found = await countOf(workspace, {});
  workspace.close();
  opened = undefined;
  ageSegments(indexFolderOf(file), { format: 4 });
  expect(outdated()).toBe(2);
  return found;
}

const outdated = (): number => outdatedSegments(indexFolderOf(file)).length;

async function countOf(workspace: Workspace, query: Readonly<Record<string, string>>): Promise<number> {
  return (await workspace.companies.search({ ...everything, filters: filtersFromQuery(query) }, 0, 1)).count;
}

/** Waits for the end of the rebuild that a start has begun. */
async function ended(workspace: Workspace): Promise<void> {
  await vi.waitFor(() => expect(workspace.jobs.upkeep?.state).not.toBe('running'), { timeout: 20_000 });
}

test('segments of an earlier Winnow are written again by themselves after the start, with progress', async () => {
  const found = await makeOlder(3000, 200);
  const workspace = await open();
  expect(workspace.jobs.upkeep).toMatchObject({ kind: 'rebuild', state: 'running', label });
  // Nothing waits for it: neither a filter on what the files lack, nor another job.
  expect(workspace.jobs.job).toBeNull();
  expect(await countOf(workspace, { country_codes: 'FR' })).toBeGreaterThanOrEqual(200);
  expect((await workspace.status()).upkeep).toMatchObject({ state: 'running' });
  await ended(workspace);
  expect(workspace.jobs.upkeep).toBeNull();
  expect(outdated()).toBe(0);
  expect(seen.at(-1)).toMatchObject({ done: 3200, total: 3200, label });
  expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b));
  expect(await countOf(workspace, {})).toBe(found);
});

test('an import begins at once, keeps its report, and the rebuild goes on behind it', async () => {
  const found = await makeOlder(3000, 200);
  const workspace = await open();
  await workspace.jobs.startImport([source(csv('second', 300))], choices);
  expect(workspace.jobs.job).toMatchObject({ kind: 'import', state: 'done', reports: [{ imported: 300 }] });
  await vi.waitFor(() => expect(outdated()).toBe(0), { timeout: 20_000 });
  await ended(workspace);
  expect(workspace.jobs.job).toMatchObject({ kind: 'import', state: 'done', reports: [{ imported: 300 }] });
  expect(workspace.jobs.upkeep).toBeNull();
  expect(await countOf(workspace, {})).toBe(found + 300);
});

test('a decision and an undo of the import work while it runs', async () => {
  const found = await makeOlder(3000, 200);
  const workspace = await open();
  const user = (await workspace.state.users.firstUser()).id;
  expect(await workspace.state.collections.create(user, 'Kept', '', '2026-11-20T10:00:00.000Z')).toMatchObject({
    name: 'Kept',
  });
  await workspace.jobs.startUndo();
  expect(workspace.jobs.job).toMatchObject({ kind: 'undo', state: 'done' });
  await vi.waitFor(() => expect(outdated()).toBe(0), { timeout: 20_000 });
  expect(await countOf(workspace, {})).toBe(found - 200);
});

test('Cancel stops it and leaves every answer right; the next start goes on', async () => {
  await makeOlder(3000, 200);
  const workspace = await open();
  const french = await countOf(workspace, { country_codes: 'FR' });
  await workspace.jobs.cancel();
  expect(workspace.jobs.upkeep).toMatchObject({ kind: 'rebuild', state: 'cancelled' });
  expect(outdated()).toBeGreaterThan(0);
  expect(await countOf(workspace, { country_codes: 'FR' })).toBe(french);
  workspace.close();
  const again = await open();
  await ended(again);
  expect(outdated()).toBe(0);
  expect(await countOf(again, { country_codes: 'FR' })).toBe(french);
});

test('a workspace that is closed in the middle of it is brought up to date by the next start', async () => {
  const found = await makeOlder(3000, 200);
  (await open()).close();
  const again = await open();
  await ended(again);
  expect(outdated()).toBe(0);
  expect(await countOf(again, {})).toBe(found);
});

test('F19 a damaged segment is told with what to do, goes on serving, and can be tried again', async () => {
  const found = await makeOlder(300, 200);
  const path = join(indexFolderOf(file), 'seg-2.db');
  const bytes = readFileSync(path);
  const at = bytes.indexOf('https://first-50.example');
  bytes[at] = 'H'.charCodeAt(0);
  writeFileSync(path, bytes);
  const workspace = await open();
  await ended(workspace);
  const failed = {
    kind: 'rebuild',
    state: 'failed',
    reason:
      'Part of the search index is damaged and was left unchanged. ' +
      'Winnow repairs what can be read when it next starts.',
  };
  expect(workspace.jobs.upkeep).toMatchObject(failed);
  expect(outdated()).toBe(1);
  expect(await countOf(workspace, { country_codes: 'FR' })).toBeGreaterThanOrEqual(200);
  await workspace.jobs.startRebuild();
  expect(workspace.jobs.upkeep).toMatchObject(failed);
  workspace.close();
  const again = await open();
  await ended(again);
  expect(again.jobs.upkeep).toBeNull();
  expect((await again.status()).notices).toEqual([expect.stringContaining('The search index was damaged.')]);
  expect(outdated()).toBe(0);
  expect(await countOf(again, {})).toBe(found);
});
