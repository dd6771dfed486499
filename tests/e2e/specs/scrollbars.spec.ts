import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { press } from '../pages/list.ts';
import { makeList, openList } from '../pages/lists.ts';
import config from '../playwright.config.ts';

// Everywhere else they are hidden, as a browser that is driven has them; people have them.
test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } });

test('with scrollbars that take room the pinned columns of rows stand below their headers, also while keys are used', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  await page.setViewportSize({ width: 1024, height: 700 });
  await openList(page, await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] }));
  expect(await page.locator('.ag-body-horizontal-scroll').boundingBox()).toMatchObject({ height: 10 });
  expect(await leftOf(page, '.ag-row')).toEqual(await leftOf(page, '.ag-header'));
  await press(page, 'j');
  await expect(page.locator('.w-still')).toHaveCount(1);
  expect(await leftOf(page, '.ag-row')).toEqual(await leftOf(page, '.ag-header'));
  await page.setViewportSize({ width: 900, height: 700 });
  await expect.poll(() => leftOf(page, '.ag-row')).toEqual(await leftOf(page, '.ag-header'));
});

/** Where name and list begin, in pixels, in the first element of its kind that has both. */
function leftOf(page: Page, within: string): Promise<(number | undefined)[]> {
  return page.evaluate((selector) => {
    const left = (id: string) => document.querySelector(`${selector} [col-id="${id}"]`)?.getBoundingClientRect().left;
    return [left('name'), left('list')];
  }, within);
}
