import type { GridApi } from 'ag-grid-community';
import { listColumn, nameColumn } from './columns.ts';
import type { CompanyRow } from './companyRow.ts';

/** Room for the columns that scroll, in pixels; with less, pinned columns give way. */
const leastScrolling = 60;

/**
 * Pins the columns that there is room for: the list, which says what became of a decision, before the name, which comes
 * first anyway. Left to itself the grid lets go of them for good.
 */
export function pinColumns(api: GridApi<CompanyRow>, width: number): void {
  if (width === 0) return;
  const widthOf = (id: string): number => api.getColumn(id)?.getActualWidth() ?? 0;
  const room = width - leastScrolling - widthOf('ag-Grid-SelectionColumn') - widthOf(listColumn);
  pin(api, listColumn, room >= 0 ? 'right' : null);
  pin(api, nameColumn, room >= widthOf(nameColumn) ? 'left' : null);
}

function pin(api: GridApi<CompanyRow>, id: string, side: 'left' | 'right' | null): void {
  const column = api.getColumn(id);
  if (column !== null && (column.getPinned() ?? null) !== side) api.setColumnsPinned([id], side);
}
