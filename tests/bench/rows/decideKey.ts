import type { Page } from 'playwright';
import type { BenchRow } from '../benchRow.ts';
import { median, percentile } from '../measure/figures.ts';
import { Targets } from '../measure/ratios.ts';
import { holdKey, watchKeys } from '../screen/heldKey.ts';
import { PlainGrid } from '../screen/plainGrid.ts';

/** Keys per round. */
const keysARound = 60;
/** Keys of the long run. */
const longRun = 1000;

/** T8: deciding row after row with a held key, in an inbox with all ten thousand rows loaded. */
export const decideKeyRow: BenchRow = {
  id: 'T8',
  metric: 'decide and advance, 10,000 rows, key held at 30 a second: main-thread time of a key',
  unit: 'ms',
  must: 'half of AG Grid with the row taken out of its row data; at most 3 tasks over 50 ms in 1,000 keys',
  stretch: 'a quarter; none',
  async run(workbench) {
    const screen = await workbench.screen();
    const { page, cdp } = screen;
    const plain = await PlainGrid.load(screen);
    await watchKeys(page);
    await screen.openInbox('hidden');
    await screen.loadAllRows();
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = -1; round < workbench.rounds; round++) {
      await plain.show();
      const slow = await holdKey(page, cdp, 'e', keysARound);
      await plain.hide();
      await screen.openInbox('hidden');
      const fast = await holdKey(page, cdp, 'e', keysARound);
      if (round < 0) continue;
      theirs.push(slow.taskMs);
      ours.push(fast.taskMs);
    }
    const decidedBefore = (await decided(page)) ?? 0;
    const held = await holdKey(page, cdp, 'e', longRun);
    const behind = longRun - ((await decided(page)) ?? 0) + decidedBefore;
    const ratios = theirs.map((time, round) => time / (ours[round] ?? Number.NaN));
    const p99 = percentile(held.paintMs, 0.99);
    const targets = new Targets();
    targets.atLeast('AG Grid, row taken out of its row data', median(ratios), 2, 4);
    targets.printed('p99 from key to frame, ms', p99);
    targets.atMost('tasks over 50 ms', held.longTasks.length, 3, 0);
    targets.atMost('keys behind', behind, 0, 0);
    const { met, stretchMet, notes } = targets;
    return {
      ours: median(ours),
      peers: { 'AG Grid': { value: median(theirs), ratio: median(ratios), worst: Math.min(...ratios) } },
      parts: [
        { name: 'key to frame p50, ms', ours: percentile(held.paintMs, 0.5), peers: {} },
        { name: 'key to frame p99, ms', ours: p99, peers: {} },
        { name: 'tasks over 50 ms in 1,000 keys', ours: held.longTasks.length, peers: {} },
      ],
      met,
      stretchMet,
      notes: [...notes, `${ours.length} rounds, ${screen.rows} rows`],
    };
  },
};

/** The number of decisions that the status bar shows. */
async function decided(page: Page): Promise<number | null> {
  // The figures appear a moment after the key.
  await page.waitForTimeout(500);
  const text = await page.getByText(/^[\d,]+ decided$/).textContent();
  return text === null ? null : Number(text.replaceAll(/\D/g, ''));
}
