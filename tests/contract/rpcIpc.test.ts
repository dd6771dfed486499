import { ContentsDouble } from '#main/electron/testing/windowDouble.ts';
import type { IpcQuestion } from '#main/electron/electronApi.ts';
import { channels, openBridgeIpc } from '#main/electron/bridgeIpc.ts';
import type { ShellInfo } from '#shared/bridge/contract.ts';
import { runPreload } from './preloadRunner.ts';
import { rpcSpecs } from './rpcSpecs.ts';

const info: ShellInfo = {
  product: 'Winnow',
  version: '0.0.0',
  platform: 'linux',
  capabilities: { saveDialog: true, openDialog: true, tray: true, ownWindow: true, filesInPlace: true, updates: false },
  largestUpload: 1_000_000,
  notices: [],
};

type Handler = (event: IpcQuestion, ...args: unknown[]) => unknown;

// The built preload and main's side of the bridge, joined by a double of Electron's IPC that copies like Electron does.
rpcSpecs('IPC', async (router, events) => {
  const handlers = new Map<string, Handler>();
  const preload: { current?: ReturnType<typeof runPreload> } = {};
  const contents = new ContentsDouble();
  contents.send = (channel: string, ...args: unknown[]) => preload.current?.emit(channel, ...structuredClone(args));
  const ipcMain = {
    handle: (channel: string, handler: Handler) => handlers.set(channel, handler),
    on: (channel: string, handler: Handler) => handlers.set(channel, handler),
  };
  const close = openBridgeIpc({
    ipcMain,
    app: { router, events },
    files: { add: (name, path) => ({ token: `token of ${name}`, name, path }) },
    info: () => info,
    windows: () => [contents],
  });
  const event = { sender: contents, senderFrame: contents.mainFrame, returnValue: undefined };
  const invoke = async (channel: string, ...args: unknown[]): Promise<unknown> =>
    structuredClone(await handlers.get(channel)?.(event, ...structuredClone(args)));
  preload.current = runPreload({
    invoke,
    sendSync: (channel) => {
      handlers.get(channel)?.(event);
      return structuredClone(event.returnValue);
    },
  });
  const winnow = preload.current.exposed.get('winnow');
  if (winnow === undefined) throw new Error('The preload exposes nothing.');
  return {
    call: (name, input) => winnow.call(name, input),
    subscribe: (name, listener) => winnow.subscribe(name, listener),
    raw: (name, input) => invoke(channels.call, name, input),
    close,
  };
});
