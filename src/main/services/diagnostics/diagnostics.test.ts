import { afterAll, beforeAll, expect, it } from 'vitest';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diagnosticsText, type Diagnostics } from '#shared/bridge/contract.ts';
import { Connection } from '../connection.ts';
import { diagnose, type DiagnosticsDeps } from './diagnostics.ts';
import { MoveQueue } from '../moves/moveQueue.ts';
import { createEventHub } from '../eventHub.ts';
import { StateFile } from '../stateFile.ts';
import { FakeClock } from '../testing/fakeClock.ts';
import { TestLocalApi } from '../testing/localApi.ts';
import { TestSecrets } from '../testing/memoryPorts.ts';
import { RecordingLog } from '../testing/recordingLog.ts';

let folder: string;
let deps: DiagnosticsDeps;
let moves: MoveQueue;
const api = new TestLocalApi();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-diagnostics-'));
  const log = new RecordingLog();
  const clock = new FakeClock();
  const events = createEventHub(log);
  moves = new MoveQueue({ path: join(folder, 'queue.db'), clock, events, log });
  moves.start();
  deps = {
    ports: {
      info: {
        product: 'Winnow',
        version: '1.1.3',
        platform: 'linux',
        capabilities: {
          saveDialog: false,
          openDialog: false,
          tray: false,
          ownWindow: true,
          filesInPlace: false,
          updates: false,
        },
        largestUpload: 1_000_000,
        notices: [],
      },
      folder,
      clock,
      secrets: new TestSecrets('memory'),
      lastErrors: () => ['2026-11-20T12:00:00.000Z queue.write: Error: disk full'],
      updater: {
        unsupported: 'This is a test.',
        subscribe: () => () => undefined,
        check: async () => undefined,
        install: () => undefined,
      },
    },
    session: { state: { status: 'signedIn', place: 'local' } } as DiagnosticsDeps['session'],
    connection: new Connection(clock, events, async () => undefined),
    moves,
    api,
    state: new StateFile(join(folder, 'main-state.json'), log),
  };
});
afterAll(() => {
  moves.stop();
  rmSync(folder, { recursive: true, force: true });
});

const stateOf = (report: Diagnostics, name: string): unknown =>
  report.checks.find((check) => check.name === name)?.state;

it('numbers the self-checks, and says what somebody should look at', async () => {
  const report = await diagnose(deps);
  expect(report.checks.map(({ number }) => number)).toEqual(report.checks.map((_, index) => index + 1));
  expect(stateOf(report, 'Workspace')).toBe('good');
  expect(stateOf(report, 'Connection')).toBe('good');
  expect(stateOf(report, 'Token kept in')).toBe('attention');
  const text = diagnosticsText(report);
  expect(text).toContain('1. Version [info]: Winnow 1.1.3, browser shell');
  expect(text).toContain('queue.write: Error: disk full');
});

it('goes on where one of them fails', async () => {
  const broken = { ...deps, api: { status: () => Promise.reject(new Error('gone')) } };
  const report = await diagnose(broken);
  expect(stateOf(report, 'Workspace')).toBe('attention');
  expect(stateOf(report, 'Move queue')).toBe('good');
});

it.skipIf(process.platform === 'win32')('S46 notices a workspace that others can read', async () => {
  chmodSync(folder, 0o755);
  expect(stateOf(await diagnose(deps), 'Workspace folder')).toBe('attention');
  chmodSync(folder, 0o700);
  expect(stateOf(await diagnose(deps), 'Workspace folder')).toBe('good');
});
