import type { BenchRow, Part } from '../benchRow.ts';
import { textFilterQueries } from '../data/queries.ts';
import type { BenchQuery, SearchEngine } from '../engines/searchEngine.ts';
import { compare } from '../measure/compare.ts';
import { percentile } from '../measure/figures.ts';
import { skipped, Targets } from '../measure/ratios.ts';
import type { Workbench } from '../workbench.ts';
import { winnow } from './searchRow.ts';

/**
 * T5: how much longer the queries of T3 take with five times the companies. PostgreSQL returns only ids at the larger
 * size, to save disk space; that is to its advantage.
 */
export const growthRow: BenchRow = {
  id: 'T5',
  metric: 'growth of p95 from N to 5N companies, queries of T3',
  unit: 'x',
  must: 'half of PostgreSQL’s growth in the same run',
  stretch: '<= 2x',
  async run(workbench) {
    const { size } = workbench;
    const queries = textFilterQueries(await workbench.dataset());
    const small = await p95Of(workbench, queries, [await workbench.winnow(size / 10)]);
    const middle = await p95Of(workbench, queries, await bothOf(workbench, size));
    const large = await p95Of(workbench, queries, await bothOf(workbench, size * 5));
    const growth = (name: string): number => (large.get(name) ?? Number.NaN) / (middle.get(name) ?? Number.NaN);
    const ours = growth(winnow);
    const peer = large.has('PostgreSQL') ? growth('PostgreSQL') : null;
    const fromSmall = (large.get(winnow) ?? Number.NaN) / (small.get(winnow) ?? Number.NaN);
    const targets = new Targets();
    targets.atMost(
      'growth against PostgreSQL’s',
      peer === null ? null : ours / peer,
      0.5,
      peer === null ? 0 : 2 / peer,
    );
    targets.printed('growth from a tenth', fromSmall);
    const { met, stretchMet, notes } = targets;
    return {
      ours,
      peers: { PostgreSQL: peer === null ? skipped : { value: peer, ratio: peer / ours, worst: null } },
      parts: [part(`${size / 10}`, small), part(`${size}`, middle), part(`${size * 5}`, large)],
      met,
      stretchMet,
      notes,
    };
  },
};

function part(name: string, of: ReadonlyMap<string, number>): Part {
  const value = of.get('PostgreSQL');
  const figure = value === undefined ? skipped : { value, ratio: null, worst: null };
  return { name: `${name} companies, p95 in ms`, ours: of.get(winnow) ?? Number.NaN, peers: { PostgreSQL: figure } };
}

async function bothOf(workbench: Workbench, size: number): Promise<SearchEngine[]> {
  const postgres = await workbench.postgres(size);
  const ours = await workbench.winnow(size);
  return postgres === null ? [ours] : [ours, postgres];
}

async function p95Of(
  workbench: Workbench,
  queries: readonly BenchQuery[],
  engines: readonly SearchEngine[],
): Promise<Map<string, number>> {
  const contenders = engines.map((engine) => ({ name: engine.name, ask: (query: BenchQuery) => engine.search(query) }));
  const times = await compare(queries, contenders, workbench.rounds);
  return new Map(
    [...times].map(([name, { single }]) => [name, percentile([...single.values()].flat(), 0.95)] as const),
  );
}
