import { EventEmitter } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { answers, complain, isPrevented, life, need, seen, setup } from './state.ts';

const knownPaths: ReadonlySet<string> = new Set(
  'home appData assets userData sessionData temp exe module desktop documents downloads music pictures videos recent logs crashDumps'.split(
    ' ',
  ),
);

const manifest = JSON.parse(readFileSync(path.join(setup.root, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly productName?: string;
  readonly version: string;
};

interface Closable {
  close(): void;
  destroy(): void;
  isDestroyed(): boolean;
}

/** Electron's `app`, as far as it works without a desktop. */
export class StandInApp extends EventEmitter {
  readonly isPackaged = setup.isPackaged;
  readonly windows = new Set<Closable>();
  readonly paths = new Map<string, string>();
  #markReady: () => void = () => undefined;
  readonly #ready = new Promise<void>((resolve) => {
    this.#markReady = resolve;
  });
  #lock: string | null = null;

  readonly commandLine = { hasSwitch: (name: string): boolean => name in seen.switches };

  whenReady(): Promise<void> {
    return this.#ready;
  }

  becomeReady(): void {
    this.emit('will-finish-launching');
    life.ready = true;
    this.#markReady();
    this.emit('ready', {}, {});
  }

  getVersion(): string {
    return manifest.version;
  }

  getName(): string {
    return manifest.productName ?? manifest.name;
  }

  getAppPath(): string {
    return setup.root;
  }

  getPath(name: string): string {
    need(knownPaths.has(name), `Failed to get '${name}' path`);
    return this.paths.get(name) ?? path.join(homedir(), name);
  }

  setPath(name: string, value: string): void {
    need(knownPaths.has(name) && path.isAbsolute(value) && existsSync(value), 'Failed to set path');
    if (life.ready) complain(`app.setPath('${name}') after ready comes too late for what is open`);
    this.paths.set(name, value);
  }

  enableSandbox(): void {
    need(!life.ready, 'app.enableSandbox() can only be called before app is ready');
    seen.switches['enable-sandbox'] = '';
  }

  /** By the user data folder, as in Electron. Two stand-in processes find each other by it. */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, 'StandInLock');
    if (!this.#takeLock(file)) {
      writeFileSync(path.join(folder, `StandInStart-${process.pid}`), JSON.stringify(process.argv));
      return false;
    }
    this.#lock = file;
    watch(folder, () => this.#hearStarts(folder)).unref();
    return true;
  }

  #takeLock(file: string): boolean {
    try {
      closeSync(openSync(file, 'wx'));
    } catch {
      const owner = Number(readFileSync(file, 'utf8'));
      if (isAlive(owner)) return false;
    }
    writeFileSync(file, String(process.pid));
    return true;
  }

  #hearStarts(folder: string): void {
    if (this.#lock === null) return;
    for (const name of readdirSync(folder).filter((one) => one.startsWith('StandInStart-'))) {
      const file = path.join(folder, name);
      const argv = parsed(file);
      if (argv === null) continue;
      rmSync(file, { force: true });
      this.emit('second-instance', {}, argv, folder, {});
    }
  }

  releaseSingleInstanceLock(): void {
    if (this.#lock !== null) rmSync(this.#lock, { force: true });
    this.#lock = null;
  }

  isDefaultProtocolClient(): boolean {
    return answers.isDefaultClient;
  }

  setAsDefaultProtocolClient(protocol: string): boolean {
    seen.protocolClients.push(protocol);
    return true;
  }

  setBadgeCount(count = 0): boolean {
    seen.badges.push(count);
    return true;
  }

  /** Windows has these two; other systems lack them, and calling them there is a mistake. */
  setAppUserModelId(): void {
    need(process.platform === 'win32', 'app.setAppUserModelId is not a function');
  }

  setToastActivatorCLSID(id: string): void {
    need(process.platform === 'win32', 'app.setToastActivatorCLSID is not a function');
    need(/^\{?[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\}?$/i.test(id), 'Invalid CLSID');
  }

  quit(): void {
    if (life.quitting) return;
    life.quitting = true;
    if (isPrevented(this, 'before-quit')) {
      life.quitting = false;
      return;
    }
    for (const window of this.windows) {
      window.close();
      if (!window.isDestroyed()) {
        life.quitting = false;
        return;
      }
    }
    if (isPrevented(this, 'will-quit')) {
      life.quitting = false;
      return;
    }
    this.#leave(0);
  }

  exit(code = 0): void {
    life.quitting = true;
    for (const window of this.windows) window.destroy();
    this.#leave(code);
  }

  #leave(code: number): void {
    this.releaseSingleInstanceLock();
    this.emit('quit', {}, code);
    process.exit(code);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid > 0;
  } catch {
    return false;
  }
}

/** Null while the other process is still writing it. */
function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return null;
  }
}

export const app = new StandInApp();
