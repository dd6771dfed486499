import type { Company } from '#shared/domain/company.ts';
import type { ExportColumn } from '#shared/domain/exportColumns.ts';
import { csvLine, csvText } from '#shared/domain/csvText.ts';

/** A number as a CSV cell: plain digits, even if negative; blank if there is none. */
export function csvNumber(value: number | null): string {
  return value === null || !Number.isFinite(value) ? '' : String(value);
}

/** The header row, with its line end. */
export function csvHeader(columns: readonly ExportColumn[]): string {
  return csvLine(columns.map(({ header }) => header));
}

/** One company's cell. */
export function csvCell(column: ExportColumn, company: Company): string {
  return column.kind === 'number' ? csvNumber(column.value(company)) : csvText(column.value(company));
}

/** One company's row, with its line end. */
export function csvRow(columns: readonly ExportColumn[], company: Company): string {
  return `${columns.map((column) => csvCell(column, company)).join(',')}\r\n`;
}
