import type { MenuItemConstructorOptions } from 'electron';
import type { Log } from '#main/ports.ts';
import { plainNote } from '#main/shellCommon/plainNote.ts';
import { shellCaller, type ShellApp } from '#main/shellCommon/shellApp.ts';
import type { ElectronApi } from './electronApi.ts';
import type { Inboxes } from './inboxWatch.ts';

/** As many inboxes as a menu can show without becoming a list to search in. */
const maxInboxes = 12;

export interface TrayParts {
  readonly electron: Pick<ElectronApi, 'Tray' | 'Menu' | 'nativeImage'>;
  readonly app: Pick<ShellApp, 'router'>;
  readonly log: Log;
  readonly platform: NodeJS.Platform;
  readonly icon: string;
  readonly show: (path?: string) => void;
  readonly quit: () => void;
}

/** The tray icon (product 15.8). */
export interface AppTray {
  draw(inboxes: Inboxes): void;
  remove(): void;
}

/** Puts it there: unrated count, inboxes with counts, Refresh now, Quit. */
export function openTray({ electron, app, log, platform, icon, show, quit }: TrayParts): AppTray {
  const image = electron.nativeImage.createFromPath(icon);
  image.setTemplateImage(platform === 'darwin');
  const tray = new electron.Tray(image);
  // On macOS a click opens the menu, and says so too: whoever wants something there does not want the window.
  if (platform !== 'darwin') tray.on('click', () => show());
  const refresh = (): void => {
    app.router
      .handle('workspace.refresh', null, shellCaller())
      .then((reply) => {
        if (!reply.ok) log.warn('tray.refresh', { code: reply.error.code });
        return null;
      })
      .catch((error: unknown) => {
        log.error('tray.refresh', error);
      });
  };
  function draw(inboxes: Inboxes): void {
    if (tray.isDestroyed()) return;
    tray.setToolTip(inboxes.unrated === 0 ? 'Winnow' : `Winnow: ${inboxes.unrated} to review`);
    if (platform === 'darwin') tray.setTitle(inboxes.unrated === 0 ? '' : String(inboxes.unrated));
    tray.setContextMenu(electron.Menu.buildFromTemplate(trayMenu(inboxes, { show, refresh, quit })));
  }
  // An icon without a menu has no way to open or quit the app, and some desktops of Linux do not show it at all.
  draw({ lines: [], unrated: 0, isLocal: false });
  return {
    draw,
    remove: () => {
      tray.destroy();
    },
  };
}

/** The menu as a template. A server refreshes by itself, so only a local workspace can be told to. */
export function trayMenu(
  { lines, isLocal }: Inboxes,
  act: { show: (path?: string) => void; refresh: () => void; quit: () => void },
): MenuItemConstructorOptions[] {
  const fullest = lines.toSorted((a, b) => b.unrated - a.unrated).slice(0, maxInboxes);
  return [
    { label: 'Open Winnow', click: () => act.show() },
    { type: 'separator' },
    ...fullest.map(({ id, name, unrated }) => ({
      label: `${menuText(name)} (${unrated})`,
      click: () => act.show(`/list/smart/${id}`),
    })),
    ...(fullest.length === 0 ? [] : [{ type: 'separator' as const }]),
    ...(isLocal ? [{ label: 'Refresh now', click: act.refresh }] : []),
    { label: 'Quit', click: act.quit },
  ];
}

/** A name as plain, short text (S45); `&` would mark a letter in a menu. */
function menuText(name: string): string {
  return plainNote({ title: name.replaceAll(/\s+/g, ' '), body: '', path: '' }).title.replaceAll('&', '&&');
}
