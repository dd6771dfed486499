/** `npm run server -- …`: the standalone API, imports and refreshes (src/server/commandLine/cli.ts), built when stale. */
import process from 'node:process';
import { runToEnd, script } from './lib/child.mjs';
import { root } from './lib/paths.mjs';
import { serverArgumentsFor, serverEnvironment } from './lib/serverArguments.mjs';
import { continueUnderProjectNode, ensureBuilt, ensureInstalled } from './lib/setup.mjs';

await script(async () => {
  ensureInstalled();
  const code = await continueUnderProjectNode();
  if (code !== null) return code;
  ensureBuilt();
  return await runToEnd(process.execPath, serverArgumentsFor(process.argv.slice(2)), {
    cwd: root,
    env: { ...serverEnvironment, ...process.env },
  });
});
