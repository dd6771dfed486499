import type { ColumnState, GridApi } from 'ag-grid-community';
import type { CompanyRow } from './companyRow.ts';
import { listColumn, nameColumn } from './columns.ts';

/** Where a grid is scrolled to, in pixels. */
export interface GridPlace {
  readonly top: number;
  readonly left: number;
}

/** The class of the current row: the one that keys act on, also while the keyboard's focus is elsewhere. */
export const currentRowClass = 'w-current';

/**
 * Moves the focus and touches rows of one AG Grid. Everything here is a few DOM changes and no React render, because a
 * key press may cost ten milliseconds at most (QUALITY T8).
 */
export class GridDriver {
  private readonly api: GridApi<CompanyRow>;
  private readonly element: HTMLElement;
  private currentId: string | null = null;

  constructor(api: GridApi<CompanyRow>, element: HTMLElement) {
    this.api = api;
    this.element = element;
  }

  /** Replaces all rows. A row with the same id keeps its element, and the current row its place on the screen. */
  setRows(rows: readonly CompanyRow[]): void {
    this.keepingPlace(() => this.api.setGridOption('rowData', [...rows]));
  }

  /** Adds rows at the end, at the next quiet moment; `whenThere` runs after it. */
  appendRows(rows: readonly CompanyRow[], whenThere: () => void): void {
    this.api.applyTransactionAsync({ add: [...rows] }, whenThere);
  }

  /** Decides again which rows are hidden. */
  applyVisibility(): void {
    this.keepingPlace(() => this.api.onFilterChanged());
  }

  /** Redraws the list cell of rows: what a decision touches. */
  redrawLists(ids: readonly string[]): void {
    const rowNodes = ids.flatMap((id) => this.api.getRowNode(id) ?? []);
    if (rowNodes.length > 0) this.api.refreshCells({ rowNodes, columns: [listColumn], force: true });
  }

  count(): number {
    return this.api.getDisplayedRowCount();
  }

  rowAt(index: number): CompanyRow | undefined {
    return this.api.getDisplayedRowAtIndex(index)?.data;
  }

  /** A row's place among those displayed, or null. */
  indexOf(id: string): number | null {
    const node = this.api.getRowNode(id);
    return node?.displayed === true ? node.rowIndex : null;
  }

  isCurrent(id: string): boolean {
    return id === this.currentId;
  }

  /** Makes a row the current one; `takeFocus` brings the keyboard's focus with it. */
  setCurrent(index: number, { takeFocus, scroll = true }: { takeFocus: boolean; scroll?: boolean }): void {
    const row = this.rowAt(index);
    if (row === undefined) return;
    if (scroll) this.api.ensureIndexVisible(index);
    this.mark(row.id);
    if (takeFocus) this.api.setFocusedCell(index, this.api.getFocusedCell()?.column ?? nameColumn);
  }

  clearCurrent(): void {
    this.mark(null);
    this.api.clearFocusedCell();
  }

  /** Whether the keyboard's focus is inside the grid. */
  hasFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  /** Rows that fit between header and bottom. */
  rowsPerPage(): number {
    const { top, bottom } = this.api.getVerticalPixelRange();
    return Math.max(1, Math.floor((bottom - top) / this.rowHeight()) - 1);
  }

  /** The last row that is rendered, or -1. */
  lastRendered(): number {
    return this.api.getLastDisplayedRowIndex();
  }

  place(): GridPlace {
    return { top: this.api.getVerticalPixelRange().top, left: this.api.getHorizontalPixelRange().left };
  }

  /** False where the grid is not laid out, as in a hidden screen. */
  isLaidOut(): boolean {
    return this.element.clientHeight > 0;
  }

  /** Scrolls to a place; false where the grid is not laid out that far yet. */
  goTo(place: GridPlace): boolean {
    const viewport = this.element.querySelector('.ag-grid-viewport');
    if (viewport === null) return false;
    viewport.scrollTop = place.top;
    viewport.scrollLeft = place.left;
    return Math.abs(viewport.scrollTop - place.top) < 1;
  }

  select(ids: readonly string[], selected: boolean): void {
    const nodes = ids.flatMap((id) => this.api.getRowNode(id) ?? []);
    if (nodes.length > 0) this.api.setNodesSelected({ nodes, newValue: selected });
  }

  clearSelection(): void {
    this.api.deselectAll();
  }

  selectShown(): void {
    this.api.selectAll('filtered');
  }

  isSelected(id: string): boolean {
    return this.api.getRowNode(id)?.isSelected() === true;
  }

  selectedRows(): CompanyRow[] {
    return this.api.getSelectedRows();
  }

  /** Ids of the columns that are shown, in the order of the screen. */
  shownColumns(): string[] {
    return this.api.getAllDisplayedColumns().map((column) => column.getColId());
  }

  columnState(): ColumnState[] {
    return this.api.getColumnState();
  }

  /** Shows or hides a column, or pins it. */
  changeColumn(change: ColumnState): void {
    this.api.applyColumnState({ state: [change] });
  }

  resetColumns(): void {
    this.api.resetColumnState();
  }

  /** Runs a change of the rows so that the current row, else the first that is seen, keeps its place on the screen. */
  private keepingPlace(change: () => void): void {
    const held = this.hasFocus();
    const currentIndex = this.currentId === null ? null : this.indexOf(this.currentId);
    const anchorIndex = currentIndex !== null && this.isInView(currentIndex) ? currentIndex : this.firstInView();
    const anchor = anchorIndex === null ? undefined : this.rowAt(anchorIndex);
    const { top } = this.place();
    change();
    const anchorNow = anchor === undefined ? null : this.indexOf(anchor.id);
    if (anchorIndex !== null && anchorNow !== null && anchorNow !== anchorIndex) {
      const shift = (anchorNow - anchorIndex) * this.rowHeight();
      this.goTo({ ...this.place(), top: Math.max(0, top + shift) });
    }
    const indexNow = this.currentId === null ? null : this.indexOf(this.currentId);
    if (indexNow !== null && held) this.setCurrent(indexNow, { takeFocus: true, scroll: false });
  }

  private mark(id: string | null): void {
    if (id === this.currentId) return;
    this.rowElement(this.currentId)?.classList.remove(currentRowClass);
    this.currentId = id;
    this.rowElement(id)?.classList.add(currentRowClass);
  }

  private rowElement(id: string | null): Element | null {
    return id === null ? null : this.element.querySelector(`.ag-row[row-id="${CSS.escape(id)}"]`);
  }

  private isInView(index: number): boolean {
    const { top, bottom } = this.api.getVerticalPixelRange();
    const y = index * this.rowHeight();
    return y > top - this.rowHeight() && y < bottom;
  }

  private firstInView(): number | null {
    const count = this.count();
    return count === 0 ? null : Math.min(count - 1, Math.ceil(this.place().top / this.rowHeight()));
  }

  private rowHeight(): number {
    return this.api.getDisplayedRowAtIndex(0)?.rowHeight ?? 28;
  }
}
