import { columns, textColumn } from './columns.ts';

const plainColumns: ReadonlySet<string> = new Set(
  columns.filter(({ id, renderer }) => renderer === undefined && id !== textColumn).map(({ id }) => id),
);

/**
 * Has a cell tell its text in full by a tooltip while the pointer is on it and the cell cuts it. One listener for the whole
 * table: a tooltip of each cell would be made anew with every row that is scrolled into view.
 */
export function tellCutText({ target }: { readonly target: EventTarget | null }): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.ag-cell') : null;
  // What draws itself has a tooltip of its own, and so has the long text.
  if (cell === null || !plainColumns.has(cell.getAttribute('col-id') ?? '')) return;
  const isCut = cell.scrollWidth > cell.clientWidth;
  const title = isCut ? cell.textContent : '';
  if (cell.title !== title) cell.title = title;
}
