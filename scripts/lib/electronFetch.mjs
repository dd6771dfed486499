/**
 * Waits for Electron's binary, which a separate process fetches (scripts/fetchElectron.mjs): after Ctrl-C, Winnow opens
 * in the browser at once, and Electron keeps arriving for the next start. That process records its progress and outcome
 * in a file, so that a second start joins it and a failure is remembered for a day.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from './fileLock.mjs';
import { root } from './paths.mjs';

/**
 * What is known about a fetch.
 * @typedef {object} FetchState
 * @property {'running' | 'failed' | 'done'} state
 * @property {string} version of Electron
 * @property {number} pid
 * @property {number} at when this was written, in milliseconds; a running fetch writes every second
 * @property {number} received bytes
 * @property {number} total bytes, 0 while unknown
 * @property {string} reason why it failed
 */

const pollMs = 150;
const dayMs = 86_400_000;
/** A running fetch that has written nothing for this long, in milliseconds, has been killed. */
const silentMs = 15_000;
/** How long npm may take to pass on a Ctrl-C that the terminal has already sent, in milliseconds. */
const echoMs = 400;
const retryHint = '“npm start -- --electron” tries again';

/**
 * Where the fetch for an Electron package keeps its state and what has arrived so far.
 * @param {string} packageFolder
 */
export function fetchFolder(packageFolder) {
  return path.join(path.dirname(packageFolder), '.cache', 'winnow-electron');
}

/**
 * @param {string} packageFolder
 * @returns {FetchState | null}
 */
export function readFetchState(packageFolder) {
  try {
    return JSON.parse(readFileSync(path.join(fetchFolder(packageFolder), 'state.json'), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Fetches the binary, or says why it is missing.
 * @param {object} options
 * @param {string} options.packageFolder
 * @param {NodeJS.ProcessEnv} options.env
 * @param {boolean} options.again even if it failed today
 * @returns {Promise<string>} `''` once the binary is there
 */
export async function fetchElectron({ packageFolder, env, again }) {
  if (env.ELECTRON_SKIP_BINARY_DOWNLOAD) return 'ELECTRON_SKIP_BINARY_DOWNLOAD is set';
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
  const known = readFetchState(packageFolder);
  if (!again && known?.state === 'failed' && known.version === version && Date.now() - known.at < dayMs) {
    return `Electron could not be fetched earlier (${known.reason}); ${retryHint}`;
  }
  const started = Date.now();
  if (!isRunning(known)) begin(packageFolder, env);
  process.stderr.write(
    'Fetching Electron, once. Ctrl-C opens Winnow in the browser now, and Electron comes meanwhile.\n',
  );
  return await untilFetched(packageFolder, started);
}

/** @param {FetchState | null} known */
function isRunning(known) {
  return known?.state === 'running' && isAlive(known.pid) && Date.now() - known.at < silentMs;
}

/**
 * @param {string} packageFolder
 * @param {NodeJS.ProcessEnv} env
 */
function begin(packageFolder, env) {
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'fetchElectron.mjs'), packageFolder], {
    env: fetchEnvironment(env),
    // In its own process group, which Ctrl-C in the terminal does not reach.
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.unref();
}

/**
 * @param {string} packageFolder
 * @param {number} started
 * @returns {Promise<string>}
 */
async function untilFetched(packageFolder, started) {
  const progress = progressLine();
  const interrupt = whenInterrupted();
  try {
    for (;;) {
      const known = readFetchState(packageFolder);
      const isOurs = known !== null && known.at >= started;
      if (isOurs && known.state === 'done') return '';
      if (isOurs && known.state === 'failed') return `Electron could not be fetched (${known.reason}); ${retryHint}`;
      const isSilent = Date.now() - Math.max(started, known?.at ?? 0) > silentMs;
      if (isSilent || (isOurs && !isAlive(known.pid))) {
        return 'Electron could not be fetched (what fetched it was ended); the next start goes on from there';
      }
      if (isOurs) progress.show(known.received, known.total);
      if (await Promise.race([interrupt.happened, delay(pollMs, false)])) {
        return 'Electron is still on its way and comes with the next start';
      }
    }
  } finally {
    interrupt.stop();
    progress.end();
  }
}

function whenInterrupted() {
  const { promise, resolve } = Promise.withResolvers();
  // Keeps listening until the echo is over: it would end this process otherwise.
  const take = () => {
    setTimeout(() => resolve(true), echoMs);
  };
  process.on('SIGINT', take);
  return { happened: promise, stop: () => process.off('SIGINT', take) };
}

/** Shows the progress: updated in place in a terminal, else at every ten per cent. */
function progressLine() {
  const inPlace = process.stderr.isTTY;
  let shown = -1;
  return {
    show(/** @type {number} */ received, /** @type {number} */ total) {
      if (total === 0) return;
      const percent = Math.floor((received / total) * 100);
      if (inPlace ? percent === shown : percent < shown + 10 && shown >= 0) return;
      shown = percent;
      const text = `Electron: ${percent} % of ${Math.round(total / 1e6)} MB`;
      process.stderr.write(inPlace ? `\r${text}\u001B[K` : `${text}\n`);
    },
    end() {
      if (inPlace && shown >= 0) process.stderr.write('\n');
    },
  };
}

/**
 * The environment of the fetch: the proxy and certificates that npm or the system is set up with, under the names that
 * Node reads. npm passes its settings on as `npm_config_…`.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function fetchEnvironment(env) {
  const set = (/** @type {string[]} */ ...names) =>
    names.map((name) => env[name]).find((value) => value && value !== 'null');
  const http = set('npm_config_proxy', 'HTTP_PROXY', 'http_proxy');
  const https = set(
    'npm_config_https_proxy',
    'npm_config_proxy',
    'HTTPS_PROXY',
    'https_proxy',
    'HTTP_PROXY',
    'http_proxy',
  );
  const except = set('npm_config_noproxy', 'NO_PROXY', 'no_proxy');
  const certificates = set('NODE_EXTRA_CA_CERTS', 'npm_config_cafile');
  const names = { HTTP_PROXY: http, HTTPS_PROXY: https, NO_PROXY: except, NODE_EXTRA_CA_CERTS: certificates };
  const given = Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined));
  // Without these, Node reads neither the proxy variables nor the system's certificates.
  const result = { ...env, NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1', ...given };
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy']) {
    // Node prefers these to the upper-case ones.
    if (given[name.toUpperCase()] !== undefined && process.platform !== 'win32') delete result[name];
  }
  return result;
}
