import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNames } from '#shared/bridge/contract.ts';
import { channels } from './bridgeIpc.ts';
import type { IpcQuestion, ShellFrame } from './electronApi.ts';
import { FrameDouble, WindowDouble, type ContentsDouble } from './testing/windowDouble.ts';
import { startTestElectron, type TestElectron } from './testing/testElectron.ts';

let shell: TestElectron;
beforeAll(async () => {
  shell = await startTestElectron(['winnow://open/company/7']);
});
afterAll(() => shell.close());

describe('S8 calls over IPC', () => {
  test('S8 only the main frame of an own window on the app’s origin is answered', async () => {
    const window = shell.window();
    const foreign = new WindowDouble({});
    const frames: [WindowDouble, FrameDouble | null][] = [
      [window, null],
      [window, new FrameDouble('app://winnow')],
      [window, new FrameDouble('https://evil.test')],
      [foreign, foreign.webContents.mainFrame],
    ];
    for (const [sender, frame] of frames) {
      for (const name of callNames) {
        expect(await shell.callFrom(sender.webContents, frame, name, null)).toMatchObject({
          ok: false,
          error: { code: 'untrusted_caller' },
        });
      }
      const event: IpcQuestion = { sender: sender.webContents, senderFrame: frame, returnValue: undefined };
      shell.recorded.listeners.get(channels.info)?.(event);
      expect(event.returnValue).toBeNull();
    }
  });

  test('S8 dropped files are taken from the preload of an own page only, and by whole paths only', async () => {
    const hand = (contents: ContentsDouble, frame: ShellFrame | null, paths: unknown): unknown =>
      shell.recorded.handlers.get(channels.files)?.({ sender: contents, senderFrame: frame }, paths);
    const { webContents } = shell.window();
    const foreign = new WindowDouble({}).webContents;
    for (const [contents, frame] of [
      [webContents, null],
      [webContents, new FrameDouble('https://evil.test')],
      [foreign, foreign.mainFrame],
    ] as const) {
      expect(hand(contents, frame, ['/home/ann/a.csv'])).toEqual([]);
    }
    for (const paths of [undefined, 'text', [], [1], {}, ['x'.repeat(40_000)]]) {
      expect(hand(webContents, webContents.mainFrame, paths)).toEqual([]);
    }
    expect(hand(webContents, webContents.mainFrame, ['', 'a.csv', '../a.csv'])).toEqual(['', '', '']);
    const file = path.join(shell.root, 'dropped.csv');
    writeFileSync(file, 'name,country\nAcme,France\n');
    const [token] = hand(webContents, webContents.mainFrame, [file]) as string[];
    expect(await shell.call('workspace.inspect', { tokens: [token] })).toMatchObject({ ok: true });
  });

  test('S8 a call with a wrong input or name is refused in the reply and never throws', async () => {
    const inputs: unknown[] = [undefined, 1, 'text', [], { unknown: true }, { __proto__: null, constructor: 1 }];
    for (const name of callNames) {
      for (const input of inputs) expect(await shell.call(name, input)).toMatchObject({ ok: false });
    }
    for (const name of ['', 'constructor', '__proto__', 'toString', 'api', 'session.get ']) {
      expect(await shell.call(name, null)).toMatchObject({ ok: false, error: { code: 'unknown_call' } });
    }
  });

  test('S10 there are four channels and no others', () => {
    expect([...shell.recorded.handlers.keys()]).toEqual(['winnow:call', 'winnow:files']);
    expect([...shell.recorded.listeners.keys()]).toEqual(['winnow:info']);
    const preload = readFileSync(new URL('../../preload/index.ts', import.meta.url), 'utf8');
    expect(new Set([...preload.matchAll(/'winnow:(\w+)'/g)].map(([, name]) => name))).toEqual(
      new Set(['call', 'event', 'files', 'info']),
    );
  });

  test('events reach every window', async () => {
    await shell.call('preferences.set', { theme: 'light' });
    for (const { webContents } of shell.recorded.windows) {
      expect(webContents.sent).toContainEqual([
        'winnow:event',
        'preferences.changed',
        expect.objectContaining({ theme: 'light' }),
      ]);
    }
  });
});

describe('S36 links', () => {
  test('the link of the first start is shown once the page listens', async () => {
    await shell.call('session.get', null);
    const link = ['winnow:event', 'navigate', { path: '/company/7' }];
    expect(shell.window().webContents.sent).not.toContainEqual(link);
    await shell.call('shell.listens', null);
    expect(shell.window().webContents.sent).toContainEqual(link);
  });

  test('S36 a second start hands over its last link; its flags are ignored', () => {
    shell.window().webContents.sent.length = 0;
    shell.recorded.app.emit('second-instance', {}, [
      'winnow://open/company/1',
      '--inspect',
      '--load-extension=/tmp/x',
      'winnow://open/list/watchlist',
      '--workspace=/tmp/other',
    ]);
    expect(shell.window().webContents.sent).toEqual([['winnow:event', 'navigate', { path: '/list/watchlist' }]]);
  });

  test('S34 a sign-in link that nobody waits for changes nothing', async () => {
    const before = await shell.call('session.get', null);
    shell.recorded.app.emit(
      'open-url',
      { preventDefault: () => undefined },
      'winnow://auth?access_token=stolen&state=x',
    );
    expect(await shell.call('session.get', null)).toEqual(before);
  });
});

describe('the system’s own abilities', () => {
  test('S40 the save dialog suggests a safe name and its path is never told to the page', async () => {
    shell.recorded.saveAnswer = { canceled: false, filePath: path.join(shell.root, 'chosen.csv') };
    const reply = await shell.call('exports.start', {
      source: { kind: 'ids', ids: [1] },
      name: '../my list',
      columns: [],
      bom: false,
    });
    expect(shell.recorded.saveOptions.defaultPath).toBe('/home/ann/downloads/my list.csv');
    expect(JSON.stringify(reply)).not.toContain(shell.root);
    // The next one begins where this one led, also after a restart.
    shell.recorded.saveAnswer = { canceled: true, filePath: '' };
    await shell.call('exports.start', { source: { kind: 'ids', ids: [1] }, name: 'next', columns: [], bom: false });
    expect(shell.recorded.saveOptions.defaultPath).toBe(path.join(shell.root, 'next.csv'));
    expect(JSON.parse(readFileSync(path.join(shell.root, 'workspace', 'shell.json'), 'utf8'))).toMatchObject({
      saveFolder: shell.root,
    });
  });

  test('a dialog belongs to the window that asked', async () => {
    await shell.call('shell.openCompany', { companyId: 3 });
    const own = shell.recorded.windows.at(-1);
    if (own === undefined) throw new Error('No window was opened.');
    const input = { source: { kind: 'ids', ids: [1] }, name: 'x', columns: [], bom: false };
    await shell.callFrom(own.webContents, own.webContents.mainFrame, 'exports.start', input);
    expect(shell.recorded.owners.at(-1)).toBe(own);
    await shell.callFrom(own.webContents, own.webContents.mainFrame, 'workspace.chooseFiles', null);
    expect(shell.recorded.owners.at(-1)).toBe(own);
    own.close();
  });

  test('cancelling the dialogs answers with nothing', async () => {
    shell.recorded.saveAnswer = { canceled: true, filePath: '' };
    const input = { source: { kind: 'ids', ids: [1] }, name: 'x', columns: [], bom: false };
    expect(await shell.call('exports.start', input)).toEqual({ ok: true, value: null });
    expect(await shell.call('workspace.chooseFiles', null)).toEqual({ ok: true, value: [] });
  });

  test('S7 only checked addresses are opened outside', async () => {
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'https://user:pass@evil.test/']) {
      expect(await shell.call('shell.openExternal', { url })).toMatchObject({ ok: false });
    }
    await shell.call('shell.openExternal', { url: 'https://example.com/' });
    expect(shell.recorded.opened).toEqual(['https://example.com/']);
  });

  test('the menu sends commands of the page’s registry', () => {
    const file = shell.recorded.menu.find(({ label }) => label === 'File');
    if (!Array.isArray(file?.submenu)) throw new Error('There is no File menu.');
    const item = file.submenu.find(({ label }) => label === 'Import companies');
    item?.click?.({} as never, undefined, {});
    expect(shell.window().webContents.sent).toContainEqual(['winnow:event', 'command', { id: 'app.import' }]);
  });

  test('the user’s data of Chromium lies in the workspace', () => {
    expect(shell.recorded.paths.get('userData')).toBe(path.join(shell.root, 'workspace', 'electron'));
  });
});
