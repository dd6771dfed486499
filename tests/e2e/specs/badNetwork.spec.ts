import { expect } from 'playwright/test';
import { ready } from '../fixtures.ts';
import { api, call } from '../pages/bridge.ts';
import { at, comeBack, current, press } from '../pages/list.ts';
import { countIn, makeList, openList, unratedBeside } from '../pages/lists.ts';
import { ann, enter, test } from '../teamFixtures.ts';

test('what is left is right also where a count comes late, and moves are done meanwhile', async ({
  start,
  server,
  way,
}) => {
  expect(server.url).not.toBe(way.url);
  const { page } = await start({ sample: 0 });
  await enter(page, way, ann);
  const list = await makeList(page, 'All', {});
  await openList(page, list);
  // Counts are made long after the rows were read.
  way.breakWith((_, path) => (/page_size=1(?!\d)|overview/.test(path) ? { delay: 2500 } : undefined));
  await comeBack(page);
  for (let decided = 0; decided < 6; decided++) await page.keyboard.press('e');
  const archived = async (): Promise<number> =>
    (await api(page, 'listEntries', { query: { tag_archive: 'true', page_size: 2 } })).count;
  await expect.poll(archived).toBe(6);
  // Both counts have come by now: the one of coming back and the one of the moves.
  await page.waitForTimeout(6000);
  await expect(page.getByText(`${list.total - 6} left`, { exact: true })).toBeVisible();
  await at(page, 1, list.total - 6);
  await expect(unratedBeside(page, 'All')).toHaveText(`All${list.total - 6} unrated`);
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
  // Until it is given up.
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
