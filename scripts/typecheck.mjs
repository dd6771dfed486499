/** Type-checks every environment and reports all of them, not only the first that fails. */
import { spawn } from 'node:child_process';
import { root } from './lib/paths.mjs';

const environments = ['shared', 'node', 'preload', 'renderer', 'tests'];

const codes = await Promise.all(
  environments.map(
    (name) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${name}.json`], {
          cwd: root,
          stdio: 'inherit',
        });
        child.on('close', resolve);
      }),
  ),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
