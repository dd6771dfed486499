import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExportJob, ExportRequest } from '#shared/bridge/fileJobs.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { createEventHub } from '../eventHub.ts';
import { StateFile } from '../stateFile.ts';
import { FakeClock } from '../testing/fakeClock.ts';
import { type Answer, sendJson, TestServer } from '../testing/httpServer.ts';
import { RecordingLog } from '../testing/recordingLog.ts';
import { testClient } from '../testing/testClient.ts';
import { ExportHistory, Exporter } from './exporter.ts';
import { eventually } from '../testing/eventually.ts';

// Real files and sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const header = 'ID,Name\r\n';
const row = (id: number): string => `${id},"Company ""${id}""\r\nof two lines"\r\n`;

let folder: string;
let server: TestServer;
let clock: FakeClock;
let events: ReturnType<typeof createEventHub>;
let told: ExportJob[];
let state: StateFile;
let exporter: Exporter;
let target: string;
/** Companies the server has. */
let companies: number[];

function newExporter(): Exporter {
  const log = new RecordingLog();
  const client = testClient(server.origin, clock);
  state = new StateFile(join(folder, 'main-state.json'), log);
  const saver = { choose: async (name: string) => ({ name, path: target, finish: async () => '' }) };
  const history = new ExportHistory(join(folder, 'exports.json'), log);
  return new Exporter({ saver, clock, events, log, state, history, client: () => client });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-export-'));
  target = join(folder, 'out.csv');
  companies = Array.from({ length: 60_001 }, (_, index) => index + 1);
  clock = new FakeClock();
  told = [];
  events = createEventHub(new RecordingLog());
  events.subscribe('exports.changed', (job) => told.push(job));
  server = await TestServer.start(() => undefined);
  answerWith(({ query }, response) => {
    const ids = query.get('ids');
    const all = ids === null ? companies : ids.split(',').map(Number);
    const page = Number(query.get('page'));
    response.writeHead(200, { 'content-type': 'text/csv', 'x-total-count': String(all.length) });
    const rows = all.slice(page * 50_000, (page + 1) * 50_000).map(row);
    response.end((page === 0 ? header : '') + rows.join(''));
  });
  exporter = newExporter();
});
afterEach(async () => {
  await exporter.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const request: ExportRequest = {
  source: { kind: 'tag', tag: 'watchlist' },
  name: 'Watch/list',
  columns: [],
  bom: false,
};

async function ended(exported: ExportRequest = request): Promise<ExportJob> {
  const job = await exporter.begin(exported, 'window-1');
  await eventually(() => {
    passPause();
    expect(exporter.list().find(({ id }) => id === job?.id)?.state).not.toBe('running');
  });
  const [last] = exporter.list().slice(-1);
  if (last === undefined) throw new Error('no job');
  return last;
}

/** Lets the pause pass before a page is asked for again, and no other time. */
function passPause(): void {
  if (clock.nextDue === 5000) clock.advance(5000);
}

const historyPath = '/api/exports/';

/** Answers the calls for what is exported. Those that keep it in the history come at any time, and are refused. */
function answerWith(handler: Answer): void {
  server.answerWith((call, response) => {
    if (call.path === historyPath) sendJson(response, 404, { code: 'not_found', detail: 'There is no history.' });
    else void handler(call, response);
  });
}

/** The calls for what is exported. */
const asked = (): typeof server.seen => server.seen.filter(({ path }) => path !== historyPath);

const leftovers = (): string[] => readdirSync(folder).filter((name) => name.includes('winnow-part'));

describe('an export', () => {
  it('I12 fetches page after page into one file with one header', async () => {
    expect(await ended()).toMatchObject({ state: 'done', rows: 60_001, total: 60_001, file: 'Watch list.csv' });
    expect(readFileSync(target, 'utf8')).toBe(header + companies.map(row).join(''));
    expect(asked().map(({ query }) => query.get('page'))).toEqual(['0', '1']);
    expect(leftovers()).toEqual([]);
    expect(state.value.exportTemporaries).toEqual([]);
  });

  it('sends ids in groups of 500, still with one header, and a byte-order mark where asked', async () => {
    const ids = Array.from({ length: 1200 }, (_, index) => index + 1);
    const columns = ['name', 'score'];
    expect(await ended({ ...request, source: { kind: 'ids', ids }, columns, bom: true })).toMatchObject({
      state: 'done',
      rows: 1200,
    });
    expect(asked().map(({ query }) => query.get('ids')?.split(',').length)).toEqual([500, 500, 200]);
    expect(asked()[0]?.query.get('columns')).toBe('name,score');
    expect(readFileSync(target, 'utf8')).toBe(`\uFEFF${header}${ids.map(row).join('')}`);
  });

  it('sends a search’s filters and sort order', async () => {
    companies = [];
    const filters = emptyFilters();
    filters.include.stages = ['inv_stage_seed'];
    filters.exclude.regions = ['Europe'];
    expect(await ended({ ...request, source: { kind: 'search', filters, sortBy: 'company_name' } })).toMatchObject({
      state: 'done',
      rows: 0,
    });
    expect(Object.fromEntries(asked()[0]?.query ?? [])).toEqual({
      stages: 'inv_stage_seed',
      regions: '-Europe',
      sort_by: 'company_name',
      page: '0',
    });
    expect(readFileSync(target, 'utf8')).toBe(header);
  });

  it('I12 leaves the old file alone and nothing behind when the data changes, the connection breaks or it is refused', async () => {
    writeFileSync(target, 'old');
    const before = server;
    before.answerWith((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'x-total-count': '3' });
      response.end(header + row(1));
    });
    expect(await ended()).toMatchObject({ state: 'failed', reason: expect.stringContaining('changed') });
    before.answerWith((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'x-total-count': '3' });
      response.write(header + row(1), () => response.socket?.resetAndDestroy());
    });
    expect(await ended()).toMatchObject({ state: 'failed' });
    before.answerWith((_, response) =>
      sendJson(response, 402, { code: 'addon_required', detail: 'Export needs the export add-on.' }),
    );
    expect(await ended()).toMatchObject({ state: 'failed', reason: 'Export needs the export add-on.' });
    expect(readFileSync(target, 'utf8')).toBe('old');
    expect(leftovers()).toEqual([]);
  });

  it('I12 can be cancelled, and leaves nothing behind', async () => {
    answerWith((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'x-total-count': '3' });
      response.write(header + row(1));
    });
    const job = await exporter.begin(request, 'window-1');
    await server.received(1);
    expect(await exporter.cancel(job?.id ?? '')).toMatchObject({ state: 'cancelled' });
    expect(leftovers()).toEqual([]);
    expect(existsSync(target)).toBe(false);
    await expect(exporter.cancel('nope')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('remembers what was exported over a restart, per account, and repeats it to a new file', async () => {
    companies = [1, 2];
    exporter.attach('ada');
    const first = await ended({ ...request, columns: ['name'], bom: true });
    await exporter.stop();
    exporter = newExporter();
    exporter.attach('bob');
    expect(exporter.list()).toEqual([]);
    await expect(exporter.repeat(first.id, 'window-1')).rejects.toMatchObject({ code: 'not_found' });
    exporter.attach('ada');
    expect(exporter.list()).toEqual([first]);
    expect(first).toMatchObject({ name: 'Watch/list', rows: 2, columns: 1, folder, repeatable: true });
    target = join(folder, 'again.csv');
    companies = [1, 2, 3];
    const again = await exporter.repeat(first.id, 'window-1');
    await eventually(() => expect(exporter.list().find(({ id }) => id === again?.id)?.state).toBe('done'));
    expect(readFileSync(target, 'utf8')).toBe(`\uFEFF${header}${companies.map(row).join('')}`);
    expect(asked().at(-1)?.query.get('columns')).toBe('name');
  });

  it('F26 asks for the next pages of the same export, and begins again once where the server has given it up', async () => {
    let opened = 0;
    let gone = 1;
    answerWith(({ query }, response) => {
      const page = Number(query.get('page'));
      if (page > 0 && gone > 0) {
        gone--;
        sendJson(response, 409, { code: 'conflict', detail: 'This export is no longer open. Start it again.' });
        return;
      }
      if (page === 0) opened++;
      else expect(query.get('export')).toBe(`export-${opened}`);
      response.writeHead(200, {
        'content-type': 'text/csv',
        'x-total-count': String(companies.length),
        'x-export': `export-${opened}`,
      });
      response.end(
        (page === 0 ? header : '') +
          companies
            .slice(page * 50_000, (page + 1) * 50_000)
            .map(row)
            .join(''),
      );
    });
    expect(await ended()).toMatchObject({ state: 'done', rows: 60_001 });
    expect(opened).toBe(2);
    expect(readFileSync(target, 'utf8')).toBe(header + companies.map(row).join(''));
    gone = 2;
    expect(await ended()).toMatchObject({ state: 'failed', reason: expect.stringContaining('Start it again') });
    expect(readFileSync(target, 'utf8')).toBe(header + companies.map(row).join(''));
    expect(leftovers()).toEqual([]);
  });

  it('I12 asks again for a page that was cut off, and has every row once', async () => {
    const cutAt = [3, 200_000, 0, null, 1_500_000, 90, null];
    answerWith(({ query }, response) => {
      const page = Number(query.get('page'));
      const bytes =
        (page === 0 ? header : '') +
        companies
          .slice(page * 50_000, (page + 1) * 50_000)
          .map(row)
          .join('');
      const headers = { 'content-type': 'text/csv', 'x-total-count': String(companies.length) };
      response.writeHead(200, { ...headers, 'x-export': `export-${asked().length}` });
      const cut = cutAt[asked().length - 1] ?? null;
      if (cut === null) response.end(bytes);
      else response.write(bytes.slice(0, cut), () => response.socket?.destroy());
    });
    // Nobody waits for an export of which nothing came.
    expect(await ended({ ...request, bom: true })).toMatchObject({ state: 'failed', rows: 0 });
    expect(await ended({ ...request, bom: true })).toMatchObject({ state: 'done', rows: 60_001, total: 60_001 });
    expect(readFileSync(target, 'utf8')).toBe(`\uFEFF${header}${companies.map(row).join('')}`);
    expect(asked().map(({ query }) => [query.get('page'), query.get('export')])).toEqual([
      ['0', null],
      ['0', null],
      ['0', null],
      ['0', null],
      ['1', 'export-4'],
      ['1', 'export-4'],
      ['1', 'export-4'],
    ]);
  });

  it('I12 gives a page up that is cut off again and again', async () => {
    answerWith(({ query }, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'x-total-count': String(companies.length) });
      if (query.get('page') === '0') response.end(header + companies.slice(0, 50_000).map(row).join(''));
      else response.write(row(50_001), () => response.socket?.destroy());
    });
    expect(await ended()).toMatchObject({ state: 'failed', reason: 'The server could not be reached.' });
    expect(asked()).toHaveLength(8);
    expect(clock.monotonic()).toBe(30_000);
    expect(leftovers()).toEqual([]);
  });

  it('takes a server that sends nothing for a minute for gone, and asks again', async () => {
    companies = [1, 2, 3];
    answerWith((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'x-total-count': '3' });
      if (asked().length === 1) response.write(header + row(1));
      else response.end(header + companies.map(row).join(''));
    });
    const job = await exporter.begin(request, 'window-1');
    const jobNow = (): ExportJob | undefined => exporter.list().find(({ id }) => id === job?.id);
    await eventually(() => expect(jobNow()?.rows).toBe(1));
    clock.advance(59_999);
    expect(asked()).toHaveLength(1);
    clock.advance(1);
    await eventually(() => {
      passPause();
      expect(jobNow()).toMatchObject({ state: 'done', rows: 3 });
    });
    expect(readFileSync(target, 'utf8')).toBe(header + companies.map(row).join(''));
  });

  it('tells its progress at most ten times a second', async () => {
    await ended();
    // The clock stands still, so only the first and the last may have been told.
    expect(told.map((job) => job.state)).toEqual(['running', 'done']);
  });
});
