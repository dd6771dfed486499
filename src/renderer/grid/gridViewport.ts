import { afterPaint } from '../ui/afterPaint.ts';
import { CurrentMark } from './currentMark.ts';
import { StillPins } from './stillPins.ts';

/** Where a grid is scrolled to, in pixels. */
export interface GridPlace {
  readonly top: number;
  readonly left: number;
}

/** Height of the header row without its line, in pixels. */
export const headerHeight = 30;
/** What the header, which stays in place, takes of the scrolled element. */
const headerSpace = headerHeight + 1;
/** Height of every row, in pixels (UX: 28 px rows). */
export const rowHeight = 28;

/** What AG Grid draws its scrollbars with. */
const scrollbars = '.ag-body-horizontal-scroll-viewport, .ag-body-vertical-scroll-viewport';

/** Rows that the grid scrolls on by when the current row comes to an edge, where there is room for them. */
const stride = 4;
/** Rows between the current row and the upper edge from which the grid scrolls. */
const margin = 1;
/** The same at the lower edge, over which toasts stand; the last row has that room below it too (companyGrid.css). */
const lowerMargin = 3;
/** Rows before such an edge from which the grid scrolls once the key's own frame has been painted. */
const early = 1;
/** Keys that come faster than this, in milliseconds, are a held key's: one frame for both costs them less than two. */
const heldPace = 100;
/** Time for what a key has painted to come to the screen, before new rows are drawn, in milliseconds. */
const rest = 30;

/**
 * The scrolled element of one AG Grid: its place and size, known without asking for a layout, because a key press that
 * measures pays for one. It holds the keyboard's focus for the whole table; `aria-activedescendant` says where one is.
 */
export class GridViewport {
  readonly element: HTMLElement;
  readonly mark: CurrentMark;
  readonly #rows: HTMLElement;
  readonly #resize: ResizeObserver;
  readonly #pins: StillPins;
  #stopAhead: () => void = () => undefined;
  #top = 0;
  #left = 0;
  #movedAt = -Infinity;
  #height = 0;

  /**
   * `grid` is the element that AG Grid was made in; `shrunk` is told when less of the rows is seen than before, with how
   * high they were seen. Throws where the grid has not been made yet.
   */
  constructor(grid: HTMLElement, shrunk: (height: number) => void) {
    const element = grid.querySelector<HTMLElement>('.ag-grid-viewport');
    const rows = grid.querySelector<HTMLElement>('.ag-grid-scrolling-container');
    if (element === null || rows === null) throw new Error('The grid has no viewport.');
    this.element = element;
    this.#pins = new StillPins(grid);
    this.#rows = rows;
    this.mark = new CurrentMark(rows);
    element.tabIndex = 0;
    element.dataset['regionFocus'] = '';
    // Its scrollbars are elements of their own, which Tab would stop at without a name; the table scrolls by its keys.
    for (const bar of grid.querySelectorAll<HTMLElement>(scrollbars)) {
      bar.tabIndex = -1;
      // Pressing one scrolls, and does not take the focus from the table.
      bar.addEventListener('mousedown', (event) => event.preventDefault());
    }
    element.addEventListener('scroll', this.#scrolled, { passive: true });
    this.#height = element.clientHeight;
    this.#resize = new ResizeObserver(([entry]) => {
      const before = this.#height;
      this.#height = entry?.contentRect.height ?? 0;
      this.#pins.resized(entry?.contentRect.width ?? 0);
      if (this.#height < before && this.isLaidOut()) shrunk(before);
    });
    this.#resize.observe(element);
  }

  dispose(): void {
    this.#stopAhead();
    this.#resize.disconnect();
    this.#pins.dispose();
    this.element.removeEventListener('scroll', this.#scrolled);
  }

  place(): GridPlace {
    return { top: this.#top, left: this.#left };
  }

  /** False where the grid is not laid out, as in a hidden screen. */
  isLaidOut(): boolean {
    return this.#height > 0;
  }

  /** Scrolls to a place; false where the grid is not laid out that far yet. */
  goTo({ top, left }: GridPlace): boolean {
    this.element.scrollTop = top;
    this.element.scrollLeft = left;
    this.#scrolled();
    return Math.abs(this.#top - top) < 1;
  }

  /** Rows that fit between header and bottom. */
  rowsPerPage(): number {
    return Math.max(1, Math.floor((this.#height - headerSpace) / rowHeight) - 1);
  }

  /**
   * Scrolls, where it has to, so that a row of `count` is seen with what comes next: a few rows at a time. To draw new
   * rows takes longer than a key should: near an edge it scrolls for a row that `isNew` here when that has been painted.
   */
  reveal(index: number, count: number, isNew = false): void {
    if (!this.isLaidOut()) return;
    this.#pins.moved(this.#left);
    const now = performance.now();
    const isHeld = now - this.#movedAt < heldPace;
    if (isNew) {
      this.#stopAhead();
      this.#movedAt = now;
    }
    const top = this.#topFor(index, count, 0);
    if (top !== this.#top) this.#scrollTo(top);
    else if (isNew && !isHeld && this.#topFor(index, count, early) !== top) {
      this.#stopAhead = afterPaint(() => this.#revealAhead(index, count, top), rest);
    }
  }

  /** Unless somebody has scrolled elsewhere meanwhile. */
  #revealAhead(index: number, count: number, top: number): void {
    if (top === this.#top && this.isLaidOut()) this.#scrollTo(this.#topFor(index, count, early));
  }

  /** Where to scroll to for a row that comes to less than the margins, and so many rows more, from an edge. */
  #topFor(index: number, count: number, more: number): number {
    const seen = this.#height - headerSpace;
    const most = Math.max(margin, Math.floor(seen / rowHeight / 3));
    const above = Math.min(margin + more, most);
    const below = Math.min(lowerMargin + more, most);
    const y = index * rowHeight;
    const lowest = Math.max(0, (count + lowerMargin) * rowHeight - seen);
    let top = this.#top;
    if (y < top + above * rowHeight) top = y - Math.min(above - margin + stride, most) * rowHeight;
    else if (y + (1 + below) * rowHeight > top + seen) {
      top = y + (1 + Math.min(below - margin + stride, most)) * rowHeight - seen;
    }
    // A far jump shows the row in the middle of what surrounds it.
    if (Math.abs(top - this.#top) > seen) top = y - Math.floor(seen / rowHeight / 2) * rowHeight;
    return Math.min(lowest, Math.max(0, top));
  }

  #scrollTo(top: number): void {
    this.element.scrollTop = top;
    this.#top = top;
  }

  /** Whether a row is seen, or was when the rows were seen in another height. */
  isInView(index: number, height = this.#height): boolean {
    const y = index * rowHeight;
    return y > this.#top - rowHeight && y < this.#top + height - headerSpace;
  }

  /** The first row that is wholly seen. */
  firstInView(): number {
    return Math.ceil(this.#top / rowHeight);
  }

  /** The last row that is seen, were there so many. */
  lastInView(): number {
    return Math.floor((this.#top + this.#height - headerSpace) / rowHeight);
  }

  /** The element of a row, or null where it is not rendered. */
  rowElement(id: string): HTMLElement | null {
    return this.rendered().find((row) => row.getAttribute('row-id') === id) ?? null;
  }

  /** The rows that are rendered. */
  rendered(): HTMLElement[] {
    return [...this.#rows.children].filter((row) => row instanceof HTMLElement);
  }

  /** The rendered rows with a class. */
  rowsOfClass(name: string): Element[] {
    return [...this.#rows.getElementsByClassName(name)];
  }

  readonly #scrolled = (): void => {
    // A hidden grid says 0 although it will come back elsewhere.
    if (!this.isLaidOut()) return;
    this.#top = this.element.scrollTop;
    this.#left = this.element.scrollLeft;
    this.#pins.scrolled(this.#left);
  };
}
