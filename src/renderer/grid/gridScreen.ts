import type { ColumnState } from 'ag-grid-community';
import type { ListName } from '#shared/domain/listName.ts';
import type { Point } from '../ui/ContextMenu.tsx';
import type { Store } from '../ui/store.ts';
import type { GridContext } from './cells/cells.ts';
import type { CompanyRow } from './cells/companyRow.ts';
import type { SortedBy, Sorting } from './columns.ts';
import type { GridDriver } from './gridDriver.ts';

/** A right click on a row, or the key for it: on which cell, and where in the window the menu belongs. */
export interface RowMenuAsk {
  readonly row: CompanyRow;
  /** The id of the column. */
  readonly column: string;
  readonly at: Point;
}

/** A right click on a header: on which column, by its id, and where in the window the menu belongs. */
export interface HeaderMenuAsk {
  readonly column: string;
  readonly at: Point;
}

/** What the grid asks of and reports to its screen. Everything is read when it is needed. */
export interface GridScreen extends GridContext {
  isVisible(row: CompanyRow): boolean;
  isCurrent(row: CompanyRow): boolean;
  /** The loaded rows, for drawing them before the grid is there. */
  readonly loadedRows: Pick<Store<readonly CompanyRow[]>, 'get' | 'subscribe'>;
  /** The columns, by id, that are hidden because they are blank in the whole list. */
  readonly blankColumns: Pick<Store<{ readonly hidden: ReadonlySet<string> }>, 'get' | 'subscribe'>;
  /** The grid is there (again) and empty: fill it. */
  attach(driver: GridDriver): void;
  detach(): void;
  clicked(row: CompanyRow, event: MouseEvent): void;
  opened(row: CompanyRow): void;
  /** Opens a row's company apart from this page; false if that is left to the browser, which follows its link. */
  openedApart(row: CompanyRow): boolean;
  /** Decides this row alone. */
  decideAsked(row: CompanyRow, to: ListName): void;
  /** A row is being dragged, with the selection if it is in it. Returns what to show beside the mouse. */
  dragged(row: CompanyRow): string;
  dragEnded(): void;
  /** Shows what can be done with a row. */
  menuAsked(ask: RowMenuAsk): void;
  /** Shows what can be done with a column. */
  headerMenuAsked(ask: HeaderMenuAsk): void;
  scrolled(): void;
  selectionChanged(): void;
  columnsChanged(state: ColumnState[]): void;
  /** Null asks for the list's own order. */
  sortAsked(sorted: SortedBy | null): void;
}

/** What a screen gives its grid. */
export interface CompanyGridProps {
  readonly screen: GridScreen;
  /** Its name for screen readers. */
  readonly label: string;
  /** What the headers sort by. */
  readonly sorting: Sorting;
  /** The sort to show in the header; null for the list's own order. */
  readonly sorted: SortedBy | null;
  /** Saved columns; read when the grid is created. */
  readonly columnState: ColumnState[] | undefined;
  /** In pixels. */
  readonly rowHeight: number;
}
