import type { BenchRow, Part, PeerFigure } from '../benchRow.ts';
import { denseBuckets, textQueries } from '../data/queries.ts';
import type { BenchQuery } from '../engines/searchEngine.ts';
import type { MiniSearchReply } from '../engines/miniSearch.ts';
import { compare } from '../measure/compare.ts';
import { percentile } from '../measure/figures.ts';
import { figureOf, peerFigure, skipped, Targets } from '../measure/ratios.ts';
import { miniSearchSize, type Workbench } from '../workbench.ts';
import { bucketsOf, figuresOf, timeSearches, winnow } from './searchRow.ts';

/** T2: one word. */
export const textRow: BenchRow = {
  id: 'T2',
  metric: 'one word, six buckets of frequency: exact count and first 25',
  unit: 'ms',
  must: 'geo-mean 4x PostgreSQL, 50x DuckDB',
  stretch: 'geo-mean 8x, 120x',
  async run(workbench) {
    const queries = textQueries(await workbench.dataset());
    const buckets = bucketsOf(queries);
    const { times, ours } = await timeSearches(workbench, queries);
    const targets = new Targets();
    const ratio = (peer: string, of: readonly string[]) => peerFigure(ours, times.get(peer), of).ratio;
    targets.atLeast('geo-mean, PostgreSQL', ratio('PostgreSQL', buckets), 4, 8);
    targets.atLeast('geo-mean, DuckDB', ratio('DuckDB', buckets), 50, 120);
    for (const bucket of buckets) {
      targets.printed(`${bucket}, p95 in ms`, percentile(ours.single.get(bucket) ?? [], 0.95));
    }
    const mini = await againstMiniSearch(workbench);
    targets.printed('MiniSearch', mini.peers['MiniSearch']?.ratio ?? null);
    const figures = figuresOf(times, ours, buckets, targets);
    const peers = { ...figures.peers, MiniSearch: mini.peers['MiniSearch'] ?? skipped };
    return { ...figures, peers, parts: [...figures.parts, mini] };
  },
};

/** MiniSearch has a tenth of the companies, so ours is queried with as many. It is timed within its own process. */
async function againstMiniSearch(workbench: Workbench): Promise<Part> {
  const size = Math.min(workbench.size, miniSearchSize);
  const queries = textQueries(await workbench.dataset(size));
  const ours = await workbench.winnow(size);
  const mini = await workbench.miniSearch();
  const buckets = bucketsOf(queries);
  const name = `dense words, ${size} companies`;
  const denseQueries = queries.filter(({ bucket }) => denseBuckets.includes(bucket));
  if (mini !== null)
    await checkCounts(queries, (query) => ours.search(query).then((raw) => ours.read(raw).count), mini);
  const times = await compare(
    denseQueries,
    [
      { name: winnow, ask: (query) => ours.search(query) },
      ...(mini === null
        ? []
        : [
            {
              name: mini.name,
              ask: (query: BenchQuery) => mini.search(query.words),
              milliseconds: (answer: unknown) => (answer as MiniSearchReply).milliseconds,
            },
          ]),
    ],
    workbench.rounds,
  );
  const own = times.get(winnow)!;
  const dense = buckets.filter((bucket) => denseBuckets.includes(bucket));
  const figure: PeerFigure = peerFigure(own, times.get('MiniSearch'), dense);
  return { name, ours: figureOf(own, dense), peers: { MiniSearch: figure } };
}

async function checkCounts(
  queries: readonly BenchQuery[],
  countOf: (query: BenchQuery) => Promise<number>,
  mini: { search(words: readonly string[]): Promise<MiniSearchReply> },
): Promise<void> {
  for (const query of queries) {
    const [expected, { count }] = [await countOf(query), await mini.search(query.words)];
    if (count !== expected) throw new Error(`MiniSearch finds ${count} of ${query.words.join()}, not ${expected}.`);
  }
}
