import path from 'node:path';
import type { Clock, Log } from '#main/ports.ts';
import type { ShellApp } from '#main/shellCommon/shellApp.ts';
import type { ElectronApi, ShellWindow } from './electronApi.ts';
import { watchInboxes } from './inboxWatch.ts';
import { openTray } from './tray.ts';
import type { AppWindows } from './windows.ts';

export interface SystemPartsOptions {
  readonly electron: ElectronApi;
  readonly app: Pick<ShellApp, 'router' | 'events'>;
  readonly clock: Clock;
  readonly log: Log;
  /** The app's folder, with `resources/` in it. */
  readonly root: string;
  readonly windows: Pick<AppWindows, 'main'>;
  readonly show: (route?: string) => void;
}

/** Windows takes every size from one file; the others find the size they need by the name (`@2x`). */
function trayPicture(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'trayTemplate.png';
  return platform === 'win32' ? 'tray.ico' : 'tray.png';
}

/** What the system shows of the app beside its windows: tray and badge. Returns what takes them away. */
export function openSystemParts(options: SystemPartsOptions): () => void {
  const { electron, app, clock, log, root, windows, show } = options;
  const resource = (name: string): string => path.join(root, 'resources', name);

  const badge = createBadge({
    electron,
    platform: process.platform,
    icon: resource('badge.png'),
    main: () => windows.main(),
  });
  const tray = openTray({
    electron,
    app,
    log,
    platform: process.platform,
    icon: resource(trayPicture(process.platform)),
    show,
    quit: () => electron.app.quit(),
  });
  const stopWatching = watchInboxes({
    app,
    clock,
    log,
    onChange: (inboxes) => {
      tray.draw(inboxes);
      badge(inboxes.unrated);
    },
  });
  return () => {
    stopWatching();
    tray.remove();
    badge(0);
  };
}

interface BadgeParts {
  readonly electron: Pick<ElectronApi, 'app' | 'nativeImage'>;
  readonly platform: NodeJS.Platform;
  /** The mark for Windows, which shows a picture and no number. */
  readonly icon: string;
  readonly main: () => ShellWindow | null;
}

/** Shows how many companies are to be reviewed on the app's icon in the dock or the taskbar, where the system can. */
export function createBadge({ electron, platform, icon, main }: BadgeParts): (unrated: number) => void {
  return (unrated) => {
    if (platform === 'win32') {
      const mark = unrated === 0 ? null : electron.nativeImage.createFromPath(icon);
      main()?.setOverlayIcon(mark, unrated === 0 ? '' : `${unrated} to review`);
    } else {
      electron.app.setBadgeCount(unrated);
    }
  };
}
