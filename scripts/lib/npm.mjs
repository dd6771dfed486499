/** How to run npm on each system. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/**
 * An npm command line, as `spawn` takes it. On Windows npm is a script, which only a shell runs; with a list of
 * arguments and a shell, Node warns (DEP0190) and the shell would interpret them, so it gets one line of plain words.
 * @param {readonly string[]} args
 * @param {NodeJS.Platform} [platform]
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npmCommand(args, platform = process.platform) {
  if (platform !== 'win32') return { command: 'npm', args: [...args], shell: false };
  const odd = args.find((word) => !/^[\w./:=@-]+$/.test(word));
  if (odd !== undefined) throw new Error(`npm cannot be given “${odd}” on Windows.`);
  return { command: ['npm', ...args].join(' '), args: [], shell: true };
}

/**
 * Runs npm to its end; its output goes to stderr, so that stdout stays ours.
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {number} its exit code
 */
export function npm(args, cwd) {
  const { command, args: words, shell } = npmCommand(args);
  const { status, error } = spawnSync(command, words, { cwd, stdio: ['ignore', 2, 2], shell });
  if (error) throw new Error(`npm does not start (${error.message}). It comes with Node: https://nodejs.org.`);
  return status ?? 1;
}
