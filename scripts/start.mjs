/**
 * `npm start`: on a fresh clone, with only Node 20 and npm, installs, builds and opens Winnow: in Electron if it can
 * run, else in the browser, saying why. Flags after `--`: see README.md.
 */
import process from 'node:process';
import { runToEnd } from './lib/child.mjs';
import { findElectron } from './lib/electron.mjs';
import { runElectron } from './lib/electronRun.mjs';
import { quietNode } from './lib/node.mjs';
import { root } from './lib/paths.mjs';
import { ensureBuilt, prepared } from './lib/setup.mjs';

await prepared(() => start(process.argv.slice(2)));

/** @param {string[]} given */
async function start(given) {
  // For this script only: the shells do not know it.
  const again = given.includes('--electron');
  const args = given.filter((word) => word !== '--electron');
  const { homeFolder, readStartFlags } = await import('../src/main/shellCommon/startFlags.ts');
  const surroundings = { env: process.env, platform: process.platform, home: homeFolder(), cwd: process.cwd() };
  const read = readStartFlags(args, surroundings);
  // A port, or opening the address oneself, is meaningful in the browser only.
  const inBrowser = read.ok && (read.flags.browser || read.flags.port !== null || !read.flags.open);
  const problem = read.ok
    ? again && inBrowser && '--electron and a flag of the browser shell exclude each other.'
    : read.problem;
  if (problem) {
    process.stderr.write(`${problem}\n`);
    return 2;
  }
  ensureBuilt();
  if (!inBrowser) {
    const found = await findElectron({ again });
    // After the app's folder, all arguments are the app's.
    const end = 'reason' in found ? found : await runElectron(found.binary, ['.', ...args], { cwd: root });
    if ('code' in end) return end.code;
    process.stderr.write(`Opening Winnow in the browser: ${asSentence(end.reason)}\n`);
  }
  return await runToEnd(process.execPath, [quietNode, 'out/main/browserShell.js', ...args], { cwd: root });
}

/** @param {string} reason */
function asSentence(reason) {
  return reason.endsWith('\n') ? reason.trimEnd() : `${reason}.`;
}
