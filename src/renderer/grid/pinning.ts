import type { Column, ColumnState, GridApi } from 'ag-grid-community';
import { changedColumn, leastText, listColumn, nameColumn, nameWidth, textColumn } from './columns.ts';
import type { CompanyRow } from './cells/companyRow.ts';
import { isOnlyBlank } from './hiding.ts';

const selectionColumn = 'ag-Grid-SelectionColumn';
/** Width of the column of check boxes, in pixels. */
export const selectionWidth = 34;
const ours: ReadonlySet<string> = new Set([selectionColumn, nameColumn, listColumn]);

/** Room for the scrolling columns, in pixels; with less, pinned columns are unpinned. */
export const leastScrolling = 60;

/** What has to be seen of them beside a pinned list, in pixels. */
const leastBesideList = 240;

/** Columns of each grid that were unpinned for lack of room, with their side. */
const gaveWay = new WeakMap<GridApi<CompanyRow>, Map<string, 'left' | 'right'>>();

/**
 * Unpins columns for which there is no room, and pins them again once there is: first the list, which would cover the
 * name and what it does, then the name, which is leftmost anyway. On its own, the grid would unpin them for good.
 */
export function pinColumns(api: GridApi<CompanyRow>, width: number): void {
  if (width === 0) return;
  const widthOf = (id: string): number => {
    const wide = api.getColumn(id)?.getActualWidth() ?? 0;
    return id === nameColumn && isGivenName(api, wide) ? nameWidth : wide;
  };
  const room = roomFor(width, widthOf);
  pin(api, listColumn, room.list);
  pin(api, nameColumn, room.name);
}

/** Which of the pinned columns fit in a table of that width. */
export function roomFor(
  width: number,
  widthOf: (id: string) => number,
): { readonly list: boolean; readonly name: boolean } {
  const room = width - selectionWidth - widthOf(nameColumn);
  return { list: room >= leastBesideList + widthOf(listColumn), name: room >= leastScrolling };
}

/** A column as shown, from left to right. */
interface ShownColumn {
  readonly id: string;
  readonly width: number;
  readonly pinned: 'left' | 'right' | null;
}

/** The long text is readable from this width on, in pixels. */
const readable = 120;

/**
 * How much of a table of that width other columns take before it is scrolled, in pixels: the long text ends where the
 * pinned ones begin, so that it is cut there with an ellipsis. Null if it may keep its width: the user has widened,
 * pinned or hidden it.
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
 * How wide the long text is so that the last column in sight ends where the table does: half a number reads as another
 * number. Null if all columns fit, or if not even the text does.
 */
export function wholeColumns(width: number, shown: readonly ShownColumn[]): number | null {
  const sum = (columns: readonly ShownColumn[]): number => columns.reduce((all, column) => all + column.width, 0);
  const scrolling = shown
    .filter((column) => column.pinned === null)
    .map((column) => (column.id === textColumn ? { ...column, width: leastText } : column));
  const room = width - selectionWidth - sum(shown.filter((column) => column.pinned !== null));
  if (sum(scrolling) <= room) return null;
  const fitting = scrolling.filter((_, index) => sum(scrolling.slice(0, index + 1)) <= room);
  return fitting.some(({ id }) => id === textColumn) ? leastText + room - sum(fitting) : null;
}

/** Widest that the name gets, in pixels, and its part of the room that no other column needs beside the long text. */
const widestName = 380;
const nameShare = 0.4;
/** From this width of the table on, in pixels, the name is wider, whatever columns that costs at the end. */
const wideTable = 1100;
const wideShare = 0.12;
const mostOfWide = 90;

/**
 * How wide the name is in a table of that width: long names are read whole where there is room. What no other column
 * needs is its own; the long text, whose width here is the least that it has, gets most of that where it is shown.
 */
export function roomyName(width: number, shown: readonly ShownColumn[]): number {
  const base = nameWidth + Math.min(mostOfWide, Math.max(0, (width - wideTable) * wideShare));
  const columns = shown.map((column) => (column.id === nameColumn ? { ...column, width: base } : column));
  const free = width - selectionWidth - columns.reduce((all, column) => all + column.width, 0);
  const whole = free < 0 ? wholeColumns(width, columns) : null;
  const room = free < 0 ? (whole ?? leastText) - leastText : free;
  const own = columns.some(({ id }) => id === textColumn) ? room * nameShare : Math.max(0, free);
  return Math.round(Math.min(widestName, base + own));
}

/** The width that each grid's long text, or name, was given for that. */
const givenWidth = new WeakMap<GridApi<CompanyRow>, number>();
const givenName = new WeakMap<GridApi<CompanyRow>, number>();

/** Whether the name has the width that it has by default or was given, not one of the user's. */
function isGivenName(api: GridApi<CompanyRow>, width: ColumnState['width']): boolean {
  return width === nameWidth || (typeof width === 'number' && width === givenName.get(api));
}

/** Gives the name the room that is left, unless the user has chosen its width. */
function fitName(api: GridApi<CompanyRow>, width: number, shown: readonly ShownColumn[]): void {
  const now = api.getColumn(nameColumn)?.getActualWidth();
  if (now === undefined || !isGivenName(api, now)) return;
  const text = api.getColumn(textColumn);
  const isFree = text !== null && (text.getFlex() !== null || isGiven(api, { width: text.getActualWidth() }));
  const least = shown.map((column) => (column.id === textColumn && isFree ? { ...column, width: leastText } : column));
  const roomy = roomyName(width, least);
  givenName.set(api, roomy);
  if (roomy !== now) api.applyColumnState({ state: [{ colId: nameColumn, width: roomy }] });
}

/** Whether the long text has the width that the table has given it, not one of the user's. */
function isGiven(api: GridApi<CompanyRow>, { width, flex }: Pick<ColumnState, 'width' | 'flex'>): boolean {
  return (flex ?? null) === null && width === givenWidth.get(api);
}

/** Gives the long text the width that leaves no column cut, unless the user has chosen one. */
function fitWholeColumns(api: GridApi<CompanyRow>, width: number, shown: readonly ShownColumn[]): void {
  const text = api.getColumn(textColumn);
  if (text === null || !text.isVisible() || text.isPinned()) return;
  const now = { width: text.getActualWidth(), flex: text.getFlex() };
  const isOurs = isGiven(api, now);
  if (!isOurs && now.flex === null) return;
  const whole = wholeColumns(width, shown);
  if (whole === null) givenWidth.delete(api);
  else givenWidth.set(api, whole);
  if (whole === null && isOurs) api.applyColumnState({ state: [{ colId: textColumn, flex: 1 }] });
  if (whole !== null && !isGiven(api, now)) {
    api.applyColumnState({ state: [{ colId: textColumn, flex: null, width: whole }] });
  }
}

/**
 * Tells a table's styles where its long text has to end (companyGrid.css); `frame` is the element in which the table
 * was created.
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
  // Without its column in sight, what a row was decided to is said beside its name.
  const isListAway = gaveWay.get(api)?.has(listColumn) === true && shown.some(({ id }) => id === listColumn);
  frame.classList.toggle('w-list-away', isListAway);
  const bar = barBeside(shown, { over: barOf(frame), beside: stickyOffset(frame) });
  frame.style.setProperty('--w-bar', `${bar}px`);
  fitRowEnd(api, frame, shown, bar);
  fitName(api, width - bar, shown);
  fitWholeColumns(api, width - bar, shown);
  // Where its column is in sight, what an import has changed is not said beside the name as well.
  frame.classList.toggle('w-shows-changes', isInSight(changedColumn, width - bar, shown));
  const beside = besideText(width - bar, shown);
  if (beside === null) frame.style.removeProperty('--w-beside-text');
  else frame.style.setProperty('--w-beside-text', `${beside + bar}px`);
}

/** Whether a column is in sight, whole, in a table of that width that is not scrolled sideways. */
export function isInSight(id: string, width: number, shown: readonly ShownColumn[]): boolean {
  const sum = (columns: readonly ShownColumn[]): number => columns.reduce((all, column) => all + column.width, 0);
  const scrolling = shown.filter((column) => column.pinned === null);
  const place = scrolling.findIndex((column) => column.id === id);
  if (place === -1) return shown.some((column) => column.id === id);
  const pinned = selectionWidth + sum(shown.filter((column) => column.pinned !== null));
  return pinned + sum(scrolling.slice(0, place + 1)) <= width;
}

/** Tells the styles where what is seen of a row ends, seen from the name, which stays at the left edge. */
function fitRowEnd(api: GridApi<CompanyRow>, frame: HTMLElement, shown: readonly ShownColumn[], bar: number): void {
  const right = shown.filter(({ pinned }) => pinned === 'right').reduce((sum, { width }) => sum + width, 0);
  const name = api.getColumn(nameColumn);
  frame.classList.toggle('w-name-loose', name?.getPinned() !== 'left');
  frame.style.setProperty('--w-row-end', `${frame.clientWidth - bar - right}px`);
  frame.style.setProperty('--w-name-left', `${name?.getLeft() ?? 0}px`);
}

/**
 * What the scroll bar takes of the scrolling columns: where one is pinned to the right, only what it takes of the table
 * (`beside`), because a bar that lies over the rows lies over that one.
 */
export function barBeside(
  shown: readonly ShownColumn[],
  { over, beside }: { readonly over: number; readonly beside: number },
): number {
  return shown.some(({ pinned }) => pinned === 'right') ? beside : over;
}

/** How far the table moves columns that are pinned to the right to the left, for its scroll bar. */
function stickyOffset(frame: HTMLElement): number {
  const viewport = frame.querySelector('.ag-grid-viewport');
  if (viewport === null) return 0;
  const offset = getComputedStyle(viewport).getPropertyValue('--ag-internal-pinned-right-sticky-offset');
  return Number.parseFloat(offset) || 0;
}

/** Fits the long text anew whenever the table's scroll bar comes or goes; the returned function ends that. */
export function followScrollBar(api: GridApi<CompanyRow>, frame: HTMLElement): () => void {
  const bar = barIn(frame);
  if (bar === null) return () => undefined;
  const observer = new ResizeObserver(() => fitText(api, frame));
  observer.observe(bar);
  return () => observer.disconnect();
}

function barOf(frame: HTMLElement): number {
  return barIn(frame)?.offsetWidth ?? 0;
}

function barIn(frame: HTMLElement): HTMLElement | null {
  return frame.querySelector<HTMLElement>('.ag-body-vertical-scroll');
}

/** The side that a column is pinned to, in either of the grid's notations. */
export function sideOf(pinned: ColumnState['pinned']): 'left' | 'right' | null {
  return pinned === true || pinned === 'left' ? 'left' : pinned === 'right' ? 'right' : null;
}

/** Of the columns that the grid would unpin for lack of room, those that the user has pinned. */
export function columnsLetGo({ columns }: { readonly columns: Column[] }): Column[] {
  return columns.filter((column) => !ours.has(column.getColId()));
}

/**
 * The user's columns: one that was unpinned for lack of room counts as pinned, and is again once there is room; one
 * that is hidden because the list has nothing in it counts as shown.
 */
export function ownColumns(api: GridApi<CompanyRow>): ColumnState[] {
  const sides = gaveWay.get(api);
  return api.getColumnState().map((column) => ({
    ...column,
    pinned: sides?.get(column.colId) ?? column.pinned ?? null,
    ...(column.colId === textColumn && isGiven(api, column) ? { flex: 1, width: leastText } : {}),
    ...(column.colId === nameColumn && isGivenName(api, column.width) ? { width: nameWidth } : {}),
    ...(isOnlyBlank(api, column.colId) ? { hide: false } : {}),
  }));
}

/**
 * The user has pinned or unpinned a column, or all with `null`: an earlier unpinning for lack of room no longer counts.
 */
export function ownPinning(api: GridApi<CompanyRow>, id: string | null): void {
  if (id === null) gaveWay.delete(api);
  else gaveWay.get(api)?.delete(id);
}

/** What the user has unpinned stays unpinned. */
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
