import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { at } from '../pages/list.ts';

test('from first start to a triaged smart list, exported', async ({ start, complaints }) => {
  const { page, saved } = await start({ sample: 50_000 });
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const { results: collections } = await api(page, 'listCollections');

  // Search "fintech" with Europe and Seed, and leave one country out.
  await page.keyboard.press('/');
  await page.keyboard.type('fintech');
  await page.keyboard.press('Enter');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('button', { name: /^Europe/ }).click();
  await expect(filters.getByRole('button', { name: /^Europe.*, included$/ })).toBeVisible();
  await filters.getByRole('button', { name: /^Pre-Seed.*, included$/ }).click();
  await filters.getByRole('button', { name: /^Pre-Seed.*, excluded$/ }).click();
  await filters.getByRole('button', { name: 'Exclude France' }).click();
  await expect(page.getByText('Seed companies in Europe, not in France, matching “fintech”.')).toBeVisible();
  const query = { text_search: 'fintech', stages: 'inv_stage_seed', regions: 'Europe', country_codes: '-FR' };
  const found = await api(page, 'searchCompanies', { query });
  expect(found.count).toBeGreaterThan(60);
  // What matches is told, however much of it has come.
  await expect(page.getByText(`${found.count.toLocaleString('en')} matches found.`, { exact: true })).toBeVisible();
  for (const { location, stages, region } of found.items) {
    expect(location.country.code).not.toBe('FR');
    expect(stages).toContain('inv_stage_seed');
    expect(region).toBe('Europe');
  }

  // Save it as a smart list; it is filled at once.
  await page.getByRole('grid').first().focus();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Save as smart list' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('Seed fintech companies in Europe, not in France');
  await expect(name).toBeFocused();
  // The proposed name is selected: typing replaces it.
  await page.keyboard.type('Fintech Europe');
  await expect(name).toHaveValue('Fintech Europe');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Fintech Europe', level: 1 })).toBeVisible();
  const [smartList] = (await api(page, 'listSmartLists')).results;
  expect(smartList).toMatchObject({ name: 'Fintech Europe', totalCount: found.count, unratedCount: found.count });

  // Triage 50 by keyboard, once there are rows: 40 to Archive, 6 to Watchlist, 4 to Opportunities; undo the last three.
  await at(page, 1);
  await pressTimes(page, 'e', 40);
  await pressTimes(page, 'w', 6);
  await pressTimes(page, 'o', 4);
  await expect(page.getByText('50 decided')).toBeVisible();
  await pressTimes(page, 'z', 3);
  await expect(page.getByText('47 decided')).toBeVisible();
  await expect.poll(() => countOf(page, 'tag_archive')).toBe(40);
  await expect.poll(() => countOf(page, 'tag_watchlist')).toBe(6);
  await expect.poll(() => countOf(page, 'tag_opportunities')).toBe(1);
  // One that was on its way when it was undone is taken back after it has arrived.
  const left = async () => (await api(page, 'listSmartLists')).results[0]?.unratedCount;
  await expect.poll(left).toBe(found.count - 47);
  expect((await api(page, 'listCollections')).results).toEqual(collections);

  // Export the Watchlist and read it back with a parser that is not ours.
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page.getByRole('heading', { name: 'Watchlist', level: 1 })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(7);
  const file = await saved(() => page.keyboard.press('Control+e'));
  await expect(page.getByText(/^Exported 6 companies to .*Watchlist\.csv/)).toBeVisible();
  const rows = Papa.parse<Record<string, string>>(await readFile(file, 'utf8'), { header: true, skipEmptyLines: true });
  expect(rows.errors).toEqual([]);
  const watchlist = await api(page, 'listEntries', { query: { tag_watchlist: 'true' } });
  expect(rows.data.map((row) => row['Name'])).toEqual(watchlist.results.map(({ name }) => name));
  expect(complaints).toEqual([]);
});

async function pressTimes(page: Page, key: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

async function countOf(page: Page, flag: 'tag_watchlist' | 'tag_opportunities' | 'tag_archive'): Promise<number> {
  return (await api(page, 'listEntries', { query: { [flag]: 'true' } })).count;
}
