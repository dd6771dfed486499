import { expect } from 'playwright/test';
import { ready } from '../fixtures.ts';
import { browserShellOnly } from '../launchers/shell.ts';
import { api, call } from '../pages/bridge.ts';
import type { Fault } from '../launchers/faultyWay.ts';
import { at, comeBack, current, press } from '../pages/list.ts';
import { countIn, expectScreen, expectUndecided, makeList, openList, placeOf } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';
import { ann, enter, openAll, test } from '../teamFixtures.ts';

/** No news of the lists and their counts gets through. */
function withoutLists(path: string): Fault | undefined {
  return path.includes('overview') ? { cut: true } : undefined;
}

test('what is left is right also where a count comes late, and moves are done meanwhile', async ({
  start,
  server,
  way,
}) => {
  expect(server.url).not.toBe(way.url);
  const { page } = await start({ sample: 0 });
  const list = await openAll(page, way);
  // Counts arrive long after the rows were read.
  way.breakWith((_, path) => (/page_size=1(?!\d)|overview/.test(path) ? { delay: 2500 } : undefined));
  await comeBack(page);
  for (let decided = 0; decided < 6; decided++) await page.keyboard.press('e');
  const archived = async (): Promise<number> =>
    (await api(page, 'listEntries', { query: { tag_archive: 'true', page_size: 2 } })).count;
  await expect.poll(archived).toBe(6);
  // Both counts have arrived by now: the one for coming back and the one for the moves.
  await page.waitForTimeout(6000);
  await expect(
    page.locator('[data-region="status"]').getByText(`${list.total - 6} undecided`, { exact: true }),
  ).toBeVisible();
  await at(page, 1, list.total - 6);
  await expectUndecided(page, 'All', list.total - 6);
});

test('a search tells what is decided already as soon as the server can, also what was decided on another device', async ({
  start,
  server,
  way,
  workspace,
}) => {
  test.slow();
  expect(server.url).not.toBe(way.url);
  const { page } = await start({ sample: 0 });
  await enter(page, way, ann);
  const other = await start({ sample: 0, workspace: `${workspace}/other` });
  await enter(other.page, way, ann);
  const { items } = await api(page, 'searchCompanies', { query: { stages: 'inv_stage_seed,inv_stage_pre_seed' } });
  const decide = async (row: number): Promise<void> => {
    const { id: companyId = 0, name = '' } = items[row] ?? {};
    const target = { entryId: null, companyId, name, from: 'None' as const, siblings: [] };
    await call(other.page, 'moves.enqueue', { to: 'Watchlist', targets: [target] });
    await expect.poll(() => countIn(other.page, 'tag_watchlist')).toBe(row + 1);
  };
  await decide(0);
  const watched = page.locator('.ag-cell[col-id="list"]').filter({ visible: true, hasText: 'Watchlist' });
  way.breakWith((_, path) => (path.includes('_inbox/ids/') ? { cut: true } : undefined));
  await page.goto(new URL('/list/search', page.url()).href);
  await ready(page);
  await expect(current(page)).toBeVisible();
  await expect(page.getByText('Connection lost', { exact: true })).toBeVisible();
  // Until it gives up.
  await page.waitForTimeout(3000);
  await expect(watched).toHaveCount(0);
  way.mend();
  await expect(watched).toHaveCount(1);

  await decide(1);
  await comeBack(page);
  await expect(watched).toHaveCount(2);
});

test('deciding all of an inbox leaves alone what was decided before and is still on its way', async ({
  start,
  server,
  way,
}) => {
  test.slow();
  expect(server.url).not.toBe(way.url);
  const { page } = await start({ sample: 0 });
  await enter(page, way, ann);
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a', 'inv_stage_series_b'] });
  await openList(page, list);
  way.breakWith((method) => (method === 'PATCH' ? { cut: true } : undefined));
  await press(page, 'w', 'o', 'w');
  await at(page, 1, list.total - 3);
  await press(page, 'Control+a');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await expect(bar.getByText(`${list.total - 3} selected`)).toBeVisible();
  await press(page, 'e');
  await expect(page.getByText('Inbox clear')).toBeVisible();
  way.mend();
  await expect.poll(() => countIn(page, 'tag_archive'), { timeout: 90_000 }).toBe(list.total - 3);
  expect([await countIn(page, 'tag_watchlist'), await countIn(page, 'tag_opportunities')]).toEqual([2, 1]);
});

test('what was done though its answer was lost is not done twice, and not refused when it is tried again', async ({
  start,
  server,
  way,
}) => {
  expect(server.url).not.toBe(way.url);
  const { page } = await start({ sample: 0 });
  await enter(page, way, ann);
  const names = async (): Promise<string[]> => (await api(page, 'listSmartLists')).results.map(({ name }) => name);
  way.breakWith((method) => (method === 'GET' ? undefined : { lost: true }));
  await go(page, '/list/search');
  await expect(current(page)).toBeVisible();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Save as smart list' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Not saved. The server could not be reached.');
  await expect(placeOf(page, 'Seed or Pre-Seed companies')).toBeVisible();
  way.mend();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectScreen(page, 'Seed or Pre-Seed companies');
  expect(await names()).toEqual(['Seed or Pre-Seed companies']);

  // What is gone leaves the screen, and deleting it again offers the usual undo.
  const [{ id, totalCount: total } = { id: 0, totalCount: 0 }] = (await api(page, 'listSmartLists')).results;
  const remove = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Settings for Seed or Pre-Seed companies' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };
  way.breakWith((method) => (method === 'DELETE' ? { lost: true } : undefined));
  await remove();
  await expect(page.getByText('This smart list no longer exists')).toBeVisible();
  await expect(page.getByText('Saved searches appear here.')).toBeVisible();
  way.mend();
  await api(page, 'restoreSmartList', { params: { id } });
  await openList(page, { id, name: 'Seed or Pre-Seed companies', total });
  // The current lists do not arrive before it is deleted again.
  way.breakWith((method, path) => (method === 'DELETE' ? { lost: true } : withoutLists(path)));
  await remove();
  await expect(page.getByText(/Couldn’t delete/)).toBeVisible();
  way.breakWith((_, path) => withoutLists(path));
  await remove();
  await expect(page.getByText(/^Deleted /)).toBeVisible();
  way.mend();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(names).toEqual(['Seed or Pre-Seed companies']);

  way.breakWith((method) => (method === 'POST' ? { lost: true } : undefined));
  await go(page, '/collections');
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.keyboard.type('Robots');
  await page.keyboard.press('Enter');
  const collection = page.getByRole('dialog', { name: 'New collection' });
  await expect(collection.getByRole('alert')).toHaveText('Not saved. The server could not be reached.');
  way.mend();
  await page.keyboard.press('Enter');
  await expect(collection).toBeHidden();
  expect((await api(page, 'listCollections')).results.map(({ name }) => name)).toEqual(['Robots']);
});

test(
  'a page that is loaded again does not offer what is decided and still on its way',
  browserShellOnly,
  async ({ start, server, way }) => {
    expect(server.url).not.toBe(way.url);
    const { page } = await start({ sample: 0 });
    const list = await openAll(page, way);
    way.breakWith((method) => (method === 'PATCH' ? { cut: true } : undefined));
    const decided = await current(page).innerText();
    await page.keyboard.press('w');
    await at(page, 1, list.total - 1);
    // The queue is slow to answer, the rows are not.
    await page.route('**/rpc', async (route) => {
      const isQueue = route.request().postData()?.includes('"moves.get"') === true;
      if (isQueue) await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.reload();
    await expect(current(page)).toBeVisible();
    expect(await current(page).innerText()).not.toBe(decided);
    await at(page, 1, list.total - 1);
  },
);
