import { expect, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList, placeOf } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

/** In which smart list the company was decided last. */
async function decidedIn(page: Page, id: number): Promise<string> {
  const { results } = await api(page, 'getDecisions', { params: { id } });
  return results[0]?.smart_list ?? '';
}

async function firstOf(page: Page, listId: number): Promise<{ readonly id: number; readonly name: string }> {
  const query = { user_smart_list_id: String(listId), tag_archive: 'false', tag_watchlist: 'false', page_size: 1 };
  const [first] = (await api(page, 'listEntries', { query })).results;
  if (first === undefined) throw new Error('The list is empty.');
  return first;
}

test(
  'E11 decisions in a search that are undone leave no “My picks” behind, neither one by one nor all at once',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 500 });
    await go(page, '/list/search');
    await at(page, 1);
    const picks = placeOf(page, 'My picks');
    await press(page, 'e', 'w', 'e');
    await expect(picks).toBeVisible();
    await press(page, 'z', 'z', 'z');
    await expect(picks).toHaveCount(0);
    await press(page, 'x', 'j', 'x', 'j', 'x', 'e');
    await expect(picks).toBeVisible();
    await expect.poll(() => countIn(page, 'tag_archive')).toBe(3);
    await press(page, 'z');
    await expect(picks).toHaveCount(0);
    expect((await api(page, 'listSmartLists')).results).toEqual([]);
    // What was undone is decided anew as before.
    await press(page, 'w');
    await expect(picks).toBeVisible();
    await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);
    await press(page, 'z', 'w', 'z', 'w');
    await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);
    await page.reload();
    await ready(page);
    await expect(picks).toHaveText('My picks');
  },
);

test('E13 a decision is of the list that its company was opened from', browserShellOnly, async ({ start, context }) => {
  const { page } = await start({ sample: 1000 });
  const first = await makeList(page, 'Care', { stages: ['inv_stage_series_a'] });
  const second = await makeList(page, 'Health', { stages: ['inv_stage_series_a'] });
  for (const list of [second, first]) {
    const { id, name } = await firstOf(page, list.id);
    const left = (await api(page, 'listSmartLists')).results.find((one) => one.id === list.id)!.unratedCount;
    await openList(page, { ...list, total: left });
    await expect(current(page)).toHaveText(name);
    await press(page, 'Enter');
    await expectScreen(page, name);
    await press(page, 'e');
    await expect.poll(() => decidedIn(page, id)).toBe(list.name);
  }
  // From a link in the table, in a tab of its own; from there in its own window; and from the dashboard.
  const { id, name } = await firstOf(page, second.id);
  await placeOf(page, 'Health').click();
  const link = page.locator('.ag-row').filter({ visible: true }).getByRole('link', { name, exact: true });
  const tab = await context.newPage();
  await tab.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
  await ready(tab);
  await expectScreen(tab, name);
  const opening = tab.waitForEvent('popup');
  await press(tab, 'Shift+Enter');
  const own = await opening;
  await ready(own);
  await expectScreen(own, name);
  await press(own, 'w');
  await expect.poll(() => decidedIn(page, id)).toBe('Health');
  await go(page, '/');
  const top = page.getByRole('list', { name: 'Top companies of Health' }).getByRole('link').first();
  await top.click();
  const last = await firstOf(page, second.id);
  await expectScreen(page, last.name);
  await press(page, 'o');
  await expect.poll(() => decidedIn(page, last.id)).toBe('Health');
});
