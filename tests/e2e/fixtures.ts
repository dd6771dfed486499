import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, type BrowserContext, type Page } from 'playwright/test';
import { browserShellLauncher } from './launchers/browserShell.ts';
import { electronLauncher } from './launchers/electron.ts';
import { remember, type Launcher, type LaunchOptions, type RunningApp } from './launchers/launcher.ts';
import { fillWithSample } from './launchers/samples.ts';
import { shellName } from './launchers/shell.ts';
import { standInLauncher } from './launchers/standIn.ts';

/** Starts the app on the spec's workspace, or on another; every started app ends with the spec. */
export type Start = (
  options: Omit<LaunchOptions, 'workspace'> & { readonly workspace?: string },
) => Promise<RunningApp>;

interface AppFixtures {
  /** The spec's own folder, removed afterwards. */
  readonly workspace: string;
  readonly start: Start;
  /** What a clean run must not have: console errors and violations of the Content-Security-Policy (S4). */
  readonly complaints: string[];
}

interface Surroundings {
  readonly workspace: string;
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
  // oxlint-disable-next-line no-empty-pattern
  complaints: async ({}, use) => use([]),
  // Only specs in the browser shell need Playwright's own browser, and asking for its context starts one.
  start:
    shellName() === 'browser'
      ? async ({ context, workspace, complaints }, use) =>
          await startAll(browserShellLauncher(context), { workspace, complaints }, use)
      : async ({ workspace, complaints }, use) =>
          await startAll(
            shellName() === 'electron' ? electronLauncher() : standInLauncher(),
            { workspace, complaints },
            use,
          ),
});

async function startAll(
  launch: Launcher,
  { workspace, complaints }: Surroundings,
  use: (start: Start) => Promise<void>,
): Promise<void> {
  const running: RunningApp[] = [];
  await use(async (options) => {
    // The week of a sample's companies depends on the day it is made.
    if (options.now === undefined) await fillWithSample(options.workspace ?? workspace, options.sample);
    const app = await launch({ workspace, ...options });
    running.push(app);
    remember(app);
    watch(app.context, complaints);
    await ready(app.page);
    return app;
  });
  for (const app of running) await app.stop();
}

const watched = new WeakSet<BrowserContext>();

/** Collects what goes wrong in the windows of `context`; a spec that starts the app twice may pass it twice. */
export function watch(context: BrowserContext, complaints: string[]): void {
  if (watched.has(context)) return;
  watched.add(context);
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
}

/** Waits until the app says it is ready. */
export async function ready(page: Page): Promise<void> {
  await page.waitForSelector('html[data-app-state="ready"]');
}
