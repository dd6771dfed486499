import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type { BrowserWindowConstructorOptions, CustomScheme, MenuItemConstructorOptions } from 'electron';
import type { ElectronApi } from '../electronApi.ts';
import { WindowDouble, type Bounds } from './windowDouble.ts';

type Handler = (...args: unknown[]) => unknown;

/** Everything the shell has done to the electron module, for tests to look at. */
export interface Recorded {
  readonly windows: WindowDouble[];
  readonly schemes: CustomScheme[];
  readonly handlers: Map<string, Handler>;
  readonly listeners: Map<string, Handler>;
  readonly permission: Map<'request' | 'check' | 'device', Handler>;
  readonly opened: string[];
  readonly notes: EventEmitter[];
  readonly paths: Map<string, string>;
  readonly exits: number[];
  readonly errorBoxes: string[];
  readonly badges: number[];
  readonly protocolClients: unknown[][];
  readonly trays: { menu: MenuItemConstructorOptions[]; tip: string; destroyed: boolean; click: () => void }[];
  readonly app: EventEmitter;
  readonly power: EventEmitter;
  /** The theme of what the system draws. */
  readonly theme: EventEmitter & { themeSource: string; shouldUseDarkColors: boolean };
  /** Menus that were opened at the pointer. */
  readonly popups: MenuItemConstructorOptions[][];
  /** Chromium's switches of this start. */
  readonly switches: Set<string>;
  isSandboxed: boolean;
  serve: (request: Request) => Promise<Response>;
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
  const recorded: Recorded = {
    windows: [],
    schemes: [],
    handlers: new Map(),
    listeners: new Map(),
    permission: new Map(),
    opened: [],
    notes: [],
    paths: new Map(),
    exits: [],
    errorBoxes: [],
    badges: [],
    protocolClients: [],
    trays: [],
    app,
    power: new EventEmitter(),
    theme: Object.assign(new EventEmitter(), { themeSource: 'system', shouldUseDarkColors: true }),
    popups: [],
    switches: new Set(),
    isSandboxed: false,
    serve: () => Promise.reject(new Error('No handler for the app’s scheme.')),
    menu: [],
    saveAnswer: { canceled: true, filePath: '' },
    openAnswer: { canceled: true, filePaths: [] },
    saveOptions: {},
    isOnlyInstance: true,
    onExit: () => undefined,
    workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  };
  const protocol = {
    registerSchemesAsPrivileged: (schemes: CustomScheme[]) => recorded.schemes.push(...schemes),
    handle: (_scheme: string, handler: (request: Request) => Promise<Response>) => {
      recorded.serve = handler;
    },
  };
  const electron = {
    app: Object.assign(app, {
      isPackaged: false,
      commandLine: { hasSwitch: (name: string) => recorded.switches.has(name) },
      enableSandbox: () => (recorded.isSandboxed = true),
      setPath: (name: string, value: string) => {
        if (!existsSync(value)) throw new Error(`Failed to set path ${name}`);
        recorded.paths.set(name, value);
      },
      getPath: (name: string) => recorded.paths.get(name) ?? `/home/ann/${name}`,
      getVersion: () => '0.0.0',
      ...(process.platform === 'win32' ? { setAppUserModelId: () => undefined } : {}),
      setBadgeCount: (count: number) => {
        recorded.badges.push(count);
        return true;
      },
      requestSingleInstanceLock: () => recorded.isOnlyInstance,
      releaseSingleInstanceLock: () => {
        recorded.isOnlyInstance = false;
      },
      setAsDefaultProtocolClient: (...client: unknown[]) => recorded.protocolClients.push(client),
      whenReady: async () => undefined,
      quit: () => app.emit('before-quit', { preventDefault: () => undefined }),
      exit: (code: number) => {
        recorded.exits.push(code);
        recorded.onExit(code);
      },
    }),
    protocol,
    powerMonitor: recorded.power,
    nativeTheme: recorded.theme,
    session: {
      defaultSession: {
        protocol,
        setPermissionRequestHandler: (handler: Handler) => recorded.permission.set('request', handler),
        setPermissionCheckHandler: (handler: Handler) => recorded.permission.set('check', handler),
        setDevicePermissionHandler: (handler: Handler) => recorded.permission.set('device', handler),
      },
    },
    ipcMain: {
      handle: (channel: string, handler: Handler) => recorded.handlers.set(channel, handler),
      on: (channel: string, handler: Handler) => recorded.listeners.set(channel, handler),
      removeAllListeners: (channel: string) => recorded.listeners.delete(channel),
    },
    dialog: {
      showSaveDialog: async (_window: unknown, options: { defaultPath?: string }) => {
        recorded.saveOptions = options;
        return recorded.saveAnswer;
      },
      showOpenDialog: async () => recorded.openAnswer,
      showErrorBox: (_title: string, content: string) => recorded.errorBoxes.push(content),
    },
    shell: { openExternal: async (url: string) => recorded.opened.push(url) },
    screen: {
      getPrimaryDisplay: () => ({ workArea: recorded.workArea }),
      getAllDisplays: () => [{ workArea: recorded.workArea }],
    },
    nativeImage: { createFromPath: () => ({ setTemplateImage: () => undefined }) },
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) =>
        Object.assign([...template], { popup: () => recorded.popups.push(template) }),
      setApplicationMenu: (menu: MenuItemConstructorOptions[]) => {
        recorded.menu = menu;
      },
    },
    Tray: class extends EventEmitter {
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
      setContextMenu(menu: MenuItemConstructorOptions[]): void {
        this.record.menu = menu;
        this.emit('menu');
      }
      isDestroyed(): boolean {
        return this.record.destroyed;
      }
      destroy(): void {
        this.record.destroyed = true;
      }
    },
    Notification: class extends EventEmitter {
      static isSupported(): boolean {
        return true;
      }
      constructor() {
        super();
        recorded.notes.push(this);
      }
      show(): void {
        this.emit('show');
      }
    },
    BrowserWindow: class extends WindowDouble {
      constructor(options: BrowserWindowConstructorOptions) {
        super(options);
        recorded.windows.push(this);
        app.emit('web-contents-created', {}, this.webContents);
      }
    },
  };
  // The one place where the double passes for the real module: it has what `ElectronApi` names, as far as it is used.
  return { electron: electron as unknown as ElectronApi, recorded };
}
