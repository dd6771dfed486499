import type { ColumnMatch, LeftOut } from '#shared/bridge/workspace.ts';
import type { ColumnHints } from './hints.ts';
import { ownName } from './ownColumns.ts';

/** The columns with what the file leaves open of their values and only the whole of them tells. */
export function withQuestions(columns: readonly ColumnMatch[], { unknownOrder, amounts }: ColumnHints): ColumnMatch[] {
  const currencies = new Set([...amounts.values()].map(({ currencyColumn }) => currencyColumn));
  return columns.map((column) => {
    if (currencies.has(column.index)) return { ...column, reason: 'it says which currency an amount is in' };
    if (!unknownOrder.has(column.index) || column.field === 'founded') return column;
    return { ...column, asks: orderQuestion(column) };
  });
}

function orderQuestion({ samples, header }: ColumnMatch): string {
  const example = samples.find((sample) => ambiguous.test(sample)) ?? '03/04/2023';
  const name = header === '' ? 'Date' : header;
  return (
    `Nothing says whether ${example} begins with the day or the month, so such dates stay under their own header. ` +
    `Write “${name} (dd/mm/yyyy)” or “${name} (mm/dd/yyyy)” as the header and import the file again.`
  );
}

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
