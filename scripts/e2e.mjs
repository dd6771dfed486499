/**
 * `npm run test:e2e [-- --shell electron|standin] [-- playwright arguments]`: the end-to-end specs on the built app, in the
 * browser shell and a real Chromium, in Electron, or on the stand-in for Electron. Where Electron cannot run it says so
 * and why.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { continueUnderProjectNode, ensureBuilt, ensureInstalled } from './lib/setup.mjs';
import { root } from './lib/paths.mjs';

ensureInstalled();
const codeUnderProjectNode = await continueUnderProjectNode();
if (codeUnderProjectNode !== null) process.exit(codeUnderProjectNode);
ensureBuilt();

const args = process.argv.slice(2);
const named = args.indexOf('--shell');
const [, shell] = named === -1 ? [] : args.splice(named, 2);
if (named !== -1 && !['electron', 'standin', 'browser'].includes(shell ?? '')) {
  process.stderr.write('--shell takes "electron", "standin" or "browser".\n');
  process.exit(2);
}

if (shell === 'electron') {
  const { findElectron } = await import('./lib/electron.mjs');
  const electron = findElectron({ fetch: true });
  if ('reason' in electron) {
    process.stderr.write(`The specs cannot run in Electron: ${electron.reason}.\n`);
    process.exit(1);
  }
}

const { findChromium } = await import('./lib/chromium.mjs');
const env =
  shell === 'electron'
    ? { WINNOW_E2E_SHELL: shell }
    : { WINNOW_CHROMIUM: findChromium(), WINNOW_E2E_SHELL: shell ?? 'browser' };
const { status } = spawnSync(
  process.execPath,
  ['node_modules/playwright/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts', ...args],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } },
);
process.exitCode = status ?? 1;
