import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeTimers } from './testing/fakeTimers.ts';
import { electronDouble, type Recorded } from './testing/electronDouble.ts';
import { WindowDouble } from './testing/windowDouble.ts';
import { AppWindows } from './windows.ts';

let folder: string;
let recorded: Recorded;
let windows: AppWindows;
let timers: FakeTimers;
let lastClosed: number;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'winnow-windows-'));
  const double = electronDouble();
  recorded = double.recorded;
  timers = new FakeTimers();
  lastClosed = 0;
  windows = new AppWindows({
    electron: double.electron,
    preload: '/app/out/preload/index.cjs',
    icon: '/app/resources/icon.png',
    folder,
    devTools: false,
    clock: timers,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    onLastClosed: () => {
      lastClosed += 1;
    },
    onPageGone: () => undefined,
  });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const safe = {
  nodeIntegration: false,
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
  devTools: false,
};

describe('S1 windows', () => {
  test('S1 the main window, a company’s own and a hidden one have the same safe preferences', async () => {
    windows.showMain();
    await windows.openRoute('/embed/company/3');
    windows.openHidden();
    windows.openHidden();
    const app = { ...safe, preload: '/app/out/preload/index.cjs' };
    const hidden = { ...safe, javascript: false };
    expect(recorded.windows.map(({ options }) => options.webPreferences)).toEqual([
      app,
      app,
      { ...hidden, partition: 'print' },
      { ...hidden, partition: 'print' },
    ]);
  });

  test('S1 a hidden window is never shown, gets no events and no session that is kept', () => {
    const hidden = windows.openHidden();
    const [window] = recorded.windows;
    expect(window?.options.show).toBe(false);
    expect(window?.options.webPreferences?.partition).not.toMatch(/^persist:/);
    expect(windows.contents()).not.toContain(hidden.webContents);
  });
});

const savedState = (): unknown => JSON.parse(readFileSync(path.join(folder, 'window.json'), 'utf8'));

describe('the main window’s place', () => {
  test('is written once after it has come to rest, with whether it is maximised', async () => {
    windows.showMain();
    const [window] = recorded.windows;
    if (window === undefined) throw new Error('No window was opened.');
    for (const width of [1200, 1210, 1220]) {
      window.place({ x: 10, y: 20, width, height: 800 });
      timers.advance(100);
    }
    expect(() => savedState()).toThrow();
    window.maximize();
    timers.advance(1000);
    await windows.settled();
    expect(savedState()).toEqual({ x: 10, y: 20, width: 1220, height: 800, maximized: true, fullScreen: false });
  });

  test('is written also where the app ends before that', async () => {
    windows.showMain();
    recorded.windows[0]?.place({ x: 30, y: 40, width: 1300, height: 900 });
    await windows.settled();
    expect(savedState()).toEqual({ x: 30, y: 40, width: 1300, height: 900, maximized: false, fullScreen: false });
  });
});

describe('a display with less room than Winnow asks for, as a laptop’s at 150 %', () => {
  const laptop = { x: 0, y: 0, width: 1280, height: 672 };

  test('holds the main window whole, which may be as small as the display', () => {
    recorded.workArea = laptop;
    windows.showMain();
    expect(recorded.windows[0]?.options).toMatchObject({ ...laptop, minWidth: 1024, minHeight: 672 });
  });

  test('holds a company’s own window whole', async () => {
    recorded.workArea = { ...laptop, width: 1024 };
    await windows.openRoute('/embed/company/3');
    expect(recorded.windows[0]?.options).toMatchObject({ width: 1024, height: 672 });
  });
});

test('the last window is the last that the user sees, also while a hidden one prints', async () => {
  windows.showMain();
  await windows.openRoute('/embed/company/3');
  windows.openHidden();
  recorded.windows[0]?.close();
  expect(lastClosed).toBe(0);
  recorded.windows[1]?.close();
  expect(lastClosed).toBe(1);
});

describe('a right click', () => {
  const editFlags = { canCut: false, canCopy: true, canPaste: true, canSelectAll: true };
  const click = (clicked: object): (string | undefined)[] | undefined => {
    recorded.windows[0]?.webContents.emit('context-menu', {}, { editFlags, ...clicked });
    return recorded.popups.at(-1)?.map(({ role, enabled }) => (enabled === false ? `no ${role}` : role));
  };

  test('in a field offers what can be done with its text', () => {
    windows.showMain();
    const offered = click({ isEditable: true, selectionText: '' });
    expect(offered).toEqual(['no cut', 'copy', 'paste', undefined, 'selectAll']);
  });

  test('on marked text offers to copy it, and elsewhere nothing', () => {
    windows.showMain();
    expect(click({ isEditable: false, selectionText: ' ' })).toBeUndefined();
    expect(click({ isEditable: false, selectionText: 'Acme' })).toEqual(['copy']);
  });
});

test('a window is of the theme’s colour before its page is, and follows it until it is closed', () => {
  recorded.theme.shouldUseDarkColors = false;
  windows.showMain();
  const [window] = recorded.windows;
  expect(window?.options.backgroundColor).toBe('#f6f7f9');
  recorded.theme.shouldUseDarkColors = true;
  recorded.theme.emit('updated');
  expect(window?.background).toBe('#0e1216');
  window?.close();
  expect(recorded.theme.listenerCount('updated')).toBe(0);
});

describe('a window shows', () => {
  test('once, when it has been painted, and is brought to the front from then on', () => {
    windows.showMain();
    const [window] = recorded.windows;
    windows.showMain();
    expect(window?.shown).toBe(0);
    window?.paint();
    window?.paint();
    expect(window?.shown).toBe(1);
    windows.showMain();
    expect(window?.shown).toBe(2);
  });

  test('maximised and full screen as it was left, only when it has been painted', async () => {
    windows.showMain();
    recorded.windows[0]?.maximize();
    recorded.windows[0]?.setFullScreen(true);
    await windows.settled();
    recorded.windows[0]?.destroy();
    windows.showMain();
    const [, again] = recorded.windows;
    expect([again?.isMaximized(), again?.isFullScreen()]).toEqual([false, false]);
    again?.paint();
    expect([again?.isMaximized(), again?.isFullScreen()]).toEqual([true, true]);
  });

  test('also where its page cannot be loaded', async () => {
    const load = vi.spyOn(WindowDouble.prototype, 'loadURL').mockRejectedValueOnce(new Error('ERR_FAILED'));
    windows.showMain();
    await vi.waitFor(() => expect(recorded.windows[0]?.shown).toBe(1));
    load.mockRestore();
  });
});

test('a dialog belongs to the window that asked for it, and to the main one where that has gone', async () => {
  const main = windows.showMain();
  await windows.openRoute('/embed/company/3');
  const [, own] = recorded.windows;
  const client = `window-${own?.webContents.id}`;
  expect(windows.ownerOf(client)).toBe(own);
  own?.close();
  expect(windows.ownerOf(client)).toBe(main);
});

test('a key closes windows but the main one', async () => {
  windows.showMain();
  await windows.openRoute('/embed/company/3');
  const [main, own] = recorded.windows;
  expect([windows.closeSecondary(main), main?.isDestroyed()]).toEqual([false, false]);
  expect([windows.closeSecondary(own), own?.isDestroyed()]).toEqual([true, true]);
  expect(windows.closeSecondary(undefined)).toBe(false);
});

describe('a page that hangs', () => {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it is about what this block is about
  const hang = async (answer: number): Promise<WindowDouble | undefined> => {
    recorded.messageAnswer = answer;
    windows.showMain();
    const [window] = recorded.windows;
    window?.emit('unresponsive');
    window?.emit('unresponsive');
    await vi.waitFor(() => expect(recorded.messages).toHaveLength(1));
    // The answer is followed a moment later.
    await new Promise((resolve) => setTimeout(resolve, 0));
    return window;
  };

  test('is asked about once, and waited for', async () => {
    const window = await hang(0);
    expect(recorded.messages[0]?.buttons).toEqual(['Wait', 'Reopen']);
    expect(window?.webContents.crashes).toBe(0);
  });

  test('is opened again where it was when the user wants that, which is no crash of its own', async () => {
    const window = await hang(1);
    expect([window?.webContents.crashes, window?.webContents.reloads]).toEqual([1, 1]);
    expect(window === undefined ? [] : windows.takeNotices(window.webContents)).toEqual([
      'This window was reopened. Your decisions are safe.',
    ]);
    expect(recorded.errorBoxes).toEqual([]);
  });

  test('that answers again is asked about no longer', async () => {
    windows.showMain();
    recorded.windows[0]?.emit('unresponsive');
    recorded.windows[0]?.emit('responsive');
    expect(recorded.messages[0]?.signal?.aborted).toBe(true);
  });
});

describe('a page that crashed', () => {
  test('is loaded again where it was, and the user is told', () => {
    windows.showMain('/list/watchlist');
    const [window] = recorded.windows;
    if (window === undefined) throw new Error('No window was opened.');
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    expect(window.webContents.reloads).toBe(1);
    expect(windows.takeNotices(window.webContents)).toEqual([
      'This window crashed and was reopened. Your decisions are safe.',
    ]);
    expect(windows.takeNotices(window.webContents)).toEqual([]);
  });

  test('is not loaded again and again: the third time in a minute it says so and stops', () => {
    windows.showMain();
    const [window] = recorded.windows;
    for (let count = 0; count < 4; count += 1) {
      window?.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 });
    }
    expect(window?.webContents.reloads).toBe(2);
    expect(recorded.errorBoxes.length).toBe(1);
    expect(window?.isDestroyed()).toBe(true);
  });

  test('is loaded again as often as it takes where the crashes are far apart', () => {
    windows.showMain();
    const [window] = recorded.windows;
    for (let count = 0; count < 4; count += 1) {
      window?.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 });
      timers.advance(61_000);
    }
    expect(window?.webContents.reloads).toBe(4);
    expect(recorded.errorBoxes).toEqual([]);
  });

  test('that was ended on purpose is left alone', () => {
    windows.showMain();
    recorded.windows[0]?.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    expect(recorded.windows[0]?.webContents.reloads).toBe(0);
  });
});
