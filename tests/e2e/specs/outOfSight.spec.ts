import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { expectScreen, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

/** The names of the companies in the archive. */
async function archived(page: Page): Promise<string[]> {
  const { results } = await api(page, 'listEntries', { query: { tag_archive: 'true' } });
  return results.map(({ name }) => name);
}

const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' });

test('a filter lets go of selected rows that it hides, so that nothing out of sight is decided', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  const hidden = (await current(page).textContent()) ?? '';
  await press(page, 'x', 'j', 'j', 'j');
  const seen = (await current(page).textContent()) ?? '';
  await press(page, 'f');
  await filters(page).getByRole('textbox', { name: 'Contains', exact: true }).fill(seen);
  await expect(page.getByText('1 selected')).toHaveCount(0);
  await expect(current(page)).toHaveText(seen);
  await page.getByRole('grid').filter({ visible: true }).focus();
  await press(page, 'e');
  await expect.poll(() => archived(page)).toEqual([seen]);
  await page.getByRole('button', { name: 'Clear all' }).first().click();
  await expect(page.locator('.w-cell-name-text').filter({ visible: true, hasText: hidden }).first()).toBeVisible();
  await expect(page.getByText(/\d selected/)).toHaveCount(0);
});

test('the filter of an inbox is there again after a company was opened, and does not go along to the next inbox', async ({
  start,
}) => {
  const { page } = await start({ sample: 2000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  const other = await makeList(page, 'Other', { stages: ['inv_stage_series_b'] });
  await openList(page, list);
  await press(page, 'f');
  await filters(page)
    .getByRole('button', { name: /^Europe/ })
    .click();
  const result = page.getByText(/^\d+ of \d+$/).filter({ visible: true });
  await expect(result).not.toHaveText(`1 of ${list.total}`);
  await page.getByRole('grid').filter({ visible: true }).focus();
  await press(page, 'j', 'j');
  await expect(result).toHaveText(/^3 of /);
  const place = (await result.textContent()) ?? '';
  const name = (await current(page).textContent()) ?? '';
  await press(page, 'Enter');
  await expectScreen(page, name);
  await press(page, 'u');
  await expect(result).toHaveText(place);
  await expect(current(page)).toHaveText(name);
  await expect(filters(page)).toBeVisible();
  await press(page, 'Shift+J');
  await at(page, 1, other.total);
  await expect(filters(page)).toHaveCount(0);
});

test('a collection has the filters of every list', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const { items } = await api(page, 'searchCompanies', { query: { page_size: 20 } });
  const { id } = await api(page, 'createCollection', { body: { name: 'Held', description: '' } });
  await api(page, 'addCollectionItems', { body: { collection_id: id, company_ids: items.map((item) => item.id) } });
  await go(page, `/collections/${id}`);
  await at(page, 1, 20);
  await press(page, 'f');
  await filters(page)
    .getByRole('textbox', { name: 'Contains', exact: true })
    .fill(items[3]?.name ?? '');
  await at(page, 1, 1);
  await expect(current(page)).toHaveText(items[3]?.name ?? '');
  await filters(page).getByRole('textbox', { name: 'Contains', exact: true }).fill('nothing has these words');
  await expect(page.getByRole('button', { name: /clear/i }).first()).toBeVisible();
  await expect(page.locator('.w-cell-name-text').filter({ visible: true })).toHaveCount(0);
});
