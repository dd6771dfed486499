import { AppError } from '#shared/errors.ts';
import type { Clock } from '../../ports.ts';

/** A signal that aborts with `timeout` after `ms`, or with any of `others`; `clear` ends the timer. */
export function deadline(
  clock: Clock,
  ms: number,
  others: readonly AbortSignal[],
): { signal: AbortSignal; clear: () => void } {
  const own = new AbortController();
  const clear = clock.after(ms, () => own.abort(new AppError('timeout', 'The server took too long to respond.')));
  return { signal: AbortSignal.any([own.signal, ...others]), clear };
}

/** Waits for `work`, but only until `signal` aborts; then throws its reason, whatever `work` does. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(asError(signal.reason));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Waits `ms`, but only until `signal` aborts; then throws its reason. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const clear = clock.after(ms, resolve);
  await untilAborted(promise, signal).finally(clear);
}

/** Waits for `work` at most `ms`; throws `timeout` with this message if it takes longer. */
export async function within<T>(clock: Clock, ms: number, words: string, work: Promise<T>): Promise<T> {
  const own = new AbortController();
  const clear = clock.after(ms, () => own.abort(new AppError('timeout', words)));
  try {
    return await untilAborted(work, own.signal);
  } finally {
    clear();
  }
}

function asError(reason: unknown): Error {
  if (reason instanceof AppError) return reason;
  return new AppError('cancelled', 'The call was cancelled.', { cause: reason });
}
