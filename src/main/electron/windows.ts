import type {
  BrowserWindowConstructorOptions,
  ContextMenuParams,
  MenuItemConstructorOptions,
  WebPreferences,
} from 'electron';
import type { Clock, Log } from '#main/ports.ts';
import type { Preferences } from '#shared/bridge/preferences.ts';
import { appOrigin } from './appScheme.ts';
import type { ElectronApi, ShellWindow, ElectronDialog, ShellContents } from './electronApi.ts';
import { keepWindowState, leastSize, placeWindow, readWindowState, sizeWithin, type Area } from './windowState.ts';

interface WindowParts {
  readonly electron: Pick<ElectronApi, 'BrowserWindow' | 'dialog' | 'Menu' | 'nativeTheme' | 'screen'>;
  /** The built preload. */
  readonly preload: string;
  readonly icon: string;
  /** Where the window's position is remembered. */
  readonly folder: string;
  readonly devTools: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the last visible window was closed; one that prints may still be open. */
  readonly onLastClosed: () => void;
  /** Called when a page goes: it crashed, or is reloading. */
  readonly onPageGone: (contents: ShellContents) => void;
}

/** The same for every window, even hidden ones (S1). */
const safePreferences: WebPreferences = {
  nodeIntegration: false,
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
};

/**
 * Windows of the app: the main one, those that show one company, and hidden ones for printing. Nothing else creates
 * windows.
 */
export class AppWindows {
  readonly #parts: WindowParts;
  readonly #open = new Set<ShellWindow>();
  /** Windows that have been shown, which may be brought to the front; the others show themselves once painted. */
  readonly #shown = new WeakSet<ShellWindow>();
  readonly #notices = new WeakMap<ShellContents, string[]>();
  #main: ShellWindow | null = null;
  #settled: (() => Promise<void>) | null = null;

  constructor(parts: WindowParts) {
    this.#parts = parts;
  }

  /** Opens the main window at `path` if it is closed, and brings it to the front. */
  showMain(path = '/'): ShellWindow {
    if (this.#main === null) return this.#openMain(path);
    this.#bringToFront(this.#main);
    return this.#main;
  }

  /** Opens a route in its own window. */
  async openRoute(path: string): Promise<void> {
    const size = sizeWithin({ width: 1100, height: 800 }, this.#workAreas());
    this.#create({ ...size, minWidth: 480, minHeight: 400, title: 'Winnow' }, path, () => undefined);
  }

  /**
   * A hidden window for printing: no preload, no scripts, and an in-memory session separate from the pages' (S41). The
   * caller loads it and destroys it before asking for another one.
   */
  openHidden(): ShellWindow {
    return new this.#parts.electron.BrowserWindow({
      show: false,
      webPreferences: {
        ...safePreferences,
        devTools: false,
        javascript: false,
        // Without `persist:` the session is in memory. Electron keeps every session until it quits, so there is only
        // one.
        partition: 'print',
      },
    });
  }

  main(): ShellWindow | null {
    return this.#main;
  }

  /** The window of a bridge client, to which its dialogs belong; the main one if it has gone. */
  ownerOf(client: string): ShellWindow {
    return [...this.#open].find(({ webContents }) => clientOf(webContents) === client) ?? this.showMain();
  }

  /** Closes a window other than the main one; for any other it returns false and does nothing. */
  closeSecondary(window: unknown): boolean {
    const found = [...this.#open].find((one) => one === window && one !== this.#main);
    found?.close();
    return found !== undefined;
  }

  /** The contents of windows that show the app's own pages; never a hidden window. */
  contents(): readonly ShellContents[] {
    return [...this.#open].filter((window) => !window.isDestroyed()).map((window) => window.webContents);
  }

  /** What the user should know about this window since the last call, in full sentences. */
  takeNotices(contents: ShellContents): string[] {
    const taken = this.#notices.get(contents) ?? [];
    this.#notices.delete(contents);
    return taken;
  }

  /** Resolves when the main window's position is on disk. */
  async settled(): Promise<void> {
    await this.#settled?.();
  }

  #openMain(path: string): ShellWindow {
    const { folder, clock, log } = this.#parts;
    const areas = this.#workAreas();
    const { maximized, fullScreen, ...bounds } = placeWindow(readWindowState(folder), areas);
    const least = leastSize(areas);
    const options = { ...bounds, minWidth: least.width, minHeight: least.height, title: 'Winnow' };
    const window = this.#create(options, path, (painted) => {
      if (maximized) painted.maximize();
      if (fullScreen) painted.setFullScreen(true);
    });
    this.#settled = keepWindowState(window, folder, clock, log);
    window.once('closed', () => {
      this.#main = null;
    });
    this.#main = window;
    return window;
  }

  #bringToFront(window: ShellWindow): void {
    if (!this.#shown.has(window)) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /** `look` is applied just before the window shows, because maximising would show it. */
  #create(options: BrowserWindowConstructorOptions, path: string, look: (window: ShellWindow) => void): ShellWindow {
    const { electron, icon, preload, devTools, log, onLastClosed } = this.#parts;
    const window = new electron.BrowserWindow({
      ...options,
      show: false,
      backgroundColor: backgroundOf(electron),
      icon,
      autoHideMenuBar: true,
      webPreferences: { ...safePreferences, preload, devTools },
    });
    this.#open.add(window);
    openContextMenus(electron, window);
    keepBackground(electron, window);
    this.#watch(window);
    const reveal = (): void => {
      if (this.#shown.has(window) || window.isDestroyed()) return;
      this.#shown.add(window);
      look(window);
      window.show();
    };
    window.once('ready-to-show', reveal);
    window.once('closed', () => {
      this.#open.delete(window);
      if (this.#open.size === 0) onLastClosed();
    });
    window.loadURL(appOrigin + path).catch((error: unknown) => {
      log.error('window.load', error);
      // Nothing will be painted, and a window that never shows cannot be closed.
      reveal();
    });
    return window;
  }

  /** Handles a page that crashes, hangs or reloads. */
  #watch(window: ShellWindow): void {
    const { electron, clock, log, onPageGone } = this.#parts;
    watchForTrouble(window, {
      dialog: electron.dialog,
      clock,
      log,
      gone: () => onPageGone(window.webContents),
      note: (text) => this.#notices.set(window.webContents, [...(this.#notices.get(window.webContents) ?? []), text]),
    });
    window.webContents.on('did-start-navigation', ({ isSameDocument, isMainFrame }) => {
      if (isMainFrame && !isSameDocument) onPageGone(window.webContents);
    });
  }

  /** Of all displays, the primary one first. */
  #workAreas(): Area[] {
    const { screen } = this.#parts.electron;
    return [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map((one) => one.workArea);
  }
}

/** The name of a window's page in calls. */
export function clientOf(contents: Pick<ShellContents, 'id'>): string {
  return `window-${contents.id}`;
}

/** Makes title bars, menus and dialogs, which the system draws, match the page. */
export function applyTheme({ nativeTheme }: Pick<ElectronApi, 'nativeTheme'>, theme: Preferences['theme']): void {
  nativeTheme.themeSource = theme;
}

/** What a window shows before its page does, and at its edges while it is resized: `--w-bg` of the page's themes. */
const backgrounds = { dark: '#0e1216', light: '#f6f7f9' } as const;

/** The background of a new window. */
function backgroundOf({ nativeTheme }: Pick<ElectronApi, 'nativeTheme'>): string {
  return nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light;
}

/** Keeps a window's background in line with the theme until it is closed. */
function keepBackground(electron: Pick<ElectronApi, 'nativeTheme'>, window: ShellWindow): void {
  const draw = (): void => window.setBackgroundColor(backgroundOf(electron));
  electron.nativeTheme.on('updated', draw);
  window.once('closed', () => {
    electron.nativeTheme.off('updated', draw);
  });
}

interface PageTroubleParts {
  readonly dialog: Pick<ElectronDialog, 'showErrorBox' | 'showMessageBox'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called as soon as the page is gone. */
  readonly gone: () => void;
  /** Keeps a notice for the user until the page is back. */
  readonly note: (text: string) => void;
}

/** A page that crashes more often than this within a minute would only crash again. */
const mostReloads = 2;
const withinMs = 60_000;

/**
 * Handles a window whose page crashes or hangs. A crashed page is reloaded where it was, and one that keeps crashing is
 * closed with a message; if a page hangs the user is asked, because only they know whether to wait for it.
 */
function watchForTrouble(window: ShellWindow, parts: PageTroubleParts): void {
  const askToReopen = reloadAfterCrash(window, parts);
  askAboutHang(window, parts, askToReopen);
}

/** Returns a function that ends a page and reopens it at the user's request. */
function reloadAfterCrash(window: ShellWindow, { dialog, clock, log, gone, note }: PageTroubleParts): () => void {
  let reloads: number[] = [];
  let isWanted = false;
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    gone();
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log.error('page.gone', new Error(`The page is gone: ${reason}.`), { reason, exitCode });
    if (isWanted) {
      isWanted = false;
      note('This window was reopened. Your decisions are safe.');
      window.webContents.reload();
      return;
    }
    const now = clock.monotonic();
    reloads = reloads.filter((at) => at > now - withinMs);
    if (reloads.length >= mostReloads) {
      dialog.showErrorBox('Winnow', 'This window keeps crashing. Your decisions are safe. Restart Winnow.');
      window.destroy();
      return;
    }
    reloads.push(now);
    note('This window crashed and was reopened. Your decisions are safe.');
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
      detail: 'Your decisions are safe. You can wait or reopen the window.',
      buttons: ['Wait', 'Reopen'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    });
    if (response === openAgain && !signal.aborted && !window.isDestroyed()) reopen();
  }

  window.on('unresponsive', () => {
    // Electron fires this repeatedly while the page hangs.
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
  // The page has recovered: there is nothing left to choose.
  window.on('responsive', withdraw);
  window.on('closed', withdraw);
}

/** What a right click was on. */
type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** Electron has no context menu of its own, so there would be no way to paste with the mouse. */
function openContextMenus({ Menu }: Pick<ElectronApi, 'Menu'>, window: ShellWindow): void {
  window.webContents.on('context-menu', (_event, clicked) => {
    const template = contextMenu(clicked);
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}

/** The menu as a template: the editing commands in a field, Copy for selected text, nothing elsewhere. */
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
