import { StandInWindow } from './browserWindow.ts';
import { app } from './app.ts';
import { toApp } from './sessions.ts';
import { answers, seen, type Seen } from './state.ts';
import { itemsOf, pressAccelerator, powerMonitor, StandInMenu, StandInNotification, StandInTray } from './system.ts';

/** A window as tests see it. */
export interface WindowState {
  readonly contents: number;
  readonly targetId: string;
  readonly url: string;
  readonly isVisible: boolean;
  /** How often its page started to load, and finished loading. */
  readonly navigations: number;
  readonly loads: number;
  readonly isMaximized: boolean;
  readonly isFullScreen: boolean;
}

/** What a test can do in place of the user and the system. */
export interface Acts {
  /** The user's answers from now on: a path to save to, files to open, a message's button (`''`, none: cancels). */
  answer(given: Partial<typeof answers>): void;
  seen(): Seen;
  windows(): WindowState[];
  quit(): void;
  closeWindow(contents: number): void;
  placeWindow(contents: number, bounds: { x: number; y: number; width: number; height: number }): void;
  fullScreen(contents: number, isOn: boolean): void;
  crash(contents: number): void;
  /** The page stops responding, or responds again. */
  hang(contents: number, isOver: boolean): void;
  /** Runs an item of the application menu by its id; false if there is none. */
  menu(id: string): boolean;
  /** Presses a key of the application menu, in the front window. */
  press(key: string): boolean;
  trayMenu(label: string): boolean;
  clickTray(): void;
  /** Clicks the newest notification. */
  clickNote(): void;
  /** Windows reports a click in the notification centre. */
  activate(details: string): void;
  activateApp(hasVisibleWindows: boolean): void;
  openUrl(url: string): void;
  power(event: 'suspend' | 'resume' | 'shutdown'): void;
  /** Files are dropped, from these paths. */
  hand(contents: number, files: readonly string[]): Promise<void>;
  /** Whether a permission would be granted to a page: when it asks, and when it checks. */
  permits(contents: number, permission: string): Promise<boolean[]>;
  /** The number of the process's listeners on `web-contents` events of the main window, by name. */
  listeners(contents: number): Record<string, number>;
}

function windowOf(contents: number): StandInWindow {
  const window = [...StandInWindow.all].find(({ webContents }) => webContents.id === contents);
  if (window === undefined) throw new Error(`There is no window ${contents}.`);
  return window;
}

const acts: Acts = {
  answer: (given) => void Object.assign(answers, given),
  seen: () => ({
    ...seen,
    notes: StandInNotification.all.map(({ options: { id = '', title = '', body = '' } }) => ({ id, title, body })),
    paths: Object.fromEntries(app.paths),
    tray: StandInTray.all.map(({ icon, tip, menu }) => ({
      icon,
      tip,
      menu: (menu?.items ?? []).map(({ label, type }) => label ?? type ?? ''),
    })),
    menu: StandInMenu.application?.items ?? [],
  }),
  windows: () =>
    [...StandInWindow.all].map((window) => ({
      contents: window.webContents.id,
      targetId: window.webContents.targetId,
      url: toApp(window.webContents.getURL()),
      isVisible: window.isVisible(),
      navigations: window.webContents.navigations,
      loads: window.webContents.loads,
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
    })),
  quit: () => void setImmediate(() => app.quit()),
  closeWindow: (contents) => windowOf(contents).close(),
  placeWindow: (contents, bounds) => windowOf(contents).place(bounds),
  fullScreen: (contents, isOn) => windowOf(contents).setFullScreen(isOn),
  crash: (contents) => windowOf(contents).webContents.forcefullyCrashRenderer(),
  hang: (contents, isOver) => void windowOf(contents).emit(isOver ? 'responsive' : 'unresponsive'),
  menu: (id) => {
    const item = itemsOf(StandInMenu.application?.items ?? []).find((one) => one.id === id);
    item?.click?.({} as never, StandInWindow.focused() as never, {});
    return item !== undefined;
  },
  press: pressAccelerator,
  trayMenu: (label) => {
    const item = StandInTray.all.at(-1)?.menu?.items.find((one) => one.label === label);
    item?.click?.({} as never, undefined, {});
    return item !== undefined;
  },
  clickTray: () => void StandInTray.all.at(-1)?.emit('click'),
  clickNote: () => void StandInNotification.all.at(-1)?.emit('click', {}),
  activate: (details) => StandInNotification.activation?.({ arguments: details }),
  activateApp: (hasVisibleWindows) => void app.emit('activate', {}, hasVisibleWindows),
  openUrl: (url) => void app.emit('open-url', { preventDefault: () => undefined }, url),
  power: (event) => void powerMonitor.emit(event),
  hand: (contents, files) => windowOf(contents).webContents.hand(files),
  permits: (contents, permission) => {
    const { webContents } = windowOf(contents);
    return webContents.session.permits(webContents, permission, 'app://winnow');
  },
  listeners: (contents) => {
    const { webContents } = windowOf(contents);
    return Object.fromEntries(webContents.eventNames().map((name) => [String(name), webContents.listenerCount(name)]));
  },
};

interface Order {
  readonly id: number;
  readonly name: keyof Acts;
  readonly args: readonly unknown[];
}

/** Does what the test asks, over Node's own channel. */
export function listenToTest(): void {
  process.on('message', (order: Order) => void obey(order));
  // The channel alone must not keep the process alive.
  process.channel?.unref();
}

async function obey({ id, name, args }: Order): Promise<void> {
  try {
    const act = acts[name] as (...given: readonly unknown[]) => unknown;
    process.send?.({ id, value: JSON.parse(JSON.stringify((await act(...args)) ?? null)) as unknown });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
}
