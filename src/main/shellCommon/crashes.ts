import type { Log } from '#main/ports.ts';

/** The part of the process that is used. */
interface CrashSource {
  on(event: 'uncaughtException', listener: (error: unknown) => void): unknown;
}

/**
 * Logs what nobody caught and then ends the app by `end`, once: after it nothing can be trusted to be in order, while
 * everything that the user was told is saved is on disk already.
 */
export function endOnCrash(source: CrashSource, log: Log, end: (error: unknown) => void): void {
  let ending = false;
  // Rejected promises that nobody handles come here too.
  source.on('uncaughtException', (error) => {
    log.error('crash', error);
    if (ending) return;
    ending = true;
    end(error);
  });
}
