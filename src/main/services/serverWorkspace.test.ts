import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportSource, LocalApiStatus } from '#node/localApi.ts';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { ServerWorkspace } from './serverWorkspace.ts';
import { eventually } from './testing/eventually.ts';
import { FakeClock } from './testing/fakeClock.ts';
import { sendJson, TestServer, type Answer } from './testing/httpServer.ts';
import { testClient } from './testing/testClient.ts';

const status = {
  companies: 300,
  sampleCompanies: 300,
  sampleAhead: 0,
  importedCompanies: 0,
  digestWeek: '2026-W47',
  refreshedAt: '',
  bytes: 1,
  readOnly: '',
  notices: [],
  lastImport: null,
  job: null as WorkspaceJob | null,
  upkeep: null,
};
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
const preview = {
  currencies: {},
  file: 'deals.csv',
  format: 'CSV',
  encoding: 'UTF-8',
  delimiter: ',',
  bytes: 9,
  problem: '',
  note: '',
  day: '2026-11-20',
  dayFrom: 'changed',
  sheets: [],
  read: [],
  columns: [],
  rows: [],
};

let folder: string;
let file: string;
let server: TestServer;
let clock: FakeClock;
let told: LocalApiStatus[];
let workspace: ServerWorkspace;
/** What the server says of its job. */
let now: WorkspaceJob | null;
/** Files that the server has. */
let kept: string[];

const asWritten: Answer = ({ path, body }, response) => {
  if (path === '/api/workspace/files/') {
    kept.push(`token-${String(kept.length + 1)}`);
    sendJson(response, 201, { token: kept.at(-1), previews: [preview] });
  } else if (path === '/api/workspace/files/inspect/') {
    const { token, sheets } = JSON.parse(body) as { token: string; sheets: string[] };
    if (!kept.includes(token)) sendJson(response, 404, { code: 'not_found', detail: 'Gone.' });
    else sendJson(response, 200, { previews: [{ ...preview, read: sheets }] });
  } else sendJson(response, 200, { ...status, job: now });
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-send-'));
  file = join(folder, 'deals.csv');
  writeFileSync(file, 'name\nAcme');
  utimesSync(file, new Date('2025-03-04T10:00:00Z'), new Date('2025-03-04T10:00:00Z'));
  [now, kept, told] = [null, [], []];
  server = await TestServer.start(asWritten);
  clock = new FakeClock();
  workspace = open(server.origin);
});
afterEach(async () => {
  workspace.stop();
  await server.stop();
  rmSync(folder, { recursive: true });
});

function open(origin: string): ServerWorkspace {
  const client = testClient(origin, clock);
  return new ServerWorkspace({ client, clock, onStatus: (news) => told.push(news) });
}

function source(more: Partial<ImportSource> = {}): ImportSource {
  return { path: file, name: 'deals.csv', mapping: {}, ...more };
}

const importing = { removeSample: true, dryRun: false };
const sentFiles = (): number => server.seen.filter(({ path }) => path === '/api/workspace/files/').length;

describe('the workspace of a server', () => {
  it('sends a file with its name and its last change as it is looked at, once', async () => {
    expect(await workspace.inspect(file, [], 'deals.csv')).toEqual([preview]);
    const [sent] = server.seen;
    expect(sent).toMatchObject({ method: 'POST', path: '/api/workspace/files/', body: 'name\nAcme' });
    expect(Object.fromEntries(sent?.query ?? [])).toEqual({ name: 'deals.csv', changed: '2025-03-04T10:00:00.000Z' });
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer token',
      'content-type': 'application/octet-stream',
      'content-length': '9',
    });
    expect(await workspace.inspect(file, ['Old'], 'deals.csv')).toEqual([{ ...preview, read: ['Old'] }]);
    await workspace.startImport([source({ day: '2025-01-01', sheets: ['Old'] }), source()], importing);
    expect(sentFiles()).toBe(1);
    expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toEqual({
      files: [
        { token: 'token-1', mapping: {}, sheets: ['Old'], day: '2025-01-01' },
        { token: 'token-1', mapping: {} },
      ],
      dry_run: false,
    });
  });

  it('sends a file again that has changed since, or that the server has given up', async () => {
    await workspace.inspect(file, [], 'deals.csv');
    kept = [];
    expect(await workspace.inspect(file, ['Old'], 'deals.csv')).toHaveLength(1);
    expect(sentFiles()).toBe(2);
    writeFileSync(file, 'name\nAcme and more');
    await workspace.inspect(file, [], 'deals.csv');
    expect(server.seen.at(-1)?.body).toBe('name\nAcme and more');
  });

  it('asks once a second while a job runs, whoever has begun it, and no longer', async () => {
    now = job;
    expect(await workspace.status()).toMatchObject({ job, copies: [] });
    expect(told).toEqual([]);
    clock.advance(999);
    expect(server.seen).toHaveLength(1);
    clock.advance(1);
    await eventually(() => expect(told).toHaveLength(1));
    now = { ...job, state: 'done' };
    clock.advance(1000);
    await eventually(() => expect(told.at(-1)?.job?.state).toBe('done'));
    clock.advance(60_000);
    expect(server.seen).toHaveLength(3);
  });

  it('tells of a job that has already ended as its start is answered', async () => {
    now = { ...job, state: 'done' };
    await workspace.refresh();
    expect(told.map((news) => news.job?.state)).toEqual(['done']);
  });

  it('asks on after a call that got no answer', async () => {
    now = job;
    await workspace.status();
    server.answerOnce((_request, response) => void response.destroy());
    clock.advance(1000);
    await server.received(2);
    now = { ...job, state: 'done' };
    await eventually(() => {
      clock.advance(5000);
      expect(told.at(-1)?.job?.state).toBe('done');
    });
  });

  it('asks nothing any more once the session has ended', async () => {
    now = job;
    await workspace.status();
    workspace.stop();
    clock.advance(60_000);
    expect(server.seen).toHaveLength(1);
  });

  it('says that a server is older', async () => {
    server.answerWith((_request, response) => sendJson(response, 404, { code: 'not_found', detail: 'No address.' }));
    const message = 'This server is too old to import from the app.';
    await expect(workspace.status()).rejects.toMatchObject({ code: 'not_implemented', message });
    await expect(workspace.inspect(file, [], 'deals.csv')).rejects.toMatchObject({ message });
  });

  it.each([
    [413, { code: 'payload_too_large', detail: 'The file is larger than 2 GB.' }, 'The file is larger than 2 GB.'],
    [413, '<html>nginx</html>', '“deals.csv” is too large for the proxy in front of the server.'],
    [502, '<html>nginx</html>', 'The connection to the server was lost while “deals.csv” was being sent. Try again.'],
  ])('says why a file was not taken: %s', async (code, body, message) => {
    server.answerWith((_request, response) => sendJson(response, code, body));
    const refused = workspace.inspect(file, [], 'deals.csv');
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining(message) as string });
  });

  it('says that a file cannot be read, without asking the server', async () => {
    const missing = workspace.inspect(join(folder, 'gone.csv'), [], 'gone.csv');
    await expect(missing).rejects.toMatchObject({ code: 'bad_file', message: '“gone.csv” cannot be read.' });
    expect(server.seen).toEqual([]);
  });

  it('leaves to the server’s own machine what is its own', async () => {
    const { createSample, simulateWeek, sampleUse, removeSample, backUp, restore, removeCopy } = workspace;
    for (const command of [createSample, simulateWeek, sampleUse, removeSample, backUp, restore, removeCopy]) {
      await expect(command()).rejects.toMatchObject({ code: 'not_implemented' });
    }
    expect(server.seen).toEqual([]);
  });
});

describe('a large file on its way to a server', () => {
  let slow: Server;
  let arrived: IncomingMessage | null;
  /** What the server does with a file that begins to arrive. */
  let takes: (request: IncomingMessage) => void;
  const size = 64 * 1024 ** 2;

  beforeEach(async () => {
    writeFileSync(file, Buffer.alloc(size, 'a'));
    arrived = null;
    takes = () => undefined;
    slow = createServer((request, response) => {
      if (request.url?.startsWith('/api/workspace/files/') === true) {
        arrived = request;
        takes(request);
      } else sendJson(response, 200, status);
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    workspace = open(`http://127.0.0.1:${String((slow.address() as AddressInfo).port)}`);
    await workspace.status();
  });
  afterEach(() => {
    slow.closeAllConnections();
    slow.close();
  });

  it('is shown as a job, is not held in memory, and goes no further once it is cancelled', async () => {
    // The server reads a little, and then nothing.
    takes = (request) => {
      request.once('readable', () => {
        clock.advance(600);
        request.read();
      });
    };
    const before = process.memoryUsage().arrayBuffers;
    const sent = workspace.inspect(file, [], 'deals.csv');
    const ended = expect(sent).rejects.toMatchObject({ code: 'cancelled', message: 'Sending the file was cancelled.' });
    await eventually(() => expect(told.at(-1)?.job).toMatchObject({ kind: 'upload', state: 'running', total: size }));
    expect(told.at(-1)?.job?.done).toBeLessThan(size / 2);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(size / 2);
    await workspace.cancel();
    await ended;
    // Whoever does not read does not notice.
    arrived?.on('error', () => undefined).resume();
    await eventually(() => expect(arrived?.socket.destroyed).toBe(true));
    expect(arrived?.complete).toBe(false);
    expect(told.at(-1)?.job).toBeNull();
  });

  it('F11 that loses its server says that nothing was imported, and that it can be tried again', async () => {
    takes = (request) => {
      request.once('readable', () => request.socket.destroy());
    };
    const message = 'The connection to the server was lost while “deals.csv” was being sent. Try again.';
    const sent = workspace.inspect(file, [], 'deals.csv');
    await expect(sent).rejects.toMatchObject({ code: 'connection_lost', message, retryable: true });
  });

  it('is not sent to its end once the server has refused it', async () => {
    slow.removeAllListeners('request');
    slow.on('request', (request: IncomingMessage, response) => {
      arrived = request;
      sendJson(response, 413, { code: 'payload_too_large', detail: 'The file is larger than 2 GB.' });
    });
    const sent = workspace.inspect(file, [], 'deals.csv');
    await expect(sent).rejects.toMatchObject({ code: 'payload_too_large', message: 'The file is larger than 2 GB.' });
    // Whoever does not read does not notice.
    arrived?.on('error', () => undefined).resume();
    await eventually(() => expect(arrived?.socket.destroyed).toBe(true));
    expect(arrived?.complete).toBe(false);
  });
});
