import { pattern } from '#shared/domain/pattern.ts';
import { fold } from '#shared/domain/text.ts';
import { namesCurrencies } from '../columns/currencyColumns.ts';
import { alsoWords, currencyIn, currencyOfCell } from '../values/currencies.ts';
import { type HeaderNames } from '../columns/fields.ts';
import { headerKey, unitsApart } from '../columns/headerKey.ts';
import { isUnitWord, saysDollars, saysOtherCurrency, unitOf } from '../columns/headerSays.ts';
import { sumsRounds } from '../columns/roundColumns.ts';
import { moneyIn } from '../values/moneyInText.ts';
import { parseNumber } from '../values/numbers.ts';
import { isRound } from '../values/stage.ts';
import type { RawRecord } from './recordReader.ts';
import type { Table } from './table.ts';

/** The currency (`''` for none) and the unit of a file's amounts, where it says them outside of their columns. */
interface Said {
  readonly currency: string;
  readonly unit: number;
}

/**
 * A table whose amounts say no currency, with the one that is said elsewhere in their headers: in a line above or below
 * the table (`All amounts in GBP`), or in sentences about the same amounts (`raised GBP 15 million` beside `15`).
 * `first` are its first rows.
 */
export function withSaidCurrencies(table: Table, first: readonly RawRecord[], names: HeaderNames): Table {
  const headers = table.headers ?? [];
  const looked = first.slice(0, rowsLookedAt);
  const amounts = headers.flatMap((header, index) =>
    isAmount(header, table.nested, names) && areNumbers(index, looked) ? [index] : [],
  );
  if (amounts.length === 0 || headers.some((header, index) => isOfCurrencies(header, index, looked))) return table;
  const noted = saidInNotes([...(table.above ?? []), ...first.flatMap(loneText)]);
  const said = noted ?? saidInSentences(looked, amounts);
  if (said === undefined) return table;
  const source = noted === undefined ? 'its texts say of them' : 'a note in it says';
  const note =
    said.currency === localCurrency
      ? 'Its texts name the amounts in several currencies, so these stay under their own headers.'
      : `Its amounts are read ${wordsOf(said)}, as ${source}.`;
  // A note below the table is no company.
  const notes = new Set(first.filter((record) => loneText(record).some(isNote)).map(({ line }) => line));
  return {
    ...table,
    ...(notes.size > 0 ? { records: () => withoutNotes(table, notes) } : {}),
    headers: headers.map((header, index) =>
      amounts.includes(index) ? `${header} (${unitsFor(header, said)})` : header,
    ),
    note: table.note === '' ? note : `${table.note} ${note}`,
  };
}

const rowsLookedAt = 300;

/** The word in the header of amounts whose currency is another one in each row. */
const localCurrency = 'local currency';

function wordsOf({ currency, unit }: Said): string {
  const counted = unit === 1 ? '' : `${nameOfUnit(unit)} of `;
  return currency === '' ? `in ${nameOfUnit(unit)}` : `in ${counted}${currency}`;
}

function nameOfUnit(unit: number): string {
  return unit === 1e3 ? 'thousands' : unit === 1e6 ? 'millions' : unit === 1e9 ? 'billions' : String(unit);
}

/** `GBP millions`; without the unit where the header has its own. */
function unitsFor(header: string, { currency, unit }: Said): string {
  const isNamed = unit === 1 || unitOf(headerKey(header)) !== undefined;
  return [currency, isNamed ? '' : nameOfUnit(unit)].filter((word) => word !== '').join(' ');
}

/** A table may have amounts that lack a currency: some header means amounts and names none. */
export function mayLackCurrency({ headers, nested }: Table, names: HeaderNames): boolean {
  return (headers ?? []).some((header) => isAmount(header, nested, names));
}

/** A header is one of amounts if it means them and names no currency. */
function isAmount(header: string, nested: boolean, names: HeaderNames): boolean {
  const key = headerKey(header);
  if (key === '' || saysDollars(header, key) || saysOtherCurrency(header, key)) return false;
  const field = names.match(header, nested)?.field;
  return field === 'fundingTotal' || field === 'lastRoundAmount' || isRound(key) || sumsRounds(header);
}

function areNumbers(index: number, rows: readonly RawRecord[]): boolean {
  const cells = rows.map(({ cells: row }) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
  return cells.filter((cell) => parseNumber(cell) !== null).length > cells.length / 2;
}

/** A column is one of currencies if its header or all of its cells name one. */
function isOfCurrencies(header: string, index: number, rows: readonly RawRecord[]): boolean {
  if (namesCurrencies(headerKey(header))) return true;
  const cells = rows.map(({ cells: row }) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => currencyOfCell(cell) !== '');
}

// ── Notes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The text of a row that has no other. */
function loneText({ cells }: RawRecord): string[] {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length === 1 ? filled : [];
}

function isNote(text: string): boolean {
  return noteAbout(text) !== undefined;
}

async function* withoutNotes(table: Table, notes: ReadonlySet<number>): AsyncGenerator<RawRecord[]> {
  for await (const records of table.records())
    yield records.map((record) =>
      notes.has(record.line) ? { ...record, problem: 'a remark, not a company' } : record,
    );
}

function saidInNotes(lines: readonly string[]): Said | undefined {
  const said = lines.flatMap((line) => noteAbout(line) ?? []);
  const currencies = new Set(said.map(({ currency }) => currency).filter((currency) => currency !== ''));
  if (said.length === 0 || currencies.size > 1) return undefined;
  const [currency = ''] = currencies;
  return { currency, unit: said.find(({ unit }) => unit !== 1)?.unit ?? 1 };
}

const longestNote = 200;

/** What a line says of amounts: `Amounts in EUR thousands`, `Alle Beträge in Mio. Euro`, `(in £)`. */
function noteAbout(line: string): Said | undefined {
  const text = line.trim();
  if (text === '' || text.length > longestNote) return undefined;
  const folded = fold(text);
  const words = headerKey(text).split(' ');
  const isOnlyUnits = words.every((word) => isUnitWord(word));
  // `Deal flow 2026 (kEUR)`
  const within = isOnlyUnits ? undefined : /\S\s*[([]([^()[\]]{1,30})[)\]]$/.exec(text)?.[1];
  const inBrackets = within === undefined ? undefined : noteAbout(within);
  if (inBrackets !== undefined) return inBrackets;
  if (!isOnlyUnits && !aboutAmounts.test(folded)) return undefined;
  const currency = currencyOfNote(text);
  // A lone letter may be anything (`M & A`).
  const key = words.filter((word) => isOnlyUnits || word.length > 1 || /^\P{ASCII}$/u.test(word)).join(' ');
  const unit = unitOf(key) ?? (millionsBySign.test(text) ? 1e6 : thousandsBySign.test(text) ? 1e3 : 1);
  return currency === '' && unit === 1 ? undefined : { currency, unit };
}

/** `€m` and `M€`, `£000s` and `k€`. */
const millionsBySign = /[$€£¥]\s?m\b|\bmm?\s?[$€£¥]/i;
const thousandsBySign = /[$€£¥]\s?k\b|\bk\s?[$€£¥]/i;

/** The one currency that a note names; of several the one that amounts were turned into. */
function currencyOfNote(text: string): string {
  const all = currenciesNamed(text);
  if (all.length < 2)
    return all[0] ?? currencyOfCell(text.replace(/^.*(?:\b(?:in|en|em)\s|[:：])/i, '').replaceAll(/[().]/g, ''));
  const last = currenciesNamed(/\b(?:to|into|nach|in|en|em)\s+([^()]*)$/i.exec(text)?.[1] ?? '');
  return last.length === 1 ? (last[0] ?? '') : '';
}

function currenciesNamed(text: string): string[] {
  const pieces = unitsApart(text).match(/(?:us|ca?|au?|hk|nz|s|r)?\$|[€£¥₹₩₽₺₪]|\p{L}+/giu) ?? [];
  const codes = pieces
    .filter((piece) => piece === piece.toUpperCase() || !alsoWords.test(piece))
    .map((piece) => currencyIn(piece));
  return [...new Set(codes.filter((code) => code !== ''))];
}

const aboutAmounts = pattern('u')`
  \b(?:units?|einheit|unidad|amounts?|figures?|values?|numbers|sums?|funding|currency|currencies|money|financials
    |monetary|betrage?|angaben|zahlen|werte|summen|wahrung|geldbetrage|montants?|chiffres|valeurs|sommes|devises?
    |monnaie|importes?|montos?|cifras|valores|cantidades|moneda|divisa|importi|valori|cifre|somme|valuta|moeda|montantes
    |quantias|bedragen|cijfers|waarden|kwoty|belopp|belob)\b
  |金额|金額|单位|単位|單位|货币|貨幣|币种|通貨
`;

// ── Sentences ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** The units that a bare number may count in beside a sentence that writes the amount out. */
const unitsTried = [1, 1e3, 1e6];

/**
 * What sentences in other columns say of the amounts beside them, if they say another currency than dollars of at least
 * a third of those that they are about.
 */
function saidInSentences(rows: readonly RawRecord[], amounts: readonly number[]): Said | undefined {
  const counts = new Map<string, number>();
  const units = new Map<number, number>();
  let compared = 0;
  for (const { cells } of rows) {
    const numbers = amounts.flatMap((index) => numbersOf(cells[index] ?? ''));
    if (numbers.length === 0) continue;
    const named = cells.flatMap((cell, index) => (amounts.includes(index) ? [] : moneyIn(cell)));
    if (named.length === 0) continue;
    compared += 1;
    const same = named.flatMap(({ amount, currency }) => {
      const unit = unitsTried.find((one) => numbers.some((number) => isAbout(number * one, amount)));
      return unit === undefined ? [] : [{ currency, unit }];
    });
    const said = same.find(({ currency }) => currency === dollars) ?? same[0];
    if (said === undefined) continue;
    counts.set(said.currency, (counts.get(said.currency) ?? 0) + 1);
    units.set(said.unit, (units.get(said.unit) ?? 0) + 1);
  }
  const currency = currencyMeant(counts, compared);
  const [unit = 1] = [...units].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return currency === '' ? undefined : { currency, unit };
}

const dollars = 'USD';

function currencyMeant(counts: ReadonlyMap<string, number>, compared: number): string {
  const inDollars = counts.get(dollars) ?? 0;
  const others = [...counts].filter(([currency]) => currency !== dollars).toSorted((a, b) => b[1] - a[1]);
  const inOthers = others.reduce((sum, [, count]) => sum + count, 0);
  if (inOthers === 0 || inOthers < compared * leastShare) return '';
  const [first] = others;
  const isOne = inDollars === 0 && first !== undefined && first[1] >= inOthers * nearlyAll;
  return isOne ? first[0] : localCurrency;
}

const leastShare = 0.3;
const nearlyAll = 0.9;

/** The numbers that a cell may be; a dot may group thousands. */
function numbersOf(cell: string): number[] {
  const text = cell.trim();
  return [parseNumber(text), parseNumber(text, true)].flatMap((number) =>
    number === null || number <= 0 ? [] : number,
  );
}

function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) <= b * 0.006;
}
