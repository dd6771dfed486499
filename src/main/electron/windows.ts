import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents, WebPreferences } from 'electron';
import type { Clock, Log } from '#main/ports.ts';
import { appOrigin } from './appScheme.ts';
import { openContextMenus } from './contextMenu.ts';
import { reloadAfterCrash } from './crashReload.ts';
import type { ElectronApi } from './electronApi.ts';
import { guardContents } from './guards.ts';
import { keepWindowState } from './keepWindowState.ts';
import { backgroundOf, keepBackground } from './look.ts';
import { leastSize, placeWindow, readWindowState, sizeWithin, type Area } from './windowState.ts';

/** Windows of the app: the main one, those that show one company, and hidden ones to print from. */
export interface AppWindows {
  /** Opens the main window where it is closed, at `path`, and brings it to the front. */
  showMain(path?: string): BrowserWindow;
  /** Opens a route in a window of its own. */
  openRoute(path: string): Promise<void>;
  /**
   * A window that nobody sees, for printing: no preload, no scripts, and a session in memory that is its own and no
   * other's (S41). Whoever asks for it loads it and destroys it.
   */
  openHidden(): BrowserWindow;
  main(): BrowserWindow | null;
  /** What the app's own pages are shown in; never a hidden window. */
  contents(): readonly WebContents[];
  /** What the user should know of this window since it was asked last, in full sentences. */
  takeNotices(contents: WebContents): string[];
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

/** The one place that makes windows. */
export function createWindows(parts: WindowParts): AppWindows {
  const { electron, folder, clock, log } = parts;
  const open = new Set<BrowserWindow>();
  const notices = new WeakMap<WebContents, string[]>();
  let main: BrowserWindow | null = null;
  let hiddenMade = 0;
  let settled: (() => Promise<void>) | null = null;

  function create(options: BrowserWindowConstructorOptions): BrowserWindow {
    const window = new electron.BrowserWindow({
      ...options,
      show: false,
      backgroundColor: backgroundOf(electron),
      icon: parts.icon,
      autoHideMenuBar: true,
      webPreferences: { ...safePreferences, preload: parts.preload, devTools: parts.devTools },
    });
    open.add(window);
    guardContents(window.webContents);
    openContextMenus(electron, window);
    keepBackground(electron, window);
    reloadAfterCrash(window, {
      dialog: electron.dialog,
      clock,
      log,
      note: (text) => notices.set(window.webContents, [...(notices.get(window.webContents) ?? []), text]),
    });
    window.once('ready-to-show', () => {
      window.show();
    });
    window.once('closed', () => {
      open.delete(window);
      if (open.size === 0) parts.onLastClosed();
    });
    return window;
  }

  function createHidden(): BrowserWindow {
    hiddenMade += 1;
    const window = new electron.BrowserWindow({
      show: false,
      webPreferences: {
        ...safePreferences,
        devTools: false,
        javascript: false,
        // Without `persist:` the session lives in memory; a number of its own keeps two prints apart.
        partition: `print-${hiddenMade}`,
      },
    });
    guardContents(window.webContents);
    return window;
  }

  function load(window: BrowserWindow, path: string): void {
    window.loadURL(appOrigin + path).catch((error: unknown) => {
      log.error('window.load', error);
    });
  }

  /** Of all displays, the first one first. */
  function workAreas(): Area[] {
    return [electron.screen.getPrimaryDisplay(), ...electron.screen.getAllDisplays()].map((one) => one.workArea);
  }

  function openMain(path: string): BrowserWindow {
    const areas = workAreas();
    const { maximized, ...bounds } = placeWindow(readWindowState(folder), areas);
    const least = leastSize(areas);
    const window = create({ ...bounds, minWidth: least.width, minHeight: least.height, title: 'Winnow' });
    if (maximized) window.maximize();
    settled = keepWindowState(window, folder, clock, log);
    window.once('closed', () => {
      main = null;
    });
    main = window;
    load(window, path);
    return window;
  }

  return {
    showMain: (path = '/') => {
      const window = main ?? openMain(path);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      return window;
    },
    openRoute: async (path) => {
      load(create({ ...sizeWithin({ width: 1100, height: 800 }, workAreas()), minWidth: 480, minHeight: 400 }), path);
    },
    openHidden: createHidden,
    main: () => main,
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
