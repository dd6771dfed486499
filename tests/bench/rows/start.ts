import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BenchRow, PeerFigure } from '../benchRow.ts';
import { textFilterQueries } from '../data/queries.ts';
import { PostgresEngine } from '../engines/postgres/engine.ts';
import { startProgram } from '../engines/processes.ts';
import type { BenchQuery } from '../engines/searchEngine.ts';
import { median } from '../measure/figures.ts';
import { skipped, Targets } from '../measure/ratios.ts';
import type { Workbench } from '../workbench.ts';

const duckProcess = fileURLToPath(new URL('../engines/duckStartProcess.ts', import.meta.url));

/** T15: from the process's start to the first page of a search, with none of its files in the page cache. */
export const startRow: BenchRow = {
  id: 'T15',
  metric: 'process start to first result, cold page cache',
  unit: 'ms',
  must: '1.5x PostgreSQL, 2x DuckDB',
  stretch: '4x, 8x',
  async run(workbench) {
    const queries = textFilterQueries(await workbench.dataset());
    await workbench.winnow();
    const duck = await workbench.duck();
    await duck?.close();
    const postgres = await workbench.postgres();
    await postgres?.close();
    const own: number[] = [];
    const theirs: Record<string, number[]> = { PostgreSQL: [], DuckDB: [] };
    for (let round = 0; round < workbench.rounds; round++) {
      const query = queries[(round * 7) % queries.length]!;
      own.push(await startWinnow(workbench, query));
      if (postgres !== null) theirs['PostgreSQL']?.push(await startPostgres(workbench, query));
      if (duck !== null) theirs['DuckDB']?.push(await startDuck(workbench, query));
    }
    await Promise.all([postgres?.reopen(), duck?.reopen()]);
    const peers: Record<string, PeerFigure> = {};
    for (const [name, times] of Object.entries(theirs)) {
      const ratios = times.map((time, round) => time / (own[round] ?? Number.NaN));
      peers[name] =
        times.length === 0 ? skipped : { value: median(times), ratio: median(ratios), worst: Math.min(...ratios) };
    }
    const mini = await workbench.miniSearch();
    const build = mini?.buildMilliseconds ?? null;
    peers['MiniSearch'] =
      build === null ? skipped : { value: build, ratio: build / median(own), worst: build / Math.max(...own) };
    const targets = new Targets();
    targets.atLeast('PostgreSQL', peers['PostgreSQL']?.ratio ?? null, 1.5, 4);
    targets.atLeast('DuckDB', peers['DuckDB']?.ratio ?? null, 2, 8);
    targets.printed('MiniSearch', peers['MiniSearch'].ratio);
    const { met, stretchMet, notes } = targets;
    return { ours: median(own), peers, parts: [], met, stretchMet, notes };
  },
};

async function startWinnow(workbench: Workbench, query: BenchQuery): Promise<number> {
  forget(`${workbench.workspaceFile()}*/**`, workbench.workspaceFile());
  const start = performance.now();
  const server = await workbench.freshWinnow();
  await server.search(query);
  const milliseconds = performance.now() - start;
  await server.close();
  return milliseconds;
}

async function startPostgres(workbench: Workbench, query: BenchQuery): Promise<number> {
  const cluster = await workbench.cluster();
  if (cluster === null) return Number.NaN;
  await cluster.stop();
  forget(`${cluster.host}/data/base/**`);
  const start = performance.now();
  await cluster.start();
  const engine = await PostgresEngine.open(cluster, workbench.size);
  await engine.searchOnce(query);
  const milliseconds = performance.now() - start;
  await engine.close();
  return milliseconds;
}

async function startDuck(workbench: Workbench, query: BenchQuery): Promise<number> {
  const file = workbench.duckPath();
  forget(file);
  const start = performance.now();
  const program = startProgram(process.execPath, [duckProcess, file, JSON.stringify(query)]);
  await program.firstLine();
  const milliseconds = performance.now() - start;
  await program.finished();
  return milliseconds;
}

/** Drops only these files from the page cache: other programs on the machine keep theirs. */
function forget(...patterns: readonly string[]): void {
  for (const file of patterns.flatMap((pattern) => globSync(pattern, { withFileTypes: true }))) {
    if (file.isFile()) {
      execFileSync('dd', [`if=${file.parentPath}/${file.name}`, 'iflag=nocache', 'count=0', 'status=none']);
    }
  }
}
