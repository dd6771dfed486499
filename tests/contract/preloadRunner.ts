import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import type { WinnowBridge } from '#shared/bridge/contract.ts';

/** Where `npm run build` has put everything; `npm test` builds first. */
export const out = fileURLToPath(new URL('../../out/', import.meta.url));

/** The renderer's side of Electron's IPC, as far as the preload uses it. */
export interface IpcRendererDouble {
  sendSync(channel: string): unknown;
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
}

/** The built preload, run as Electron would run it. */
export interface RunningPreload {
  readonly required: readonly string[];
  readonly exposed: ReadonlyMap<string, WinnowBridge>;
  /** Delivers a message of main. */
  emit(channel: string, ...args: unknown[]): void;
  listening(): number;
}

/** Runs `out/preload/index.cjs` with nothing but a `require` that knows electron. */
export function runPreload(ipcRenderer: IpcRendererDouble): RunningPreload {
  const required: string[] = [];
  const exposed = new Map<string, WinnowBridge>();
  const listeners = new Set<{ channel: string; listener: (...message: unknown[]) => void }>();
  const electron = {
    // Nothing that a test makes up lies on a disk.
    webUtils: { getPathForFile: () => '' },
    contextBridge: { exposeInMainWorld: (name: string, value: WinnowBridge) => exposed.set(name, value) },
    ipcRenderer: {
      ...ipcRenderer,
      on: (channel: string, listener: (...message: unknown[]) => void) => listeners.add({ channel, listener }),
      off: (_channel: string, listener: (...message: unknown[]) => void) => {
        for (const entry of listeners) if (entry.listener === listener) listeners.delete(entry);
      },
    },
  };
  const require = (name: string): unknown => {
    required.push(name);
    return name === 'electron' ? electron : null;
  };
  const source = readFileSync(path.join(out, 'preload', 'index.cjs'), 'utf8');
  const context = createContext({ require, exports: {}, module: { exports: {} }, Object });
  new Script(source, { filename: 'preload.cjs' }).runInContext(context);
  return {
    required,
    exposed,
    emit: (channel, ...args) => {
      for (const entry of listeners) if (entry.channel === channel) entry.listener({ sender: 'ipcRenderer' }, ...args);
    },
    listening: () => listeners.size,
  };
}
