import { expect } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { at, press } from '../pages/list.ts';
import { makeList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('a search is filtered without the mouse: words, values, one’s own lists, and the values of a row', async ({
  start,
}) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await go(page, '/list/search?regions=Europe');
  await at(page, 1);
  const panel = page.getByRole('complementary', { name: 'Filters' });
  const grid = page.getByRole('grid').filter({ visible: true });
  const chips = page.getByRole('list', { name: 'Filters in use' });
  const count = async (query: Record<string, string>): Promise<number> =>
    (await api(page, 'searchCompanies', { query: { ...query, page_size: 1 } })).count;

  // Into the panel, back to the list, and into the panel again.
  await press(page, 'f');
  const words = panel.getByRole('textbox', { name: 'Contains', exact: true });
  await expect(words).toBeFocused();
  await press(page, 'Escape');
  await expect(grid).toBeFocused();
  await press(page, 'Shift+F6');
  await expect(words).toBeFocused();
  await page.keyboard.type('hospital');
  await press(page, 'Enter');
  const hospitals = await count({ regions: 'Europe', text_search: 'hospital' });
  await at(page, 1, hospitals);
  const editor = panel.getByRole('region', { name: 'Words' });
  await expect(editor.getByText(hospitals.toLocaleString('en'), { exact: true })).toBeVisible();

  // A long list: what is typed, what is found, in and out.
  await panel.getByRole('textbox', { name: 'Find a country' }).focus();
  await page.keyboard.type('germ');
  await press(page, 'ArrowDown', '-');
  await expect(chips.getByText('not Germany')).toBeVisible();
  await at(page, 1, await count({ regions: 'Europe', text_search: 'hospital', country_codes: '-DE' }));
  await press(page, 'Enter');
  await expect(chips.getByText('Germany')).toHaveCount(0);
  await press(page, 'Escape');
  await expect(panel.getByRole('textbox', { name: 'Find a country' })).toBeFocused();

  // What is in a list of one's own is left out; the section that a key opens scrolls into sight.
  await panel.getByRole('button', { name: 'My lists' }).focus();
  await press(page, 'ArrowRight');
  const own = panel.getByRole('button', { name: 'Grown', exact: true });
  await expect(own).toBeInViewport();
  await own.focus();
  await press(page, '-');
  await expect(page.getByText('not in the smart list “Grown”', { exact: false }).first()).toBeVisible();
  await at(page, 1, await count({ regions: 'Europe', text_search: 'hospital', smart_lists: `-${list.id}` }));
  await press(page, 'Escape');
  await expect(grid).toBeFocused();

  // Only a value of the row, by its menu; without one, by the palette.
  await press(page, '=');
  const menu = page.getByRole('menu');
  const value = menu.getByRole('menuitem').first();
  await expect(value).toBeFocused();
  const [label = ''] = await value.locator('.mantine-Menu-itemLabel').allTextContents();
  await press(page, 'Enter');
  await expect(menu).toHaveCount(0);
  await expect(chips.getByText(label, { exact: true })).toBeVisible();
  await expect(grid).toBeFocused();
  await press(page, 'Control+k');
  await page.keyboard.type('without eur');
  await expect(page.getByRole('button', { name: 'Without Europe' })).toBeVisible();
  await press(page, 'Enter');
  await expect(chips.getByText('not Europe')).toBeVisible();
  await expect(chips.getByText('Europe', { exact: true })).toHaveCount(0);
});
