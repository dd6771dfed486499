import type { WebContents } from 'electron';
import { channels } from './bridgeIpc.ts';
import type { AppWindows } from './windows.ts';

/** Shows routes in the main window, also while its page is still being loaded. */
export interface RouteShower {
  show(route?: string): void;
  /** The page of this window listens. */
  pageListens(contents: WebContents): void;
  /** The page of this window is loaded anew and does not listen yet. */
  pageLoads(contents: WebContents): void;
}

/** A closed window is opened at the route; an open one is told, as soon as its page listens. */
export function createRouteShower(windows: Pick<AppWindows, 'main' | 'showMain'>): RouteShower {
  const listening = new WeakSet<WebContents>();
  const waiting = new WeakMap<WebContents, string>();

  return {
    show: (route) => {
      const open = windows.main();
      windows.showMain(route);
      if (open === null || route === undefined) return;
      if (listening.has(open.webContents)) tell(open.webContents, route);
      else waiting.set(open.webContents, route);
    },
    pageListens: (contents) => {
      if (listening.has(contents)) return;
      listening.add(contents);
      const route = waiting.get(contents);
      waiting.delete(contents);
      if (route !== undefined) tell(contents, route);
    },
    pageLoads: (contents) => {
      listening.delete(contents);
    },
  };
}

function tell(contents: WebContents, route: string): void {
  contents.send(channels.event, 'navigate', { path: route });
}
