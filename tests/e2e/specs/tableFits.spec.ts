import { expect, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { at, current, press } from '../pages/list.ts';
import { makeList, openList } from '../pages/lists.ts';

/** The edges of an element in the window, in pixels. */
async function boxOf(
  page: Page,
  selector: string,
): Promise<{ left: number; right: number; top: number; bottom: number }> {
  return page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    });
}

test('E22 a size is read whole, the score is in sight at 1280, and the arrow of the sort stands off the header', async ({
  start,
}) => {
  const { page } = await start({ sample: 2000 });
  await page.setViewportSize({ width: 1280, height: 800 });
  const grown = { stages: ['inv_stage_series_a', 'inv_stage_series_b', 'inv_stage_series_c'] };
  await openList(page, await makeList(page, 'Grown', grown));
  await at(page, 1);
  const sizes = page.locator('.ag-cell[col-id="size"]');
  await expect(sizes.filter({ hasText: '201-500' }).first()).toBeVisible();
  const cut = await sizes.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  expect(cut).toBe(0);
  const [score, table] = [await boxOf(page, '.ag-header-cell[col-id="score"]'), await boxOf(page, '.w-grid')];
  expect(score.right).toBeLessThanOrEqual(table.right);
  await page.getByRole('columnheader', { name: 'Raised' }).click();
  const header = '.ag-header-cell[col-id="funding_total"]';
  await expect(
    page.locator(`${header} .ag-sort-descending-icon svg, ${header} .ag-sort-descending-icon .ag-icon`),
  ).toBeVisible();
  const arrow = await boxOf(page, `${header} .ag-sort-descending-icon .ag-icon`);
  const text = await boxOf(page, `${header} .ag-header-cell-text`);
  expect(text.left - arrow.right).toBeGreaterThanOrEqual(3);
});

test('E22 a toast lies over the table alone, beside the filters and the reading pane', async ({ start }) => {
  const { page } = await start({ sample: 500 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openList(page, await makeList(page, 'Europe', { regions: ['Europe'] }));
  await at(page, 1);
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1024, height: 700 },
  ]) {
    await page.setViewportSize(size);
    for (const key of ['y', 'Space', 'y', 'Shift+Space', 'y', 'Space']) {
      await press(page, key);
      if (key !== 'y') continue;
      await expect(page.locator('.mantine-Notification-root').last()).toBeVisible();
      await expect(async () => {
        const [toast, table] = [await boxOf(page, '.mantine-Notification-root'), await boxOf(page, '.w-grid')];
        expect(toast.left).toBeGreaterThanOrEqual(table.left);
        expect(toast.right).toBeLessThanOrEqual(table.right);
        expect(toast.bottom).toBeLessThanOrEqual(table.bottom);
      }).toPass({ timeout: 4000 });
    }
    await press(page, 'Shift+Space');
    if (await page.getByRole('complementary', { name: 'Company' }).isVisible()) await press(page, 'Space');
  }
});

test('E10 a column of one value is hidden and says so in the menu; once chosen it stays, also after a new start', async ({
  start,
}) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Series A', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  await at(page, 1);
  const stage = page.getByRole('columnheader', { name: 'Stage' });
  await expect(page.getByRole('columnheader', { name: 'Location' })).toBeVisible();
  await expect(stage).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  const item = page.getByRole('menuitemcheckbox', { name: /^Stage/ });
  await expect(item).toHaveText(/^Stage hidden: the same on \d+% of rows$/);
  await expect(item).not.toBeChecked();
  await item.click();
  await press(page, 'Escape');
  await expect(stage).toBeVisible();
  await page.reload();
  await ready(page);
  await at(page, 1);
  await expect(stage).toBeVisible();

  // Where its values differ nothing has to be chosen.
  await openList(page, await makeList(page, 'Two stages', { stages: ['inv_stage_series_a', 'inv_stage_series_b'] }));
  await at(page, 1);
  await expect(stage).toBeVisible();
});

test('E10 what was just decided is said at the row’s end and leaves the name its room', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  await openList(page, await makeList(page, 'Europe', { regions: ['Europe'] }));
  await at(page, 1);
  const name = (await current(page).textContent()) ?? '';
  const row = page
    .locator('.ag-row')
    .filter({ has: page.locator('.w-cell-name-text').getByText(name, { exact: true }) });
  const room = (): Promise<number> => row.locator('.w-cell-name-text').evaluate((element) => element.clientWidth);
  const before = await room();
  // It is in sight for less than a second: what it looks like is noted as it comes.
  await page.evaluate(() => {
    const noted: unknown[] = [];
    Object.assign(window, { notedChips: noted });
    const watch = (): void => {
      const chip = document.querySelector('.w-cell-state');
      const cell = chip?.closest('.ag-row')?.querySelector('[col-id="name"]');
      const table = chip?.closest('.ag-grid-viewport');
      if (chip && cell && table) {
        const [box, own, seen] = [chip, cell, table].map((element) => element.getBoundingClientRect());
        const text = cell.querySelector('.w-cell-name-text');
        noted.push({
          text: chip.textContent,
          left: box!.left - own!.right,
          right: seen!.right - box!.right,
          room: text?.clientWidth,
        });
      }
      requestAnimationFrame(watch);
    };
    watch();
  });
  await press(page, 'w');
  type Noted = { text: string; left: number; right: number; room: number };
  const noted = (): Promise<Noted[]> => page.evaluate(() => (window as unknown as { notedChips: Noted[] }).notedChips);
  await expect.poll(async () => (await noted()).length).toBeGreaterThan(0);
  for (const chip of await noted()) {
    expect(chip.text).toBe('Watchlist');
    expect(chip.left).toBeGreaterThan(100);
    expect(chip.right).toBeGreaterThan(0);
    expect(chip.right).toBeLessThan(40);
    expect(chip.room).toBe(before);
  }
});

test('E10 in a wide window long names are read whole', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  await page.setViewportSize({ width: 1920, height: 1000 });
  await openList(page, await makeList(page, 'Europe', { regions: ['Europe'] }));
  await at(page, 1);
  const width = (): Promise<number | undefined> =>
    page
      .getByRole('columnheader', { name: 'Company' })
      .boundingBox()
      .then((box) => box?.width);
  await expect.poll(width).toBeGreaterThan(240);
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect.poll(width).toBeLessThan(215);
});
