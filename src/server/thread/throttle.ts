/** Passes on at most one value per `ms`: the first at once, then the newest when the time is up. */
export interface Throttle<T> {
  push(value: T): void;
  /** Passes on the waiting value. */
  flush(): void;
  /** Forgets the waiting value. */
  stop(): void;
}

export function createThrottle<T>(ms: number, deliver: (value: T) => void): Throttle<T> {
  let timer: NodeJS.Timeout | undefined;
  let waiting: { readonly value: T } | undefined;
  const release = (): void => {
    timer = undefined;
    if (waiting === undefined) return;
    const { value } = waiting;
    waiting = undefined;
    deliver(value);
    timer = setTimeout(release, ms);
  };
  return {
    push(value) {
      waiting = { value };
      if (timer === undefined) release();
    },
    flush() {
      clearTimeout(timer);
      release();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = undefined;
    },
  };
}
