import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExportJob, ExportRequest } from '#shared/bridge/fileJobs.ts';
import { createEventHub } from '../eventHub.ts';
import { StateFile } from '../stateFile.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeClock } from '../testing/fakeClock.ts';
import { TestServer } from '../testing/httpServer.ts';
import { RecordingLog } from '../testing/recordingLog.ts';
import { testClient } from '../testing/testClient.ts';
import { ExportHistory, Exporter } from './exporter.ts';

// Real files, sockets and disks, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

/** What the system brings for disks; not there everywhere. */
const tools = { mount: 'mount', unmount: 'umount' } as const;

const header = 'ID,Name\r\n';
const request: ExportRequest = {
  source: { kind: 'tag', tag: 'watchlist' },
  name: 'Companies',
  columns: [],
  bom: false,
};

let folder: string;
let server: TestServer;
let target: string;
let clock: FakeClock;

function exporterIn(place: string): Exporter {
  const log = new RecordingLog();
  const client = testClient(server.origin, clock);
  return new Exporter({
    saver: { choose: async (name: string) => ({ name, path: target, finish: async () => '' }) },
    clock,
    events: createEventHub(log),
    log,
    state: new StateFile(join(place, 'main-state.json'), log),
    history: new ExportHistory(join(place, 'exports.json'), log),
    client: () => client,
  });
}

async function ended(exporter: Exporter): Promise<ExportJob | undefined> {
  const job = await exporter.begin(request, 'window-1');
  await eventually(() => {
    // Only the pause before a page is asked for again passes.
    if (clock.nextDue === 5000) clock.advance(5000);
    expect(exporter.list().find(({ id }) => id === job?.id)?.state).not.toBe('running');
  });
  await exporter.stop();
  return exporter.list().find(({ id }) => id === job?.id);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-export-'));
  target = join(folder, 'out.csv');
  clock = new FakeClock();
  server = await TestServer.start((_, response) => void response.end());
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('an export that goes wrong', () => {
  it('I12 leaves the old file or a whole new one, and nothing else, whatever the server does when', async () => {
    /** Where the answer of a page ends: whole, cut off after some bytes, or an error. */
    const page = fc.oneof(
      { weight: 4, arbitrary: fc.constant<number | null | 'error'>(null) },
      { weight: 1, arbitrary: fc.nat(200) },
      { weight: 1, arbitrary: fc.constant<number | null | 'error'>('error') },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.array(page, { minLength: 6, maxLength: 6 }),
        fc.nat(3),
        fc.boolean(),
        async (rows, faults, extra, isThere) => {
          rmSync(target, { force: true });
          if (isThere) writeFileSync(target, 'old');
          let asked = 0;
          server.answerWith((_, response) => {
            const fault = faults[asked++ % faults.length] ?? null;
            if (fault === 'error') {
              response.writeHead(503).end('{"code":"unavailable","detail":"Not now."}');
              return;
            }
            const body = header + Array.from({ length: rows }, (__, id) => `${id},"a ""b""\r\nc"\r\n`).join('');
            response.writeHead(200, { 'content-type': 'text/csv', 'x-total-count': String(rows + extra) });
            if (fault === null) response.end(body);
            else response.write(body.slice(0, fault), () => response.socket?.resetAndDestroy());
          });
          const whole = header + Array.from({ length: rows }, (_, id) => `${id},"a ""b""\r\nc"\r\n`).join('');
          const job = await ended(exporterIn(folder));
          const names = readdirSync(folder).filter((name) => name.startsWith('out.csv'));
          if (job?.state === 'done') {
            expect(readFileSync(target, 'utf8')).toBe(whole);
            expect(job.rows).toBe(rows);
            expect(extra).toBe(0);
            expect(names).toEqual(['out.csv']);
          } else {
            expect(job?.state).toBe('failed');
            expect(names).toEqual(isThere ? ['out.csv'] : []);
            if (isThere) expect(readFileSync(target, 'utf8')).toBe('old');
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it.skipIf(!canMount())('F6 names the file on a full disk, leaves the old one and nothing else', async () => {
    const disk = mkdtempSync(join(tmpdir(), 'winnow-disk-'));
    expect(spawnSync(tools.mount, ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status).toBe(0);
    try {
      target = join(disk, 'out.csv');
      writeFileSync(target, 'old');
      const many = 60_000;
      server.answerWith((_, response) => {
        response.writeHead(200, { 'content-type': 'text/csv', 'x-total-count': String(many) });
        response.end(header + Array.from({ length: many }, (__, id) => `${id},A company of some length\r\n`).join(''));
      });
      const job = await ended(exporterIn(folder));
      expect(job).toMatchObject({ state: 'failed', reason: expect.stringMatching(/disk is full.*Companies\.csv/) });
      expect(readFileSync(target, 'utf8')).toBe('old');
      expect(readdirSync(disk)).toEqual(['out.csv']);
    } finally {
      spawnSync(tools.unmount, [disk]);
      rmSync(disk, { recursive: true, force: true });
    }
  });
});

/** Only root can mount a small disk, and not everywhere. */
function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'winnow-mount-'));
  try {
    if (spawnSync(tools.mount, ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status !== 0) return false;
    return spawnSync(tools.unmount, [place]).status === 0;
  } finally {
    rmSync(place, { recursive: true });
  }
}
