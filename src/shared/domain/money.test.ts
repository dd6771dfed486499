import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  currencyTexts,
  inDollars,
  moneyText,
  moreRaised,
  originOf,
  readMoney,
  storedText,
  writeMoney,
  type Raised,
} from './money.ts';

const someMoney = fc.record({
  amount: fc.integer({ min: 1, max: 1e12 }),
  currency: fc.constantFrom('EUR', 'GBP', 'JPY', 'CHF'),
  rate: fc.option(fc.integer({ min: 1, max: 9_000_000 }).map((millionths) => millionths / 1_000_000)),
});

test('any amount is read as it is written', () => {
  fc.assert(
    fc.property(someMoney, (money) => {
      expect(readMoney(writeMoney(money))).toEqual(money);
    }),
  );
});

test.each(['', '2000000', '€2M', 'EUR', 'EUR 2.5', 'eur 2000000', 'EUR 2000000 @', 'EUR -5', 'EUR 2000000 at 1.08'])(
  '%j is no amount as it is written',
  (text) => {
    expect(readMoney(text)).toBeNull();
  },
);

it.each([
  ['EUR 2000000', '€2M'],
  ['GBP 750000', '£750K'],
  ['CHF 1500000', 'CHF 1.5M'],
  ['JPY 300000000', 'JPY 300M'],
  ['CAD 900', 'CAD 900'],
])('%s is shown as %s', (text, shown) => {
  expect(moneyText(readMoney(text)!)).toBe(shown);
  expect(storedText(text)).toBe(shown);
});

test('dollars are worked out at a rate that somebody gave, and by none else', () => {
  expect(inDollars({ amount: 2_000_000, currency: 'EUR', rate: 1.08 })).toBe(2_160_000);
  expect(inDollars({ amount: 2_000_000, currency: 'EUR', rate: null })).toBeNull();
  expect(originOf({ raised: 2_160_000, original: 'EUR 2000000 @1.08' })).toMatchObject({ amount: 2_000_000 });
  expect(originOf({ raised: 5_000_000, original: 'EUR 2000000 @1.08' })).toBeNull();
  expect(originOf({ raised: 2_000_000, original: 'EUR 2000000' })).toBeNull();
  expect(originOf({ raised: null, original: 'EUR 2000000' })).toBeNull();
});

function raised(dollars: number | null, original = ''): Raised {
  return { raised: dollars, original };
}

describe('what was raised since', () => {
  it.each([
    ['dollars', raised(2_000_000), raised(5_000_000), '$3M'],
    ['one other currency', raised(null, 'EUR 2000000'), raised(null, 'EUR 5000000'), '€3M'],
    [
      'another rate for the same amount',
      raised(2_160_000, 'EUR 2000000 @1.08'),
      raised(2_200_000, 'EUR 2000000 @1.1'),
      '',
    ],
    ['more at another rate', raised(2_160_000, 'EUR 2000000 @1.08'), raised(3_300_000, 'EUR 3000000 @1.1'), '€1M'],
    ['a rate that came later', raised(null, 'EUR 2000000'), raised(2_160_000, 'EUR 2000000 @1.08'), ''],
    ['two currencies', raised(null, 'EUR 2000000'), raised(null, 'GBP 5000000'), ''],
    ['a currency, then dollars', raised(null, 'EUR 2000000'), raised(5_000_000, 'EUR 2000000'), ''],
    ['dollars of another source', raised(4_000_000, 'EUR 2000000'), raised(6_000_000, 'EUR 2500000'), '$2M'],
    ['less', raised(null, 'EUR 5000000'), raised(null, 'EUR 2000000'), ''],
  ])('%s', (_, then, now, by) => {
    expect(moreRaised(then, now)?.by ?? '').toBe(by);
  });

  it('is never said of amounts that cannot be compared', () => {
    fc.assert(
      fc.property(someMoney, someMoney, (one, other) => {
        fc.pre(one.currency !== other.currency);
        const [then, now] = [one, other].map((money) => raised(null, writeMoney({ ...money, rate: null })));
        expect(moreRaised(then!, now!)).toBeNull();
      }),
    );
  });
});

test('an import says how many amounts stay in their currency', () => {
  expect(currencyTexts({ EUR: 12, GBP: 1 })).toEqual([
    expect.stringContaining('12 companies have amounts in EUR'),
    expect.stringContaining('1 company has an amount in GBP'),
  ]);
  expect(currencyTexts({})).toEqual([]);
});
