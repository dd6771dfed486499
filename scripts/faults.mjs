/**
 * `npm run faults [-- --json --moves N --kills N --seed S]`: drives the move queue through faults and kills
 * (tests/faults). `tests/faults/main.ts` itself bundles the process to kill, so nothing has to be built first.
 */
import process from 'node:process';
import { runToEnd } from './lib/child.mjs';
import { root } from './lib/paths.mjs';
import { prepared } from './lib/setup.mjs';

await prepared(async () => {
  return await runToEnd(process.execPath, ['tests/faults/main.ts', ...process.argv.slice(2)], { cwd: root });
});
