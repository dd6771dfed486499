import type { BenchQuery } from '../engines/searchEngine.ts';

/** Milliseconds from one query to the next: 50 a second. */
const interval = 20;

/** Asks at a fixed rate, whether or not the last answer has arrived; times count from when the query was due. */
export class OpenLoop {
  readonly #queries: readonly BenchQuery[];
  readonly #ask: (query: BenchQuery) => Promise<unknown>;
  #asked = 0;

  constructor(queries: readonly BenchQuery[], ask: (query: BenchQuery) => Promise<unknown>) {
    this.#queries = queries;
    this.#ask = ask;
  }

  /** Milliseconds of every search while `work` runs. */
  async during(work: () => Promise<unknown>): Promise<number[]> {
    const times: number[] = [];
    const open: Promise<void>[] = [];
    const start = performance.now();
    let next = start;
    let timer: NodeJS.Timeout | undefined;
    const askDue = (): void => {
      for (; next <= performance.now(); next += interval) {
        const asked = this.#once(next, times);
        // It may fail before it is awaited.
        asked.catch(() => undefined);
        open.push(asked);
      }
      // A repeating timer would fall behind, and its lag would count as the server's.
      timer = setTimeout(askDue, Math.ceil(next - performance.now()));
    };
    askDue();
    try {
      await work();
    } finally {
      clearTimeout(timer);
    }
    await Promise.all(open);
    return times;
  }

  async #once(due: number, times: number[]): Promise<void> {
    const query = this.#queries[this.#asked++ % this.#queries.length];
    if (query === undefined) return;
    await this.#ask(query);
    times.push(performance.now() - due);
  }
}
