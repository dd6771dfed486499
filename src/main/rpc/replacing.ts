import { AppError } from '#shared/errors.ts';
import type { Caller } from './router.ts';

/** Runs `work` under a signal that a later run of the same caller with the same name aborts. */
export type Replacing = <T>(caller: Caller, name: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A new search cancels the one before it (product 4). An empty name replaces nothing; a client that left cancels all.
 */
export function createReplacing(): Replacing {
  const running = new Map<string, AbortController>();

  return async (caller, name, work) => {
    if (name === '') return await work(caller.gone);
    const key = `${caller.client}\n${name}`;
    const own = new AbortController();
    running.get(key)?.abort(new AppError('cancelled', 'A newer search has taken its place.'));
    running.set(key, own);
    try {
      return await work(AbortSignal.any([own.signal, caller.gone]));
    } finally {
      if (running.get(key) === own) running.delete(key);
    }
  };
}
