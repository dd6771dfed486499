import type { Log } from '#main/ports.ts';

/** The part of the process that is used. */
interface CrashSource {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
}

/**
 * Logs what nobody caught and then ends the app by `end`, once: after it nothing can be trusted to be in order, while
 * everything that the user was told is saved is on disk already.
 */
export function endOnCrash(source: CrashSource, log: Log, end: (error: unknown) => void): void {
  let ending = false;
  const crash = (error: unknown): void => {
    log.error('crash', error);
    if (ending) return;
    ending = true;
    end(error);
  };
  source.on('uncaughtException', crash);
  // Node makes an exception of a rejection that nobody handles; Electron's main process only prints a warning.
  source.on('unhandledRejection', crash);
}
