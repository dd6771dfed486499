import type { BrowserContext, Page } from 'playwright/test';

/** How the specs start and stop the app. One set of specs, a launcher for each shell. */
export type Launcher = (options: LaunchOptions) => Promise<RunningApp>;

export interface LaunchOptions {
  /** The workspace's folder; each spec has its own. */
  readonly workspace: string;
  /** Companies of the sample made at first start; 0 for none. */
  readonly sample: number;
  /**
   * When the app believes it starts, as an ISO time; its clock runs on from there. The machine's own time if left out.
   */
  readonly now?: string;
}

/** A running app, with what each shell does in its own way. */
export interface RunningApp {
  /** The app's first window. */
  readonly page: Page;
  /** The windows of the app, for what concerns all of them. */
  readonly context: BrowserContext;
  /** The user's own browser, where addresses outside the app open. In the browser shell it shows the app too. */
  readonly outside: BrowserContext;
  /** Does what ends in a saved file (a download, or the system's save dialog) and resolves with the file's path. */
  readonly saved: (action: () => Promise<void>) => Promise<string>;
  /** Does what opens another window of the app. */
  readonly opened: (action: () => Promise<void>) => Promise<Page>;
  /** Does what opens an address outside the app, and resolves with a page of the user's browser that shows it. */
  readonly external: (action: () => Promise<void>) => Promise<Page>;
  /** Does what asks for files, which are then these. */
  readonly chosen: (files: readonly string[], action: () => Promise<void>) => Promise<void>;
  /** Ends the app as its user would. */
  stop(): Promise<void>;
  /** Ends the app's process at once, as a power cut would. */
  kill(): Promise<void>;
}

const apps = new WeakMap<Page, RunningApp>();

/** Makes an app known by its first window, for what a spec does by that page. */
export function remember(app: RunningApp): void {
  apps.set(app.page, app);
}

/** The app that a page is the first window of. */
export function appOf(page: Page): RunningApp {
  const app = apps.get(page);
  if (app === undefined) throw new Error('This page is not the first window of an app that was started.');
  return app;
}
