import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compose, type App } from '#main/app.ts';
import type { ShellPorts } from '#main/ports.ts';
import { connectInMemory } from '#main/rpc/testing/memoryTransport.ts';
import { TestNotifier, TestOpener, TestPreferences, TestSecrets } from '#main/services/testing/memoryPorts.ts';
import { RecordingLog } from '#main/services/testing/recordingLog.ts';
import { noUpdater } from '#main/shellCommon/shellApp.ts';
import { systemClock } from '#main/shellCommon/system.ts';
import { openLocalApi } from '#server/thread/workerHandle.ts';
import type { BridgeClient } from '#shared/bridge/client.ts';
import type { CallInput, CallName, CallOutput, EventPayload } from '#shared/bridge/contract.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { listOfEntry, type InboxEntry } from '#shared/domain/inboxEntry.ts';
import { AppError } from '#shared/errors.ts';

// A busy machine may take its time over a worker and hundreds of moves.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });
const patience = { timeout: 60_000, interval: 20 };

/** The whole of main on a real workspace in its worker thread, over the in-memory transport. */
const folder = mkdtempSync(join(tmpdir(), 'winnow-app-'));
const secrets = new TestSecrets();
const store = new TestPreferences();
const csv = join(folder, 'out.csv');
const log = new RecordingLog();
const ports: ShellPorts = {
  info: {
    product: 'Winnow',
    version: '1.1.3',
    platform: 'linux',
    capabilities: {
      saveDialog: false,
      openDialog: false,
      tray: false,
      ownWindow: false,
      filesInPlace: true,
      updates: false,
    },
    largestUpload: 1_000_000,
    notices: [],
  },
  folder,
  clock: systemClock(),
  secrets,
  saver: { choose: async (name) => ({ name, path: csv, finish: async () => '' }) },
  opener: { choose: async () => [], resolve: () => null },
  printer: { print: async () => new Uint8Array(), close: async () => undefined },
  external: new TestOpener(),
  openSignInCallback: async () => null,
  proxyFor: async () => '',
  windows: { openRoute: async () => undefined, pageListens: () => undefined },
  notifier: new TestNotifier(),
  preferences: store,
  log,
  lastErrors: () => [],
  updater: noUpdater('This is a test.'),
};

let app: App;
let client: BridgeClient & { close(): void };
let listId = 0;

async function start(): Promise<void> {
  app = compose(ports, openLocalApi(folder));
  await app.open();
  await app.start();
  client = connectInMemory(app.router, app.events);
}

async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const reply = await client.call(name, input);
  if (!reply.ok) throw AppError.fromWire(reply.error);
  return reply.value;
}

async function api(endpoint: CallInput<'api.request'>['endpoint'], input: Partial<CallInput<'api.request'>> = {}) {
  return (await call('api.request', { endpoint, params: {}, query: {}, body: null, replaces: '', ...input })).value;
}

async function entriesOf(query: Record<string, string | number>): Promise<InboxEntry[]> {
  const page = (await api('listEntries', { query: { page_size: 200, ...query } })) as { results: InboxEntry[] };
  return page.results;
}

async function queueIdle(): Promise<void> {
  await vi.waitFor(async () => expect((await call('moves.get', null)).status).toBe('idle'), patience);
}

const targetOf = (entry: InboxEntry) => ({
  entryId: entry.inboxEntryId,
  companyId: entry.id,
  name: entry.name,
  from: 'None' as const,
  siblings: entry.siblings,
});

beforeAll(async () => {
  await start();
  const ended = new Promise<EventPayload<'workspace.changed'>>((resolve) => {
    client.subscribe('workspace.changed', (status) => {
      if (status.job !== null && status.job.state !== 'running') resolve(status);
    });
  });
  await call('workspace.createSample', { companies: 400 });
  expect((await ended).job?.state).toBe('done');
}, 60_000);
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the composed app', () => {
  it('is signed in to its own workspace', async () => {
    expect(await call('session.get', null)).toMatchObject({ status: 'signedIn', account: 'local#1' });
    expect(await call('connection.get', null)).toMatchObject({ status: 'connected' });
  });

  it('searches, and keeps the calls of the queue and the exporter from the renderer', async () => {
    const found = (await api('searchCompanies', { query: { page: 0 } })) as { count: number; items: unknown[] };
    expect(found.count).toBeGreaterThan(200);
    expect(found.items).toHaveLength(25);
    const reply = await client.call('api.request', {
      endpoint: 'moveEntry',
      params: { id: 1 },
      query: {},
      body: {},
      replaces: '',
    });
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  it('I1 moves entries, undoes a step, and still has both after a restart', async () => {
    const list = (await api('createSmartList', { body: { name: 'All', filters: emptyFilters() } })) as { id: number };
    listId = list.id;
    const entries = (await entriesOf({ user_smart_list_id: listId })).slice(0, 30);
    expect(entries).toHaveLength(30);
    await call('moves.enqueue', { to: 'Watchlist', targets: entries.slice(0, 20).map(targetOf) });
    await call('moves.enqueue', { to: 'Archive', targets: entries.slice(20).map(targetOf) });
    await queueIdle();
    expect(await entriesOf({ tag_archive: 'true' })).toHaveLength(10);
    expect(await call('moves.undo', null)).toMatchObject({ label: 'Moved 10 companies to Archive', undoDepth: 1 });
    await queueIdle();
    expect(await entriesOf({ tag_archive: 'true' })).toHaveLength(0);

    client.close();
    await app.stop();
    await start();
    expect(await entriesOf({ tag_watchlist: 'true' })).toHaveLength(20);
    expect((await call('moves.get', null)).status).toBe('idle');
  });

  it('picks a company without an entry', async () => {
    const found = (await api('searchCompanies')) as { items: { id: number; name: string }[] };
    const [company] = found.items;
    const name = company?.name ?? '';
    const target = { entryId: null, companyId: company?.id ?? 0, name, from: 'None' as const, siblings: [] };
    await call('moves.enqueue', { to: 'Opportunities', targets: [target] });
    await queueIdle();
    expect((await entriesOf({ tag_opportunities: 'true' })).map(({ id }) => id)).toEqual([company?.id]);
  });

  it('reads at a revision what was done by it, and never less', async () => {
    const list = (await api('createSmartList', { body: { name: 'Read', filters: emptyFilters() } })) as { id: number };
    const entries = (await entriesOf({ user_smart_list_id: list.id })).slice(0, 60);
    const rested: { entryId: number | null; list: string; revision: number }[] = [];
    const end = client.subscribe('moves.changed', ({ settled }) => rested.push(...settled));
    const reads: { revision: number; results: InboxEntry[] }[] = [];
    const query = { user_smart_list_id: list.id, page_size: 200 };
    const read = async (): Promise<void> => {
      const input = { endpoint: 'listEntries' as const, params: {}, query, body: null, replaces: '' };
      const { value, revision } = await call('api.request', input);
      reads.push({ revision, results: (value as { results: InboxEntry[] }).results });
    };
    for (const to of ['Watchlist', 'Archive', 'None'] as const) {
      for (const entry of entries) {
        await call('moves.enqueue', { to, targets: [{ ...targetOf(entry), siblings: [] }] });
        if (entry.id % 4 === 0) await read();
      }
      await queueIdle();
      await read();
    }
    // News of what came to rest last is still on its way.
    const lastOf = (id: number) => rested.findLast(({ entryId }) => entryId === id)?.list;
    const haveAll = () => expect(entries.map(({ inboxEntryId: id }) => lastOf(id))).toEqual(entries.map(() => 'None'));
    await vi.waitFor(haveAll, patience);
    end();
    expect(reads.length).toBeGreaterThan(10);
    for (const { revision, results } of reads) {
      for (const entry of results) {
        const own = rested.filter(({ entryId }) => entryId === entry.inboxEntryId);
        const before = own.findLast((placed) => placed.revision <= revision)?.list ?? 'None';
        // What was on its way at the moment may be in it or not.
        const may = [before, ...own.filter((placed) => placed.revision > revision).map((placed) => placed.list)];
        expect(may, `entry ${entry.inboxEntryId} at ${revision}`).toContain(listOfEntry(entry));
      }
    }
    // All had been done when it was read last.
    expect(reads.at(-1)?.results.map((entry) => listOfEntry(entry))).toEqual(reads.at(-1)?.results.map(() => 'None'));
  });

  it('I12 exports a list to a file', async () => {
    // One of the twenty was decided anew from the search.
    const rows = (await entriesOf({ tag_watchlist: 'true' })).length;
    expect([19, 20]).toContain(rows);
    const request = {
      source: { kind: 'tag' as const, tag: 'watchlist' as const },
      name: 'Watchlist',
      columns: [],
      bom: false,
    };
    await call('exports.start', request);
    await vi.waitFor(async () => expect((await call('exports.list', null))[0]?.state).toBe('done'), patience);
    expect((await call('exports.list', null))[0]).toMatchObject({ rows, total: rows, file: 'Watchlist.csv' });
    expect(readFileSync(csv, 'utf8').startsWith('ID,Name')).toBe(true);
    // Which it has been told of before it ends.
    await vi.waitFor(async () => expect(await api('listExports')).toMatchObject({ results: [{}] }), patience);
  });

  it('F29 ends while moves are on their way, and sends the rest at the next start', async () => {
    const none = (await entriesOf({ user_smart_list_id: listId })).filter((entry) => !entry.tag_watchlist);
    expect(none.length).toBeGreaterThan(50);
    await call('moves.enqueue', { to: 'Archive', targets: none.slice(0, 150).map(targetOf) });
    client.close();
    await app.stop();
    await start();
    await queueIdle();
    expect(await entriesOf({ tag_archive: 'true' })).toHaveLength(Math.min(none.length, 150));
  });

  it('S27 S28 leaves its token in the keychain only', async () => {
    const [token] = [...secrets.kept.values()];
    expect(token?.length ?? 0).toBeGreaterThan(16);
    for (const file of ['main-state.json', 'queue.db', 'queue.db-wal', 'winnow.db', 'winnow.db-wal']) {
      const path = join(folder, file);
      if (existsSync(path)) expect(readFileSync(path, 'latin1'), file).not.toContain(token);
    }
    expect(JSON.stringify(log.lines)).not.toContain(token);
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('signs out, refuses decisions, and opens the workspace again', async () => {
    expect(await call('session.logout', null)).toMatchObject({ status: 'signedOut' });
    const target = { entryId: 1, companyId: 1, name: 'A', from: 'None' as const, siblings: [] };
    await expect(call('moves.enqueue', { to: 'Archive', targets: [target] })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(api('searchCompanies')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await call('session.openLocal', null)).toMatchObject({ status: 'signedIn' });
  });
});
