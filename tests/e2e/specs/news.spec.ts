import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api, call } from '../pages/bridge.ts';
import { at, chord } from '../pages/list.ts';
import { makeList, openList, placeOf } from '../pages/lists.ts';

/** How a smart list is counted now. */
async function countsOf(page: Page, id: number) {
  const { results } = await api(page, 'listSmartLists');
  const list = results.find((one) => one.id === id);
  if (list === undefined) throw new Error('The smart list is not there.');
  return list;
}

test('what a week brought is marked, comes first, and can be triaged alone', async ({ start }) => {
  const { page } = await start({ sample: 5000 });
  const list = await makeList(page, 'All', { stages: ['inv_stage_series_a'] });
  const { id } = list;
  await openList(page, list);
  await call(page, 'workspace.simulateWeek', null);
  await expect.poll(async () => (await countsOf(page, id)).newUnratedCount, { timeout: 60_000 }).toBeGreaterThan(1);
  const { newUnratedCount: fresh, unratedCount: all } = await countsOf(page, id);
  expect(all).toBeGreaterThan(fresh);

  await chord(page, 'd');
  await expect(placeOf(page, 'All')).toContainText(`${fresh} new`);
  await page
    .getByRole('article', { name: 'All' })
    .getByRole('link', { name: String(fresh), exact: true })
    .click();
  await expect(page).toHaveURL(/show=new$/);
  await at(page, 1, fresh);

  // The key shows all of them, new ones first and marked.
  await page.keyboard.press('Shift+N');
  await at(page, 1, all);
  await expect(page.locator('.w-current').getByRole('img', { name: 'New' })).toBeVisible();
  await page.keyboard.press('Shift+N');
  await at(page, 1, fresh);
  await expect(page.getByRole('grid').getByRole('img', { name: 'New' })).toHaveCount(0);

  // Decided, they are gone, and the others are one key away.
  for (let left = fresh; left > 0; left--) {
    await page.keyboard.press('e');
    if (left > 1) await at(page, 1, left - 1);
  }
  await expect(page.getByText('Nothing new is left')).toBeVisible();
  await expect(placeOf(page, 'Archive')).toHaveText(`Archive${fresh}`);
  await page.keyboard.press('z');
  await at(page, 1, 1);
  await page.keyboard.press('e');
  await expect(page.getByText('Nothing new is left')).toBeVisible();
  await page.keyboard.press('Shift+N');
  await at(page, 1, all - fresh);
  await expect(page.getByRole('radio', { name: /^New/ })).toHaveCount(0);
});
