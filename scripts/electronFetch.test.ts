import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findElectron } from './lib/electron.mjs';
import { fetchElectron, fetchEnvironment, fetchFolder, readFetchState } from './lib/electronFetch.mjs';
import { cutAfter, sendAll, stallAt, startMirror, type Mirror } from './testing/electronMirror.ts';
import { root, temporaryFiles } from './testing/electronPackage.ts';

const onWindows = process.platform === 'win32';
const { electronPackage, filesIn, remove } = temporaryFiles();
afterAll(remove);

describe('the fetch', () => {
  const name = onWindows
    ? 'electron.exe'
    : process.platform === 'darwin'
      ? 'Electron.app/Contents/MacOS/Electron'
      : 'electron';
  let mirror: Mirror;
  let packageFolder: string;
  let env: NodeJS.ProcessEnv;

  beforeEach(async () => {
    mirror = await startMirror({
      [name]: Buffer.from('#!/bin/sh\n'),
      version: Buffer.from('1'),
      more: randomBytes(2_000_000),
    });
    packageFolder = electronPackage();
    const proxies = /^(?:https?|no)_proxy$|^npm_config_(?:https_?|no)?proxy$/i;
    env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([variable]) => !proxies.test(variable))),
      ELECTRON_MIRROR: `${mirror.origin}/`,
      electron_use_remote_checksums: '1',
      electron_config_cache: path.join(packageFolder, '..', 'cache'),
    };
  });
  afterEach(async () => {
    await mirror.close();
  });

  const fetchNow = async (again = false) => await fetchElectron({ packageFolder, env, again });
  const isThere = () =>
    existsSync(path.join(packageFolder, 'dist', name)) && existsSync(path.join(packageFolder, 'path.txt'));

  test('brings the binary, checked and unpacked', async () => {
    expect(await fetchNow()).toBe('');
    expect(isThere()).toBe(true);
    expect(mirror.asked).toEqual([0]);
    const around = { packageFolder, env: { DISPLAY: ':0' }, user: 1000, systemRoot: filesIn({ 'proc/version': '' }) };
    expect(await findElectron({ around })).toEqual({ binary: path.join(packageFolder, 'dist', name) });
  });

  test('goes on for as long as bytes come, however long that takes', async () => {
    mirror.send = (response, bytes) => {
      let sent = 0;
      // Each pause is shorter than the limit, together they are far longer.
      const timer = setInterval(() => {
        response.write(bytes.subarray(sent, (sent += 80_000)));
        if (sent < bytes.length) return;
        clearInterval(timer);
        response.end();
      }, 250);
    };
    env['WINNOW_FETCH_STALL_MS'] = '5000';
    expect(await fetchNow()).toBe('');
    expect(mirror.asked).toEqual([0]);
  });

  test('that stands still ends, is remembered for a day, and goes on from there when asked to', async () => {
    mirror.send = stallAt(700_000);
    env['WINNOW_FETCH_STALL_MS'] = '2000';
    expect(await fetchNow()).toMatch(
      /^Electron could not be fetched \(no byte came for 2 seconds\); “npm start -- --electron”/,
    );
    const asked = mirror.asked.length;
    // The outcome is kept; a start on the same day goes straight to the browser and asks nobody.
    mirror.send = sendAll;
    expect(await fetchNow()).toMatch(/^Electron could not be fetched earlier \(no byte came/);
    expect(mirror.asked).toHaveLength(asked);
    expect(await fetchNow(true)).toBe('');
    expect(mirror.asked.at(-1)).toBe(700_000);
    expect(isThere()).toBe(true);
  });

  test('that failed yesterday, or for another version, is tried again by itself', async () => {
    mirror.send = (response) => response.destroy();
    expect(await fetchNow()).toContain('could not be fetched (');
    mirror.send = sendAll;
    const file = path.join(fetchFolder(packageFolder), 'state.json');
    const state = readFetchState(packageFolder);
    expect(state?.state).toBe('failed');
    writeFileSync(file, JSON.stringify({ ...state, version: '1.0.0' }));
    expect(await fetchNow()).toBe('');
    rmSync(path.join(packageFolder, 'dist'), { recursive: true });
    rmSync(path.join(packageFolder, 'path.txt'));
    writeFileSync(file, JSON.stringify({ ...state, at: Date.now() - 86_400_001 }));
    expect(await fetchNow()).toBe('');
    expect(isThere()).toBe(true);
  });

  test('whose connection breaks goes on by itself', async () => {
    mirror.send = cutAfter(600_000);
    const said = await fetchNow();
    expect(said, JSON.stringify({ said, asked: mirror.asked, of: mirror.size })).toBe('');
    expect(mirror.asked.length).toBeGreaterThan(2);
    expect(mirror.asked).toEqual(mirror.asked.toSorted((a, b) => a - b));
    expect(isThere()).toBe(true);
  });

  test('of what the server does not have says so', async () => {
    mirror.send = (response) => response.destroy();
    const other = await startMirror({});
    try {
      env['ELECTRON_MIRROR'] = `${other.origin}/missing/`;
      other.send = sendAll;
      // Its archive does not match the checksums, like a captive portal's page.
      env['electron_use_remote_checksums'] = '';
      expect(await fetchNow()).toMatch(/could not be fetched \(.*checksum/i);
    } finally {
      await other.close();
    }
  });

  test('takes npm’s proxy, and the system’s', async () => {
    const addresses = [{ npm_config_proxy: mirror.origin }, { HTTP_PROXY: mirror.origin }];
    for (const proxy of addresses) {
      mirror.proxied.length = 0;
      env = { ...env, ...proxy, ELECTRON_MIRROR: 'http://mirror.invalid/' };
      rmSync(path.join(packageFolder, 'path.txt'), { force: true });
      rmSync(env['electron_config_cache'] ?? '', { recursive: true, force: true });
      expect(await fetchNow(true)).toBe('');
      expect(new Set(mirror.proxied)).toEqual(new Set(['mirror.invalid']));
    }
  });

  test.skipIf(onWindows)('goes on behind a Ctrl-C, which opens the browser, and a second start joins it', async () => {
    let rest: (() => void) | undefined;
    mirror.send = (response, bytes) => {
      response.write(bytes.subarray(0, 500_000));
      rest = () => response.end(bytes.subarray(500_000));
    };
    const { origin } = mirror;
    const module = pathToFileURL(path.join(root, 'scripts', 'lib', 'electronFetch.mjs')).href;
    const script = `import(${JSON.stringify(module)}).then(async ({ fetchElectron }) => {
      const packageFolder = ${JSON.stringify(packageFolder)};
      console.log(await fetchElectron({ packageFolder, env: process.env, again: false }));
    });`;
    const child = spawn(process.execPath, ['-e', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (chunk) => (said += String(chunk)));
    child.stderr.on('data', (chunk) => (said += String(chunk)));
    await vi.waitUntil(() => /Electron: \d+ %/.test(said), { timeout: 20_000 });
    // The terminal sends it, and npm passes it on again.
    child.kill('SIGINT');
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('still on its way') });
    expect(isThere()).toBe(false);
    const joined = fetchNow();
    rest?.();
    expect(await joined).toBe('');
    expect(isThere()).toBe(true);
    expect({ asked: mirror.asked, origin }).toEqual({ asked: [0], origin: mirror.origin });
  });

  test('that was killed is begun anew and goes on from there', async () => {
    mirror.send = stallAt(500_000);
    const first = fetchNow();
    await vi.waitUntil(() => (readFetchState(packageFolder)?.received ?? 0) >= 500_000, { timeout: 20_000 });
    process.kill(readFetchState(packageFolder)?.pid ?? 0, 'SIGKILL');
    expect(await first).toContain('was ended');
    mirror.send = sendAll;
    expect(await fetchNow()).toBe('');
    expect(mirror.asked.at(-1)).toBe(500_000);
  });

  test('is left out where the environment says so', async () => {
    env['ELECTRON_SKIP_BINARY_DOWNLOAD'] = '1';
    expect(await fetchNow()).toBe('ELECTRON_SKIP_BINARY_DOWNLOAD is set');
    expect(mirror.asked).toEqual([]);
  });
});

test.each([
  [{ npm_config_https_proxy: 'http://a', HTTPS_PROXY: 'http://b' }, { HTTPS_PROXY: 'http://a' }],
  [{ npm_config_proxy: 'http://a' }, { HTTP_PROXY: 'http://a', HTTPS_PROXY: 'http://a' }],
  [{ https_proxy: 'http://a', npm_config_https_proxy: 'null' }, { HTTPS_PROXY: 'http://a' }],
  [{ HTTPS_PROXY: 'http://a', npm_config_noproxy: '' }, { HTTPS_PROXY: 'http://a' }],
  [{ npm_config_noproxy: 'b.example', NO_PROXY: 'c.example' }, { NO_PROXY: 'b.example' }],
  [{ npm_config_cafile: '/a.pem' }, { NODE_EXTRA_CA_CERTS: '/a.pem' }],
])('of the settings %o the fetch reads %o', (given, read) => {
  const { NODE_USE_ENV_PROXY, NODE_USE_SYSTEM_CA, ...rest } = fetchEnvironment(given);
  expect([NODE_USE_ENV_PROXY, NODE_USE_SYSTEM_CA]).toEqual(['1', '1']);
  const names = [
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'NODE_EXTRA_CA_CERTS',
    'https_proxy',
    'http_proxy',
    'no_proxy',
  ];
  expect(
    Object.fromEntries(names.filter((name) => rest[name] !== undefined).map((name) => [name, rest[name]])),
  ).toEqual(read);
});
