import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findElectron } from './lib/electron.mjs';
import { fetchElectron, fetchEnvironment, fetchFolder, readFetchState } from './lib/electronFetch.mjs';
import { runElectron } from './lib/electronRun.mjs';
import { cutAfter, sendAll, stallAt, startMirror, type Mirror } from './testing/electronMirror.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const onWindows = process.platform === 'win32';
const temporary = mkdtempSync(path.join(tmpdir(), 'winnow-electron-'));
afterAll(() => rmSync(temporary, { recursive: true }));

let folders = 0;
/** An `electron` package as npm installs it, without its binary, in a folder of its own. */
function electronPackage(): string {
  const modules = path.join(temporary, `p${++folders}`, 'node_modules');
  mkdirSync(modules, { recursive: true });
  const packageFolder = path.join(modules, 'electron');
  mkdirSync(packageFolder);
  for (const name of ['package.json', 'install.js', 'index.js', 'checksums.json']) {
    cpSync(path.join(root, 'node_modules', 'electron', name), path.join(packageFolder, name));
  }
  for (const name of ['@electron', '@electron-internal']) {
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name), 'junction');
  }
  return packageFolder;
}

/** Files below a folder of their own. */
function filesIn(files: Readonly<Record<string, string>>): string {
  const folder = path.join(temporary, `f${++folders}`);
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o755 });
  }
  return folder;
}

describe('where Electron may run', () => {
  const linux = { platform: 'linux', user: 1000, env: { DISPLAY: ':0' } } as const;
  const dist = filesIn({ electron: '', 'chrome-sandbox': '' });
  const find = async (files: Readonly<Record<string, string>>, around: object = {}) => {
    const env = { ...linux.env, ELECTRON_OVERRIDE_DIST_PATH: dist };
    const systemRoot = filesIn({ 'proc/version': '', ...files });
    return await findElectron({ around: { ...linux, env, packageFolder: electronPackage(), systemRoot, ...around } });
  };
  const binary = path.join(dist, 'electron');
  const restricted = { 'proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1\n' };

  test('a folder that the user names needs nothing of the package’s own download', async () => {
    expect(await find({})).toEqual({ binary });
    const env = { ...linux.env, ELECTRON_OVERRIDE_DIST_PATH: path.join(dist, 'none') };
    expect(await find({}, { env })).toEqual({
      reason: `ELECTRON_OVERRIDE_DIST_PATH is set and ${path.join(dist, 'none', 'electron')} is not there`,
    });
  });

  test('not without a display, nor as root', async () => {
    expect(await find({}, { env: {} })).toEqual({ reason: 'there is no display' });
    expect(await find({}, { user: 0 })).toEqual({ reason: 'Electron’s sandbox does not run as root' });
  });

  test.each([
    ['AppArmor', restricted, 'kernel.apparmor_restrict_unprivileged_userns is 1'],
    ['Debian’s switch', { 'proc/sys/kernel/unprivileged_userns_clone': '0\n' }, 'kernel.unprivileged_userns_clone is 0'],
    ['no namespaces at all', { 'proc/sys/user/max_user_namespaces': '0\n' }, 'user.max_user_namespaces is 0'],
  ])('not where the sandbox has no namespaces, by %s: the reason names the two commands', async (_, files, setting) => {
    const found = await find(files);
    expect(found).toEqual({ reason: expect.stringContaining(`(${setting})`) });
    const helper = path.join(dist, 'chrome-sandbox');
    const [first, ...commands] = ('reason' in found ? found.reason : '').trimEnd().split('\n');
    expect(first).toMatch(/^this system lets [^.]+ \([^)]+\)\. For the window, let its helper do so, once:$/);
    expect(commands).toEqual([`  sudo chown root:root '${helper}'`, `  sudo chmod 4755 '${helper}'`]);
    expect('reason' in found && found.reason).not.toContain('no-sandbox');
    // Elsewhere nobody asks.
    expect(await find(files, { platform: 'darwin', user: 501, env: { ELECTRON_OVERRIDE_DIST_PATH: dist } })).toMatchObject({
      reason: expect.stringContaining('Electron.app'),
    });
  });

  test('before it is fetched in vain, the reason says how it is fetched all the same', async () => {
    const found = await find(restricted, { env: linux.env });
    expect(found).toEqual({ reason: expect.stringContaining('“npm start -- --electron”') });
  });

  test('where AppArmor knows the binary, or the settings let everybody', async () => {
    const profile = `profile electron "${binary}" flags=(unconfined) { userns, }`;
    expect(await find({ ...restricted, 'etc/apparmor.d/winnow': profile })).toEqual({ binary });
    expect(await find({ ...restricted, 'etc/apparmor.d/other': 'profile other /opt/other { userns, }' })).toHaveProperty('reason');
    const open = {
      'proc/sys/kernel/apparmor_restrict_unprivileged_userns': '0\n',
      'proc/sys/kernel/unprivileged_userns_clone': '1\n',
      'proc/sys/user/max_user_namespaces': '15000\n',
    };
    expect(await find(open)).toEqual({ binary });
  });

  test.skipIf(process.getuid?.() !== 0)('where the helper has the rights of root, as the two commands give them', async () => {
    const given = filesIn({ electron: '', 'chrome-sandbox': '' });
    chmodSync(path.join(given, 'chrome-sandbox'), 0o4755);
    const env = { ...linux.env, ELECTRON_OVERRIDE_DIST_PATH: given };
    expect(await find(restricted, { env })).toEqual({ binary: path.join(given, 'electron') });
  });
});

describe.skipIf(onWindows)('an Electron that', () => {
  const run = async (script: string, env: NodeJS.ProcessEnv = process.env) =>
    await runElectron(path.join(filesIn({ electron: `#!/bin/sh\n${script}\n` }), 'electron'), ['.'], { cwd: root, env });
  const reason = (text: string) => ({ reason: expect.stringContaining(text) as string });

  test.each([
    [
      'has a dead display',
      'echo "[1:ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc:257] Missing X server or \\$DISPLAY" >&2; exit 1',
      'does not answer',
    ],
    ['has a dead Wayland', 'echo "[1:ERROR] Failed to connect to Wayland display: No such file" >&2; exit 1', 'does not answer'],
    ['has no platform', 'echo "[1:ERROR:ui/aura/env.cc:246] The platform failed to initialize.  Exiting." >&2; exit 1', 'display'],
    [
      'misses a library',
      'echo "./electron: error while loading shared libraries: libnss3.so: cannot open shared object file" >&2; exit 127',
      'libnss3.so',
    ],
    ['misses something unnamed', 'exit 127', 'library'],
    [
      'has no sandbox',
      'echo "[1:FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured" >&2; kill -TRAP $$',
      'sandbox',
    ],
    ['crashes', 'kill -SEGV $$', 'SIGSEGV'],
    ['ends with a code that is none of ours', 'exit 77', 'exit code 77'],
  ])('%s: Winnow opens in the browser and says why', async (_, script, text) => {
    expect(await run(script)).toEqual(reason(text));
  });

  test('is not there, or is not for this machine', async () => {
    expect(await runElectron(path.join(temporary, 'none'), ['.'], { cwd: root })).toEqual(reason('does not fit'));
    const folder = filesIn({ electron: '\u007fELF nothing' });
    expect(await runElectron(path.join(folder, 'electron'), ['.'], { cwd: root })).toEqual(reason('another kind of processor'));
    chmodSync(path.join(folder, 'electron'), 0o644);
    if (process.getuid?.() !== 0) {
      expect(await runElectron(path.join(folder, 'electron'), ['.'], { cwd: root })).toHaveProperty('reason');
    }
  });

  test.each([
    ['exit 0', 0],
    ['echo "A problem of our own." >&2; exit 1', 1],
    ['exit 2', 2],
    ['kill -TERM $$', 143],
    ['kill -INT $$', 130],
  ])('ends by Winnow’s own will (%s) is the end', async (script, code) => {
    expect(await run(script)).toEqual({ code });
  });

  test('is started from a terminal that makes a plain Node of it has no such variable, and all others', async () => {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', WINNOW_MARK: 'kept' };
    expect(await run('[ -z "${ELECTRON_RUN_AS_NODE+x}" ] && [ "$WINNOW_MARK" = kept ]', env)).toEqual({ code: 0 });
  });
});

describe('the fetch', () => {
  const name = onWindows ? 'electron.exe' : process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
  let mirror: Mirror;
  let packageFolder: string;
  let env: NodeJS.ProcessEnv;

  beforeEach(async () => {
    mirror = await startMirror({ [name]: Buffer.from('#!/bin/sh\n'), version: Buffer.from('1'), more: randomBytes(2_000_000) });
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
  const isThere = () => existsSync(path.join(packageFolder, 'dist', name)) && existsSync(path.join(packageFolder, 'path.txt'));

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
      // Each pause is shorter than the limit, all of them together far longer.
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
    expect(await fetchNow()).toMatch(/^Electron could not be fetched \(no byte came for 2 seconds\); “npm start -- --electron”/);
    const asked = mirror.asked.length;
    // What came of it is kept; a start of the same day goes to the browser at once and asks nobody.
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
    expect(await fetchNow()).toBe('');
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
      // Its archive is another than the checksums name, as a page of a captive portal would be.
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
    let go = (): void => undefined;
    mirror.send = (response, bytes) => {
      response.write(bytes.subarray(0, 500_000));
      go = () => response.end(bytes.subarray(500_000));
    };
    const { origin } = mirror;
    const module = pathToFileURL(path.join(root, 'scripts', 'lib', 'electronFetch.mjs')).href;
    const script = `import(${JSON.stringify(module)}).then(async ({ fetchElectron }) => {
      console.log(await fetchElectron({ packageFolder: ${JSON.stringify(packageFolder)}, env: process.env, again: false }));
    });`;
    const child = spawn(process.execPath, ['-e', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (chunk) => (said += String(chunk)));
    child.stderr.on('data', (chunk) => (said += String(chunk)));
    await vi.waitUntil(() => /Electron: \d+ %/.test(said), { timeout: 20_000 });
    // The terminal sends it, and npm passes it on once more.
    child.kill('SIGINT');
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('still on its way') });
    expect(isThere()).toBe(false);
    const joined = fetchNow();
    go();
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
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'https_proxy', 'http_proxy', 'no_proxy'];
  expect(Object.fromEntries(names.filter((name) => rest[name] !== undefined).map((name) => [name, rest[name]]))).toEqual(read);
});

test('Winnow never asks Electron to do without its sandbox', () => {
  const sources = ['start.mjs', 'lib/electron.mjs', 'lib/electronRun.mjs'].map((file) =>
    readFileSync(path.join(root, 'scripts', file), 'utf8'),
  );
  expect(sources.filter((source) => source.includes('--no-sandbox'))).toEqual([]);
});
