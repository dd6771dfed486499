import { expect, it } from 'vitest';
import { company } from '#shared/domain/testing/company.ts';
import { descriptionVariants, discoveredText } from './CompanyDetails.tsx';
import { markedParts } from './Marked.tsx';
import { standingText } from './Score.tsx';

function kinds(description: { short: string; long: string; llm: string }): string[] {
  return descriptionVariants(description).map(({ kind }) => kind);
}

it('puts the preferred text first and leaves out placeholders and repetitions (product 3)', () => {
  expect(kinds({ short: 'Tiny.', long: 'A long text.', llm: 'A summary.' })).toEqual(['llm', 'long', 'short']);
  expect(kinds({ short: 'The longer of the two.', long: 'Long.', llm: 'bad data' })).toEqual(['short', 'long']);
  expect(kinds({ short: 'Same.', long: 'Same.', llm: "I don't know." })).toEqual(['long']);
  expect(kinds({ short: '', long: '', llm: '' })).toEqual([]);
});

it('cuts a text at the words to mark, without losing a letter', () => {
  const text = 'Fintech for fintech people (C++).';
  const parts = markedParts(text, ['fintech', 'C++']);
  expect(parts.join('')).toBe(text);
  expect(parts.filter((_, index) => index % 2 === 1)).toEqual(['Fintech', 'fintech', 'C++']);
  expect(markedParts(text, ['', ' '])).toEqual([text]);
  expect(markedParts('A night train is no train.', ['night train'])).toEqual(['A ', 'night train', ' is no train.']);
});

it('marks what the search finds, whatever its accents, with the accents', () => {
  expect(markedParts('Crème from Wrocław.', ['creme', 'wroclaw'])).toEqual(['', 'Crème', ' from ', 'Wrocław', '.']);
  expect(markedParts('Cre\u0300me brûlée', ['CRÈME BRULEE'])).toEqual(['', 'Cre\u0300me brûlée', '']);
  expect(markedParts('Große 🚀 각도', ['gross', '가'])).toEqual(['', 'Groß', 'e 🚀 각도']);
  expect(markedParts('ß', ['s'])).toEqual(['', 'ß', '']);
});

function found(discovered: string, date: string): string {
  return discoveredText(company(1, { discovered, discovered_date: date }));
}

it('tells the day a company was found, and its week by the Monday where that is another day', () => {
  expect(found('2026-W47', '2026-11-16')).toBe('16 Nov 2026');
  expect(found('2026-W47', '2026-11-19')).toBe('19 Nov 2026 (week of 16 Nov 2026)');
  expect(found('2026-W47', '')).toBe('Week of 16 Nov 2026');
  expect(found('', '')).toBe('');
});

it('tells where a score stands, never better than it is', () => {
  expect(standingText({ rank: null, of: 47_622 })).toBe('');
  expect(standingText({ rank: 1, of: 1 })).toBe('');
  expect(standingText({ rank: 5400, of: 47_622 })).toBe('Top 12 % of 47,622');
  expect(standingText({ rank: 1, of: 47_622 })).toBe('Top 0.1 % of 47,622');
  expect(standingText({ rank: 400, of: 47_622 })).toBe('Top 0.9 % of 47,622');
  expect(standingText({ rank: 2, of: 2 })).toBe('Top 100 % of 2');
});
