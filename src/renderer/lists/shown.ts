import { listNames, type ListName } from '#shared/domain/listName.ts';
import type { CompanyRow, RowDecision } from '../grid/cells/companyRow.ts';
import { isAfter, isOnItsWay, moveAt, shownList, type Overlay, type Placed } from '../decide/overlay.ts';
import type { ShownChange } from '../decide/state.ts';
import type { Triage } from '../decide/triage.ts';
import { Signal, Store } from '../ui/store.ts';
import type { RowId } from './sources.ts';

/** What kind of list this is. */
export interface ListRules {
  /** The lists whose rows belong here. */
  readonly lists: readonly ListName[];
  /** After a decision the focus goes to the next undecided row, otherwise simply to the next. */
  readonly skipsDecided: boolean;
  /** One decision settles a company for all who share the list: what a colleague has settled leaves it. */
  readonly isSettledByAny?: boolean;
}

/** The rules of a list that keeps every company, whatever is decided about it. */
export const showsAll: ListRules = { lists: listNames, skipsDecided: true };

/** Whether companies leave the list when decided: a list that shows decided ones never loses any. */
export function losesSome({ lists }: Pick<ListRules, 'lists'>): boolean {
  return lists.length < listNames.length;
}

/** The inbox entry of a company that is shown without one: it was decided before, or is waiting in an inbox. */
export interface KnownEntry {
  readonly entryId: number;
  readonly list: ListName;
  readonly siblings: readonly number[];
  readonly doubles: readonly number[];
  readonly decision?: RowDecision;
}

/** Entries that companies had at a revision of the queue, by company. */
export interface KnownEntries {
  readonly revision: number;
  readonly byCompany: ReadonlyMap<number, KnownEntry>;
}

/**
 * How many rows are certainly in the list on the server, and how many may be: pending moves may have been done or not.
 */
export interface Standing {
  readonly least: number;
  readonly most: number;
}

/** How many rows are shown, and how many in the whole list are undecided (null if that does not apply). */
export interface ListCounts {
  readonly shown: number;
  readonly left: number | null;
}

/** Whether a list shows rows: `none` of the loaded ones, or `noneLeft` in the whole list. */
export type Vacancy = 'rows' | 'none' | 'noneLeft';

/** How many rows a list has: a list of undecided companies counts those left, which follow decisions at once. */
export function wholeCount(
  { lists }: Pick<ListRules, 'lists'>,
  { left }: Pick<ListCounts, 'left'>,
  { total }: { readonly total: number },
): number {
  return lists.includes('Archive') ? total : (left ?? total);
}

/**
 * What a list shows of rows: which list each is in, which are visible, which are to be decided next, and how many.
 * These are selectors over what `decide/` knows, given the list's rules, its filter, earlier decisions about companies
 * without an entry, and rows decided a moment ago. It knows neither the loaded rows nor the grid.
 */
export class ShownRows {
  readonly counts = new Store<ListCounts>({ shown: 0, left: null });
  readonly vacancy = new Store<Vacancy>('none');
  /** Rows that stayed for a moment have left. */
  readonly gone = new Signal();
  readonly #lingering = new Lingering(() => this.gone.tell());
  readonly #takenBack = new TakenBack();
  readonly #triage: Pick<Triage, 'isUnsaved' | 'overlay' | 'unrated'>;
  #rules: ListRules = showsAll;
  #inboxId: number | undefined;
  #known: KnownEntries = { revision: -1, byCompany: new Map() };
  #passes: ((row: CompanyRow) => boolean) | null = null;
  /** Companies that colleagues have settled since the list was opened. */
  readonly #settled = new Set<number>();

  constructor(triage: Pick<Triage, 'isUnsaved' | 'overlay' | 'unrated'>) {
    this.#triage = triage;
  }

  get rules(): ListRules {
    return this.#rules;
  }

  /** What was decided so far. */
  get overlay(): Overlay {
    return this.#triage.overlay;
  }

  /** Another list: `inboxId` is the smart list whose inbox it is. */
  open(rules: ListRules, inboxId: number | undefined): void {
    this.#rules = rules;
    this.#inboxId = inboxId;
    this.#settled.clear();
    this.takeLeft();
  }

  /** Earlier decisions, for rows without an entry of their own. */
  setKnown(known: KnownEntries): void {
    this.#known = known;
  }

  /** Hides rows that do not pass; null shows all. */
  setFilter(passes: ((row: CompanyRow) => boolean) | null): void {
    this.#passes = passes;
  }

  /** Whether a filter hides rows. */
  get isFiltered(): boolean {
    return this.#passes !== null;
  }

  /** The earlier decision about a row's company, if the row has no entry itself. */
  knownEntry(row: {
    readonly entryId: number | null;
    readonly companyId: number;
  }): (KnownEntry & { readonly revision: number }) | undefined {
    const entry = row.entryId === null ? this.#known.byCompany.get(row.companyId) : undefined;
    return entry === undefined ? undefined : { ...entry, revision: this.#known.revision };
  }

  /** The list that a row shows. */
  listOf(row: CompanyRow): ListName {
    const known = this.knownEntry({ entryId: row.entryId, companyId: row.company.id });
    return known === undefined ? shownList(row, this.overlay) : this.#listOfKnown(known, row.company.id);
  }

  /** The list of a company without an entry of its own: its newest decision, otherwise what was known. */
  #listOfKnown({ list, revision }: Pick<KnownEntry, 'list'> & { readonly revision: number }, id: number): ListName {
    const move = moveAt(this.overlay, null, id);
    return move !== undefined && isAfter(move, revision) ? move.list : list;
  }

  /** When and why a row was put into the list that it shows; undefined while only this window knows. */
  decisionOf(row: CompanyRow): RowDecision | undefined {
    const { list, decision } = this.knownEntry({ entryId: row.entryId, companyId: row.company.id }) ?? row;
    return this.listOf(row) === list ? decision : undefined;
  }

  /** Whether the last decision about a row could not be saved. */
  isUnsaved(row: CompanyRow): boolean {
    return this.#triage.isUnsaved(row.entryId, row.company.id);
  }

  /** A colleague has settled a company, or opened it again; false for a list that everybody decides alone. */
  settle(companyId: number, isSettled: boolean): boolean {
    if (this.#rules.isSettledByAny !== true) return false;
    if (isSettled) this.#settled.add(companyId);
    else this.#settled.delete(companyId);
    return true;
  }

  /** Whether a row belongs to the list, by what it shows. */
  belongs(row: CompanyRow): boolean {
    const list = this.listOf(row);
    if (list === 'None' && this.#settled.has(row.company.id)) return false;
    return this.#rules.lists.includes(list);
  }

  /** Whether a row that the server listed at a revision of the queue shows as part of the list. */
  stands({ entryId, companyId: id, list }: RowId, revision: number): boolean {
    return this.#rules.lists.includes(shownList({ entryId, company: { id }, list, revision }, this.overlay));
  }

  /** Whether a row is seen. */
  isVisible(row: CompanyRow): boolean {
    if (this.#passes?.(row) === false) return false;
    return this.belongs(row) || this.#lingering.has(row);
  }

  /** Whether a row is to be decided next. */
  isCandidate(row: CompanyRow): boolean {
    return !this.#rules.skipsDecided || this.listOf(row) === 'None';
  }

  /** How many rows are in the list on the server, given what they show and which moves are pending. */
  standing(rows: readonly CompanyRow[]): Standing {
    return standingOf(rows, this);
  }

  /** How many rows the whole list has. */
  whole(total: number): number {
    return wholeCount(this.#rules, this.counts.get(), { total });
  }

  /** Records how many of the loaded rows are visible. */
  setShown(shown: number): void {
    this.#count({ ...this.counts.get(), shown });
  }

  /** How many of these rows are seen. */
  countVisible(rows: readonly CompanyRow[]): number {
    return rows.reduce((count, row) => count + (this.isVisible(row) ? 1 : 0), 0);
  }

  /** What is left in an inbox is the number of undecided entries in its smart list, as in the sidebar. */
  takeLeft(): void {
    const left = this.#inboxId === undefined ? null : (this.#triage.unrated.get().get(this.#inboxId) ?? null);
    this.#count({ ...this.counts.get(), left });
  }

  #count(counts: ListCounts): void {
    const before = this.counts.get();
    if (before.shown === counts.shown && before.left === counts.left) return;
    this.counts.set(counts);
    this.vacancy.set(counts.shown > 0 ? 'rows' : counts.left === 0 ? 'noneLeft' : 'none');
  }

  /** The ids of rows that are still visible and about to leave. */
  leaving(): string[] {
    return this.#lingering.all();
  }

  /** The cursor is on this row now. */
  moved(to: CompanyRow | null): void {
    this.#lingering.moved(to);
  }

  /**
   * Rows have changed their list: visible ones that no longer belong here stay for a moment and leave together. If it
   * was decided elsewhere, the `current` row stays until the cursor moves on.
   */
  letGo(rows: Iterable<CompanyRow>, isSeen: (row: CompanyRow) => boolean, current: CompanyRow | null): void {
    const leaving = [...rows].filter((row) => !this.belongs(row) && !this.#lingering.has(row) && isSeen(row));
    if (current !== null && leaving.includes(current)) this.#lingering.hold(current);
    this.#lingering.add(leaving.filter((row) => !this.#lingering.has(row)));
  }

  /** Rows are here again, and do not leave. */
  keep(rows: Iterable<CompanyRow>): void {
    this.#lingering.remove(rows);
  }

  /** Lingering rows have left, because others are shown. In the same list the current row stays. */
  forgetLeaving({ keepsHeld = false } = {}): void {
    this.#lingering.clear({ keepHeld: keepsHeld });
  }

  /** The earlier rows mean nothing any more: another list is being read. */
  forgetOrder(): void {
    this.#takenBack.clear();
  }

  /** The list as reloaded at a revision, plus rows that belong here and that the server did not have yet. */
  withOwn(read: readonly CompanyRow[], before: readonly CompanyRow[], revision: number): readonly CompanyRow[] {
    return this.#takenBack.withOwn(read, before, revision, this, this.#lingering.heldRow?.id);
  }

  /** The list with the rows that undo brings back; null if none of them has left. */
  withThose(placements: readonly Placed[], rows: readonly CompanyRow[]): CompanyRow[] | null {
    return this.#takenBack.withThose(placements, rows);
  }

  /**
   * Called on every change; returns whether everything that was taken back has arrived and some of it is not among the
   * rows.
   */
  isMissing(change: ShownChange, rows: () => readonly CompanyRow[]): boolean {
    return this.#takenBack.isMissing(change, this, rows);
  }
}

/** What tells which rows are in a list. */
interface RowsOfList {
  readonly rules: Pick<ListRules, 'lists'>;
  readonly overlay: Overlay;
  belongs(row: CompanyRow): boolean;
}

/** How many rows are in the list on the server, given what they show and which moves are pending. */
export function standingOf(rows: readonly CompanyRow[], list: RowsOfList): Standing {
  const here = rows.filter((row) => list.belongs(row));
  if (!losesSome(list.rules)) return { least: here.length, most: here.length };
  const isMoving = (row: CompanyRow): boolean => isOnItsWay(list.overlay, row.entryId, row.company.id);
  const moving = rows.filter((row) => isMoving(row));
  const movingHere = here.filter((row) => isMoving(row)).length;
  return { least: here.length - movingHere, most: here.length + moving.length - movingHere };
}

/** How long a decided row stays before it leaves an inbox, in milliseconds. */
const lingerTime = 700;

/** Rows that no longer belong to a list but have not left it yet. They leave together, once no more keys come. */
export class Lingering {
  readonly #ids = new Set<string>();
  #held: CompanyRow | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #leave: () => void;

  /** `leave` is called when the rows go. */
  constructor(leave: () => void) {
    this.#leave = leave;
  }

  has(row: CompanyRow): boolean {
    return this.#held?.id === row.id || this.#ids.has(row.id);
  }

  /** The rows, by their ids. */
  all(): string[] {
    return this.#held === null ? [...this.#ids] : [...this.#ids, this.#held.id];
  }

  /** Keeps the current row, which was decided in another window, until the cursor has moved on. */
  hold(row: CompanyRow): void {
    this.#held = row;
  }

  /** The cursor is on this row now. */
  moved(to: CompanyRow | null): void {
    const held = this.#held;
    if (held === null || held.id === to?.id) return;
    this.#held = null;
    this.add([held]);
  }

  add(rows: readonly CompanyRow[]): void {
    if (rows.length === 0) return;
    for (const { id } of rows) this.#ids.add(id);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#ids.clear();
      this.#leave();
    }, lingerTime);
  }

  remove(rows: Iterable<CompanyRow>): void {
    for (const { id } of rows) this.#ids.delete(id);
  }

  /** The row that stays as long as the cursor is on it. */
  get heldRow(): CompanyRow | null {
    return this.#held;
  }

  /** The rows have left: other ones are read. In the same list the current row stays. */
  clear({ keepHeld = false } = {}): void {
    this.#ids.clear();
    if (!keepHeld) this.#held = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
/**
 * What undo took back. If a list was reloaded after the decision (an import, the weekly refresh, news from another
 * device), the company is not among its rows: it comes back to its place at once, so that the key after undo is about
 * it. A company that the list never had is loaded once the server has it back.
 */
export class TakenBack {
  #awaited: readonly Placed[] = [];
  /** The rows as of the last reload, in order, including those that had been decided and left. */
  #order: readonly CompanyRow[] = [];

  /** Another list. */
  clear(): void {
    this.#awaited = [];
    this.#order = [];
  }

  /** The list with the rows that undo brings back; null if none of them has left. */
  withThose(placements: readonly Placed[], rows: readonly CompanyRow[]): CompanyRow[] | null {
    const loaded = idsOf(rows);
    const left = new RowIndex<CompanyRow>(({ company }) => company.id);
    left.add(this.#order.filter(({ id }) => !loaded.has(id)));
    const found = left.find(placements);
    return found.size === 0 ? null : woven(rows, this.#order, (row) => found.has(row));
  }

  /**
   * The list as reloaded at a revision; rows it shows that the server did not have yet stay in place, and so does the
   * current row if it was decided elsewhere.
   */
  withOwn(
    read: readonly CompanyRow[],
    before: readonly CompanyRow[],
    revision: number,
    list: RowsOfList,
    heldId?: string,
  ): readonly CompanyRow[] {
    if (!losesSome(list.rules)) return read;
    const isHere = (row: CompanyRow): boolean => list.belongs(row);
    const isOwn = (row: CompanyRow): boolean =>
      row.id === heldId || (isHere(row) && isNewerThan(revision, row, list.overlay));
    const known = woven(before, this.#order, () => true);
    this.#order = woven(read, known, (row) => !isHere(row) || isOwn(row));
    return woven(read, before, isOwn);
  }

  /**
   * Called on every change; returns whether everything that was taken back has arrived and some of it is not among the
   * rows.
   */
  isMissing(
    { kind, placements }: ShownChange,
    { rules, overlay }: Pick<RowsOfList, 'rules' | 'overlay'>,
    rows: () => readonly CompanyRow[],
  ): boolean {
    if (kind === 'undone') {
      this.#awaited = losesSome(rules) ? placements.filter(({ list }) => rules.lists.includes(list)) : [];
    }
    const awaited = this.#awaited;
    const hasArrived = ({ entryId, companyId }: Placed): boolean =>
      (moveAt(overlay, entryId, companyId)?.doneAt ?? null) !== null;
    if (awaited.length === 0 || !awaited.every((placed) => hasArrived(placed))) return false;
    this.#awaited = [];
    const loaded = new Set(rows().map(({ company }) => company.id));
    return awaited.some(({ companyId }) => !loaded.has(companyId));
  }
}

/** Whether a row's last move may be missing from a list read at `revision`. */
function isNewerThan(revision: number, { entryId, company }: CompanyRow, overlay: Overlay): boolean {
  const move = moveAt(overlay, entryId, company.id);
  return move !== undefined && isAfter(move, revision);
}

/** Rows with others inserted where they are in an order that has both: after the same row, otherwise before it. */
function woven(
  rows: readonly CompanyRow[],
  order: readonly CompanyRow[],
  isPutIn: (row: CompanyRow) => boolean,
): CompanyRow[] {
  const there = idsOf(rows);
  const first = order.find(({ id }) => there.has(id))?.id;
  const head: CompanyRow[] = [];
  const behind = new Map<string, CompanyRow[]>();
  let others = head;
  for (const row of order) {
    if (there.has(row.id)) behind.set(row.id, (others = []));
    else if (isPutIn(row)) others.push(row);
  }
  const all = rows.flatMap((row) => [...(row.id === first ? head : []), row, ...(behind.get(row.id) ?? [])]);
  return first === undefined ? [...head, ...all] : all;
}

/** What a row is found by; loaded rows and those known only by id both have it. */
interface Indexed {
  readonly entryId: number | null;
}

/** Finds the rows of a list that a move touches. */
export class RowIndex<T extends Indexed> {
  #byEntry = new Map<number, T>();
  #byCompany = new Map<number, T>();
  readonly #companyIdOf: (row: T) => number;

  constructor(companyIdOf: (row: T) => number) {
    this.#companyIdOf = companyIdOf;
  }

  clear(): void {
    this.#byEntry = new Map();
    this.#byCompany = new Map();
  }

  add(rows: readonly T[]): void {
    for (const row of rows) {
      if (row.entryId === null) this.#byCompany.set(this.#companyIdOf(row), row);
      else this.#byEntry.set(row.entryId, row);
    }
  }

  all(): T[] {
    return [...this.#byEntry.values(), ...this.#byCompany.values()];
  }

  /** Rows of these placements, each once: by entry, and rows without an entry by company. */
  find(placements: readonly Placed[]): Set<T> {
    const rows = new Set<T>();
    for (const { entryId, companyId } of placements) {
      const row = (entryId === null ? undefined : this.#byEntry.get(entryId)) ?? this.#byCompany.get(companyId);
      if (row !== undefined) rows.add(row);
    }
    return rows;
  }
}

/** The ids of rows. */
export function idsOf(rows: readonly CompanyRow[]): Set<string> {
  return new Set(rows.map(({ id }) => id));
}
