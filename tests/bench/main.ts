import { parseArgs } from 'node:util';
import type { ServerCommand } from './engines/winnow.ts';
import { describeMachine, runFacts } from './machine.ts';
import { readNewest, withMeasured, worseThan, writeNewest } from './newest.ts';
import { jsonRows, tableOf, type Measured } from './report.ts';
import { benchRows } from './rows/table.ts';
import { Workbench } from './workbench.ts';

/**
 * Entry of `npm run bench`. Exit code 0: every row is met; 1: one is not, or failed; 2: wrong usage. `--compare` also
 * names what is worse than in docs/performance.json, and `--save` puts the figures there.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      size: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      compare: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  });
  const only = values.only.split(',').filter((id) => id !== '');
  const unknown = only.find((id) => !benchRows.some((row) => row.id === id));
  const size = Number(values.size);
  const rounds = Number(values.rounds);
  if (unknown !== undefined || !Number.isInteger(size) || size < 1000 || !(rounds >= 1)) {
    process.stderr.write('Usage: npm run bench [-- --json --size N --only T1,T3 --rounds N --compare --save]\n');
    return 2;
  }
  const workbench = new Workbench({ size, rounds, server: serverCommand(), note });
  const interrupt = (): void => void workbench.close().then(() => process.exit(130));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const machine = describeMachine(import.meta.dirname);
  const measured: Measured[] = [];
  try {
    for (const row of benchRows.filter(({ id }) => only.length === 0 || only.includes(id))) {
      note(`${row.id}: ${row.metric}`);
      measured.push(await measure(row, workbench));
      // Results are printed at once: a whole run takes more than an hour.
      note(tableOf(measured.slice(-1)));
    }
  } finally {
    await workbench.close();
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ machine, size, rounds, rows: jsonRows(measured) })}\n`);
  else process.stdout.write(`${tableOf(measured)}\n`);
  const facts = runFacts({ size, rounds });
  if (values.compare) for (const line of worseThan(readNewest(), withMeasured({}, measured, facts))) note(line);
  if (values.save) writeNewest(withMeasured(readNewest(), measured, facts));
  return measured.every(({ figures }) => figures?.met === true) ? 0 : 1;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function measure(row: Measured['row'], workbench: Workbench): Promise<Measured> {
  try {
    return { row, figures: await row.run(workbench), error: '' };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    workbench.note(`${row.id} failed: ${message}`);
    return { row, figures: null, error: error instanceof Error ? error.message : String(error) };
  }
}

/** How to start the server, as `scripts/bench.mjs` says; otherwise from the sources. */
function serverCommand(): ServerCommand {
  const given = process.env['WINNOW_BENCH_SERVER'];
  const cwd = new URL('../..', import.meta.url).pathname;
  const sources = { serve: ['src/server/commandLine/cli.ts'], command: ['src/server/commandLine/cli.ts'], env: {} };
  const started = given === undefined ? sources : (JSON.parse(given) as typeof sources);
  return { program: process.execPath, cwd, ...started };
}

process.exitCode = await main();
