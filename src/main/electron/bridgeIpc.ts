import path from 'node:path';
import { z } from 'zod';
import type { HandedFiles } from '#main/shellCommon/handedFiles.ts';
import type { ShellApp } from '#main/shellCommon/shellApp.ts';
import type { ShellInfo } from '#shared/bridge/contract.ts';
import type { CommandId } from '#shared/commands.ts';
import { appOrigin } from './appScheme.ts';
import type { ElectronIpc, IpcSender, ShellContents } from './electronApi.ts';
import { clientOf, type AppWindows } from './windows.ts';

/** The four channels of the bridge; there are no others. Only the preload can send on `files`; see there. */
export const channels = {
  call: 'winnow:call',
  event: 'winnow:event',
  files: 'winnow:files',
  info: 'winnow:info',
} as const;

interface BridgeIpcParts {
  readonly ipcMain: Pick<ElectronIpc, 'handle' | 'on'>;
  readonly app: Pick<ShellApp, 'router' | 'events'>;
  readonly files: Pick<HandedFiles, 'add'>;
  /** What a page is told about the shell when it loads. */
  readonly info: (contents: ShellContents) => ShellInfo;
  /** The windows that the shell itself has opened. */
  readonly windows: () => readonly ShellContents[];
}

/** Paths of files that the user has dropped, as found by the preload; `''` for one that is not on disk. */
const pathsSchema = z.array(z.string().max(32_767)).min(1).max(100);

/** Connects the windows to the app: calls in, events out. Returns a function that disconnects them. */
export function openBridgeIpc({ ipcMain, app, files, info, windows }: BridgeIpcParts): () => void {
  const gone = new Map<number, AbortController>();

  function signalOf(contents: ShellContents): AbortSignal {
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

  ipcMain.handle(channels.call, (event, name, input) => {
    const trusted = isOwnPage(event, windows());
    return app.router.handle(name, input, { trusted, client: clientOf(event.sender), gone: signalOf(event.sender) });
  });
  ipcMain.handle(channels.files, (event, paths) => {
    const read = pathsSchema.safeParse(paths);
    if (!isOwnPage(event, windows()) || !read.success) return [];
    return read.data.map((file) => (path.isAbsolute(file) ? files.add(path.basename(file), file).token : ''));
  });
  ipcMain.on(channels.info, (event) => {
    const trusted = isOwnPage(event, windows());
    event.returnValue = trusted ? info(event.sender) : null;
  });
  return app.events.subscribeAll(({ name, payload }) => {
    for (const contents of windows()) {
      if (!contents.isDestroyed() && !contents.isCrashed()) contents.send(channels.event, name, payload);
    }
  });
}

/** Whether a message comes from the main frame of one of our windows, showing one of our pages (S8). */
function isOwnPage({ sender, senderFrame }: IpcSender, windows: readonly ShellContents[]): boolean {
  if (senderFrame === null || !windows.includes(sender)) return false;
  return senderFrame === sender.mainFrame && senderFrame.origin === appOrigin;
}

/** Shows routes and runs commands in the main window, even while its page is still loading. */
export interface RouteShower {
  show(route?: string): void;
  /** Runs a command of the page's registry in the main window, opening it if it is closed (macOS). */
  run(command: CommandId): void;
  /** This client's page says that it is listening. */
  pageListens(client: string): void;
  /** This window's page is reloading and does not listen yet. */
  pageLoads(contents: ShellContents): void;
}

/** What a page is told once it listens; only the newest of each counts. */
interface Waiting {
  route?: string;
  command?: CommandId;
}

/** A closed window is opened at the route; an open one is told, as soon as its page listens. */
export function createRouteShower(windows: Pick<AppWindows, 'main' | 'showMain' | 'contents'>): RouteShower {
  const listening = new WeakSet<ShellContents>();
  const waiting = new WeakMap<ShellContents, Waiting>();

  function tell(contents: ShellContents, news: Waiting): void {
    if (!listening.has(contents)) {
      waiting.set(contents, { ...waiting.get(contents), ...news });
      return;
    }
    if (news.route !== undefined) contents.send(channels.event, 'navigate', { path: news.route });
    if (news.command !== undefined) contents.send(channels.event, 'command', { id: news.command });
  }

  return {
    show: (route) => {
      const open = windows.main();
      windows.showMain(route);
      if (open !== null && route !== undefined) tell(open.webContents, { route });
    },
    run: (command) => {
      tell(windows.showMain().webContents, { command });
    },
    pageListens: (client) => {
      const contents = windows.contents().find((one) => clientOf(one) === client);
      if (contents === undefined) return;
      listening.add(contents);
      const news = waiting.get(contents);
      waiting.delete(contents);
      if (news !== undefined) tell(contents, news);
    },
    pageLoads: (contents) => {
      listening.delete(contents);
    },
  };
}
