import { expect, type Page } from 'playwright/test';
import { directionText, orderText } from '../../../src/shared/domain/listOrder.ts';
import { ready, test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { makeList, openList, type MadeList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

const undecided = { tag_watchlist: 'false', tag_opportunities: 'false', tag_archive: 'false' };

/** The names of a list's undecided companies in an order. */
async function namesIn(page: Page, { id }: MadeList, ordering?: string): Promise<string[]> {
  const query = { user_smart_list_id: id, ...undecided, page_size: 1000, ...(ordering !== undefined && { ordering }) };
  return (await api(page, 'listEntries', { query })).results.map(({ name }) => name);
}

/** The rows that the table draws: index and name. */
async function rowsShown(page: Page): Promise<[index: number, name: string][]> {
  const rows = page.locator('.w-grid .ag-row').filter({ visible: true });
  return rows.evaluateAll((all) =>
    all
      .filter((row) => row.querySelector('.w-cell-name-text') !== null)
      .map((row): [number, string] => [
        Number(row.getAttribute('row-index')),
        row.querySelector('.w-cell-name-text')?.textContent ?? '',
      ])
      .toSorted(([a], [b]) => a - b),
  );
}

/** Each row that is drawn is where it is in the whole list in that order. */
async function expectOrder(page: Page, list: MadeList, ordering?: string): Promise<void> {
  await expect(async () => {
    const [shown, names] = [await rowsShown(page), await namesIn(page, list, ordering)];
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.map(([, name]) => name)).toEqual(shown.map(([index]) => names[index]));
  }).toPass({ timeout: 20_000 });
}

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

test('a header sorts its list one way, the other way and not at all, and the toolbar says so', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  await press(page, 'j', 'j');

  for (const isDescending of [true, false]) {
    const order = { by: 'founded', isDescending };
    await header(page, 'Founded').click();
    await expectOrder(page, list, orderText(order));
    await expect(page.getByRole('button', { name: `Sorted by Founded, ${directionText(order)}` })).toBeVisible();
    await expect(header(page, 'Founded')).toHaveAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
    await at(page, 1, list.total);
    await press(page, 'j', 'j');
  }
  await header(page, 'Founded').click();
  await expect(page.getByRole('button', { name: /^Sorted by/ })).toHaveCount(0);
  await at(page, 1, list.total);
  await expectOrder(page, list);
});

test('Shift+S sorts by key; each list keeps its order, also over a reload', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  const other = await makeList(page, 'Other', { stages: ['inv_stage_seed'] });
  await openList(page, list);
  await press(page, 'Shift+S');
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: /own order/ })).toBeFocused();
  await press(page, 'ArrowDown');
  await expect(menu.getByRole('menuitem', { name: /^Company/ })).toBeFocused();
  await press(page, 'Enter');
  await expectOrder(page, list, 'name');
  await expect(page.getByRole('button', { name: 'Sorted by Company, A to Z' })).toBeVisible();

  await openList(page, other);
  await expect(page.getByRole('button', { name: 'Sort', exact: true })).toBeVisible();
  await expectOrder(page, other);
  await go(page, '/');
  await openList(page, list);
  await expectOrder(page, list, 'name');
  await page.reload();
  await ready(page);
  await at(page, 1, list.total);
  await expectOrder(page, list, 'name');

  await press(page, 'Shift+S');
  await page.getByRole('menuitem', { name: /own order/ }).click();
  await expectOrder(page, list);
});

test('under a sort a decided row leaves, and undo puts it back where it was', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  await header(page, 'Company').click();
  await expectOrder(page, list, 'name');
  await press(page, 'Home');
  await at(page, 1, list.total);
  const before = (await rowsShown(page)).map(([, name]) => name);
  await press(page, 'j', 'j', 'w');
  await at(page, 3, list.total - 1);
  await expect(current(page)).toHaveText(before[3] ?? '');
  await expectOrder(page, list, 'name');
  await press(page, 'z');
  await at(page, 3, list.total);
  await expect(current(page)).toHaveText(before[2] ?? '');
  expect((await rowsShown(page)).map(([, name]) => name)).toEqual(before);
  await expectOrder(page, list, 'name');
});
