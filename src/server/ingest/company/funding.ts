import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { labelOf, stages, type Stage } from '#shared/domain/choices.ts';
import { inDollars, readMoney, writeMoney } from '#shared/domain/money.ts';
import { isDollar, saysDollars, type AmountColumn } from '../columns/amountColumns.ts';
import { currencyIn, currencyOfCell, sharedSign, withoutCurrency, withoutSharedSign } from '../values/currencies.ts';
import type { FieldName } from '../columns/fields.ts';
import type { ColumnHints } from '../columns/hints.ts';
import { hasRound } from '../columns/roundColumns.ts';
import { amountShownAsDay, isDayZero, isoDateOf, parseDate } from '../values/dates.ts';
import { listText } from '../values/listLiteral.ts';
import { parseAmount, parseCount, parseCounted, parseNumber } from '../values/numbers.ts';
import { amountAndRound } from '../values/roundCell.ts';
import { stageOf } from '../values/stage.ts';
import { cellText, entriesOf, listSeparator, oneLine } from '../values/text.ts';
import { withoutDay } from '../values/withDay.ts';
import type { Row, RowReading } from './row.ts';

/** What a row says about a company's funding. */
export type Funding = Pick<
  CompanyRecord,
  | 'stages'
  | 'fundingTotal'
  | 'fundingTotalOriginal'
  | 'fundedOn'
  | 'lastRound'
  | 'lastRoundAmount'
  | 'lastRoundAmountOriginal'
  | 'fundingRounds'
  | 'investorCount'
  | 'investors'
>;

/**
 * Reads a row's funding. Of several rounds in a cell the latest counts as the last, where the file has their days in
 * the same order; else nothing is said of it. The total is the largest of the totals a row knows (that of all funding
 * is at least that of equity); where only amounts of rounds are known, the largest is what is known of the total.
 */
export function readFunding(row: Row, reading: RowReading): Funding {
  const days = daysOf(row, reading);
  const totals = known(amountsOf(row, 'fundingTotal', reading));
  const amounts = amountsOfRounds(row, reading);
  const isOfRound = row.rows > 1 || namesRound(row);
  const ofRounds = amounts.length > 0 || !isOfRound ? amounts : amountsOf(row, 'fundingTotal', reading);
  // A total that cannot be read is not what a round was, and one that an export of ours has not is not known.
  const isTold = totals.length > 0 || reading.isExport || row.peek('fundingTotal').replace(zero, '') !== '';
  const all = isTold ? totals : known(amounts);
  return {
    stages: stagesIn(row, reading),
    ...totalOf(all, row, reading),
    fundedOn: days.reduce((latest, day) => (day > latest ? day : latest), ''),
    ...lastRoundOf(row, days, ofRounds, reading),
    fundingRounds: countIn(row, 'fundingRounds') ?? roundsIn(row),
    investorCount: countIn(row, 'investorCount'),
    investors: investorsOf(row, reading),
  };
}

function stagesIn(row: Row, reading: RowReading): Stage[] {
  const { stages: read } = reading.lookups.cells;
  const said = row.first('stage', read);
  if (said !== undefined || reading.isExport) return [...(said ?? [])];
  const named =
    row.first('lastRound', read) ??
    row.first('lastRoundAmount', (text) => read(amountAndRound(text)?.round ?? '')) ??
    row.first('fundingTotal', (text) => (hasWord.test(text) ? read(amountAndRound(text)?.round ?? '') : undefined));
  return [...(named ?? roundsOf(row, reading))];
}

/** Whether the amount raised says of which round it is: `$1.5M Seed`. */
function namesRound(row: Row): boolean {
  return row.raw('fundingTotal').some(([, cell]) => hasWord.test(cell) && amountAndRound(cellText(cell)) !== null);
}

/** Amounts are many, and hardly any has a word. */
const hasWord = /\p{L}{3}/u;

const zero = /^[$€£¥]?\s*0+(?:[.,]0+)?$/;

/** How many rounds a record has, if it has a row for each. */
function roundsIn(row: Row): number | null {
  const rounds = row.rows > 1 ? row.rowsWith(['fundedOn', 'stage', 'lastRound', 'lastRoundAmount', 'fundingTotal']) : 0;
  return rounds > 1 ? rounds : null;
}

/** A number of things that a row counts, from one on. */
export function countIn(row: Row, field: FieldName): number | null {
  const count = row.first(field, (text) => {
    const found = parseCount(text);
    return found !== null && found > 0 ? found : undefined;
  });
  return count ?? null;
}

/** Longest list of investors kept, and longest name of one, in characters. */
const mostInvestors = 200;
const longestInvestor = 120;

function investorsOf(row: Row, { isExport }: RowReading): string[] {
  if (!row.isFilled('investors')) return [];
  const names = row.raw('investors').flatMap(([index]) => {
    const entries = row.entries(index);
    const named = isExport
      ? entries
      : entries
          .map((name) => name.slice(0, longestInvestor).replace(andOthers, '').trim())
          .filter((name) => /\p{L}{2}/u.test(name) && !noInvestor.test(name));
    if (named.length > 0) row.use(index);
    return named;
  });
  return [...new Set(names)].slice(0, mostInvestors);
}

/** What follows the last name, or stands for names that are not given. */
const andOthers =
  /(?:^|\s)(?:&|and|et|und|y) (?:others?|more|autres|andere|otros)\.?$|^(?:and|&|und|et) (?=\S)|\s*\bet al\.?$/i;
const noInvestor = pattern('i')`
  ^(?:an? )?(?:undisclosed|un-?named|unspecified|un-?known|not disclosed|various|other)
    (?: (?:\w+ )?(?:investors?|hnis?|individuals?|angels?|vcs?|funds?))?(?:\(s\))?$|^(?:others?|more|tbd|none|nil)$
`;

/** The other currencies that a row has amounts in, by their codes. */
export function currenciesIn(row: Row, reading: RowReading): string[] {
  const amounts = (['fundingTotal', 'lastRoundAmount'] as const).flatMap((field) => amountsOf(row, field, reading));
  return known(amounts).flatMap(({ currency }) => (currency === dollars ? [] : [currency]));
}

/** An amount of a row: in US dollars, or in the currency of this code. */
interface Amount {
  readonly amount: number;
  readonly currency: string;
}

function known(amounts: readonly (Amount | null)[]): Amount[] {
  return amounts.filter((amount) => amount !== null);
}

/**
 * What was raised in all: the sum of the rounds that a record has a row for each, else the largest of its totals; in
 * dollars, and beside it in the first other currency. A sum of rounds in several currencies is not known. What Winnow
 * itself has written goes before what other columns say.
 */
function totalOf(
  amounts: readonly Amount[],
  row: Row,
  reading: RowReading,
): Pick<Funding, 'fundingTotal' | 'fundingTotalOriginal'> {
  const given = row.first('fundingTotalOriginal', writtenMoney) ?? '';
  const written = ofOther(given);
  const original = amounts.find(({ currency }) => currency !== dollars)?.currency ?? '';
  if (original === '') return { fundingTotal: inAll(amounts, row) ?? dollarsIn(given), fundingTotalOriginal: written };
  const others = amounts.filter(({ currency }) => currency === original);
  const own = amounts.filter(({ currency }) => currency === dollars);
  if (row.rows > 1 && others.length < amounts.length) return { fundingTotal: null, fundingTotalOriginal: written };
  const other = inAll(others, row);
  const said = written || (other === null ? '' : writtenAt({ amount: other, currency: original }, reading));
  return { fundingTotal: inAll(own, row) ?? dollarsIn(said), fundingTotalOriginal: said };
}

/** The sum of amounts in one currency where a record has a row for each of them, or the largest. */
function inAll(amounts: readonly Amount[], row: Row): number | null {
  let found: number | null = null;
  for (const { amount } of amounts) found = row.rows > 1 ? (found ?? 0) + amount : Math.max(found ?? 0, amount);
  return found;
}

/** An amount in another currency as it is stored, with the rate that the user has given. */
function writtenAt({ amount, currency }: Amount, { rates }: RowReading): string {
  return writeMoney({ amount, currency, rate: rates[currency] ?? null });
}

function dollarsIn(written: string): number | null {
  const money = readMoney(written);
  return money?.currency === dollars ? money.amount : money === null ? null : inDollars(money);
}

/** The same where it is in another currency: other programs have dollars in such a column, too. */
function ofOther(written: string): string {
  return written.startsWith(dollars) ? '' : written;
}

/** What Winnow itself has written of an amount in another currency. */
function writtenMoney(text: string): string | undefined {
  return readMoney(text) === null ? undefined : text;
}

const dollars = 'USD';

/** The entry that is about the last round: the only one, or that of the latest day. */
function ofLast<T>(entries: readonly T[], days: readonly string[]): T | undefined {
  if (entries.length < 2) return entries[0];
  if (entries.length !== days.length) return undefined;
  const latest = days.reduce((best, day, at) => (day > days[best]! ? at : best), 0);
  return days[latest] === '' ? undefined : entries[latest];
}

/** The days of a row's rounds, `''` for what is none, in the order of the cell. */
function daysOf(row: Row, { hints, discoveredDate }: RowReading): string[] {
  const latest = String(Number(discoveredDate.slice(0, 4)) + 2);
  const days = row.first('fundedOn', (text, index) => {
    const read = eachOf(text, mayBeDay).map((one) => {
      const date = parseDate(one, hints.dateOrder.get(index) ?? 'monthFirst');
      const day = isDayZero(date) ? '' : isoDateOf(date);
      // A day that is years off is no day of a round.
      return day > '1900' && day < latest ? day : '';
    });
    return read.some((day) => day !== '') ? read : undefined;
  });
  return days ?? [];
}

/** The entries of a cell about rounds, which has a list where all of it are such entries: `2019-05-01; 2021-06-01`. */
function eachOf(cell: string, entry: RegExp): readonly string[] {
  if (cell.includes(listSeparator)) return cell.split(listSeparator);
  if (cell.length > longestList || !listSign.test(cell)) return [cell];
  const entries = cell.split(listSign).map((one) => one.trim());
  return entries.every((one) => entry.test(one)) ? entries : [cell];
}

const longestList = 1000;
const listSign = /\s*[;|\n]\s*/;
const mayBeDay = /^$|^[^;|]*\b\d{4}\b[^;|]*$|^\d{1,2}[./-]\d{1,2}[./-]\d{2}$/;
const mayBeAmount = /^$|^[^\d;|]{0,5}\d[\d.,\s]*\S{0,12}$/;

/** Longest name of a round, in characters. */
const longestName = 60;

function lastRoundOf(
  row: Row,
  days: readonly string[],
  amounts: readonly (Amount | null)[],
  reading: RowReading,
): Pick<Funding, 'lastRound' | 'lastRoundAmount' | 'lastRoundAmountOriginal'> {
  const [stage] = roundsOf(row, reading);
  const name = nameOfLast(row, days, reading);
  if (stage === undefined || name !== '')
    return { lastRound: name, ...ofRound(row, amountOfLast(row, days, amounts, reading), reading) };
  // Of rounds with a column each the latest stage is the last.
  const column = [...reading.rounds].find(([, of]) => of === stage)?.[0];
  const at = row.raw('lastRoundAmount').findIndex(([index]) => index === column);
  return { lastRound: labelOf(stages, stage), ...ofRound(row, amounts[at] ?? null, reading) };
}

function ofRound(
  row: Row,
  amount: Amount | null,
  reading: RowReading,
): Pick<Funding, 'lastRoundAmount' | 'lastRoundAmountOriginal'> {
  const said = row.first('lastRoundAmountOriginal', writtenMoney) ?? '';
  if (amount === null || amount.currency === dollars) {
    return { lastRoundAmount: amount?.amount ?? dollarsIn(said), lastRoundAmountOriginal: ofOther(said) };
  }
  const written = said || writtenAt(amount, reading);
  return { lastRoundAmount: dollarsIn(written), lastRoundAmountOriginal: written };
}

/**
 * The amount of the last round, by the surest column that is not of one certain round: others (`Last equity funding
 * amount`) may be about another round.
 */
function amountOfLast(
  row: Row,
  days: readonly string[],
  amounts: readonly (Amount | null)[],
  { rounds }: RowReading,
): Amount | null {
  if (!row.isFilled('lastRoundAmount')) return ofLast(amounts, days) ?? null;
  let from = 0;
  for (const [index, cell] of row.raw('lastRoundAmount')) {
    const { length } = eachOf(cell, mayBeAmount);
    if (!rounds.has(index)) return ofLast(amounts.slice(from, from + length), days) ?? null;
    from += length;
  }
  return null;
}

/** The cells that may name a round, the surest first. */
function* namesOfRounds(row: Row, roundNames: ReadonlySet<number>): Iterable<[index: number, cell: string]> {
  yield* row.raw('lastRound');
  for (const stage of roundNames.size === 0 ? [] : row.raw('stage')) if (roundNames.has(stage[0])) yield stage;
  for (const field of ['lastRoundAmount', 'fundingTotal'] as const)
    for (const amount of row.raw(field))
      if (hasWord.test(amount[1]) && amountAndRound(cellText(amount[1])) !== null) yield amount;
}

function nameOfLast(row: Row, days: readonly string[], { roundNames, lookups, isExport }: RowReading): string {
  if (isExport) return row.text('lastRound');
  for (const [index, cell] of namesOfRounds(row, roundNames)) {
    const text = listText(cellText(cell));
    const listed = days.length > 1 && !text.includes(listSeparator) ? entriesOf(text) : [];
    const entries = listed.length > 0 && listed.length === days.length ? listed : text.split(listSeparator);
    const written = oneLine(ofLast(entries, days) ?? '');
    const name = amountAndRound(written)?.round ?? written;
    // `Acquired` is what came after all rounds.
    const isRound = /\p{L}/u.test(name) && name.length <= longestName && lookups.cells.status(name) === '';
    if (!isRound) continue;
    row.use(index);
    return roundName(name);
  }
  return '';
}

/** `series-a` and `convertible_note` are how programs write, and a bare `a` is a code. */
function roundName(text: string): string {
  const stage = /^[a-c]\d?$/i.test(text) ? stageOf(text) : undefined;
  if (stage !== undefined) return labelOf(stages, stage);
  if (!/^[a-z]+(?:[-_][a-z]+)*$/.test(text)) return text;
  return text
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** The stages of the rounds that have columns of their own, the latest first. */
function roundsOf(row: Row, { rounds }: RowReading): Stage[] {
  if (rounds.size === 0) return [];
  const found = new Set([...rounds].filter(([index]) => hasRound(cellText(row.cell(index)))).map(([, stage]) => stage));
  return stages
    .map(({ value }) => value)
    .filter((stage) => found.has(stage))
    .toReversed();
}

/** What says dollars in the cell, whatever its column says: `$1.2M` under `Raised (€)`. */
const ownDollars = /^(?:us)? ?\$|\busd?\b|美元|美金|ドル|달러/i;

/** The amounts of rounds; of a column of rounds where no other has them: `$1.1M / Seed`. */
function amountsOfRounds(row: Row, reading: RowReading): (Amount | null)[] {
  const amounts = amountsOf(row, 'lastRoundAmount', reading);
  if (amounts.some((amount) => amount !== null)) return amounts;
  const rounds = [...row.raw('lastRound'), ...row.raw('stage')];
  const [index, cell] = rounds.find(([, text]) => text !== '' && amountAndRound(cellText(text)) !== null) ?? [];
  if (index === undefined || cell === undefined) return amounts;
  return cell.split(listSeparator).map((entry) => {
    const found = amountAndRound(cellText(entry))?.amount ?? '';
    return found === '' ? null : amountOf(found, index, '', reading.hints);
  });
}

/** The amounts of a field; null for an entry that is none, or of which nobody knows the currency. */
function amountsOf(row: Row, field: FieldName, { hints }: RowReading): (Amount | null)[] {
  if (!row.isFilled(field)) return [];
  const amounts: (Amount | null)[] = [];
  for (const [index, cell] of row.raw(field)) {
    const entries = eachOf(cell, mayBeAmount);
    for (const [at, entry] of entries.entries()) {
      const amount = amountOf(entry, index, currencyOf(row, hints.amounts.get(index), at, entries.length), hints);
      if (amount !== null) row.noteAmount(index, amount);
      amounts.push(amount);
    }
  }
  return amounts;
}

/** The amount of a cell of a column, with the currency that stands beside it (`''` for none). */
export function amountOf(cell: string, index: number, currency: string, hints: ColumnHints): Amount | null {
  const column = hints.amounts.get(index);
  const written = withoutDay(cellText(cell));
  const text = amountAndRound(written)?.amount ?? written;
  const dotGroups = hints.dotGroups.has(index);
  if ((column?.foreign === true && !ownDollars.test(cell)) || !isDollar(currency)) {
    return amountIn(currencyIn(text) || currencyOfCell(currency) || (column?.currency ?? ''), text, column, dotGroups);
  }
  const value = dollarsOf(text, column, hints, dotGroups, saysDollars(currency));
  if (value !== null) return value > 0 ? { amount: value, currency: dollars } : null;
  return text === '' ? null : amountIn(currencyIn(text), text, column, dotGroups);
}

/** The dollars that a text is; `inDollars` if what stands beside it says so. */
function dollarsOf(
  text: string,
  column: AmountColumn | undefined,
  { dateOrder }: ColumnHints,
  dotGroups: boolean,
  inDollars: boolean,
): number | null {
  const amount =
    amountShownAsDay(text, [...dateOrder.values()][0]) ??
    parseAmount(text, dotGroups, column?.dollars === true || inDollars);
  // The header's unit counts for bare numbers, which may have fractions then.
  return countedIn(text, column, dotGroups) ?? amount;
}

/** A bare number in the unit of its column; null where it is none, or where the column counts in ones. */
function countedIn(text: string, column: AmountColumn | undefined, dotGroups: boolean): number | null {
  if (column === undefined || column.unit === 1) return null;
  const bare = bareNumber(text, dotGroups);
  return bare !== null && bare < column.unitBelow ? Math.round(bare * column.unit) : null;
}

/** The amount of a cell in another currency; null where that is not known, or where the cell is none. */
function amountIn(currency: string, text: string, column: AmountColumn | undefined, dotGroups: boolean): Amount | null {
  if (currency === '' || currency === sharedSign || currency === dollars) return null;
  const number = withoutSharedSign(withoutCurrency(text), currency).trim();
  const amount = countedIn(number, column, dotGroups) ?? parseAmount(number, dotGroups, true);
  return amount !== null && amount > 0 ? { amount, currency } : null;
}

/** The currency beside an amount, the one at its place where both are lists of so many; `''` for none. */
function currencyOf(row: Row, column: AmountColumn | undefined, at: number, count: number): string {
  const currency = row.cell(column?.currencyColumn);
  const each = currency.split(listSeparator);
  return (each.length === count ? each[at] : currency) ?? '';
}

/** The number that a cell is, if it is no more than that and a sign for dollars; `3,456` may be a fraction. */
function bareNumber(text: string, dotGroups: boolean): number | null {
  const number = text.length > longestNumber ? text : text.replace(dollarSign, '');
  return number.includes('.') ? parseNumber(number, dotGroups) : parseCounted(number, dotGroups);
}

const longestNumber = 40;
const dollarSign = /^(?:us\s?)?\$\s*|^usd\s+|\s*(?:us)?\$$|\s+usd$/i;
