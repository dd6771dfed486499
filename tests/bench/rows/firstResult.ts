import type { Browser, Page } from 'playwright';
import type { BenchRow } from '../benchRow.ts';
import { startProgram } from '../engines/processes.ts';
import { median } from '../measure/figures.ts';
import { Targets } from '../measure/ratios.ts';
import { appWorkspace } from '../screen/appWorkspace.ts';
import { openBarePage } from '../screen/barePage.ts';
import { launchChromium } from '../screen/chromium.ts';
import type { Workbench } from '../workbench.ts';

/** T16: from the program's start to the first company of a search on the screen. */
export const firstResultRow: BenchRow = {
  id: 'T16',
  metric: 'browser shell: launch to the first painted search result, Chromium open, files in the page cache',
  unit: 'ms',
  must: 'at most 1.5x of a bare AG Grid page on the standalone server',
  stretch: '1x',
  async run(workbench) {
    const workspace = await appWorkspace(workbench, 'first-result');
    const browser = await launchChromium();
    const ours: number[] = [];
    const ready: number[] = [];
    const theirs: number[] = [];
    try {
      for (let round = -1; round < workbench.rounds; round++) {
        const bare = await timeBarePage(workbench, browser);
        const own = await timeApp(workbench, workspace, browser);
        if (round < 0) continue;
        theirs.push(bare);
        ours.push(own.painted);
        ready.push(own.ready);
      }
    } finally {
      await browser.close();
    }
    const ratios = theirs.map((time, round) => time / (ours[round] ?? Number.NaN));
    const targets = new Targets();
    targets.atLeast('a bare AG Grid page', median(ratios), 1 / 1.5, 1);
    const { met, stretchMet, notes } = targets;
    const peer = { value: median(theirs), ratio: median(ratios), worst: Math.min(...ratios) };
    const parts = [{ name: 'until keys move the cursor in the table', ours: median(ready), peers: {} }];
    return { ours: median(ours), peers: { 'AG Grid': peer }, parts, met, stretchMet, notes };
  },
};

async function timeBarePage(workbench: Workbench, browser: Browser): Promise<number> {
  const page = await emptyPage(browser);
  const start = performance.now();
  const server = await workbench.freshWinnow();
  try {
    await openBarePage(page, server);
    return (await firstRow(page)) - start;
  } finally {
    await server.close();
    await page.context().close();
  }
}

/** Until the first row was painted, and until the table was there with its cursor, in milliseconds. */
async function timeApp(
  { server }: Workbench,
  workspace: string,
  browser: Browser,
): Promise<{ readonly painted: number; readonly ready: number }> {
  const page = await emptyPage(browser);
  const args = ['out/main/browserShell.js', '--no-open', '--json', '--workspace', workspace, '--sample', '0'];
  const start = performance.now();
  const app = startProgram(server.program, args, { cwd: server.cwd });
  try {
    const { url } = JSON.parse(await app.firstLine()) as { url: string };
    const { origin, hash } = new URL(url);
    await page.goto(`${origin}/list/search${hash}`, { waitUntil: 'commit' });
    const painted = (await firstRow(page)) - start;
    await page.locator('.w-current').first().waitFor({ state: 'attached' });
    return { painted, ready: performance.now() - start };
  } finally {
    await app.stop();
    await page.context().close();
  }
}

/** A page that itself records when its first row was painted: asking it would have to wait until it is idle. */
async function emptyPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript((name) => {
    const look = (): void => {
      if (![...document.querySelectorAll(name)].some(({ textContent }) => textContent.trim() !== '')) return;
      rows.disconnect();
      // The next frame is on the screen.
      requestAnimationFrame(() => {
        setTimeout(() => {
          document.documentElement.dataset['firstRow'] = String(performance.timeOrigin + performance.now());
        });
      });
    };
    const rows = new MutationObserver(look);
    rows.observe(document, { childList: true, subtree: true, characterData: true });
  }, '.w-cell-name-text');
  return page;
}

/** When the first row was painted, in milliseconds of this process. */
async function firstRow(page: Page): Promise<number> {
  const root = page.locator('html[data-first-row]');
  await root.waitFor({ state: 'attached' });
  return Number(await root.getAttribute('data-first-row')) - performance.timeOrigin;
}
