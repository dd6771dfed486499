import { wantColleagues } from '../data/colleagues.ts';
import { wantChanges } from '../data/lastChanges.ts';
import type { ColumnState } from 'ag-grid-community';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import type { ListName } from '#shared/domain/listName.ts';
import type { ShownChange } from '../decide/state.ts';
import type { Triage } from '../decide/triage.ts';
import type { CompanyRow, RowDecision } from '../grid/cells/companyRow.ts';
import { listColumn, type SortedBy } from '../grid/columns.ts';
import type { GridDriver } from '../grid/gridDriver.ts';
import type { GridScreen, HeaderMenuAsk, RowMenuAsk } from '../grid/gridScreen.ts';
import { lastChanges } from '../ui/lastChanges.ts';
import { Store } from '../ui/store.ts';
import { BlankColumns } from './blankColumns.ts';
import { leaveFocus, ListCursor } from './cursor.ts';
import { ListSelection } from './selection.ts';
import { idsOf, losesSome, RowIndex, ShownRows, type KnownEntries, type ListRules } from './shown.ts';
import type { ListSource, RowPage } from './sources.ts';
import { RowStream, rowsAhead, type RowsChange } from './stream.ts';

/** Filter and panel belong to one list: they neither close with its screen nor carry over to the next list. */
interface QuickFilterState {
  readonly filters: FilterSet;
  readonly isOpen: boolean;
}

/** What a list leaves to its screen. */
export type ScreenAnswers = Pick<GridScreen, 'opened' | 'columnsChanged' | 'headerMenuAsked' | 'sortAsked'> &
  MouseAnswers;

/** What the mouse asks for. */
export type MouseAnswers = Pick<GridScreen, 'decideAsked' | 'dragEnded' | 'dragged' | 'menuAsked' | 'openedApart'>;

/** Shortest time between two checks of the grid's position, in milliseconds. */
const scrollRest = 60;

/**
 * One list as it is on screen. It owns the four parts, and only it knows more than one of them: what is shown of rows
 * (`shown`), the loaded rows (`stream`), the selection, and the position among them (`cursor`). Each knows those before
 * it in this order and nothing about the list; what happens in them is announced and passed on here, above all to the
 * grid. A list outlives its screen, so that coming back finds everything as it was (product 10.4).
 */
export class ListModel implements GridScreen {
  /** Tells lists apart when a screen goes from one to the next. */
  readonly id: string;
  readonly triage: Triage;
  readonly shown: ShownRows;
  readonly stream: RowStream;
  readonly selection: ListSelection;
  readonly cursor: ListCursor;
  readonly loadedRows = {
    get: (): readonly CompanyRow[] => this.stream.all(),
    subscribe: (listener: () => void): (() => void) => this.stream.state.subscribe(listener),
  };
  /** The entries that are dealt to the user, who sees no others meanwhile; null where all are shown. */
  readonly hand = new Store<ReadonlySet<number> | null>(null);
  /** How many companies at the start of the list are back, having been put off. */
  readonly back = new Store(0);
  /** The rows at the start that came back, decided or not. */
  #backFirst: readonly CompanyRow[] = [];
  /** The columns that are hidden because the list has nothing in them. */
  readonly columns = new BlankColumns();
  readonly blankColumns = this.columns.state;
  /** The filter over its rows, as set in its panel, and whether the panel is open. */
  readonly quick = new Store<QuickFilterState>({ filters: emptyFilters(), isOpen: false });
  opened: (row: CompanyRow) => void = () => undefined;
  columnsChanged: (state: ColumnState[]) => void = () => undefined;
  sortAsked: (sorted: SortedBy | null) => void = () => undefined;
  menuAsked: (ask: RowMenuAsk) => void = () => undefined;
  headerMenuAsked: (ask: HeaderMenuAsk) => void = () => undefined;
  openedApart: (row: CompanyRow) => boolean = () => false;
  decideAsked: (row: CompanyRow, to: ListName) => void = () => undefined;
  dragged: (row: CompanyRow) => string = ({ company }) => company.name;
  dragEnded: () => void = () => undefined;
  source: ListSource | null = null;
  driver: GridDriver | null = null;
  #key = '';
  #quickFilter: ((row: CompanyRow) => boolean) | null = null;
  #deciders: ReadonlySet<number> = new Set();
  #isOutdated = false;
  /** It is opened again, and being read again: rows that have come above its start are what it is opened for. */
  #isReopened = false;
  #scrollTimer: ReturnType<typeof setTimeout> | null = null;
  readonly #rows = new RowIndex<CompanyRow>(({ company }) => company.id);
  readonly #ends: readonly (() => void)[];

  constructor(id: string, triage: Triage) {
    this.id = id;
    this.triage = triage;
    this.shown = new ShownRows(triage);
    this.stream = new RowStream(this.shown);
    this.selection = new ListSelection(this.stream, this.shown);
    this.cursor = new ListCursor(this.stream, this.shown);
    this.#ends = [
      triage.subscribe((change) => this.#decided(change)),
      triage.unrated.subscribe(() => this.shown.takeLeft()),
      // What an import has changed is asked for after the rows, and brings its column.
      lastChanges.subscribe(() => this.columns.seen(this.stream.all(), { isCounted: true })),
    ];
    this.stream.changes.subscribe((change) => this.#rowsChanged(change));
    this.shown.gone.subscribe(() => this.reshow());
    this.cursor.focus.subscribe(() => {
      this.shown.moved(this.cursor.focus.get().row);
      this.#noteUse();
    });
    this.selection.state.subscribe(() => this.#noteUse());
    for (const store of [this.stream.state, this.shown.counts]) {
      store.subscribe(() => {
        if (this.selection.state.get().all) this.selection.changed();
      });
    }
  }

  /** Sets the screen's handlers for what happens in the grid. */
  answer(screen: ScreenAnswers): void {
    Object.assign(this, screen);
  }

  /** For a list that is only part of its screen: does not take a free focus until asked. */
  leaveFreeFocus(): void {
    this.cursor.takesFreeFocus = false;
  }

  /** Moves the keyboard focus to the current row: now, or as soon as there are rows. */
  takeFocus(): void {
    leaveFocus();
    this.cursor.takesFreeFocus = true;
    if ((this.driver?.count() ?? 0) > 0) this.cursor.goTo(Math.max(0, this.cursor.focus.get().index));
  }

  /** Gives the keyboard back to the current row, after a menu over it. Nothing scrolls. */
  focusAgain(): void {
    this.cursor.goTo(this.cursor.focus.get().index, { scroll: false });
  }

  dispose(): void {
    for (const end of this.#ends) end();
    this.shown.forgetLeaving();
  }

  /** Shows a list from its first page. The same `key` again only reloads it if it is out of date. */
  open(key: string, source: ListSource, rules: ListRules): void {
    if (key === this.#key && this.stream.state.get().status !== 'failed') {
      if (!this.#isOutdated) return;
      this.#isReopened = true;
      this.refresh();
      return;
    }
    this.#key = key;
    this.source = source;
    this.selection.clear();
    this.shown.open(rules, source.isPart === true ? undefined : source.inboxId);
    this.stream.open({ load: (page, size) => this.#load(source, page, size) });
    if (this.shown.isFiltered) this.stream.want(Infinity);
  }

  /** Waits for the rows and for the pending moves, which the rows do not reflect yet. */
  async #load(source: ListSource, page: number, size: number): Promise<RowPage> {
    const [rows] = await Promise.all([source.load(page, size), this.triage.known]);
    const ids = rows.rows.map(({ company }) => company.id);
    wantColleagues(ids);
    wantChanges(ids);
    return rows;
  }

  /** Reloads everything without moving anything. */
  readonly refresh = (): void => {
    this.#isOutdated = false;
    this.#noteUse();
    void this.stream.refresh();
  };

  /** The data has changed: reloads the list, now or when it is next on screen. */
  outdate(): void {
    this.#isOutdated = true;
    if (this.driver !== null) this.refresh();
  }

  /** Whose decisions settle a company of a shared list for all: everybody's who works on it but the user's. */
  setDeciders(userIds: ReadonlySet<number>): void {
    this.#deciders = userIds;
  }

  /**
   * A colleague has settled a company of a shared list, or opened it again: its row leaves, but for the current one
   * that stays until the cursor moves on, or is back. False for a list where theirs does not count.
   */
  decidedElsewhere(userId: number, companyId: number, isDecided: boolean): boolean {
    if (!this.#deciders.has(userId) || !this.shown.settle(companyId, isDecided)) return false;
    if (isDecided) {
      const rows = this.stream.all().filter(({ company }) => company.id === companyId);
      const { driver } = this;
      this.shown.letGo(rows, ({ id }) => (driver?.indexOf(id) ?? null) !== null, this.cursor.focus.get().row);
    }
    this.reshow();
    return true;
  }

  /** Whether a part of the list can be shown without everything before it. */
  get canJump(): boolean {
    return !this.shown.isFiltered && !losesSome(this.shown.rules);
  }

  /** Hides loaded rows that do not pass; null shows all. Filtering needs every row, so all are loaded. */
  setQuickFilter(passes: ((row: CompanyRow) => boolean) | null): void {
    this.#quickFilter = passes;
    this.#filter();
  }

  /** Shows only these entries, those that were dealt to the user; null shows all. */
  setHand(entries: ReadonlySet<number> | null): void {
    if (entries === this.hand.get()) return;
    this.hand.set(entries);
    this.#filter();
  }

  #filter(): void {
    const [quick, hand] = [this.#quickFilter, this.hand.get()];
    const passes =
      hand === null
        ? quick
        : (row: CompanyRow) => row.entryId !== null && hand.has(row.entryId) && (quick === null || quick(row));
    if (passes === null && !this.shown.isFiltered) return;
    this.shown.setFilter(passes);
    this.selection.filterChanged();
    this.#noteUse();
    if (passes !== null && this.stream.state.get().before > 0) this.stream.jumpTo('first');
    if (passes !== null) this.stream.want(Infinity);
    this.reshow();
    this.selection.leaveHidden();
  }

  /** Earlier decisions, for rows without an entry of their own. */
  setKnown(known: KnownEntries): void {
    this.shown.setKnown(known);
    this.driver?.redrawAllLists();
  }

  listOf(row: CompanyRow): ListName {
    return this.shown.listOf(row);
  }

  belongs(row: CompanyRow): boolean {
    return this.shown.belongs(row);
  }

  decisionOf(row: CompanyRow): RowDecision | undefined {
    return this.shown.decisionOf(row);
  }

  isUnsaved(row: CompanyRow): boolean {
    return this.shown.isUnsaved(row);
  }

  isVisible(row: CompanyRow): boolean {
    return this.shown.isVisible(row);
  }

  isCurrent(row: CompanyRow): boolean {
    return this.driver?.isCurrent(row.id) === true;
  }

  attach(driver: GridDriver): void {
    this.driver = driver;
    this.shown.forgetLeaving();
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
    if (this.#scrollTimer === null) this.#scrollTimer = setTimeout(() => this.#follow(), scrollRest);
  }

  selectionChanged(): void {
    this.selection.changed();
  }

  /** Recomputes which rows are shown. */
  reshow(): void {
    this.driver?.applyVisibility();
    this.#recount();
    this.cursor.settle();
  }

  /** Records the grid's position, and loads ahead of it. */
  #follow(): void {
    this.#scrollTimer = null;
    const { driver } = this;
    if (driver === null || !this.cursor.notePlace()) return;
    this.#noteUse();
    driver.renewCurrent();
    if (driver.firstSeen() < rowsAhead / 2) this.stream.wantBefore();
    const { shown, left } = this.shown.counts.get();
    const missing = driver.lastSeen() + rowsAhead - shown;
    if (missing > 0 && left !== 0) this.stream.want(this.stream.all().length + missing);
  }

  /** Notes which rows are in use: those on screen and the current one, or all if every row is needed. */
  #noteUse(): void {
    const isPart = !this.shown.isFiltered && this.selection.state.get().count === 0;
    this.stream.inUse = isPart ? this.cursor.rowsInUse() + rowsAhead : Infinity;
  }

  #rowsChanged(change: RowsChange): void {
    switch (change.kind) {
      case 'replaced':
        this.#replaced(change);
        break;
      case 'jumped':
        this.#jumped(change);
        break;
      case 'prepended':
        this.columns.seen(change.rows);
        this.#index(change.rows);
        this.#give(change.rows);
        this.#recount();
        this.cursor.settle({ scroll: false });
        break;
      case 'appended':
        this.#appended(change.rows);
        break;
      case 'rested':
        // Keys that waited for rows that could not be loaded mean nothing any more, nor do the keys after them.
        if (this.stream.state.get().status === 'failed') this.cursor.forgetKeys();
        else this.cursor.extended();
    }
  }

  #replaced({ rows, isNew, blank }: Extract<RowsChange, { kind: 'replaced' }>): void {
    const cameBack = this.#isReopened && this.#hasMoreBack(rows);
    // Columns and rows change at once.
    if (blank === undefined) this.columns.seen(rows);
    else {
      // Where decided companies leave the list, all rows are in the same one.
      const same = losesSome(this.shown.rules) ? [listColumn] : [];
      this.columns.read(rows, [...blank, ...same], this.source?.visit ?? '');
    }
    this.shown.forgetLeaving({ keepsHeld: !isNew });
    this.#rows.clear();
    this.#index(rows);
    if (isNew) this.shown.forgetOrder();
    const isFromStart = isNew || cameBack || (this.#isReopened && this.cursor.isLeftAtStart);
    this.#isReopened = false;
    if (isFromStart) this.cursor.reset();
    this.#give(rows);
    if (isFromStart) this.cursor.restorePlace();
    this.#recount();
    this.cursor.settle();
  }

  /** Whether one of these rows is back and was not before: it is what the list is opened for. */
  #hasMoreBack(rows: readonly CompanyRow[]): boolean {
    const before = idsOf(this.#rows.all().filter((row) => this.#isBack(row)));
    return rows.some((row) => this.#isBack(row) && !before.has(row.id));
  }

  #isBack(row: CompanyRow): boolean {
    return row.back !== null && row.back !== undefined && this.shown.listOf(row) === 'None';
  }

  #jumped({ rows, end }: Extract<RowsChange, { kind: 'jumped' }>): void {
    this.shown.forgetLeaving();
    this.columns.seen(rows);
    this.#rows.clear();
    this.#index(rows);
    this.cursor.leave();
    this.#give(rows);
    this.#recount();
    const count = this.driver?.count() ?? 0;
    this.cursor.goTo(end === 'first' ? 0 : count - 1, { takeFocus: this.driver?.hasFocus() === true });
  }

  #appended(rows: readonly CompanyRow[]): void {
    this.columns.seen(rows);
    this.#index(rows);
    this.shown.setShown(this.shown.counts.get().shown + this.shown.countVisible(rows));
    this.#findBack();
    this.selection.coming(rows);
    this.driver?.appendRows(rows, () => {
      this.selection.appended(rows);
      this.cursor.extended();
    });
  }

  /** Gives the grid other rows; selected rows stay selected. */
  #give(rows: readonly CompanyRow[]): void {
    this.selection.replacing(rows, () => this.driver?.setRows(rows));
  }

  #index(rows: readonly CompanyRow[]): void {
    this.#rows.add(rows);
    this.triage.read(rows);
  }

  #recount(): void {
    this.shown.setShown(this.shown.countVisible(this.stream.all()));
    this.#findBack();
  }

  /** In its own order a list has them first. */
  #findBack(): void {
    const isFromStart = this.stream.state.get().before === 0;
    const first = isFromStart ? this.stream.all() : [];
    const others = first.findIndex((row) => row.back === null || row.back === undefined);
    this.#backFirst = others === -1 ? first : first.slice(0, others);
    this.#countBack();
  }

  /** Those among them that are undecided. A decision looks at no other rows. */
  #countBack(): void {
    this.back.set(this.#backFirst.filter((row) => this.#isBack(row)).length);
  }

  /** Shows what was decided, taken back, done or refused, here or elsewhere. */
  #decided(change: ShownChange): void {
    const { kind, placements } = change;
    const { shown, driver } = this;
    if (shown.isMissing(change, () => this.stream.all())) this.outdate();
    const all = kind === 'undone' ? shown.withThose(placements, this.stream.all()) : null;
    if (all !== null) this.#putIn(all);
    const rows = this.#rows.find(placements);
    if (rows.size === 0) return;
    driver?.redrawLists(rows);
    this.#countBack();
    if (kind === 'undone') this.#bringBack(rows);
    else {
      const isSeen = ({ id }: CompanyRow): boolean => (driver?.indexOf(id) ?? null) !== null;
      shown.letGo(rows, isSeen, kind === 'decided' ? null : this.cursor.focus.get().row);
    }
    // Refused, or taken back in another window: the rows are here again, and the cursor stays where it is (product
    // 10.4).
    const back = kind === 'decided' ? [] : [...rows].filter((row) => shown.belongs(row));
    shown.keep(back);
    if (back.some((row) => driver?.indexOf(row.id) === null && shown.isVisible(row))) this.reshow();
  }

  /** Inserts rows that the server does not have yet; `all` are those and the loaded ones. */
  #putIn(all: readonly CompanyRow[]): void {
    this.stream.putIn(all);
    this.#index(all);
    this.#give(all);
  }

  #bringBack(rows: ReadonlySet<CompanyRow>): void {
    this.shown.keep(rows);
    this.cursor.stay();
    this.reshow();
    const [first] = rows;
    const index = first === undefined ? null : (this.driver?.indexOf(first.id) ?? null);
    if (index !== null) this.cursor.goTo(index);
  }
}
