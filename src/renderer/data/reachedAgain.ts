import { subscribe } from '../bridge/bridge.ts';

/** By then what failed a moment before the API was back has been told, in milliseconds. */
const lateMs = 2000;

/**
 * Calls `listener` when the API can be reached again, and once more soon after, until the returned function is called:
 * that a call failed may be heard after the news that another one came through.
 */
export function onReachedAgain(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = subscribe('connection.changed', ({ status }) => {
    clearTimeout(timer);
    if (status !== 'connected') return;
    listener();
    timer = setTimeout(listener, lateMs);
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}
