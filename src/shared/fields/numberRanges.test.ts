import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { companyFields, type Field } from './companyFields.ts';
import { filterFields } from './filterFields.ts';
import {
  employeeSpan,
  followersOf,
  isInRange,
  numberParameters,
  parseRange,
  rangeText,
  readRange,
  readTyped,
  typedText,
  writeRange,
  type NumberForm,
} from './numberRanges.ts';

test('every number of a company has a filter of ranges', () => {
  const numbers = Object.values(companyFields).filter(({ kind }: Field) => kind === 'number');
  // Followers are a text with a number in it.
  expect(numberParameters).toHaveLength(numbers.length + 1);
  const asked = Object.values(filterFields).filter(({ panel }) => panel === 'ranges');
  expect(asked).toHaveLength(numberParameters.length);
});

test('what is written as a range reads as the same range, and never as “no filter”', () => {
  const end = fc.option(
    fc.oneof(
      fc.integer(),
      fc.integer({ min: -1000, max: 1000 }).map((value) => value / 1000),
    ),
  );
  fc.assert(
    fc.property(end, end, (a, b) => {
      fc.pre(a !== null || b !== null);
      const range = a !== null && b !== null ? { from: Math.min(a, b), to: Math.max(a, b) } : { from: a, to: b };
      const text = writeRange(range);
      expect(text).not.toBe('-1');
      expect(writeRange(readRange(text)!)).toBe(text);
      expect(readRange(text)).toEqual({ from: range.from === 0 ? 0 : range.from, to: range.to === 0 ? 0 : range.to });
    }),
    {
      examples: [
        [null, 1],
        [-1, null],
        [-0.5, -0.25],
      ],
    },
  );
});

test.each([
  ['5-20', '5-20'],
  [' 5-20 ', '5-20'],
  ['5', '5-5'],
  ['Unknown', 'unknown'],
  ['20-5', undefined],
  ['-', undefined],
  ['many', undefined],
])('the value %s of a filter of ranges is %s', (text, expected) => {
  expect(parseRange(text)).toBe(expected);
});

test.each<[string, NumberForm, number | null | undefined]>([
  ['2m', 'dollars', 2_000_000],
  ['10 M', 'dollars', 10_000_000],
  ['500k', 'dollars', 500_000],
  ['$1.5bn', 'dollars', 1_500_000_000],
  ['2,000,000', 'dollars', 2_000_000],
  ['1,5m', 'dollars', 1_500_000],
  ['20', 'percent', 0.2],
  ['-10%', 'percent', -0.1],
  ['', 'count', null],
  ['a lot', 'count', undefined],
])('%s, typed as %s, is %s', (text, form, expected) => {
  expect(readTyped(text, form)).toBe(expected);
  if (typeof expected === 'number') expect(readTyped(typedText(expected, form), form)).toBe(expected);
});

test('a band of employees is in a range that it lies wholly inside', () => {
  const band = employeeSpan(null, '11-50');
  expect([isInRange(band, { from: 11, to: 50 }), isInRange(band, { from: 10, to: null })]).toEqual([true, true]);
  expect([isInRange(band, { from: 12, to: 50 }), isInRange(band, { from: 5, to: 20 })]).toEqual([false, false]);
  expect(isInRange(employeeSpan(null, '10001+'), { from: 10_001, to: 1e9 })).toBe(false);
  expect(isInRange(employeeSpan(null, '10001+'), { from: 5000, to: null })).toBe(true);
  expect(isInRange(employeeSpan(30, '11-50'), { from: 25, to: 35 })).toBe(true);
  expect(isInRange(employeeSpan(null, ''), { from: null, to: 50 })).toBe(false);
});

test('followers and ranges in words', () => {
  expect(['12.4K followers', '950 followers', '1.2M followers', ''].map(followersOf)).toEqual([
    12_400,
    950,
    1_200_000,
    null,
  ]);
  expect(rangeText({ from: 2_000_000, to: 10_000_000 }, 'dollars')).toBe('$2M to $10M');
  expect(rangeText({ from: 2_345_678, to: null }, 'dollars')).toBe('$2,345,678 or more');
  expect(rangeText({ from: 2015, to: null }, 'year')).toBe('2015 or later');
  expect(rangeText({ from: null, to: 20 }, 'count')).toBe('up to 20');
});
