import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeTimers } from './testing/fakeTimers.ts';
import { electronDouble, type Recorded } from './testing/electronDouble.ts';
import { createWindows, type AppWindows } from './windows.ts';

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
  windows = createWindows({
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
      { ...hidden, partition: 'print-1' },
      { ...hidden, partition: 'print-2' },
    ]);
  });

  test('S1 a hidden window is never shown, gets no events and no session that is kept', () => {
    const hidden = windows.openHidden();
    const [window] = recorded.windows;
    expect(window?.options.show).toBe(false);
    expect(window?.options.webPreferences?.partition).not.toMatch(/^persist:/);
    expect(windows.contents()).not.toContain(hidden.webContents);
    expect(window?.webContents.windowOpenHandler({ url: 'app://winnow/' })).toEqual({ action: 'deny' });
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
    expect(savedState()).toEqual({ x: 10, y: 20, width: 1220, height: 800, maximized: true });
  });

  test('is written also where the app ends before that', async () => {
    windows.showMain();
    recorded.windows[0]?.place({ x: 30, y: 40, width: 1300, height: 900 });
    await windows.settled();
    expect(savedState()).toEqual({ x: 30, y: 40, width: 1300, height: 900, maximized: false });
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

describe('a page that crashed', () => {
  test('is loaded again where it was, and the user is told', () => {
    windows.showMain('/list/watchlist');
    const [window] = recorded.windows;
    if (window === undefined) throw new Error('No window was opened.');
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    expect(window.webContents.reloads).toBe(1);
    expect(windows.takeNotices(window.webContents as never)).toEqual([
      'This window had stopped working and was opened again. Your decisions are safe.',
    ]);
    expect(windows.takeNotices(window.webContents as never)).toEqual([]);
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
