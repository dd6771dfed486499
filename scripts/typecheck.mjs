/**
 * Type-checks every environment and reports all of them, not only the first that fails. What was found right is kept in
 * node_modules/.cache, so that only what depends on a change is checked again.
 */
import { spawn } from 'node:child_process';
import { root } from './lib/paths.mjs';

const environments = ['shared', 'node', 'preload', 'renderer', 'tests'];

const codes = await Promise.all(
  environments.map(
    (name) =>
      new Promise((resolve) => {
        const kept = ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types/${name}.tsbuildinfo`];
        const args = ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${name}.json`, ...kept];
        const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
        child.on('close', resolve);
      }),
  ),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
