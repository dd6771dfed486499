import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { bundleProcess } from './harness/bundle.ts';
import { newFolder } from './harness/folder.ts';
import { Lane } from './harness/lane.ts';

/** Share of requests that a fault hits. */
const faultShare = 0.1;
const usage = 'Usage: npm run faults [-- --json --moves N --kills N --seed S]';

interface Asked {
  readonly json: boolean;
  readonly moves: number;
  readonly kills: number;
  readonly seed: number;
}

/**
 * Entry of `npm run faults`. Exit code 0: no move was lost, applied twice or out of order; 1: one was; 2: wrong usage.
 */
async function main(): Promise<number> {
  const asked = readArguments();
  if (asked === null) return 2;
  const folder = newFolder();
  try {
    return report(asked, await run(asked, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readArguments(): Asked | null {
  try {
    const { values } = parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        moves: { type: 'string', default: '20000' },
        kills: { type: 'string', default: '200' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      },
    });
    const [moves, kills, seed] = [values.moves, values.kills, values.seed].map(Number) as [number, number, number];
    const problem =
      (!isCount(moves, 1) && '--moves takes a whole number from 1 on.') ||
      (!isCount(kills, 1) && '--kills takes a whole number from 1 on.') ||
      (!isCount(seed, 0) && '--seed takes a whole number from 0 on.');
    if (problem === false) return { json: values.json, moves, kills, seed };
    process.stderr.write(`${problem}\n${usage}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  }
  return null;
}

function isCount(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least;
}

async function run({ moves, kills, seed }: Asked, folder: string): Promise<Lane[]> {
  const program = await bundleProcess('queueProcess', join(folder, 'program'));
  // Half of a life is spent waiting for the other side, so it takes more lanes than processors to keep these busy.
  const count = Math.max(1, Math.min(2 * availableParallelism(), Math.floor(kills / 10)));
  const lanes = Array.from({ length: count }, (_, index) => {
    const own = join(folder, `lane-${index}`);
    mkdirSync(own);
    return new Lane({
      program,
      folder: own,
      seed: seed * 100 + index,
      moves: Math.ceil(moves / count),
      kills: Math.ceil(kills / count),
      faultShare,
    });
  });
  let told = 0;
  const onLife = (): void => {
    const done = Math.floor((10 * sum(lanes, (lane) => lane.kills)) / kills);
    if (done <= told) return;
    told = done;
    process.stderr.write(`${sum(lanes, (lane) => lane.moves)} moves, ${sum(lanes, (lane) => lane.kills)} kills …\n`);
  };
  process.stderr.write(`Seed ${seed}, ${count} queues at once.\n`);
  // Asked to end: compares and reports what was reached by then. A second signal ends it at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const lane of lanes) lane.stop();
    });
  }
  await Promise.all(lanes.map((lane) => lane.run(onLife)));
  return lanes;
}

function report({ json, seed }: Asked, lanes: readonly Lane[]): number {
  const moves = sum(lanes, (lane) => lane.moves);
  const kills = sum(lanes, (lane) => lane.kills);
  const reasons = sum(lanes, (lane) => lane.reasons);
  const notes = sum(lanes, (lane) => lane.notes.acknowledged);
  const lost = sum(lanes, (lane) => lane.audit.damage.lost + lane.notes.damage.lost);
  const twice = sum(lanes, (lane) => lane.audit.damage.twice + lane.notes.damage.twice + lane.server.keysReused);
  const outOfOrder = sum(lanes, (lane) => lane.audit.damage.outOfOrder + lane.notes.damage.outOfOrder);
  for (const lane of lanes)
    for (const finding of [...lane.audit.findings, ...lane.notes.findings].slice(0, 20))
      process.stderr.write(`${finding}\n`);
  if (json) {
    process.stdout.write(`${JSON.stringify({ moves, reasons, notes, kills, lost, twice, outOfOrder, seed })}\n`);
  } else {
    const rows: readonly (readonly [string, number])[] = [
      ['moves acknowledged', moves],
      ['reasons acknowledged', reasons],
      ['changes of notes acknowledged', notes],
      ['processes ended by SIGKILL', kills],
      ['requests', sum(lanes, (lane) => lane.server.requests)],
      ['of them with a fault', sum(lanes, (lane) => lane.faults)],
      ['lost', lost],
      ['applied twice', twice],
      ['out of order', outOfOrder],
      ['seed', seed],
    ];
    for (const [name, value] of rows) process.stdout.write(`${name.padEnd(31)}${String(value).padStart(10)}\n`);
  }
  return lost + twice + outOfOrder === 0 ? 0 : 1;
}

function sum(lanes: readonly Lane[], figure: (lane: Lane) => number): number {
  return lanes.reduce((total, lane) => total + figure(lane), 0);
}

process.exitCode = await main();
