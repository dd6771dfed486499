/** `npm run test:e2e [-- playwright arguments]`: the end-to-end specs in a real Chromium on the built app. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { continueUnderProjectNode, ensureBuilt, ensureInstalled } from './lib/setup.mjs';
import { root } from './lib/paths.mjs';

ensureInstalled();
const codeUnderProjectNode = await continueUnderProjectNode();
if (codeUnderProjectNode !== null) process.exit(codeUnderProjectNode);
ensureBuilt();

const { findChromium } = await import('./lib/chromium.mjs');
const { status } = spawnSync(
  process.execPath,
  ['node_modules/playwright/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, WINNOW_CHROMIUM: findChromium() } },
);
process.exitCode = status ?? 1;
