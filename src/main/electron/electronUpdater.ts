import type { AppUpdater } from 'electron-updater';
import type { Log, UpdateNews, Updater } from '#main/ports.ts';
import { withoutSecrets } from '#node/log.ts';

/** The part of electron-updater that we use. */
export type UpdaterLibrary = Pick<
  AppUpdater,
  'on' | 'checkForUpdates' | 'quitAndInstall' | 'autoDownload' | 'autoInstallOnAppQuit' | 'logger'
>;

const longestReason = 200;

/**
 * Updates through electron-updater. The library is loaded at the first check and not before: an app that does not check
 * for updates contacts nobody.
 */
export function electronUpdater(load: () => Promise<UpdaterLibrary>, log: Log): Updater {
  const listeners = new Set<(news: UpdateNews) => void>();
  let library: Promise<UpdaterLibrary> | null = null;

  function tell(news: UpdateNews): void {
    for (const listener of listeners) listener(news);
  }

  async function open(): Promise<UpdaterLibrary> {
    const updater = await load();
    // It would write addresses and versions to the console.
    updater.logger = null;
    updater.autoDownload = true;
    updater.autoInstallOnAppQuit = true;
    updater.on('checking-for-update', () => tell({ kind: 'checking' }));
    updater.on('update-not-available', () => tell({ kind: 'none' }));
    updater.on('update-available', ({ version }) => tell({ kind: 'available', version }));
    updater.on('download-progress', ({ percent }) => tell({ kind: 'progress', percent }));
    updater.on('update-downloaded', ({ version }) => tell({ kind: 'downloaded', version }));
    updater.on('error', (error) => {
      log.error('update.failed', error);
      tell({ kind: 'failed', reason: reasonOf(error) });
    });
    return updater;
  }

  return {
    unsupported: '',
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check: async () => {
      library ??= open();
      const opened = library;
      try {
        const updater = await opened;
        // Null: the library decided not to check, and says nothing else.
        if ((await updater.checkForUpdates()) === null) tell({ kind: 'none' });
      } catch (error) {
        // A failed check was reported by its event; a library that does not load has no events.
        if (await loads(opened)) return;
        library = null;
        log.error('update.load', error);
        tell({ kind: 'failed', reason: reasonOf(error) });
      }
    },
    install: () => {
      void library
        ?.then((updater) => updater.quitAndInstall(false, true))
        .catch((error: unknown) => {
          log.error('update.install', error);
          tell({ kind: 'failed', reason: reasonOf(error) });
        });
    },
  };
}

async function loads(library: Promise<unknown>): Promise<boolean> {
  try {
    await library;
    return true;
  } catch {
    return false;
  }
}

/** One line, without the queries of addresses. */
function reasonOf(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return withoutSecrets(first).slice(0, longestReason);
}
