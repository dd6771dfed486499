import { AppError } from '#shared/errors.ts';
import type { Clock } from '../../ports.ts';

/** How long nothing may come, in milliseconds, before a connection is taken for dead. */
const patienceMs = 60_000;

/** Watches one answer from the moment it is asked for: `signal` aborts with `connection_lost` when nothing comes of it. */
export class Stall {
  readonly #stalled = new AbortController();
  readonly #clock: Clock;
  #clear: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wait();
  }

  get signal(): AbortSignal {
    return this.#stalled.signal;
  }

  /** The same chunks; only the time until the next one counts, not what is done with it. */
  async *watched(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        this.end();
        yield chunk;
        this.#wait();
      }
    } finally {
      this.end();
    }
  }

  /** Nothing is waited for any more. */
  end(): void {
    this.#clear();
  }

  #wait(): void {
    this.#clear();
    this.#clear = this.#clock.after(patienceMs, () =>
      this.#stalled.abort(new AppError('connection_lost', 'The server stopped sending.')),
    );
  }
}
