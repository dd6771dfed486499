import { expect, type Page } from 'playwright/test';
import { ready, test as base, watch } from './fixtures.ts';
import { remember } from './launchers/launcher.ts';
import { startDesktop, type DesktopApp } from './launchers/standIn.ts';
import type { StandInOptions } from '../electronStandIn/start.ts';

/** How a spec starts the desktop app. */
export interface DesktopOptions extends Partial<Omit<StandInOptions, 'args'>> {
  readonly sample?: number;
  /** Arguments after Winnow's own flags, as a system passes them: links. */
  readonly links?: readonly string[];
  readonly workspace?: string;
}

/** Specs for what only the desktop has, on the stand-in for Electron. */
export const test = base.extend<{ readonly desktop: (options?: DesktopOptions) => Promise<DesktopApp> }>({
  desktop: async ({ workspace, complaints }, use) => {
    const running: DesktopApp[] = [];
    await use(async ({ sample = 0, links = [], workspace: folder = workspace, ...options } = {}) => {
      const args = ['--workspace', folder, '--sample', String(sample), '--json', ...links];
      const app = await startDesktop({ args, workspace: folder, ...options });
      running.push(app);
      remember(app);
      watch(app.context, complaints);
      await ready(app.page);
      return app;
    });
    for (const app of running) await app.stop();
  },
});

/** The id of the app's only window, or its newest. */
export async function windowOf({ standIn }: DesktopApp): Promise<number> {
  return (await standIn.ask('windows')).at(-1)?.contents ?? 0;
}

/** Waits until one of the app's pages is at a path. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
}
