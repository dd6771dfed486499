import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import type { ShellApp } from '#main/shellCommon/shellApp.ts';
import type { ShellInfo } from '#shared/bridge/contract.ts';
import { appOrigin } from './appScheme.ts';

/** The three channels of the bridge; there are no others. */
export const channels = { call: 'winnow:call', event: 'winnow:event', info: 'winnow:info' } as const;

export interface BridgeIpcParts {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'on'>;
  readonly app: Pick<ShellApp, 'router' | 'events'>;
  /** What a page is told of the shell when it is loaded. */
  readonly info: (contents: WebContents) => ShellInfo;
  /** The windows that the shell has opened itself. */
  readonly windows: () => readonly WebContents[];
  /** Called when a page of a window is being loaded. */
  readonly onInfo: (contents: WebContents) => void;
  /** Called at every call of a window: its page is drawn and listens. */
  readonly onCall: (contents: WebContents) => void;
}

/** Joins the windows to the app: calls in, events out. Returns what ends it. */
export function openBridgeIpc({ ipcMain, app, info, windows, onInfo, onCall }: BridgeIpcParts): () => void {
  const gone = new Map<number, AbortController>();

  function signalOf(contents: WebContents): AbortSignal {
    const known = gone.get(contents.id);
    if (known !== undefined) return known.signal;
    const controller = new AbortController();
    gone.set(contents.id, controller);
    contents.once('destroyed', () => {
      gone.delete(contents.id);
      controller.abort();
    });
    return controller.signal;
  }

  ipcMain.handle(channels.call, (event: IpcMainInvokeEvent, name: unknown, input: unknown) => {
    const trusted = isOwnPage(event, windows());
    if (trusted) onCall(event.sender);
    const client = `window-${event.sender.id}`;
    return app.router.handle(name, input, { trusted, client, gone: signalOf(event.sender) });
  });
  ipcMain.on(channels.info, (event: IpcMainEvent) => {
    const trusted = isOwnPage(event, windows());
    if (trusted) onInfo(event.sender);
    event.returnValue = trusted ? info(event.sender) : null;
  });
  return app.events.subscribeAll(({ name, payload }) => {
    for (const contents of windows()) {
      if (!contents.isDestroyed() && !contents.isCrashed()) contents.send(channels.event, name, payload);
    }
  });
}

/** Whether a message comes from the main frame of a window of ours that shows a page of ours (S8). */
function isOwnPage(
  { sender, senderFrame }: Pick<IpcMainEvent, 'sender' | 'senderFrame'>,
  windows: readonly WebContents[],
): boolean {
  if (senderFrame === null || !windows.includes(sender)) return false;
  return senderFrame === sender.mainFrame && senderFrame.origin === appOrigin;
}
