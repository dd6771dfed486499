import { pattern } from '#shared/domain/pattern.ts';
import { once } from '#node/resources.ts';
import { alsoWords, currencyCodes, currencyIn, withoutCurrency } from './currencies.ts';
import { parseAmount } from './numbers.ts';
import { wordsOfUnits } from './units.ts';

/** An amount and the code of its currency. */
export interface NamedMoney {
  readonly amount: number;
  readonly currency: string;
}

/** The amounts that a text names with their currencies: `raised GBP 15 million of venture funding`, `€3M`. */
export function moneyIn(text: string): NamedMoney[] {
  if (text.length > longest || !mayHaveMoney().test(text)) return [];
  return [...text.matchAll(money())].flatMap(([found]) => {
    const currency = currencyIn(found);
    const number = withoutCurrency(found)
      .replace(/\s*(?:d['’]|de|di)?\s*$/, '')
      .replace(/[.,]$/, '');
    const amount = parseAmount(number.trim(), false, true);
    return currency === '' || amount === null ? [] : [{ amount, currency }];
  });
}

/** Longer texts are no remarks. */
const longest = 2000;

/** Quick to see. */
const mayHaveMoney = once(() => new RegExp(String.raw`[$€£¥₹₩元円]|\b(?:${named()})\b`, 'iu'));

/** Codes and names, but for those that are words as well. */
const named = once(() =>
  [...currencyCodes.split(' '), 'euros?', 'pounds?', 'dollars?', 'rmb']
    .filter((word) => !alsoWords.test(word))
    .join('|'),
);

/** A currency beside a number, as part of a pattern. */
export const currencyForm = once(
  () => String.raw`(?:(?:us\s?|ca?|au?|nz|hk|s|r)?[$€£¥₹₩]|(?:us dollars?|pounds? sterling|d[oó]lares|dollari
    |${named()})(?![\p{L}]))`,
);

/** A unit behind a number, as part of a pattern. */
export const unitForm = once(() => String.raw`(?:${wordsOfUnits().join('|')})\.?(?![\p{L}])`);

const money = once(
  () => pattern('giu')`
    (?<![\p{L}\d])${currencyForm()}\s?\d[\d.,]*(?:\s?${unitForm()})?
      |(?<![\p{L}\d.,])\d[\d.,]*(?:\s?${unitForm()})?\s?(?:d['’]|de\s|di\s)?${currencyForm()}
  `,
);
