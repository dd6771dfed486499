import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantedPermissions } from './guards.ts';
import { startTestElectron, type TestElectron } from './testing/testElectron.ts';

let shell: TestElectron;
beforeAll(async () => {
  shell = await startTestElectron();
});
afterAll(() => shell.close());

const post = (headers: Record<string, string>): Promise<Response> =>
  shell.recorded.serve(
    new Request('app://winnow/upload?name=a.csv', { method: 'POST', body: 'name\nAcme\n', headers }),
  );

describe('S1 windows', () => {
  test('S1 every window has the same safe preferences', async () => {
    await shell.call('shell.openCompany', { companyId: 3 });
    expect(shell.recorded.windows.length).toBe(2);
    for (const { options } of shell.recorded.windows) {
      expect(options.webPreferences).toEqual({
        preload: path.join(shell.root, 'out', 'preload', 'index.cjs'),
        nodeIntegration: false,
        contextIsolation: true,
        sandbox: true,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
        devTools: true,
      });
    }
    expect(shell.recorded.windows[1]?.loaded).toEqual(['app://winnow/embed/company/3']);
  });

  test('S1 windows are made in one place', () => {
    const sources = [
      'run.ts',
      'systemParts.ts',
      'dialogs.ts',
      'bridgeIpc.ts',
      'systemNotifier.ts',
      'appScheme.ts',
      '../index.ts',
    ];
    for (const source of sources) {
      expect(readFileSync(new URL(source, import.meta.url), 'utf8')).not.toMatch(
        /new (?:\w+\.)?(?:BrowserWindow|WebContentsView)\(/,
      );
    }
  });
});

describe('S2 the app’s scheme', () => {
  test('S2 is standard and secure, and is the only one', () => {
    expect(shell.recorded.schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
      },
    ]);
    for (const { loaded } of shell.recorded.windows) {
      for (const address of loaded) expect(address).toMatch(/^app:\/\/winnow\//);
    }
  });

  test('S3 the page has the strict policy with its nonce', async () => {
    const response = await shell.recorded.serve(new Request('app://winnow/company/12'));
    const policy = response.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(policy).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
        "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'",
    );
    expect(await response.text()).toContain(`nonce="${nonce}"`);
  });

  test.for([
    'app://winnow/%2e%2e/secret.txt',
    'app://winnow/%2e%2e%2fsecret.txt',
    'app://winnow/..%5csecret.txt',
    'app://winnow/assets/%00',
    'app://winnow//etc/passwd',
    'app://other/',
    'app://winnow:1/',
    'app://winnow/index.html',
    'app://winnow/missing.js',
  ])('S2 %s is not found', async (address) => {
    const response = await shell.recorded.serve(new Request(address));
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  });

  test('S2 a file of the renderer is served with its type', async () => {
    const response = await shell.recorded.serve(new Request('app://winnow/assets/main-ab12.js'));
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe('code');
  });

  test('a file that a page hands over gets a token; another origin’s does not', async () => {
    const { token } = (await (await post({ origin: 'app://winnow' })).json()) as { token: string };
    expect(await shell.call('workspace.inspect', { tokens: [token] })).toMatchObject({ ok: true });
    expect((await post({ origin: 'https://evil.test' })).status).toBe(404);
  });
});

describe('S5 permissions', () => {
  const names = (
    'clipboard-read clipboard-sanitized-write display-capture fileSystem fullscreen geolocation hid ' +
    'idle-detection keyboardLock local-fonts media mediaKeySystem midi midiSysex notifications openExternal ' +
    'pointerLock sensors serial speaker-selection storage-access top-level-storage-access usb ' +
    'window-management unknown something-new'
  ).split(' ');

  test('S5 only writing to the clipboard and notifying are granted, asked or looked up', () => {
    expect([...grantedPermissions].toSorted()).toEqual(['clipboard-sanitized-write', 'notifications']);
    for (const name of names) {
      const granted = grantedPermissions.has(name);
      let answer: unknown;
      const { session } = shell.recorded;
      session.permissionRequest(shell.window().webContents, name, (given) => (answer = given));
      expect([name, answer]).toEqual([name, granted]);
      expect(session.permissionCheck(null, name, 'app://winnow')).toBe(granted);
      expect(session.permissionCheck(null, name, 'https://evil.test')).toBe(false);
    }
    expect(shell.recorded.session.permissionDevice()).toBe(false);
  });
});

describe('S6 pages stay where they are', () => {
  test.for(['will-navigate', 'will-frame-navigate', 'will-redirect'])('S6 %s', (event) => {
    for (const { webContents } of shell.recorded.windows) {
      for (const url of [
        'https://evil.test/',
        'file:///etc/passwd',
        'app://winnow.evil.test/',
        'app://other/',
        'data:text/html,x',
        'about:blank',
        'javascript:alert(1)',
      ]) {
        expect([url, webContents.refuses(event, url)]).toEqual([url, true]);
      }
      expect(webContents.refuses(event, 'app://winnow/list/search')).toBe(false);
    }
  });

  test('S6 no new windows and no webviews', () => {
    for (const { webContents } of shell.recorded.windows) {
      expect(webContents.windowOpenHandler()).toEqual({ action: 'deny' });
      expect(webContents.refuses('will-attach-webview', '')).toBe(true);
    }
  });
});
