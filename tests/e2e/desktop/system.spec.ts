import { expect } from 'playwright/test';
import { expectPath, test, windowOf } from '../desktopFixtures.ts';
import { ready } from '../fixtures.ts';
import { api, call } from '../pages/bridge.ts';
import { makeList } from '../pages/lists.ts';

test('a command of the menu runs in the window, and on macOS opens one where there is none', async ({ desktop }) => {
  const app = await desktop({ platform: 'darwin' });
  await app.standIn.ask('menu', 'go.watchlist');
  await expectPath(app.page, '/list/watchlist');
  await app.standIn.ask('closeWindow', await windowOf(app));
  await expect.poll(async () => (await app.standIn.ask('windows')).length).toBe(0);
  await app.standIn.ask('menu', 'go.settings');
  await expect.poll(async () => (await app.standIn.ask('windows')).length).toBe(1);
  const page = await app.pageOf(await windowOf(app));
  await ready(page);
  await expectPath(page, '/settings');
  // Settings is in the app menu, as usual on macOS.
  const [first] = (await app.standIn.ask('seen')).menu;
  expect(first).toMatchObject({
    role: 'appMenu',
    submenu: expect.arrayContaining([expect.objectContaining({ id: 'go.settings' })]),
  });
});

test('Ctrl+W closes a company’s own window, but neither the main one nor the app', async ({ desktop }) => {
  const app = await desktop({ sample: 60 });
  const [company] = (await api(app.page, 'searchCompanies')).items;
  await app.opened(() => call(app.page, 'shell.openCompany', { companyId: company?.id ?? 0 }).then(() => undefined));
  await expect.poll(async () => (await app.standIn.ask('seen')).shown.length).toBe(2);
  expect(await app.standIn.ask('press', 'CommandOrControl+W')).toBe(true);
  await expect.poll(async () => (await app.standIn.ask('windows')).length).toBe(1);
  await app.standIn.ask('press', 'CommandOrControl+W');
  await app.page.reload();
  await ready(app.page);
  expect(await app.standIn.ask('windows')).toHaveLength(1);
});

test('a refresh notifies, and a click on the notification opens its list, also where the window is closed', async ({
  desktop,
}) => {
  const app = await desktop({ sample: 2000, platform: 'darwin' });
  const list = await makeList(app.page, 'Early', { stages: ['inv_stage_seed', 'inv_stage_pre_seed'] });
  await call(app.page, 'workspace.simulateWeek', null);
  await expect.poll(async () => (await app.standIn.ask('seen')).notes.length, { timeout: 60_000 }).toBe(1);
  await app.standIn.ask('closeWindow', await windowOf(app));
  await expect.poll(async () => (await app.standIn.ask('windows')).length).toBe(0);
  await app.standIn.ask('clickNote');
  await expect.poll(async () => (await app.standIn.ask('windows')).length).toBe(1);
  const page = await app.pageOf(await windowOf(app));
  await ready(page);
  await expectPath(page, `/list/smart/${list.id}`);
});

test('the tray shows what is to be reviewed, and opens it', async ({ desktop }) => {
  const app = await desktop({ sample: 500 });
  const list = await makeList(app.page, 'Early & late', { stages: ['inv_stage_seed'] });
  const label = `Early && late (${list.total})`;
  await expect.poll(async () => (await app.standIn.ask('seen')).tray[0]?.menu, { timeout: 30_000 }).toContain(label);
  const { tray, badges } = await app.standIn.ask('seen');
  expect(tray[0]?.tip).toBe(`Winnow: ${list.total} to review`);
  expect(badges.at(-1)).toBe(list.total);
  await app.standIn.ask('trayMenu', label);
  await expectPath(app.page, `/list/smart/${list.id}`);
});

test('two windows decide in one queue, and each shows what the other has done', async ({ desktop }) => {
  const app = await desktop({ sample: 500 });
  const list = await makeList(app.page, 'Early', { stages: ['inv_stage_seed'] });
  const { results } = await api(app.page, 'listEntries', { query: { user_smart_list_id: list.id, page_size: 2 } });
  const [first] = results;
  const own = await app.opened(() =>
    call(app.page, 'shell.openCompany', { companyId: first?.id ?? 0 }).then(() => undefined),
  );
  await expect(own.getByRole('heading', { name: first?.name ?? '', level: 1 })).toBeVisible();
  await app.page.goto(new URL(`/company/${first?.id}`, app.page.url()).href);
  await ready(app.page);
  const where = app.page.getByRole('region', { name: 'In your lists' });
  await expect(where).toContainText('Undecided');
  await own.keyboard.press('o');
  await expect(where).toContainText('Opportunities');
  await app.page.keyboard.press('e');
  await expect(own.getByRole('region', { name: 'In your lists' })).toContainText('Archive');
  await app.page.keyboard.press('z');
  await expect(own.getByRole('region', { name: 'In your lists' })).toContainText('Opportunities');
  await expect.poll(async () => (await call(app.page, 'moves.get', null)).pending.length).toBe(0);
});

test('each event of a page has one listener, and what prints has one session', async ({ desktop }) => {
  const app = await desktop({ sample: 60 });
  const [company] = (await api(app.page, 'searchCompanies')).items;
  const subject = { kind: 'company', id: company?.id ?? 0 } as const;
  for (const name of ['a', 'b']) {
    await app.saved(async () => {
      await call(app.page, 'reports.save', { subject });
      expect(name).not.toBe('');
    });
  }
  expect((await app.standIn.ask('seen')).partitions).toEqual(['', 'print']);
  const counts = await app.standIn.ask('listeners', await windowOf(app));
  const own = [
    'will-navigate',
    'will-frame-navigate',
    'will-redirect',
    'will-attach-webview',
    'context-menu',
    'render-process-gone',
  ];
  expect(own.map((name) => [name, counts[name]])).toEqual(own.map((name) => [name, 1]));
});
