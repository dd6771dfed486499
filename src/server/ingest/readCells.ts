import type { ColumnMatch } from '#shared/bridge/workspace.ts';
import { dollarText, formatCount, formatDay } from '#shared/domain/formats.ts';
import { moneyText } from '#shared/domain/money.ts';
import { amountOf } from './company/funding.ts';
import type { RowReading } from './company/row.ts';
import { isoDateOf, parseDate } from './values/dates.ts';

/** A column of which the file leaves something open, with how its first cells are read. */
export function withReads(column: ColumnMatch, reading: RowReading): ColumnMatch {
  return (column.open ?? null) === null
    ? column
    : { ...column, reads: column.samples.map((cell) => readOf(cell, column, reading)) };
}

/** A cell as it is read, for display; `''` where it is kept as text. */
function readOf(cell: string, { index, field }: ColumnMatch, { hints }: RowReading): string {
  if (field === 'fundedOn' || field === 'valuesOn') {
    const day = isoDateOf(parseDate(cell, hints.dateOrder.get(index) ?? 'unknown'));
    return day === '' ? '' : formatDay(day);
  }
  if (field !== 'fundingTotal' && field !== 'lastRoundAmount') return '';
  const amount = amountOf(cell, index, '', hints);
  if (amount === null) return '';
  // Its currency stands in another column, which is another one in each row.
  if (hints.amounts.get(index)?.currencyColumn !== undefined) return formatCount(amount.amount);
  return amount.currency === 'USD' ? dollarText(amount.amount) : moneyText(amount);
}
