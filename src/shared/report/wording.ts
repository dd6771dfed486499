import { formatCount, formatDecimal, shareText } from '../domain/formats.ts';
import { pattern } from '../domain/pattern.ts';

/** Figures and lists in English sentences. */

/** Below this, a change in per cent says more about chance than about the companies. */
const fewest = 10;

/**
 * One count compared with an earlier one, followed by its time: `26% more than`, `as many as`, `2.5 times as many as`;
 * `up from 3 in` if there are too few for a percentage.
 */
export function changeText(now: number, before: number): string {
  if (now === before) return 'as many as in';
  if (before === 0) return 'up from none in';
  if (before < fewest) return `${now > before ? 'up' : 'down'} from ${formatCount(before)} in`;
  if (now > before * 2) return `${formatDecimal(now / before, 1)} times as many as in`;
  const difference = shareText(Math.abs(now - before), before);
  return `${difference} ${now > before ? 'more' : 'fewer'} than in`;
}

/** Countries whose name takes an article. */
const withArticle = pattern()`
  ^(?:United|Netherlands|Philippines|Czech Republic|Bahamas|Gambia|Maldives|Seychelles|Comoros|Solomon|Marshall|Cook
    |Cayman|British|Falkland|Faroe|Central African|Dominican|Democratic|Republic|Ivory|Isle|Vatican|U\.?S\.?
    |Northern Mariana|Turks)
`;

/** A country in a sentence: `the United States`, `Germany`. */
export function countryText(name: string): string {
  return withArticle.test(name) ? `the ${name}` : name;
}

/** A sentence's first letter in upper case. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

/** Sentences in a row, without the empty ones. */
export function paragraph(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
