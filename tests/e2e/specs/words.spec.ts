import { expect, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { press } from '../pages/list.ts';
import { expectScreen } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search companies' });

async function searchFor(page: Page, text: string): Promise<void> {
  await press(page, '/');
  await page.keyboard.insertText(text);
  await press(page, 'Enter');
  await expectScreen(page, 'Search');
}

test('the search remembers: in the address, for Back and reload, and the last texts under the empty box', async ({
  start,
}) => {
  const { page } = await start({ sample: 1000 });
  const shown = async (text: string, said = `matching “${text}”.`): Promise<void> => {
    await expect(box(page)).toHaveValue(text);
    await expect(page.getByText(said)).toBeVisible();
    expect(new URL(page.url()).searchParams.get('text_search')).toBe(text);
  };
  await searchFor(page, 'data');
  await shown('data');
  await page.getByRole('button', { name: 'Remove Pre-Seed' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('stages')).toBe('inv_stage_seed');
  await searchFor(page, 'energy OR solar');
  await shown('energy OR solar', 'mentioning energy or solar.');
  await page.goBack();
  await shown('data');
  expect(new URL(page.url()).searchParams.get('stages')).toBe('inv_stage_seed');
  const found = page.getByText(/^[\d,]+ match.* found/);
  const query = { text_search: 'data', stages: 'inv_stage_seed', page_size: 1 };
  const { count } = await api(page, 'searchCompanies', { query });
  const total = `${count.toLocaleString('en')} matches found.`;
  await expect(found).toHaveText(total);
  await page.reload();
  await ready(page);
  await shown('data');
  await expect(found).toHaveText(total);

  // Esc says again what is searched for; the empty box offers the last texts.
  await press(page, '/');
  await page.keyboard.insertText('batt');
  await press(page, 'Escape');
  await expect(box(page)).toHaveValue('data');
  await expect(box(page)).not.toBeFocused();
  await go(page, '/settings');
  await expect(box(page)).toHaveValue('');
  await press(page, '/');
  await expect(page.getByRole('option')).toHaveText(['energy OR solar', 'data']);
  await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await shown('energy OR solar', 'mentioning energy or solar.');

  // The arrow leaves all searches at once.
  await searchFor(page, 'software');
  await page.getByRole('button', { name: 'search', exact: true }).click();
  await expectScreen(page, 'Settings');
});
