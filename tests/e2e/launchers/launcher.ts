import type { BrowserContext, Page } from 'playwright/test';

/** How the specs start and stop the app. One set of specs, a launcher for each shell. */
export type Launcher = (options: LaunchOptions) => Promise<RunningApp>;

export interface LaunchOptions {
  /** The workspace's folder; each spec has its own. */
  readonly workspace: string;
  /** Companies in the sample created at first start; 0 for none. */
  readonly sample: number;
  /**
   * When the app believes it starts, as an ISO time; its clock runs on from there. The machine's own time if left out.
   */
  readonly now?: string;
}

/** A running app, with what each shell does its own way. */
export interface RunningApp {
  /** The app's first window. */
  readonly page: Page;
  /** The app's windows, for what concerns all of them. */
  readonly context: BrowserContext;
  /** The user's own browser, where addresses outside the app open. In the browser shell it shows the app too. */
  readonly outside: BrowserContext;
  /** Runs `action`, which saves a file (by a download or the system's save dialog), and resolves to the file's path. */
  readonly saved: (action: () => Promise<void>) => Promise<string>;
  /** Runs `action`, which opens another window of the app, and resolves to its page. */
  readonly opened: (action: () => Promise<void>) => Promise<Page>;
  /**
   * Runs `action`, which opens an address outside the app, and resolves to the page that shows it in the user's
   * browser.
   */
  readonly external: (action: () => Promise<void>) => Promise<Page>;
  /** Runs `action`, which asks for files, and answers with these. */
  readonly chosen: (files: readonly string[], action: () => Promise<void>) => Promise<void>;
  /** Ends the app as a user would. */
  stop(): Promise<void>;
  /** Kills the app's process at once, as a power cut would. */
  kill(): Promise<void>;
}

const apps = new WeakMap<Page, RunningApp>();

/** Registers an app by its first window, for what a spec does with that page. */
export function remember(app: RunningApp): void {
  apps.set(app.page, app);
}

/** The app whose first window a page is. */
export function appOf(page: Page): RunningApp {
  const app = apps.get(page);
  if (app === undefined) throw new Error('This page is not the first window of an app that was started.');
  return app;
}
