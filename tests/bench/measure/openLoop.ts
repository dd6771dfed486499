import type { BenchQuery } from '../engines/searchEngine.ts';

const perSecond = 50;

/** Asks at a fixed rate, whether or not the last answer has come; a time counts from when the question was due. */
export class OpenLoop {
  readonly #queries: readonly BenchQuery[];
  readonly #ask: (query: BenchQuery) => Promise<unknown>;
  #asked = 0;

  constructor(queries: readonly BenchQuery[], ask: (query: BenchQuery) => Promise<unknown>) {
    this.#queries = queries;
    this.#ask = ask;
  }

  /** Milliseconds of every search while `work` goes on. */
  async during(work: () => Promise<unknown>): Promise<number[]> {
    const times: number[] = [];
    const open: Promise<void>[] = [];
    const start = performance.now();
    let due = 0;
    const timer = setInterval(() => {
      for (; start + due * (1000 / perSecond) <= performance.now(); due++) {
        const asked = this.#once(start + due * (1000 / perSecond), times);
        // It may fail before it is waited for.
        asked.catch(() => undefined);
        open.push(asked);
      }
    }, 1000 / perSecond);
    try {
      await work();
    } finally {
      clearInterval(timer);
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
