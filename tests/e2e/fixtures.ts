import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, type Page } from 'playwright/test';
import { browserShellLauncher } from './launchers/browserShell.ts';
import type { RunningApp } from './launchers/launcher.ts';

interface AppFixtures {
  /** A folder of the spec's own, removed afterwards. */
  readonly workspace: string;
  /** Starts the app on the spec's workspace; every started app is ended with the spec. */
  readonly start: (options: { sample: number }) => Promise<RunningApp>;
  /** What a clean run does not have: console errors and violations of the Content-Security-Policy (S4). */
  readonly complaints: string[];
}

export const test = base.extend<AppFixtures>({
  // eslint-style empty pattern: Playwright reads the fixture's dependencies from it.
  // oxlint-disable-next-line no-empty-pattern
  workspace: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'winnow-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  complaints: async ({ context }, use) => {
    const complaints: string[] = [];
    context.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    context.on('weberror', (error) => complaints.push(error.error().message));
    await use(complaints);
  },
  start: async ({ context, workspace }, use) => {
    const running: RunningApp[] = [];
    const launcher = browserShellLauncher(context);
    await use(async ({ sample }) => {
      const app = await launcher.launch({ workspace, sample });
      running.push(app);
      await ready(app.page);
      return app;
    });
    for (const app of running) await app.stop();
  },
});

/** Waits until the app says that it is ready. */
export async function ready(page: Page): Promise<void> {
  await page.waitForSelector('html[data-app-state="ready"]');
}
