import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { listText, manyMatches, resultText } from './resultText.ts';

it('says the texts of product 8', () => {
  expect(resultText({ shown: 0, total: 0, isSearch: true })).toBe('No matches found.');
  expect(resultText({ shown: 1, total: 1, isSearch: false })).toBe('1 match found.');
  expect(resultText({ shown: 0, total: 1, isSearch: true })).toBe('1 match found.');
  expect(resultText({ shown: 25, total: 48_211, isSearch: true })).toBe('Showing 25 matches of 48,211 total.');
  expect(resultText({ shown: 25, total: 25, isSearch: true })).toBe('25 matches found.');
  expect(resultText({ shown: 19_310, total: 19_310, isSearch: true })).toBe('19,310 matches found.');
  expect(resultText({ shown: 25, total: 1_000_001, isSearch: false })).toBe(
    'Showing 25 matches of more than 1,000,000.',
  );
  expect(resultText({ shown: 25, total: 1_000_001, isSearch: true })).toBe('Showing 25 matches of 1,000,001 total.');
});

it('counts exactly a million out in full, and only more as more (product 9)', () => {
  expect(resultText({ shown: 25, total: manyMatches, isSearch: false })).toBe('Showing 25 matches of 1,000,000 total.');
});

it('is always one sentence', () => {
  const counts = fc.nat({ max: 3_000_000 });
  fc.assert(
    fc.property(counts, counts, fc.boolean(), (shown, total, isSearch) => {
      expect(resultText({ shown, total, isSearch })).toMatch(
        /^(?:No|1|[\d,]+|Showing [\d,]+) match(?:es)? (?:found|of .+)\.$/,
      );
    }),
  );
});

it('E22 of any other list counts companies, and how many of them are shown', () => {
  expect(listText({ shown: 14, total: 14, dealt: null })).toBe('14 companies');
  expect(listText({ shown: 1, total: 1, dealt: null })).toBe('1 company');
  expect(listText({ shown: 19_310, total: 19_310, dealt: null })).toBe('19,310 companies');
  expect(listText({ shown: 3, total: 1014, dealt: null })).toBe('Showing 3 of 1,014 companies');
});

it('E20 says how many companies are dealt to the user, and of how many', () => {
  expect(listText({ shown: 197, total: 197, dealt: 25 })).toBe('25 dealt to you of 197');
  expect(listText({ shown: 1, total: 1197, dealt: 1 })).toBe('1 dealt to you of 1,197');
});
