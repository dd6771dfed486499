import type { ColumnState } from 'ag-grid-community';
import type { Store } from '../ui/store.ts';
import type { GridContext } from './cells/cells.ts';
import type { CompanyRow } from './cells/companyRow.ts';
import type { SortedBy, Sorting } from './columns.ts';
import type { GridDriver } from './gridDriver.ts';

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
