import { once } from '#node/resources.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { currencyForm, unitForm } from './moneyInText.ts';
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
  if (text.length > longest || !named.test(text)) return null;
  const [found = ''] = money().exec(text) ?? [];
  if (found === '') return null;
  const round = text.replace(found, ' ').replaceAll(around, ' ').replace(besides, '').replaceAll(/\s+/g, ' ').trim();
  if (round === '' || !isRound(round)) return null;
  return { amount: /\d/.test(found) ? found.trim() : '', round };
});

const longest = 100;

/** Quick to see: this is asked of every amount. */
const named = /\p{L}/u;

const money = once(() => {
  const of = String.raw`(?:de\s|di\s|d['’])?${currencyForm()}`;
  return pattern('iu')`
    (?:${of}\s?\d[\d.,]*(?:\s?${unitForm()})?|\d[\d.,]*\s?(?:${unitForm()}\s?(?:${of})?|${of}))(?:\s?${of})?
      |(?:undisclosed|unknown|not disclosed|n/?a)(?: amount)?|amount (?:undisclosed|unknown|not disclosed)
  `;
});

/** Signs between the two, and brackets around one of them. */
const around = /[()[\]/|:;,·•–—@]|(?<=\s)-(?=\s)/g;
/** Words around a round: `raised $2M in its Seed round`. */
const besides = pattern('i')`
  ^\s*(?:raised|closed|secured|an?|the|of|in|its|\s)*\s+(?=\S)|\s+(?:of|for|in|at|worth|totall?ing|raised|closed|\s)+$
`;
