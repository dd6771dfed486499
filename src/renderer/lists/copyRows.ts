import Papa from 'papaparse';
import { withGuards } from '#shared/domain/formulaText.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { columns, listColumn } from '../grid/columns.ts';
import type { CompanyRow } from '../grid/cells/companyRow.ts';

export type CopyFormat = 'tsv' | 'csv' | 'markdown';

/** Rows as a table with headers, in the columns that are shown. `columnIds` are in the order of the screen. */
export function tableText(
  rows: readonly CompanyRow[],
  columnIds: readonly string[],
  listOf: (row: CompanyRow) => ListName,
  format: CopyFormat,
): string {
  const shown = columnIds.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const fields = shown.map(({ title }) => title);
  const data = rows.map((row) =>
    shown.map(({ id, text }) => {
      if (id === listColumn) return listOf(row) === 'None' ? '' : listOf(row);
      return text?.(row) ?? '';
    }),
  );
  if (format === 'markdown') return markdownTable(fields, data);
  // A cell must stay a text in the spreadsheet that it is pasted into.
  const inert = data.map((cells) => cells.map((cell) => withGuards(cell)));
  return Papa.unparse({ fields, data: inert }, { delimiter: format === 'tsv' ? '\t' : ',' });
}

function markdownTable(fields: readonly string[], data: readonly (readonly string[])[]): string {
  return [line(fields), line(fields.map(() => '---')), ...data.map((cells) => line(cells))].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => inCell(cell)).join(' | ')} |`;
}

function inCell(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
