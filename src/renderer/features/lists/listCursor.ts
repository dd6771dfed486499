import { Store } from '../../data/store.ts';
import type { CompanyRow } from '../../grid/companyRow.ts';
import type { GridDriver } from '../../grid/gridDriver.ts';
import { rowHeight, type GridPlace } from '../../grid/gridViewport.ts';
import { isFocusFree, leaveFocus } from './keyboardFocus.ts';

/** The current row and its place, from 0 among the rows shown. */
export interface FocusState {
  readonly row: CompanyRow | null;
  readonly index: number;
}

/** Frames that a grid gets to lay itself out before its scroll is given up. */
const restoreFrames = 20;

/** More rows than a screen is high, where there is no grid to ask. */
const screenful = 60;

/** What a cursor needs of the grid. */
export type CursorGrid = Pick<
  GridDriver,
  | 'clearCurrent'
  | 'count'
  | 'goTo'
  | 'hasFocus'
  | 'indexOf'
  | 'isLaidOut'
  | 'lastSeen'
  | 'place'
  | 'rowAt'
  | 'setCurrent'
>;

const noFocus: FocusState = { row: null, index: -1 };

/**
 * Where one is in a list: the current row, the keyboard's focus on it, and the scroll position. All three survive that
 * rows come and go, and that the grid itself goes and comes back (UX rule 4).
 */
export class ListCursor {
  readonly focus = new Store<FocusState>(noFocus);
  /** The focus goes to the next undecided row as soon as one is loaded. */
  isWaitingForMore = false;
  private driver: CursorGrid | null = null;
  private place: GridPlace = { top: 0, left: 0 };
  /** What keys asked for before the grid was there, in their order. */
  private waiting: (() => void)[] = [];
  private readonly isCandidate: (row: CompanyRow) => boolean;
  private readonly takesFreeFocus: () => boolean;

  /** `isCandidate`: whether a row is to be decided next; `takesFreeFocus`: whether to take a focus that nothing holds. */
  constructor(isCandidate: (row: CompanyRow) => boolean, takesFreeFocus: () => boolean) {
    this.isCandidate = isCandidate;
    this.takesFreeFocus = takesFreeFocus;
  }

  /** The grid is there and has its rows: goes back to where one was. `whenLaidOut` runs once it is laid out. */
  attach(driver: CursorGrid, whenLaidOut: () => void): void {
    const { place } = this;
    const { row } = this.focus.get();
    this.driver = driver;
    this.settle({ scroll: false, mayTakeFocus: false });
    const waiting = this.waiting.splice(0);
    // Nothing was meant for the row that took the place of one that has gone.
    if (row !== null && this.focus.get().row?.id === row.id) for (const step of waiting) step();
    this.restore(driver, place, restoreFrames, () => {
      this.settle();
      whenLaidOut();
    });
  }

  /** Scrolls back once the grid is laid out; focusing a row before that would scroll to it. */
  private restore(driver: CursorGrid, place: GridPlace, frames: number, whenLaidOut: () => void): void {
    requestAnimationFrame(() => {
      if (this.driver !== driver) return;
      if (driver.goTo(place) || frames === 0) whenLaidOut();
      else this.restore(driver, place, frames - 1, whenLaidOut);
    });
  }

  detach(): void {
    this.driver = null;
  }

  /**
   * Does what a key asks for with the rows: now, or once the grid is there again, in the order of the keys. A list that
   * one comes back to tells its current row before it has a grid.
   */
  whenThere(step: () => void): void {
    if (this.driver === null && this.focus.get().row !== null) this.waiting.push(step);
    else step();
  }

  /** The screen has gone before it had a grid: its keys meant nothing that is seen later. */
  forgetKeys(): void {
    this.waiting = [];
  }

  /** Another list: nothing is current, and the grid is at its top. */
  reset(): void {
    this.focus.set(noFocus);
    this.place = { top: 0, left: this.place.left };
    this.isWaitingForMore = false;
    this.driver?.clearCurrent();
  }

  /** Scrolls to where the list was last seen. */
  restorePlace(): void {
    this.driver?.goTo(this.place);
  }

  /** Takes in where the grid is scrolled to; false where it is hidden and has lost its scroll. */
  notePlace(): boolean {
    if (this.driver?.isLaidOut() !== true) return false;
    this.place = this.driver.place();
    return true;
  }

  /** How many rows from the first on reach over the screen and the current row. */
  rowsInUse(): number {
    const seen = this.driver?.lastSeen() ?? Math.floor(this.place.top / rowHeight) + screenful;
    return Math.max(seen, this.focus.get().index) + 1;
  }

  /** Makes the row at a place the current one and brings the keyboard there. */
  goTo(index: number, { takeFocus = true, scroll = true } = {}): void {
    const row = this.driver?.rowAt(index);
    if (row === undefined) return;
    this.driver?.setCurrent(index, { takeFocus, scroll });
    const before = this.focus.get();
    if (before.row !== row || before.index !== index) this.focus.set({ row, index });
  }

  /** The first row from a place on that is to be decided next; null where none is loaded. */
  nextFrom(index: number): number | null {
    const count = this.driver?.count() ?? 0;
    for (let next = Math.max(0, index); next < count; next++) {
      const row = this.driver?.rowAt(next);
      if (row !== undefined && this.isCandidate(row)) return next;
    }
    return null;
  }

  /** Brings the focus back where it belongs after rows came or went. */
  settle({ scroll = true, mayTakeFocus = true } = {}): void {
    const { driver } = this;
    if (driver === null) return;
    if (driver.count() === 0) {
      this.focus.set(noFocus);
      // A table without rows would hand the focus to its header, where no key means anything.
      if (driver.hasFocus()) leaveFocus();
      return;
    }
    const { row, index } = this.focus.get();
    const takeFocus = mayTakeFocus && (driver.hasFocus() || (this.takesFreeFocus() && isFocusFree()));
    const indexNow = row === null ? null : driver.indexOf(row.id);
    if (indexNow !== null && !this.isWaitingForMore) {
      this.goTo(indexNow, { takeFocus, scroll });
      return;
    }
    this.isWaitingForMore = false;
    const from = Math.max(0, index);
    this.goTo(this.nextFrom(from) ?? Math.min(from, driver.count() - 1), { takeFocus, scroll });
  }
}
