import type { CellRange, SheetRow } from './sheetXml.ts';

/**
 * Gives each row under a merged cell its value, and each column beside it: what stands over several rows or columns is
 * said of all of them. A cell that is merged only to make room (over columns that never have a value) or that is all
 * of its row (a title) stays one.
 */
export function fillMerged(rows: readonly SheetRow[], merges: readonly CellRange[]): void {
  if (merges.length === 0) return;
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const last = rows.at(-1)?.line ?? 0;
  const own = columnsWithValues(rows);
  let left = mostCells;
  for (const merge of merges) {
    const source = byLine.get(merge.top);
    const value = source?.cells[merge.left] ?? '';
    if (source === undefined || value.trim() === '') continue;
    const said = { value, shown: source.shown.get(merge.left) };
    for (let line = merge.top; line <= Math.min(merge.bottom, last) && left > 0; line++) {
      left -= 1 + Math.min(merge.right, own.length) - merge.left;
      const row = byLine.get(line);
      if (row !== undefined) fillRow(row, merge, said, own);
    }
  }
}

/** Gives the cells of a row that belong to a merged cell what that says, where they may have it. */
function fillRow(
  row: SheetRow,
  { top, left, right }: CellRange,
  { value, shown }: { readonly value: string; readonly shown: string | undefined },
  own: readonly boolean[],
): void {
  const isBeside = row.cells.some((cell, column) => (column < left || column > right) && cell.trim() !== '');
  for (let column = left; column <= Math.min(right, own.length - 1); column++) {
    const mayHave = column === left || (isBeside && own[column] === true);
    if (!mayHave || (row.cells[column] ?? '').trim() !== '') continue;
    while (row.cells.length < column) row.cells.push('');
    row.cells[column] = value;
    if (shown !== undefined) row.shown.set(column, shown);
    if (row.line > top) row.merged.set(column, top);
  }
}

/** A hostile file merges the whole sheet, again and again. */
const mostCells = 5_000_000;

/** Whether each column has a value of its own in some row. */
function columnsWithValues(rows: readonly SheetRow[]): boolean[] {
  const filled: boolean[] = [];
  for (const { cells } of rows)
    for (const [column, cell] of cells.entries()) if (cell !== '' && cell.trim() !== '') filled[column] = true;
  return filled;
}
