import { useEffect } from 'react';

/**
 * Says on the page's root that there is something to read and to act on, once it is drawn: tests and measurements of
 * the start wait for that. Keys that come earlier have no screen yet to go to.
 */
export function useReady(isReady = true): void {
  useEffect(() => {
    document.documentElement.dataset.appState = isReady ? 'ready' : 'loading';
  }, [isReady]);
}
