import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { expect } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { at, press } from '../pages/list.ts';
import { expectScreen, makeList, openList } from '../pages/lists.ts';

test('product 14 Ctrl+E exports all columns; the menu also those that the table shows, of the list or the selection', async ({
  start,
}) => {
  const { page, saved } = await start({ sample: 500 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  const { results } = await api(page, 'listEntries', { query: { user_smart_list_id: list.id, page_size: 500 } });
  await openList(page, list);
  const all = await read(await saved(() => page.keyboard.press('Control+e')));
  expect(all.header.slice(0, 3)).toEqual(['ID', 'Name', 'Website']);
  expect(all.names.toSorted()).toEqual(results.map(({ name }) => name).toSorted());

  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  for (const name of ['Score', 'What it does', 'Highlights'])
    await page.getByRole('menuitemcheckbox', { name, exact: true }).uncheck();
  await press(page, 'Escape');
  await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const visible = await read(await saved(() => page.getByRole('menuitem', { name: 'Visible columns' }).click()));
  // All are of one stage, so that has no column.
  expect(visible.header).toEqual([
    'Name',
    'Sample',
    'City',
    'Country',
    'Founded',
    'Company size',
    'Amount raised',
    'Amount raised in its currency',
    'Industries',
    'Last funding',
    'Discovered on',
  ]);
  expect(visible.names).toEqual(all.names);

  await page.getByRole('grid').focus();
  await press(page, 'x', 'Shift+ArrowDown');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Export selection' }).click();
  const two = await read(await saved(() => page.getByRole('menuitem', { name: 'All columns' }).click()));
  expect(two.header).toEqual(all.header);
  expect(two.names.toSorted()).toEqual(
    results
      .slice(0, 2)
      .map(({ name }) => name)
      .toSorted(),
  );
});

test('the menus of a search, a smart list and a collection lead to their sector reports', async ({ start }) => {
  const { page } = await start({ sample: 500 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  const { id: collection } = await api(page, 'createCollection', { body: { name: 'Shortlist', description: '' } });
  const { ids } = await api(page, 'searchCompanyIds', { query: { stages: 'inv_stage_seed' } });
  await api(page, 'addCollectionItems', { body: { collection_id: collection, company_ids: ids.slice(0, 5) } });
  for (const [path, heading, report] of [
    ['/list/search', 'Search', /^\/reports\/search\?stages=/],
    [`/list/smart/${list.id}`, list.name, new RegExp(`^/reports/list/${list.id}$`)],
    [`/collections/${collection}`, 'Shortlist', new RegExp(`^/reports/collection/${collection}$`)],
  ] as const) {
    // Reloaded: the page does not know about what was made behind its back.
    await page.goto(new URL(path, page.url()).href);
    await ready(page);
    await expectScreen(page, heading);
    await at(page, 1);
    await page.getByRole('button', { name: 'More actions' }).filter({ visible: true }).click();
    await page.getByRole('menuitem', { name: 'Sector report' }).click();
    await expect.poll(() => page.evaluate(() => location.pathname + location.search)).toMatch(report);
    await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  }
});

/** The header and names of an exported file, read with a parser that is not ours. */
async function read(file: string): Promise<{ header: string[]; names: string[] }> {
  const { data } = Papa.parse<string[]>(await readFile(file, 'utf8'), { skipEmptyLines: true });
  const [header = [], ...rows] = data;
  return { header, names: rows.map((row) => row[header.indexOf('Name')] ?? '') };
}
