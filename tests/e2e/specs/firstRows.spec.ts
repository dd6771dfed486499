import { expect, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { api, call } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { makeList } from '../pages/lists.ts';

/** Until the table's code is there, the first rows are drawn plainly (FirstRows.tsx). */
const tableCode = /\/assets\/(?:CompanyTable|table)-[\w-]+\.js$/;
const picture = '.w-first';

/**
 * Loads a page with the table's code held back, and waits for its first rows; the returned function lets the code load.
 */
async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  await page.route(tableCode, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(new URL(path, page.url()).href);
  await ready(page);
  await expect(page.locator(`${picture} .w-cell-name-text`).first()).toBeVisible();
  // Text has its final width only in its own typeface.
  await page.evaluate(() => document.fonts.ready);
  return async () => {
    resolve();
    await expect(page.locator(picture)).toHaveCount(0);
  };
}

/** The texts of the first rows below an element, with their positions. */
async function textsBelow(page: Page, root: string): Promise<string[]> {
  return page.locator(root).evaluate((element) => {
    const places: string[] = [];
    const { bottom, right } = element.getBoundingClientRect();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { x, y, width, height } = range.getBoundingClientRect();
      const text = node.textContent?.trim() ?? '';
      // A scrollbar covers the last of them, and some texts are for screen readers only.
      const isHeard = (node.parentElement?.closest('.w-unseen') ?? null) !== null;
      const isSeen = !isHeard && width > 1 && height > 1 && y < bottom - 60 && x < right - 20;
      if (text !== '' && isSeen) places.push(`${text} @ ${Math.round(x)},${Math.round(y + height / 2)}`);
    }
    return places.toSorted();
  });
}

for (const { width, height, theme } of [
  { width: 1280, height: 800, theme: 'dark' },
  { width: 1024, height: 700, theme: 'light' },
] as const) {
  test(`the first rows stand where the table draws them: ${width} by ${height}`, async ({ start, complaints }) => {
    const { page } = await start({ sample: 2000 });
    await page.setViewportSize({ width, height });
    await call(page, 'preferences.set', { theme });
    const release = await openHeld(page, '/list/search');
    const before = await textsBelow(page, picture);
    expect(before.length).toBeGreaterThan(40);
    await release();
    await at(page, 1);
    const after = new Set(await textsBelow(page, '.w-grid'));
    expect(before.filter((text) => !after.has(text))).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

function column(colId: string, width: number, more = {}): Record<string, unknown> {
  return { colId, width, ...more };
}

test('the first rows have the columns as the user has them', async ({ start }) => {
  const { page } = await start({ sample: 2000 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await call(page, 'preferences.set', {
    filterPanelOpen: false,
    columns: {
      search: [
        column('ag-Grid-SelectionColumn', 34, { pinned: 'left' }),
        column('name', 160, { pinned: 'left' }),
        column('founded', 90),
        column('score', 104, { hide: true }),
        column('text', 320, { flex: null }),
        column('place', 168),
        column('size', 76),
        column('funded', 122),
        column('stages', 88),
        column('industries', 190),
        column('highlights', 300),
        column('discovered', 108),
        column('list', 118, { pinned: 'right' }),
      ],
    },
  });
  const release = await openHeld(page, '/list/search');
  const before = await textsBelow(page, picture);
  await expect(page.locator(picture)).not.toContainText('Score');
  await release();
  await at(page, 1);
  const after = new Set(await textsBelow(page, '.w-grid'));
  expect(before.filter((text) => !after.has(text))).toEqual([]);
});

test('what keys mean by the first rows is done to the row that was seen', async ({ start }) => {
  const { page } = await start({ sample: 2000 });
  const list = await makeList(page, 'Held', { stages: ['inv_stage_seed'] });
  const release = await openHeld(page, `/list/smart/${list.id}`);
  const names = await page.locator(`${picture} .w-cell-name-text`).allTextContents();
  await press(page, 'w', 'j', 'e');
  await release();
  await expect(current(page)).toHaveText(names[3] ?? '');
  const decided = async (flag: 'tag_watchlist' | 'tag_archive'): Promise<string[]> =>
    (await api(page, 'listEntries', { query: { [flag]: 'true' } })).results.map(({ name }) => name);
  await expect.poll(() => decided('tag_watchlist')).toEqual([names[0]]);
  await expect.poll(() => decided('tag_archive')).toEqual([names[2]]);
});

test('a table whose code does not arrive says so, and Retry loads it', async ({ start }) => {
  const { page } = await start({ sample: 300 });
  await page.route(tableCode, (route) => route.abort());
  await page.goto(new URL('/list/search', page.url()).href);
  await expect(page.getByRole('alert')).toContainText('Couldn’t show this screen.');
  await page.unroute(tableCode);
  await page.getByRole('button', { name: 'Retry' }).click();
  await at(page, 1);
});
