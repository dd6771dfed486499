import type { RowFigures } from '../benchRow.ts';
import type { BenchQuery, SearchEngine } from '../engines/searchEngine.ts';
import { checkAnswers, compare, type Contender, type EngineTimes } from '../measure/compare.ts';
import { figureOf, partsOf, peerFigure, type Targets } from '../measure/ratios.ts';
import type { Workbench } from '../workbench.ts';

export const winnow = 'Winnow';
const peerNames: readonly string[] = ['PostgreSQL', 'DuckDB'];

/** Times of ours and of the peers available, for the same queries, after all have given the same answers. */
export async function timeSearches(
  workbench: Workbench,
  queries: readonly BenchQuery[],
): Promise<{ times: Map<string, EngineTimes>; ours: EngineTimes }> {
  const ours = await workbench.winnow();
  const peers = [await workbench.postgres(), await workbench.duck()].filter((peer) => peer !== null);
  await checkAnswers(queries, ours, peers);
  const times = await compare(queries, [ours, ...peers].map(contender), workbench.rounds);
  const own = times.get(winnow);
  if (own === undefined) throw new Error('Ours was not measured.');
  return { times, ours: own };
}

function contender(engine: SearchEngine): Contender {
  return { name: engine.name, ask: (query) => engine.search(query) };
}

/** The buckets of some queries, in order. */
export function bucketsOf(queries: readonly BenchQuery[]): string[] {
  return [...new Set(queries.map(({ bucket }) => bucket))];
}

/** The row's figures from its times: the geometric mean over all buckets, each bucket a part. */
export function figuresOf(
  times: ReadonlyMap<string, EngineTimes>,
  ours: EngineTimes,
  buckets: readonly string[],
  { met, stretchMet, notes }: Targets,
  peers: readonly string[] = peerNames,
): RowFigures {
  return {
    ours: figureOf(ours, buckets),
    peers: Object.fromEntries(peers.map((name) => [name, peerFigure(ours, times.get(name), buckets)])),
    parts: partsOf(times, winnow, peers, buckets),
    met,
    stretchMet,
    notes,
  };
}
