import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { labelOf, stages, type Stage } from '#shared/domain/choices.ts';
import { isDollar, saysDollars, type AmountColumn } from '../columns/amountColumns.ts';
import type { FieldName } from '../columns/fields.ts';
import { hasRound } from '../columns/roundColumns.ts';
import { amountShownAsDay, isoDateOf, parseDate } from '../values/dates.ts';
import { listText } from '../values/listLiteral.ts';
import { parseAmount, parseCount, parseCounted, parseNumber } from '../values/numbers.ts';
import { stageOf } from '../values/stage.ts';
import { cellText, entriesOf, listSeparator, oneLine } from '../values/text.ts';
import { withoutDay } from '../values/withDay.ts';
import type { Row, RowReading } from './row.ts';

/** What a row says about a company's funding. */
export type Funding = Pick<
  CompanyRecord,
  | 'stages'
  | 'fundingTotal'
  | 'fundedOn'
  | 'lastRound'
  | 'lastRoundAmount'
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
  const { stages: stagesIn } = reading.lookups.cells;
  const days = daysOf(row, reading);
  const totals = known(amountsOf(row, 'fundingTotal', reading));
  const amounts = amountsOf(row, 'lastRoundAmount', reading);
  // A total that cannot be read is not what a round was.
  const all = totals.length > 0 || row.text('fundingTotal').replace(zero, '') !== '' ? totals : known(amounts);
  const named = row.first('stage', stagesIn) ?? row.first('lastRound', stagesIn);
  return {
    stages: [...(named ?? roundsOf(row, reading))],
    fundingTotal: totalOf(all, row),
    fundedOn: days.reduce((latest, day) => (day > latest ? day : latest), ''),
    ...lastRoundOf(row, days, amounts, reading),
    fundingRounds: countIn(row, 'fundingRounds') ?? roundsIn(row),
    investorCount: countIn(row, 'investorCount'),
    investors: investorsOf(row),
  };
}

const zero = /^[$€£¥]?\s*0+(?:[.,]0+)?$/;

/** What was raised in all: the sum of the rounds that a record has a row for each, else the largest of its totals. */
function totalOf(amounts: readonly number[], row: Row): number | null {
  if (amounts.length === 0) return null;
  return row.rows > 1 ? amounts.reduce((sum, amount) => sum + amount, 0) : Math.max(...amounts);
}

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

function investorsOf(row: Row): string[] {
  if (!row.isFilled('investors')) return [];
  const names = row
    .raw('investors')
    .flatMap(([, cell]) => entriesOf(listText(cellText(cell))))
    .map((name) => name.slice(0, longestInvestor).replace(andOthers, '').trim())
    .filter((name) => /\p{L}{2}/u.test(name) && !noInvestor.test(name));
  return [...new Set(names)].slice(0, mostInvestors);
}

/** What follows the last name, or stands for names that are not given. */
const andOthers =
  /(?:^|\s)(?:&|and|et|und|y) (?:others?|more|autres|andere|otros)\.?$|^(?:and|&|und|et) (?=\S)|\s*\bet al\.?$/i;
const noInvestor = pattern('i')`
  ^(?:an? )?(?:undisclosed|un-?named|unspecified|un-?known|not disclosed|various|other)
    (?: (?:\w+ )?(?:investors?|hnis?|individuals?|angels?|vcs?|funds?))?(?:\(s\))?$|^(?:others?|more|tbd|none|nil)$
`;

function known(amounts: readonly (number | null)[]): number[] {
  return amounts.filter((amount) => amount !== null);
}

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
    const read = text.split(listSeparator).map((one) => {
      const day = isoDateOf(parseDate(one, hints.dateOrder.get(index) ?? 'monthFirst'));
      // A day that is years off is no day of a round.
      return day > '1900' && day < latest ? day : '';
    });
    return read.some((day) => day !== '') ? read : undefined;
  });
  return days ?? [];
}

/** Longest name of a round, in characters. */
const longestName = 60;

function lastRoundOf(
  row: Row,
  days: readonly string[],
  amounts: readonly (number | null)[],
  reading: RowReading,
): Pick<Funding, 'lastRound' | 'lastRoundAmount'> {
  const [stage] = roundsOf(row, reading);
  const name = nameOfLast(row, days, reading);
  if (stage === undefined || name !== '')
    return { lastRound: name, lastRoundAmount: amountOfLast(row, days, amounts, reading) };
  // Of rounds with a column each the latest stage is the last.
  const column = [...reading.rounds].find(([, of]) => of === stage)?.[0];
  const at = row.raw('lastRoundAmount').findIndex(([index]) => index === column);
  return { lastRound: labelOf(stages, stage), lastRoundAmount: amounts[at] ?? null };
}

/**
 * The amount of the last round, by the surest column that is not of one certain round: others (`Last equity funding
 * amount`) may be about another round.
 */
function amountOfLast(
  row: Row,
  days: readonly string[],
  amounts: readonly (number | null)[],
  { rounds }: RowReading,
): number | null {
  let from = 0;
  for (const [index, cell] of row.raw('lastRoundAmount')) {
    const { length } = cell.split(listSeparator);
    if (!rounds.has(index)) return ofLast(amounts.slice(from, from + length), days) ?? null;
    from += length;
  }
  return null;
}

function nameOfLast(row: Row, days: readonly string[], { roundNames, lookups }: RowReading): string {
  const ofStage = roundNames.size === 0 ? [] : row.raw('stage').filter(([index]) => roundNames.has(index));
  const cells = [...row.raw('lastRound'), ...ofStage];
  for (const [, cell] of cells) {
    const entries = listText(cellText(cell)).split(listSeparator);
    const name = oneLine(ofLast(entries, days) ?? '');
    // `Acquired` is what came after all rounds.
    const isRound = /\p{L}/u.test(name) && name.length <= longestName && lookups.cells.status(name) === '';
    if (isRound) return roundName(name);
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

/** The amounts of a field in USD; null for an entry that is none, or that is in another currency. */
function amountsOf(row: Row, field: FieldName, { hints }: RowReading): (number | null)[] {
  if (!row.isFilled(field)) return [];
  const cells = row
    .raw(field)
    .flatMap(([index, cell]) => cell.split(listSeparator).map((one, at, all) => [index, one, at, all.length] as const));
  return cells.map(([index, cell, at, count]) => {
    const column = hints.amounts.get(index);
    const currency = currencyOf(row, column, at, count);
    if ((column?.foreign === true && !ownDollars.test(cell)) || !isDollar(currency)) return null;
    const text = withoutDay(cellText(cell));
    const amount =
      amountShownAsDay(text, [...hints.dateOrder.values()][0]) ??
      parseAmount(text, hints.dotGroups.has(index), column?.dollars === true || saysDollars(currency));
    const bare = bareNumber(text, hints.dotGroups.has(index), column);
    // The header's unit counts for bare numbers, which may have fractions then.
    const counted = bare !== null && column !== undefined && column.unit !== 1 && bare < column.unitBelow;
    const dollars = counted ? Math.round(bare * column.unit) : amount;
    return dollars !== null && dollars > 0 ? dollars : null;
  });
}

/** The currency beside an amount, the one at its place where both are lists of so many; `''` for none. */
function currencyOf(row: Row, column: AmountColumn | undefined, at: number, count: number): string {
  const currency = row.cell(column?.currencyColumn);
  const each = currency.split(listSeparator);
  return (each.length === count ? each[at] : currency) ?? '';
}

/**
 * The number that a cell is, if it is no more than that and a sign for dollars; in a column of millions `3,456` may be
 * a fraction.
 */
function bareNumber(text: string, dotGroups: boolean, column: AmountColumn | undefined): number | null {
  if (column === undefined || column.unit === 1) return parseNumber(text, dotGroups);
  const number = text.length > longestNumber ? text : text.replace(dollarSign, '');
  return number.includes('.') ? parseNumber(number, dotGroups) : parseCounted(number, dotGroups);
}

const longestNumber = 40;
const dollarSign = /^(?:us\s?)?\$\s*|^usd\s+|\s*(?:us)?\$$|\s+usd$/i;
