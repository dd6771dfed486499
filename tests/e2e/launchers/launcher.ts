import type { BrowserContext, Page } from 'playwright/test';

/** How the specs start and stop the app. One set of specs, two launchers (DESIGN `Two shells, one app`). */
export type Launcher = (options: LaunchOptions) => Promise<RunningApp>;

export interface LaunchOptions {
  /** The workspace's folder; each spec has its own. */
  readonly workspace: string;
  /** Companies of the sample made at first start; 0 for none. */
  readonly sample: number;
  /** When the app believes it starts, as an ISO time; its clock runs on from there. The machine's own time if left out. */
  readonly now?: string;
}

export interface RunningApp {
  /** The app's first window. */
  readonly page: Page;
  /** The windows of the app, for what concerns all of them. */
  readonly context: BrowserContext;
  /** Does what ends in a saved file (a download, or the system's save dialog) and resolves with the file's path. */
  readonly saved: (action: () => Promise<void>) => Promise<string>;
  /** Ends the app as its user would. */
  stop(): Promise<void>;
  /** Ends the app's process at once, as a power cut would. */
  kill(): Promise<void>;
}
