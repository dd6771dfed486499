import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'playwright/test';
import { expectPath, test, windowOf } from '../desktopFixtures.ts';
import { startStandIn } from '../../electronStandIn/start.ts';
import { go } from '../pages/screens.ts';

test('a start by a link shows its route', async ({ desktop }) => {
  const { page } = await desktop({ links: ['winnow://open/list/watchlist'] });
  await expectPath(page, '/list/watchlist');
  await expect(page.getByRole('heading', { name: 'Watchlist', level: 1 })).toBeVisible();
});

test('F20 a second start with a link shows it in the window that is open, and ends', async ({ desktop, workspace }) => {
  const app = await desktop();
  const second = await startStandIn({ args: ['--workspace', workspace, '--json', 'winnow://open/list/archive'] });
  expect(await second.ended).toBe(0);
  await expectPath(app.page, '/list/archive');
  expect(await app.standIn.ask('windows')).toHaveLength(1);
  // It came to the front: the only time it was focused.
  const { shown } = await app.standIn.ask('seen');
  expect(shown.filter(({ how }) => how === 'focus')).toHaveLength(1);
});

test('a link, a command and a second link that come while the page is loaded anew are followed once it listens', async ({
  desktop,
}) => {
  const { page, standIn } = await desktop();
  const navigations = async (): Promise<number> => (await standIn.ask('windows'))[0]?.navigations ?? 0;
  const reload = async (): Promise<void> => {
    const before = await navigations();
    await page.evaluate(() => location.reload());
    await expect.poll(navigations, { intervals: [1] }).toBeGreaterThan(before);
  };
  for (const round of [1, 2, 3]) {
    await reload();
    await standIn.ask('openUrl', 'winnow://open/list/watchlist');
    await standIn.ask('openUrl', `winnow://open/company/${round}`);
    await expectPath(page, `/company/${round}`);
    await reload();
    await standIn.ask('menu', 'go.settings');
    await expectPath(page, '/settings');
  }
});

test('a link that comes to the login page is followed after the sign-in', async ({ desktop }) => {
  const { page, standIn } = await desktop({ sample: 60 });
  await page.getByRole('button', { name: /^Profile menu of / }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expectPath(page, '/login');
  await standIn.ask('openUrl', 'winnow://open/list/archive');
  await page.getByRole('button', { name: 'Open local workspace' }).click();
  await expectPath(page, '/list/archive');
});

test('a window shows once, painted, and never takes the focus by itself', async ({ desktop }) => {
  const app = await desktop();
  const contents = await windowOf(app);
  await go(app.page, '/settings');
  expect((await app.standIn.ask('seen')).shown).toEqual([{ contents, how: 'show', painted: true }]);
});

test('place, size and full screen are there again after a restart, and shown painted', async ({ desktop }) => {
  const first = await desktop();
  const contents = await windowOf(first);
  await first.standIn.ask('placeWindow', contents, { x: 40, y: 50, width: 1200, height: 800 });
  await first.standIn.ask('fullScreen', contents, true);
  await first.stop();
  const second = await desktop();
  const [window] = await second.standIn.ask('windows');
  expect(window).toMatchObject({ isFullScreen: true });
  expect((await second.standIn.ask('seen')).shown.every(({ painted }) => painted)).toBe(true);
});

test('F29 closing the last window ends the app within two seconds with code 0, and on macOS leaves it running', async ({
  desktop,
  workspace,
}) => {
  const app = await desktop({ sample: 200 });
  const began = performance.now();
  await app.standIn.ask('closeWindow', await windowOf(app));
  expect(await app.standIn.ended).toBe(0);
  // Two seconds for the work (F29), plus the time a process takes to exit.
  expect(performance.now() - began).toBeLessThan(4000);

  const mac = await desktop({ platform: 'darwin', workspace });
  await mac.standIn.ask('closeWindow', await windowOf(mac));
  await expect.poll(async () => (await mac.standIn.ask('windows')).length).toBe(0);
  expect(mac.standIn.child.exitCode).toBeNull();
  // A click in the dock reopens it; a click while a window is visible opens no other.
  await mac.standIn.ask('activateApp', false);
  await expect.poll(async () => (await mac.standIn.ask('windows')).length).toBe(1);
  await mac.standIn.ask('activateApp', true);
  expect(await mac.standIn.ask('windows')).toHaveLength(1);
});

test('quitting waits for the work also after a shutdown that another app has prevented', async ({ desktop }) => {
  const app = await desktop({ sample: 200 });
  await app.standIn.ask('power', 'shutdown');
  // The computer keeps running, and so does the app.
  await go(app.page, '/settings');
  await expectPath(app.page, '/settings');
  await app.standIn.ask('quit');
  expect(await app.standIn.ended).toBe(0);
});

test('a package that cannot start says why in a box, on Linux too', async ({ workspace }) => {
  const file = path.join(workspace, 'file');
  writeFileSync(file, '');
  const standIn = await startStandIn({ args: ['--workspace', path.join(file, 'inside')], isPackaged: true });
  expect(await standIn.ended).toBe(1);
  expect(standIn.log()).toContain('[box] Winnow: The workspace');
  const flags = await startStandIn({ args: ['--workspace', workspace, '--port', 'x'], isPackaged: true });
  expect(await flags.ended).toBe(2);
  expect(flags.log()).toContain('[box] Winnow: ');
});

test('the keychain keeps no window waiting', async ({ desktop }) => {
  // A session bus without an answer: every call to the keychain waits for its deadline.
  const app = await desktop({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } });
  expect((await app.standIn.ask('seen')).shown).toHaveLength(1);
});

test('crashes are kept in the workspace and sent nowhere', async ({ desktop, workspace }) => {
  const { standIn } = await desktop();
  const { crashReporter, paths } = await standIn.ask('seen');
  expect(crashReporter).toEqual([{ uploadToServer: false }]);
  expect(paths['crashDumps']).toBe(path.join(workspace, 'electron', 'crashes'));
  expect(readdirSync(path.join(workspace, 'electron'))).toContain('crashes');
});
