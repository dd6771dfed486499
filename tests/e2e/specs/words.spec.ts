import { expect, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { expectScreen } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search companies' });
const offer = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

async function searchFor(page: Page, text: string): Promise<void> {
  await press(page, '/');
  await page.keyboard.insertText(text);
  await press(page, 'Enter');
  await expectScreen(page, 'Search');
}

async function count(page: Page, text: string): Promise<number> {
  const query = { text_search: text, stages: 'inv_stage_seed,inv_stage_pre_seed' };
  return (await api(page, 'searchCompanies', { query })).count;
}

test('words are whole, longer ones and other texts are a key away, and what was found is marked', async ({ start }) => {
  const { page } = await start({ sample: 3000 });
  const chips = page.getByRole('list', { name: 'Filters in use' });
  const [plain, longer] = [await count(page, 'health'), await count(page, 'health*')];
  expect(longer).toBeGreaterThan(plain);
  await searchFor(page, 'health');
  await at(page, 1, plain);
  await expect(current(page)).toHaveText(/\bhealth\b/i);
  await expect(page.getByRole('button', { name: `Also ${longer - plain} with words that begin with` })).toBeVisible();
  await press(page, '*');
  await expect(chips.getByText('“health*”')).toBeVisible();
  await at(page, 1, longer);

  await searchFor(page, 'health -software "patients"');
  await at(page, 1, await count(page, 'health -software "patients"'));
  await press(page, 'Space');
  const pane = page.getByRole('complementary', { name: 'Company' });
  await expect(pane.locator('mark').first()).toHaveText(/^(?:health|healths|patients)$/i);
  for (const text of await pane.locator('mark').allTextContents()) expect(text).toMatch(/^(?:healths?|patients)$/i);
  await press(page, 'Space');

  // Where nothing matches, Enter takes the first text that finds something.
  await searchFor(page, 'health qqxyzzy');
  await expect(page.getByRole('button', { name: `Without “qqxyzzy”: ${plain}` })).toBeFocused();
  await expect(page.getByRole('button', { name: `Any of the words: ${plain}` })).toBeVisible();
  await press(page, 'Enter');
  await at(page, 1, plain);
  await expect(box(page)).toHaveValue('health');
});

test('filters and companies are offered for what is typed, also for two letters, which search for nothing', async ({
  start,
}) => {
  const { page } = await start({ sample: 3000 });
  await searchFor(page, 'health');
  const plain = await count(page, 'health');
  await at(page, 1, plain);
  await press(page, '/');
  await page.keyboard.insertText('AI');
  await expect(offer(page, /^Industry: Artificial Intelligence \(\d+\)$/)).toBeVisible();
  await press(page, 'Enter');
  await expect(page.getByText('Type at least 3 characters.')).toBeVisible();
  await at(page, 1, plain);
  await expect(page.getByText('matching “health”.')).toBeVisible();

  const { facets } = await api(page, 'getFacets', { query: { stages: 'inv_stage_seed,inv_stage_pre_seed' } });
  const most = Math.max(
    ...['industries', 'industry_groups'].map((name) => facets[name]?.['Artificial Intelligence'] ?? 0),
  );
  await expect(offer(page, `Artificial Intelligence (${most})`).first()).toBeVisible();
  await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Remove Artificial Intelligence' })).toBeVisible();
  await expect(page.getByText(/Artificial Intelligence, matching “health”\.$/)).toBeVisible();
  await expect(box(page)).toHaveValue('health');

  // A company by the beginning of its name.
  const { items } = await api(page, 'searchCompanies', { query: { page_size: 1 } });
  const { name } = items[0]!;
  await go(page, '/settings');
  await expect(box(page)).toHaveValue('');
  await press(page, '/');
  await page.keyboard.insertText(name.slice(0, -1));
  await offer(page, `Company: ${name}`).first().click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});

test('the search remembers: in the address, for Back and reload, and the last texts under the empty box', async ({
  start,
}) => {
  const { page } = await start({ sample: 1000 });
  const shown = async (text: string): Promise<void> => {
    await expect(box(page)).toHaveValue(text);
    await expect(page.getByText(`matching “${text}”.`)).toBeVisible();
    expect(new URL(page.url()).searchParams.get('text_search')).toBe(text);
  };
  await searchFor(page, 'data');
  await shown('data');
  await page.getByRole('button', { name: 'Remove Pre-Seed' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('stages')).toBe('inv_stage_seed');
  await searchFor(page, 'energy OR solar');
  await shown('energy OR solar');
  await page.goBack();
  await shown('data');
  expect(new URL(page.url()).searchParams.get('stages')).toBe('inv_stage_seed');
  const found = page.getByText(/^\d+ match.* found|^Showing/);
  const query = { text_search: 'data', stages: 'inv_stage_seed', page_size: 1 };
  // How many of them are loaded is another matter.
  const total = new RegExp(`\\b${(await api(page, 'searchCompanies', { query })).count}\\b`);
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
  await shown('energy OR solar');

  // The arrow leaves all searches at once.
  await searchFor(page, 'software');
  await page.getByRole('button', { name: 'search', exact: true }).click();
  await expectScreen(page, 'Settings');
});
