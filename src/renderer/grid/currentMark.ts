/**
 * The ground, the bar and the line round the current row. One element over the rows that moves, because a key press that
 * takes something out of one row and puts it into another pays for laying all of them out and drawing them as layers again.
 */
export class CurrentMark {
  readonly #element = document.createElement('div');
  #top: number | null = null;

  /** `rows` is the element that the rows are in. */
  constructor(rows: HTMLElement) {
    this.#element.className = 'w-current-mark';
    this.#element.role = 'presentation';
    this.#element.hidden = true;
    rows.append(this.#element);
  }

  /** Shows it `top` pixels below the first row's upper edge; null hides it. */
  moveTo(top: number | null): void {
    if (top === this.#top) return;
    this.#top = top;
    this.#element.hidden = top === null;
    if (top !== null) this.#element.style.transform = `translateY(${top}px)`;
  }
}
