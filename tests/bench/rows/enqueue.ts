import { join } from 'node:path';
import type { BenchRow, PeerFigure } from '../benchRow.ts';
import { median, percentile } from '../measure/figures.ts';
import { skipped, Targets } from '../measure/ratios.ts';
import { JsonQueue } from '../moves/jsonQueue.ts';
import { OwnQueue, targetOf } from '../moves/ownQueue.ts';
import { PostgresQueue } from '../moves/postgresQueue.ts';
import type { Workbench } from '../workbench.ts';

const backlog = 10_000;
/** Decisions per round; fewer for the file, because each takes so much longer. */
const decisions = { own: 200, json: 40, postgres: 200 } as const;

/** T10: one decision is made durable while ten thousand wait. */
export const enqueueRow: BenchRow = {
  id: 'T10',
  metric: `a decision made durable on top of ${backlog} that wait (median of each round)`,
  unit: 'ms',
  must: '25x a JSON file written atomically, 1.2x a PostgreSQL commit',
  stretch: '45x; 2.5x',
  async run(workbench) {
    const waiting = Array.from({ length: backlog }, (_, index) => targetOf(index + 1));
    const own = openOwn(workbench);
    const json = await JsonQueue.open(join(workbench.folder, 'enqueue.json'));
    if (json === null) workbench.skip('JSON file', 'write-file-atomic could not be installed');
    const postgres = await openPostgres(workbench, waiting);
    try {
      own.queue.enqueue({ to: 'Archive', targets: waiting });
      json?.enqueue('Archive', waiting);
      return await measure(workbench.rounds, own, json, postgres);
    } finally {
      own.close();
      await postgres?.close();
    }
  },
};

async function measure(
  rounds: number,
  own: OwnQueue,
  json: JsonQueue | null,
  postgres: PostgresQueue | null,
): ReturnType<BenchRow['run']> {
  let company = backlog;
  const next = (): ReturnType<typeof targetOf> => targetOf(++company);
  const single: number[] = [];
  const ours: number[] = [];
  const peers: Record<'JSON file' | 'PostgreSQL', number[]> = { 'JSON file': [], PostgreSQL: [] };
  for (let round = -1; round < rounds; round++) {
    const mine = await times(decisions.own, () => void own.queue.enqueue({ to: 'Watchlist', targets: [next()] }));
    const inFile = json === null ? [] : await times(decisions.json, () => json.enqueue('Watchlist', [next()]));
    const inTable =
      postgres === null ? [] : await times(decisions.postgres, async () => postgres.enqueue('Watchlist', next()));
    // The first round warms up.
    if (round < 0) continue;
    single.push(...mine);
    ours.push(median(mine));
    if (json !== null) peers['JSON file'].push(median(inFile));
    if (postgres !== null) peers.PostgreSQL.push(median(inTable));
  }
  const jsonFigure = figureOf(ours, peers['JSON file']);
  const postgresFigure = figureOf(ours, peers.PostgreSQL);
  const p99 = percentile(single, 0.99);
  const targets = new Targets();
  targets.atLeast('JSON file', jsonFigure.ratio, 25, 45);
  targets.atLeast('PostgreSQL', postgresFigure.ratio, 1.2, 2.5);
  targets.printed('p99 in ms', p99);
  const { met, stretchMet, notes } = targets;
  return {
    ours: median(ours),
    peers: { 'JSON file': jsonFigure, PostgreSQL: postgresFigure },
    parts: [{ name: 'p99', ours: p99, peers: {} }],
    met,
    stretchMet,
    notes,
  };
}

/** Milliseconds of each turn. In between, the event loop turns, as it does between key presses. */
async function times(turns: number, work: () => void | Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return taken;
}

function figureOf(ours: readonly number[], theirs: readonly number[]): PeerFigure {
  if (theirs.length === 0) return skipped;
  const ratios = theirs.map((time, round) => time / (ours[round] ?? Number.NaN));
  return { value: median(theirs), ratio: median(ratios), worst: Math.min(...ratios) };
}

/** A queue that sends nothing, so that everything waits. */
function openOwn(workbench: Workbench): OwnQueue {
  const transport = { fetch: () => Promise.reject(new Error('Nothing is to go out.')) };
  const nowhere = { transport, origin: 'http://127.0.0.1:1', token: 'token' };
  const own = new OwnQueue(join(workbench.folder, 'enqueue.db'), nowhere);
  own.attach();
  return own;
}

async function openPostgres(
  workbench: Workbench,
  waiting: readonly ReturnType<typeof targetOf>[],
): Promise<PostgresQueue | null> {
  const cluster = await workbench.cluster();
  return cluster === null ? null : PostgresQueue.open(cluster, 'Archive', waiting);
}
