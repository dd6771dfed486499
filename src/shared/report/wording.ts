import { pattern } from '../domain/pattern.ts';

/** Figures and lists in English sentences. */

// Created on first use: it takes 10 ms, which no start should wait for.
let thousands: Intl.NumberFormat | undefined;

/** A number with thousands separated: `1,204`. */
export function numberText(value: number): string {
  thousands ??= new Intl.NumberFormat('en-GB');
  return thousands.format(value);
}

/** A number of things: `1 company`, `1,204 companies`. */
export function countText(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** Between a number and its sign, where a line must not break. */
const space = '\u{A0}';

/** A part of a whole: `12 %`; never `0 %` or `100 %` unless it is exactly that. */
export function shareText(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole);
  if (percent === 0 && part > 0) return `under 1${space}%`;
  if (percent === 100 && part < whole) return `over 99${space}%`;
  return `${percent}${space}%`;
}

/** Below this, a change in per cent says more about chance than about the companies. */
const fewest = 10;

/**
 * One count compared with an earlier one, followed by its time: `26 % more than`, `as many as`, `2.5 times as many as`;
 * `against 3 in` if there are too few for a percentage.
 */
export function changeText(now: number, before: number): string {
  if (before < fewest) return `against ${before === 0 ? 'none' : numberText(before)} in`;
  if (now === before) return 'as many as in';
  if (now > before * 2) return `${(now / before).toFixed(1)} times as many as in`;
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
