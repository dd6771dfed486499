import type { Page } from 'playwright';
import type { BenchRow } from '../benchRow.ts';
import { median, percentile } from '../measure/figures.ts';
import { Targets } from '../measure/ratios.ts';
import { holdKey, watchKeys } from '../screen/heldKey.ts';
import { PlainGrid } from '../screen/plainGrid.ts';

/** Keys per round. */
const keysARound = 60;
/** Single keys after which the pane is checked. */
const singleKeys = 30;

/** T9: moving through an inbox with the reading pane open. */
export const arrowKeyRow: BenchRow = {
  id: 'T9',
  metric: 'arrow down, reading pane open, key held at 30 a second: main-thread time of a key',
  unit: 'ms',
  must: 'no more than a plain AG Grid without a pane',
  stretch: '1.4x',
  async run(workbench) {
    const screen = await workbench.screen();
    const { page, cdp } = screen;
    const plain = await PlainGrid.load(screen);
    await watchKeys(page);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = -1; round < workbench.rounds; round++) {
      await plain.show();
      const alone = await holdKey(page, cdp, 'ArrowDown', keysARound);
      await plain.hide();
      await screen.openInbox('right');
      const withPane = await holdKey(page, cdp, 'ArrowDown', keysARound);
      if (round < 0) continue;
      theirs.push(alone.taskMs);
      ours.push(withPane.taskMs);
    }
    const shown: number[] = [];
    for (let key = 0; key < singleKeys; key++) shown.push(await paneAfterKey(page));
    const ratios = theirs.map((time, round) => time / (ours[round] ?? Number.NaN));
    const targets = new Targets();
    targets.atLeast('a plain AG Grid without a pane', median(ratios), 1, 1.4);
    targets.printed('p95 from key to the next company in the pane, ms', percentile(shown, 0.95));
    const { met, stretchMet, notes } = targets;
    return {
      ours: median(ours),
      peers: { 'AG Grid': { value: median(theirs), ratio: median(ratios), worst: Math.min(...ratios) } },
      parts: [
        { name: 'key to pane p50, ms', ours: percentile(shown, 0.5), peers: {} },
        { name: 'key to pane p95, ms', ours: percentile(shown, 0.95), peers: {} },
      ],
      met,
      stretchMet,
      notes: [...notes, `${ours.length} rounds, ${screen.rows} rows`],
    };
  },
};

/** Milliseconds from one arrow key until the pane names the new row. */
async function paneAfterKey(page: Page): Promise<number> {
  // Like a user who reads: the requests for the last company have been answered.
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    const shown = new Promise<number>((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error('The pane did not follow the key.')), 60_000);
      const onKeyDown = ({ timeStamp }: KeyboardEvent): void => {
        const look = (): void => {
          const name = document.querySelector('.w-current .w-cell-name-text')?.textContent;
          if (name === undefined || document.querySelector('[data-region="pane"] h2')?.textContent !== name) {
            requestAnimationFrame(look);
            return;
          }
          clearTimeout(giveUp);
          resolve(performance.now() - timeStamp);
        };
        requestAnimationFrame(look);
      };
      addEventListener('keydown', onKeyDown, { capture: true, once: true });
    });
    Object.assign(globalThis, { benchPane: shown });
  });
  await page.keyboard.press('ArrowDown');
  return page.evaluate(() => (globalThis as unknown as { benchPane: Promise<number> }).benchPane);
}
