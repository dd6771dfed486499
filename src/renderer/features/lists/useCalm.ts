import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Store } from '../../data/store.ts';

/** Shortest time between two renders of a figure, in milliseconds. */
const calmTime = 100;

/** A store's value, told at most ten times a second: a held key must not wait for figures (QUALITY T8). */
export function useCalm<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  const shown = useRef<{ store: unknown; value: T } | null>(null);
  const subscribe = useCallback(
    (tell: () => void) => {
      let timer: ReturnType<typeof setTimeout> | null = null;
      const end = store.subscribe(() => {
        timer ??= setTimeout(() => {
          timer = null;
          shown.current = { store, value: store.get() };
          tell();
        }, calmTime);
      });
      return () => {
        end();
        if (timer !== null) clearTimeout(timer);
      };
    },
    [store],
  );
  const get = useCallback(() => {
    if (shown.current?.store !== store) shown.current = { store, value: store.get() };
    return shown.current.value;
  }, [store]);
  return useSyncExternalStore(subscribe, get);
}
