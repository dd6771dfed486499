import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions } from 'electron';
import { appOrigin } from '../appScheme.ts';

type Handler = (...args: unknown[]) => unknown;

/** A page's frame, as IPC events carry it. */
export class FrameDouble {
  readonly origin: string;
  constructor(origin: string) {
    this.origin = origin;
  }
}

/** What a window shows. Records what it is sent and how it is guarded. */
export class ContentsDouble extends EventEmitter {
  static nextId = 1;
  readonly id = ContentsDouble.nextId++;
  readonly sent: unknown[][] = [];
  readonly mainFrame = new FrameDouble(appOrigin);
  reloads = 0;
  windowOpenHandler: Handler = () => ({ action: 'allow' });
  reload(): void {
    this.reloads += 1;
  }
  setWindowOpenHandler(handler: Handler): void {
    this.windowOpenHandler = handler;
  }
  send(...message: unknown[]): void {
    this.sent.push(message);
  }
  getURL(): string {
    return `${appOrigin}/`;
  }
  isDestroyed(): boolean {
    return false;
  }
  isCrashed(): boolean {
    return false;
  }
  /** Fires a navigation event and says whether it was refused. */
  refuses(event: string, url: string): boolean {
    let refused = false;
    this.emit(event, { url, preventDefault: () => (refused = true) });
    return refused;
  }
}

/** Where a window is. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A window. */
export class WindowDouble extends EventEmitter {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents = new ContentsDouble();
  readonly loaded: string[] = [];
  isOpen = true;
  maximized = false;
  background = '';
  bounds: Bounds;
  overlay: { image: unknown; description: string } | null = null;
  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    const { x = 0, y = 0, width = 0, height = 0 } = options;
    this.bounds = { x, y, width, height };
  }
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
  }
  show(): void {
    this.emit('show');
  }
  focus(): void {
    this.emit('focus');
  }
  isMinimized(): boolean {
    return false;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  maximize(): void {
    this.maximized = true;
    this.emit('maximize');
  }
  isDestroyed(): boolean {
    return !this.isOpen;
  }
  setBackgroundColor(color: string): void {
    this.background = color;
  }
  getNormalBounds(): Bounds {
    return this.bounds;
  }
  setOverlayIcon(image: unknown, description: string): void {
    this.overlay = { image, description };
  }
  /** Drags it there. */
  place(bounds: Bounds): void {
    this.bounds = bounds;
    this.emit('move');
    this.emit('resize');
  }
  close(): void {
    this.emit('close');
    this.destroy();
  }
  destroy(): void {
    this.isOpen = false;
    this.emit('closed');
  }
}
