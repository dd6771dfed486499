import type { ColumnState } from 'ag-grid-community';
import { decidedRowClass, type GridContext } from './cells/cells.ts';
import type { CompanyRow } from './cells/companyRow.ts';
import { columnsWith, listColumn, nameColumn, nameWidth, textColumn, type Column } from './columns.ts';
import { headerHeight } from './gridDriver.ts';
import type { GridScreen } from './gridScreen.ts';
import { barBeside, besideText, leastScrolling, roomFor, roomyName, sideOf, wholeColumns } from './pinning.ts';

/** Width of the table's scroll bar where it lies over the rows, in pixels. */
const barOverRows = 16;

/** What a scroll bar takes of an element's width: nothing where the system lays it over the content. */
function barWidth(): number {
  const measured = part('w-first-measure');
  document.body.append(measured);
  const taken = measured.offsetWidth - measured.clientWidth;
  measured.remove();
  return taken;
}

interface ShownColumn {
  readonly column: Column;
  readonly width: number;
  readonly grows: boolean;
  readonly pinned: 'left' | 'right' | null;
  /** Part of its width that stays empty, so that a text ends where it is visible. */
  readonly empty?: number;
}

/** What the scroll bar will take: of the rows that it lies over, and of the table's width. */
type Bar = Parameters<typeof barBeside>[1];

/** What a picture of the rows needs from the list. */
interface RowsContext extends GridContext {
  isVisible(row: CompanyRow): boolean;
  readonly blankColumns: Pick<GridScreen['blankColumns'], 'get'>;
}

/**
 * Draws the header and as many rows as fit into `place`, where AG Grid will draw them. `rowHeight` is in pixels,
 * `saved` are the user's columns. Replaces what was drawn there before.
 */
export function drawFirstRows(
  place: HTMLElement,
  rows: readonly CompanyRow[],
  context: RowsContext,
  rowHeight: number,
  saved: readonly ColumnState[] | undefined,
): void {
  const seen = Math.max(0, Math.ceil((place.clientHeight - headerHeight) / rowHeight));
  const all = rows.filter((row) => context.isVisible(row));
  const visible = all.slice(0, seen);
  const beside = all.length > seen ? barWidth() : 0;
  const bar = { beside, over: all.length > seen ? beside || barOverRows : 0 };
  place.style.setProperty('--w-first-bar', `${beside}px`);
  const columns = pinnedIn(place.clientWidth, shownColumns(saved, context.blankColumns.get().hidden));
  const shown = textSeen(place.clientWidth, bar, withRoomyName(place.clientWidth, bar, columns));
  place.replaceChildren(
    line('w-first-head', shown, ({ column }) => textCell(column.title), false),
    ...visible.map((row) => {
      const element = line('w-first-row', shown, (one) => cellOf(one, row, context), true);
      element.classList.toggle(decidedRowClass, context.listOf(row) !== 'None');
      return element;
    }),
  );
}

/** The columns in the user's order and width; columns that are newer than the saved ones come last. */
function shownColumns(saved: readonly ColumnState[] | undefined, blank: ReadonlySet<string>): ShownColumn[] {
  const states = new Map((saved ?? []).map((state, order) => [state.colId, { ...state, order }]));
  const orderOf = ({ id }: Column): number => states.get(id)?.order ?? states.size;
  return columnsWith(saved)
    .filter(({ id, isHidden = false }) => !(states.get(id)?.hide ?? isHidden) && !blank.has(id))
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map((column) => {
      const state = states.get(column.id);
      const pinned = sideOf(state === undefined ? column.pinned : state.pinned);
      // A growing column starts at its minimum width.
      const grows = column.grows === true && (state?.flex === undefined || Boolean(state.flex));
      return { column, width: (grows ? column.minWidth : state?.width) ?? column.width, grows, pinned };
    });
}

/** Pinned columns are unpinned if there is no room for them, as in the table. */
function pinnedIn(width: number, shown: readonly ShownColumn[]): ShownColumn[] {
  const room = roomFor(width, (id) => shown.find(({ column }) => column.id === id)?.width ?? 0);
  const hasRoom = (id: string): boolean => (id === nameColumn ? room.name : id === listColumn ? room.list : true);
  return shown.map((one) => (hasRoom(one.column.id) ? one : { ...one, pinned: null }));
}

/** The name has the room that is left, as in the table. */
function withRoomyName(width: number, bar: Bar, shown: readonly ShownColumn[]): readonly ShownColumn[] {
  const columns = shown.map(({ column: { id }, ...one }) => ({ ...one, id }));
  const roomy = roomyName(width - barBeside(columns, bar), columns);
  return shown.map((one) => (one.column.id === nameColumn && one.width === nameWidth ? { ...one, width: roomy } : one));
}

/** The long text leaves no column cut, or ends before the pinned columns, as in the table. */
function textSeen(width: number, bar: Bar, shown: readonly ShownColumn[]): readonly ShownColumn[] {
  const columns = shown.map(({ column: { id }, ...one }) => ({ ...one, id }));
  const inSight = width - barBeside(columns, bar);
  const whole = wholeColumns(inSight, columns);
  const isText = (one: ShownColumn): boolean => one.column.id === textColumn && one.grows && one.pinned === null;
  if (whole !== null && shown.some(isText)) {
    return shown.map((one) => (isText(one) ? { ...one, width: whole, grows: false } : one));
  }
  const beside = besideText(inSight, columns);
  if (beside === null) return shown;
  const most = Math.max(leastScrolling, inSight - beside);
  return shown.map((one) => (one.column.id === textColumn ? { ...one, empty: Math.max(0, one.width - most) } : one));
}

function line(
  className: string,
  shown: readonly ShownColumn[],
  cell: (shown: ShownColumn) => HTMLElement,
  hasBox: boolean,
): HTMLElement {
  const element = part(className);
  const side = (pinned: ShownColumn['pinned']): HTMLElement[] =>
    shown
      .filter((one) => one.pinned === pinned)
      .map((one) => {
        const { column, width, grows, empty = 0 } = one;
        const drawn = cell(one);
        drawn.classList.add('w-first-cell');
        drawn.classList.toggle('w-first-right', column.alignRight === true);
        drawn.classList.toggle('w-first-grows', grows);
        drawn.style.width = `${width - empty}px`;
        drawn.style.marginRight = `${empty}px`;
        return drawn;
      });
  const box = part('w-first-box');
  if (hasBox) box.append(part('w-first-check'));
  element.append(
    part('w-first-pinned', box, ...side('left')),
    part('w-first-scrolled', ...side(null)),
    part('w-first-pinned', ...side('right')),
  );
  return element;
}

function cellOf({ column, width }: ShownColumn, row: CompanyRow, context: GridContext): HTMLElement {
  const { renderer, text } = column;
  if (renderer === undefined) return textCell(text?.(row) ?? '');
  const cell = part('');
  cell.append(new renderer().draw(row, context, width));
  return cell;
}

function textCell(text: string): HTMLElement {
  const element = part('w-first-text');
  element.textContent = text;
  return element;
}

function part(className: string, ...children: HTMLElement[]): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.append(...children);
  return element;
}
