/**
 * `npm run test:e2e [-- --shell electron|standin] [-- playwright arguments]`: the end-to-end specs on the built app, in
 * the browser shell and a real Chromium, in Electron, or on the stand-in for Electron. If Electron cannot run, it says
 * why.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { ensureBuilt, prepared } from './lib/setup.mjs';
import { root } from './lib/paths.mjs';

await prepared(async () => {
  ensureBuilt();

  const args = process.argv.slice(2);
  const named = args.indexOf('--shell');
  const [, shell = 'browser'] = named === -1 ? [] : args.splice(named, 2);
  if (!['electron', 'standin', 'browser'].includes(shell)) {
    process.stderr.write('--shell takes "electron", "standin" or "browser".\n');
    return 2;
  }

  if (shell === 'electron') {
    const { findElectron } = await import('./lib/electron.mjs');
    const electron = await findElectron({ fetch: true, again: true });
    if ('reason' in electron) {
      process.stderr.write(`The specs cannot run in Electron: ${electron.reason.trimEnd()}.\n`);
      return 1;
    }
  }

  const { findChromium } = await import('./lib/chromium.mjs');
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/playwright/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts', ...args],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        WINNOW_E2E_SHELL: shell,
        // The Electron launcher uses it as the user's browser; specs on the stand-in fail in the headless shell.
        WINNOW_CHROMIUM: findChromium({ shell: shell === 'browser' }),
      },
    },
  );
  return status ?? 1;
});
