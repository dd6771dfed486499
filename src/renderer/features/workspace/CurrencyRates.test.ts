import { expect, test } from 'vitest';
import { rateFrom, ratesOf } from './CurrencyRates.tsx';

test.each([
  ['1.08', 1.08],
  [' 1,08 ', 1.08],
  ['0.0067', 0.0067],
  ['', undefined],
  ['0', null],
  ['-1', null],
  ['1.08 USD', null],
  ['1e3', null],
])('%j is the rate %s', (typed, rate) => {
  expect(rateFrom(typed)).toBe(rate);
});

test('only rates of currencies that the files have are given', () => {
  const currencies = new Map([['EUR', 3]]);
  expect(ratesOf({ EUR: 1.08, GBP: 1.3 }, currencies)).toEqual({ EUR: 1.08 });
  expect(ratesOf({ EUR: null }, currencies)).toBeUndefined();
  expect(ratesOf({}, currencies)).toBeUndefined();
});
