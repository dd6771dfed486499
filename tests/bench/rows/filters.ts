import type { BenchRow } from '../benchRow.ts';
import { filterQueries } from '../data/queries.ts';
import { peerFigure, Targets } from '../measure/ratios.ts';
import { bucketsOf, figuresOf, timeSearches } from './searchRow.ts';

/** T1: six filter values, no text. */
export const filtersRow: BenchRow = {
  id: 'T1',
  metric: 'filters: exact count and first 25',
  unit: 'ms',
  must: 'broad 25x PostgreSQL, 20x DuckDB; narrow 10x, 15x',
  stretch: 'broad 60x, 50x; narrow 25x, 30x',
  async run(workbench) {
    const queries = filterQueries();
    const { times, ours } = await timeSearches(workbench, queries);
    const targets = new Targets();
    const check = (bucket: string, peer: string, must: number, stretch: number): void => {
      targets.atLeast(`${bucket}, ${peer}`, peerFigure(ours, times.get(peer), [bucket]).ratio, must, stretch);
    };
    check('broad', 'PostgreSQL', 25, 60);
    check('broad', 'DuckDB', 25, 50);
    check('narrow', 'PostgreSQL', 10, 25);
    check('narrow', 'DuckDB', 15, 30);
    return figuresOf(times, ours, bucketsOf(queries), targets);
  },
};
