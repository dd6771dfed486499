import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';
import type { Store } from './store.ts';

/** Shortest time between two renders while a key is held, in milliseconds. */
const pace = 400;

/**
 * A store's value for something that is dear to draw, such as a company beside the table. A single change is drawn right
 * after the frame that shows it in the table; of changes that come fast, one in `pace` and the last. A held key waits for
 * none of it (QUALITY T8, T9).
 */
export function usePaced<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  const [shown, setShown] = useState(() => ({ store, value: store.get() }));
  useEffect(() => {
    let waiting: (() => void) | null = null;
    let shownAt = -Infinity;
    const show = (): void => {
      waiting = null;
      shownAt = performance.now();
      startTransition(() => setShown({ store, value: store.get() }));
    };
    const soon = (): void => {
      if (waiting !== null) return;
      const rest = shownAt + pace - performance.now();
      waiting = rest > 0 ? after(rest, show) : afterPaint(show);
    };
    if (store.get() !== shown.value) soon();
    const end = store.subscribe(soon);
    return () => {
      end();
      waiting?.();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- what is shown matters only when it begins to watch
  }, [store]);
  return shown.store === store ? shown.value : store.get();
}

function after(milliseconds: number, task: () => void): () => void {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
}
