/**
 * Texts that a spreadsheet could take for formulas. Checks the start of a cell, and what follows any other separator
 * than the one the file is written with: `a;=1+1` is two cells if `;` separates. A `'` before the sign makes it text. A
 * text that already has such quotes gets one more, so that removing one restores it.
 */

/** Signs that begin a formula, including full-width and small ones. */
export const formulaSigns = '=+-@＝＋－＠﹢﹣﹦﹫';

const sign = `[${formulaSigns.replace('-', String.raw`\-`)}]`;
/** At the start a control character counts as well: a spreadsheet may skip it. */
const first = String.raw`(?:${sign}|[\t\r\n\0])`;
/** Cells or lines end here; after a line end, a dash and a space begin a list item instead. */
const inside = String.raw`[;\t](?= *'*${sign})|[\r\n](?= *'*(?!- )${sign})`;

const firstBare = new RegExp(`^( *'*)(?=${first})`, 'u');
const firstGuarded = new RegExp(`^( *'*)'(?=${first})`, 'u');
const insideBare = new RegExp(`(${inside})( *'*)`, 'gu');
const insideGuarded = new RegExp(`(${inside})( *'*)'`, 'gu');

/** A text in which no spreadsheet finds a formula. */
export function withGuards(text: string): string {
  return text.replaceAll(insideBare, "$1$2'").replace(firstBare, "$1'");
}

/** The text before `withGuards`. */
export function withoutGuards(text: string): string {
  return text.includes("'") ? text.replace(firstGuarded, '$1').replaceAll(insideGuarded, '$1$2') : text;
}
