import { pattern } from '#shared/domain/pattern.ts';
import { currencyIn, withoutCurrency } from './currencies.ts';
import { parseAmount } from './numbers.ts';

/** An amount and the code of its currency. */
export interface NamedMoney {
  readonly amount: number;
  readonly currency: string;
}

/** The amounts that a text names with their currencies: `raised GBP 15 million of venture funding`, `€3M`. */
export function moneyIn(text: string): NamedMoney[] {
  if (text.length > longest || !mayHaveMoney.test(text)) return [];
  return [...text.matchAll(money)].flatMap(([found]) => {
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
const mayHaveMoney = pattern('iu')`
  [$€£¥₹₩]|\b(?:usd|eur|gbp|chf|cad|aud|inr|sgd|jpy|cny|rmb|sek|nok|dkk|pln|brl|ils|euros?|pounds?|dollars?)\b|[元円]
`;
const sign = String.raw`
  (?:(?:us\s?|ca?|au?|nz|hk|s|r)?[$€£¥₹₩]
    |(?:us dollars?|usd|eur|gbp|chf|cad|aud|inr|sgd|jpy|cny|rmb|sek|nok|dkk|pln|brl|ils|euros?|pounds?(?: sterling)?
      |dollars?)(?![\p{L}]))`;
const unit = String.raw`
  (?:k|m|mm|mn|mio\.?|mln\.?|mrd\.?|tsd\.?|b|bn|thousand|millions?|billions?|millionen|milliarden|milliards?|millones
    |milioni|milhões|miljoen|miljoner|millioner)(?![\p{L}])`;
const money = pattern('giu')`
  (?<![\p{L}\d])${sign}\s?\d[\d.,]*(?:\s?${unit})?
    |(?<![\p{L}\d.,])\d[\d.,]*(?:\s?${unit})?\s?(?:d['’]|de\s|di\s)?${sign}
`;
