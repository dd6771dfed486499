import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addWeeks, digestWeekOf } from '#shared/domain/digestWeek.ts';
import { dueWeek, localDate } from '../lists/schedule.ts';
import { createOutput } from './output.ts';
import { serveCommand } from './serve.ts';

let folder: string;
let file: string;
let stop: AbortController;
let ended: Promise<void>;
let stdout: string;
let stderr: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-serve-'));
  file = join(folder, 'w.db');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(async () => {
  stop.abort();
  await ended;
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** Starts the server in this process at a local time; resolves when it answers. */
async function serve(moment: Date): Promise<void> {
  vi.setSystemTime(moment);
  [stdout, stderr] = ['', ''];
  stop = new AbortController();
  const output = createOutput(
    { stdout: { write: (text) => (stdout += text) }, stderr: { write: (text) => (stderr += text) } },
    true,
  );
  const flags = {
    kind: 'serve',
    file,
    store: null,
    port: 0,
    sample: 200,
    publicUrl: null,
    signUp: false,
    oidc: null,
    beginAnew: false,
    log: null,
    metricsTokenFile: null,
    json: true,
  } as const;
  ended = serveCommand(flags, output, stop.signal);
  await Promise.race([vi.waitFor(() => expect(stdout).toContain('"url"'), { timeout: 50_000, interval: 20 }), ended]);
}

async function end(): Promise<void> {
  stop.abort();
  await ended;
}

function releasedWeek(): string {
  const db = new DatabaseSync(join(folder, 'w.db.index', 'catalogue.db'), { readOnly: true, timeout: 5000 });
  const week = String(db.prepare('SELECT released_week FROM manifest').get()?.['released_week']);
  db.close();
  return week;
}

const friday = new Date(2026, 10, 20, 10);
const nextFriday = new Date(2026, 10, 27, 10);

test('I14 a server releases at its start what fell due while it was not running', async () => {
  await serve(friday);
  const first = digestWeekOf(localDate(friday));
  expect(releasedWeek()).toBe(first);
  await end();
  await serve(nextFriday);
  await vi.waitFor(() => expect(releasedWeek()).toBe(dueWeek(nextFriday)), { timeout: 50_000, interval: 20 });
  expect(releasedWeek()).toBe(addWeeks(first, 1));
});

test('I14 a server that goes on looks again and again, and releases what falls due meanwhile', async () => {
  await serve(friday);
  const first = digestWeekOf(localDate(friday));
  await vi.advanceTimersByTimeAsync(1_200_000);
  expect(releasedWeek()).toBe(first);
  vi.setSystemTime(nextFriday);
  await vi.advanceTimersByTimeAsync(600_000);
  await vi.waitFor(() => expect(releasedWeek()).toBe(addWeeks(first, 1)), { timeout: 50_000, interval: 20 });
});

test('F17 a server whose clock is months ahead releases nothing and says what to do', async () => {
  await serve(friday);
  const first = releasedWeek();
  await end();
  await serve(new Date(2027, 5, 4, 10));
  await vi.waitFor(() => expect(stderr).toContain('weekly refreshes are due'), { timeout: 50_000, interval: 20 });
  expect(stderr).toContain('refresh --catch-up');
  expect(releasedWeek()).toBe(first);
});
