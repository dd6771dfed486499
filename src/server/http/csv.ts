import type { Company } from '#shared/domain/company.ts';
import type { ExportColumn } from '#shared/domain/exportColumns.ts';

/**
 * First characters by which a spreadsheet may take a text for a formula; a NUL or a line break it may skip, and then do so
 * (QUALITY S39). Compared as numbers, because every cell of an export passes here.
 */
const formulaStarts = new Set(Array.from('=+-@\t\r\n\0＝＋－＠', (character) => character.charCodeAt(0)));
const needsQuotes = /[",\r\n]/;

/** A text as a CSV cell (RFC 4180): quoted where it must be, with a `'` before what could be taken for a formula. */
export function csvText(value: string): string {
  const inert = formulaStarts.has(value.charCodeAt(0)) ? `'${value}` : value;
  return needsQuotes.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A number as a CSV cell: plain digits, also where it is negative; blank where there is none. */
export function csvNumber(value: number | null): string {
  return value === null || !Number.isFinite(value) ? '' : String(value);
}

/** The header row, with its line end. */
export function csvHeader(columns: readonly ExportColumn[]): string {
  return `${columns.map((column) => csvText(column.header)).join(',')}\r\n`;
}

/** Rows with their line ends. */
export function csvRows(columns: readonly ExportColumn[], companies: readonly Company[]): string {
  let text = '';
  for (const company of companies) {
    let line = '';
    for (const column of columns) {
      const cell = column.kind === 'number' ? csvNumber(column.value(company)) : csvText(column.value(company));
      line += line === '' && column === columns[0] ? cell : `,${cell}`;
    }
    text += `${line}\r\n`;
  }
  return text;
}
