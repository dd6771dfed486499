/** So many may do something at once; the others wait in the order in which they came. */
export class Places {
  readonly #patienceMs: number;
  readonly #tooLong: () => Error;
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** Whoever has waited for `patienceMs` milliseconds fails with `tooLong`. */
  constructor(count: number, patienceMs: number, tooLong: () => Error) {
    this.#free = count;
    this.#patienceMs = patienceMs;
    this.#tooLong = tooLong;
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const next = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(next);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(next);
        reject(this.#tooLong());
      }, this.#patienceMs);
      this.#waiting.add(next);
    });
  }
}
