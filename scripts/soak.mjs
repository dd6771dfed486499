/**
 * `npm run soak [-- --minutes N --seed S --json]`: an hour of a server with users, imports, kills, floods and passing
 * weeks (tests/soak).
 */
import process from 'node:process';
import { runToEnd } from './lib/child.mjs';
import { root } from './lib/paths.mjs';
import { ensureBuilt, prepared } from './lib/setup.mjs';

await prepared(async () => {
  ensureBuilt();
  return await runToEnd(process.execPath, ['tests/soak/main.ts', ...process.argv.slice(2)], { cwd: root });
});
