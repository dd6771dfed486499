import { expect, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { at, current, press } from '../pages/list.ts';
import { countIn } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test(
  'two tabs: what one has decided shows in the other, whose undo leads back to that',
  browserShellOnly,
  async ({ start }) => {
    const { page: first } = await start({ sample: 500 });
    await go(first, '/list/search');
    await at(first, 1);
    const name = (await current(first).textContent()) ?? '';
    const opening = first.waitForEvent('popup');
    await first.evaluate(() => void window.open('/list/search'));
    const second = await opening;
    await ready(second);
    await at(second, 1);
    await expect(current(second)).toHaveText(name);

    await press(first, 'w');
    await expect(listOf(second, name)).toHaveText('Watchlist');
    await second.bringToFront();
    await press(second, 'e');
    await expect(listOf(second, name)).toHaveText('Archive');
    await expect.poll(() => countIn(second, 'tag_archive')).toBe(1);
    await expect(listOf(first, name)).toHaveText('Archive');
    await press(second, 'z');
    await expect(listOf(second, name)).toHaveText('Watchlist');
    await expect.poll(() => countIn(second, 'tag_watchlist')).toBe(1);
    expect(await countIn(second, 'tag_archive')).toBe(0);
    await expect(listOf(first, name)).toHaveText('Watchlist');
  },
);

test(
  'a tab that is loaded again has the search it had, and another tab has its own',
  browserShellOnly,
  async ({ start }) => {
    const { page: first } = await start({ sample: 500 });
    const opening = first.waitForEvent('popup');
    await first.evaluate(() => void window.open('/list/search'));
    const second = await opening;
    await ready(second);
    await go(first, '/list/search');
    await searchFor(first, 'data');
    await first.getByRole('button', { name: 'Remove Pre-Seed' }).click();
    await searchFor(second, 'energy');
    await at(first, 1);
    const found = first.getByText(/^[\d,]+ match.* found/);
    const text = (await found.textContent()) ?? '';

    await first.reload();
    await ready(first);
    await expect(found).toHaveText(text);
    await expect(box(first)).toHaveValue('data');
    await expect(first.getByText('Seed companies matching “data”.')).toBeVisible();
    await expect(box(second)).toHaveValue('energy');

    // Even text too short to search for is kept; the back arrow clears it for good (product 2).
    await box(first).fill('da');
    await first.reload();
    await ready(first);
    await expect(box(first)).toHaveValue('da');
    await expect(first.getByText('Seed companies matching “data”.')).toBeVisible();
    await first.getByRole('button', { name: 'search', exact: true }).click();
    await first.reload();
    await ready(first);
    await expect(box(first)).toHaveValue('');
  },
);

function box(page: Page) {
  return page.getByRole('combobox', { name: 'Search companies' });
}

async function searchFor(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Search', exact: true })).toBeVisible();
}

/** The list cell of a company's row. */
function listOf(page: Page, name: string) {
  return page
    .getByRole('row')
    .filter({ has: page.locator('.w-cell-name-text').getByText(name, { exact: true }) })
    .locator('.w-cell-list');
}
