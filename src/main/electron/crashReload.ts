import type { BrowserWindow } from 'electron';
import type { Clock, Log } from '#main/ports.ts';
import type { ElectronApi } from './electronApi.ts';

export interface CrashReloadParts {
  readonly dialog: Pick<ElectronApi['dialog'], 'showErrorBox'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Keeps what the user is told when the page is there again. */
  readonly note: (text: string) => void;
}

/** A page that crashes more often than this within a minute would only crash again. */
const mostReloads = 2;
const withinMs = 60_000;

/** Loads a window again whose page has crashed, where it was; what keeps crashing is closed with a message. */
export function reloadAfterCrash(window: BrowserWindow, { dialog, clock, log, note }: CrashReloadParts): void {
  let reloads: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log.error('page.gone', new Error(`The page is gone: ${reason}.`), { reason, exitCode });
    const now = clock.monotonic();
    reloads = reloads.filter((at) => at > now - withinMs);
    if (reloads.length >= mostReloads) {
      dialog.showErrorBox(
        'Winnow',
        'This window keeps stopping to work. Your decisions are safe. Close Winnow and start it again.',
      );
      window.destroy();
      return;
    }
    reloads.push(now);
    note('This window had stopped working and was opened again. Your decisions are safe.');
    window.webContents.reload();
  });
}
