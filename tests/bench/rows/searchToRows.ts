import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import type { EndpointResponse } from '#shared/api/messages.ts';
import { api } from '../../e2e/pages/bridge.ts';
import { go } from '../../e2e/pages/screens.ts';
import type { BenchRow } from '../benchRow.ts';
import { median, percentile } from '../measure/figures.ts';
import { Targets } from '../measure/ratios.ts';
import { appWorkspace } from '../screen/appWorkspace.ts';
import { gridBundle } from '../screen/barePage.ts';
import { launchChromium } from '../screen/chromium.ts';
import { hideSearchGrid, showSearchGrid } from '../screen/plainGrid.ts';
import { openApp } from '../screen/screenBench.ts';
import type { Workbench } from '../workbench.ts';

/** Rows that are to be on the screen: as many as the window shows. */
const shownRows = 25;

/** What is searched for: words that many companies have, and rare ones. */
const texts = ['software', 'health', 'payments', 'battery', 'logistics', 'clinic', 'hiring', 'energy'] as const;

/** The stages that a search begins with. */
const usualStages = 'inv_stage_seed,inv_stage_pre_seed';

/** How one comes to other rows. */
const ways = ['Enter', 'a filter', 'the palette'] as const;
type Way = (typeof ways)[number];

/** One search, asked in the app by a way and in the plain page by its query. */
interface Step {
  readonly way: Way;
  readonly text: string;
  readonly query: Readonly<Record<string, string | number>>;
}

/** T19: from a key or a click to the first rows of another search. */
export const searchToRowsRow: BenchRow = {
  id: 'T19',
  metric: 'another search, by Enter, a filter or the palette: key or click to 25 painted rows',
  unit: 'ms',
  must: 'at most 1.5x of a bare AG Grid that asks the same server for the same rows; no gate',
  stretch: '1.1x',
  async run(workbench) {
    const browser = await launchChromium();
    try {
      const { ours, theirs } = await measure(workbench, browser);
      const [own, other] = [[...ours.values()].flat(), [...theirs.values()].flat()];
      const ratios = other.map((time, index) => time / (own[index] ?? Number.NaN));
      const targets = new Targets();
      targets.printed('a bare AG Grid', median(ratios));
      targets.printed('p95, ms', percentile(own, 0.95));
      const peer = { value: median(other), ratio: median(ratios), worst: Math.min(...ratios) };
      const parts = ways.map((way) => ({
        name: `${way}, ms`,
        ours: median(ours.get(way) ?? []),
        peers: { 'AG Grid': { value: median(theirs.get(way) ?? []), ratio: null, worst: null } },
      }));
      const { met, notes } = targets;
      return {
        ours: median(own),
        peers: { 'AG Grid': peer },
        parts: [...parts, { name: 'p95, ms', ours: percentile(own, 0.95), peers: {} }],
        met,
        stretchMet: median(ratios) >= 1 / 1.1,
        notes,
      };
    } finally {
      await browser.close();
    }
  },
};

type Times = ReadonlyMap<Way, number[]>;

function noTimes(): Map<Way, number[]> {
  return new Map(ways.map((way) => [way, []]));
}

/** Milliseconds by way, in the same order for both; the first round only warms up. */
async function measure(
  workbench: Workbench,
  browser: Browser,
): Promise<{ readonly ours: Times; readonly theirs: Times }> {
  const workspace = await appWorkspace(workbench, 'search-to-rows');
  const { page, program } = await openApp(browser, workbench.server, workspace);
  const [ours, theirs] = [noTimes(), noTimes()];
  try {
    await page.setViewportSize({ width: 1280, height: 900 });
    for (let round = -1; round < workbench.rounds; round++) {
      const steps = stepsOf(round);
      const expected = await namesOf(page, steps);
      const own = await inApp(page, steps, expected);
      const bare = await inPlainGrid(page, steps, expected);
      if (round < 0) continue;
      for (const [index, { way }] of steps.entries()) {
        ours.get(way)?.push(own[index] ?? Number.NaN);
        theirs.get(way)?.push(bare[index] ?? Number.NaN);
      }
    }
  } finally {
    await page.context().close();
    await program.stop();
  }
  return { ours, theirs };
}

/** Each round begins with another text. */
function stepsOf(round: number): Step[] {
  const turned = texts.map((_, index) => texts[(index + round + texts.length) % texts.length] ?? '');
  return turned.flatMap((text, index): Step[] => {
    const plain = { text_search: text, stages: usualStages };
    if (index % 2 === 1) return [{ way: 'the palette', text, query: plain }];
    // A region is asked for, then left out, then neither.
    return [
      { way: 'Enter', text, query: plain },
      { way: 'a filter', text, query: { ...plain, regions: 'Europe' } },
      { way: 'a filter', text, query: { ...plain, regions: '-Europe' } },
      { way: 'a filter', text, query: plain },
    ];
  });
}

/** The first names of every search, which also warms the server for both. */
async function namesOf(page: Page, steps: readonly Step[]): Promise<string[][]> {
  const all: string[][] = [];
  for (const { query } of steps) {
    const { items }: EndpointResponse<'searchCompanies'> = await api(page, 'searchCompanies', { query });
    if (items.length < shownRows) throw new Error(`“${query['text_search']}” has only ${items.length} companies.`);
    const names = items.slice(0, shownRows).map(({ name }) => name);
    if (names.join('\n') === all.at(-1)?.join('\n')) throw new Error('Two searches have the same rows.');
    all.push(names);
  }
  return all;
}

async function inApp(page: Page, steps: readonly Step[], expected: readonly string[][]): Promise<number[]> {
  await go(page, '/list/search');
  await page.locator('.w-current').first().waitFor();
  const times: number[] = [];
  for (const [index, { way, text }] of steps.entries()) {
    await prepare(page, way, text);
    const cells = '.ag-row[row-index="%"] .w-cell-name-text';
    times.push(await timed(page, { names: expected[index] ?? [], cells }, () => act(page, way)));
  }
  return times;
}

/** Everything before the key or click that counts. */
async function prepare(page: Page, way: Way, text: string): Promise<void> {
  if (way === 'Enter') {
    await page.keyboard.press('/');
    await page.keyboard.insertText(text);
  } else if (way === 'the palette') {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').fill(text);
    const command = page.getByRole('dialog').getByText(`Search companies for “${text}”`);
    await command.waitFor();
    // It is chosen by the keyboard, as the pointer would have to find it first.
    while (!(await command.evaluate((element) => element.closest('[data-selected]') !== null))) {
      await page.keyboard.press('ArrowDown');
    }
  }
  // Offers for the typed text have arrived, and nothing else is going on.
  await page.waitForTimeout(600);
}

async function act(page: Page, way: Way): Promise<void> {
  if (way === 'a filter') await page.getByRole('button', { name: /^Europe/ }).click();
  else await page.keyboard.press('Enter');
}

async function inPlainGrid(page: Page, steps: readonly Step[], expected: readonly string[][]): Promise<number[]> {
  await go(page, '/help');
  await page.evaluate(readFileSync(gridBundle(), 'utf8'));
  await page.evaluate(showSearchGrid);
  const times: number[] = [];
  for (const [index, { query }] of steps.entries()) {
    await page.evaluate((next) => Object.assign(globalThis, { plainQuery: next }), query);
    await page.waitForTimeout(600);
    // The screen behind it takes the focus when it opens.
    await page.locator('#plain').focus();
    const cells = '#plain .ag-row[row-index="%"] .ag-cell[col-id="name"]';
    times.push(await timed(page, { names: expected[index] ?? [], cells }, () => page.keyboard.press('Enter')));
  }
  await page.evaluate(hideSearchGrid);
  return times;
}

interface Awaited {
  readonly names: readonly string[];
  /** A selector of the cells with the names, `%` for the number of the row. */
  readonly cells: string;
}

/** Milliseconds from the next Enter or click until rows of these names were painted. */
async function timed(page: Page, awaited: Awaited, doIt: () => Promise<void>): Promise<number> {
  await page.evaluate(({ names, cells }) => {
    const painted = new Promise<number>((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(`Not shown: ${names.join(', ')} (${cells})`)), 60_000);
      const begin = ({ timeStamp }: Event): void => {
        removeEventListener('keydown', begin, true);
        removeEventListener('pointerdown', begin, true);
        const look = (): void => {
          const isShown = names.every(
            (name, row) => document.querySelector(cells.replace('%', String(row)))?.textContent === name,
          );
          if (!isShown) {
            requestAnimationFrame(look);
            return;
          }
          clearTimeout(giveUp);
          // Rows found by a frame's callback are painted in that frame.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now() - timeStamp));
          port1.start();
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      };
      addEventListener('keydown', begin, true);
      addEventListener('pointerdown', begin, true);
    });
    Object.assign(globalThis, { benchPainted: painted });
  }, awaited);
  await doIt();
  return page.evaluate(() => (globalThis as unknown as { benchPainted: Promise<number> }).benchPainted);
}
