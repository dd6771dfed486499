import type { BenchRow } from '../benchRow.ts';
import { denseBuckets, textFilterQueries, twoDense } from '../data/queries.ts';
import { percentile } from '../measure/figures.ts';
import { peerFigure, Targets } from '../measure/ratios.ts';
import { bucketsOf, figuresOf, timeSearches } from './searchRow.ts';

/** T3: text and filters together, the most common search. */
export const textFiltersRow: BenchRow = {
  id: 'T3',
  metric: 'text x six filter values: exact count and first 25',
  unit: 'ms',
  must: 'geo-mean 5x PostgreSQL, 50x DuckDB; from 1.6 % 15x, two dense words 12x PostgreSQL',
  stretch: 'geo-mean 12x, 120x; from 1.6 % 40x; two dense words 20x',
  async run(workbench) {
    const queries = textFilterQueries(await workbench.dataset());
    const buckets = bucketsOf(queries);
    const single = buckets.filter((bucket) => bucket !== twoDense);
    const { times, ours } = await timeSearches(workbench, queries);
    const targets = new Targets();
    const ratio = (peer: string, of: readonly string[]) => peerFigure(ours, times.get(peer), of).ratio;
    targets.atLeast('geo-mean, PostgreSQL', ratio('PostgreSQL', single), 5, 12);
    targets.atLeast('geo-mean, DuckDB', ratio('DuckDB', single), 50, 120);
    for (const bucket of denseBuckets) targets.atLeast(`${bucket}, PostgreSQL`, ratio('PostgreSQL', [bucket]), 15, 40);
    targets.atLeast(`${twoDense}, PostgreSQL`, ratio('PostgreSQL', [twoDense]), 12, 20);
    for (const bucket of buckets) {
      targets.printed(`${bucket}, p95 in ms`, percentile(ours.single.get(bucket) ?? [], 0.95));
    }
    return figuresOf(times, ours, buckets, targets);
  },
};
