import * as fc from 'fast-check';
import { expect, type Page } from 'playwright/test';
import { listOfEntry } from '#shared/domain/inboxEntry.ts';
import type { ListName } from '#shared/domain/listName.ts';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api, call } from '../pages/bridge.ts';
import { at, current } from '../pages/list.ts';
import { makeList, openList } from '../pages/lists.ts';

const lists = { w: 'Watchlist', o: 'Opportunities', e: 'Archive' } as const;

/**
 * A user's keys in an inbox, each with the pause after it, and the time a page of rows takes, in milliseconds; and the
 * keys at which the list is re-read, as when the week's companies land.
 */
const sessions = fc.record({
  slowness: fc.integer({ min: 0, max: 350 }),
  keys: fc.array(
    fc.record({
      key: fc.constantFrom('j', 'j', 'j', 'w', 'o', 'e', 'e', 'z'),
      pause: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 20, 60, 150, 900),
      isReadAgain: fc.constantFrom(...Array.from({ length: 40 }, (_, index) => index === 0)),
    }),
    { minLength: 60, maxLength: 80 },
  ),
});

/** The sample's weeks still to come at its first start, plus one that is refused because nothing is left. */
const weeksAhead = 6;

/** Runs the weekly refresh or simulates the next week, unless something is running, until it has ended. */
async function refresh(page: Page, as: 'workspace.refresh' | 'workspace.simulateWeek'): Promise<void> {
  await call(page, as, null).catch(() => undefined);
  await expect.poll(async () => (await call(page, 'workspace.get', null)).job?.state).not.toBe('running');
}

/** An inbox as keys change it: row by row, with the current row. */
class Inbox {
  readonly decided = new Map<number, ListName>();
  place = 0;
  private readonly undoable: number[] = [];

  press(key: keyof typeof lists | 'j' | 'z'): void {
    if (key === 'z') {
      this.place = this.undoable.pop() ?? this.place;
      this.decided.delete(this.place);
      return;
    }
    if (key !== 'j') {
      this.decided.set(this.place, lists[key]);
      this.undoable.push(this.place);
    }
    do this.place++;
    while (this.decided.has(this.place));
  }

  canUndo(): boolean {
    return this.undoable.length > 0;
  }
}

test(
  'keys in any order and at any speed are about the companies that were meant, also where rows come late',
  browserShellOnly,
  async ({ start }) => {
    test.slow();
    const seed = Number(process.env['WINNOW_SEED'] ?? Date.now() % 1_000_000);
    const [{ slowness, keys } = { slowness: 0, keys: [] }] = fc.sample(sessions, { seed, numRuns: 1 });
    const { page } = await start({ sample: 1000 });
    // Every company has arrived: a refresh re-reads the list and does nothing else.
    for (let weeks = 0; weeks < weeksAhead; weeks++) await refresh(page, 'workspace.simulateWeek');
    const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a', 'inv_stage_seed'] });
    const { entries } = await api(page, 'listEntryIds', { query: { user_smart_list_id: list.id } });
    await page.route('**/rpc', async (route) => {
      const isRows = route.request().postData()?.includes('"listEntries"') === true;
      if (isRows) await new Promise((resolve) => setTimeout(resolve, slowness));
      await route.continue();
    });
    await openList(page, list);
    await at(page, 1);

    const inbox = new Inbox();
    const readings: Promise<unknown>[] = [];
    for (const { key, pause, isReadAgain } of keys) {
      if (key === 'z' && !inbox.canUndo()) continue;
      if (isReadAgain) readings.push(refresh(page, 'workspace.refresh'));
      await page.keyboard.press(key);
      inbox.press(key);
      if (pause > 0) await page.waitForTimeout(pause);
    }
    await Promise.all(readings);
    const told = `WINNOW_SEED=${seed} ${keys.map(({ key }) => key).join('')}`;
    const meant = new Map([...inbox.decided].map(([place, to]) => [entries[place]?.id, to]));
    await expect(async () => {
      expect((await call(page, 'moves.get', null)).pending).toEqual([]);
      const { results } = await api(page, 'listEntries', { query: { user_smart_list_id: list.id, page_size: 1000 } });
      const found = results.map((entry) => [entry.inboxEntryId, listOfEntry(entry)] as const);
      expect(new Map(found.filter(([, to]) => to !== 'None')), told).toEqual(meant);
      const next = results.find(({ inboxEntryId }) => inboxEntryId === entries[inbox.place]?.id);
      await expect(current(page), told).toHaveText(next?.name ?? '');
    }).toPass({ timeout: 30_000 });
  },
);
