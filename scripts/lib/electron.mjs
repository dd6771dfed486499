/**
 * Looks for Electron's binary without importing the `electron` package, which would start a download at once. The
 * package fetches its binary on first use; here that gets 30 seconds.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from './paths.mjs';

const fetchMs = 30_000;
const packageFolder = path.join(root, 'node_modules', 'electron');

/** @returns {string} the binary's path, or `''` where it is not there */
function electronBinary() {
  const named = path.join(packageFolder, 'path.txt');
  if (!existsSync(named)) return '';
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const binary = path.join(override ?? path.join(packageFolder, 'dist'), readFileSync(named, 'utf8').trim());
  return existsSync(binary) ? binary : '';
}

/**
 * Electron's binary, fetched where it is missing unless `fetch` is false, or why Electron cannot run here.
 * @param {{ fetch?: boolean }} [options]
 * @returns {{ binary: string } | { reason: string }}
 */
export function findElectron({ fetch = true } = {}) {
  const reason = whyNot(process.platform, process.env, process.getuid?.() ?? 1);
  if (reason !== '') return { reason };
  const there = electronBinary();
  if (there !== '') return { binary: there };
  if (!fetch) return { reason: 'its binary is not here' };
  if (!existsSync(path.join(packageFolder, 'install.js'))) return { reason: 'Electron is not installed' };
  process.stderr.write('Fetching Electron (30 seconds at most)…\n');
  const { status } = spawnSync(process.execPath, [path.join(packageFolder, 'install.js')], {
    cwd: root,
    stdio: 'ignore',
    timeout: fetchMs,
  });
  const fetched = status === 0 ? electronBinary() : '';
  return fetched === '' ? { reason: 'Electron could not be fetched' } : { binary: fetched };
}

/**
 * What of the surroundings speaks against Electron, or `''`.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 * @param {number} user 0 is root
 */
function whyNot(platform, env, user) {
  if (platform !== 'linux') return '';
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  return user === 0 ? 'Electron’s sandbox does not run as root' : '';
}
