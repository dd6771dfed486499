import type { MenuItemConstructorOptions } from 'electron';
import type { Log } from '#main/ports.ts';
import { shellCaller, type ShellApp } from '#main/shellCommon/shellApp.ts';
import { type Preferences, preferencesSchema } from '#shared/bridge/preferences.ts';
import { commandOf, type CommandId } from '#shared/commands.ts';
import type { ElectronApi } from './electronApi.ts';
import { applyTheme } from './windows.ts';

interface FollowParts {
  readonly electron: Pick<ElectronApi, 'Menu' | 'nativeTheme'>;
  readonly app: Pick<ShellApp, 'router' | 'events'>;
  readonly log: Log;
  readonly devTools: boolean;
  /** Runs a command of the page's registry. */
  readonly command: (id: CommandId) => void;
  /** Closes a window other than the main one. */
  readonly closeSecondary: (window: unknown) => void;
}

/**
 * Applies the user's preferences to what the system draws, now and whenever they change: the menu with its keys, and
 * the theme of everything outside the page. Resolves when that is done, with a function that stops it.
 */
export async function followPreferences(parts: FollowParts): Promise<() => void> {
  const { electron, app, log, devTools, command, closeSecondary } = parts;

  function draw({ shortcuts, theme }: Pick<Preferences, 'shortcuts' | 'theme'>): void {
    applyTheme(electron, theme);
    const template = appMenu({ platform: process.platform, devTools, shortcuts, command, closeSecondary });
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(template));
  }

  const unsubscribe = app.events.subscribe('preferences.changed', draw);
  draw({ shortcuts: {}, theme: 'system' });
  try {
    const reply = await app.router.handle('preferences.get', null, shellCaller());
    if (reply.ok) draw(preferencesSchema.parse(reply.value));
  } catch (error) {
    log.error('menu.draw', error);
  }
  return unsubscribe;
}

interface AppMenuParts {
  readonly platform: NodeJS.Platform;
  readonly devTools: boolean;
  /** The user's own keys. */
  readonly shortcuts: Preferences['shortcuts'];
  /** Runs a command of the page's registry. */
  readonly command: (id: CommandId) => void;
  /** Closes a window other than the main one. */
  readonly closeSecondary: (window: unknown) => void;
}

/**
 * The application menu: some commands of the one table, with their names and keys, and what only the system can do. The
 * page handles the keys itself, so the menu shows them but, if the system allows, does not listen for them.
 */
export function appMenu({
  platform,
  devTools,
  shortcuts,
  command,
  closeSecondary,
}: AppMenuParts): MenuItemConstructorOptions[] {
  const item = (id: CommandId): MenuItemConstructorOptions => commandItem(id, shortcuts, command);
  const isMac = platform === 'darwin';
  const first = isMac ? [macAppMenu(item('go.settings'))] : [];
  const tools: MenuItemConstructorOptions[] = devTools ? [{ role: 'toggleDevTools' }] : [];
  return [
    ...first,
    {
      label: 'File',
      submenu: [
        item('app.import'),
        item('list.export'),
        item('list.saveSmartList'),
        line,
        item('app.refresh'),
        line,
        ...(isMac ? [{ role: 'close' } as const] : [item('go.settings'), line, { role: 'quit' } as const]),
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        item('app.palette'),
        item('app.search'),
        item('app.sidebar'),
        item('app.theme'),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // Its own key needs Shift, because `+` does on many keyboards; browsers accept the key without it.
        { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false, acceleratorWorksWhenHidden: true },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...tools,
      ],
    },
    goMenu(item),
    isMac ? { role: 'windowMenu' } : windowMenu(closeSecondary),
    { role: 'help', submenu: [item('go.help'), item('app.shortcuts')] },
  ];
}

const line: MenuItemConstructorOptions = { type: 'separator' };

/** A command with its name and key. */
function commandItem(
  id: CommandId,
  shortcuts: AppMenuParts['shortcuts'],
  run: AppMenuParts['command'],
): MenuItemConstructorOptions {
  const accelerator = acceleratorOf(shortcuts[id] ?? commandOf(id).keys);
  return {
    id,
    label: commandOf(id).title,
    click: () => run(id),
    ...(accelerator === '' ? {} : { accelerator, registerAccelerator: false }),
  };
}

function goMenu(item: (id: CommandId) => MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    label: 'Go',
    submenu: [
      item('go.dashboard'),
      item('go.search'),
      item('go.inbox'),
      line,
      item('go.watchlist'),
      item('go.opportunities'),
      item('go.archive'),
      item('go.later'),
      line,
      item('go.collections'),
      item('go.reports'),
      item('go.workspace'),
    ],
  };
}

/** Like `appMenu`, but with Settings where macOS has them. */
function macAppMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  };
}

/**
 * Like `windowMenu` except for Close: in the main window that would quit the app, with a key that is easily pressed.
 */
function windowMenu(closeSecondary: (window: unknown) => void): MenuItemConstructorOptions {
  return {
    role: 'windowMenu',
    submenu: [
      { role: 'minimize' },
      { role: 'zoom' },
      {
        id: 'window.close',
        label: 'Close window',
        accelerator: 'CommandOrControl+W',
        click: (_item, window) => closeSecondary(window),
      },
    ],
  };
}

/** Electron's names for keys that the table names differently. */
const electronNames: Readonly<Record<string, string>> = {
  Mod: 'CommandOrControl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/**
 * The first key that a menu can show, in Electron's notation, or `''`. Chords and single letters are not shown: a menu
 * that took a letter would take it from anyone typing.
 */
export function acceleratorOf(keys: readonly string[]): string {
  const shown = keys.find(
    (key) => !key.includes(' ') && (key.startsWith('Mod+') || /^(?:Shift\+)?F\d{1,2}$/.test(key)),
  );
  if (shown === undefined) return '';
  const parts = shown.split('+').map((part) => electronNames[part] ?? part);
  return parts.map((part) => (part.length === 1 ? part.toUpperCase() : part)).join('+');
}
