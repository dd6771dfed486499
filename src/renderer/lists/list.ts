import type { ColumnState } from 'ag-grid-community';
import type { SortOption } from '#shared/domain/choices.ts';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { GridScreen } from '../grid/gridScreen.ts';
import type { CompanyRow } from '../grid/cells/companyRow.ts';
import type { GridDriver } from '../grid/gridDriver.ts';
import { Store } from '../ui/store.ts';
import { shownList } from '../decide/overlay.ts';
import type { Triage } from '../decide/triage.ts';
import { leaveFocus } from './keyboardFocus.ts';
import type { KnownEntry } from './knownEntry.ts';
import { Lingering } from './lingering.ts';
import { ListCursor } from './cursor.ts';
import { ListSelection } from './selection.ts';
import { losesSome, standingOf, type ListRules } from './listRules.ts';
import { ListTally } from './listTally.ts';
import { wholeOf } from './positionText.ts';
import { RowIndex } from './rowIndex.ts';
import { showMoves } from './rowMoves.ts';
import { RowStream, rowsAhead, type ListEnd, type RowPage, type Standing, type StreamListener } from './stream.ts';
import type { ListSource } from './sources.ts';
import { TakenBack } from './takenBack.ts';

/** A list is narrowed and its panel opened for itself: neither goes with its screen, nor to the next list. */
interface QuickFilterState {
  readonly filters: FilterSet;
  readonly isOpen: boolean;
}

/** Shortest time between two looks at where the grid stands, in milliseconds. */
const scrollRest = 60;

/**
 * One list as it is on the screen: rows, current row, selection, and which rows have left. It outlives the screen, so
 * that coming back finds everything where it was (UX rule 4). It is what the grid talks to.
 */
export class ListModel implements GridScreen, StreamListener {
  readonly stream: RowStream = new RowStream(this);
  readonly loadedRows = {
    get: (): readonly CompanyRow[] => this.stream.all(),
    subscribe: (listener: () => void): (() => void) => this.stream.state.subscribe(listener),
  };
  readonly selection = new ListSelection({
    rows: () => this.stream.all(),
    total: () => wholeOf(this),
    stands: ({ entryId, companyId: id, list }, revision) =>
      this.rules.belongs(shownList({ entryId, company: { id }, list, revision }, this.triage.overlay)),
  });
  readonly cursor = new ListCursor({
    isCandidate: (row) => !this.rules.skipsDecided || this.listOf(row) === 'None',
    hasRows: () => this.stream.all().length > 0,
    takesFreeFocus: () => this.#takesFreeFocus,
    isMoreComing: () => this.stream.isReading || this.tally.shown > (this.driver?.count() ?? 0),
    askForMore: () => this.stream.want(this.stream.all().length + rowsAhead),
    keysGivenUp: (count) => this.#keysGivenUp(count),
  });
  readonly tally = new ListTally();
  /** Tells one list from another where a screen goes from one to the next. */
  readonly id: string;
  readonly triage: Triage;
  opened: (row: CompanyRow) => void = () => undefined;
  columnsChanged: (state: ColumnState[]) => void = () => undefined;
  sortAsked: (sortBy: SortOption) => void = () => undefined;
  source: ListSource | null = null;
  rules: ListRules = { belongs: () => true, skipsDecided: true };
  driver: GridDriver | null = null;
  #takesFreeFocus = true;
  #keysGivenUp: (count: number) => void = () => undefined;
  #key = '';
  #isOutdated = false;
  #known: ReadonlyMap<number, KnownEntry> = new Map();
  #passes: ((row: CompanyRow) => boolean) | null = null;
  #scrollTimer: ReturnType<typeof setTimeout> | null = null;
  /** The filter over its rows, as its panel has it, and whether that is open. */
  readonly quick = new Store<QuickFilterState>({ filters: emptyFilters(), isOpen: false });
  readonly takenBack = new TakenBack();
  readonly lingering = new Lingering(() => this.reshow());
  readonly rows = new RowIndex<CompanyRow>(({ company }) => company.id);
  readonly #ends: readonly (() => void)[];

  constructor(id: string, triage: Triage) {
    this.id = id;
    this.triage = triage;
    this.#ends = [
      triage.subscribe((event) => showMoves(this, event)),
      triage.unrated.subscribe(() => this.#takeLeft()),
    ];
    this.cursor.focus.subscribe(() => this.lingering.moved(this.cursor.focus.get().row));
    for (const store of [this.stream.state, this.tally.counts]) store.subscribe(() => this.selection.wholeChanged());
  }

  /** The screen's answers to what happens in the grid. */
  answer(screen: Pick<GridScreen, 'opened' | 'columnsChanged' | 'sortAsked'>): void {
    Object.assign(this, screen);
  }

  /** Sets who is told how many key presses were ignored because their rows took too long to load. */
  tellKeysGivenUp(tell: (count: number) => void): void {
    this.#keysGivenUp = tell;
  }

  /** For a list that is only a part of its screen: leaves a focus that nothing else holds alone, until it is asked. */
  leaveFreeFocus(): void {
    this.#takesFreeFocus = false;
  }

  /** Takes the keyboard's focus to the current row: now, or as soon as rows are there. */
  takeFocus(): void {
    leaveFocus();
    this.#takesFreeFocus = true;
    if ((this.driver?.count() ?? 0) > 0) this.cursor.goTo(Math.max(0, this.cursor.focus.get().index));
  }

  dispose(): void {
    for (const end of this.#ends) end();
    this.lingering.clear();
  }

  /** Shows a list from its first page. The same `key` again changes nothing but reads it anew where it is outdated. */
  open(key: string, source: ListSource, rules: ListRules): void {
    if (key === this.#key && this.stream.state.get().status !== 'failed') {
      if (this.#isOutdated) this.refresh();
      return;
    }
    this.#key = key;
    this.source = source;
    this.rules = rules;
    this.selection.clear();
    this.#takeLeft();
    this.stream.open({ load: (page, size) => this.#load(source, page, size) });
    if (this.#passes !== null) this.stream.want(Infinity);
  }

  /** Rows and what is on its way, whose decisions they do not show yet. */
  async #load(source: ListSource, page: number, size: number): Promise<RowPage> {
    const [rows] = await Promise.all([source.load(page, size), this.triage.known]);
    return rows;
  }

  /** Reads everything again without moving anything. */
  readonly refresh = (): void => {
    this.#isOutdated = false;
    void this.stream.refresh();
  };

  /** The data has changed: reads the list again, now or when it is next on the screen. */
  outdate(): void {
    this.#isOutdated = true;
    if (this.driver !== null) this.refresh();
  }

  /** Whether a part of the list can be shown without all before it. */
  get canJump(): boolean {
    return this.#passes === null && !losesSome(this.rules);
  }

  /** Hides loaded rows that do not pass; null shows all. Filtering needs every row, so all are loaded. */
  setQuickFilter(passes: ((row: CompanyRow) => boolean) | null): void {
    if (passes === null && this.#passes === null) return;
    this.#passes = passes;
    this.selection.filterChanged(passes !== null);
    if (passes !== null && this.stream.state.get().before > 0) this.stream.jumpTo('first');
    if (passes !== null) this.stream.want(Infinity);
    this.reshow();
    this.selection.leaveHidden();
  }

  /** What has been decided already, for rows without an entry of their own. */
  setKnown(known: ReadonlyMap<number, KnownEntry>): void {
    this.#known = known;
    this.driver?.redrawAllLists();
  }

  /** The earlier decision about a row's company, where the row has no entry itself. */
  knownEntry(row: { readonly entryId: number | null; readonly companyId: number }): KnownEntry | undefined {
    return row.entryId === null ? this.#known.get(row.companyId) : undefined;
  }

  listOf(row: CompanyRow): ListName {
    const list = this.knownEntry({ entryId: row.entryId, companyId: row.company.id })?.list ?? row.list;
    return shownList(list === row.list ? row : { ...row, list }, this.triage.overlay);
  }

  isUnsaved(row: CompanyRow): boolean {
    return this.triage.isUnsaved(row.entryId, row.company.id);
  }

  isVisible(row: CompanyRow): boolean {
    if (this.#passes !== null && !this.#passes(row)) return false;
    return this.rules.belongs(this.listOf(row)) || this.lingering.has(row);
  }

  isCurrent(row: CompanyRow): boolean {
    return this.driver?.isCurrent(row.id) === true;
  }

  attach(driver: GridDriver): void {
    this.driver = driver;
    this.lingering.clear();
    driver.setRows(this.stream.all());
    this.selection.attach(driver);
    this.#recount();
    this.cursor.attach(driver, () => this.scrolled());
  }

  detach(): void {
    this.driver = null;
    this.cursor.detach();
    this.selection.attach(null);
  }

  clicked(row: CompanyRow, event: MouseEvent): void {
    const index = this.driver?.indexOf(row.id) ?? null;
    if (index === null) return;
    if (event.shiftKey) this.selection.extend(this.cursor.focus.get().index, index);
    else if (event.ctrlKey || event.metaKey) this.selection.toggle(row);
    this.cursor.goTo(index, { scroll: false });
  }

  scrolled(): void {
    this.#scrollTimer ??= setTimeout(() => this.#follow(), scrollRest);
  }

  /** Takes in where the grid stands, and loads ahead of it. */
  #follow(): void {
    this.#scrollTimer = null;
    const { driver } = this;
    if (driver === null || !this.cursor.notePlace()) return;
    driver.renewCurrent();
    if (driver.firstSeen() < rowsAhead / 2) this.stream.wantBefore();
    const missing = driver.lastSeen() + rowsAhead - this.tally.shown;
    if (missing > 0 && this.tally.counts.get().left !== 0) this.stream.want(this.stream.all().length + missing);
  }

  selectionChanged(): void {
    this.selection.changed();
  }

  replaced(rows: readonly CompanyRow[], isNew: boolean): void {
    this.lingering.clear({ keepHeld: !isNew });
    this.rows.clear();
    this.#index(rows);
    if (isNew) this.takenBack.clear();
    if (isNew) this.cursor.reset();
    this.selection.replacing(rows, () => this.driver?.setRows(rows));
    if (isNew) this.cursor.restorePlace();
    this.#recount();
    this.cursor.settle();
  }

  jumped(rows: readonly CompanyRow[], end: ListEnd): void {
    this.lingering.clear();
    this.rows.clear();
    this.#index(rows);
    this.cursor.leave();
    this.selection.replacing(rows, () => this.driver?.setRows(rows));
    this.#recount();
    const count = this.driver?.count() ?? 0;
    this.cursor.goTo(end === 'first' ? 0 : count - 1, { takeFocus: this.driver?.hasFocus() === true });
  }

  prepended(all: readonly CompanyRow[]): void {
    this.#index(all);
    this.selection.replacing(all, () => this.driver?.setRows(all));
    this.#recount();
    this.cursor.settle({ scroll: false });
  }

  appended(rows: readonly CompanyRow[]): void {
    this.#index(rows);
    this.tally.setShown(this.tally.shown + this.#countVisible(rows));
    this.selection.coming(rows);
    this.driver?.appendRows(rows, () => {
      this.selection.appended(rows);
      this.cursor.extended();
    });
  }

  standing(rows: readonly CompanyRow[]): Standing {
    return standingOf(rows, this);
  }

  withOwn(read: readonly CompanyRow[], before: readonly CompanyRow[], revision: number): readonly CompanyRow[] {
    return this.takenBack.withOwn(read, before, revision, this, this.lingering.heldRow?.id);
  }

  /** What is on the screen is read again, with the current row; all rows where every one of them is in use. */
  rowsInUse(): number {
    return this.#passes === null && this.selection.isEmpty() ? this.cursor.rowsInUse() + rowsAhead : Infinity;
  }

  rested(): void {
    // What waited for rows that could not be read means nothing any more, nor what comes after it.
    if (this.stream.state.get().status === 'failed') this.cursor.forgetKeys();
    else this.cursor.extended();
  }

  /** Takes rows in that the server does not have yet; `all` are those and the ones that are loaded. */
  putIn(all: readonly CompanyRow[]): void {
    this.stream.putIn(all);
    this.#index(all);
    this.selection.replacing(all, () => this.driver?.setRows(all));
  }

  /** Decides again which rows are shown. */
  reshow(): void {
    this.driver?.applyVisibility();
    this.#recount();
    this.cursor.settle();
  }

  #index(rows: readonly CompanyRow[]): void {
    this.rows.add(rows);
    this.triage.read(rows);
  }

  #recount(): void {
    this.tally.setShown(this.#countVisible(this.stream.all()));
  }

  #countVisible(rows: readonly CompanyRow[]): number {
    return rows.reduce((count, row) => count + (this.isVisible(row) ? 1 : 0), 0);
  }

  /** What is left in an inbox is what is undecided in its smart list, as the sidebar has it. */
  #takeLeft(): void {
    const inboxId = this.source?.inboxId;
    this.tally.setLeft(inboxId === undefined ? null : (this.triage.unrated.get().get(inboxId) ?? null));
  }
}
