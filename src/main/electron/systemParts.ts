import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import type { Clock, Log } from '#main/ports.ts';
import { plainNote } from '#main/shellCommon/texts.ts';
import { shellCaller, type ShellApp } from '#main/shellCommon/shellApp.ts';
import { endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { formatCount } from '#shared/domain/formats.ts';
import { calls } from '#shared/bridge/contract.ts';
import { sessionStateSchema } from '#shared/bridge/session.ts';
import type { ElectronApi, ShellWindow } from './electronApi.ts';
import type { AppWindows } from './windows.ts';

interface SystemPartsOptions {
  readonly electron: ElectronApi;
  readonly app: Pick<ShellApp, 'router' | 'events'>;
  readonly clock: Clock;
  readonly log: Log;
  /** The app's folder, which contains `resources/`. */
  readonly root: string;
  readonly windows: Pick<AppWindows, 'main'>;
  readonly show: (route?: string) => void;
}

/** What the system shows of the app besides its windows: tray and badge. Returns a function that removes them. */
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
      badge(toReview(inboxes));
    },
  });
  return () => {
    stopWatching();
    tray.remove();
    badge(0);
  };
}

/** Windows takes every size from one file; the others find the right size by its name (`@2x`). */
function trayPicture(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'trayTemplate.png';
  return platform === 'win32' ? 'tray.ico' : 'tray.png';
}

/** Changes come in bursts; they are read at most this often, in milliseconds. */
const settleMs = 1000;

/** What may change how much there is to review. */
const newsOfInboxes: ReadonlySet<string> = new Set([
  'data.changed',
  'refresh.landed',
  'session.changed',
  'team.changed',
]);

/** A smart list with its unrated count. */
interface InboxLine {
  readonly id: number;
  readonly name: string;
  readonly unrated: number;
}

/**
 * What there is to review, in smart lists and assigned by colleagues; nothing while signed out. `isLocal`: from the
 * workspace on this machine.
 */
interface Inboxes {
  readonly lines: readonly InboxLine[];
  readonly assigned: number;
  readonly isLocal: boolean;
}

function toReview({ lines, assigned }: Inboxes): number {
  return lines.reduce((sum, { unrated }) => sum + unrated, assigned);
}

interface InboxWatchParts {
  readonly app: Pick<ShellApp, 'router' | 'events'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: (inboxes: Inboxes) => void;
}

/** Reports what there is to review, now and whenever it changes, until the returned function is called. */
function watchInboxes({ app, clock, log, onChange }: InboxWatchParts): () => void {
  let stopped = false;
  const update = (): void => {
    readInboxes(app)
      .then((inboxes) => {
        if (!stopped) onChange(inboxes);
        return null;
      })
      .catch((error: unknown) => {
        log.error('inboxes.read', error);
      });
  };
  let cancelUpdate = clock.after(0, update);
  const unsubscribe = app.events.subscribeAll(({ name }) => {
    if (!newsOfInboxes.has(name)) return;
    cancelUpdate();
    cancelUpdate = clock.after(settleMs, update);
  });
  return () => {
    stopped = true;
    unsubscribe();
    cancelUpdate();
  };
}

async function readInboxes({ router }: Pick<ShellApp, 'router'>): Promise<Inboxes> {
  const session = await router.handle('session.get', null, shellCaller());
  const isLocal = session.ok && sessionStateSchema.parse(session.value).place === 'local';
  const asked = async (endpoint: EndpointName, query: object): Promise<unknown> => {
    const input = { endpoint, params: {}, query, body: null, replaces: '' };
    const reply = await router.handle('api.request', input, shellCaller());
    return reply.ok ? calls['api.request'].output.parse(reply.value).value : null;
  };
  const lists = endpoints.listSmartLists.response.nullable().parse(await asked('listSmartLists', { page_size: 200 }));
  if (lists === null) return { lines: [], assigned: 0, isLocal };
  const lines = lists.results.map(({ id, name, unratedCount }) => ({ id, name, unrated: unratedCount }));
  const mine = isLocal ? null : endpoints.listAssignments.response.nullable().parse(await asked('listAssignments', {}));
  return { lines, assigned: mine?.open ?? 0, isLocal };
}

/** As many inboxes as fit in a menu without the user having to search it. */
const maxInboxes = 12;

interface TrayParts {
  readonly electron: Pick<ElectronApi, 'Tray' | 'Menu' | 'nativeImage'>;
  readonly app: Pick<ShellApp, 'router'>;
  readonly log: Log;
  readonly platform: NodeJS.Platform;
  readonly icon: string;
  readonly show: (path?: string) => void;
  readonly quit: () => void;
}

/** The tray icon (product 15.8). */
interface AppTray {
  draw(inboxes: Inboxes): void;
  remove(): void;
}

/** Creates it: unrated count, inboxes with counts, Refresh now, Quit. */
export function openTray({ electron, app, log, platform, icon, show, quit }: TrayParts): AppTray {
  const image = electron.nativeImage.createFromPath(icon);
  image.setTemplateImage(platform === 'darwin');
  const tray = new electron.Tray(image);
  // On macOS a click opens the menu, and also fires this event: the user wants the menu, not the window.
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
    const count = toReview(inboxes);
    tray.setToolTip(count === 0 ? 'Winnow' : `Winnow: ${formatCount(count)} to review`);
    if (platform === 'darwin') tray.setTitle(count === 0 ? '' : String(count));
    tray.setContextMenu(electron.Menu.buildFromTemplate(trayMenu(inboxes, { show, refresh, quit })));
  }
  // An icon without a menu offers no way to open or quit the app, and some Linux desktops do not show it at all.
  draw({ lines: [], assigned: 0, isLocal: false });
  return {
    draw,
    remove: () => {
      tray.destroy();
    },
  };
}

/** The menu as a template. A server refreshes on its own, so only a local workspace can be told to. */
export function trayMenu(
  { lines, assigned, isLocal }: Inboxes,
  act: { show: (path?: string) => void; refresh: () => void; quit: () => void },
): MenuItemConstructorOptions[] {
  const fullest = lines.toSorted((a, b) => b.unrated - a.unrated).slice(0, maxInboxes);
  return [
    { label: 'Open Winnow', click: () => act.show() },
    { type: 'separator' },
    ...fullest.map(({ id, name, unrated }) => ({
      label: `${menuText(name)} (${formatCount(unrated)})`,
      click: () => act.show(`/list/smart/${id}`),
    })),
    ...(assigned === 0 ? [] : [{ label: `Mine (${formatCount(assigned)})`, click: () => act.show('/mine') }]),
    ...(fullest.length === 0 && assigned === 0 ? [] : [{ type: 'separator' as const }]),
    ...(isLocal ? [{ label: 'Refresh now', click: act.refresh }] : []),
    { label: 'Quit', click: act.quit },
  ];
}

/** A name as plain, short text (S45); `&` would mark a letter in a menu. */
function menuText(name: string): string {
  return plainNote({ title: name.replaceAll(/\s+/g, ' '), body: '', path: '' }).title.replaceAll('&', '&&');
}

interface BadgeParts {
  readonly electron: Pick<ElectronApi, 'app' | 'nativeImage'>;
  readonly platform: NodeJS.Platform;
  /** The overlay icon for Windows, which shows a picture instead of a number. */
  readonly icon: string;
  readonly main: () => ShellWindow | null;
}

/** Shows on the app's icon in the dock or taskbar how many companies there are to review, if the system can. */
export function createBadge({ electron, platform, icon, main }: BadgeParts): (unrated: number) => void {
  return (unrated) => {
    if (platform === 'win32') {
      const mark = unrated === 0 ? null : electron.nativeImage.createFromPath(icon);
      main()?.setOverlayIcon(mark, unrated === 0 ? '' : `${formatCount(unrated)} to review`);
    } else {
      electron.app.setBadgeCount(unrated);
    }
  };
}
