import { mkdir } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { startKeyringBus, whyNoKeyring } from '../../contract/keyring/keyringBus.ts';
import { ready } from '../fixtures.ts';
import { objections } from '../pages/axe.ts';
import { api } from '../pages/bridge.ts';
import { at, comeBack, current } from '../pages/list.ts';
import { expectScreen, expectUndecided, makeList, openList } from '../pages/lists.ts';
import { go } from '../pages/screens.ts';
import { ann, bob, enter, openAll, test } from '../teamFixtures.ts';

test('on a server nobody is asked to begin with a sample, a file or a server', async ({ start, server, way }) => {
  expect(server.url).not.toBe(way.url);
  const { page } = await start({ sample: 0 });
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await enter(page, way, ann);
  await expect(page.getByText('No smart lists yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeHidden();
});

test('what could not be loaded comes by itself once the server is there again', async ({ start, server, way }) => {
  test.slow();
  expect(server.url).not.toBe(way.url);
  const { page } = await start({ sample: 0 });
  await openAll(page, way);
  const lost = page.getByText('Connection lost', { exact: true });
  const screens = [
    { path: '/list/watchlist', failed: 'Couldn’t load Watchlist.', back: 'Watchlist is empty' },
    { path: '/company/3', failed: 'Couldn’t load the company.', back: 'Similar companies' },
    { path: '/reports/3', failed: 'Couldn’t create the report.', back: 'Overview' },
  ];
  for (const { path, failed, back } of screens) {
    way.breakWith(() => ({ cut: true }));
    await go(page, path);
    await expect(page.getByText(failed)).toBeVisible({ timeout: 20_000 });
    await expect(lost).toBeVisible();
    way.mend();
    await expect(lost).toBeHidden({ timeout: 20_000 });
    await expect(page.getByText(back, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(failed)).toBeHidden();
  }
});

test('what a dialog could not save is told there as that, and can be tried again', async ({ start, server, way }) => {
  expect(server.url).not.toBe(way.url);
  const { page } = await start({ sample: 0 });
  await enter(page, way, ann);
  way.breakWith((method) => (method === 'POST' ? { cut: true } : undefined));
  await go(page, '/collections');
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.keyboard.type('Robots');
  await page.keyboard.press('Enter');
  const collection = page.getByRole('dialog', { name: 'New collection' });
  await expect(collection.getByRole('alert')).toHaveText('Not saved. The server could not be reached.');
  await page.keyboard.press('Escape');
  await go(page, '/list/search');
  await expect(current(page)).toBeVisible();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Save as smart list' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Not saved. The server could not be reached.');
  way.mend();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectScreen(page, 'Seed or Pre-Seed companies');
});

test('nothing of one account shows to the next one in the same window: no decision, no undo, no figures', async ({
  start,
  server,
  way,
}) => {
  test.slow();
  expect(server.url).not.toBe(way.url);
  const { page } = await start({ sample: 0 });
  await enter(page, way, ann);
  await openList(page, await makeList(page, 'Only Ann’s', {}));
  await go(page, '/list/search');
  await expectScreen(page, 'Search');
  await expect(current(page)).toBeVisible();
  const name = await current(page).innerText();
  await page.getByRole('grid').filter({ visible: true }).focus();
  await page.keyboard.press('w');
  const lists = page.locator('.ag-cell[col-id="list"]').filter({ visible: true, hasText: 'Watchlist' });
  await expect(lists).toHaveCount(1);
  await expect.poll(async () => (await api(page, 'listEntries', { query: { tag_watchlist: 'true' } })).count).toBe(1);

  const anns = page.getByText('Only Ann’s');
  await expect(anns.first()).toBeVisible();
  await enter(page, way, bob);
  await expect(page.getByText('No smart lists yet')).toBeVisible();
  await expect(anns).toHaveCount(0);
  await go(page, '/list/search');
  await expect(current(page)).toHaveText(name);
  await expect(lists).toHaveCount(0);
  await expect(page.getByText(/\d decided/)).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(page.getByText('Nothing to undo.', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^Undone: /)).toHaveCount(0);
});

test('the sidebar counts what is left at once, also while moves do not reach the server', async ({
  start,
  server,
  way,
}) => {
  expect(server.url).not.toBe(way.url);
  const { page } = await start({ sample: 0 });
  const list = await openAll(page, way);
  const count = (left: number): Promise<void> => expectUndecided(page, 'All', left);
  await count(list.total);
  way.breakWith((method) => (method === 'PATCH' ? { cut: true } : undefined));
  for (const key of ['w', 'e', 'o']) await page.keyboard.press(key);
  await at(page, 1, list.total - 3);
  await count(list.total - 3);
  await page.keyboard.press('z');
  await count(list.total - 2);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('e');
  await count(0);
  await page.keyboard.press('z');
  await count(list.total - 2);
  await go(page, '/');
  await expect(page.getByText(`${list.total - 2} companies to review in 1 smart list.`)).toBeVisible();
  way.mend();
  await expect
    .poll(async () => (await api(page, 'listSmartLists')).results[0]?.unratedCount, { timeout: 30_000 })
    .toBe(list.total - 2);
  await count(list.total - 2);
});

test('the notice that a sign-in is in memory goes with the session: nothing lies over the login page', async ({
  start,
  server,
  way,
}) => {
  const { page } = await start({ sample: 0 });
  await enter(page, way, ann);
  const notice = page.getByText('You’ll be signed out when Winnow closes');
  await expect(notice).toBeVisible();
  await server.revoke(ann);
  await go(page, '/list/archive');
  await expect(page.getByText('Your session has ended. Sign in again; your decisions are safe.')).toBeVisible();
  await expect(notice).toBeHidden();
  await ready(page);
});

test('a server that is away at the start is told with what can be done, and the start goes on once it is there', async ({
  start,
  server,
  way,
  workspace,
}) => {
  test.slow();
  const why = await whyNoKeyring();
  test.skip(why !== '', why);
  expect(server.url).not.toBe(way.url);
  const home = `${workspace}/home`;
  await mkdir(home);
  const bus = await startKeyringBus(home, 'unlocked');
  process.env['DBUS_SESSION_BUS_ADDRESS'] = bus.address;
  try {
    const first = await start({ sample: 0 });
    await enter(first.page, way, ann);
    await first.page.close();
    await first.stop();
    way.breakWith(() => ({ cut: true }));
    const { page } = await start({ sample: 0 });
    await expectScreen(page, `Waiting for ${new URL(way.url).host}`);
    await expect(page.getByText('The server could not be reached. Winnow retries every 5 seconds')).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sign in elsewhere' }).click();
    await expect(page.getByLabel('Server address')).toHaveValue(way.url);
    await page.goBack();
    way.mend();
    await expectScreen(page, 'Dashboard');
    await expect(page.getByRole('button', { name: 'Profile menu of Ann Lindqvist' })).toBeVisible();
  } finally {
    delete process.env['DBUS_SESSION_BUS_ADDRESS'];
    await bus.stop();
  }
});

test('who comes back to one device finds there what was done on another one', async ({
  start,
  server,
  way,
  workspace,
}) => {
  test.slow();
  expect(server.url).not.toBe(way.url);
  const { page } = await start({ sample: 0 });
  const list = await openAll(page, way);
  const other = await start({ sample: 0, workspace: `${workspace}/other` });
  await enter(other.page, way, ann);
  await openList(other.page, list);
  const name = await current(page).innerText();
  const next = page.locator('.w-cell-name-text').nth(1);
  const nextName = await next.innerText();
  await other.page.keyboard.press('w');
  await at(other.page, 1, list.total - 1);
  await expect.poll(async () => (await api(page, 'listEntries', { query: { tag_watchlist: 'true' } })).count).toBe(1);
  await expect(current(page)).toHaveText(name);
  await comeBack(page);
  await at(page, 1, list.total - 1);
  await expect(current(page)).toHaveText(nextName);
  await expectUndecided(page, 'All', list.total - 1);

  // The list itself is deleted.
  await api(other.page, 'deleteSmartList', { params: { id: list.id } });
  await comeBack(page);
  await expect(page.getByText('Saved searches appear here.')).toBeVisible();
  await expect(page.getByText('This smart list no longer exists')).toBeVisible();
  // No key decides about rows that are no longer visible.
  await page.keyboard.press('w');
  await expect(page.getByText(/^\d+ of \d+$/)).toHaveCount(0);
  expect((await api(page, 'listEntries', { query: { tag_watchlist: 'true' } })).count).toBe(1);
});
