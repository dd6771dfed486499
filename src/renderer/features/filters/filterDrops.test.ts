import { expect, it } from 'vitest';
import { filtersFromQuery, filtersToQuery } from '#shared/domain/filterQuery.ts';
import { noNames } from '#shared/fields/filterRows.ts';
import { filterDrops, helpful, pairsOfDrops } from './filterDrops.ts';

const query = {
  text_search: 'robots',
  exclude_text_search: 'toys',
  regions: 'Europe,-Asia & Pacific',
  industries: 'Biotechnology,FinTech',
  raised: '',
  from_files: 'companies',
};
const filters = filtersFromQuery(query);

it('E3 leaves out each thing once: the values of a field together, everything excluded alone, the words last', () => {
  const drops = filterDrops(filters, noNames);
  expect(drops.map(({ what }) => what).toSorted()).toEqual(
    [
      'Biotechnology or FinTech',
      'Europe',
      'From companies',
      '“not Asia & Pacific”',
      '“not “toys””',
      '“robots”',
    ].toSorted(),
  );
  for (const { filters: less } of drops) {
    const [before, after] = [filtersToQuery(filters), filtersToQuery(less)];
    const changed = Object.keys(before).filter((key) => before[key] !== after[key]);
    expect(changed).toHaveLength(1);
  }
  expect(filtersToQuery(drops.find(({ what }) => what === 'Europe')?.filters ?? filters)['regions']).toBe(
    '-Asia & Pacific',
  );
});

it('E3 pairs leave out two things, each two once', () => {
  const pairs = pairsOfDrops(filters, noNames);
  expect(pairs).toHaveLength(15);
  const asked = pairs.map(({ filters: less }) => JSON.stringify(filtersToQuery(less)));
  expect(new Set(asked).size).toBe(15);
});

const offer = (isText: boolean, count: number) => ({ isText, count });

it('E3 offers the filters first, then the words, and in each what finds most; nothing that finds nothing', () => {
  expect(helpful([offer(true, 900), offer(false, 0), offer(false, 12), offer(false, 89)])).toEqual([
    offer(false, 89),
    offer(false, 12),
    offer(true, 900),
  ]);
});
