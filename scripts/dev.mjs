/**
 * `npm run dev`: the browser shell as `npm start -- --browser` starts it, rebuilt and restarted whenever a source file
 * changes. Each start prints a new link. Takes the same flags.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { quietNode } from './lib/node.mjs';
import { root } from './lib/paths.mjs';
import { ensureBuilt, prepared } from './lib/setup.mjs';

/** Editors save in several steps. */
const settleMs = 300;

await prepared(async () => {
  return await new Promise((resolve) => {
    const shell = restartingShell(process.argv.slice(2));
    let timer = setTimeout(() => shell.restart(), 0);
    const watcher = watch(path.join(root, 'src'), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => shell.restart(), settleMs);
    });
    const end = async () => {
      watcher.close();
      clearTimeout(timer);
      await shell.stop();
      resolve(0);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end());
  });
});

/** @param {string[]} args */
function restartingShell(args) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  let work = Promise.resolve();

  async function stop() {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  }

  async function restart() {
    await stop();
    try {
      ensureBuilt();
    } catch (error) {
      // The sources do not compile: the next save tries again.
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      return;
    }
    child = spawn(process.execPath, [quietNode, 'out/main/browserShell.js', ...args], { cwd: root, stdio: 'inherit' });
  }

  return {
    restart: () => {
      work = work.then(restart);
    },
    stop: async () => {
      await work;
      await stop();
    },
  };
}
