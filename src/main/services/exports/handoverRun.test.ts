import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ExportJob, ExportRequest } from '#shared/bridge/fileJobs.ts';
import { createEventHub } from '../eventHub.ts';
import { StateFile } from '../stateFile.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeClock } from '../testing/fakeClock.ts';
import { sendJson, TestServer } from '../testing/httpServer.ts';
import { RecordingLog } from '../testing/recordingLog.ts';
import { testClient } from '../testing/testClient.ts';
import { ExportHistory, Exporter } from './exporter.ts';

// Real files and sockets, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let folder: string;
let server: TestServer;
let exporter: Exporter;
let log: RecordingLog;
let suggested: string;
/** Companies, founders and notes of each answer. */
let counts: { companies: number; people: number; notes: number };
let historyStatus: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-handover-'));
  counts = { companies: 2, people: 1, notes: 0 };
  historyStatus = 201;
  server = await TestServer.start(({ path }, response) => {
    if (path === '/api/exports/') {
      sendJson(response, historyStatus, { results: [], opportunities: 0, handovers: [] });
      return;
    }
    const file = (part: keyof typeof counts): object => ({
      header: `${part}\r\n`,
      rows: counts[part],
      csv: `Zoë,${part}\r\n`.repeat(counts[part]),
    });
    const files = { companies: file('companies'), people: file('people'), notes: file('notes') };
    sendJson(response, 200, { total: counts.companies, up_to: 41, files });
  });
  const clock = new FakeClock();
  log = new RecordingLog();
  const client = testClient(server.origin, clock);
  const saver = {
    choose: async (name: string) => {
      suggested = name;
      return { name, path: join(folder, 'out.zip'), finish: async () => '' };
    },
  };
  exporter = new Exporter({
    saver,
    clock,
    log,
    events: createEventHub(log),
    state: new StateFile(join(folder, 'main-state.json'), log),
    history: new ExportHistory(join(folder, 'exports.json'), log),
    client: () => client,
  });
});
afterEach(async () => {
  await exporter.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const request: ExportRequest = {
  source: { kind: 'tag', tag: 'opportunities' },
  name: 'Opportunities',
  columns: [],
  bom: false,
  preset: 'attio',
  sinceLast: true,
};

async function ended(asked: ExportRequest = request): Promise<ExportJob> {
  const job = await exporter.begin(asked, 'window-1');
  await eventually(() => expect(exporter.list().find(({ id }) => id === job?.id)?.state).not.toBe('running'));
  return exporter.list().at(-1)!;
}

/** What is in the ZIP, by name, read by its local headers; each has the sum that its header says. */
function unzipped(): Record<string, string> {
  const zip = readFileSync(join(folder, 'out.zip'));
  const files: Record<string, string> = {};
  let at = 0;
  while (zip.readUInt32LE(at) === 0x04034b50) {
    const [sum, packed, nameLength] = [zip.readUInt32LE(at + 14), zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)];
    const start = at + 30 + nameLength;
    const bytes = inflateRawSync(zip.subarray(start, start + packed));
    expect(crc32(bytes)).toBe(sum);
    files[zip.toString('utf8', at + 30, start)] = bytes.toString('utf8');
    at = start + packed;
  }
  return files;
}

it('M9 writes one ZIP with a file of each kind that has rows, and keeps it in the history with its place', async () => {
  const job = await ended();
  const handover = { preset: 'attio', companies: 2, people: 1, notes: 0 };
  expect(job).toMatchObject({ state: 'done', rows: 2, handover });
  expect(suggested).toMatch(/^winnow-attio-\d{4}-\d\d-\d\d\.zip$/);
  const day = suggested.slice('winnow-attio-'.length, -'.zip'.length);
  expect(unzipped()).toEqual({
    [`winnow-attio-companies-${day}.csv`]: 'companies\r\nZoë,companies\r\nZoë,companies\r\n',
    [`winnow-attio-people-${day}.csv`]: 'people\r\nZoë,people\r\n',
  });
  expect(Object.fromEntries(server.seen[0]?.query ?? [])).toEqual({
    tag: 'opportunities',
    preset: 'attio',
    since_last: 'true',
  });
  await server.received(2);
  expect(JSON.parse(server.seen[1]!.body)).toEqual({
    id: job.id,
    what: 'New in Opportunities',
    preset: 'attio',
    columns: [],
    rows: 2,
    up_to: 41,
  });
});

it('joins the groups of a large selection under one header, each file with the mark for Excel if that is set', async () => {
  const ids = Array.from({ length: 501 }, (_, index) => index + 1);
  const { sinceLast: _, ...whole } = request;
  await ended({ ...whole, source: { kind: 'ids', ids }, bom: true });
  const [companies = ''] = Object.values(unzipped());
  expect(companies).toBe(`\uFEFFcompanies\r\n${'Zoë,companies\r\n'.repeat(4)}`);
});

it('writes nothing where there is no company, and says so; a history that cannot be written spoils no file', async () => {
  counts = { companies: 0, people: 0, notes: 0 };
  expect(await ended()).toMatchObject({ state: 'failed', reason: 'There is no company to hand over.' });
  expect(readdirSync(folder)).not.toContain('out.zip');
  counts = { companies: 1, people: 0, notes: 1 };
  historyStatus = 404;
  expect(await ended()).toMatchObject({ state: 'done', rows: 1 });
  await eventually(() => expect(log.lines.map(({ event }) => event)).toContain('exports.record'));
});
