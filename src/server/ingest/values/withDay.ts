import { pattern } from '#shared/domain/pattern.ts';
import { parseDate } from './dates.ts';

/**
 * A value without the day it was true: `411 as on Dec 31, 2024`, `$3M (as of FY24)`, `80, Stand 31.12.2023`,
 * `As of May 2024: 80`, `411人(2024年3月現在)`. A text without such a day stays as it is.
 */
export function withoutDay(text: string): string {
  // This runs for every amount.
  if (text.length < shortest || text.length > longest || !hasYear.test(text)) return text;
  const sign = connector.exec(text);
  if (sign === null) return withoutLastWord(text);
  const behind = text.slice(sign.index + sign[0].length);
  const isClear = (sign[1] ?? sign[2]) !== undefined;
  if (sign.index > 0) {
    const value = text.slice(0, sign.index).trim();
    return /\d/.test(value) && isDay(behind.replace(/[)\]）\s]+$/, ''), isClear) ? value : text;
  }
  const [day = '', value = ''] = behind.split(/\s*[:：]\s*/);
  return isClear && isDay(day, true) && /\d/.test(value) ? value.trim() : text;
}

const shortest = 8;
const longest = 100;

/** At least two digits that may be a year's. */
const hasYear = /(?:19|20)\d{2}|['’]\d{2}|\b(?:fy|q[1-4]) ?\d{2}|[-/. ]\d{2}(?!\d)/i;

/** Words between a value and its day: first those that mean nothing else, then those that may stand in a band, too. */
const connector = pattern('i')`
  (?:^|[\s,;([（])\s*(?:
  (as (?:of|on|at|per)|at the end of|at (?:year[ -]?)?end(?: of)?|by (?:the )?end of|updated|last updated|dated
    |stand|per ende|zum|en date du|au 1er|fin|a fecha de|a fecha|aggiornato al|em data de|stan na|по состоянию на|на)
  |(?:per|au|al|am|à|em|op|on|w|в))[\s:]+(?=\S)
  |\s*[(（]?\s*((?:截至|截止|截止到|截至到|更新于)\s*)
`;

/** A day with a word behind it: `(2024年3月現在)`. */
const dayAndWord = /[\s(（]([^\s(（][^(（]{3,20}?)\s?(?:現在|時点|末現在|기준)[)）]?$/;

function withoutLastWord(text: string): string {
  const found = dayAndWord.exec(text);
  return found !== null && found.index > 0 && isDay(found[1] ?? '', true) ? text.slice(0, found.index).trim() : text;
}

/** Whether a text is a day, a month, a quarter or, behind a word that is clear, a year. */
function isDay(text: string, mayBeYear: boolean): boolean {
  const plain = text.trim().replace(/(?:日|月|年)?(?:末|底)$/, (end) => end.slice(0, -1));
  if (!mayBeYear && !/[^\d\s]/.test(plain)) return false;
  return parseDate(plain, 'monthFirst') !== undefined || financialYear.test(plain);
}

const financialYear =
  /^(?:end of |year[ -]?end |ye ?|fye? ?|cy ?|h[12] |q[1-4] ?)'?(?:(?:19|20)?\d{2})(?:[-/]\d{2})?$/i;
