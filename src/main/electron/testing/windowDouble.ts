import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions } from 'electron';
import { appOrigin } from '../appScheme.ts';
import type { ShellContents, ShellFrame, ShellSession, ShellWindow } from '../electronApi.ts';

type RequestFilter = Parameters<ShellSession['webRequest']['onBeforeRequest']>[0];

/** A session; tests look at what was set, and ask as a page would. */
export class SessionDouble implements ShellSession {
  readonly handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
  filter: RequestFilter = (_details, answer) => answer({ cancel: false });
  permissionRequest: Parameters<ShellSession['setPermissionRequestHandler']>[0] = () => undefined;
  permissionCheck: Parameters<ShellSession['setPermissionCheckHandler']>[0] = () => true;
  permissionDevice: Parameters<ShellSession['setDevicePermissionHandler']>[0] = () => true;
  proxy = 'DIRECT';
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>): void => {
      this.handlers.set(scheme, handler);
    },
    unhandle: (scheme: string): void => void this.handlers.delete(scheme),
  };
  readonly webRequest = {
    onBeforeRequest: (filter: RequestFilter): void => {
      this.filter = filter;
    },
  };
  async resolveProxy(): Promise<string> {
    return this.proxy;
  }
  setPermissionRequestHandler(handler: typeof this.permissionRequest): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: typeof this.permissionCheck): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: typeof this.permissionDevice): void {
    this.permissionDevice = handler;
  }
}

/** A page's frame, as IPC events carry it. */
export class FrameDouble implements ShellFrame {
  readonly origin: string;
  constructor(origin: string) {
    this.origin = origin;
  }
}

/** What a window shows. Records what it is sent and how it is guarded. */
export class ContentsDouble extends EventEmitter implements ShellContents {
  static nextId = 1;
  readonly id = ContentsDouble.nextId++;
  readonly sent: unknown[][] = [];
  readonly mainFrame = new FrameDouble(appOrigin);
  readonly session = new SessionDouble();
  reloads = 0;
  crashes = 0;
  windowOpenHandler: () => { action: string } = () => ({ action: 'allow' });
  /** What it prints. */
  print: () => Promise<Buffer> = async () => Buffer.from('%PDF');
  printOptions: unknown;
  forcefullyCrashRenderer(): void {
    this.crashes += 1;
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
  }
  async printToPDF(options: unknown): Promise<Buffer> {
    this.printOptions = options;
    return await this.print();
  }
  reload(): void {
    this.reloads += 1;
  }
  setWindowOpenHandler(handler: () => { action: 'deny' }): void {
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
export class WindowDouble extends EventEmitter implements ShellWindow {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents = new ContentsDouble();
  readonly loaded: string[] = [];
  isOpen = true;
  maximized = false;
  fullScreen = false;
  /** How often it was shown. */
  shown = 0;
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
  /** Its page has been painted. */
  paint(): void {
    this.emit('ready-to-show');
  }
  restore(): void {
    this.emit('restore');
  }
  isFullScreen(): boolean {
    return this.fullScreen;
  }
  setFullScreen(flag: boolean): void {
    this.fullScreen = flag;
    this.emit(flag ? 'enter-full-screen' : 'leave-full-screen');
  }
  show(): void {
    this.shown += 1;
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
