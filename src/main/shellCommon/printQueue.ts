import { AppError } from '#shared/errors.ts';
import type { Clock, Log } from '#main/ports.ts';

/** How long one attempt may take, in milliseconds: 2,000 pages take about a minute. */
export const printDeadlineMs = 180_000;

const attempts = 2;

/** How a shell prints one page. */
export interface PrintWork {
  /** Prints; `stop` aborts when the deadline has passed, or nobody wants the page any more. */
  print(stop: AbortSignal): Promise<Uint8Array>;
  /** Cleans up after a failed attempt, so that the next one starts afresh. */
  discard(): Promise<void>;
}

/** Prints one page after the other, each with a deadline and a second attempt (F28). */
export class PrintQueue {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #log: Log;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(clock: Pick<Clock, 'after'>, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Rejects with `timeout`, `unavailable`, or the reason of `signal`. */
  run(signal: AbortSignal, work: PrintWork): Promise<Uint8Array> {
    const printed = this.#after(this.#last, signal, work);
    this.#last = printed.catch(() => undefined);
    return printed;
  }

  /** No further attempt starts. */
  close(): void {
    this.#isClosed = true;
  }

  async #after(earlier: Promise<unknown>, signal: AbortSignal, work: PrintWork): Promise<Uint8Array> {
    await earlier;
    for (let attempt = 1; ; attempt++) {
      if (this.#isClosed) throw new AppError('cancelled', 'Winnow was closed.');
      try {
        return await this.#attempt(signal, work);
      } catch (error) {
        await work.discard();
        signal.throwIfAborted();
        if (error instanceof AppError && error.code === 'unavailable') throw error;
        this.#log.warn('pdf.attempt', { attempt, reason: reasonOf(error) });
        if (attempt === attempts) throw failureOf(error);
      }
    }
  }

  /** One attempt. If the deadline or the signal ends it, the printer may still be working and must be discarded. */
  async #attempt(signal: AbortSignal, work: PrintWork): Promise<Uint8Array> {
    const late = new AbortController();
    const stopTimer = this.#clock.after(printDeadlineMs, () => {
      late.abort(new AppError('timeout', 'Printing took too long.'));
    });
    const stop = AbortSignal.any([signal, late.signal]);
    try {
      stop.throwIfAborted();
      const pdf = await untilAborted(work.print(stop), stop);
      if (isBlank(pdf)) throw new AppError('bad_reply', 'The report came out blank. Try again.');
      return pdf;
    } finally {
      stopTimer();
    }
  }
}

/** Text brings its font along; a page without any font shows nothing, whatever went wrong. */
function isBlank(pdf: Uint8Array): boolean {
  return !Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).includes('/Font');
}

async function untilAborted<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true });
  });
  // The rejection that comes second must not go unhandled.
  work.catch(() => undefined);
  aborted.catch(() => undefined);
  return await Promise.race([work, aborted]);
}

/** Why it failed, in words that contain nothing of the page. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

function failureOf(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'bad_reply') return error;
  if (error instanceof AppError && error.code === 'timeout') {
    return new AppError('timeout', 'Printing took too long twice. Try again, or report on fewer companies.');
  }
  return new AppError('unavailable', 'The browser that prints crashed twice. Try again.', {
    cause: error,
  });
}
