import type { EventName, ShellInfo, WinnowBridge } from '#shared/bridge/contract.ts';
import { contextBridge, ipcRenderer, webUtils } from 'electron';

// The only synchronous message: the page needs `info` before it draws, and asks once.
const info = ipcRenderer.sendSync('winnow:info') as ShellInfo;

/** By event; one listener dispatches to all, because `ipcRenderer` warns of a leak from eleven on. */
const listeners = new Map<unknown, Set<(payload: unknown) => void>>();

// The event object stays here: with it, a page could reach `ipcRenderer`.
ipcRenderer.on('winnow:event', (_event, published: unknown, payload: unknown) => {
  for (const listener of listeners.get(published) ?? []) listener(payload);
});

/** Only a `File` that the user has dropped or chosen has a path; one that the page made has none. */
function pathsOf(files: unknown): string[] {
  return Array.isArray(files) ? files.map((file) => webUtils.getPathForFile(file as File)) : [];
}

const bridge = {
  call: (name: unknown, input: unknown) =>
    name === 'files.hand'
      ? ipcRenderer.invoke('winnow:files', pathsOf(input))
      : ipcRenderer.invoke('winnow:call', name, input),
  subscribe: (name: EventName, listener: (payload: unknown) => void) => {
    const own = (payload: unknown): void => listener(payload);
    const all = listeners.get(name) ?? new Set();
    listeners.set(name, all.add(own));
    return () => {
      all.delete(own);
    };
  },
  info,
} as WinnowBridge;

contextBridge.exposeInMainWorld('winnow', Object.freeze(bridge));
