import type { Clock } from '#main/ports.ts';
import type { Ending } from '#main/shellCommon/ending.ts';
import type { ElectronApi } from './electronApi.ts';

/** So long after the system has said that it shuts down, it has done so or will not, in milliseconds awake. */
const shutdownMs = 60_000;

/** Waits with quitting until the work has ended, but not longer than two seconds (F29). */
export function endCleanly(
  { app, powerMonitor }: Pick<ElectronApi, 'app' | 'powerMonitor'>,
  clock: Pick<Clock, 'after'>,
  ending: Ending,
): void {
  let systemEnds = false;
  let forget: (() => void) | null = null;
  // The computer may be kept from it yet, by another app that has something unsaved; nothing is ended before this one is,
  // and a user who quits later, on a computer that went on, waits for the work like any other.
  void app.whenReady().then(() =>
    powerMonitor.on('shutdown', () => {
      systemEnds = true;
      forget?.();
      forget = clock.after(shutdownMs, () => {
        systemEnds = false;
      });
    }),
  );
  app.on('before-quit', (event) => {
    // Whoever starts Winnow while it ends gets a new one, which waits for the workspace, and not this one.
    app.releaseSingleInstanceLock();
    const ended = ending.run();
    forget?.();
    // macOS takes an app that waits for one that will not have the computer shut down; all that was told is saved is.
    if (systemEnds) return;
    event.preventDefault();
    void ended.then(() => app.exit(0));
  });
  // Where nobody listens Electron quits, on macOS too, and counts hidden windows: `quitWithoutWindows` does not.
  app.on('window-all-closed', () => undefined);
}

/** What the last window that the user sees is closed with. */
export function quitWithoutWindows({ app }: Pick<ElectronApi, 'app'>, platform: NodeJS.Platform): () => void {
  return () => {
    // On macOS an app stays until it is quit; elsewhere the tray is no place to look for one that seems closed.
    if (platform !== 'darwin') app.quit();
  };
}
