import type { Clock } from '#main/ports.ts';

/** The clock of this machine. */
export function systemClock(): Clock {
  return {
    now: () => new Date(),
    monotonic: () => performance.now(),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => {
        clearTimeout(timer);
      };
    },
  };
}
