import { expect, type Page } from 'playwright/test';
import { ready, test } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api, call } from '../pages/bridge.ts';
import { at, chord, closeFilters, current, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';

test('a smart list is renamed, its filters edited, deleted and brought back', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a', 'inv_stage_seed'] });
  await openList(page, list);
  await press(page, 'w');
  await expect(page.getByText('1 decided')).toBeVisible();
  await expect.poll(async () => (await api(page, 'listSmartLists')).results[0]?.unratedCount).toBe(list.total - 1);

  await press(page, 'F2');
  const name = 'Müller & שלום 🚀 with a name that is much longer than the room there is for it';
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
  await press(page, 'Enter');
  await expectScreen(page, name);

  // Filters: undecided companies that no longer match leave, decided ones stay.
  await page.getByRole('button', { name: `Settings for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit filters' }).click();
  const dialog = page.getByRole('dialog', { name: `Edit filters: ${name}` });
  await dialog.getByRole('button', { name: /^Seed.*, included$/ }).click();
  await dialog.getByRole('button', { name: /^Seed.*, excluded$/ }).click();
  await dialog.getByRole('button', { name: 'Save filters' }).click();
  await expect(dialog).toHaveCount(0);
  const grown = (await api(page, 'searchCompanies', { query: { stages: 'inv_stage_series_a' } })).count;
  const [edited] = (await api(page, 'listSmartLists')).results;
  expect(edited?.totalCount).toBeLessThan(list.total);
  expect(edited?.totalCount).toBeGreaterThanOrEqual(grown);
  await expect(
    page.locator('[data-region="status"]').getByText(`${edited?.unratedCount} undecided`, { exact: true }),
  ).toBeVisible();
  expect((await api(page, 'listEntries', { query: { tag_watchlist: 'true' } })).count).toBe(1);

  await page.getByRole('button', { name: `Settings for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expectScreen(page, 'Dashboard');
  // `z` undoes the last action, which is not a decision here.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  await expect.poll(async () => (await api(page, 'listSmartLists')).results.map((item) => item.name)).toEqual([name]);
  expect((await api(page, 'listEntries', { query: { tag_watchlist: 'true' } })).count).toBe(1);
});

test(
  'whoever has gone elsewhere while a smart list is being deleted stays there',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 1000 });
    const other = await makeList(page, 'Other', { stages: ['inv_stage_series_a'] });
    const doomed = await makeList(page, 'Doomed', { stages: ['inv_stage_seed'] });
    await openList(page, doomed);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/rpc', async (route) => {
      if ((route.request().postData() ?? '').includes('"deleteSmartList"')) await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Settings for Doomed' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('link', { name: /^Other/ })
      .click();
    await at(page, 1, other.total);
    await press(page, 'j');
    release();
    await expect(page.getByText('Deleted Doomed.', { exact: false }).first()).toBeVisible();
    await press(page, 'j');
    await at(page, 3, other.total);
  },
);

test('zero inbox hides what is decided, and without it everything stays', async ({ start }) => {
  const { page } = await start({ sample: 1000 });
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  const first = (await current(page).textContent()) ?? '';
  await press(page, 'e');
  const names = page.locator('.w-cell-name-text').filter({ visible: true });
  await expect(names.filter({ hasText: first })).toHaveCount(0);
  await at(page, 1, list.total - 1);

  // The filter panel counts the list's companies.
  await press(page, 'f');
  const panel = page.getByRole('complementary', { name: 'Filters' });
  const left = (list.total - 1).toLocaleString('en');
  await expect(panel.getByRole('button', { name: `Series A ${left} matches` })).toBeVisible();
  await closeFilters(page);

  await go(page, '/settings');
  await page.getByRole('main').getByText('Zero inbox', { exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Zero inbox' })).not.toBeChecked();
  await go(page, `/list/smart/${list.id}`);
  await expect(names.first()).toHaveText(first);
  const archived = page.getByRole('row').filter({ hasText: first }).getByText('Archive');
  await expect(archived.filter({ visible: true })).toHaveCount(1);
  // The focus starts at the first undecided row.
  await at(page, 2, list.total);
});

test('columns are hidden, kept in view and sorted, and are as they were after a new start', async ({ start }) => {
  const app = await start({ sample: 1000 });
  const { page } = app;
  await go(page, '/list/search');
  await at(page, 1);
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Score', exact: true }).uncheck();
  await page.getByRole('menuitemcheckbox', { name: 'Industries', exact: true }).uncheck();
  await page.getByRole('menuitemcheckbox', { name: 'Pin Stage' }).click();
  await press(page, 'Escape');
  const menu = page.getByRole('button', { name: 'Columns, 2 columns hidden' });
  await expect(menu).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveCount(0);

  // A header with a sort requests that sort from the server.
  await page.getByRole('columnheader', { name: 'Company' }).click();
  const query = { stages: 'inv_stage_seed,inv_stage_pre_seed', sort_by: 'company_name' };
  const byName = (await api(page, 'searchCompanies', { query })).items.map(({ name }) => name);
  await expect(page.locator('.w-cell-name-text').filter({ visible: true }).first()).toHaveText(byName[0] ?? '');

  await expect.poll(() => hasPinned(page)).toBe(true);
  await app.stop();
  const again = await start({ sample: 1000 });
  await go(again.page, '/list/search');
  await at(again.page, 1);
  await expect(again.page.getByRole('button', { name: 'Columns, 2 columns hidden' })).toBeVisible();
  await expect(again.page.getByRole('columnheader', { name: 'Industries' })).toHaveCount(0);
});

test(
  'the sidebar asks for a first list only where there is none, not where the lists do not come',
  browserShellOnly,
  async ({ start }) => {
    const { page } = await start({ sample: 0 });
    const places = page.getByRole('navigation', { name: 'Places' });
    const first = places.getByText('Saved searches appear here.');
    await expect(first).toBeVisible();
    await makeList(page, 'Grown', {});
    let isDown = true;
    await page.route('**/rpc', async (route) => {
      if (isDown && (route.request().postData() ?? '').includes('"listSmartLists"')) await route.abort();
      else await route.continue();
    });
    await page.reload();
    await ready(page);
    await expect(places.getByLabel('Loading smart lists')).toBeVisible();
    await expect(first).toHaveCount(0);
    await expect(places.getByText('Couldn’t load.')).toBeVisible({ timeout: 60_000 });
    isDown = false;
    await places.getByRole('button', { name: 'Retry loading smart lists' }).click();
    await expect(places.getByRole('link', { name: 'Grown' })).toBeVisible();
  },
);

test('a search stays alive behind a company page, with its scroll and its row', async ({ start }) => {
  const { page } = await start({ sample: 2000 });
  await go(page, '/list/search');
  await at(page, 1);
  for (let row = 0; row < 40; row++) await page.keyboard.press('j');
  await at(page, 41);
  const name = (await current(page).textContent()) ?? '';
  const scroll = page.locator('.ag-grid-viewport').filter({ visible: true });
  const top = await scroll.evaluate((element) => element.scrollTop);
  expect(top).toBeGreaterThan(0);
  await press(page, 'Enter');
  await expectScreen(page, name);
  await press(page, 'u');
  await expectScreen(page, 'Search');
  await at(page, 41);
  await expect(current(page)).toHaveText(name);
  await expect.poll(() => scroll.evaluate((element) => element.scrollTop)).toBe(top);
  await press(page, 'j');
  await at(page, 42);
});

test('columns are moved and sized with the mouse, and stay so', async ({ start }) => {
  const { page } = await start({ sample: 500 });
  // Wide enough for the columns to fit side by side without scrolling.
  await page.setViewportSize({ width: 1600, height: 800 });
  await call(page, 'preferences.set', { filterPanelOpen: false });
  await go(page, '/list/search');
  await at(page, 1);
  await expect(page.getByRole('complementary', { name: 'Filters' })).toHaveCount(0);
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const left = async (name: string): Promise<number> => (await header(name).boundingBox())?.x ?? Number.NaN;
  expect(await left('Stage')).toBeLessThan(await left('Score'));

  const stage = await header('Stage').boundingBox();
  const score = await header('Score').boundingBox();
  if (stage === null || score === null) throw new Error('The headers are not there.');
  const y = stage.y + stage.height / 2;
  await page.mouse.move(score.x + score.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(stage.x + stage.width / 2, y, { steps: 8 });
  await page.mouse.move(stage.x + 4, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await left('Score')) < (await left('Stage'))).toBe(true);

  const before = await header('Score').boundingBox();
  if (before === null) throw new Error('The header is not there.');
  const edge = before.x + before.width - 1;
  await page.mouse.move(edge, y);
  await page.mouse.down();
  await page.mouse.move(edge + 60, y, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => (await header('Score').boundingBox())?.width).toBeGreaterThan(before.width + 40);

  const savedOrder = async (): Promise<unknown[]> => {
    const { columns } = await call(page, 'preferences.get', null);
    return (columns['search'] ?? []).map((column) => column['colId']).filter((id) => id === 'stages' || id === 'score');
  };
  const savedWidth = async (): Promise<unknown> => {
    const { columns } = await call(page, 'preferences.get', null);
    return columns['search']?.find((column) => column['colId'] === 'score')?.['width'];
  };
  await expect.poll(savedOrder).toEqual(['score', 'stages']);
  await expect.poll(savedWidth).toBeGreaterThan(before.width + 40);
  await page.reload();
  await at(page, 1);
  expect(await left('Score')).toBeLessThan(await left('Stage'));
  expect((await header('Score').boundingBox())?.width).toBeGreaterThan(before.width + 40);
});

/** Whether the settings have columns for the search, with one of them kept in view. */
async function hasPinned(page: Page): Promise<boolean> {
  const { columns } = await call(page, 'preferences.get', null);
  return columns['search']?.some((column) => column['pinned'] === 'left') ?? false;
}

test('the list that is open is in sight beside many others in the sidebar', async ({ start }) => {
  const { page } = await start({ sample: 60 });
  for (let index = 1; index < 30; index++) await makeList(page, `List ${index}`, {});
  const { id } = await makeList(page, 'List 30', {});
  await page.goto(new URL(`/list/smart/${id}`, page.url()).href);
  await expectScreen(page, 'List 30');
  const places = page.getByRole('navigation', { name: 'Places' });
  await expect(places.getByRole('link', { name: /^List 30/ })).toBeInViewport();
  await expect(places.getByRole('link', { name: 'Watchlist' })).not.toBeInViewport();
  await chord(page, 'w');
  await expect(places.getByRole('link', { name: 'Watchlist' })).toBeInViewport();
});

test('End goes to the last row of a long search without all before it, and Home back; keys after it mean what is there', async ({
  start,
}) => {
  const { page } = await start({ sample: 5000 });
  await go(page, '/list/search');
  await page.getByRole('list', { name: 'Filters in use' }).getByRole('button', { name: 'Clear all' }).click();
  const { count } = await api(page, 'searchCompanies');
  expect(count).toBeGreaterThan(2000);
  const total = count.toLocaleString('en');
  await at(page, 1, total);
  let calls = 0;
  page.on('request', (request) => {
    if ((request.postData() ?? '').includes('"searchCompanies"')) calls++;
  });
  const last = (await api(page, 'searchCompanies', { query: { page: Math.ceil(count / 25) - 1 } })).items.at(-1);
  await press(page, 'End');
  await page.keyboard.press('w');
  await expect.poll(() => countIn(page, 'tag_watchlist')).toBe(1);
  const watched = await api(page, 'listEntries', { query: { tag_watchlist: 'true' } });
  expect(watched.results[0]?.id).toBe(last?.id);
  await press(page, 'End');
  await at(page, count, total);
  await expect(current(page)).toHaveText(last?.name ?? '');
  expect(calls).toBeLessThan(8);

  // The rows before it are read as the user goes there.
  const place = page.getByText(new RegExp(`^[\\d,]+ of ${total}$`)).filter({ visible: true });
  await expect(async () => {
    await press(page, 'PageUp', 'PageUp', 'PageUp');
    const [position = ''] = ((await place.textContent()) ?? '').split(' ');
    expect(Number(position.replaceAll(',', ''))).toBeLessThan(count - 150);
  }).toPass();
  await press(page, 'Home');
  await at(page, 1, total);
});
