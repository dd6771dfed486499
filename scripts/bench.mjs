/**
 * `npm run bench [-- --json --size N --only T1,T3 --rounds N --compare --save]`: measures the standalone server against
 * its peers (tests/bench). Installs the peers' packages in their own folder if they are missing.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runToEnd } from './lib/child.mjs';
import { npm } from './lib/npm.mjs';
import { root } from './lib/paths.mjs';
import { commandArguments, serverEnvironment, servingArguments } from './lib/serverArguments.mjs';
import { ensureBuilt, prepared } from './lib/setup.mjs';

const peers = path.join(root, 'tests', 'bench', 'peers');

/** Whether npm has recorded the lockfile's packages as installed. */
function hasPeers() {
  const noted = path.join(peers, 'node_modules', '.package-lock.json');
  if (!existsSync(noted)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(path.join(peers, 'package-lock.json'), 'utf8'));
  const { packages: there } = JSON.parse(readFileSync(noted, 'utf8'));
  return Object.entries(wanted).every(
    ([name, { version, optional }]) =>
      name === '' || (there[name] === undefined ? optional === true : there[name].version === version),
  );
}

/** Without peers, the rows that need them are not met, and everything else is measured. */
function installPeers() {
  if (hasPeers()) return;
  process.stderr.write('Installing the peers…\n');
  // By the lockfile; if the registry lacks what npm wants from it for other systems, by the exact versions.
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const installed = [['ci'], ['install', '--no-package-lock']].some((how) => npm([...how, ...quietly], peers) === 0);
  if (!installed) process.stderr.write('The peers could not be installed.\n');
}

await prepared(async () => {
  ensureBuilt();
  installPeers();
  const server = { serve: servingArguments, command: commandArguments, env: serverEnvironment };
  const env = { ...process.env, WINNOW_BENCH_SERVER: JSON.stringify(server) };
  return await runToEnd(process.execPath, ['tests/bench/main.ts', ...process.argv.slice(2)], { cwd: root, env });
});
