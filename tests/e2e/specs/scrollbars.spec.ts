import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { press } from '../pages/list.ts';
import { makeList, openList } from '../pages/lists.ts';
import config from '../playwright.config.ts';

// Other specs hide them, as an automated browser does; users see them.
test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } });

test('with scrollbars that take room the pinned columns of rows stand below their headers, also while keys are used', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  await page.setViewportSize({ width: 1024, height: 700 });
  await openList(page, await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] }));
  // AG Grid shows it shortly after the rows.
  await expect(page.locator('.ag-body-horizontal-scroll')).toHaveCSS('height', '10px');
  expect(await leftOf(page, '.ag-row')).toEqual(await leftOf(page, '.ag-header'));
  await press(page, 'j');
  await expect(page.locator('.w-still')).toHaveCount(1);
  expect(await leftOf(page, '.ag-row')).toEqual(await leftOf(page, '.ag-header'));
  await page.setViewportSize({ width: 900, height: 700 });
  await expect.poll(() => leftOf(page, '.ag-row')).toEqual(await leftOf(page, '.ag-header'));
});

test('Tab does not stop at the scrollbars of a table, which arrows scroll sideways; dragging one leaves the focus', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  await openList(page, await makeList(page, 'Seeds', { stages: ['inv_stage_seed'] }));
  const viewport = page.locator('.ag-grid-viewport');
  await press(page, 'ArrowRight');
  await expect.poll(() => viewport.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  const bar = page.locator('.ag-body-vertical-scroll-viewport');
  const box = await bar.boundingBox();
  if (box === null) throw new Error('The table has no scrollbar.');
  await page.mouse.move(box.x + box.width / 2, box.y + 30);
  await page.mouse.down();
  // Steadily, as a hand does: for 150 ms after scrolling by the arrow, AG Grid lets no other element scroll the table.
  let y = box.y + 30;
  await expect
    .poll(async () => {
      y = Math.min(y + 20, box.y + 250);
      await page.mouse.move(box.x + box.width / 2, y);
      return viewport.evaluate((element) => element.scrollTop);
    })
    .toBeGreaterThan(0);
  await page.mouse.up();
  await expect(viewport).toBeFocused();
  await press(page, 'Tab');
  await expect(page.locator('.w-grid :focus')).toHaveCount(0);
});

test('no column is cut by the scroll bar, however wide the window', async ({ start }) => {
  const { page } = await start({ sample: 3000 });
  const inbox = await makeList(page, 'Europe', { regions: ['Europe'] });
  for (const width of [1440, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await openList(page, inbox);
    const bar = page.locator('.ag-body-vertical-scroll').filter({ visible: true });
    await expect(bar).toHaveCSS('width', '10px');
    await expect(page.locator('.w-grid')).toHaveCSS('--w-bar', '10px');
    await expect
      .poll(async () => {
        const edge = (await bar.boundingBox())?.x ?? NaN;
        const columns = await page.getByRole('columnheader').filter({ visible: true }).all();
        const boxes = await Promise.all(columns.map(async (column) => await column.boundingBox()));
        return boxes.filter((box) => box === null || !(box.x > edge - 1 || box.x + box.width < edge + 1)).length;
      })
      .toBe(0);
  }
});

/** The left edges of name and list, in pixels, in the first element of its kind that has both. */
function leftOf(page: Page, within: string): Promise<(number | undefined)[]> {
  return page.evaluate((selector) => {
    const left = (id: string) => document.querySelector(`${selector} [col-id="${id}"]`)?.getBoundingClientRect().left;
    return [left('name'), left('list')];
  }, within);
}
