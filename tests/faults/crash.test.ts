import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleProcess } from './harness/bundle.ts';
import { crashPoints } from './harness/crashPoints.ts';
import { newFolder } from './harness/folder.ts';
import { Lane, type Death, type LaneOptions } from './harness/lane.ts';

// Dozens of processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const what: Record<(typeof crashPoints)[number], string> = {
  K0: 'before a decision is written',
  K1: 'with its rows written and not committed',
  K2: 'with it committed and not acknowledged',
  K3: 'once it is acknowledged',
  K4: 'with the request sent',
  K5: 'with the answer there and not read',
  K6: 'with the answer read and not noted',
  K7: 'with its row deleted and not committed',
  K8: 'around a checkpoint',
  K9: 'inside the migration',
};

const folders: string[] = [];
let program: string;
beforeAll(async () => {
  program = await bundleProcess('queueProcess', folderOfTest());
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folderOfTest(): string {
  const folder = newFolder();
  folders.push(folder);
  return folder;
}

async function lives(options: Partial<LaneOptions> & { deaths?: readonly Death[] }): Promise<Lane> {
  const lane = new Lane({
    program,
    folder: folderOfTest(),
    seed: 7,
    moves: 50,
    kills: 5,
    faultShare: 0.05,
    ...options,
  });
  await lane.run();
  expect([...lane.audit.findings, ...lane.notes.findings]).toEqual([]);
  expect(lane.audit.damage).toEqual({ lost: 0, twice: 0, outOfOrder: 0 });
  expect(lane.notes.damage).toEqual({ lost: 0, twice: 0, outOfOrder: 0 });
  expect(lane.server.keysReused).toBe(0);
  return lane;
}

describe('kill -9 of a process with the queue in it', () => {
  it.each(crashPoints)('F1 I1 I2 I3 I4 I9 M2 %s', async (point) => {
    const lane = await lives({ deaths: [point] });
    expect(lane.crashes, what[point]).toBeGreaterThan(0);
    expect(lane.moves).toBeGreaterThanOrEqual(50);
  });

  it('F1 I1 I3 I4 I9 at any time', async () => {
    const lane = await lives({ deaths: ['any time'], kills: 6, moves: 120 });
    expect(lane.kills).toBeGreaterThanOrEqual(6);
  });

  it('F32 every fault of the network at 1 %, and every way to die', async () => {
    const lane = await lives({ kills: 10, moves: 400, faultShare: 0.01, seed: 32 });
    expect(lane.moves).toBeGreaterThanOrEqual(400);
  });

  it('F21 stopped in the middle of a request and continued: nothing is lost, nothing is sent twice', async () => {
    const lane = await lives({ suspend: 0.2, deaths: ['end'], moves: 100, kills: 2 });
    expect(lane.suspensions).toBeGreaterThan(0);
  });
});
