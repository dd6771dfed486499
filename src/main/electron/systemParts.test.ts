import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { handOver } from '#main/shellCommon/handover.ts';
import { createBadge, trayMenu } from './systemParts.ts';
import { createRouteShower } from './bridgeIpc.ts';
import { electronDouble } from './testing/electronDouble.ts';
import { WindowDouble } from './testing/windowDouble.ts';
import { startTestElectron, type TestElectron } from './testing/testElectron.ts';

let shell: TestElectron;
beforeAll(async () => {
  shell = await startTestElectron();
});
afterAll(() => shell.close());

describe('what the system shows', () => {
  test('the tray is drawn with what it can do, and the badge is set', async () => {
    const drawn = (): string[] | undefined => shell.recorded.trays[0]?.menu.map(({ label }) => label ?? '-');
    await vi.waitFor(() => expect(drawn()).toEqual(['Open Winnow', '-', 'Refresh now', 'Quit']), { timeout: 30_000 });
    if (process.platform !== 'win32') expect(shell.recorded.badges.at(-1)).toBe(0);
  });

  test('the menu follows the user’s own keys', async () => {
    await shell.call('preferences.set', { shortcuts: { 'app.palette': ['Mod+p'] } });
    const view = shell.recorded.menu.find(({ label }) => label === 'View');
    if (!Array.isArray(view?.submenu)) throw new Error('There is no View menu.');
    expect(view.submenu.find(({ id }) => id === 'app.palette')?.accelerator).toBe('CommandOrControl+P');
  });

  test('what the system draws has the theme that the user has chosen', async () => {
    await shell.call('preferences.set', { theme: 'light' });
    expect(shell.recorded.theme.themeSource).toBe('light');
    await shell.call('preferences.set', { theme: 'system' });
    expect(shell.recorded.theme.themeSource).toBe('system');
  });

  test('a server refreshes by itself, so its tray does not offer to; names are plain and short', () => {
    const act = { show: () => undefined, refresh: () => undefined, quit: () => undefined };
    const lines = [{ id: 1, name: `a\u202Eb\n${'x'.repeat(300)}`, unrated: 2 }];
    const labels = trayMenu({ lines, assigned: 0, isLocal: false }, act).map(({ label }) => label ?? '-');
    expect(labels).not.toContain('Refresh now');
    expect(labels[2]?.length).toBeLessThan(120);
    expect(labels[2]).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  test('the badge is a number in the dock, and a mark on the taskbar of Windows', () => {
    const { electron, recorded } = electronDouble();
    const window = new WindowDouble({});
    const main = (): WindowDouble => window;
    const dock = createBadge({ electron, platform: 'darwin', icon: 'badge.png', main });
    dock(12);
    dock(0);
    expect(recorded.badges).toEqual([12, 0]);
    const taskbar = createBadge({ electron, platform: 'win32', icon: 'badge.png', main });
    taskbar(12);
    expect(window.overlay).toMatchObject({ description: '12 to review' });
    taskbar(0);
    expect(window.overlay).toEqual({ image: null, description: '' });
    expect(recorded.badges).toHaveLength(2);
  });
});

describe('routes', () => {
  test('a page that is being loaded is told as soon as it listens, and then once', () => {
    const window = new WindowDouble({});
    const windows = { main: () => window, showMain: () => window, contents: () => [window.webContents] };
    const contents = window.webContents;
    const client = `window-${contents.id}`;
    const routes = createRouteShower(windows);
    routes.show('/company/1');
    routes.show('/company/2');
    expect(window.webContents.sent).toEqual([]);
    routes.pageListens(client);
    routes.pageListens(client);
    routes.show('/company/3');
    const told = (): unknown[] => window.webContents.sent.map(([, , payload]) => payload);
    expect(told()).toEqual([{ path: '/company/2' }, { path: '/company/3' }]);
    // After a crash it is loaded anew.
    routes.pageLoads(contents);
    routes.show('/company/4');
    expect(told()).toHaveLength(2);
    routes.pageListens(client);
    expect(told().at(-1)).toEqual({ path: '/company/4' });
  });

  test('a command of the menu opens the window where it is closed (macOS), and runs when its page listens', () => {
    const window = new WindowDouble({});
    let main: WindowDouble | null = null;
    const windows = { main: () => main, showMain: () => (main = window), contents: () => [window.webContents] };
    const routes = createRouteShower(windows);
    routes.run('go.settings');
    expect(window.webContents.sent).toEqual([]);
    routes.pageListens(`window-${window.webContents.id}`);
    expect(window.webContents.sent).toEqual([['winnow:event', 'command', { id: 'go.settings' }]]);
    routes.run('app.import');
    expect(window.webContents.sent.at(-1)).toEqual(['winnow:event', 'command', { id: 'app.import' }]);
  });
});

describe('F20 starts beside it', () => {
  test('F20 a browser shell that is started on its workspace is handed over to the window', async () => {
    shell.window().paint();
    const shown = new Promise((resolve) => {
      shell.window().once('focus', resolve);
    });
    const reply = await handOver(path.join(shell.root, 'workspace'), { link: '', open: true });
    expect(reply).toEqual({ url: 'app://winnow/', shown: true });
    await shown;
  });

  test('S36 a link that it was started with is followed', async () => {
    await shell.call('shell.listens', null);
    shell.window().webContents.sent.length = 0;
    await handOver(path.join(shell.root, 'workspace'), { link: 'winnow://open/list/archive', open: false });
    expect(shell.window().webContents.sent).toContainEqual(['winnow:event', 'navigate', { path: '/list/archive' }]);
  });
});

test('S46 the workspace’s files are private', () => {
  const workspace = path.join(shell.root, 'workspace');
  expect(statSync(workspace).mode & 0o777).toBe(0o700);
  const files = readdirSync(workspace, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  expect(files.length).toBeGreaterThan(3);
  for (const { parentPath, name } of files) {
    // The double of electron-store in these tests writes as it likes; the real one is given 0600.
    if (name === 'settings.json') continue;
    expect([name, statSync(path.join(parentPath, name)).mode & 0o077]).toEqual([name, 0]);
  }
});

test('diagnostics are told to the window, without a token', async () => {
  const reply = (await shell.call('shell.diagnostics', null)) as { ok: boolean; value: { checks: { name: string }[] } };
  expect(reply).toMatchObject({ ok: true });
  expect(reply.value.checks.map(({ name }) => name)).toContain('Token kept in');
  expect(JSON.stringify(reply)).not.toMatch(/bearer/i);
});

test('updates say why there are none, and are refused', async () => {
  expect(await shell.call('updates.get', null)).toMatchObject({ ok: true, value: { status: 'unsupported' } });
  expect(await shell.call('updates.check', null)).toMatchObject({ ok: false, error: { code: 'unavailable' } });
});

test('closing the last window ends the app, but on macOS', async () => {
  const own = await startTestElectron();
  const ended = new Promise((resolve) => {
    own.recorded.onExit = resolve;
  });
  own.window().close();
  if (process.platform === 'darwin') expect(own.recorded.exits).toEqual([]);
  else expect(await ended).toBe(0);
  if (process.platform === 'darwin') await own.close();
  else rmSync(own.root, { recursive: true, force: true });
});

test('a crash of the main process is told in a dialog, and ends the app after its work is safe', async () => {
  const own = await startTestElectron();
  const ended = new Promise((resolve) => {
    own.recorded.onExit = resolve;
  });
  own.crashes.emit('uncaughtException', new Error('unexpected'));
  expect(await ended).toBe(1);
  expect(own.recorded.errorBoxes).toEqual([expect.stringContaining('Your decisions are saved')]);
  rmSync(own.root, { recursive: true, force: true });
});
