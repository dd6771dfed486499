import type { Clock, Log } from '#main/ports.ts';
import type { ElectronDialog, ShellWindow } from './electronApi.ts';

export interface PageTroubleParts {
  readonly dialog: Pick<ElectronDialog, 'showErrorBox' | 'showMessageBox'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called as soon as the page is gone. */
  readonly gone: () => void;
  /** Keeps what the user is told when the page is there again. */
  readonly note: (text: string) => void;
}

/** A page that crashes more often than this within a minute would only crash again. */
const mostReloads = 2;
const withinMs = 60_000;

/**
 * Sees to a window whose page crashes or hangs. A crashed page is loaded again where it was, and one that keeps
 * crashing is closed with a message; of a page that hangs the user is asked, because only they know whether to wait for
 * it.
 */
export function watchForTrouble(window: ShellWindow, parts: PageTroubleParts): void {
  const askToReopen = reloadAfterCrash(window, parts);
  askAboutHang(window, parts, askToReopen);
}

/** Returns what ends a page and opens it again because the user wants it. */
function reloadAfterCrash(window: ShellWindow, { dialog, clock, log, gone, note }: PageTroubleParts): () => void {
  let reloads: number[] = [];
  let isWanted = false;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    gone();
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log.error('page.gone', new Error(`The page is gone: ${reason}.`), { reason, exitCode });
    if (isWanted) {
      isWanted = false;
      note('This window was opened again. Your decisions are safe.');
      window.webContents.reload();
      return;
    }
    const now = clock.monotonic();
    reloads = reloads.filter((at) => at > now - withinMs);
    if (reloads.length >= mostReloads) {
      dialog.showErrorBox(
        'Winnow',
        'This window keeps crashing. Your decisions are safe. Close Winnow and start it again.',
      );
      window.destroy();
      return;
    }
    reloads.push(now);
    note('This window had crashed and was opened again. Your decisions are safe.');
    window.webContents.reload();
  });
  return () => {
    isWanted = true;
    window.webContents.forcefullyCrashRenderer();
  };
}

const openAgain = 1;

function askAboutHang(window: ShellWindow, { dialog, log }: PageTroubleParts, reopen: () => void): void {
  let asking: AbortController | null = null;

  async function ask(signal: AbortSignal): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'This window is not responding.',
      detail: 'Your decisions are safe. You can wait, or open the window again where it was.',
      buttons: ['Wait', 'Open again'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    });
    if (response === openAgain && !signal.aborted && !window.isDestroyed()) reopen();
  }

  window.on('unresponsive', () => {
    // Electron says so again and again while the page hangs.
    if (asking !== null) return;
    log.warn('page.hangs');
    const question = new AbortController();
    asking = question;
    ask(question.signal)
      .catch((error: unknown) => log.error('page.hangs', error))
      .finally(() => {
        if (asking === question) asking = null;
      });
  });
  const withdraw = (): void => asking?.abort();
  // The page has come back by itself: nobody needs to choose any more.
  window.on('responsive', withdraw);
  window.on('closed', withdraw);
}
