import type { ColumnReading, OpenPart } from '#shared/bridge/workspace.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { currencyIn, currencyOfCell } from '../values/currencies.ts';
import { parseNumber } from '../values/numbers.ts';
import { namesCurrencies } from './currencyColumns.ts';
import { headerKey, unitsApart } from './headerKey.ts';
import { isCurrencyWord, saysDollars as headerSaysDollars, saysOtherCurrency, unitOf } from './headerSays.ts';

/** How to read the amounts of a column, as far as its header and its neighbours say. */
export interface AmountColumn {
  /** The header names a currency other than USD. */
  readonly foreign: boolean;
  /** The code of that currency; `''` where several countries have one of the name. */
  readonly currency: string;
  /** The header names USD. */
  readonly dollars: boolean;
  /** The unit of bare numbers: 1, a thousand, a million. */
  readonly unit: number;
  /** Bare numbers of at least this size count in ones all the same. */
  readonly unitBelow: number;
  /** The column with the currency of each row's amount. */
  readonly currencyColumn: number | undefined;
}

/**
 * Reads what the headers say about a column of amounts: `Total funding (USD M)`, `Amount` next to `Amount Currency`.
 */
export function amountColumn(index: number, headers: readonly string[] | null): AmountColumn {
  const header = headers?.[index] ?? '';
  const key = headerKey(header);
  const dollars = headerSaysDollars(header, key);
  const currency = dollars ? -1 : currencyOf(index, headers ?? []);
  const named = unitOf(key);
  const foreign = saysOtherCurrency(header, key);
  return {
    foreign,
    currency: foreign ? currencyIn(unitsApart(header)) || currencyWithin(unitsApart(header)) : '',
    dollars,
    unit: named ?? (isPitchBooks(headers ?? []) ? 1e6 : 1),
    unitBelow: named === undefined ? fullAmount : Infinity,
    currencyColumn: currency === -1 || key === '' ? undefined : currency,
  };
}

/** The currency that a word of a question names: `Wie viel haben Sie eingesammelt, in Euro und ohne Zuschüsse?` */
function currencyWithin(header: string): string {
  const words = header.split(/[^\p{L}$€£¥₹₩]+/u).filter((word) => word !== '');
  const named = words.filter((word) => isCurrencyWord(headerKey(word)) || /^[€£₹₩]$/.test(word)).map(currencyIn);
  const known = new Set(named.filter((code) => code !== ''));
  const [only = ''] = known;
  return known.size === 1 ? only : '';
}

/** From here on a number is no count of millions: nobody has raised a hundred billion. */
const fullAmount = 100_000;

/** PitchBook counts in millions without saying so in its headers; its other headers give it away. */
export function isPitchBooks(headers: readonly string[]): boolean {
  const keys = headers.map(headerKey);
  const count = (form: RegExp): number => keys.filter((key) => form.test(key)).length;
  return count(pitchBooks) >= 2 || count(pitchBooksDeals) + count(pitchBooks) >= 4;
}

const pitchBooks = pattern()`
  ^(?:pbid|pitchbook link|company financing status|ownership status|financing status note
    |last financing (?:size|deal type|valuation)|first financing size|last known valuation|hq global (?:sub )?region
    |primary industry (?:group|code|sector)|primary pitchbook industry \S+|lead sole investors|deal no|vc round
    |deal synopsis|post valuation|pre money valuation|total invested (?:equity|capital)|deal type [123])$
`;

/** What its lists of deals have, and others, too. */
const pitchBooksDeals = /^(?:companies|deal (?:id|date|size|type|class|status)|new investors|series)$/;

/** The column of an amount's currency: one named after it, or else the only other one in the file. */
function currencyOf(amount: number, headers: readonly string[]): number {
  const keys = headers.map((header, index) => (index === amount ? '' : headerKey(header)));
  const key = headerKey(headers[amount] ?? '');
  const stem = key.replace(/ (?:value|amount)$/, '');
  const own = keys.findIndex((other) => other === `${key} currency` || other === `${stem} currency`);
  const any = keys.filter(namesCurrencies);
  return own === -1 && any.length === 1 ? keys.indexOf(any[0] ?? '') : own;
}

const unitSizes = { ones: 1, thousands: 1e3, millions: 1e6 } as const;

/** The same with the unit that the user says its bare numbers count in. */
export function inUnit(column: AmountColumn, unit: ColumnReading['unit']): AmountColumn {
  return unit === undefined ? column : { ...column, unit: unitSizes[unit], unitBelow: Infinity };
}

/** The same with the currency that the user says its amounts are in. */
export function inCurrency(column: AmountColumn, currency: ColumnReading['currency']): AmountColumn {
  if (currency === undefined) return column;
  const dollars = currency === 'USD';
  return { ...column, foreign: !dollars, currency: dollars ? '' : currency, dollars };
}

/** The question about amounts that are too small for dollars where nothing names their unit. */
export const unitQuestion =
  'Nothing says what these numbers count in, so they stay under their own header. ' +
  'Choose it, or write it into the header, such as “(USD M)” or “(USD thousands)”.';

/** A column of amounts of which the file does not say what they are in. */
interface OpenAmounts {
  readonly column: number;
  readonly open: { readonly field: string; readonly parts: OpenPart[] };
}

/**
 * The columns of amounts whose bare numbers are too small for dollars (`funds_raised` of 160 or 1700.0) although no
 * unit is named: what they count in is not known.
 */
export function ofUnknownUnit(
  found: readonly { readonly field: string }[],
  samples: readonly { readonly values: readonly string[] }[],
  headers: readonly string[] | undefined,
): OpenAmounts[] {
  return found.flatMap(({ field }, column) => {
    const isAmount = field === 'fundingTotal' || field === 'lastRoundAmount';
    if (!isAmount) return [];
    const said = amountColumn(column, headers ?? null);
    const least = said.dollars ? leastInDollars : leastUsual;
    if (said.unit !== 1 || !areTooSmall(samples[column]?.values ?? [], least)) return [];
    return [{ column, open: { field, parts: namesNoCurrency(said) ? ['unit', 'currency'] : ['unit'] } }];
  });
}

/** The header of a column of amounts names no currency, and no column beside it does. */
export function namesNoCurrency({ dollars, currency, currencyColumn }: AmountColumn): boolean {
  return !dollars && currency === '' && currencyColumn === undefined;
}

/**
 * Companies that have raised money have mostly raised more dollars than this: of 40,000 in Crunchbase's files one in
 * fifty has raised less. Where the header says dollars, only what nobody can have raised is in another unit.
 */
const leastUsual = 10_000;
const leastInDollars = 1000;
/** Of fewer amounts some may be small: there, only what nobody can have raised is in another unit. */
const fewestAmounts = 5;

function areTooSmall(values: readonly string[], least: number): boolean {
  // Of a few amounts, as of many with a sign, some may be small.
  const isShort = values.length < fewestAmounts;
  const numbers = values
    .map((value) => parseNumber(isShort ? value.replace(dollarSign, '') : value) ?? Number.NaN)
    .filter((number) => number !== 0);
  const bare = numbers.filter((number) => number > 0).toSorted((a, b) => a - b);
  if (bare.length === 0 || bare.length < numbers.length * 0.8) return false;
  return (bare[Math.floor(bare.length / 2)] ?? 0) < (isShort ? leastInDollars : least);
}

const dollarSign = /^(?:us\s?)?\$\s*|^usd\s+|\s*(?:us)?\$$|\s+usd$/i;

/** Whether another column has the same amounts in USD (`Total Funding Amount Currency (in USD)`). */
export function hasDollarTwin(index: number, headers: readonly string[]): boolean {
  const key = headerKey(headers[index] ?? '');
  if (key === '' || key.endsWith('usd')) return false;
  const twins = new Set([`${key} in usd`, `${key} currency in usd`]);
  return headers.some((other) => twins.has(headerKey(other)));
}

/** Whether a currency cell leaves the amount in USD: it says so, or says nothing. */
export function isDollar(currency: string): boolean {
  return currency === '' || currency.trim() === '' || saysDollars(currency);
}

/** Whether a currency cell says US dollars. */
export function saysDollars(currency: string): boolean {
  return currencyOfCell(currency) === 'USD';
}
