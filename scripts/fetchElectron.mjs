/**
 * `node scripts/fetchElectron.mjs FOLDER`: fetches the binary of the `electron` package in that folder, checks it and
 * unpacks it. Started by `npm start` (scripts/lib/electronFetch.mjs), which it outlives; it reports its progress in a
 * file.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { fetchFolder } from './lib/electronFetch.mjs';
import { takeFileLock } from './lib/fileLock.mjs';
import { download } from './lib/resumableDownload.mjs';

/** How long the download may stall, in milliseconds. */
const stallMs = Number(process.env.WINNOW_FETCH_STALL_MS ?? 30_000);
const beatMs = 1000;

const [packageFolder = ''] = process.argv.slice(2);
const folder = fetchFolder(packageFolder);
const requireThere = createRequire(path.join(packageFolder, 'package.json'));
const { version } = requireThere('./package.json');
const progress = { received: 0, total: 0 };

mkdirSync(folder, { recursive: true });
const release = takeFileLock(path.join(folder, 'lock'));
// Otherwise another process is fetching it already.
if (release !== null) {
  tell('running');
  const beat = setInterval(() => tell('running'), beatMs);
  try {
    await fetchBinary();
    unpack();
    clearInterval(beat);
    tell('done');
  } catch (error) {
    clearInterval(beat);
    tell('failed', error instanceof Error ? error.message.split('\n')[0] : String(error));
    process.exitCode = 1;
  } finally {
    release();
  }
}

/**
 * @param {import('./lib/electronFetch.mjs').FetchState['state']} state
 * @param {string} [reason]
 */
function tell(state, reason = '') {
  const file = path.join(folder, 'state.json');
  const text = JSON.stringify({ state, version, pid: process.pid, at: Date.now(), ...progress, reason });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

/** Into the cache of Electron's own tools, checked as they do it, against the checksums in the package. */
async function fetchBinary() {
  const { downloadArtifact } = await import(pathToFileURL(requireThere.resolve('@electron/get')).href);
  const remote = process.env.electron_use_remote_checksums ?? process.env.npm_config_electron_use_remote_checksums;
  await downloadArtifact({
    version,
    artifactName: 'electron',
    force: process.env.force_no_cache === 'true',
    cacheRoot: process.env.electron_config_cache,
    checksums: remote ? undefined : requireThere('./checksums.json'),
    platform: process.env.ELECTRON_INSTALL_PLATFORM ?? process.env.npm_config_platform ?? process.platform,
    arch: process.env.ELECTRON_INSTALL_ARCH ?? process.env.npm_config_arch ?? process.arch,
    downloader: {
      download: (/** @type {string} */ url, /** @type {string} */ target) =>
        download({
          url,
          target,
          part: path.join(folder, `${path.basename(target)}.part`),
          stallMs,
          onProgress: (received, total) => Object.assign(progress, { received, total }),
        }),
    },
  });
}

/** By the package's own script, which finds the file in the cache. */
function unpack() {
  const { ELECTRON_OVERRIDE_DIST_PATH: _elsewhere, ...env } = process.env;
  const script = path.join(packageFolder, 'install.js');
  const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8', windowsHide: true });
  if (status !== 0)
    throw new Error(stderr.split('\n').find((line) => /error/i.test(line)) ?? 'it could not be unpacked');
}
