/**
 * `npm run faults [-- --json --moves N --kills N --seed S]`: drives the move queue through faults and kills
 * (tests/faults). `tests/faults/main.ts` itself bundles the process to kill, so nothing has to be built first. With
 * `--team` it drives a team's servers, and a primary with its standby, through kills (tests/faults/team).
 */
import process from 'node:process';
import { runToEnd } from './lib/child.mjs';
import { root } from './lib/paths.mjs';
import { prepared } from './lib/setup.mjs';

await prepared(async () => {
  const asked = process.argv.slice(2);
  const entry = asked.includes('--team') ? 'tests/faults/team/main.ts' : 'tests/faults/main.ts';
  return await runToEnd(process.execPath, [entry, ...asked], { cwd: root });
});
