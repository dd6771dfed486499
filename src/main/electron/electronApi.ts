import type {
  BrowserWindowConstructorOptions,
  ContextMenuParams,
  CrashReporterStartOptions,
  CustomScheme,
  Event,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  NativeImage,
  NotificationConstructorOptions,
  OpenDialogOptions,
  OpenDialogReturnValue,
  PrintToPDFOptions,
  Rectangle,
  RenderProcessGoneDetails,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron';

/**
 * Every member of the electron module that the shell uses. It is passed in, so that this folder loads without Electron
 * (a plain `require('electron')` in Node starts a download) and tests can replace it. `index.ts` passes the real
 * module, so the compiler checks this list against each new Electron; the tests' stand-in and double are checked
 * against it too, so the three always have the same members.
 */
export interface ElectronApi {
  readonly app: ElectronApp;
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => ShellWindow;
  readonly crashReporter: { start(options: CrashReporterStartOptions): void };
  readonly dialog: ElectronDialog;
  readonly ipcMain: ElectronIpc;
  readonly Menu: {
    buildFromTemplate(template: MenuItemConstructorOptions[]): ShellMenu;
    setApplicationMenu(menu: ShellMenu | null): void;
  };
  readonly nativeImage: { createFromPath(path: string): NativeImage };
  readonly nativeTheme: {
    themeSource: 'system' | 'light' | 'dark';
    readonly shouldUseDarkColors: boolean;
    on(event: 'updated', listener: () => void): unknown;
    off(event: 'updated', listener: () => void): unknown;
  };
  readonly Notification: ElectronNotification;
  readonly powerMonitor: ElectronPower;
  readonly protocol: { registerSchemesAsPrivileged(schemes: CustomScheme[]): void };
  readonly screen: {
    getPrimaryDisplay(): { readonly workArea: Rectangle };
    getAllDisplays(): { readonly workArea: Rectangle }[];
  };
  readonly session: { readonly defaultSession: ShellSession };
  readonly shell: { openExternal(url: string): Promise<void> };
  readonly Tray: new (image: NativeImage) => ShellTray;
}

/** An event that can be prevented. */
export type Preventable = Pick<Event, 'preventDefault'>;

/** A navigation requested by a page. */
export interface Navigation extends Preventable {
  readonly url: string;
}

export interface ElectronApp {
  readonly isPackaged: boolean;
  readonly commandLine: { hasSwitch(name: string): boolean };
  enableSandbox(): void;
  exit(code?: number): void;
  getPath(name: 'downloads' | 'documents'): string;
  getVersion(): string;
  isDefaultProtocolClient(protocol: string): boolean;
  on(event: 'activate', listener: (event: unknown, hasVisibleWindows: boolean) => void): unknown;
  on(event: 'before-quit', listener: (event: Preventable) => void): unknown;
  on(event: 'child-process-gone', listener: (event: unknown, details: ProcessGone) => void): unknown;
  on(event: 'open-url', listener: (event: Preventable, url: string) => void): unknown;
  on(event: 'second-instance', listener: (event: unknown, argv: string[]) => void): unknown;
  on(event: 'session-created', listener: (session: ShellSession) => void): unknown;
  on(event: 'web-contents-created', listener: (event: unknown, contents: ShellContents) => void): unknown;
  on(event: 'window-all-closed', listener: () => void): unknown;
  quit(): void;
  releaseSingleInstanceLock(): void;
  requestSingleInstanceLock(): boolean;
  setAppUserModelId(id: string): void;
  setAsDefaultProtocolClient(protocol: string): boolean;
  setBadgeCount(count?: number): boolean;
  setPath(name: 'userData' | 'crashDumps', path: string): void;
  setToastActivatorCLSID(id: string): void;
  whenReady(): Promise<void>;
}

export interface ProcessGone {
  readonly type: string;
  readonly reason: string;
  readonly exitCode: number;
}

export interface ElectronDialog {
  showErrorBox(title: string, content: string): void;
  showMessageBox(window: OwnerWindow, options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  showOpenDialog(window: OwnerWindow, options: OpenDialogOptions): Promise<OpenDialogReturnValue>;
  showSaveDialog(window: OwnerWindow, options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
}

/** A page's frame, as found in its messages. */
export interface ShellFrame {
  readonly origin: string;
}

/** The sender of an IPC message; the frame is null if it has gone meanwhile. */
export interface IpcSender {
  readonly sender: ShellContents;
  readonly senderFrame: ShellFrame | null;
}

/** A message whose sender waits for the reply. */
export interface IpcQuestion extends IpcSender {
  returnValue: unknown;
}

export interface ElectronIpc {
  handle(channel: string, listener: (event: IpcSender, ...args: unknown[]) => unknown): void;
  on(channel: string, listener: (event: IpcQuestion, ...args: unknown[]) => void): unknown;
  removeAllListeners(channel?: string): unknown;
}

export interface ElectronNotification {
  new (options?: NotificationConstructorOptions): ShellNotification;
  isSupported(): boolean;
  handleActivation(callback: (details: { readonly arguments: string }) => void): void;
}

export interface ShellNotification {
  on(event: 'close', listener: (details: { readonly reason?: string }) => void): unknown;
  once(event: 'click' | 'show', listener: () => void): unknown;
  once(event: 'failed', listener: (event: unknown, error: string) => void): unknown;
  show(): void;
}

export interface ElectronPower {
  on(event: 'suspend' | 'resume' | 'unlock-screen' | 'shutdown', listener: () => void): unknown;
  off(event: 'suspend' | 'resume' | 'unlock-screen' | 'shutdown', listener: () => void): unknown;
}

export interface ShellMenu {
  popup(options?: { window?: OwnerWindow }): void;
}

export interface ShellTray {
  destroy(): void;
  isDestroyed(): boolean;
  on(event: 'click', listener: () => void): unknown;
  setContextMenu(menu: ShellMenu | null): void;
  setTitle(title: string): void;
  setToolTip(tip: string): void;
}

/** Where a session's pages come from and what they may do. */
export interface ShellSession {
  resolveProxy(url: string): Promise<string>;
  setDevicePermissionHandler(handler: () => boolean): void;
  setPermissionCheckHandler(handler: (contents: unknown, permission: string, origin: string) => boolean): void;
  setPermissionRequestHandler(
    handler: (
      contents: Pick<ShellContents, 'getURL'>,
      permission: string,
      answer: (isGranted: boolean) => void,
    ) => void,
  ): void;
  readonly protocol: {
    handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void;
    unhandle(scheme: string): void;
  };
  readonly webRequest: {
    onBeforeRequest(
      listener: (
        details: { readonly url: string; readonly resourceType: string },
        answer: (response: { cancel?: boolean }) => void,
      ) => void,
    ): void;
  };
}

/** What a window shows. */
export interface ShellContents {
  readonly id: number;
  readonly mainFrame: ShellFrame;
  readonly session: ShellSession;
  forcefullyCrashRenderer(): void;
  getURL(): string;
  isCrashed(): boolean;
  isDestroyed(): boolean;
  on(event: 'context-menu', listener: (event: unknown, params: ContextMenuParams) => void): unknown;
  on(event: 'render-process-gone', listener: (event: unknown, details: RenderProcessGoneDetails) => void): unknown;
  on(
    event: 'did-start-navigation',
    listener: (details: { readonly isSameDocument: boolean; readonly isMainFrame: boolean }) => void,
  ): unknown;
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (details: Event<Navigation>) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown;
  once(event: 'destroyed', listener: () => void): unknown;
  once(event: 'render-process-gone', listener: () => void): unknown;
  printToPDF(options: PrintToPDFOptions): Promise<Buffer>;
  reload(): void;
  send(channel: string, ...args: unknown[]): void;
  setWindowOpenHandler(handler: () => { action: 'deny' }): void;
}

type WindowEvent =
  | 'close'
  | 'closed'
  | 'enter-full-screen'
  | 'leave-full-screen'
  | 'maximize'
  | 'move'
  | 'ready-to-show'
  | 'resize'
  | 'responsive'
  | 'unmaximize'
  | 'unresponsive';

/** A window that a dialog or a menu belongs to. */
export interface OwnerWindow {
  focus(): void;
  isDestroyed(): boolean;
}

/** A window of the app. */
export interface ShellWindow extends OwnerWindow {
  readonly webContents: ShellContents;
  close(): void;
  destroy(): void;
  getNormalBounds(): Rectangle;
  isFullScreen(): boolean;
  isMaximized(): boolean;
  isMinimized(): boolean;
  loadURL(url: string): Promise<void>;
  maximize(): void;
  on(event: WindowEvent, listener: () => void): unknown;
  once(event: WindowEvent, listener: () => void): unknown;
  restore(): void;
  setBackgroundColor(color: string): void;
  setFullScreen(flag: boolean): void;
  setOverlayIcon(overlay: NativeImage | null, description: string): void;
  show(): void;
}
