import type {
  BrowserWindowConstructorOptions,
  ContextMenuParams,
  MenuItemConstructorOptions,
  WebPreferences,
} from 'electron';
import type { Clock, Log } from '#main/ports.ts';
import { appOrigin } from './appScheme.ts';
import type { ElectronApi, ShellContents, ShellWindow } from './electronApi.ts';
import { backgroundOf, keepBackground } from './look.ts';
import { watchForTrouble } from './pageTrouble.ts';
import { keepWindowState, leastSize, placeWindow, readWindowState, sizeWithin, type Area } from './windowState.ts';

/** Windows of the app: the main one, those that show one company, and hidden ones to print from. */
export interface AppWindows {
  /** Opens the main window where it is closed, at `path`, and brings it to the front. */
  showMain(path?: string): ShellWindow;
  /** Opens a route in a window of its own. */
  openRoute(path: string): Promise<void>;
  /**
   * A window that nobody sees, for printing: no preload, no scripts, and a session in memory that is not the pages'
   * (S41). Whoever asks for it loads it and destroys it before asking for another one.
   */
  openHidden(): ShellWindow;
  main(): ShellWindow | null;
  /** The window of a client of the bridge, which is what its dialogs belong to; the main one where it has gone. */
  ownerOf(client: string): ShellWindow;
  /** Closes a window other than the main one; false, and nothing happens, for any other. */
  closeSecondary(window: unknown): boolean;
  /** What the app's own pages are shown in; never a hidden window. */
  contents(): readonly ShellContents[];
  /** What the user should know of this window since it was asked last, in full sentences. */
  takeNotices(contents: ShellContents): string[];
  /** Resolves when the main window's place is on disk. */
  settled(): Promise<void>;
}

export interface WindowParts {
  readonly electron: Pick<ElectronApi, 'BrowserWindow' | 'dialog' | 'Menu' | 'nativeTheme' | 'screen'>;
  /** The built preload. */
  readonly preload: string;
  readonly icon: string;
  /** Where the window's place is remembered. */
  readonly folder: string;
  readonly devTools: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the last window that the user sees was closed; one that prints may still be open. */
  readonly onLastClosed: () => void;
  /** Called when a page goes: it crashes, or is loaded anew. */
  readonly onPageGone: (contents: ShellContents) => void;
}

/** The same for every window, also for hidden ones (S1). */
const safePreferences: WebPreferences = {
  nodeIntegration: false,
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
};

/** The name that a window's page goes by in calls. */
export function clientOf(contents: Pick<ShellContents, 'id'>): string {
  return `window-${contents.id}`;
}

/** The one place that makes windows. */
export function createWindows(parts: WindowParts): AppWindows {
  const { electron, folder, clock, log } = parts;
  const open = new Set<ShellWindow>();
  /** Windows that have been shown, which may be brought to the front; the others show themselves once painted. */
  const shown = new WeakSet<ShellWindow>();
  const notices = new WeakMap<ShellContents, string[]>();
  let main: ShellWindow | null = null;
  let settled: (() => Promise<void>) | null = null;

  /** `look` is applied just before the window shows, because maximising would show it. */
  function create(
    options: BrowserWindowConstructorOptions,
    path: string,
    look: (window: ShellWindow) => void,
  ): ShellWindow {
    const window = new electron.BrowserWindow({
      ...options,
      show: false,
      backgroundColor: backgroundOf(electron),
      icon: parts.icon,
      autoHideMenuBar: true,
      webPreferences: { ...safePreferences, preload: parts.preload, devTools: parts.devTools },
    });
    open.add(window);
    openContextMenus(electron, window);
    keepBackground(electron, window);
    watchForTrouble(window, {
      dialog: electron.dialog,
      clock,
      log,
      gone: () => parts.onPageGone(window.webContents),
      note: (text) => notices.set(window.webContents, [...(notices.get(window.webContents) ?? []), text]),
    });
    window.webContents.on('did-start-navigation', ({ isSameDocument, isMainFrame }) => {
      if (isMainFrame && !isSameDocument) parts.onPageGone(window.webContents);
    });
    const reveal = (): void => {
      if (shown.has(window) || window.isDestroyed()) return;
      shown.add(window);
      look(window);
      window.show();
    };
    window.once('ready-to-show', reveal);
    window.once('closed', () => {
      open.delete(window);
      if (open.size === 0) parts.onLastClosed();
    });
    window.loadURL(appOrigin + path).catch((error: unknown) => {
      log.error('window.load', error);
      // Nothing will be painted, and a window that never shows cannot be closed.
      reveal();
    });
    return window;
  }

  function createHidden(): ShellWindow {
    return new electron.BrowserWindow({
      show: false,
      webPreferences: {
        ...safePreferences,
        devTools: false,
        javascript: false,
        // Without `persist:` the session lives in memory. Electron keeps every session until it ends, so there is one.
        partition: 'print',
      },
    });
  }

  /** Of all displays, the first one first. */
  function workAreas(): Area[] {
    return [electron.screen.getPrimaryDisplay(), ...electron.screen.getAllDisplays()].map((one) => one.workArea);
  }

  function openMain(path: string): ShellWindow {
    const areas = workAreas();
    const { maximized, fullScreen, ...bounds } = placeWindow(readWindowState(folder), areas);
    const least = leastSize(areas);
    const options = { ...bounds, minWidth: least.width, minHeight: least.height, title: 'Winnow' };
    const window = create(options, path, (painted) => {
      if (maximized) painted.maximize();
      if (fullScreen) painted.setFullScreen(true);
    });
    settled = keepWindowState(window, folder, clock, log);
    window.once('closed', () => {
      main = null;
    });
    main = window;
    return window;
  }

  function bringToFront(window: ShellWindow): void {
    if (!shown.has(window)) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  function showMain(path = '/'): ShellWindow {
    if (main === null) return openMain(path);
    bringToFront(main);
    return main;
  }

  return {
    showMain,
    openRoute: async (path) => {
      const size = sizeWithin({ width: 1100, height: 800 }, workAreas());
      create({ ...size, minWidth: 480, minHeight: 400, title: 'Winnow' }, path, () => undefined);
    },
    openHidden: createHidden,
    main: () => main,
    ownerOf: (client) => [...open].find(({ webContents }) => clientOf(webContents) === client) ?? showMain(),
    closeSecondary: (window) => {
      const found = [...open].find((one) => one === window && one !== main);
      found?.close();
      return found !== undefined;
    },
    contents: () => [...open].filter((window) => !window.isDestroyed()).map((window) => window.webContents),
    takeNotices: (contents) => {
      const taken = notices.get(contents) ?? [];
      notices.delete(contents);
      return taken;
    },
    settled: async () => {
      await settled?.();
    },
  };
}

/** What a right click says of where it was. */
type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** Electron shows no menu of its own, so there would be no way to paste with the mouse. */
function openContextMenus({ Menu }: Pick<ElectronApi, 'Menu'>, window: ShellWindow): void {
  window.webContents.on('context-menu', (_event, clicked) => {
    const template = contextMenu(clicked);
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}

/** The menu as a template: for a field what can be done with its text, for marked text Copy, elsewhere nothing. */
function contextMenu({ isEditable, selectionText, editFlags }: Clicked): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}
