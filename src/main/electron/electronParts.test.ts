import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { DeepLink } from '#shared/bridge/links.ts';
import { createDeepLinks, deepLinkOf, ownArguments } from './deepLinks.ts';
import { electronDouble, type Recorded } from './testing/electronDouble.ts';
import { startTestElectron } from './testing/testElectron.ts';
import { runElectron } from './run.ts';
import { openTray, trayMenu } from './systemParts.ts';
import { minimumSize, placeWindow, readWindowState, writeWindowState, type Area } from './windowState.ts';

const left: Area = { x: 0, y: 25, width: 1920, height: 1055 };
const right: Area = { x: 1920, y: 0, width: 2560, height: 1440 };

describe('the main window’s place', () => {
  test('is as it was left where its display is still there', () => {
    const saved = { x: 2000, y: 100, width: 1300, height: 900, maximized: true, fullScreen: false };
    expect(placeWindow(saved, [left, right])).toEqual(saved);
  });

  test('moves onto a display that is there when its own was unplugged', () => {
    const saved = { x: 2000, y: 100, width: 1300, height: 900, maximized: false, fullScreen: false };
    expect(placeWindow(saved, [left])).toEqual({
      x: 620,
      y: 100,
      width: 1300,
      height: 900,
      maximized: false,
      fullScreen: false,
    });
  });

  test.for([null, undefined, 'text', {}, { x: 'a' }, { x: 0, y: 0, width: -1, height: 10, maximized: false }, [1, 2]])(
    'is the middle of the first display for the broken state %j',
    (saved) => {
      expect(placeWindow(saved, [left, right])).toEqual({
        x: 280,
        y: 122,
        width: 1360,
        height: 860,
        maximized: false,
        fullScreen: false,
      });
    },
  );

  test('always lies whole on a display', () => {
    const number = fc.integer({ min: -100_000, max: 100_000 });
    const size = fc.integer({ min: 1, max: 100_000 });
    const flag = fc.boolean();
    const state = fc.record({ x: number, y: number, width: size, height: size, maximized: flag, fullScreen: flag });
    const area = fc.record({
      x: fc.integer({ min: -5000, max: 5000 }),
      y: fc.integer({ min: -5000, max: 5000 }),
      width: fc.integer({ min: minimumSize.width, max: 5000 }),
      height: fc.integer({ min: minimumSize.height, max: 5000 }),
    });
    fc.assert(
      fc.property(state, fc.array(area, { minLength: 1, maxLength: 4 }), (saved, areas) => {
        const { x, y, width, height } = placeWindow(saved, areas);
        const isInside = (one: Area): boolean =>
          x >= one.x && y >= one.y && x + width <= one.x + one.width && y + height <= one.y + one.height;
        expect(areas.some(isInside)).toBe(true);
      }),
    );
  });

  test('survives a restart', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'winnow-window-'));
    expect(readWindowState(folder)).toBeNull();
    const state = { x: 1, y: 2, width: 1300, height: 900, maximized: false, fullScreen: false };
    await writeWindowState(folder, state);
    expect(readWindowState(folder)).toEqual(state);
    rmSync(folder, { recursive: true });
  });
});

describe('arguments', () => {
  test('our flags are picked out of what Chromium, Node and test drivers add', () => {
    const args = [
      '--inspect=0',
      '--remote-debugging-port=0',
      '.',
      '--workspace',
      '/tmp/w',
      '--no-sandbox',
      '--sample=5',
    ];
    expect(ownArguments([...args, '--json', 'winnow://open/company/1'])).toEqual([
      '--workspace',
      '/tmp/w',
      '--sample=5',
      '--json',
    ]);
  });

  test('S36 flags behind a link are not ours', () => {
    expect(ownArguments(['--json', 'winnow://open/x', '--workspace', '//evil.test/share'])).toEqual(['--json']);
  });

  test('S36 of several links the last one counts; text that only contains a link does not', () => {
    expect(deepLinkOf(['winnow://a', '--url=winnow://b', 'winnow://c', '--inspect'])).toBe('winnow://c');
    expect(deepLinkOf(['electron', '.', '--url=winnow://b'])).toBe('');
  });
});

describe('links', () => {
  test('S33 wait until the app can follow them; what is not understood is dropped', () => {
    const shown: string[] = [];
    const signIns: DeepLink[] = [];
    const links = createDeepLinks({ show: (where) => shown.push(where), signIn: (link) => signIns.push(link) });
    links.take('winnow://open/company/1');
    links.take('winnow://auth?access_token=t&state=s');
    for (const bad of [
      '',
      'winnow://open/../x',
      'winnow://auth?access_token=t',
      'https://evil.test/',
      'winnow://evil',
    ]) {
      links.take(bad);
    }
    expect([shown, signIns]).toEqual([[], []]);
    links.ready();
    links.take('winnow://open/list/archive');
    expect(shown).toEqual(['/company/1', '/list/archive']);
    expect(signIns).toEqual([{ kind: 'signIn', token: 't', state: 's' }]);
  });
});

describe('the tray', () => {
  test('shows the fullest inboxes with their counts, and does what it says', () => {
    const done: string[] = [];
    const act = {
      show: (where?: string) => void done.push(where ?? 'open'),
      refresh: () => void done.push('refresh'),
      quit: () => void done.push('quit'),
    };
    const inboxes = [
      { id: 1, name: 'Fintech', unrated: 3 },
      { id: 2, name: 'R&D', unrated: 12 },
    ];
    const menu = trayMenu({ lines: inboxes, assigned: 4, isLocal: true }, act);
    expect(menu.map(({ label }) => label ?? '-')).toEqual([
      'Open Winnow',
      '-',
      'R&&D (12)',
      'Fintech (3)',
      'Mine (4)',
      '-',
      'Refresh now',
      'Quit',
    ]);
    for (const { click } of menu) click?.({} as never, undefined, {});
    expect(done).toEqual(['open', '/list/smart/2', '/list/smart/1', '/mine', 'refresh', 'quit']);
  });
});

test.each([
  ['darwin', 0],
  ['win32', 1],
  ['linux', 1],
] as const)('a click on the tray opens the window where it does not open the menu (%s)', (platform, times) => {
  const { electron, recorded } = electronDouble();
  const show = vi.fn<() => void>();
  const app = { router: { handle: () => Promise.reject(new Error('Nothing is asked.')) } };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  openTray({ electron, app, log, platform, icon: 'tray.png', show, quit: () => undefined });
  recorded.trays[0]?.click();
  expect(show).toHaveBeenCalledTimes(times);
  // Also where the inboxes cannot be read.
  expect(recorded.trays[0]?.menu.map(({ label }) => label ?? '-')).toEqual(['Open Winnow', '-', 'Quit']);
});

/** A start that comes no further than to the workspace. */
async function startOn(workspace: string, isOnlyInstance: boolean, switches: string[] = []): Promise<Recorded> {
  const { electron, recorded } = electronDouble();
  for (const name of switches) recorded.switches.add(name);
  recorded.isOnlyInstance = isOnlyInstance;
  await runElectron({
    electron,
    flags: { browser: false, port: null, open: true, workspace, sample: 0, json: false },
    argv: [],
    root: '/nonexistent',
    openSettings: () => ({ store: {} }),
    loadUpdater: () => Promise.reject(new Error('Tests have no updater.')),
    noUpdates: 'This is a test.',
    crashes: new EventEmitter(),
    print: () => undefined,
    tell: () => undefined,
  });
  return recorded;
}

describe('start and end', () => {
  test('F29 quitting ends within two seconds, once, and frees the workspace', async () => {
    const shell = await startTestElectron();
    const started = performance.now();
    await shell.close();
    expect(performance.now() - started).toBeLessThan(2100);
    expect(shell.recorded.exits).toEqual([0]);
    expect(shell.recorded.trays.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  test('does not hold up a computer that is shut down', async () => {
    const shell = await startTestElectron();
    const prevented = vi.fn<() => void>();
    shell.recorded.power.emit('shutdown');
    // Another app may keep the computer from it yet: until this one is asked to end, it goes on.
    expect(await shell.call('workspace.get', null)).toMatchObject({ ok: true });
    expect(shell.recorded.trays[0]?.destroyed).toBe(false);
    shell.recorded.app.emit('before-quit', { preventDefault: prevented });
    expect(prevented).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(shell.recorded.trays[0]?.destroyed).toBe(true), { timeout: 10_000 });
    const pid = path.join(shell.root, 'workspace', 'owner.pid');
    await vi.waitFor(() => expect(existsSync(pid)).toBe(false), { timeout: 10_000 });
    rmSync(shell.root, { recursive: true, force: true });
  });

  test('F20 who starts Winnow while it ends gets a new one', async () => {
    const shell = await startTestElectron();
    expect(shell.recorded.isOnlyInstance).toBe(true);
    await shell.close();
    expect(shell.recorded.isOnlyInstance).toBe(false);
  });

  test('started from its source, it takes no links away from an app that is installed', async () => {
    const shell = await startTestElectron();
    expect(shell.recorded.protocolClients).toEqual([]);
    await shell.close();
  });

  test('F20 a second start ends at once and opens nothing', async () => {
    const workspace = mkdtempSync(path.join(tmpdir(), 'winnow-second-'));
    expect((await startOn(workspace, false)).windows).toEqual([]);
    rmSync(workspace, { recursive: true });
  });

  test('the sandbox is asked for, but not against who has said that the system has none', async () => {
    const workspace = mkdtempSync(path.join(tmpdir(), 'winnow-sandbox-'));
    expect((await startOn(workspace, false)).isSandboxed).toBe(true);
    expect((await startOn(workspace, false, ['no-sandbox'])).isSandboxed).toBe(false);
    rmSync(workspace, { recursive: true });
  });

  test('a workspace that cannot be used is told, and not taken for a second start', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'winnow-bad-'));
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    // As Electron does, which cannot make its lock there.
    const started = startOn(path.join(file, 'workspace'), false);
    await expect(started).rejects.toMatchObject({
      name: 'StartProblem',
      message: expect.stringContaining('is a file'),
    });
    rmSync(folder, { recursive: true });
  });
});
