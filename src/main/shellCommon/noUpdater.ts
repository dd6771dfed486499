import type { Updater } from '#main/ports.ts';

/** For a shell that cannot bring newer versions of itself; `reason` tells the user why, in a sentence. */
export function noUpdater(reason: string): Updater {
  return {
    unsupported: reason,
    subscribe: () => () => undefined,
    check: async () => undefined,
    install: () => undefined,
  };
}
