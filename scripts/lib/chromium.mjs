/** Finds a Chromium for the end-to-end tests: a system one, else Playwright's, else the Debian package when root. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];

/**
 * @param {boolean} isShellEnough
 * @returns {string | undefined}
 */
function systemChromium(isShellEnough) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const wanted = isShellEnough ? ['chromium-headless-shell', ...names] : names;
  const candidates = [...wanted.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...fixedPlaces];
  return candidates.find((candidate) => existsSync(candidate));
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function succeeds(command, args) {
  return spawnSync(command, args, { stdio: ['ignore', 2, 2], timeout: 300_000 }).status === 0;
}

/**
 * The path of a Chromium, installed if need be. The headless shell, if it is enough, draws no browser UI around each
 * page: the specs take two thirds of the time.
 * @param {{ shell: boolean }} enough
 * @returns {string}
 */
export function findChromium({ shell }) {
  const own = process.env.WINNOW_CHROMIUM;
  if (own) return own;
  const system = systemChromium(shell);
  if (system) return system;
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  process.stderr.write('No Chromium found; installing one…\n');
  const isRootOnDebian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (isRootOnDebian && succeeds('apt-get', ['update', '-qq']) && installDebianPackage()) {
    const installed = systemChromium(shell);
    if (installed) return installed;
  }
  if (succeeds(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])) {
    return chromium.executablePath();
  }
  throw new Error('No Chromium found and none could be installed. Install one, or name it in WINNOW_CHROMIUM.');
}

function installDebianPackage() {
  return succeeds('apt-get', [
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    'chromium-headless-shell',
    'chromium',
    'fonts-noto-core',
    'poppler-utils',
  ]);
}
