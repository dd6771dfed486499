import type { Column, ColumnState, GridApi } from 'ag-grid-community';
import { leastText, listColumn, nameColumn, textColumn } from './columns.ts';
import type { CompanyRow } from './cells/companyRow.ts';

const selectionColumn = 'ag-Grid-SelectionColumn';
/** Width of the column of check boxes, in pixels. */
export const selectionWidth = 34;
const ours: ReadonlySet<string> = new Set([selectionColumn, nameColumn, listColumn]);

/** Room for the columns that scroll, in pixels; with less, pinned columns give way. */
export const leastScrolling = 60;

/** Columns of each grid that gave way, with the side they were at. */
const gaveWay = new WeakMap<GridApi<CompanyRow>, Map<string, 'left' | 'right'>>();

/**
 * Lets go of pinned columns for which there is no room, and pins them again once there is: the name, which comes first
 * anyway, before the list, which says what became of a decision. Left to itself the grid lets go of them for good.
 */
export function pinColumns(api: GridApi<CompanyRow>, width: number): void {
  if (width === 0) return;
  const widthOf = (id: string): number => api.getColumn(id)?.getActualWidth() ?? 0;
  const room = roomFor(width, widthOf);
  pin(api, listColumn, room.list);
  pin(api, nameColumn, room.name);
}

/** Which of the pinned columns there is room for in a table of that width. */
export function roomFor(
  width: number,
  widthOf: (id: string) => number,
): { readonly list: boolean; readonly name: boolean } {
  const room = width - leastScrolling - selectionWidth - widthOf(listColumn);
  return { list: room >= 0, name: room >= widthOf(nameColumn) };
}

/** A column as it is shown, from left to right. */
interface ShownColumn {
  readonly id: string;
  readonly width: number;
  readonly pinned: 'left' | 'right' | null;
}

/** The long text says something from this width on, in pixels. */
const readable = 120;

/**
 * What other columns take of a table of that width before one has scrolled it, in pixels: the long text ends where the
 * pinned ones begin, so that it is cut there with an ellipsis. Null where it may be as wide as it is: the user has made
 * it wider, has pinned or hidden it.
 */
export function besideText(width: number, shown: readonly ShownColumn[]): number | null {
  const text = shown.find(({ id }) => id === textColumn);
  if (text === undefined || text.pinned !== null || text.width > leastText) return null;
  const sum = (columns: readonly ShownColumn[]): number => columns.reduce((all, column) => all + column.width, 0);
  const pinned = selectionWidth + sum(shown.filter((column) => column.pinned !== null));
  const before = sum(shown.slice(0, shown.indexOf(text)).filter((column) => column.pinned === null));
  return width - pinned - before >= readable ? pinned + before : pinned;
}

/**
 * Tells the styles of a table where its long text has to end (companyGrid.css); `frame` is what the table was made in.
 */
export function fitText(api: GridApi<CompanyRow>, frame: HTMLElement | null): void {
  const width = frame?.clientWidth ?? 0;
  if (frame === null || width === 0) return;
  const shown = api
    .getAllDisplayedColumns()
    .filter((column) => column.getColId() !== selectionColumn)
    .map((column) => ({
      id: column.getColId(),
      width: column.getActualWidth(),
      pinned: sideOf(column.getPinned()),
    }));
  const beside = besideText(width, shown);
  if (beside === null) frame.style.removeProperty('--w-beside-text');
  else frame.style.setProperty('--w-beside-text', `${beside}px`);
}

/** The side that a column is pinned to, whichever way the grid says it. */
export function sideOf(pinned: ColumnState['pinned']): 'left' | 'right' | null {
  return pinned === true || pinned === 'left' ? 'left' : pinned === 'right' ? 'right' : null;
}

/** Of the columns that the grid would let go of for want of room those that the user has pinned. */
export function columnsLetGo({ columns }: { readonly columns: Column[] }): Column[] {
  return columns.filter((column) => !ours.has(column.getColId()));
}

/** The columns as the user has them: one that gave way is pinned, and is again wherever there is room. */
export function ownColumns(api: GridApi<CompanyRow>): ColumnState[] {
  const sides = gaveWay.get(api);
  return api
    .getColumnState()
    .map((column) => ({ ...column, pinned: sides?.get(column.colId) ?? column.pinned ?? null }));
}

/** The user has pinned or unpinned a column, or all with `null`: what it gave way from counts no more. */
export function ownPinning(api: GridApi<CompanyRow>, id: string | null): void {
  if (id === null) gaveWay.delete(api);
  else gaveWay.get(api)?.delete(id);
}

/** What the user has unpinned stays so. */
function pin(api: GridApi<CompanyRow>, id: string, hasRoom: boolean): void {
  const sides = gaveWay.get(api) ?? new Map<string, 'left' | 'right'>();
  gaveWay.set(api, sides);
  const side = api.getColumn(id)?.getPinned();
  if (!hasRoom && (side === 'left' || side === 'right')) {
    sides.set(id, side);
    api.setColumnsPinned([id], null);
  } else if (hasRoom && sides.has(id)) {
    api.setColumnsPinned([id], sides.get(id) ?? null);
    sides.delete(id);
  }
}
