import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api, call } from '../pages/bridge.ts';
import { burst } from '../pages/burst.ts';
import { at, closeFilters, current, openFilters, press } from '../pages/list.ts';
import { makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test(
  'rows on their way to the table of one search do not come into the next one',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 2000 });
    await page.clock.install();
    await go(page, '/list/search');
    await at(page, 1);
    const name = (await current(page).textContent()) ?? '';
    const { count } = await api(page, 'searchCompanies', { query: { text_search: `"${name}"` } });
    expect(count).toBeLessThan(25);

    // The table takes rows in the next idle moment, which does not come while the clock is paused.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const loaded = page.waitForResponse((reply) => (reply.request().postData() ?? '').includes('"searchCompanies"'));
    await press(page, 'End');
    await page.clock.runFor(100);
    await loaded;
    await page.getByRole('combobox', { name: 'Search companies' }).fill(`"${name}"`);
    await press(page, 'Enter');
    await expect(page.getByText(count === 1 ? '1 match found.' : `${count} matches found.`)).toBeVisible();
    await page.clock.resume();
    await at(page, 1, count);
    await expect(page.getByRole('row').filter({ has: page.locator('.w-cell-name-text') })).toHaveCount(count);
  },
);

test('a row that one leaves while the table is still being drawn is not marked any more', async ({ start }) => {
  const { page } = await start({ sample: 2000 });
  await page.clock.install();
  await go(page, '/list/search');
  await at(page, 1);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await go(page, '/');
  await go(page, '/list/search');
  const marked = page.locator('.w-current').filter({ visible: true });
  await expect(async () => {
    await page.clock.runFor(2);
    await expect(marked).not.toHaveCount(0, { timeout: 20 });
  }).toPass();
  await press(page, 'j');
  await page.clock.resume();
  await at(page, 2);
  await expect(marked).toHaveCount(1);
});

test('what became of a decision stays in sight beside filters and pane, and the name is pinned again with more room', async ({
  start,
}) => {
  const { page } = await start({ sample: 300 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await go(page, '/list/search');
  await at(page, 1);
  const list = page.getByRole('columnheader', { name: 'List' });
  const name = page.getByRole('columnheader', { name: 'Company' });
  await openFilters(page);
  await press(page, 'Space');
  await expect(page.getByRole('complementary', { name: 'Company' })).toBeVisible();
  // There is no room for the list's column beside the name: it is said there.
  await expect(list).toHaveCount(0);
  await press(page, 'w');
  const said = page.locator('.w-cell-state').filter({ hasText: 'Watchlist', visible: true });
  await expect(said).toBeInViewport({ ratio: 1 });
  await press(page, 'Space');
  await closeFilters(page);
  await expect(name).toBeInViewport({ ratio: 1 });
  await expect(list).toBeInViewport({ ratio: 1 });
});

test('the long text ends in sight, before the list that lies over its column', async ({ start }) => {
  const { page } = await start({ sample: 300 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await call(page, 'preferences.set', { filterPanelOpen: false });
  await go(page, '/list/search');
  await at(page, 1);
  const text = page.locator('.w-current [col-id="text"]').filter({ visible: true });
  const overlap = async (): Promise<number> => {
    const [cell, list] = [
      await text.boundingBox(),
      await page.locator('.w-current [col-id="list"]').filter({ visible: true }).boundingBox(),
    ];
    return (cell?.x ?? NaN) + (cell?.width ?? NaN) - (list?.x ?? NaN);
  };
  await press(page, 'Space');
  await expect(page.getByRole('complementary', { name: 'Company' })).toBeVisible();
  await expect.poll(overlap).toBeLessThanOrEqual(0);
  // With more room the text has its whole column again.
  await press(page, 'Space');
  await expect.poll(async () => (await text.boundingBox())?.width).toBeGreaterThanOrEqual(280);
});

test('highlights end in their column, with how many more there are in sight', async ({ start }) => {
  const { page } = await start({ sample: 300 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await go(page, '/list/search');
  await at(page, 1);
  const viewport = page.locator('.ag-grid-viewport').filter({ visible: true });
  await viewport.evaluate((element) => (element.scrollLeft = element.scrollWidth));
  const more = page.locator('.w-cell-more').filter({ visible: true });
  await expect(more.first()).toBeVisible();
  const cut = await page.locator('.w-cell-chips').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const { right } = cell.getBoundingClientRect();
        return [...cell.children].some((part) => part.getBoundingClientRect().right > right + 0.5);
      })
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
});

test('a toast does not lie over the row that one is on, not even the last one', async ({ start }) => {
  const { page } = await start({ sample: 500 });
  await page.setViewportSize({ width: 1024, height: 700 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  // End leads to the last loaded row.
  await expect(page.getByText(`${list.total} companies`, { exact: true })).toBeVisible({ timeout: 20_000 });
  const toast = page.locator('.mantine-Notification-root');
  for (const position of [list.total, 17]) {
    await press(page, 'Home');
    if (position === list.total) await press(page, 'End');
    else for (let row = 1; row < position; row++) await press(page, 'j');
    await at(page, position, list.total);
    const name = (await current(page).textContent()) ?? '';
    await press(page, 'e', 'z');
    await expect(toast.getByText(`Undone: Archived ${name}.`)).toBeVisible();
    await at(page, position, list.total);
    await expect(async () => {
      const [row, over] = [await current(page).boundingBox(), await toast.last().boundingBox({ timeout: 500 })];
      expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThan(over?.y ?? 0);
    }).toPass({ timeout: 4000 });
  }
});

test(
  'a list scrolls ahead of keys, and stays where it is when it is read again, however near to its edge one is',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 1000 });
    await go(page, '/list/search');
    await at(page, 1);
    const viewport = page.locator('.ag-grid-viewport').filter({ visible: true });
    const scrolled = (): Promise<number> => viewport.evaluate(({ scrollTop }) => scrollTop);
    // Four consecutive keys end at every possible distance from the edge.
    for (let keys = 20; keys < 24; keys++) {
      await press(page, 'Home');
      await burst(page, ...Array.from({ length: keys }, () => 'j'));
      await at(page, keys + 1);
      const name = (await current(page).textContent()) ?? '';
      const place = await current(page).boundingBox();
      const again = page.waitForResponse((response) =>
        /"searchCompanies".*"page_size":(?!25\D)/.test(response.request().postData() ?? ''),
      );
      await call(page, 'workspace.simulateWeek', null);
      await again;
      await page.waitForTimeout(200);
      await expect(current(page)).toHaveText(name);
      expect(await current(page).boundingBox()).toEqual(place);
    }
    const before = await scrolled();
    for (let key = 0; key < 8; key++) {
      await press(page, 'j');
      await page.waitForTimeout(150);
      const [row, table] = [await current(page).boundingBox(), await viewport.boundingBox()];
      expect((row?.y ?? Infinity) + 4 * 28).toBeLessThanOrEqual((table?.y ?? 0) + (table?.height ?? 0));
    }
    // Row by row; the first key also scrolls what the burst had left for a quiet moment.
    const rows = ((await scrolled()) - before) / 28;
    expect([8, 9]).toContain(rows);
  },
);
