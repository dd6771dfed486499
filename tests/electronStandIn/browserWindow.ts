import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { ShellWindow } from '../../src/main/electron/electronApi.ts';
import { app } from './app.ts';
import { StandInContents } from './contents.ts';
import { complain, isPrevented, life, need, seen } from './state.ts';

const knownOptions: ReadonlySet<string> = new Set(
  'x y width height minWidth minHeight maxWidth maxHeight title icon show backgroundColor autoHideMenuBar webPreferences parent modal resizable frame titleBarStyle center useContentSize'.split(
    ' ',
  ),
);

/** A window: its position and visibility are only remembered; its page is real. */
export class StandInWindow extends EventEmitter implements ShellWindow {
  static readonly all = new Set<StandInWindow>();
  readonly webContents: StandInContents;
  #bounds: Rectangle;
  #destroyed = false;
  #visible: boolean;
  #minimized = false;
  #maximized = false;
  #fullScreen = false;
  #painted = false;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    need(life.ready, 'Cannot create BrowserWindow before app is ready');
    for (const name of Object.keys(options)) {
      if (!knownOptions.has(name)) complain(`BrowserWindow does not know the option ${name}`);
    }
    const { x = 0, y = 0, width = 800, height = 600, show = true, webPreferences = {} } = options;
    this.#bounds = { x, y, width, height };
    this.#visible = show;
    this.webContents = new StandInContents(webPreferences, { width, height });
    this.webContents.on('dom-ready', () => this.#paint());
    StandInWindow.all.add(this);
    app.windows.add(this);
    app.emit('browser-window-created', {}, this);
  }

  /** The window in front: the last one shown or focused. */
  static focused(): StandInWindow | undefined {
    const last = seen.shown.findLast(({ contents }) =>
      [...StandInWindow.all].some((one) => one.webContents.id === contents),
    );
    return [...StandInWindow.all].find(({ webContents }) => webContents.id === last?.contents);
  }

  #paint(): void {
    if (this.#painted || this.#destroyed) return;
    this.#painted = true;
    this.emit('ready-to-show');
  }

  #requireAlive(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
  }

  #note(how: 'show' | 'maximize' | 'focus'): void {
    seen.shown.push({ contents: this.webContents.id, how, painted: this.#painted });
  }

  async loadURL(url: string): Promise<void> {
    this.#requireAlive();
    await this.webContents.load(url);
  }

  show(): void {
    this.#requireAlive();
    this.#visible = true;
    this.#note('show');
    this.emit('show');
  }

  focus(): void {
    this.#requireAlive();
    this.#note('focus');
    this.emit('focus');
  }

  isVisible(): boolean {
    return this.#visible && !this.#destroyed;
  }

  isMinimized(): boolean {
    this.#requireAlive();
    return this.#minimized;
  }

  minimize(): void {
    this.#requireAlive();
    this.#minimized = true;
    this.emit('minimize');
  }

  restore(): void {
    this.#requireAlive();
    this.#minimized = false;
    this.emit('restore');
  }

  isMaximized(): boolean {
    this.#requireAlive();
    return this.#maximized;
  }

  /** Shows the window if it is hidden, as in Electron. */
  maximize(): void {
    this.#requireAlive();
    this.#maximized = true;
    if (!this.#visible) this.#note('maximize');
    this.#visible = true;
    this.emit('maximize');
  }

  isFullScreen(): boolean {
    this.#requireAlive();
    return this.#fullScreen;
  }

  setFullScreen(flag: boolean): void {
    this.#requireAlive();
    this.#fullScreen = flag;
    this.emit(flag ? 'enter-full-screen' : 'leave-full-screen');
  }

  setBackgroundColor(): void {
    this.#requireAlive();
  }

  setOverlayIcon(): void {
    this.#requireAlive();
    if (process.platform !== 'win32') complain('setOverlayIcon is for Windows only');
  }

  getNormalBounds(): Rectangle {
    this.#requireAlive();
    return { ...this.#bounds };
  }

  /** The user moves or resizes it. */
  place(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.emit('resize');
    this.emit('move');
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  close(): void {
    if (this.#destroyed || isPrevented(this, 'close')) return;
    this.destroy();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    StandInWindow.all.delete(this);
    app.windows.delete(this);
    this.webContents.destroy();
    this.emit('closed');
    if (StandInWindow.all.size > 0 || life.quitting) return;
    if (app.listenerCount('window-all-closed') === 0) app.quit();
    else app.emit('window-all-closed');
  }
}
