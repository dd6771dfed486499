/**
 * Electron's binary and whether it can run here. Found without importing the `electron` package, which would start a
 * download at once.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fetchElectron } from './electronFetch.mjs';
import { root } from './paths.mjs';

const binaryPaths = /** @type {Record<string, string>} */ ({
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
});

/**
 * @typedef {object} Surroundings
 * @property {string} packageFolder the `electron` package
 * @property {NodeJS.Platform} platform
 * @property {NodeJS.ProcessEnv} env
 * @property {number} user 0 is root
 * @property {string} systemRoot the folder that `/proc` and `/etc` are in
 */

/** @type {Surroundings} */
const here = {
  packageFolder: path.join(root, 'node_modules', 'electron'),
  platform: process.platform,
  env: process.env,
  user: process.getuid?.() ?? 1,
  systemRoot: '/',
};

/**
 * Electron's binary, or why Electron cannot run here.
 * @param {object} [options]
 * @param {boolean} [options.fetch] whether to fetch a missing binary; true by default
 * @param {boolean} [options.again] fetch it even if that failed today or Electron would not run as things are
 * @param {Partial<Surroundings>} [options.around]
 * @returns {Promise<{ binary: string } | { reason: string }>}
 */
export async function findElectron({ fetch = true, again = false, around = {} } = {}) {
  const surroundings = { ...here, ...around };
  const reason = whyNoWindow(surroundings);
  if (reason !== '') return { reason };
  const { packageFolder, env } = surroundings;
  if (!existsSync(path.join(packageFolder, 'package.json'))) return { reason: 'Electron is not installed' };
  const binary = binaryOf(surroundings);
  if (!isThere(binary, surroundings)) {
    if (env.ELECTRON_OVERRIDE_DIST_PATH)
      return { reason: `ELECTRON_OVERRIDE_DIST_PATH is set and ${binary} is not there` };
    if (!fetch) return { reason: 'its binary is not here' };
    const beforehand = whyNoSandbox(binary, surroundings);
    if (beforehand !== '' && !again) return { reason: beforehand };
    const failed = await fetchElectron({ packageFolder, env, again });
    if (failed !== '') return { reason: failed };
    if (!isThere(binary, surroundings)) return { reason: 'Electron was fetched, and its binary is not in it' };
  }
  const unsafe = whyNoSandbox(binary, surroundings);
  return unsafe === '' ? { binary } : { reason: unsafe };
}

/** @param {Surroundings} surroundings */
function binaryOf({ packageFolder, platform, env }) {
  return path.join(
    env.ELECTRON_OVERRIDE_DIST_PATH || path.join(packageFolder, 'dist'),
    binaryPaths[platform] ?? 'electron',
  );
}

/**
 * The package writes `path.txt` once its own binary is fully unpacked; a folder named by the user has none.
 * @param {string} binary
 * @param {Surroundings} surroundings
 */
function isThere(binary, { packageFolder, env }) {
  if (!existsSync(binary)) return false;
  return Boolean(env.ELECTRON_OVERRIDE_DIST_PATH) || existsSync(path.join(packageFolder, 'path.txt'));
}

/**
 * What in the surroundings rules out a window, or `''`.
 * @param {Surroundings} surroundings
 */
function whyNoWindow({ platform, env, user }) {
  if (platform !== 'linux') return '';
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  return user === 0 ? 'Electron’s sandbox does not run as root' : '';
}

/**
 * Why the kernel would not let Electron make a sandbox, and the commands that fix it; `''` if it can. Chromium's
 * sandbox needs either namespaces that anybody may make or its helper `chrome-sandbox` with root's rights. Winnow never
 * starts without it.
 * @param {string} binary
 * @param {Surroundings} surroundings
 */
function whyNoSandbox(binary, { platform, systemRoot, env }) {
  if (platform !== 'linux') return '';
  const helper = path.join(path.dirname(binary), 'chrome-sandbox');
  if (hasRightsOfRoot(helper)) return '';
  const why = whyNoNamespaces(systemRoot, binary);
  if (why === '') return '';
  if (!existsSync(helper) && !env.ELECTRON_OVERRIDE_DIST_PATH) {
    return `${why}. For the window, fetch Electron with “npm start -- --electron”, which then names two commands`;
  }
  const commands = `  sudo chown root:root '${helper}'\n  sudo chmod 4755 '${helper}'\n`;
  return `${why}. For the window, let its helper do so, once:\n${commands}`;
}

/** @param {string} file */
function hasRightsOfRoot(file) {
  try {
    const { uid, mode } = statSync(file);
    return uid === 0 && (mode & 0o4001) === 0o4001;
  } catch {
    return false;
  }
}

/**
 * @param {string} systemRoot
 * @param {string} binary
 */
function whyNoNamespaces(systemRoot, binary) {
  const setting = (/** @type {string} */ name) => {
    try {
      return readFileSync(path.join(systemRoot, 'proc/sys', name), 'utf8').trim();
    } catch {
      return '';
    }
  };
  const off = 'this system lets no program make the namespaces that Electron’s sandbox needs';
  if (setting('kernel/unprivileged_userns_clone') === '0') return `${off} (kernel.unprivileged_userns_clone is 0)`;
  if (setting('user/max_user_namespaces') === '0') return `${off} (user.max_user_namespaces is 0)`;
  if (setting('kernel/apparmor_restrict_unprivileged_userns') !== '1') return '';
  if (hasProfile(path.join(systemRoot, 'etc/apparmor.d'), binary)) return '';
  return (
    'this system lets only programs that it knows make the namespaces that Electron’s sandbox needs ' +
    '(kernel.apparmor_restrict_unprivileged_userns is 1)'
  );
}

/**
 * Whether somebody wrote a profile for this very binary.
 * @param {string} folder
 * @param {string} binary
 */
function hasProfile(folder, binary) {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    return files.some(({ name }) => readFileSync(path.join(folder, name), 'utf8').includes(binary));
  } catch {
    return false;
  }
}
