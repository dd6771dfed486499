import type { Page } from 'playwright/test';

/** How the specs start and stop the app. One set of specs, two launchers (DESIGN `Two shells, one app`). */
export interface Launcher {
  readonly name: 'browser shell' | 'Electron';
  /** Why this launcher cannot run on this machine, or `''`. */
  readonly unavailable: string;
  launch(options: LaunchOptions): Promise<RunningApp>;
}

export interface LaunchOptions {
  /** The workspace's folder; each spec has its own. */
  readonly workspace: string;
  /** Companies of the sample made at first start; 0 for none. */
  readonly sample: number;
}

export interface RunningApp {
  /** The app's first window. */
  readonly page: Page;
  /** Another window of the same app, where the shell can give one. */
  newPage(): Promise<Page>;
  /** Ends the app as its user would. */
  stop(): Promise<void>;
  /** Ends the app's process at once, as a power cut would. */
  kill(): Promise<void>;
}
