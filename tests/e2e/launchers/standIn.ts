import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, expect, type Browser, type BrowserContext, type Page } from 'playwright/test';
import { startStandIn, type StandIn, type StandInOptions } from '../../electronStandIn/start.ts';
import type { Launcher, RunningApp } from './launcher.ts';

const shiftedClock = new URL('../visual/shiftedClock.ts', import.meta.url).href;

/** An app on the stand-in, with what its own specs need besides. */
export interface DesktopApp extends RunningApp {
  readonly standIn: StandIn;
  /** A window's page. */
  pageOf(contents: number): Promise<Page>;
  /**
   * Runs `action`, which ends a window's page, and resolves to the page that replaces it: Playwright's own does not
   * survive.
   */
  reopened(contents: number, action: () => Promise<void>): Promise<Page>;
}

/** Starts the built main bundle on the stand-in for Electron: its windows are pages of a real Chromium. */
export function standInLauncher(): Launcher {
  return async ({ workspace, sample, now }) =>
    await startDesktop({
      args: ['--workspace', workspace, '--sample', String(sample), '--json'],
      ...(now === undefined ? {} : { env: clockOf(now) }),
      workspace,
    });
}

/** The environment that makes a process believe it is `now`, in UTC. */
function clockOf(now: string): NodeJS.ProcessEnv {
  const shift = Date.parse(now) - Date.now();
  return { NODE_OPTIONS: `--import ${shiftedClock}`, WINNOW_E2E_CLOCK_SHIFT: String(shift), TZ: 'UTC' };
}

/** Starts an app and connects Playwright to its windows. */
export async function startDesktop(options: StandInOptions & { readonly workspace: string }): Promise<DesktopApp> {
  const standIn = await startStandIn(options);
  await standIn.firstLine;
  const contents = await loadedWindow(standIn);
  const link = await join(standIn);
  const page = await pageOf(standIn, link, contents);
  // It shares nothing with the app.
  const outside = await link.browser.newContext();
  let saves = 0;
  return {
    standIn,
    page,
    context: link.context,
    outside,
    pageOf: (contents) => pageOf(standIn, link, contents),
    reopened: async (contents, action) => {
      const loads = async (): Promise<number> =>
        (await standIn.ask('windows')).find((one) => one.contents === contents)?.loads ?? 0;
      const before = await loads();
      await action();
      await expect.poll(loads).toBeGreaterThan(before);
      return await pageOf(standIn, await join(standIn), contents);
    },
    saved: async (action) => {
      saves += 1;
      const target = path.join(options.workspace, `saved-${saves}`);
      await standIn.ask('answer', { save: target });
      await action();
      await expect.poll(() => existsSync(target)).toBe(true);
      return target;
    },
    opened: async (action) => {
      const before = new Set((await standIn.ask('windows')).map(({ contents }) => contents));
      await action();
      const isNew = async (): Promise<number> =>
        (await standIn.ask('windows')).find(({ contents }) => !before.has(contents))?.contents ?? 0;
      await expect.poll(isNew).not.toBe(0);
      return await pageOf(standIn, link, await isNew());
    },
    external: async (action) => {
      const before = (await standIn.ask('seen')).opened.length;
      await action();
      await expect.poll(async () => (await standIn.ask('seen')).opened.length).toBe(before + 1);
      const { opened } = await standIn.ask('seen');
      const shown = await outside.newPage();
      await shown.goto(opened[before] ?? '');
      return shown;
    },
    chosen: async (files, action) => {
      await standIn.ask('answer', { open: [...files] });
      await action();
    },
    stop: async () => {
      if (standIn.child.exitCode === null && standIn.child.signalCode === null) {
        const { complaints } = await standIn.ask('seen');
        expect(complaints).toEqual([]);
        await standIn.ask('quit').catch(() => undefined);
      }
      await standIn.ended;
      await link.browser.close().catch(() => undefined);
    },
    kill: async () => {
      await standIn.stop();
      await link.browser.close().catch(() => undefined);
    },
  };
}

interface Link {
  readonly browser: Browser;
  readonly context: BrowserContext;
}

async function join(standIn: StandIn): Promise<Link> {
  const browser = await chromium.connectOverCDP(standIn.endpoint);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no context.');
  return { browser, context };
}

/**
 * The first window, once its page has loaded: in one of some dozen starts Playwright never saw a page whose first
 * navigation was on its way when it joined.
 */
async function loadedWindow(standIn: StandIn): Promise<number> {
  const first = async (): Promise<number> =>
    (await standIn.ask('windows')).find(({ loads }) => loads > 0)?.contents ?? 0;
  await expect.poll(first, { timeout: 60_000 }).toBeGreaterThan(0);
  return await first();
}

/** Chromium's id of a page; `''` for one that is closing. */
async function targetOf(page: Page): Promise<string> {
  try {
    const session = await page.context().newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    return targetInfo.targetId;
  } catch {
    return '';
  }
}

/** Playwright's page for a window, found by the target id that both have. */
async function pageOf(standIn: StandIn, { context }: Link, contents: number): Promise<Page> {
  const wanted = async (): Promise<string> =>
    (await standIn.ask('windows')).find((window) => window.contents === contents)?.targetId ?? '';
  const find = async (): Promise<Page | undefined> => {
    const targetId = await wanted();
    if (targetId === '') return undefined;
    for (const page of context.pages()) if ((await targetOf(page)) === targetId) return page;
    return undefined;
  };
  await expect.poll(async () => (await find()) !== undefined).toBe(true);
  const page = await find();
  if (page === undefined) throw new Error(`Window ${contents} has no page.`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  return page;
}
