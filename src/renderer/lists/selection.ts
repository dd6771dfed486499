import type { CompanyRow } from '../grid/cells/companyRow.ts';
import type { GridDriver } from '../grid/gridDriver.ts';
import { rowIdOf, type ListSource, type RowId } from './sources.ts';
import { Store } from '../ui/store.ts';
import type { ShownRows } from './shown.ts';
import type { RowStream } from './stream.ts';

/** What is selected. `all` means every row that matches, including those not loaded, except `except`. */
export interface Selection {
  readonly count: number;
  readonly all: boolean;
}

const none: Selection = { count: 0, all: false };

/** What a selection needs from the grid. */
export type SelectionGrid = Pick<
  GridDriver,
  'clearSelection' | 'indexOf' | 'isSelected' | 'rowAt' | 'select' | 'selectShown' | 'selectedRows'
>;

/** What a selection needs from the loaded rows. */
type SelectableRows = Pick<RowStream, 'all' | 'total'>;

/** What a selection needs to know about the shown rows. */
type SelectableShown = Pick<ShownRows, 'isFiltered' | 'stands' | 'whole'>;

/** Which rows are selected: the grid's own selection for rows that are loaded, a promise for the others. */
export class ListSelection {
  readonly state = new Store<Selection>(none);
  #driver: SelectionGrid | null = null;
  #isAll = false;
  #suspended = false;
  readonly #rows: SelectableRows;
  readonly #shown: SelectableShown;
  /** The row that a range starts from, by its id: its index changes as rows come and go. */
  #anchor: string | null = null;
  /** Rows that are selected only because they are in the range. */
  #range: ReadonlySet<string> = new Set();
  /** Rows on their way to the grid, which may show them before `appended` is called. */
  readonly #onTheirWay = new Set<string>();

  constructor(rows: SelectableRows, shown: SelectableShown) {
    this.#rows = rows;
    this.#shown = shown;
  }

  attach(driver: SelectionGrid | null): void {
    this.#driver = driver;
    this.#onTheirWay.clear();
    this.changed();
  }

  /** Rows go to the grid: nobody can have removed them from "all" before `appended`. */
  coming(rows: readonly CompanyRow[]): void {
    for (const { id } of rows) this.#onTheirWay.add(id);
  }

  /** Rows that have just been loaded are part of "all" too. */
  appended(rows: readonly CompanyRow[]): void {
    for (const { id } of rows) this.#onTheirWay.delete(id);
    if (this.#isAll) this.#join(rows);
  }

  /** `replace` gives the grid other rows: new ones are part of "all" too, removed ones stay removed. */
  replacing(rows: readonly CompanyRow[], replace: () => void): void {
    const left = new Set(this.#isAll ? this.#left() : []);
    this.coming(rows);
    replace();
    for (const { id } of rows) this.#onTheirWay.delete(id);
    if (this.#isAll) this.#join(rows.filter(({ id }) => !left.has(id)));
  }

  /** Whether a filter hides loaded rows: only the rows themselves tell what matches it. */
  get isFiltered(): boolean {
    return this.#shown.isFiltered;
  }

  /** Another filter hides other rows, or none does: "all that match" was about the previous one. */
  filterChanged(): void {
    if (this.#isAll) this.clear();
  }

  /** Deselects rows that are no longer shown: commands do not touch what is out of sight. */
  leaveHidden(): void {
    const driver = this.#driver;
    if (driver === null) return;
    const hidden = driver.selectedRows().filter(({ id }) => driver.indexOf(id) === null);
    if (hidden.length === 0) return;
    driver.select(
      hidden.map(({ id }) => id),
      false,
    );
    this.changed();
  }

  /**
   * While a single company fills the screen nothing is selected, and nothing can be; afterwards the earlier selection
   * is restored, except for rows that have left the list meanwhile.
   */
  suspend(isSuspended: boolean): void {
    this.#suspended = isSuspended;
    if (!isSuspended) this.leaveHidden();
    this.changed();
  }

  /** Whether a loaded row is selected. */
  has(row: CompanyRow): boolean {
    return !this.#suspended && this.#driver?.isSelected(row.id) === true;
  }

  toggle(row: CompanyRow): void {
    if (this.#suspended) return;
    const isSelected = this.#driver?.isSelected(row.id) === true;
    this.#driver?.select([row.id], !isSelected);
    this.#anchor = isSelected ? null : row.id;
    this.#range = new Set();
    // The grid reports it later, and the next key may be about the selection.
    this.changed();
  }

  /** Selects from the last selected row (or from `from`) to `to`; deselects what the range no longer covers. */
  extend(from: number, to: number): void {
    const driver = this.#driver;
    if (driver === null || this.#suspended) return;
    let start = this.#anchor === null ? null : driver.indexOf(this.#anchor);
    if (start === null) {
      start = from;
      this.#anchor = driver.rowAt(from)?.id ?? null;
      this.#range = new Set();
    }
    const ids = idsBetween(driver, Math.min(start, to), Math.max(start, to));
    const added = ids.filter((id) => !driver.isSelected(id));
    const reached = new Set(ids);
    const left = [...this.#range].filter((id) => !reached.has(id));
    this.#range = new Set([...this.#range, ...added].filter((id) => reached.has(id)));
    driver.select(left, false);
    driver.select(added, true);
    this.changed();
  }

  /** Everything that matches, including rows not loaded. */
  selectAll(): void {
    if (this.#suspended) return;
    // Rows that were selected before the filter hid them do not match it.
    if (this.isFiltered) this.#driver?.clearSelection();
    this.#isAll = true;
    this.#driver?.selectShown();
    // Rows decided a moment ago are still visible, but about to leave.
    const leaving = this.#rows.all().filter((row) => !this.#stands(row));
    this.#driver?.select(
      leaving.map(({ id }) => id),
      false,
    );
    this.changed();
  }

  clear(): void {
    if (this.#suspended) return;
    this.#isAll = false;
    this.#anchor = null;
    this.#range = new Set();
    if (this.state.get().count > 0) this.#driver?.clearSelection();
    this.changed();
  }

  /** Selected rows that are loaded. */
  loaded(): CompanyRow[] {
    return this.#driver?.selectedRows() ?? [];
  }

  /** Everything selected, by id; asks the source if not all of it is loaded. */
  async ids(source: ListSource): Promise<readonly RowId[]> {
    if (!this.#isAll || this.isFiltered) return this.loaded().map((row) => rowIdOf(row));
    const left = new Set(this.#left());
    const loaded = new Map(this.#rows.all().map((row) => [row.id, row]));
    const { ids, revision } = await source.loadIds();
    // The server still lists rows whose moves are pending; they have been decided.
    const isMeant = (row: RowId): boolean => !left.has(row.id) && this.#shown.stands(row, revision);
    return ids.filter((row) => isMeant(row)).map((row) => rowIdOr(loaded.get(row.id), { ...row, revision }));
  }

  /** The grid's selection, or the number of selectable rows, has changed. */
  readonly changed = (): void => {
    if (this.#suspended) {
      if (this.state.get() !== none) this.state.set(none);
      return;
    }
    const loaded = this.#driver?.selectedRows().length ?? 0;
    if (loaded === 0) this.#isAll = false;
    const isMore = this.#isAll && !this.isFiltered;
    const count = isMore ? Math.max(loaded, this.#shown.whole(this.#rows.total) - this.#left().length) : loaded;
    const before = this.state.get();
    if (before.count !== count || before.all !== this.#isAll) this.state.set({ count, all: this.#isAll });
  };

  /** Selects rows that have just come: with a filter, only those it shows. */
  #join(rows: readonly CompanyRow[]): void {
    const driver = this.#driver;
    if (driver === null) return;
    const ids = rows.map(({ id }) => id);
    driver.select(this.isFiltered ? ids.filter((id) => driver.indexOf(id) !== null) : ids, true);
    this.changed();
  }

  /** Loaded rows that were removed from "all". */
  #left(): string[] {
    const driver = this.#driver;
    if (driver === null) return [];
    const isOut = ({ id }: CompanyRow): boolean =>
      driver.indexOf(id) !== null && !driver.isSelected(id) && !this.#onTheirWay.has(id);
    return this.#rows.all().flatMap((row) => (isOut(row) && this.#stands(row) ? [row.id] : []));
  }

  #stands(row: CompanyRow): boolean {
    return this.#shown.stands(rowIdOf(row), row.revision ?? -1);
  }
}

function idsBetween(driver: SelectionGrid, first: number, last: number): string[] {
  const ids: string[] = [];
  for (let index = first; index <= last; index++) {
    const row = driver.rowAt(index);
    if (row !== undefined) ids.push(row.id);
  }
  return ids;
}

function rowIdOr(row: CompanyRow | undefined, other: RowId): RowId {
  return row === undefined ? other : rowIdOf(row);
}
