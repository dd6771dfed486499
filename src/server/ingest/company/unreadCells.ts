import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { readMoney } from '#shared/domain/money.ts';
import { fold } from '#shared/domain/text.ts';
import type { FieldName } from '../columns/fields.ts';
import { marked, unmarked } from '../columns/roundColumns.ts';
import { isDayZero, isoDateOf, onlyYearIn, parseDate } from '../values/dates.ts';
import { cellText, oneLine, withoutTags } from '../values/text.ts';
import type { Row, RowReading } from './row.ts';

/**
 * The columns of our fields whose cell in a row says something that no value was read from: a second column of one
 * field that says otherwise, a state, a cell that cannot be read. They are kept under their own headers, so that
 * nothing of a row is lost.
 */
export function unreadCells(row: Row, record: CompanyRecord, reading: RowReading): number[] {
  const unread: number[] = [];
  for (const [field, indices] of reading.columns) {
    for (let at = 0; at < indices.length; at++) {
      const index = indices[at]!;
      // This runs for every cell of every row.
      if (row.isUsed(index)) continue;
      const cell = row.cell(index);
      if (cell !== '' && saysMore(cell, index, field, { row, record, reading, indices })) unread.push(index);
    }
  }
  return unread.length > 1 ? unread.toSorted((a, b) => a - b) : unread;
}

interface Beside {
  readonly row: Row;
  readonly record: CompanyRecord;
  readonly reading: RowReading;
  /** The columns of the field. */
  readonly indices: readonly number[];
}

function saysMore(cell: string, index: number, field: FieldName, beside: Beside): boolean {
  const { row, record, reading, indices } = beside;
  if (cell.trim() === '' || isZero.test(cell)) return false;
  // No mark for a round is no round.
  if (reading.rounds.has(index) && (marked.test(cell.trim()) || unmarked.test(cell.trim()))) return false;
  const text = reading.isExport ? cellText(row.cell(index)) : row.cleaned(index);
  if (text === '' || sayings[field]?.(text, record, { index, row, reading }) === true) return false;
  return indices.length === 1 || !isSaid(row, index, indices);
}

const isZero = /^\s*[$€£¥]?\s*0+(?:[.,]0+)?\s*$/;

/** Whether another column of the field that was read has the same text. */
function isSaid(row: Row, index: number, indices: readonly number[]): boolean {
  const text = fold(row.cell(index).trim());
  return indices.some((other) => other !== index && row.isUsed(other) && fold(row.cell(other).trim()) === text);
}

/** Whether a record says already what a cell of a field does, by how the field is read. */
type Saying = (
  text: string,
  record: CompanyRecord,
  cell: { readonly index: number; readonly row: Row; readonly reading: RowReading },
) => boolean;

const sayings: Partial<Record<FieldName, Saying>> = {
  name: (text, { name }) => fold(oneLine(text)) === fold(name),
  country: (text, { countryCode }, { reading }) => reading.lookups.countries.codeOf(text) === countryCode,
  employees: (text, { employeeCount, employeeBand }, { reading }) => {
    const read = reading.lookups.cells.employees(text);
    if (read === null) return false;
    return read.count === null
      ? read.band === employeeBand || isWithin(employeeCount, read.band)
      : read.count === employeeCount;
  },
  founded: (text, { founded }) =>
    founded !== null && (parseDate(text, 'monthFirst')?.year ?? onlyYearIn(text)) === founded,
  fundedOn: (text, { fundedOn }, { index, reading }) =>
    // The day zero of a sheet says nothing.
    isDayZero(parseDate(text, 'monthFirst')) ||
    (fundedOn !== '' && isoDateOf(parseDate(text, reading.hints.dateOrder.get(index) ?? 'unknown')) === fundedOn),
  fundingTotal: (_, { fundingTotal, fundingTotalOriginal }, cell) =>
    hasAmount(cell, [fundingTotal], [fundingTotalOriginal]),
  lastRoundAmount: (_, { fundingTotal, fundingTotalOriginal, lastRoundAmount, lastRoundAmountOriginal }, cell) =>
    hasAmount(cell, [lastRoundAmount, fundingTotal], [lastRoundAmountOriginal, fundingTotalOriginal]),
  status: (text, { status }, { reading }) => status !== '' && reading.lookups.cells.status(text) === status,
  descriptionShort: isDescribed,
  descriptionLong: isDescribed,
};

/** Whether an amount that a cell has is one of these, in dollars or as it is stored in another currency. */
function hasAmount(
  { index, row }: { readonly index: number; readonly row: Row },
  dollars: readonly (number | null)[],
  originals: readonly string[],
): boolean {
  const amounts = row.amountsIn(index);
  // The rounds that a record has a row for each are summed up.
  if (row.rows > 1) return amounts.length > 0;
  return amounts.some(({ amount, currency }) => {
    if (currency === 'USD') return dollars.includes(amount);
    return originals.map(readMoney).some((money) => money?.amount === amount && money.currency === currency);
  });
}

function isDescribed(text: string, { description: { short, long } }: CompanyRecord): boolean {
  const said = withoutTags(text);
  return short.includes(oneLine(said)) || long.includes(said);
}

/** Whether a number of people is within a band: `42` in `11-50`. */
function isWithin(count: number | null, band: string): boolean {
  const [, least = '', most = ''] = /^(\d+)(?:-(\d+)|\+)$/.exec(band) ?? [];
  return count !== null && least !== '' && count >= Number(least) && (most === '' || count <= Number(most));
}
