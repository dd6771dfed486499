import { expect, it } from 'vitest';
import { filledText, firstListTitle } from './firstList.ts';

const filled = { description: 0, location: 18_990, industry: 18_800, funding_total: 17_800, founded: 15_300, size: 40 };

it('E8 says how many companies there are, of which file, and that a list comes next', () => {
  expect(firstListTitle({ count: 19_310, facets: { from_files: { 'companies.csv': 19_310 } } })).toBe(
    '19,310 companies from companies.csv: make your first list',
  );
  expect(firstListTitle({ count: 2, facets: { from_files: { a: 1, b: 1 } } })).toBe(
    '2 companies from 2 files: make your first list',
  );
  expect(firstListTitle({ count: 1, facets: {} })).toBe('1 company: make your first list');
});

it('E8 names the fields that are well filled, the fullest first, and says what words find', () => {
  expect(filledText({ count: 19_310, facets: {}, filled })).toBe(
    'Place 98%, Industry 97%, Raised 92%, Founded 79%; no descriptions: words find names only.',
  );
  expect(filledText({ count: 100, facets: {}, filled: { location: 100, description: 20 } })).toBe(
    'Place 100%; descriptions 20%: words mostly find names.',
  );
  expect(filledText({ count: 1000, facets: {}, filled: { location: 999, description: 900 } })).toBe('Place 99%.');
  expect(filledText({ count: 10, facets: {}, filled: { size: 1 } })).toBe('No descriptions: words find names only.');
});

it('E8 says nothing where it is not known, or where there is no company', () => {
  expect(filledText({ count: 10, facets: {}, filled: { location: 0, description: 0 } })).toBe('');
  expect(filledText({ count: 10, facets: {} })).toBe('');
  expect(filledText({ count: 0, facets: {}, filled })).toBe('');
});
