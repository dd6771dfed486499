import type { CompanyRow } from '../grid/cells/companyRow.ts';
import { rowHeights, type GridDriver, type GridPlace } from '../grid/gridDriver.ts';
import { Signal, Store } from '../ui/store.ts';
import type { ShownRows } from './shown.ts';
import type { RowStream } from './stream.ts';

/** The current row and its index, from 0, among the rows shown. */
export interface FocusState {
  readonly row: CompanyRow | null;
  readonly index: number;
}

/** How many frames a grid gets to lay itself out before restoring its scroll is given up. */
const restoreFrames = 20;

/** More rows than fit on a screen, if there is no grid to ask. */
const screenful = 60;

/** What a cursor needs from the grid. */
export type CursorGrid = Pick<
  GridDriver,
  | 'clearCurrent'
  | 'count'
  | 'goTo'
  | 'hasFocus'
  | 'indexOf'
  | 'indexOrNext'
  | 'isLaidOut'
  | 'lastSeen'
  | 'place'
  | 'rowAt'
  | 'setCurrent'
>;

const noFocus: FocusState = { row: null, index: -1 };

/** What a cursor needs from the loaded rows. */
type CursorRows = Pick<RowStream, 'all' | 'isReading' | 'wantMore'>;

/** What a cursor needs to know about the shown rows. */
interface CursorShown extends Pick<ShownRows, 'isCandidate'> {
  readonly counts: Pick<ShownRows['counts'], 'get'>;
}

/** The last decided row, and since when we have waited for the next one. */
interface Decided {
  readonly id: string | null;
  readonly since: number;
}

/**
 * The position in a list: the current row, the keyboard's focus on it, and the scroll position. All three survive rows
 * coming and going, and the grid itself going and coming back (product 10.4).
 */
export class ListCursor {
  readonly focus = new Store<FocusState>(noFocus);
  /** This many key presses are ignored: the rows they were about took too long to load. */
  readonly givenUp = new Signal<number>();
  /** Whether to take the focus if nothing has it. A list that is only part of its screen leaves it, until asked. */
  takesFreeFocus = true;
  #driver: CursorGrid | null = null;
  #place: GridPlace = { top: 0, left: 0 };
  readonly #keys = new WaitingKeys(
    (needs) => this.#mustWait(needs),
    (count) => this.givenUp.tell(count),
  );
  #decided: Decided | null = null;
  /** The row that the list was left at, if that was its first one to decide. */
  #leftAtStart: string | null = null;
  readonly #rows: CursorRows;
  readonly #shown: CursorShown;

  constructor(rows: CursorRows, shown: CursorShown) {
    this.#rows = rows;
    this.#shown = shown;
  }

  /** The grid is there and has its rows: restores the position. `whenLaidOut` runs once it is laid out. */
  attach(driver: CursorGrid, whenLaidOut: () => void): void {
    // The columns begin at the left again: whoever opens a list wants to read what its companies do.
    this.#place = { top: this.#place.top, left: 0 };
    const { row } = this.focus.get();
    this.#driver = driver;
    this.#keys.holdWhile(() => {
      this.settle({ scroll: false, mayTakeFocus: false });
      // The first rows were seen before the grid existed. No key was meant for a row that replaced another one.
      return row === null || this.focus.get().row?.id === row.id;
    });
    this.#restore(driver, this.#place, restoreFrames, () => {
      this.settle();
      whenLaidOut();
    });
  }

  /** Restores the scroll once the grid is laid out; focusing a row before that would scroll to it. */
  #restore(driver: CursorGrid, place: GridPlace, frames: number, whenLaidOut: () => void): void {
    requestAnimationFrame(() => {
      if (this.#driver !== driver) return;
      if (driver.goTo(place) || frames === 0) whenLaidOut();
      else this.#restore(driver, place, frames - 1, whenLaidOut);
    });
  }

  detach(): void {
    const { row, index } = this.focus.get();
    const isAtStart = this.#place.top === 0 && index <= (this.nextFrom(0) ?? 0);
    this.#leftAtStart = isAtStart ? (row?.id ?? null) : null;
    this.#driver = null;
  }

  /** Whether the list was left at its start, and nothing has moved since. */
  get isLeftAtStart(): boolean {
    return this.#leftAtStart !== null && this.#leftAtStart === this.focus.get().row?.id && !this.isWaitingForNext;
  }

  /**
   * Runs a key's action on the rows: now, or once the grid and the row it needs are there, in the order of the keys. A
   * list reports its first rows, or the row to return to, before it has a grid.
   */
  whenThere(run: () => void, needs: KeyNeeds = {}): void {
    this.#keys.add(run, needs);
    const isSeen = this.focus.get().row !== null || this.#rows.all().length > 0;
    if (this.#driver !== null || !isSeen) this.#keys.run();
  }

  /** Whether a key has to wait, for rows or for the keys before it. */
  holdsBack(needs: KeyNeeds): boolean {
    return this.#keys.isWaiting || this.#mustWait(needs);
  }

  #mustWait({ meansNext = false, needsNext = false, needsLast = false }: KeyNeeds): boolean {
    if (meansNext && this.#isNextComing()) return true;
    if (needsLast) return this.#isMoreComing();
    if (!needsNext || this.focus.get().index !== (this.#driver?.count() ?? 0) - 1) return false;
    this.#rows.wantMore();
    return this.#isMoreComing();
  }

  /** Whether more rows are on their way to the grid. */
  #isMoreComing(): boolean {
    return this.#rows.isReading || this.#shown.counts.get().shown > (this.#driver?.count() ?? 0);
  }

  /** Rows were added after the last one, or no more are coming. */
  extended(): void {
    if (this.isWaitingForNext || this.focus.get().row === null) this.settle();
    else this.#keys.run();
  }

  /** The focus moves on from the row just decided as soon as there is a row to go to. */
  waitForNext(): void {
    this.#decided = { id: this.focus.get().row?.id ?? null, since: performance.now() };
  }

  /** The last decided row is back: it has the focus, and no waiting key means a row after it. */
  stay(): void {
    this.#decided = null;
    this.#keys.clear();
  }

  /** Whether the focus is still where the last decision left it. */
  get isWaitingForNext(): boolean {
    const { row } = this.focus.get();
    return this.#decided !== null && (row === null || row.id === this.#decided.id);
  }

  #isNextComing(): boolean {
    const since = this.#decided?.since ?? -Infinity;
    return this.isWaitingForNext && performance.now() - since < longestWait && this.#isMoreComing();
  }

  /** What keys wait for does not come: they were not meant for anything shown later. */
  forgetKeys(): void {
    this.#keys.clear();
  }

  /** Another list: nothing is current, and the grid is at its top. */
  reset(): void {
    this.focus.set(noFocus);
    this.#place = { top: 0, left: this.#place.left };
    this.stay();
    this.#driver?.clearCurrent();
  }

  /** Another part of the same list is loading: nothing in it is current yet, and waiting keys keep waiting. */
  leave(): void {
    this.focus.set(noFocus);
    this.#decided = null;
    this.#driver?.clearCurrent();
  }

  /** Scrolls to where the list was last seen. */
  restorePlace(): void {
    this.#driver?.goTo(this.#place);
  }

  /** Records the grid's scroll position; false if it is hidden and has lost its scroll. */
  notePlace(): boolean {
    if (this.#driver?.isLaidOut() !== true) return false;
    this.#place = this.#driver.place();
    return true;
  }

  /** How many rows, from the first one, it takes to cover the screen and the current row. */
  rowsInUse(): number {
    const seen = this.#driver?.lastSeen() ?? Math.floor(this.#place.top / rowHeights.compact) + screenful;
    return Math.max(seen, this.focus.get().index) + 1;
  }

  /** Makes the row at an index the current one and focuses it. */
  goTo(index: number, { takeFocus = true, scroll = true } = {}): void {
    const row = this.#driver?.rowAt(index);
    if (row === undefined) return;
    this.#driver?.setCurrent(index, { takeFocus, scroll });
    const before = this.focus.get();
    if (before.row !== row || before.index !== index) this.focus.set({ row, index });
  }

  /** The first row from an index on that is to be decided next; null if none is loaded. */
  nextFrom(index: number): number | null {
    const count = this.#driver?.count() ?? 0;
    for (let next = Math.max(0, index); next < count; next++) {
      const row = this.#driver?.rowAt(next);
      if (row !== undefined && this.#shown.isCandidate(row)) return next;
    }
    return null;
  }

  /** Restores the focus after rows came or went. */
  settle({ scroll = true, mayTakeFocus = true } = {}): void {
    const driver = this.#driver;
    if (driver === null) return;
    if (driver.count() === 0) {
      this.focus.set(noFocus);
      // A table without rows would give the focus to its header, where keys do nothing.
      if (driver.hasFocus()) leaveFocus();
      return;
    }
    const takeFocus = mayTakeFocus && (driver.hasFocus() || (this.takesFreeFocus && isFocusFree()));
    const { row } = this.focus.get();
    const indexNow = row === null ? null : driver.indexOf(row.id);
    if (indexNow === null || this.isWaitingForNext) {
      this.#goOn(driver, indexNow, { takeFocus, scroll });
      return;
    }
    this.goTo(indexNow, { takeFocus, scroll });
    this.#keys.run();
  }

  /** Moves on from the current row, which has left or was decided and is at `indexNow`, to the next one. */
  #goOn(driver: CursorGrid, indexNow: number | null, how: { takeFocus: boolean; scroll: boolean }): void {
    const { row, index } = this.focus.get();
    const isWaiting = this.isWaitingForNext;
    // When a row leaves, those after it move up; others before it may have left with it.
    const from = (row === null ? null : driver.indexOrNext(row.id)) ?? Math.max(0, index);
    const next = this.nextFrom(isWaiting && indexNow !== null ? indexNow + 1 : from);
    const isStillWaiting = next === null && isWaiting && this.#isMoreComing();
    const decided = this.#decided;
    this.goTo(next ?? Math.min(from, driver.count() - 1), how);
    if (isStillWaiting) this.#decided = decided && { ...decided, id: this.focus.get().row?.id ?? null };
    else this.#endWait(decided, next !== null);
  }

  /** Ends the wait: keys that meant the next row run if it is there, and not too late. */
  #endWait(decided: Decided | null, isThere: boolean): void {
    const isLate = decided !== null && performance.now() - decided.since > longestWait;
    this.#decided = null;
    if (isLate) this.#keys.giveUp();
    else if (!isThere || decided === null) this.#keys.clear();
    this.#keys.run();
  }
}

/**
 * Longest that keys wait for a row being loaded, in milliseconds: a slow server's answer. Later they mean what the user
 * sees.
 */
export const longestWait = 10_000;

/** What a key waits for, while it is loading. */
export interface KeyNeeds {
  /** The key is about the row after the last decided one. */
  readonly meansNext?: boolean;
  /** It goes to the row after the current one; if it were lost, the next key would hit the wrong company. */
  readonly needsNext?: boolean;
  /** It goes to the last row, and rows are on their way. */
  readonly needsLast?: boolean;
  /** Called if it is forgotten; returns how many key presses it stands for. */
  readonly forget?: () => number;
}

/** What a key does with the rows. */
interface KeyStep extends KeyNeeds {
  readonly run: () => void;
}

/** Actions of keys whose row was not there yet, in the order of the keys. */
export class WaitingKeys {
  #steps: KeyStep[] = [];
  #since = 0;
  #isRunning = false;
  readonly #mustWait: (needs: KeyNeeds) => boolean;
  readonly #givenUp: (count: number) => void;

  /** `givenUp` is called with the number of keys that have waited too long. */
  constructor(mustWait: (needs: KeyNeeds) => boolean, givenUp: (count: number) => void) {
    this.#mustWait = mustWait;
    this.#givenUp = givenUp;
  }

  get isWaiting(): boolean {
    return this.#steps.length > 0;
  }

  /** Adds a key, after those already waiting. */
  add(run: () => void, needs: KeyNeeds): void {
    this.#forgetLate();
    if (this.#steps.length === 0) this.#since = performance.now();
    this.#steps.push({ run, ...needs });
  }

  /** Runs what can be run now. */
  readonly run = (): void => {
    // A key's action may restore the focus: the next key must wait until it is done.
    if (this.#isRunning) return;
    this.#forgetLate();
    for (let [first] = this.#steps; first !== undefined && !this.#mustWait(first); [first] = this.#steps) {
      this.#steps.shift();
      this.#since = performance.now();
      this.#isRunning = true;
      try {
        first.run();
      } finally {
        this.#isRunning = false;
      }
    }
  };

  /** Forgets them. Returns how many key presses that were. */
  clear(): number {
    return forgotten(this.#steps.splice(0));
  }

  /** Clears them because what they wait for took too long. */
  giveUp(): void {
    const count = this.clear();
    if (count > 0) this.#givenUp(count);
  }

  /** Lets `settle` put the rows in order; afterwards the keys run if it says so, and are forgotten otherwise. */
  holdWhile(settle: () => boolean): void {
    const steps = this.#steps.splice(0);
    if (!settle()) {
      forgotten(steps);
      return;
    }
    this.#steps = steps;
    this.#since = performance.now();
    this.run();
  }

  #forgetLate(): void {
    if (performance.now() - this.#since > longestWait) this.giveUp();
  }
}

/** Tells keys that they are forgotten. Returns how many key presses they stand for. */
function forgotten(steps: readonly KeyStep[]): number {
  return steps.reduce((sum, { forget }) => sum + (forget?.() ?? 1), 0);
}

/** Whether nothing that the user is working with has the keyboard focus. */
export function isFocusFree(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.tagName === 'MAIN';
}

/** Removes the keyboard focus from whatever has it. */
export function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
