import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';

/** How long a call waits for a lock that another process holds, in milliseconds, before it fails with `busy`. */
const patienceMs = 5000;
/** How often it looks meanwhile. */
const lookMs = 20;

/**
 * The same store, whose calls wait for another process's lock without keeping the thread: meanwhile others are
 * answered. Each call is one transaction, so one that found the file locked has done nothing and can be made again.
 * Those that wait go one after the other, in the order in which they came.
 */
export function patient<Store extends object>(store: Store): Store {
  let last: Promise<unknown> = Promise.resolve();
  const again = (call: () => Promise<unknown>): Promise<unknown> => {
    const until = performance.now() + patienceMs;
    const turn = last.then(() => untilFree(call, until));
    last = turn.catch(() => undefined);
    return turn;
  };
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== 'function') return method;
      return async (...values: unknown[]): Promise<unknown> => {
        const call = async (): Promise<unknown> => Reflect.apply(method, target, values) as unknown;
        try {
          return await call();
        } catch (error) {
          if (!isBusy(error)) throw error;
          return again(call);
        }
      };
    },
  });
}

async function untilFree(call: () => Promise<unknown>, until: number): Promise<unknown> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
    }
    await sleep(lookMs);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'busy';
}
