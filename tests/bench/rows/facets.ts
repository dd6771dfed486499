import type { BenchRow } from '../benchRow.ts';
import { textQueries, denseBuckets } from '../data/queries.ts';
import { compare } from '../measure/compare.ts';
import { peerFigure, Targets } from '../measure/ratios.ts';
import { figuresOf, winnow } from './searchRow.ts';

/** The field whose values PostgreSQL counts. */
const field = 'company_highlights';

/** T4: the first page and the counts of every facet value (ours: all of them; PostgreSQL: those of one field). */
export const facetsRow: BenchRow = {
  id: 'T4',
  metric: 'facet counts on a text query, with rows (ours: every value; PostgreSQL: one GROUP BY)',
  unit: 'ms',
  must: '50x PostgreSQL',
  stretch: '200x',
  async run(workbench) {
    const all = textQueries(await workbench.dataset()).filter(({ bucket }) => denseBuckets.includes(bucket));
    // One kind of query: a single bucket keeps the row to one figure.
    const queries = all.map((query) => ({ ...query, bucket: 'text from 1.6 %' }));
    const ours = await workbench.winnow();
    const postgres = await workbench.postgres();
    for (const query of postgres === null ? [] : queries) {
      const { facets } = JSON.parse(String(await ours.facets(query))) as {
        facets: Record<string, Record<string, number>>;
      };
      for (const [value, count] of (await postgres?.countValues(query, field)) ?? []) {
        const counted = facets[field]?.[value];
        if (counted !== count) throw new Error(`${value}: ${counted} counted, PostgreSQL ${count}`);
      }
    }
    const times = await compare(
      queries,
      [
        {
          name: winnow,
          ask: async (query) => {
            await ours.search(query);
            await ours.facets(query);
          },
        },
        ...(postgres === null
          ? []
          : [{ name: postgres.name, ask: (query: (typeof queries)[number]) => postgres.countValues(query, field) }]),
      ],
      workbench.rounds,
    );
    const own = times.get(winnow)!;
    const buckets = ['text from 1.6 %'];
    const targets = new Targets();
    targets.atLeast('PostgreSQL', peerFigure(own, times.get('PostgreSQL'), buckets).ratio, 50, 200);
    return figuresOf(times, own, buckets, targets, ['PostgreSQL']);
  },
};
