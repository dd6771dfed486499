import type { BenchRow, PeerFigure } from '../benchRow.ts';
import { filterQueries, textFilterQueries, textQueries } from '../data/queries.ts';
import type { BenchQuery, SearchEngine } from '../engines/searchEngine.ts';
import { memoryOf } from '../engines/processes.ts';
import { skipped, Targets } from '../measure/ratios.ts';
import type { Workbench } from '../workbench.ts';

const searches = 5000;
/** PostgreSQL is queried less often, to save time; its memory has settled long before. */
const postgresSearches = 200;
/** Its default, so that what it holds is not due to our settings. */
const defaultBuffers = { shared_buffers: '128MB' };

/** T17: the server's memory at rest, after five thousand searches of all kinds. */
export const memoryRow: BenchRow = {
  id: 'T17',
  metric: `memory at rest after ${searches} searches (ours: RSS; PostgreSQL: PSS of all its processes, default buffers)`,
  unit: 'MB',
  must: '<= 110 MB at 1M (<= 200 MB at 5M); 1x PostgreSQL; 4x MiniSearch at 100k',
  stretch: '70 MB; 1.7x; 7x',
  async run(workbench) {
    const dataset = await workbench.dataset();
    const queries = [...filterQueries(), ...textQueries(dataset), ...textFilterQueries(dataset)];
    const server = await workbench.freshWinnow();
    let ours: number;
    try {
      await ask(server, queries, searches);
      ours = memoryOf(server.pid).rss;
    } finally {
      await server.close();
    }
    const peers: Record<string, PeerFigure> = {
      PostgreSQL: against(await postgresMemory(workbench, queries), ours),
      MiniSearch: against((await workbench.miniSearch())?.memory() ?? null, ours),
    };
    const limit = workbench.size > 1_000_000 ? 200 : 110;
    const targets = new Targets();
    targets.atMost('RSS in MB', ours, limit, limit === 110 ? 70 : 200);
    targets.atLeast('PostgreSQL', peers['PostgreSQL']?.ratio ?? null, 1, 1.7);
    targets.atLeast('MiniSearch', peers['MiniSearch']?.ratio ?? null, 4, 7);
    const { met, stretchMet, notes } = targets;
    return { ours, peers, parts: [], met, stretchMet, notes };
  },
};

async function ask(engine: SearchEngine, queries: readonly BenchQuery[], times: number): Promise<void> {
  for (let i = 0; i < times; i++) await engine.search(queries[i % queries.length]!);
}

function against(value: number | null, ours: number): PeerFigure {
  return value === null ? skipped : { value, ratio: value / ours, worst: value / ours };
}

async function postgresMemory(workbench: Workbench, queries: readonly BenchQuery[]): Promise<number | null> {
  const cluster = await workbench.cluster();
  const engine = await workbench.postgres();
  if (cluster === null || engine === null) return null;
  await engine.close();
  await cluster.stop();
  await cluster.start(defaultBuffers);
  await engine.reopen();
  // In the form that is rarely the slower one: its memory does not depend on the form, and comparing takes long.
  for (let i = 0; i < postgresSearches; i++) await engine.searchOnce(queries[i % queries.length]!);
  const total = cluster.pids().reduce((sum, pid) => sum + memoryOf(pid).pss, 0);
  await engine.close();
  await cluster.stop();
  await cluster.start();
  await engine.reopen();
  return total;
}
