import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEventHub } from '#main/services/eventHub.ts';
import { ApiClient } from '#main/services/api/apiClient.ts';
import { MoveQueue } from '#main/services/moves/moveQueue.ts';
import { eventually } from '#main/services/testing/eventually.ts';
import { FakeClock } from '#main/services/testing/fakeClock.ts';
import { RecordingLog } from '#main/services/testing/recordingLog.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '#server/workspace.ts';
import { workspaceFile } from '#server/jobs/copies/workspaceFiles.ts';
import type { MoveTarget } from '#shared/bridge/moves.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { InboxEntry } from '#shared/domain/inboxEntry.ts';

// A real workspace with its writer's thread, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let workspace: Workspace;
let clock: FakeClock;
let queue: MoveQueue;
let client: ApiClient;
/** Whether the API can be reached by the queue. */
let isThere: boolean;
let list: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-meet-'));
  workspace = await openWorkspace({
    file: workspaceFile(folder),
    config: configWithoutProvider(''),
    now: () => new Date('2026-11-20T10:00:00Z'),
    onEvent: () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
  clock = new FakeClock();
  isThere = true;
  const { users } = workspace.state;
  client = new ApiClient({
    transport: {
      fetch: async (request) => {
        if (!isThere && request.method === 'PATCH') throw new TypeError('The connection is gone.');
        return await workspace.app.fetch(request);
      },
    },
    origin: 'http://127.0.0.1',
    token: await users.issueToken((await users.firstUser()).id, 'test'),
    jar: { csrf: '' },
    clock,
    onDenied: () => undefined,
    onReached: () => undefined,
  });
  const log = new RecordingLog();
  queue = new MoveQueue({ path: join(folder, 'queue.db'), clock, events: createEventHub(log), log });
  queue.start();
  queue.attach('local#1', client);
  await importRows('first.csv', [
    'Acme,https://acme.example,',
    'Bolt,https://bolt.example,',
    'Cern,https://cern.example,',
  ]);
  const body = { name: 'All', filters: emptyFilters(), fill: true };
  ({ id: list } = await client.request('createSmartList', { body }));
});
afterEach(async () => {
  queue.stop();
  await workspace.jobs.cancel();
  workspace.close();
  await rm(folder, { recursive: true, force: true });
});

async function importRows(name: string, rows: readonly string[]): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, ['name,website,description', ...rows, ''].join('\n'));
  await workspace.jobs.startImport([{ path, name: basename(path), mapping: {} }], {
    removeSample: false,
    dryRun: false,
  });
  expect(workspace.jobs.job).toMatchObject({ state: 'done' });
}

async function entries(query: Record<string, string | number>): Promise<InboxEntry[]> {
  return (await client.request('listEntries', { query: { page_size: 100, ...query } })).results;
}

async function entryOf(name: string): Promise<InboxEntry> {
  const found = (await entries({ user_smart_list_id: list })).find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`${name} has no entry.`);
  return found;
}

/** Decides while the API is away, so that the moves wait. */
async function decideAway(to: 'Watchlist' | 'Archive', names: readonly string[]): Promise<void> {
  isThere = false;
  const targets: MoveTarget[] = [];
  for (const name of names) {
    const { inboxEntryId: entryId, id: companyId, siblings } = await entryOf(name);
    targets.push({ entryId, companyId, name, from: 'None', siblings });
  }
  queue.enqueue({ to, targets });
  await eventually(() => expect(queue.state().status).toBe('lost'));
}

async function comeBack(): Promise<void> {
  isThere = true;
  clock.advance(5000);
  await eventually(() => expect(queue.state().status).toBe('idle'));
}

it('F27 a company that an import brings once more keeps its id and its entry: the waiting move is for what it has become', async () => {
  const before = await entryOf('Acme');
  await decideAway('Watchlist', ['Acme', 'Bolt']);
  const longer = 'Makes everything that a coyote needs, and sends it by mail.';
  await importRows('second.csv', [`"Acme, Inc.",https://www.acme.example/,"${longer}"`, 'Dent,https://dent.example,']);
  await comeBack();
  expect(queue.state().failed).toEqual([]);
  const watched = await entries({ tag_watchlist: 'true' });
  expect(watched.map(({ name }) => name).toSorted()).toEqual(['Acme', 'Bolt']);
  const acme = watched.find(({ name }) => name === 'Acme');
  expect(acme).toMatchObject({ id: before.id, inboxEntryId: before.inboxEntryId });
  expect(acme?.description.short).toBe(longer);
  expect((await entries({ user_smart_list_id: list })).filter(({ id }) => id === before.id)).toHaveLength(1);
});

it('F27 I11 a company that is taken out while its move waits is told by name, and keeps no other from being sent', async () => {
  await importRows('second.csv', ['Dent,https://dent.example,', 'Ergo,https://ergo.example,']);
  await decideAway('Archive', ['Acme', 'Dent', 'Bolt']);
  await workspace.jobs.startUndo();
  await comeBack();
  expect(queue.state().failed).toMatchObject([{ name: 'Dent', to: 'Archive' }]);
  expect(queue.state().failed[0]?.reason).not.toBe('');
  expect((await entries({ tag_archive: 'true' })).map(({ name }) => name).toSorted()).toEqual(['Acme', 'Bolt']);
  queue.discard(queue.state().failed.map(({ id }) => id));
  expect(queue.state()).toMatchObject({ status: 'idle', failed: [] });
});
