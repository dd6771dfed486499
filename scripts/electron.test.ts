import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findElectron } from './lib/electron.mjs';
import { runElectron } from './lib/electronRun.mjs';
import { root, temporaryFiles } from './testing/electronPackage.ts';

const onWindows = process.platform === 'win32';
const { electronPackage, filesIn, remove } = temporaryFiles();
afterAll(remove);

/** Runs a shell script in place of Electron. */
async function run(script: string, env: NodeJS.ProcessEnv = process.env): ReturnType<typeof runElectron> {
  const folder = filesIn({ electron: `#!/bin/sh\n${script}\n` });
  return await runElectron(path.join(folder, 'electron'), ['.'], { cwd: root, env });
}

function reason(text: string): { readonly reason: string } {
  return { reason: expect.stringContaining(text) as string };
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
    [
      'Debian’s switch',
      { 'proc/sys/kernel/unprivileged_userns_clone': '0\n' },
      'kernel.unprivileged_userns_clone is 0',
    ],
    ['no namespaces at all', { 'proc/sys/user/max_user_namespaces': '0\n' }, 'user.max_user_namespaces is 0'],
  ])('not where the sandbox has no namespaces, by %s: the reason names the two commands', async (_, files, setting) => {
    const found = await find(files);
    expect(found).toEqual({ reason: expect.stringContaining(`(${setting})`) });
    const helper = path.join(dist, 'chrome-sandbox');
    const [first, ...commands] = ('reason' in found ? found.reason : '').trimEnd().split('\n');
    expect(first).toMatch(/^this system lets [^.]+ \([^)]+\)\. For the window, let its helper do so, once:$/);
    expect(commands).toEqual([`  sudo chown root:root '${helper}'`, `  sudo chmod 4755 '${helper}'`]);
    expect('reason' in found && found.reason).not.toContain('no-sandbox');
    // Other systems do not check.
    expect(
      await find(files, { platform: 'darwin', user: 501, env: { ELECTRON_OVERRIDE_DIST_PATH: dist } }),
    ).toMatchObject({
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
    expect(
      await find({ ...restricted, 'etc/apparmor.d/other': 'profile other /opt/other { userns, }' }),
    ).toHaveProperty('reason');
    const open = {
      'proc/sys/kernel/apparmor_restrict_unprivileged_userns': '0\n',
      'proc/sys/kernel/unprivileged_userns_clone': '1\n',
      'proc/sys/user/max_user_namespaces': '15000\n',
    };
    expect(await find(open)).toEqual({ binary });
  });

  test.skipIf(process.getuid?.() !== 0)(
    'where the helper has the rights of root, as the two commands give them',
    async () => {
      const given = filesIn({ electron: '', 'chrome-sandbox': '' });
      chmodSync(path.join(given, 'chrome-sandbox'), 0o4755);
      const env = { ...linux.env, ELECTRON_OVERRIDE_DIST_PATH: given };
      expect(await find(restricted, { env })).toEqual({ binary: path.join(given, 'electron') });
    },
  );
});

describe.skipIf(onWindows)('an Electron that', () => {
  test.each([
    [
      'has a dead display',
      'echo "[1:ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc:257] Missing X server or \\$DISPLAY" >&2; exit 1',
      'does not answer',
    ],
    [
      'has a dead Wayland',
      'echo "[1:ERROR] Failed to connect to Wayland display: No such file" >&2; exit 1',
      'does not answer',
    ],
    [
      'has no platform',
      'echo "[1:ERROR:ui/aura/env.cc:246] The platform failed to initialize.  Exiting." >&2; exit 1',
      'display',
    ],
    [
      'misses a library',
      'echo "./electron: error while loading shared libraries: libnss3.so: cannot open shared object file" >&2; ' +
        'exit 127',
      'libnss3.so',
    ],
    ['misses something unnamed', 'exit 127', 'library'],
    [
      'has no sandbox',
      'echo "[1:FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured" ' +
        '>&2; kill -TRAP $$',
      'sandbox',
    ],
    ['crashes', 'kill -SEGV $$', 'SIGSEGV'],
    ['ends with a code that is none of ours', 'exit 77', 'exit code 77'],
  ])('%s: Winnow opens in the browser and says why', async (_, script, text) => {
    expect(await run(script)).toEqual(reason(text));
  });

  test('is not there, or is not for this machine', async () => {
    expect(await runElectron(path.join(filesIn({ other: '' }), 'none'), ['.'], { cwd: root })).toEqual(
      reason('does not fit'),
    );
    const folder = filesIn({ electron: '\u007fELF nothing' });
    expect(await runElectron(path.join(folder, 'electron'), ['.'], { cwd: root })).toEqual(
      reason('another kind of processor'),
    );
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

test('Winnow never asks Electron to do without its sandbox', () => {
  const sources = ['start.mjs', 'lib/electron.mjs', 'lib/electronRun.mjs'].map((file) =>
    readFileSync(path.join(root, 'scripts', file), 'utf8'),
  );
  expect(sources.filter((source) => source.includes('--no-sandbox'))).toEqual([]);
});
