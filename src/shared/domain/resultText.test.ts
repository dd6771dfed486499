import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { manyMatches, resultText } from './resultText.ts';

it('says the texts of product 8 and docs/api.md, in plain digits', () => {
  expect(resultText({ loaded: 0, total: 0, isSearch: true })).toBe('No matches found.');
  expect(resultText({ loaded: 1, total: 1, isSearch: false })).toBe('1 match found.');
  expect(resultText({ loaded: 0, total: 1, isSearch: true })).toBe('1 match found.');
  expect(resultText({ loaded: 25, total: 48_211, isSearch: true })).toBe('Showing 25 matches of 48211 total.');
  expect(resultText({ loaded: 25, total: 25, isSearch: true })).toBe('25 matches found.');
  expect(resultText({ loaded: 25, total: 1_000_001, isSearch: false })).toBe(
    'Showing 25 matches of more than 1000000.',
  );
  expect(resultText({ loaded: 25, total: 1_000_001, isSearch: true })).toBe('Showing 25 matches of 1000001 total.');
});

it('counts exactly a million out in full, and only more as more (product 9)', () => {
  expect(resultText({ loaded: 25, total: manyMatches, isSearch: false })).toBe('Showing 25 matches of 1000000 total.');
});

it('is always one sentence', () => {
  const counts = fc.nat({ max: 3_000_000 });
  fc.assert(
    fc.property(counts, counts, fc.boolean(), (loaded, total, isSearch) => {
      expect(resultText({ loaded, total, isSearch })).toMatch(
        /^(?:No|1|\d+|Showing \d+) match(?:es)? (?:found|of .+)\.$/,
      );
    }),
  );
});
