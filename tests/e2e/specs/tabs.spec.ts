import { expect, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { at, current, press } from '../pages/list.ts';
import { countIn } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('two tabs: what one has decided shows in the other, whose undo leads back to that', async ({ start }) => {
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
});

/** The list cell of a company's row. */
function listOf(page: Page, name: string) {
  return page
    .getByRole('row')
    .filter({ has: page.locator('.w-cell-name-text').getByText(name, { exact: true }) })
    .locator('.w-cell-list');
}
