import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures.ts';
import { api } from '../pages/bridge.ts';
import { at, current, press } from '../pages/list.ts';
import { countIn, expectScreen, makeList, openList } from '../pages/lists.ts';
import { chooseTheme, go } from '../pages/screens.ts';

test('product 2 the frame has title, help, tooltips with keys, profile tabs and Admin', async ({ start }) => {
  const { page } = await start({ sample: 0 });
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Winnow' })).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search companies' });
  await expect(search).toHaveAttribute('title', /Press Enter to search/);
  // A tooltip names the command and its key.
  const help = page.getByRole('link', { name: 'Help', exact: true });
  await help.hover();
  await expect(page.getByRole('tooltip')).toHaveText(/Help.*F1/);
  // So do those that product 2.19 names besides the search: list views, filters, collections and the report link.
  const places = page.getByRole('navigation', { name: 'Places' });
  for (const [name, hint] of [
    ['Watchlist', 'Companies to keep an eye on'],
    ['Collections', 'Companies you collected yourself'],
    ['Reports', 'Sector overviews'],
  ] as const) {
    await places.getByRole('link', { name, exact: true }).hover();
    await expect(page.getByRole('tooltip').filter({ hasText: name })).toContainText(hint);
  }
  await go(page, '/list/watchlist');
  await page.getByRole('button', { name: 'Filters', exact: true }).hover();
  await expect(page.getByRole('tooltip').filter({ hasText: 'Filters' })).toHaveText(/Filters.*f/);
  // No button is only an icon.
  for (const [name, tip] of [
    ['Columns', /^Columns$/],
    ['Export CSV', /Export CSV.*E/],
    ['More actions', /^More actions$/],
    [/^Profile menu of /, /^Profile menu$/],
  ] as const) {
    await page.getByRole('button', { name }).hover();
    await expect(page.getByRole('tooltip').filter({ hasText: tip })).toBeVisible();
  }
  await help.click();
  await expectScreen(page, 'Help');
  // A local workspace has no admin site.
  await expect(page.getByRole('button', { name: 'Admin' })).toHaveCount(0);

  // In the local workspace the five tabs are on a page of the app, and its menu does not name them one by one.
  await page.getByRole('button', { name: /^Profile menu of / }).click();
  await expect(page.getByRole('menuitem')).toHaveText([/^Edit profile/, /^Settings/, /^Logout/]);
  await page.getByRole('menuitem', { name: 'Edit profile' }).click();
  await expectScreen(page, 'Profile');
  for (const tab of ['Profile', 'Account', 'Team', 'Plan', 'Billing']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible();
  }
  await expect(page.getByText('No billing for a local workspace.')).toBeVisible();

  await go(page, '/no/such/page');
  await expectScreen(page, 'Page not found');
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expectScreen(page, 'Dashboard');
});

test('product 2 the theme follows the system unless the user chooses one', async ({ start }) => {
  const { page } = await start({ sample: 0 });
  const shows = async (theme: 'dark' | 'light'): Promise<void> =>
    expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  await shows('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await shows('light');
  await chooseTheme(page, 'Dark');
  await shows('dark');
  await page.reload();
  await shows('dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await chooseTheme(page, 'Light');
  await shows('light');
});

test('product 2 product 9 the updates panel and a notification say what was done, and go by themselves', async ({
  start,
}) => {
  const { page } = await start({ sample: 1000 });
  // The dashboard starts with three ways to begin.
  const ways = page.getByRole('region', { name: 'Get started' });
  for (const way of ['Explore the sample', 'Import a file', 'Connect to a server']) {
    await expect(ways.getByText(way, { exact: true })).toBeVisible();
  }
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  const links = page.getByRole('navigation').getByRole('link');
  await expect(links.filter({ hasText: 'Grown' })).toContainText(String(list.total));
  const seen = await rememberNews(page);
  await press(page, 'w', 'w', 'e');
  await expect.poll(seen).toContain('Moved 2 companies to watchlist');
  await expect.poll(seen).toContain('Moved 1 company to archive');
  await expect(links.filter({ hasText: 'Grown' })).toContainText(String(list.total - 3));
  const panel = page.getByRole('complementary', { name: 'Background updates' });
  await expect(panel).toHaveCount(0, { timeout: 60_000 });

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, 'y');
  await expect.poll(seen).toContain('Copied 1 company.');
  // The pointer must not rest on it, or it would stay.
  await page.mouse.move(640, 5);
  await expect(page.getByText('Copied 1 company.')).toHaveCount(0, { timeout: 60_000 });

  await go(page, '/');
  const card = page.getByRole('article', { name: 'Grown' });
  await expect(card).toContainText(`undecided${list.total - 3}`);
  await card.getByRole('link', { name: 'Review' }).click();
  await expectScreen(page, 'Grown');
});

test('product 14 v and l open the website and LinkedIn, and more than five websites only when asked', async ({
  start,
}) => {
  const { page, outside, external } = await start({ sample: 1000 });
  // The specs' browser reaches nothing outside this machine, but reports what it requested.
  const asked: string[] = [];
  outside.on('request', (request) => asked.push(request.url()));
  const list = await makeList(page, 'Grown', { stages: ['inv_stage_series_a'] });
  await openList(page, list);
  const { results } = await api(page, 'listEntries', { query: { user_smart_list_id: list.id, page_size: 25 } });
  const index = results.findIndex(({ links }) =>
    ['website', 'linkedin'].every((type) => links.some((link) => link.type === type && link.url !== '')),
  );
  expect(index).toBeGreaterThanOrEqual(0);
  for (let row = 0; row < index; row++) await press(page, 'j');
  await expect(current(page)).toHaveText(results[index]?.name ?? '');
  for (const [key, type] of [
    ['v', 'website'],
    ['l', 'linkedin'],
  ] as const) {
    const opened = await external(() => press(page, key));
    const host = new URL(results[index]?.links.find((link) => link.type === type)?.url ?? '').host;
    await expect.poll(() => asked.some((address) => new URL(address).host === host)).toBe(true);
    await opened.close();
  }
  await press(page, 'Control+a');
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: /^Open websites/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Open \d+ websites\?$/ });
  await expect(dialog).toBeVisible();
  const before = outside.pages().length;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  expect(outside.pages()).toHaveLength(before);
  await press(page, 'Escape');
  await at(page, index + 1, list.total);
  expect(await countIn(page, 'tag_watchlist')).toBe(0);
});

/**
 * Records what panel and notifications say from now on: each is there for five seconds, which a busy machine may miss.
 */
async function rememberNews(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said = new Set<string>();
    Object.assign(globalThis, { said });
    new MutationObserver(() => {
      const news = document.querySelectorAll('[aria-label="Background updates"] li, .mantine-Notification-description');
      for (const { textContent } of news) said.add(textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { said: Set<string> }).said]);
}

test('E22 text and forms are as wide on every screen', async ({ start }) => {
  const { page } = await start({ sample: 50 });
  await page.setViewportSize({ width: 1920, height: 1080 });
  const frame = page.locator('main').locator('section:visible, article:visible').first();
  for (const path of ['/settings', '/workspace', '/help', '/reports', '/reports/1']) {
    await go(page, path);
    // The screen before it may be on its way out.
    await expect.poll(async () => (await frame.boundingBox())?.width, { message: path }).toBe(880);
  }
});
