import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import type { LocalApi } from '#node/localApi.ts';
import { createEventHub, type BridgeEvent } from './eventHub.ts';
import { createLocalApiSlot } from './localApiSlot.ts';
import { StateFile } from './stateFile.ts';
import { FakeClock } from './testing/fakeClock.ts';
import { TestLocalApi } from './testing/localApi.ts';
import { plainUser } from './testing/records.ts';
import { RecordingLog } from './testing/recordingLog.ts';
import { testClient } from './testing/testClient.ts';
import { WorkspaceService } from './workspace.ts';

const files = [
  { token: 't1', name: 'deals.csv', path: '/private/upload-1' },
  { token: 't2', name: 'more.xlsx', path: '/private/upload-2' },
];
const job: WorkspaceJob = {
  id: 'j1',
  kind: 'import',
  state: 'running',
  label: 'Importing',
  done: 1,
  total: 2,
  rate: 1,
  reason: '',
  reports: [],
  dryRun: false,
  outcome: '',
};

let api: TestLocalApi;
let heard: BridgeEvent[];
let workspace: WorkspaceService;
let state: StateFile;
let sending: boolean;
let restored: number;
let removed: readonly number[];

beforeEach(async () => {
  api = new TestLocalApi();
  const slot = createLocalApiSlot();
  // What these specs use of the local API is there.
  slot.fill(api as unknown as LocalApi);
  const events = createEventHub(new RecordingLog());
  heard = [];
  events.subscribeAll((event) => heard.push(event));
  const opener = {
    choose: async () => files,
    resolve: (token: string) => files.find((file) => file.token === token) ?? null,
  };
  state = new StateFile(join(mkdtempSync(join(tmpdir(), 'winnow-state-')), 'main-state.json'), new RecordingLog());
  sending = false;
  restored = 0;
  removed = [];
  workspace = new WorkspaceService({
    folder: '/data/winnow',
    api: slot,
    opener,
    events,
    clock: new FakeClock(),
    log: new RecordingLog(),
    state,
    isSending: () => sending,
    onRestored: () => {
      restored += 1;
    },
    onRemoved: (companies) => {
      removed = companies;
    },
  });
  await workspace.start();
});

describe('the workspace', () => {
  it('tells its status with its folder', async () => {
    expect(await workspace.get()).toEqual({ folder: '/data/winnow', ...api.state });
  });

  it('is that of the server for its staff, nobody’s for others there, and the local one again', async () => {
    const client = testClient('http://127.0.0.1:1', new FakeClock());
    const local = { kind: 'status', status: api.state } as const;
    workspace.follow({ client, user: { ...plainUser, is_staff: false } });
    // Without asking the server: its refusal would end the session.
    await expect(workspace.get()).rejects.toMatchObject({ code: 'unprocessable' });
    api.say(local);
    workspace.follow({ client, user: plainUser });
    await expect(workspace.get()).rejects.toMatchObject({ code: 'connection_lost' });
    api.say(local);
    expect(heard).toEqual([]);
    workspace.follow(null);
    expect(await workspace.get()).toMatchObject({ folder: '/data/winnow' });
    api.say(local);
    expect(heard.map(({ name }) => name)).toEqual(['workspace.changed']);
  });

  it('E18 the last refresh is the one that ran last, also where it brought nothing, and no import', async () => {
    api.state = { ...api.state, refreshedAt: '' };
    expect((await workspace.get()).refreshedAt).toBe('');
    const ran = await workspace.refresh();
    expect(ran.refreshedAt).not.toBe('');
    expect(await workspace.get()).toMatchObject({ refreshedAt: ran.refreshedAt });
    // One of the command line has released something since.
    const later = '2030-01-07T06:00:00.000Z';
    api.state = { ...api.state, refreshedAt: later };
    expect((await workspace.get()).refreshedAt).toBe(later);
    await workspace.tell();
    expect(heard.at(-1)).toMatchObject({ name: 'workspace.changed', payload: { refreshedAt: later } });
  });

  it('restores nothing while decisions are on their way', async () => {
    sending = true;
    await expect(workspace.restore({ name: '2026-11-20 09.00.00.000' })).rejects.toMatchObject({ code: 'busy' });
  });

  it('has everything read anew after a restore, and nothing undone any more', () => {
    api.say({ kind: 'restored' });
    expect(restored).toBe(1);
    expect(heard.map(({ name }) => name)).toContain('data.changed');
  });

  it('tells of companies that are gone', () => {
    api.say({ kind: 'removed', companies: [7, 8] });
    expect(removed).toEqual([7, 8]);
  });

  it('knows files by their tokens; paths stay in main', async () => {
    const previews = [
      ...(await workspace.chooseFiles(null, { client: 'window-1' })),
      ...(await workspace.inspect({ tokens: ['t2'] })),
    ];
    expect(previews.map(({ token, file }) => [token, file])).toEqual([
      ['t1', 'deals.csv'],
      ['t2', 'more.xlsx'],
      ['t2', 'more.xlsx'],
    ]);
    expect(JSON.stringify(previews)).not.toContain('/private');
    const mappings = { t1: { Land: 'country' }, __proto__: { Land: 'city' } } as const;
    await workspace.startImport({ tokens: ['t2', 't1'], removeSample: true, dryRun: true, mappings });
    expect(api.imports).toEqual([
      {
        sources: [
          { path: '/private/upload-2', name: 'more.xlsx', mapping: {} },
          { path: '/private/upload-1', name: 'deals.csv', mapping: { Land: 'country' } },
        ],
        choices: { removeSample: true, dryRun: true },
      },
    ]);
    await expect(workspace.inspect({ tokens: ['t9'] })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('has a part of a spreadsheet for each header of the chosen sheets, with its own columns', async () => {
    const sheets = { t2: ['Companies', 'Old'] };
    const previews = await workspace.inspect({ tokens: ['t2', 't1'], sheets });
    expect(previews.map(({ token, read }) => [token, read])).toEqual([
      ['t2', ['Companies']],
      ['t2/2', ['Old']],
      ['t1', []],
    ]);
    await workspace.startImport({
      tokens: ['t2', 't2/2'],
      removeSample: false,
      dryRun: true,
      mappings: { 't2/2': { Land: 'country' } },
      sheets: { t2: ['Companies'], 't2/2': ['Old'] },
    });
    const source = { path: '/private/upload-2', name: 'more.xlsx' };
    expect(api.imports.at(-1)?.sources).toEqual([
      { ...source, mapping: {}, sheets: ['Companies'] },
      { ...source, mapping: { Land: 'country' }, sheets: ['Old'] },
    ]);
    await expect(workspace.inspect({ tokens: ['t9/2'] })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('forwards its events, and says once that data changed when a job has ended', () => {
    api.say({ kind: 'status', status: { ...api.state, job } });
    api.say({ kind: 'status', status: { ...api.state, job: { ...job, state: 'done' } } });
    api.say({ kind: 'status', status: { ...api.state, job: { ...job, state: 'done' } } });
    expect(heard.map(({ name }) => name)).toEqual([
      'workspace.changed',
      'workspace.changed',
      'data.changed',
      'workspace.changed',
    ]);
  });

  it('a file that is no company list says why beside the others', async () => {
    files.push({ token: 't3', name: 'letter.pdf', path: '/private/upload-3.pdf' });
    const previews = await workspace.chooseFiles(null, { client: 'window-1' });
    files.pop();
    expect(previews.map(({ file, problem }) => [file, problem])).toEqual([
      ['deals.csv', ''],
      ['more.xlsx', ''],
      ['letter.pdf', 'this is a PDF.'],
    ]);
  });

  it('is not there before it is open', async () => {
    await expect(createLocalApiSlot().status()).rejects.toMatchObject({ code: 'not_initialized' });
  });
});
