import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api, call } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { countIn, makeList, openList } from '../pages/lists.ts';
import { chooseTheme, go } from '../pages/screens.ts';

test('what the bar of a selection does: every list, back to None, collections, copying, clearing', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await go(page, '/list/search');
  await at(page, 1);
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  const select = async (): Promise<void> => {
    await page.getByRole('grid').focus();
    await press(page, 'Home', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await expect(bar.getByText('3 selected')).toBeVisible();
  };
  for (const [button, flag] of [
    ['Watchlist', 'tag_watchlist'],
    ['Opportunities', 'tag_opportunities'],
  ] as const) {
    await select();
    await bar.getByRole('button', { name: new RegExp(`^${button}`) }).click();
    await expect(bar).toHaveCount(0);
    await expect.poll(() => countIn(page, flag)).toBe(3);
  }
  expect(await countIn(page, 'tag_watchlist')).toBe(0);
  await select();
  await bar.getByRole('button', { name: /^Back to undecided/ }).click();
  await expect.poll(() => countIn(page, 'tag_opportunities')).toBe(0);

  await select();
  await bar.getByRole('button', { name: 'Copy rows' }).click();
  await expect(page.getByText('Copied 3 companies.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.trimEnd().split('\n')).toHaveLength(4);
  await bar.getByRole('button', { name: 'Add to collection' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Collection' }).fill('Shortlist');
  await press(page, 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect
    .poll(async () => (await api(page, 'listCollections')).results.map(({ companies }) => companies.length))
    .toEqual([3]);
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toHaveCount(0);
});

test('the keys of the list work while the reading pane has the focus', async ({ start }) => {
  const { page } = await start({ sample: 500 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  await press(page, 'Space');
  const pane = page.getByRole('complementary', { name: 'Company' });
  const name = (await current(page).textContent()) ?? '';
  await expect(pane.getByRole('heading', { name, level: 2 })).toBeVisible();
  await pane.focus();
  await expect(pane).toBeFocused();
  await press(page, 'j');
  await at(page, 2, list.total);
  await press(page, 'k');
  await at(page, 1, list.total);
  await pane.focus();
  await press(page, 'w');
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);
  await expect(pane.getByRole('heading', { name, level: 2 })).toHaveCount(0);
  await pane.focus();
  await press(page, 'z');
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(0);
  await expect(pane.getByRole('heading', { name, level: 2 })).toBeVisible();
});

test(
  'product 10.4 theme, window size and new data leave focus and scroll where they are',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 1000 });
    await go(page, '/list/search');
    await at(page, 1);
    for (let row = 0; row < 60; row++) await page.keyboard.press('j');
    await at(page, 61);
    const name = (await current(page).textContent()) ?? '';
    const isSeen = async (): Promise<void> => {
      await expect(current(page)).toHaveText(name);
      await expect(current(page)).toBeInViewport();
      await expect(page.getByRole('grid').filter({ visible: true })).toBeFocused();
    };
    for (const size of [
      { width: 1024, height: 700 },
      { width: 1600, height: 1000 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      await isSeen();
    }
    // With the palette, as in the middle of a list.
    const scheme = page.locator('html[data-mantine-color-scheme="light"]');
    await press(page, 'Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('textbox').fill('Switch theme');
    await press(page, 'Enter');
    await expect(scheme).toHaveCount(1);
    await isSeen();
    await chooseTheme(page, 'Dark');
    await expect(scheme).toHaveCount(0);
    await go(page, '/list/search');
    await isSeen();

    // The weekly refresh brings new companies, and the list is re-read.
    const again = page.waitForResponse((response) =>
      /"searchCompanies".*"page_size":(?!25\D)/.test(response.request().postData() ?? ''),
    );
    await call(page, 'workspace.simulateWeek', null);
    await again;
    await isSeen();
  },
);

test('neither a toast nor the background updates lie over the bar of a selection, and no toast over a dialog', async ({
  start,
}) => {
  const { page } = await start({ sample: 500 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await go(page, '/list/search');
  await at(page, 1);
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  const toast = page.getByText('Copied 2 companies.').last();
  const updates = page.getByRole('complementary', { name: 'Background updates' });
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await press(page, 'x', 'Shift+ArrowDown', 'w', 'x', 'Shift+ArrowDown');
    await expect(bar.getByText('2 selected')).toBeVisible();
    await press(page, 'y');
    await expect(toast).toBeVisible();
    const foot = await bar.boundingBox();
    for (const other of [toast, updates]) {
      await expect(async () => {
        const box = await other.boundingBox({ timeout: 500 });
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(foot?.y ?? 0);
      }).toPass({ timeout: 4000 });
    }
    await press(page, 'Escape');
    await expect(bar).toHaveCount(0);
  }
  await press(page, 'y', '?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
  const notification = page.locator('.mantine-Notification-root').last();
  const isOnTop = await notification.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop).toBe(false);
});

test('toasts stand beside moves that were refused, and above where there is no room beside them', async ({ start }) => {
  const { page } = await start({ sample: 500 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await go(page, '/list/search');
  await at(page, 1);
  const targets = [1, 2, 3].map((id) => ({
    entryId: 900_000 + id,
    companyId: id,
    from: 'None' as const,
    siblings: [],
  }));
  await call(page, 'moves.enqueue', {
    to: 'Archive',
    targets: targets.map((target) => ({ ...target, name: `A company with a long name, ${target.companyId}` })),
  });
  const panel = page.getByRole('complementary', { name: 'Background updates' });
  await expect(panel.getByText('3 moves were refused')).toBeVisible();
  const toast = page.locator('.mantine-Notification-root').last();
  for (const width of [1280, 1024, 800, 512]) {
    await page.setViewportSize({ width, height: 700 });
    await page.getByRole('grid').focus();
    await press(page, 'y');
    await expect(async () => {
      const [left, right] = [await toast.boundingBox({ timeout: 500 }), await panel.boundingBox({ timeout: 500 })];
      if (left === null || right === null) throw new Error('One of them is not there.');
      const isBeside = left.x >= 0 && left.x + left.width < right.x;
      const isAbove = left.y >= 0 && left.y + left.height < right.y;
      expect({ width, isClear: isBeside || isAbove }).toEqual({ width, isClear: true });
    }).toPass({ timeout: 4000 });
  }
});

test('select all, and an export, are about what a filter over a list shows, not about the whole list', async ({
  start,
}) => {
  const { page, saved } = await start({ sample: 500 });
  const list = await makeList(page, 'All', {});
  await openList(page, list);
  await press(page, 'f');
  const panel = page.getByRole('complementary', { name: 'Filters' });
  const value = panel.getByRole('button', { name: /^Europe/ });
  await expect(value).toHaveAccessibleName(/\d match/);
  const [, count = ''] = /([\d,]+) match/.exec((await value.getAttribute('aria-label')) ?? '') ?? [];
  expect(Number(count)).toBeGreaterThan(25);
  expect(Number(count)).toBeLessThan(list.total);
  await value.click();
  await at(page, 1, count);
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await page.getByRole('grid').focus();
  const file = await saved(() => page.keyboard.press('Control+e'));
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(Number(count) + 1);

  await page.getByRole('grid').focus();
  await press(page, 'Control+a');
  await expect(bar.getByText(`${count} selected`, { exact: true })).toBeVisible();
  await press(page, 'e');
  await expect.poll(() => countIn(page, 'tag_archive'), { timeout: 60_000 }).toBe(Number(count));
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await expect(
    page.locator('[data-region="status"]').getByText(`${list.total - Number(count)} undecided`, { exact: true }),
  ).toBeVisible();
  await expect.poll(() => countIn(page, 'tag_archive')).toBe(Number(count));
});

test('rows that come while all are selected belong to the selection', browserShellOnly, async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const list = await makeList(page, 'All', {});
  await openList(page, list);
  await press(page, 'Control+a');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  const all = bar.getByText(`All ${list.total.toLocaleString('en')} matches`);
  await expect(all).toBeVisible();
  // The list is re-read, in larger pages than before.
  const again = page.waitForResponse((response) =>
    /"listEntries".*"page_size":(?!25\D)/.test(response.request().postData() ?? ''),
  );
  await call(page, 'workspace.simulateWeek', null);
  await again;
  await expect(all).toHaveCount(0);
  await expect(
    page.getByRole('row', { selected: false }).filter({ has: page.locator('.w-cell-name-text') }),
  ).toHaveCount(0);
  await expect(bar.getByText(/^All [\d,]+ matches/)).toBeVisible();
  // What is not loaded cannot be copied, and the toast says so.
  await press(page, 'y');
  await expect(page.getByText(/^Copied \d+ of [\d,]+ companies: the others are not loaded yet\./)).toBeVisible();
  await press(page, 'e');
  await expect(page.getByText('Inbox clear')).toBeVisible();
});
