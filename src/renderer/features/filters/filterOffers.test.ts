import { expect, it } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { filterOffers } from './filterOffers.ts';

const counts = {
  industries: {
    'Artificial Intelligence': 1089,
    'Air Transportation': 12,
    Retail: 40,
    FinTech: 0,
    'Machine Learning': 300,
  },
  country_codes: { DE: 7, AE: 3 },
  regions: { 'Asia & Pacific': 90 },
};

function offered(text: string, filters = emptyFilters()): string[] {
  return filterOffers(text, filters, counts).map(({ title, label, count }) => `${title}: ${label} (${count})`);
}

it('offers the values that a text names, those with most companies first', () => {
  expect(offered('AI')).toEqual(['Industry: Artificial Intelligence (1089)', 'Industry: Air Transportation (12)']);
  expect(offered(' learn ')).toEqual(['Industry: Machine Learning (300)']);
  expect(offered('machine l')).toEqual(['Industry: Machine Learning (300)']);
  expect(offered('germ')).toEqual(['Country: Germany (7)']);
  expect(offered('pacific')).toEqual(['Region: Asia & Pacific (90)']);
});

it('offers nothing for a letter, for what has no companies, and for what is chosen', () => {
  const chosen = emptyFilters();
  chosen.include.industries = ['Machine Learning'];
  chosen.exclude.industries = ['Retail'];
  for (const text of ['', 'a', ' ', 'fint', 'tail', 'xyz']) expect(offered(text), text).toEqual([]);
  expect(offered('learn', chosen)).toEqual([]);
  expect(offered('reta', chosen)).toEqual([]);
  expect(filterOffers('ai', emptyFilters(), undefined)).toEqual([]);
});
