/**
 * Texts that a spreadsheet could take for formulas. It looks at where a cell begins, and with another separator than
 * the one a file was written with, at what follows that: `a;=1+1` is two cells where `;` separates. A `'` before the
 * sign makes a text of it. A text that has such quotes of its own gets one more, so that taking one away gives it back.
 */

/** Signs that begin a formula, full-width and small ones too. */
export const formulaSigns = '=+-@＝＋－＠﹢﹣﹦﹫';

const sign = `[${formulaSigns.replace('-', String.raw`\-`)}]`;
/** At the beginning a control character counts as well: a spreadsheet may skip it. */
const first = String.raw`(?:${sign}|[\t\r\n\0])`;
/** What follows separates cells or lines; a dash and a blank behind a line's end are an entry of a list. */
const inside = String.raw`[;\t](?= *'*${sign})|[\r\n](?= *'*(?!- )${sign})`;

const firstBare = new RegExp(`^( *'*)(?=${first})`, 'u');
const firstGuarded = new RegExp(`^( *'*)'(?=${first})`, 'u');
const insideBare = new RegExp(`(${inside})( *'*)`, 'gu');
const insideGuarded = new RegExp(`(${inside})( *'*)'`, 'gu');

/** A text in which no spreadsheet finds a formula. */
export function withGuards(text: string): string {
  return text.replaceAll(insideBare, "$1$2'").replace(firstBare, "$1'");
}

/** The text that `withGuards` has made this of. */
export function withoutGuards(text: string): string {
  return text.includes("'") ? text.replace(firstGuarded, '$1').replaceAll(insideGuarded, '$1$2') : text;
}
