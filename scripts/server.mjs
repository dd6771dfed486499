/**
 * `npm run server -- …`: the standalone API, imports and refreshes (src/server/commandLine/cli.ts), built when stale.
 */
import process from 'node:process';
import { runToEnd } from './lib/child.mjs';
import { root } from './lib/paths.mjs';
import { serverArgumentsFor, serverEnvironment } from './lib/serverArguments.mjs';
import { ensureBuilt, prepared } from './lib/setup.mjs';

await prepared(async () => {
  ensureBuilt();
  return await runToEnd(process.execPath, serverArgumentsFor(process.argv.slice(2)), {
    cwd: root,
    env: { ...serverEnvironment, ...process.env },
  });
});
