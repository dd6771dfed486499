/**
 * `npm start`: on a fresh clone, with only Node 20 and npm there, installs, builds and opens Winnow: in Electron where
 * that can run, else in the browser, saying why. Flags after `--`: see README.md.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { endWith, runToEnd, script } from './lib/child.mjs';
import { findElectron } from './lib/electron.mjs';
import { root } from './lib/paths.mjs';
import { continueUnderProjectNode, ensureBuilt, ensureInstalled } from './lib/setup.mjs';

/** Electron that ends by itself this soon, and not by one of our own exit codes, cannot run on this machine. */
const earlyMs = 10_000;
const ownExitCodes = new Set([0, 1, 2, 3, 130, 143]);

await script(async () => {
  ensureInstalled();
  const code = await continueUnderProjectNode();
  return code ?? (await start(process.argv.slice(2)));
});

/** @param {string[]} args */
async function start(args) {
  const { homeFolder, readStartFlags } = await import('../src/main/shellCommon/startFlags.ts');
  const surroundings = { env: process.env, platform: process.platform, home: homeFolder(), cwd: process.cwd() };
  const read = readStartFlags(args, surroundings);
  if (!read.ok) {
    process.stderr.write(`${read.problem}\n`);
    return 2;
  }
  ensureBuilt();
  // A port, or an address to open oneself, only means something in the browser.
  const inBrowser = read.flags.browser || read.flags.port !== null || !read.flags.open;
  const electron = inBrowser ? null : findElectron();
  if (electron !== null && 'binary' in electron) {
    const code = await runElectron(electron.binary, args);
    if (code !== null) return code;
    process.stderr.write('Electron does not start on this machine: opening Winnow in the browser.\n');
  } else if (electron !== null) {
    process.stderr.write(`Opening Winnow in the browser: ${electron.reason}.\n`);
  }
  return await runToEnd(process.execPath, ['out/main/browserShell.js', ...args], { cwd: root });
}

/**
 * Electron's exit code, or null where it could not even start.
 * @param {string} binary
 * @param {string[]} args
 * @returns {Promise<number | null>}
 */
function runElectron(binary, args) {
  const started = Date.now();
  return new Promise((resolve) => {
    // Behind the app's folder, everything is the app's.
    const child = spawn(binary, ['.', ...args], { cwd: root, stdio: 'inherit' });
    const stop = endWith(child);
    const end = (/** @type {number | null} */ code) => {
      stop();
      resolve(code);
    };
    child.once('error', () => {
      end(null);
    });
    child.once('close', (code) => {
      const early = Date.now() - started < earlyMs;
      end(early && !ownExitCodes.has(code ?? -1) ? null : (code ?? 1));
    });
  });
}
