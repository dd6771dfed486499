import type { EventName, ShellInfo, WinnowBridge } from '#shared/bridge/contract.ts';
import { contextBridge, ipcRenderer } from 'electron';

// The only synchronous message: the page needs `info` before it draws, and asks once.
const info = ipcRenderer.sendSync('winnow:info') as ShellInfo;

const bridge = {
  call: (name: unknown, input: unknown) => ipcRenderer.invoke('winnow:call', name, input),
  subscribe: (name: EventName, listener: (payload: unknown) => void) => {
    // The event object stays here: a page that held it could reach `ipcRenderer` through it.
    const forward = (_event: unknown, published: unknown, payload: unknown): void => {
      if (published === name) listener(payload);
    };
    ipcRenderer.on('winnow:event', forward);
    return () => {
      ipcRenderer.off('winnow:event', forward);
    };
  },
  info,
} as WinnowBridge;

contextBridge.exposeInMainWorld('winnow', Object.freeze(bridge));
