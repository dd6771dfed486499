/** Lets work that takes long go on piece by piece: one piece of anybody's in each turn of the event loop. */
export class Lane {
  readonly #waiting: (() => void)[] = [];

  /** Waits for the turn of the next piece; they come in the order in which they were asked for. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#go();
    });
  }

  #go(): void {
    setImmediate(() => {
      const next = this.#waiting[0];
      next?.();
      // The piece runs before the next turn, and one that asks meanwhile is behind all others.
      this.#waiting.shift();
      if (this.#waiting.length > 0) this.#go();
    });
  }
}
