import type { MenuItemConstructorOptions, Tray } from 'electron';
import type { Clock, Log } from '#main/ports.ts';
import { shellCaller, type ShellApp } from '#main/shellCommon/shellApp.ts';
import { endpoints } from '#shared/api/endpoints.ts';
import type { ElectronApi } from './electronApi.ts';

/** Changes come in bursts; the menu is made anew at most this often, in milliseconds. */
const settleMs = 1000;
/** As many inboxes as a menu can show without becoming a list to search in. */
const maxInboxes = 12;

export interface TrayParts {
  readonly electron: Pick<ElectronApi, 'Tray' | 'Menu' | 'nativeImage'>;
  readonly app: Pick<ShellApp, 'router' | 'events'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly icon: string;
  readonly show: (path?: string) => void;
  readonly quit: () => void;
}

/** What the menu shows of a smart list. */
export interface InboxLine {
  readonly id: number;
  readonly name: string;
  readonly unrated: number;
}

/** The tray icon: unrated count, inboxes with counts, Refresh now, Quit (UX `Tray`). Returns what removes it. */
export function openTray(parts: TrayParts): () => void {
  const { electron, app, clock, log } = parts;
  const image = electron.nativeImage.createFromPath(parts.icon);
  image.setTemplateImage(process.platform === 'darwin');
  const tray = new electron.Tray(image);
  tray.on('click', () => {
    parts.show();
  });
  const update = (): void => {
    readInboxes(app)
      .then((inboxes) => {
        if (!tray.isDestroyed()) draw(tray, inboxes, parts);
        return null;
      })
      .catch((error: unknown) => {
        log.error('tray.update', error);
      });
  };
  let cancelUpdate = clock.after(0, update);
  const updateSoon = (): void => {
    cancelUpdate();
    cancelUpdate = clock.after(settleMs, update);
  };
  const unsubscribe = app.events.subscribeAll(({ name }) => {
    if (name === 'data.changed' || name === 'refresh.landed' || name === 'session.changed') updateSoon();
  });
  return () => {
    unsubscribe();
    cancelUpdate();
    tray.destroy();
  };
}

function draw(tray: Tray, inboxes: readonly InboxLine[], { electron, app, show, quit }: TrayParts): void {
  const unrated = inboxes.reduce((sum, inbox) => sum + inbox.unrated, 0);
  tray.setToolTip(unrated === 0 ? 'Winnow' : `Winnow: ${unrated} to review`);
  if (process.platform === 'darwin') tray.setTitle(unrated === 0 ? '' : String(unrated));
  const refresh = (): void => {
    void app.router.handle('workspace.refresh', null, shellCaller());
  };
  tray.setContextMenu(electron.Menu.buildFromTemplate(trayMenu(inboxes, { show, refresh, quit })));
}

/** The menu as a template. Names come from the user, and `&` would mark a letter in a menu. */
export function trayMenu(
  inboxes: readonly InboxLine[],
  act: { show: (path?: string) => void; refresh: () => void; quit: () => void },
): MenuItemConstructorOptions[] {
  const fullest = inboxes.toSorted((a, b) => b.unrated - a.unrated).slice(0, maxInboxes);
  return [
    { label: 'Open Winnow', click: () => act.show() },
    { type: 'separator' },
    ...fullest.map(({ id, name, unrated }) => ({
      label: `${name.replaceAll('&', '&&')} (${unrated})`,
      click: () => act.show(`/list/smart/${id}`),
    })),
    ...(fullest.length === 0 ? [] : [{ type: 'separator' as const }]),
    { label: 'Refresh now', click: act.refresh },
    { label: 'Quit', click: act.quit },
  ];
}

/** The smart lists with their unrated counts; none while signed out. */
async function readInboxes(app: Pick<ShellApp, 'router'>): Promise<InboxLine[]> {
  const input = { endpoint: 'listSmartLists', params: {}, query: { page_size: 200 }, body: null, replaces: '' };
  const reply = await app.router.handle('api.request', input, shellCaller());
  if (!reply.ok) return [];
  const { results } = endpoints.listSmartLists.response.parse(reply.value);
  return results.map(({ id, name, unratedCount }) => ({ id, name, unrated: unratedCount }));
}
