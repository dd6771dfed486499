import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pair } from '../../postgres/pair.ts';
import { TestCluster } from '../../postgres/testCluster.ts';
import { importFile, writeCompanies, type Imported } from './importing.ts';
import { TeamRun, type TeamRunFigures } from './teamRun.ts';

const usage = 'Usage: npm run faults -- --team [--json --moves N --kills N --users N --listeners N --seed S]';

interface Asked {
  readonly json: boolean;
  readonly moves: number;
  readonly kills: number;
  readonly users: number;
  readonly listeners: number;
  readonly seed: number;
}

/** For how long decisions go on at least after the standby was promoted, in milliseconds. */
const goesOnMs = 10_000;

/** Companies that are imported while the primary is killed. */
const imported = 50_000;

/**
 * Entry of `npm run faults -- --team`: three servers that are killed (N2), then a primary that is (N3). Exit code 0: no
 * move was lost, made twice or out of order, and all servers have the same ledger; 1: not so; 2: wrong usage.
 */
async function main(): Promise<number> {
  const asked = readArguments();
  if (asked === null) return 2;
  const folder = mkdtempSync(join(tmpdir(), 'winnow-team-'));
  try {
    const killed = await serversKilled(asked, folder);
    // At once: the other part takes minutes.
    if (!asked.json) show('killed', killed);
    const failedOver = await primaryKilled(asked, folder);
    if (asked.json) process.stdout.write(`${JSON.stringify({ seed: asked.seed, killed, failedOver })}\n`);
    else show('failedOver', failedOver);
    return [killed, failedOver].every(isSound) && failedOver.longestGapMs < 10_000 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readArguments(): Asked | null {
  try {
    const { values } = parseArgs({
      options: {
        team: { type: 'boolean', default: true },
        json: { type: 'boolean', default: false },
        moves: { type: 'string', default: '100000' },
        kills: { type: 'string', default: '50' },
        users: { type: 'string', default: '20' },
        listeners: { type: 'string', default: '20' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      },
    });
    const { json, moves, kills, users, listeners, seed } = values;
    const asked = { moves: +moves, kills: +kills, users: +users, listeners: +listeners, seed: +seed };
    if (Object.values(asked).every((number) => Number.isSafeInteger(number) && number >= 1)) return { json, ...asked };
    process.stderr.write(`Each takes a whole number from 1 on.\n${usage}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  }
  return null;
}

function note(moves: number, kills: number): void {
  if (moves % 5000 === 0) process.stderr.write(`${String(moves)} moves, ${String(kills)} kills …\n`);
}

/** N2: three servers, of which one after the other is killed. */
async function serversKilled({ moves, kills, users, listeners, seed }: Asked, folder: string): Promise<TeamRunFigures> {
  const cluster = await TestCluster.start();
  const address = await cluster.newDatabase({ isEmpty: true });
  const run = new TeamRun({
    store: `postgres://postgres@/${address.database}?host=${encodeURIComponent(cluster.cluster.host)}`,
    folder: join(folder, 'killed'),
    seed,
    servers: 3,
    users,
    moves,
    listeners,
    kills,
    ask: (sql) => cluster.ask(address, sql),
    onProgress: note,
  });
  try {
    await run.prepare();
    return await run.run();
  } finally {
    await run.close();
    await cluster.stop();
  }
}

/** N3: the primary is killed in the middle of moves and of an import, and its standby promoted. */
async function primaryKilled({ moves, users, listeners, seed }: Asked, folder: string): Promise<TeamRunFigures> {
  const pair = await Pair.start();
  const run = new TeamRun({
    store: pair.address,
    folder: join(folder, 'failedOver'),
    seed: seed + 1,
    servers: 3,
    users,
    moves: Math.ceil(moves / 5),
    listeners,
    kills: 0,
    ask: (sql) => pair.ask(sql),
    onProgress: note,
  });
  try {
    await run.prepare();
    const path = writeCompanies(folder, imported);
    let importing: Promise<Imported> | undefined;
    const figures = await run.run(async () => {
      importing = importFile(pair.address, folder, path);
      await sleep(4000);
      process.stderr.write('The primary is killed.\n');
      await pair.failOver(1000);
      await sleep(goesOnMs);
    });
    // It gives way to whoever decides, so it may take until they have ended.
    const first = await importing;
    process.stderr.write(first?.code === 0 ? 'The import ended well.\n' : 'The import failed, and is made again.\n');
    const again = await importFile(pair.address, folder, path);
    if (again.code !== 0) throw new Error(again.said);
    return figures;
  } finally {
    await run.close();
    await pair.stop();
  }
}

function isSound({ lost, twice, outOfOrder, unheard, refused, ledgers }: TeamRunFigures): boolean {
  return lost + twice + outOfOrder + unheard + refused === 0 && new Set(ledgers).size === 1;
}

function show(name: string, { findings, ledgers, ...figures }: TeamRunFigures): void {
  for (const finding of findings.slice(0, 20)) process.stderr.write(`${finding}\n`);
  const rows = { ...figures, 'different ledgers': new Set(ledgers).size };
  process.stdout.write(`${name}\n`);
  for (const [figure, value] of Object.entries(rows)) {
    process.stdout.write(`  ${figure.padEnd(20)}${String(value).padStart(10)}\n`);
  }
}

process.exitCode = await main();
