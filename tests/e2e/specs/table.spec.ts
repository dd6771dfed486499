import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { at, current, press } from '../pages/list.ts';
import { makeList, openList } from '../pages/lists.ts';

/** Where the current row's pinned cells and its mark are, from the edges of the table, in pixels. */
async function whereIs(page: Page): Promise<{ name: number; list: number; mark: number; sideways: number }> {
  const table = page.locator('.ag-grid-viewport').filter({ visible: true });
  return table.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const [name, list, mark, row] = [
      '.w-current [col-id="name"]',
      '.w-current [col-id="list"]',
      '.w-current-mark',
      '.w-current',
    ].map((selector) => element.querySelector(selector)?.getBoundingClientRect());
    return {
      name: (name?.left ?? Number.NaN) - box.left,
      list: box.right - (list?.right ?? Number.NaN),
      mark: (mark?.top ?? Number.NaN) - (row?.top ?? Number.NaN),
      sideways: element.scrollLeft,
    };
  });
}

test('pinned columns stand at the edges of the table, and the mark on the current row, by keys and by mouse', async ({
  start,
}) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  const still = page.locator('.w-still').filter({ visible: true });
  await press(page, 'j', 'j');
  await at(page, 3);
  await expect(still).toHaveCount(1);
  const place = { name: 34, list: 0, mark: 0, sideways: 0 };
  expect(await whereIs(page)).toEqual(place);

  await current(page).hover();
  await expect(still).toHaveCount(0);
  expect(await whereIs(page)).toEqual(place);
  await page.mouse.wheel(200, 0);
  await expect.poll(() => whereIs(page)).toEqual({ ...place, sideways: 200 });

  // A table that is scrolled sideways keeps its columns in place for keys too.
  await press(page, 'k');
  await at(page, 2);
  expect(await whereIs(page)).toEqual({ ...place, sideways: 200 });

  // The row that is decided leaves, and with it the mark's place moves up.
  await press(page, 'e');
  await at(page, 2, list.total - 1);
  await expect.poll(() => whereIs(page)).toEqual({ ...place, sideways: 200 });
});
