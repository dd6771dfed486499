import type { ColumnMatch, LeftOut } from '#shared/bridge/workspace.ts';
import type { ColumnHints } from './hints.ts';
import { ownName } from './ownColumns.ts';

/** The columns with what the file leaves open of their values and only the whole of them tells. */
export function withQuestions(columns: readonly ColumnMatch[], hints: ColumnHints): ColumnMatch[] {
  const currencies = new Set([...hints.amounts.values()].map(({ currencyColumn }) => currencyColumn));
  return columns.map((column) => {
    const { index, field } = column;
    if (currencies.has(index)) return { ...column, reason: 'it says which currency an amount is in' };
    if (hints.openOrder.has(index) && field !== 'founded') {
      const asks = hints.unknownOrder.has(index) ? orderQuestion(column) : '';
      return { ...column, asks, open: { field, parts: ['order'] } };
    }
    if (!hints.openCurrency.has(index)) return withoutCurrency(column);
    const asks = hints.unknownCurrency.has(index) ? currencyQuestion : column.asks;
    return { ...column, asks, open: column.open ?? { field, parts: ['currency'] } };
  });
}

/** A column beside it says the currency of its amounts: only their unit is open. */
function withoutCurrency(column: ColumnMatch): ColumnMatch {
  const { open, field } = column;
  return open?.field === field && open.parts.includes('currency')
    ? { ...column, open: { field, parts: ['unit'] } }
    : column;
}

function orderQuestion({ samples }: ColumnMatch): string {
  const example = samples.find((sample) => ambiguous.test(sample)) ?? '03/04/2023';
  return (
    `Nothing says whether ${example} begins with the day or the month, so such dates stay under their own header. ` +
    'Choose which, or write “(dd/mm/yyyy)” or “(mm/dd/yyyy)” into the header.'
  );
}

const currencyQuestion =
  'Nothing says which currency these amounts are in, so they stay under their own header. ' +
  'Choose it, or write it into the header, such as “(SEK)”.';

const ambiguous = /^\s*(?:0?[1-9]|1[0-2])[/.-](?:0?[1-9]|1[0-2])[/.-]\d{2,4}/;

/** What is asked of a file's columns, a line each. */
export function questionsOf(columns: readonly ColumnMatch[]): string[] {
  return columns.flatMap(({ header, index, asks }) => (asks === '' ? [] : [`${ownName(header, index)}: ${asks}`]));
}

/** The columns that are not imported, and why. A column without a value has nothing to leave out. */
export function leftOutOf(columns: readonly ColumnMatch[]): LeftOut[] {
  return columns.flatMap(({ header, index, field, reason, samples }) =>
    field === '' && samples.length > 0 ? [{ column: ownName(header, index), reason }] : [],
  );
}
