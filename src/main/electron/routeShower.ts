import type { CommandId } from '#shared/commands.ts';
import { channels } from './bridgeIpc.ts';
import type { ShellContents } from './electronApi.ts';
import { clientOf, type AppWindows } from './windows.ts';

/** Shows routes in the main window and runs commands there, also while its page is still being loaded. */
export interface RouteShower {
  show(route?: string): void;
  /** Runs a command of the page's registry, in the main window, which is opened where it is closed (macOS). */
  run(command: CommandId): void;
  /** The page of this client of the bridge says that it listens. */
  pageListens(client: string): void;
  /** The page of this window is loaded anew and does not listen yet. */
  pageLoads(contents: ShellContents): void;
}

/** What a page is told when it listens; the newest of each counts. */
interface Waiting {
  route?: string;
  command?: CommandId;
}

/** A closed window is opened at the route; an open one is told, as soon as its page says that it listens. */
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
