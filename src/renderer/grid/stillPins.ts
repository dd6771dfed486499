/** The class of a table whose pinned columns lie still (companyGrid.css). */
const stillClass = 'w-still';

/** Keys that scroll a table sideways by themselves. */
const sidewaysKeys = new Set(['ArrowLeft', 'ArrowRight']);

/**
 * Pinned columns that stick to the edges are two layers a row, and every frame pays for all of them. While the table
 * stands at its left edge and keys move through it, they lie where they would stick, and are layers no more. Anything
 * that may scroll sideways, a pointer over the table above all, makes them stick before it does.
 */
export class StillPins {
  readonly #grid: HTMLElement;
  #isStill = false;
  #pointer = { x: Number.NaN, y: Number.NaN };

  /** `grid` is the element that AG Grid was made in. */
  constructor(grid: HTMLElement) {
    this.#grid = grid;
    const options = { passive: true, capture: true } as const;
    for (const type of pointerEvents) grid.addEventListener(type, this.#pointed, options);
    grid.addEventListener('keydown', this.#keyDown, options);
  }

  dispose(): void {
    for (const type of pointerEvents) this.#grid.removeEventListener(type, this.#pointed, true);
    this.#grid.removeEventListener('keydown', this.#keyDown, true);
  }

  /** What is seen of the table is `width` pixels wide, its scrollbars included. */
  resized(width: number): void {
    this.#grid.style.setProperty('--w-table-width', `${width}px`);
  }

  /** A key has moved through a table that is scrolled `left` pixels sideways. */
  moved(left: number): void {
    if (left === 0) this.#set(true);
  }

  /** The table is scrolled `left` pixels sideways. */
  scrolled(left: number): void {
    if (left !== 0) this.#set(false);
  }

  readonly #pointed = (event: Event): void => {
    if (event instanceof MouseEvent && event.type === 'pointermove') {
      // Rows that move under a pointer at rest are told as its moves too.
      const { x, y } = this.#pointer;
      this.#pointer = { x: event.clientX, y: event.clientY };
      if (event.clientX === x && event.clientY === y) return;
    }
    this.#set(false);
  };

  readonly #keyDown = ({ key }: KeyboardEvent): void => {
    if (sidewaysKeys.has(key)) this.#set(false);
  };

  #set(isStill: boolean): void {
    if (isStill === this.#isStill) return;
    this.#isStill = isStill;
    this.#grid.classList.toggle(stillClass, isStill);
  }
}

const pointerEvents = ['pointermove', 'pointerdown', 'wheel'] as const;
