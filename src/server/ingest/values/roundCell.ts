import { pattern } from '#shared/domain/pattern.ts';
import { remembered } from './remembered.ts';
import { isRound } from './stage.ts';

/** An amount and the name of its round. */
export interface AmountAndRound {
  /** `''` where it is not disclosed. */
  readonly amount: string;
  readonly round: string;
}

/** A cell that has the amount of a round and its name: `$1.1M / Seed`, `Series A ($12M)`; null for any other. */
export const amountAndRound = remembered((text): AmountAndRound | null => {
  if (text.length > longest) return null;
  const [found = ''] = money.exec(text) ?? [];
  if (found === '') return null;
  const round = text.replace(found, ' ').replaceAll(around, ' ').replace(besides, '').replaceAll(/\s+/g, ' ').trim();
  if (round === '' || !isRound(round)) return null;
  return { amount: /\d/.test(found) ? found.trim() : '', round };
});

const longest = 100;

const unit = String.raw`
  (?:k|m|mm|mn|mi|mio\.?|mln\.?|millions?|millionen|millones|mill[oó]n|milioni|milhões|milhoes|miljoen|miljoner
    |millioner|milyon|b|bn|billions?|mrd\.?|milliarden|milliards?|thousand|tsd\.?)(?![\p{L}])`;
const sign = String.raw`
  (?:(?:us|ca?|au?|nz|hk|s|r)?\s?[$€£¥₹]
    |(?:de\s|di\s|d['’])?(?:usd|eur|gbp|chf|cad|aud|inr|sgd|jpy|cny|sek|nok|dkk|pln|brl|mxn|euros?|d[oó]lares
      |dollari|dollars?)(?![\p{L}]))`;
const money = pattern('iu')`
  (?:${sign}\s?\d[\d.,]*(?:\s?${unit})?|\d[\d.,]*\s?(?:${unit}\s?${sign}?|${sign}))(?:\s?${sign})?
    |(?:undisclosed|unknown|not disclosed|n/?a)(?: amount)?|amount (?:undisclosed|unknown|not disclosed)
`;
/** Signs between the two, and brackets around one of them. */
const around = /[()[\]/|:;,·•–—@]|(?<=\s)-(?=\s)/g;
/** Words around a round: `raised $2M in its Seed round`. */
const besides = pattern('i')`
  ^\s*(?:raised|closed|secured|an?|the|of|in|its|\s)*\s+(?=\S)|\s+(?:of|for|in|at|worth|totall?ing|raised|closed|\s)+$
`;
