import type { RawRecord } from './recordReader.ts';

/**
 * Rejects the title of each further table below a first one: a line of a single cell, with a gap or a line of sums
 * above it and the header again below it (the groups of a Monday board, tables one under the other in a sheet).
 */
export function withoutTitles(records: RawRecord[], headers: readonly string[] | null): RawRecord[] {
  if (headers === null || headers.length < 2) return records;
  // This is asked for every row.
  const first = headers.findIndex((header) => header !== '');
  const again = records.flatMap(({ cells }, index) =>
    cells[first]?.trim() === headers[first] && isHeader(cells, headers) ? [index] : [],
  );
  if (again.length === 0) return records;
  const titles = new Set(again.map((index) => index - 1).filter((index) => isTitle(records, index)));
  return records.map((record, index) =>
    titles.has(index) ? { ...record, problem: 'a heading, not a company' } : record,
  );
}

function isHeader(cells: readonly string[], headers: readonly string[]): boolean {
  return headers.every((header, index) => (cells[index]?.trim() ?? '') === header);
}

function isTitle(records: readonly RawRecord[], index: number): boolean {
  const [title, above] = [records[index], records[index - 1]];
  if (title === undefined || above === undefined || filledIn(title) !== 1) return false;
  const breaks = above.cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
  return title.line > above.line + breaks + 1 || (above.cells[0]?.trim() ?? '') === '';
}

function filledIn({ cells }: RawRecord): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}
