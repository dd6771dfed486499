import type { ColumnState, GridApi } from 'ag-grid-community';
import type { Preferences } from '#shared/bridge/preferences.ts';
import type { Point } from '../ui/ContextMenu.tsx';
import { afterPaint } from '../ui/usePaced.ts';
import { redrawList, type GridContext } from './cells/cells.ts';
import type { CompanyRow } from './cells/companyRow.ts';
import { knownColumns, nameColumn } from './columns.ts';
import { hideAgain } from './hiding.ts';
import { followScrollBar, ownColumns, ownPinning, pinColumns } from './pinning.ts';

/** The class of the current row: the one that keys act on, even while the keyboard focus is elsewhere. */
export const currentRowClass = 'w-current';

/** Rows that are drawn above and below those in view. */
export const rowBuffer = 12;

/**
 * Moves the focus and updates rows of one AG Grid. Everything here is a few DOM changes and no React render, because a
 * key press may cost ten milliseconds at most (T8).
 */
export class GridDriver {
  readonly #api: GridApi<CompanyRow>;
  readonly #context: GridContext;
  readonly #viewport: GridViewport;
  readonly #rowHeight: number;
  #currentId: string | null = null;
  #currentElement: HTMLElement | null = null;
  /** Cancels the drawing of rows out of view. */
  #drawingUnseen: () => void = () => undefined;
  readonly #unfollow: () => void;

  /**
   * `element` is where the grid was created, with rows of `rowHeight` pixels; `context` knows the list that a row
   * shows.
   */
  constructor(api: GridApi<CompanyRow>, element: HTMLElement, rowHeight: number, context: GridContext) {
    this.#api = api;
    this.#context = context;
    this.#rowHeight = rowHeight;
    this.#viewport = new GridViewport(element, rowHeight, (height) => this.#shrunk(height));
    this.#unfollow = followScrollBar(api, element);
  }

  /** Stops watching the grid, which is going away. */
  dispose(): void {
    this.#drawingUnseen();
    this.#unfollow();
    this.#viewport.dispose();
  }

  /** Replaces all rows. A row with the same id keeps its element, and the current row its position on screen. */
  setRows(rows: readonly CompanyRow[]): void {
    // Rows still waiting to be added would be added to the new ones.
    this.#api.flushAsyncTransactions();
    const areOthers = rows[0] !== undefined && this.#api.getRowNode(rows[0].id) === undefined;
    if (areOthers) this.#drawUnseenLater();
    this.#keepingPlace(() => this.#api.setGridOption('rowData', [...rows]));
  }

  /** Of other rows, those in view are on the screen before those around them are drawn (T19). */
  #drawUnseenLater(): void {
    this.#api.setGridOption('rowBuffer', 0);
    this.#drawingUnseen();
    this.#drawingUnseen = afterPaint(() => this.#api.setGridOption('rowBuffer', rowBuffer));
  }

  /** Adds rows at the end, at the next quiet moment; `whenThere` runs after it. */
  appendRows(rows: readonly CompanyRow[], whenThere: () => void): void {
    this.#api.applyTransactionAsync({ add: [...rows] }, whenThere);
  }

  /** Recomputes which rows are hidden. */
  applyVisibility(): void {
    this.#keepingPlace(() => this.#api.onFilterChanged());
  }

  /** Redraws the list cells of rows: all that a decision changes. Rows that are not rendered are drawn later. */
  redrawLists(rows: ReadonlySet<CompanyRow>): void {
    const byId = new Map([...rows].map((row) => [row.id, row]));
    for (const element of this.#viewport.rendered()) {
      const row = byId.get(element.getAttribute('row-id') ?? '');
      if (row !== undefined) redrawList(element, row, this.#context);
    }
  }

  /** Redraws the list cells of all rendered rows. */
  redrawAllLists(): void {
    for (const element of this.#viewport.rendered()) {
      const row = this.#api.getRowNode(element.getAttribute('row-id') ?? '')?.data;
      if (row !== undefined) redrawList(element, row, this.#context);
    }
  }

  count(): number {
    return this.#api.getDisplayedRowCount();
  }

  rowAt(index: number): CompanyRow | undefined {
    return this.#api.getDisplayedRowAtIndex(index)?.data;
  }

  /** The row that an element of the page is in. */
  rowAround(element: Element): CompanyRow | undefined {
    const id = element.closest('.ag-row')?.getAttribute('row-id') ?? null;
    return id === null ? undefined : this.#api.getRowNode(id)?.data;
  }

  /** Below the name of a row that is on the screen, in pixels of the window; null if it is not drawn. */
  belowName(id: string): Point | null {
    const cell = this.#viewport.rowElement(id)?.querySelector(`[col-id="${nameColumn}"]`);
    if (cell === null || cell === undefined) return null;
    const { left, bottom } = cell.getBoundingClientRect();
    return { x: left + 34, y: bottom };
  }

  /** A row's index among the displayed ones, or null. */
  indexOf(id: string): number | null {
    const node = this.#api.getRowNode(id);
    return node?.displayed === true ? node.rowIndex : null;
  }

  /** A row's index, or if it is hidden that of the first displayed row after it; null for an unknown row. */
  indexOrNext(id: string): number | null {
    const node = this.#api.getRowNode(id);
    if (node === undefined) return null;
    let first = 0;
    for (let end = this.count(); first < end;) {
      const middle = (first + end) >> 1;
      const at = this.#api.getDisplayedRowAtIndex(middle)?.sourceRowIndex ?? -1;
      if (at < node.sourceRowIndex) first = middle + 1;
      else end = middle;
    }
    return first;
  }

  isCurrent(id: string): boolean {
    return id === this.#currentId;
  }

  /** Makes a row the current one; `takeFocus` moves the keyboard focus to the table. */
  setCurrent(index: number, { takeFocus, scroll = true }: { takeFocus: boolean; scroll?: boolean }): void {
    const row = this.rowAt(index);
    if (row === undefined) return;
    if (scroll) this.#viewport.reveal(index, this.count(), row.id !== this.#currentId);
    this.#mark(row.id);
    if (takeFocus && document.activeElement !== this.#viewport.element) {
      this.#viewport.element.focus({ preventScroll: true });
    }
  }

  clearCurrent(): void {
    this.#mark(null);
  }

  /** Rows were rendered again: tells a screen reader again which one is current. */
  renewCurrent(): void {
    this.#placeMark();
    if (this.#currentElement?.isConnected === true && this.#currentElement.getAttribute('row-id') === this.#currentId) {
      return;
    }
    this.#show(this.#currentId);
  }

  /** Whether the keyboard's focus is inside the grid. */
  hasFocus(): boolean {
    return this.#viewport.element.contains(document.activeElement);
  }

  /** Rows that fit between header and bottom. */
  rowsPerPage(): number {
    return this.#viewport.rowsPerPage();
  }

  /** The first visible row. */
  firstSeen(): number {
    return this.#viewport.firstInView();
  }

  /** The last visible row, or the last there is. */
  lastSeen(): number {
    return Math.min(this.#viewport.lastInView(), this.count() - 1);
  }

  place(): GridPlace {
    return this.#viewport.place();
  }

  /** False if the grid is not laid out, as in a hidden screen. */
  isLaidOut(): boolean {
    return this.#viewport.isLaidOut();
  }

  /** Scrolls to a place; false if the grid is not laid out that far yet. */
  goTo(place: GridPlace): boolean {
    return this.#viewport.goTo(place);
  }

  select(ids: readonly string[], selected: boolean): void {
    const nodes = ids.flatMap((id) => this.#api.getRowNode(id) ?? []);
    if (nodes.length > 0) this.#api.setNodesSelected({ nodes, newValue: selected });
  }

  clearSelection(): void {
    this.#api.deselectAll();
  }

  selectShown(): void {
    this.#api.selectAll('filtered');
  }

  isSelected(id: string): boolean {
    return this.#api.getRowNode(id)?.isSelected() === true;
  }

  selectedRows(): CompanyRow[] {
    return this.#api.getSelectedRows();
  }

  /** Ids of the visible columns, in the order on screen. */
  shownColumns(): string[] {
    return this.#api.getAllDisplayedColumns().map((column) => column.getColId());
  }

  hasColumn(id: string): boolean {
    return this.#api.getColumn(id) !== null;
  }

  columnState(): ColumnState[] {
    return ownColumns(this.#api);
  }

  /** Shows or hides a column, or pins it. */
  changeColumn(change: ColumnState): void {
    if (change.pinned !== undefined) ownPinning(this.#api, change.colId);
    this.#api.applyColumnState({ state: [change] });
  }

  /** Makes a column as wide as what is in it, as far as it is drawn. */
  sizeToContent(id: string): void {
    this.#api.autoSizeColumns({ colIds: [id] });
  }

  /** Shows these columns and no others, with their order, widths and pins. */
  applyColumns(state: readonly ColumnState[]): void {
    ownPinning(this.#api, null);
    this.#api.applyColumnState({ state: knownColumns(state), applyOrder: true, defaultState: { hide: true } });
    hideAgain(this.#api);
    pinColumns(this.#api, this.#viewport.element.clientWidth);
  }

  resetColumns(): void {
    ownPinning(this.#api, null);
    this.#api.resetColumnState();
    hideAgain(this.#api);
    pinColumns(this.#api, this.#viewport.element.clientWidth);
  }

  /** Changes the rows so that the current row, otherwise the first visible one, keeps its position on screen. */
  #keepingPlace(change: () => void): void {
    const viewport = this.#viewport;
    const currentIndex = this.#currentId === null ? null : this.indexOf(this.#currentId);
    const isCurrentSeen = currentIndex !== null && viewport.isInView(currentIndex);
    const anchorIndex = isCurrentSeen ? currentIndex : Math.min(this.count() - 1, viewport.firstInView());
    const anchor = this.rowAt(anchorIndex);
    const { top, left } = viewport.place();
    change();
    this.#placeMark();
    const anchorNow = anchor === undefined ? null : this.indexOf(anchor.id);
    if (anchorNow !== null && anchorNow !== anchorIndex) {
      viewport.goTo({ left, top: Math.max(0, top + (anchorNow - anchorIndex) * this.#rowHeight) });
    }
  }

  /** The window or the pane took some of the height: a current row that was visible stays visible (product 10.4). */
  #shrunk(heightBefore: number): void {
    const index = this.#currentId === null ? null : this.indexOf(this.#currentId);
    if (index !== null && this.#viewport.isInView(index, heightBefore)) this.#viewport.reveal(index, this.count());
  }

  #mark(id: string | null): void {
    if (id === this.#currentId && this.#currentElement?.isConnected === true) return;
    // The grid may have drawn the row after it became current, with the class from the start.
    for (const row of this.#viewport.rowsOfClass(currentRowClass)) row.classList.remove(currentRowClass);
    this.#currentId = id;
    this.#show(id);
  }

  /** Rows that came or went have moved the current one. */
  #placeMark(): void {
    const index = this.#currentId === null ? null : this.indexOf(this.#currentId);
    this.#viewport.mark.moveTo(index === null ? null : index * this.#rowHeight);
  }

  #show(id: string | null): void {
    this.#placeMark();
    const element = id === null ? null : this.#viewport.rowElement(id);
    this.#currentElement = element;
    element?.classList.add(currentRowClass);
    const cell = element?.querySelector(`[col-id="${nameColumn}"]`) ?? null;
    if (cell === null) {
      this.#viewport.element.removeAttribute('aria-activedescendant');
      return;
    }
    cell.id = `row-${id}`;
    this.#viewport.element.setAttribute('aria-activedescendant', cell.id);
  }
}

/** Where a grid is scrolled to, in pixels. */
export interface GridPlace {
  readonly top: number;
  readonly left: number;
}

/** Height of the header row without its line, in pixels. */
export const headerHeight = 30;
/** How much of the scrolled element the header, which stays in place, covers. */
const headerSpace = headerHeight + 1;
/** Height of every row, in pixels, by density (product 10.8); `--w-row` in tokens.css is the same. */
export const rowHeights: Readonly<Record<Preferences['density'], number>> = { compact: 28, comfortable: 36 };

/** AG Grid's scrollbar elements. */
const scrollbars = '.ag-body-horizontal-scroll-viewport, .ag-body-vertical-scroll-viewport';
const sidewaysScrollbar = '.ag-body-horizontal-scroll';

/** How many rows the grid scrolls when the current row reaches an edge, if there is room for them. */
const stride = 4;
/** Rows between the current row and the upper edge at which the grid scrolls. */
const margin = 1;
/** The same at the lower edge, where toasts appear; the last row has that room below it too (companyGrid.css). */
const lowerMargin = 3;
/** Rows before such an edge at which the grid scrolls after the key's own frame has been painted. */
const early = 1;
/** Keys faster than this, in milliseconds, come from a held key: one frame for both costs them less than two. */
const heldPace = 100;
/** Time for a key's paint to reach the screen before new rows are drawn, in milliseconds. */
const rest = 30;

/**
 * The scrolled element of one AG Grid: its position and size, known without forcing a layout, because a key press that
 * measures pays for one. It has the keyboard focus for the whole table; `aria-activedescendant` names the current row.
 */
export class GridViewport {
  readonly element: HTMLElement;
  readonly mark: CurrentMark;
  readonly #rows: HTMLElement;
  readonly #rowHeight: number;
  readonly #resize: ResizeObserver;
  readonly #scrollbar: ResizeObserver;
  readonly #pins: StillPins;
  #stopAhead: () => void = () => undefined;
  #top = 0;
  #left = 0;
  #movedAt = -Infinity;
  #height = 0;
  #rest = 0;

  /**
   * `grid` is the element in which AG Grid was created, with rows of `rowHeight` pixels; `shrunk` is called with the
   * previous height when less of the rows is visible than before. Throws if the grid has not been created yet.
   */
  constructor(grid: HTMLElement, rowHeight: number, shrunk: (height: number) => void) {
    const element = grid.querySelector<HTMLElement>('.ag-grid-viewport');
    const rows = grid.querySelector<HTMLElement>('.ag-grid-scrolling-container');
    if (element === null || rows === null) throw new Error('The grid has no viewport.');
    this.element = element;
    this.#rowHeight = rowHeight;
    this.#pins = new StillPins(grid);
    this.#rows = rows;
    this.mark = new CurrentMark(rows);
    element.tabIndex = 0;
    element.dataset['regionFocus'] = '';
    // Its scrollbars are separate elements without a name, at which Tab would stop; the table scrolls by its keys.
    for (const bar of grid.querySelectorAll<HTMLElement>(scrollbars)) {
      bar.tabIndex = -1;
      // Pressing one scrolls without taking the focus from the table.
      bar.addEventListener('mousedown', (event) => event.preventDefault());
    }
    element.addEventListener('scroll', this.#scrolled, { passive: true });
    this.#height = element.clientHeight;
    this.#scrollbar = new ResizeObserver(() => this.#wholeRows(grid));
    this.#resize = new ResizeObserver(([entry]) => {
      const before = this.#height;
      this.#height = entry?.contentRect.height ?? 0;
      this.#wholeRows(grid);
      this.#pins.resized(entry?.contentRect.width ?? 0);
      if (this.#height < before && this.isLaidOut()) shrunk(before);
    });
    this.#resize.observe(element);
    // It comes and goes with the columns, and lies over the rows.
    const scrollbar = grid.querySelector(sidewaysScrollbar);
    if (scrollbar !== null) this.#scrollbar.observe(scrollbar);
  }

  dispose(): void {
    this.#stopAhead();
    this.#resize.disconnect();
    this.#scrollbar.disconnect();
    this.#pins.dispose();
    this.element.removeEventListener('scroll', this.#scrolled);
  }

  place(): GridPlace {
    return { top: this.#top, left: this.#left };
  }

  /** Leaves as much of the grid free at its foot as is not enough for a row: no row is cut in half there. */
  #wholeRows(grid: HTMLElement): void {
    if (!this.isLaidOut()) return;
    const rest = Math.max(0, this.#height + this.#rest - headerSpace - this.#barOverRows(grid)) % this.#rowHeight;
    if (rest === this.#rest) return;
    this.#rest = rest;
    grid.style.paddingBottom = `${rest}px`;
  }

  /** How much of the rows the bar below them lies over: nothing where it takes room of its own. */
  #barOverRows(grid: HTMLElement): number {
    const bar = grid.querySelector(sidewaysScrollbar)?.getBoundingClientRect();
    if (bar === undefined || bar.height === 0) return 0;
    return Math.max(0, Math.round(this.element.getBoundingClientRect().bottom - bar.top));
  }

  /** False if the grid is not laid out, as in a hidden screen. */
  isLaidOut(): boolean {
    return this.#height > 0;
  }

  /** Scrolls to a place; false if the grid is not laid out that far yet. */
  goTo({ top, left }: GridPlace): boolean {
    this.element.scrollTop = top;
    this.element.scrollLeft = left;
    this.#scrolled();
    return Math.abs(this.#top - top) < 1;
  }

  /** Rows that fit between header and bottom. */
  rowsPerPage(): number {
    return Math.max(1, Math.floor((this.#height - headerSpace) / this.#rowHeight) - 1);
  }

  /**
   * Scrolls, if necessary, so that a row of `count` is visible with what comes next: a few rows at a time. Drawing new
   * rows takes longer than a key should: near an edge it scrolls for a row that `isNew` only after that has been
   * painted.
   */
  reveal(index: number, count: number, isNew = false): void {
    if (!this.isLaidOut()) return;
    this.#pins.moved(this.#left);
    const now = performance.now();
    const isHeld = now - this.#movedAt < heldPace;
    if (isNew) {
      this.#stopAhead();
      this.#movedAt = now;
    }
    const top = this.#topFor(index, count, 0);
    if (top !== this.#top) this.#scrollTo(top);
    else if (isNew && !isHeld && this.#topFor(index, count, early) !== top) {
      this.#stopAhead = afterPaint(() => this.#revealAhead(index, count, top), rest);
    }
  }

  /** Unless the user has scrolled elsewhere meanwhile. */
  #revealAhead(index: number, count: number, top: number): void {
    if (top === this.#top && this.isLaidOut()) this.#scrollTo(this.#topFor(index, count, early));
  }

  /** Where to scroll for a row that is closer to an edge than the margin plus `more` rows. */
  #topFor(index: number, count: number, more: number): number {
    const seen = this.#height - headerSpace;
    const most = Math.max(margin, Math.floor(seen / this.#rowHeight / 3));
    const above = Math.min(margin + more, most);
    const below = Math.min(lowerMargin + more, most);
    const y = index * this.#rowHeight;
    const lowest = Math.max(0, (count + lowerMargin) * this.#rowHeight - seen);
    let top = this.#top;
    if (y < top + above * this.#rowHeight) top = y - Math.min(above - margin + stride, most) * this.#rowHeight;
    else if (y + (1 + below) * this.#rowHeight > top + seen) {
      top = y + (1 + Math.min(below - margin + stride, most)) * this.#rowHeight - seen;
    }
    // A far jump puts the row in the middle of its surroundings.
    if (Math.abs(top - this.#top) > seen) top = y - Math.floor(seen / this.#rowHeight / 2) * this.#rowHeight;
    return Math.min(lowest, Math.max(0, top));
  }

  #scrollTo(top: number): void {
    this.element.scrollTop = top;
    this.#top = top;
  }

  /** Whether a row is visible, or was at another height. */
  isInView(index: number, height = this.#height): boolean {
    const y = index * this.#rowHeight;
    return y > this.#top - this.#rowHeight && y < this.#top + height - headerSpace;
  }

  /** The first fully visible row. */
  firstInView(): number {
    return Math.ceil(this.#top / this.#rowHeight);
  }

  /** The last visible row, if there are that many. */
  lastInView(): number {
    return Math.floor((this.#top + this.#height - headerSpace) / this.#rowHeight);
  }

  /** The element of a row, or null if it is not rendered. */
  rowElement(id: string): HTMLElement | null {
    return this.rendered().find((row) => row.getAttribute('row-id') === id) ?? null;
  }

  /** The rows that are rendered. */
  rendered(): HTMLElement[] {
    return [...this.#rows.children].filter((row) => row instanceof HTMLElement);
  }

  /** The rendered rows with a class. */
  rowsOfClass(name: string): Element[] {
    return [...this.#rows.getElementsByClassName(name)];
  }

  readonly #scrolled = (): void => {
    // A hidden grid reports 0 although it will come back elsewhere.
    if (!this.isLaidOut()) return;
    this.#top = this.element.scrollTop;
    this.#left = this.element.scrollLeft;
    this.#pins.scrolled(this.#left);
  };
}

/**
 * The background, bar and outline of the current row. One element above the rows that moves, because moving something
 * from one row to another with a key press would lay out all of them and draw them as layers again.
 */
export class CurrentMark {
  readonly #element = document.createElement('div');
  #top: number | null = null;

  /** `rows` is the element that contains the rows. */
  constructor(rows: HTMLElement) {
    this.#element.className = 'w-current-mark';
    this.#element.role = 'presentation';
    this.#element.hidden = true;
    rows.append(this.#element);
  }

  /** Shows it `top` pixels below the top of the first row; null hides it. */
  moveTo(top: number | null): void {
    if (top === this.#top) return;
    this.#top = top;
    this.#element.hidden = top === null;
    if (top !== null) this.#element.style.transform = `translateY(${top}px)`;
  }
}

/** The class of a table whose pinned columns are still (companyGrid.css). */
const stillClass = 'w-still';

/** Keys that scroll a table sideways on their own. */
const sidewaysKeys = new Set(['ArrowLeft', 'ArrowRight']);

/**
 * Pinned columns that stick to the edges are two layers per row, and every frame pays for all of them. While the table
 * is at its left edge and keys move through it, they are simply placed where they would stick, and are no longer
 * layers. Anything that may scroll sideways, above all a pointer over the table, makes them sticky before it does.
 */
export class StillPins {
  readonly #grid: HTMLElement;
  #isStill = false;
  #pointer = { x: Number.NaN, y: Number.NaN };

  /** `grid` is the element in which AG Grid was created. */
  constructor(grid: HTMLElement) {
    this.#grid = grid;
    const options = { passive: true, capture: true } as const;
    for (const type of pointerEvents) grid.addEventListener(type, this.#pointed, options);
    grid.addEventListener('keydown', this.#keyDown, options);
  }

  dispose(): void {
    for (const type of pointerEvents) this.#grid.removeEventListener(type, this.#pointed, true);
    this.#grid.removeEventListener('keydown', this.#keyDown, true);
  }

  /** The visible part of the table is `width` pixels wide, including its scrollbars. */
  resized(width: number): void {
    this.#grid.style.setProperty('--w-table-width', `${width}px`);
  }

  /** A key has moved through a table that is scrolled `left` pixels sideways. */
  moved(left: number): void {
    if (left === 0) this.#set(true);
  }

  /** The table is scrolled `left` pixels sideways. */
  scrolled(left: number): void {
    if (left !== 0) this.#set(false);
  }

  readonly #pointed = (event: Event): void => {
    if (event instanceof MouseEvent && event.type === 'pointermove') {
      // Rows moving under a resting pointer are reported as its moves too.
      const { x, y } = this.#pointer;
      this.#pointer = { x: event.clientX, y: event.clientY };
      if (event.clientX === x && event.clientY === y) return;
    }
    this.#set(false);
  };

  readonly #keyDown = ({ key }: KeyboardEvent): void => {
    if (sidewaysKeys.has(key)) this.#set(false);
  };

  #set(isStill: boolean): void {
    if (isStill === this.#isStill) return;
    this.#isStill = isStill;
    this.#grid.classList.toggle(stillClass, isStill);
  }
}

const pointerEvents = ['pointermove', 'pointerdown', 'wheel'] as const;
