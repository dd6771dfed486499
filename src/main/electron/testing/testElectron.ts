import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Recorded } from './electronDouble.ts';
import type { ContentsDouble, WindowDouble } from './windowDouble.ts';
import { channels } from '../bridgeIpc.ts';
import type { IpcQuestion, ShellFrame } from '../electronApi.ts';
import { runElectron } from '../run.ts';
import { electronDouble } from './electronDouble.ts';

/** The Electron shell, running on a double of the electron module, with an empty workspace of its own. */
export interface TestElectron {
  readonly root: string;
  readonly recorded: Recorded;
  /** The process, as far as it tells of crashes. */
  readonly crashes: EventEmitter;
  window(): WindowDouble;
  /** One call as the main window's page makes it. */
  call(name: unknown, input: unknown): Promise<unknown>;
  callFrom(contents: ContentsDouble, frame: ShellFrame | null, name: unknown, input: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts it; `argv` as the system gives it. */
export async function startTestElectron(argv: readonly string[] = []): Promise<TestElectron> {
  const root = mkdtempSync(path.join(tmpdir(), 'winnow-electron-'));
  const renderer = path.join(root, 'out', 'renderer');
  mkdirSync(path.join(renderer, 'assets'), { recursive: true });
  writeFileSync(path.join(renderer, 'index.html'), '<meta property="csp-nonce" nonce="__WINNOW_NONCE__">');
  writeFileSync(path.join(renderer, 'assets', 'main-ab12.js'), 'code');
  writeFileSync(path.join(root, 'secret.txt'), 'secret');
  const { electron, recorded } = electronDouble();
  const crashes = new EventEmitter();
  await runElectron({
    electron,
    flags: { browser: false, port: null, open: true, workspace: path.join(root, 'workspace'), sample: 0, json: false },
    argv: ['electron', '.', ...argv],
    root,
    openSettings: ({ cwd }) => {
      // So does electron-store.
      electron.ipcMain.on('electron-store-get-data', (event: IpcQuestion) => {
        event.returnValue = { defaultCwd: cwd };
      });
      return settingsFile(path.join(cwd, 'settings.json'));
    },
    loadUpdater: () => Promise.reject(new Error('Tests have no updater.')),
    noUpdates: 'This is a test.',
    crashes,
    print: () => undefined,
    tell: () => undefined,
  });
  const window = (): WindowDouble => {
    const [first] = recorded.windows;
    if (first === undefined) throw new Error('No window was opened.');
    return first;
  };
  const callFrom: TestElectron['callFrom'] = async (contents, frame, name, input) =>
    await recorded.handlers.get(channels.call)?.({ sender: contents, senderFrame: frame }, name, input);
  return {
    root,
    recorded,
    crashes,
    window,
    callFrom,
    call: (name, input) => callFrom(window().webContents, window().webContents.mainFrame, name, input),
    close: async () => {
      const ended = new Promise((resolve) => {
        recorded.onExit = resolve;
      });
      recorded.app.emit('before-quit', { preventDefault: () => undefined });
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** electron-store's behaviour, without Electron. */
function settingsFile(file: string): { store: Record<string, unknown> } {
  return {
    get store() {
      try {
        return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      } catch {
        return {};
      }
    },
    set store(value) {
      writeFileSync(file, JSON.stringify(value));
    },
  };
}
