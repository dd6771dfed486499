/**
 * `npm run package [-- --linux|--mac|--win --x64|--arm64 …]`: packages Winnow for this system with electron-builder,
 * whose arguments it takes. Environment variables may set where updates come from (WINNOW_UPDATES_URL) and the
 * project's page (WINNOW_HOMEPAGE).
 */
import process from 'node:process';
import { runToEnd } from './lib/child.mjs';
import { packagerArguments } from './lib/packaging.mjs';
import { root } from './lib/paths.mjs';
import { ensureBuilt, prepared } from './lib/setup.mjs';

await prepared(async () => {
  ensureBuilt();
  const { args, notes } = packagerArguments(process.argv.slice(2), process.env, process.platform);
  for (const note of notes) process.stderr.write(`${note}\n`);
  return await runToEnd(process.execPath, ['node_modules/electron-builder/cli.js', ...args], { cwd: root });
});
