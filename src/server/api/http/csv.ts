import type { Company } from '#shared/domain/company.ts';
import type { ExportColumn } from '#shared/domain/exportColumns.ts';
import { withGuards } from '#shared/domain/formulaText.ts';

const needsQuotes = /[",\r\n]/;

/** A text as a CSV cell (RFC 4180): quoted if necessary, with a `'` before what could be taken for a formula. */
export function csvText(value: string): string {
  const inert = withGuards(value);
  return needsQuotes.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A number as a CSV cell: plain digits, even if negative; blank if there is none. */
export function csvNumber(value: number | null): string {
  return value === null || !Number.isFinite(value) ? '' : String(value);
}

/** The header row, with its line end. */
export function csvHeader(columns: readonly ExportColumn[]): string {
  return `${columns.map((column) => csvText(column.header)).join(',')}\r\n`;
}

/** One company's cell. */
export function csvCell(column: ExportColumn, company: Company): string {
  return column.kind === 'number' ? csvNumber(column.value(company)) : csvText(column.value(company));
}

/** One company's row, with its line end. */
export function csvRow(columns: readonly ExportColumn[], company: Company): string {
  return `${columns.map((column) => csvCell(column, company)).join(',')}\r\n`;
}
