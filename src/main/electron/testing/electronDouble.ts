import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeImage,
} from 'electron';
import type {
  ElectronApi,
  IpcQuestion,
  IpcSender,
  ShellMenu,
  ShellNotification,
  ShellTray,
  ShellWindow,
} from '../electronApi.ts';
import { SessionDouble, WindowDouble, type Bounds } from './windowDouble.ts';

/** Everything the shell has done to the electron module, for tests to look at. */
export interface Recorded {
  readonly windows: WindowDouble[];
  readonly schemes: CustomScheme[];
  readonly handlers: Map<string, (event: IpcSender, ...args: unknown[]) => unknown>;
  readonly listeners: Map<string, (event: IpcQuestion, ...args: unknown[]) => void>;
  readonly session: SessionDouble;
  readonly opened: string[];
  readonly notes: EventEmitter[];
  readonly paths: Map<string, string>;
  readonly exits: number[];
  readonly errorBoxes: string[];
  readonly badges: number[];
  readonly protocolClients: string[];
  readonly crashReports: unknown[];
  readonly messages: MessageBoxOptions[];
  readonly trays: { menu: MenuItemConstructorOptions[]; tip: string; destroyed: boolean; click: () => void }[];
  readonly app: EventEmitter;
  readonly power: EventEmitter;
  /** The theme of what the system draws. */
  readonly theme: EventEmitter & { themeSource: 'system' | 'light' | 'dark'; shouldUseDarkColors: boolean };
  /** Menus that were opened at the pointer. */
  readonly popups: MenuItemConstructorOptions[][];
  /** Chromium's switches of this start. */
  readonly switches: Set<string>;
  isSandboxed: boolean;
  serve: (request: Request) => Promise<Response>;
  isPackaged: boolean;
  isDefaultClient: boolean;
  /** The button of a message that the user chooses. */
  messageAnswer: number;
  /** Windows that dialogs belonged to. */
  readonly owners: unknown[];
  menu: MenuItemConstructorOptions[];
  saveAnswer: { canceled: boolean; filePath: string };
  openAnswer: { canceled: boolean; filePaths: string[] };
  saveOptions: { defaultPath?: string };
  isOnlyInstance: boolean;
  onExit: (code: number) => void;
  /** The room for windows on the only display. */
  workArea: Bounds;
}

/** A double of the parts of electron that the shell uses; it behaves, records, and opens nothing. */
export function electronDouble(): { electron: ElectronApi; recorded: Recorded } {
  const app = new EventEmitter();
  const session = new SessionDouble();
  const recorded: Recorded = {
    windows: [],
    schemes: [],
    handlers: new Map(),
    listeners: new Map(),
    session,
    opened: [],
    notes: [],
    paths: new Map(),
    exits: [],
    errorBoxes: [],
    badges: [],
    protocolClients: [],
    crashReports: [],
    messages: [],
    trays: [],
    app,
    power: new EventEmitter(),
    theme: Object.assign(new EventEmitter(), { themeSource: 'system' as const, shouldUseDarkColors: true }),
    popups: [],
    switches: new Set(),
    isSandboxed: false,
    serve: async (request) => {
      const answer = await session.handlers.get('app')?.(request);
      if (answer === undefined) throw new Error('No handler for the app’s scheme.');
      return answer;
    },
    isPackaged: false,
    isDefaultClient: false,
    messageAnswer: 0,
    owners: [],
    menu: [],
    saveAnswer: { canceled: true, filePath: '' },
    openAnswer: { canceled: true, filePaths: [] },
    saveOptions: {},
    isOnlyInstance: true,
    onExit: () => undefined,
    workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  };
  /** A menu with what it was made from. */
  class MenuDouble implements ShellMenu {
    readonly template: MenuItemConstructorOptions[];
    constructor(template: MenuItemConstructorOptions[]) {
      this.template = template;
    }
    static buildFromTemplate(template: MenuItemConstructorOptions[]): MenuDouble {
      return new MenuDouble(template);
    }
    static setApplicationMenu(menu: ShellMenu | null): void {
      recorded.menu = menu instanceof MenuDouble ? menu.template : [];
    }
    popup(): void {
      recorded.popups.push(this.template);
    }
  }
  const electron = {
    app: Object.assign(app, {
      get isPackaged() {
        return recorded.isPackaged;
      },
      commandLine: { hasSwitch: (name: string) => recorded.switches.has(name) },
      enableSandbox: () => void (recorded.isSandboxed = true),
      setPath: (name: string, value: string) => {
        if (!existsSync(value)) throw new Error(`Failed to set path ${name}`);
        recorded.paths.set(name, value);
      },
      getPath: (name: string) => recorded.paths.get(name) ?? `/home/ann/${name}`,
      getVersion: () => '0.0.0',
      setAppUserModelId: () => undefined,
      setToastActivatorCLSID: () => undefined,
      setBadgeCount: (count = 0) => {
        recorded.badges.push(count);
        return true;
      },
      requestSingleInstanceLock: () => recorded.isOnlyInstance,
      releaseSingleInstanceLock: () => {
        recorded.isOnlyInstance = false;
      },
      isDefaultProtocolClient: () => recorded.isDefaultClient,
      setAsDefaultProtocolClient: (protocol: string) => {
        recorded.protocolClients.push(protocol);
        return true;
      },
      whenReady: async () => undefined,
      quit: () => void app.emit('before-quit', { preventDefault: () => undefined }),
      exit: (code = 0) => {
        recorded.exits.push(code);
        recorded.onExit(code);
      },
    }),
    crashReporter: { start: (options: unknown) => void recorded.crashReports.push(options) },
    protocol: { registerSchemesAsPrivileged: (schemes: CustomScheme[]) => void recorded.schemes.push(...schemes) },
    powerMonitor: recorded.power,
    nativeTheme: recorded.theme,
    session: {
      get defaultSession() {
        return session;
      },
    },
    ipcMain: {
      handle: (channel: string, handler: (event: IpcSender, ...args: unknown[]) => unknown) =>
        void recorded.handlers.set(channel, handler),
      on: (channel: string, handler: (event: IpcQuestion, ...args: unknown[]) => void) =>
        recorded.listeners.set(channel, handler),
      removeAllListeners: (channel?: string) => recorded.listeners.delete(channel ?? ''),
    },
    dialog: {
      showSaveDialog: async (window: unknown, options: { defaultPath?: string }) => {
        recorded.owners.push(window);
        recorded.saveOptions = options;
        return recorded.saveAnswer;
      },
      showOpenDialog: async (window: unknown) => {
        recorded.owners.push(window);
        return recorded.openAnswer;
      },
      showMessageBox: async (_window: unknown, options: MessageBoxOptions) => {
        recorded.messages.push(options);
        return { response: recorded.messageAnswer, checkboxChecked: false };
      },
      showErrorBox: (_title: string, content: string) => void recorded.errorBoxes.push(content),
    },
    shell: { openExternal: async (url: string) => void recorded.opened.push(url) },
    screen: {
      getPrimaryDisplay: () => ({ workArea: recorded.workArea }),
      getAllDisplays: () => [{ workArea: recorded.workArea }],
    },
    // Of a picture nothing is used but what is passed on.
    nativeImage: { createFromPath: () => ({ setTemplateImage: () => undefined }) as unknown as NativeImage },
    Menu: MenuDouble,
    Tray: class extends EventEmitter implements ShellTray {
      readonly record = {
        menu: [] as MenuItemConstructorOptions[],
        tip: '',
        destroyed: false,
        click: (): void => void this.emit('click'),
      };
      constructor() {
        super();
        recorded.trays.push(this.record);
      }
      setToolTip(tip: string): void {
        this.record.tip = tip;
      }
      setTitle(): void {
        // macOS only.
      }
      setContextMenu(menu: ShellMenu | null): void {
        this.record.menu = menu instanceof MenuDouble ? menu.template : [];
        this.emit('menu');
      }
      isDestroyed(): boolean {
        return this.record.destroyed;
      }
      destroy(): void {
        this.record.destroyed = true;
      }
    },
    Notification: class extends EventEmitter implements ShellNotification {
      static isSupported(): boolean {
        return true;
      }
      static handleActivation(): void {
        // Windows only.
      }
      constructor() {
        super();
        recorded.notes.push(this);
      }
      show(): void {
        this.emit('show');
      }
    },
    BrowserWindow: class extends WindowDouble implements ShellWindow {
      constructor(options: BrowserWindowConstructorOptions) {
        super(options);
        recorded.windows.push(this);
        app.emit('web-contents-created', {}, this.webContents);
      }
    },
  } satisfies ElectronApi;
  // The default session is made when the app is ready, before anything could look at it.
  queueMicrotask(() => app.emit('session-created', session));
  return { electron, recorded };
}
