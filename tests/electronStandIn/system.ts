import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type {
  CrashReporterStartOptions,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NotificationConstructorOptions,
  OpenDialogOptions,
  SaveDialogOptions,
} from 'electron';
import type { OwnerWindow, ShellMenu, ShellTray } from '../../src/main/electron/electronApi.ts';
import { StandInWindow } from './browserWindow.ts';
import { answers, complain, life, need, seen } from './state.ts';

function ownerOf(window: OwnerWindow): number {
  need(life.ready, 'dialog module can only be used after app is ready');
  if (!(window instanceof StandInWindow)) throw new TypeError('Error processing argument at index 0');
  if (window.isDestroyed()) complain('a dialog belongs to a window that is gone');
  return window.webContents.id;
}

export const dialog = {
  showSaveDialog: async (window: OwnerWindow, options: SaveDialogOptions) => {
    seen.dialogs.push({ kind: 'save', owner: ownerOf(window), options });
    return { canceled: answers.save === '', filePath: answers.save };
  },
  showOpenDialog: async (window: OwnerWindow, options: OpenDialogOptions) => {
    seen.dialogs.push({ kind: 'open', owner: ownerOf(window), options });
    return { canceled: answers.open.length === 0, filePaths: answers.open };
  },
  showMessageBox: async (window: OwnerWindow, { signal, ...options }: MessageBoxOptions) => {
    seen.dialogs.push({ kind: 'message', owner: ownerOf(window), options });
    if (signal?.aborted === true) return { response: options.cancelId ?? 0, checkboxChecked: false };
    return { response: answers.message, checkboxChecked: false };
  },
  showErrorBox: (title: string, content: string): void => {
    const isBox = life.ready || process.platform !== 'linux';
    seen.errorBoxes.push({ title, content, isBox });
    process.stderr.write(`${isBox ? '[box] ' : ''}${title}: ${content}\n`);
  },
};

// ── Menus ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const roles: ReadonlySet<string> = new Set(
  'undo redo cut copy paste pasteAndMatchStyle delete selectAll reload forceReload toggleDevTools resetZoom zoomIn zoomOut toggleSpellChecker togglefullscreen window minimize close help about services hide hideOthers unhide quit showSubstitutions zoom front appMenu fileMenu editMenu viewMenu shareMenu recentDocuments windowMenu'.split(
    ' ',
  ),
);
const modifier = /^(?:Command|Cmd|Control|Ctrl|CommandOrControl|CmdOrCtrl|Alt|Option|AltGr|Shift|Super|Meta)$/i;
const keyName =
  /^(?:[A-Z\d]|F(?:[1-9]|1\d|2[0-4])|Plus|Space|Tab|Backspace|Delete|Insert|Return|Enter|Up|Down|Left|Right|Home|End|PageUp|PageDown|Escape|Esc|[!-/:-@[-`{-~])$/i;

function checkMenu(items: readonly MenuItemConstructorOptions[]): void {
  for (const { role, type, label, submenu, accelerator } of items) {
    if (role !== undefined && !roles.has(role)) complain(`menu: there is no role ${role}`);
    if (label === undefined && role === undefined && type !== 'separator') complain('menu: an item without a label');
    if (accelerator !== undefined && accelerator !== null) {
      const keys = accelerator.split('+');
      const isKnown = keyName.test(keys.at(-1) ?? '') && keys.slice(0, -1).every((key) => modifier.test(key));
      if (!isKnown) complain(`menu: there is no accelerator ${accelerator}`);
    }
    if (Array.isArray(submenu)) checkMenu(submenu);
  }
}

/** A menu; `items` is its template. */
export class StandInMenu implements ShellMenu {
  static application: StandInMenu | null = null;
  readonly items: MenuItemConstructorOptions[];

  constructor(items: MenuItemConstructorOptions[]) {
    this.items = items;
  }

  static buildFromTemplate(template: MenuItemConstructorOptions[]): StandInMenu {
    checkMenu(template);
    return new StandInMenu(template);
  }

  static setApplicationMenu(menu: ShellMenu | null): void {
    if (menu !== null && !(menu instanceof StandInMenu)) throw new TypeError('Invalid menu');
    StandInMenu.application = menu;
  }

  popup(): void {
    // Nobody would see it.
  }
}

/** All items of a menu, including those of its submenus. */
export function itemsOf(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
}

/** The keys of roles for which a template names none. */
const roleKeys: Readonly<Record<string, string>> = { close: 'CommandOrControl+W', quit: 'CommandOrControl+Q' };

/** Presses a menu key, which the page never sees; false if no item has it. */
export function pressAccelerator(key: string): boolean {
  const item = itemsOf(StandInMenu.application?.items ?? []).find(
    ({ accelerator, registerAccelerator, role }) =>
      registerAccelerator !== false && (accelerator ?? roleKeys[role ?? '']) === key,
  );
  if (item === undefined) return false;
  const window = StandInWindow.focused();
  if (item.role === 'close') window?.close();
  else item.click?.({} as never, window as never, {});
  return true;
}

// ── The rest of the desktop ───────────────────────────────────────────────────────────────────────────────────────

/** An image; empty if its file is missing or not a PNG, in which case Electron shows nothing at all. */
export class StandInImage {
  readonly file: string;
  readonly #isPng: boolean;

  constructor(file: string) {
    this.file = file;
    this.#isPng = existsSync(file) && /\.(?:png|ico)$/.test(file) && readFileSync(file).length > 0;
  }

  isEmpty(): boolean {
    return !this.#isPng;
  }

  setTemplateImage(): void {
    // macOS draws it in the menu bar's own colour.
  }
}

export const nativeImage = {
  createFromPath: (file: string): StandInImage => {
    const image = new StandInImage(file);
    if (image.isEmpty()) complain(`a picture is empty: ${file}`);
    return image;
  },
};

class Theme extends EventEmitter {
  #source: 'system' | 'light' | 'dark' = 'system';

  get themeSource(): 'system' | 'light' | 'dark' {
    return this.#source;
  }

  set themeSource(source: 'system' | 'light' | 'dark') {
    need(['system', 'light', 'dark'].includes(source), 'Invalid themeSource');
    const isNew = source !== this.#source;
    this.#source = source;
    if (isNew) this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source !== 'light';
  }
}
export const nativeTheme = new Theme();

/** A notification. Electron reports on it later, never within `show`. */
export class StandInNotification extends EventEmitter {
  static readonly all: StandInNotification[] = [];
  static activation: ((details: { readonly arguments: string }) => void) | null = null;
  readonly options: NotificationConstructorOptions;

  constructor(options: NotificationConstructorOptions = {}) {
    super();
    this.options = options;
    StandInNotification.all.push(this);
  }

  static isSupported(): boolean {
    return true;
  }

  static handleActivation(callback: (details: { readonly arguments: string }) => void): void {
    need(process.platform === 'win32', 'Notification.handleActivation is not a function');
    StandInNotification.activation = callback;
  }

  show(): void {
    if (answers.note === 'nothing') return;
    setImmediate(() => this.emit(answers.note, {}, 'Notifications are not allowed'));
  }
}

export const powerMonitor = new EventEmitter();

const display = { workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
const needScreen = (): void => need(life.ready, "The 'screen' module can't be used before the app 'ready' event");

export const screen = {
  getPrimaryDisplay: () => {
    needScreen();
    return display;
  },
  getAllDisplays: () => {
    needScreen();
    return [display];
  },
};

export const shell = {
  openExternal: async (url: string): Promise<void> => {
    seen.opened.push(url);
  },
};

export const crashReporter = {
  start: (options: CrashReporterStartOptions): void => {
    if (options.uploadToServer !== false && options.submitURL === undefined)
      throw new Error('submitURL must be specified');
    if (life.ready) complain('crashReporter.start after ready misses what has started by then');
    seen.crashReporter.push({ ...options });
  },
};

/** An icon beside the clock. */
export class StandInTray extends EventEmitter implements ShellTray {
  static readonly all: StandInTray[] = [];
  readonly icon: string;
  tip = '';
  menu: StandInMenu | null = null;
  #destroyed = false;

  constructor(image: unknown) {
    super();
    need(life.ready, 'Cannot create Tray before app is ready');
    if (!(image instanceof StandInImage)) throw new TypeError('Error processing argument at index 0');
    this.icon = image.file;
    StandInTray.all.push(this);
  }

  #requireAlive(): void {
    if (this.#destroyed) throw new TypeError('Tray is destroyed');
  }

  setToolTip(tip: string): void {
    this.#requireAlive();
    this.tip = tip;
  }

  setTitle(): void {
    this.#requireAlive();
  }

  setContextMenu(menu: ShellMenu | null): void {
    this.#requireAlive();
    if (menu !== null && !(menu instanceof StandInMenu)) throw new TypeError('Invalid menu');
    this.menu = menu;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  destroy(): void {
    this.#destroyed = true;
  }
}
