import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type ErrorCode } from '#shared/errors.ts';

/** How long it waits before it tries again, in milliseconds. */
const againMs = 1000;

/** What goes by itself: the database is away, starts, has another primary soon, or is busy. */
const passing: ReadonlySet<ErrorCode> = new Set(['unavailable', 'busy', 'storage_readonly']);

/**
 * Does `work`, again and again until the database can be reached. `tell` gets why it could not, once for each reason.
 * Rejects with any other error, and once `signal` is aborted.
 */
export async function untilReached<T>(
  work: () => Promise<T>,
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: (error: AppError) => void },
): Promise<T> {
  let told = '';
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError) || !passing.has(error.code)) throw error;
      if (error.message !== told) tell(error);
      told = error.message;
    }
    await sleep(againMs, undefined, { signal });
  }
}
