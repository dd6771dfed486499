import type { ColumnState, GridApi } from 'ag-grid-community';
import { redrawList } from './cells/ListCell.ts';
import type { GridContext } from './cells/cell.ts';
import type { CompanyRow } from './cells/companyRow.ts';
import { nameColumn } from './columns.ts';
import { GridViewport, rowHeight, type GridPlace } from './gridViewport.ts';
import { ownColumns, ownPinning, pinColumns } from './pinning.ts';

/** The class of the current row: the one that keys act on, also while the keyboard's focus is elsewhere. */
export const currentRowClass = 'w-current';

/**
 * Moves the focus and touches rows of one AG Grid. Everything here is a few DOM changes and no React render, because a
 * key press may cost ten milliseconds at most (QUALITY T8).
 */
export class GridDriver {
  readonly #api: GridApi<CompanyRow>;
  readonly #context: GridContext;
  readonly #viewport: GridViewport;
  #currentId: string | null = null;
  #currentElement: HTMLElement | null = null;

  /** `element` is where the grid was made; `context` knows the list that a row shows. */
  constructor(api: GridApi<CompanyRow>, element: HTMLElement, context: GridContext) {
    this.#api = api;
    this.#context = context;
    this.#viewport = new GridViewport(element, (height) => this.#shrunk(height));
  }

  /** Stops watching the grid, which goes. */
  dispose(): void {
    this.#viewport.dispose();
  }

  /** Replaces all rows. A row with the same id keeps its element, and the current row its place on the screen. */
  setRows(rows: readonly CompanyRow[]): void {
    // Rows that wait to be added would come on top of the new ones.
    this.#api.flushAsyncTransactions();
    this.#keepingPlace(() => this.#api.setGridOption('rowData', [...rows]));
  }

  /** Adds rows at the end, at the next quiet moment; `whenThere` runs after it. */
  appendRows(rows: readonly CompanyRow[], whenThere: () => void): void {
    this.#api.applyTransactionAsync({ add: [...rows] }, whenThere);
  }

  /** Decides again which rows are hidden. */
  applyVisibility(): void {
    this.#keepingPlace(() => this.#api.onFilterChanged());
  }

  /** Redraws the list cell of rows: what a decision touches. Rows that are not rendered are drawn when they are. */
  redrawLists(rows: ReadonlySet<CompanyRow>): void {
    const byId = new Map([...rows].map((row) => [row.id, row]));
    for (const element of this.#viewport.rendered()) {
      const row = byId.get(element.getAttribute('row-id') ?? '');
      if (row !== undefined) redrawList(element, row, this.#context);
    }
  }

  /** Redraws the list cells of all rows that are rendered. */
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

  /** A row's place among those displayed, or null. */
  indexOf(id: string): number | null {
    const node = this.#api.getRowNode(id);
    return node?.displayed === true ? node.rowIndex : null;
  }

  /** A row's place, while it is hidden that of the first displayed row behind it; null for a row that is not there. */
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

  /** Makes a row the current one; `takeFocus` brings the keyboard's focus to the table. */
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

  /** Rows have been rendered anew: tells a screen reader again which of them is the current one. */
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

  /** The first row that can be seen. */
  firstSeen(): number {
    return this.#viewport.firstInView();
  }

  /** The last row that can be seen, or the last there is. */
  lastSeen(): number {
    return Math.min(this.#viewport.lastInView(), this.count() - 1);
  }

  place(): GridPlace {
    return this.#viewport.place();
  }

  /** False where the grid is not laid out, as in a hidden screen. */
  isLaidOut(): boolean {
    return this.#viewport.isLaidOut();
  }

  /** Scrolls to a place; false where the grid is not laid out that far yet. */
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

  /** Ids of the columns that are shown, in the order of the screen. */
  shownColumns(): string[] {
    return this.#api.getAllDisplayedColumns().map((column) => column.getColId());
  }

  columnState(): ColumnState[] {
    return ownColumns(this.#api);
  }

  /** Shows or hides a column, or pins it. */
  changeColumn(change: ColumnState): void {
    if (change.pinned !== undefined) ownPinning(this.#api, change.colId);
    this.#api.applyColumnState({ state: [change] });
  }

  resetColumns(): void {
    ownPinning(this.#api, null);
    this.#api.resetColumnState();
    pinColumns(this.#api, this.#viewport.element.clientWidth);
  }

  /** Runs a change of the rows so that the current row, else the first that is seen, keeps its place on the screen. */
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
      viewport.goTo({ left, top: Math.max(0, top + (anchorNow - anchorIndex) * rowHeight) });
    }
  }

  /** The window or the pane took some of the height: a current row that was seen is seen again (UX rule 4). */
  #shrunk(heightBefore: number): void {
    const index = this.#currentId === null ? null : this.indexOf(this.#currentId);
    if (index !== null && this.#viewport.isInView(index, heightBefore)) this.#viewport.reveal(index, this.count());
  }

  #mark(id: string | null): void {
    if (id === this.#currentId && this.#currentElement?.isConnected === true) return;
    // The grid may have drawn the row after it became the current one, with the class from the start.
    for (const row of this.#viewport.rowsOfClass(currentRowClass)) row.classList.remove(currentRowClass);
    this.#currentId = id;
    this.#show(id);
  }

  /** Rows that came or went have moved the current one. */
  #placeMark(): void {
    const index = this.#currentId === null ? null : this.indexOf(this.#currentId);
    this.#viewport.mark.moveTo(index === null ? null : index * rowHeight);
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
