import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents, WebPreferences } from 'electron';
import { appOrigin } from './appScheme.ts';
import type { ElectronApi } from './electronApi.ts';
import { guardContents } from './guards.ts';
import { minimumSize, placeWindow, readWindowState, writeWindowState } from './windowState.ts';

/** Windows of the app: the main one, those that show one company, and hidden ones to print from. */
export interface AppWindows {
  /** Opens the main window where it is closed, and brings it to the front. */
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
}

export interface WindowParts {
  readonly electron: Pick<ElectronApi, 'BrowserWindow' | 'screen'>;
  /** The built preload. */
  readonly preload: string;
  readonly icon: string;
  /** Where the window's place is remembered. */
  readonly folder: string;
  readonly devTools: boolean;
  readonly onError: (error: unknown) => void;
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
  const { electron, folder } = parts;
  const open = new Set<BrowserWindow>();
  let main: BrowserWindow | null = null;
  let hiddenMade = 0;

  function create(options: BrowserWindowConstructorOptions): BrowserWindow {
    const window = new electron.BrowserWindow({
      ...options,
      show: false,
      backgroundColor: '#0e1216',
      icon: parts.icon,
      autoHideMenuBar: true,
      webPreferences: { ...safePreferences, preload: parts.preload, devTools: parts.devTools },
    });
    open.add(window);
    guardContents(window.webContents);
    window.once('ready-to-show', () => {
      window.show();
    });
    window.once('closed', () => {
      open.delete(window);
    });
    return window;
  }

  function load(window: BrowserWindow, path: string): void {
    window.loadURL(appOrigin + path).catch(parts.onError);
  }

  function openMain(path: string): BrowserWindow {
    const areas = [electron.screen.getPrimaryDisplay(), ...electron.screen.getAllDisplays()].map((one) => one.workArea);
    const { maximized, ...bounds } = placeWindow(readWindowState(folder), areas);
    const window = create({ ...bounds, minWidth: minimumSize.width, minHeight: minimumSize.height, title: 'Winnow' });
    if (maximized) window.maximize();
    window.on('close', () => {
      const state = { ...window.getNormalBounds(), maximized: window.isMaximized() };
      writeWindowState(folder, state).catch(parts.onError);
    });
    window.once('closed', () => {
      main = null;
    });
    main = window;
    load(window, path);
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

  return {
    openHidden: createHidden,
    showMain: (path = '/') => {
      const window = main ?? openMain(path);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      return window;
    },
    openRoute: async (path) => {
      load(create({ width: 1100, height: 800, minWidth: 480, minHeight: 400 }), path);
    },
    main: () => main,
    contents: () => [...open].filter((window) => !window.isDestroyed()).map((window) => window.webContents),
  };
}
