/** Child processes that end with their parent and whose exit code becomes the parent's. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';

/**
 * Runs a command to its end with our own input and output. Passes on signals that ask us to end, so that the child can
 * end cleanly and is never left behind.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} the exit code; 128 plus the signal's number if a signal ended it
 */
export function runToEnd(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const stop = endWith(child);
    child.once('error', (error) => {
      stop();
      reject(error);
    });
    child.once('close', (code, signal) => {
      stop();
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']);
    });
  });
}

/** How often a script checks that npm is still running, in milliseconds. */
const parentMs = 500;

/**
 * Passes signals on to a child until the returned function is called. Ctrl-C in a terminal reaches the child directly,
 * because it is in the same process group; it may then get the signal twice, and acts on it once. npm puts a shell
 * between itself and us that keeps a signal to itself: then our parent's end has the same meaning.
 * @param {import('node:child_process').ChildProcess} child
 */
export function endWith(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) child.kill('SIGTERM');
  }, parentMs);
  return () => {
    clearInterval(timer);
    for (const signal of signals) process.off(signal, forward);
  };
}

/**
 * Runs a script's work: its result is the exit code; an error becomes one line on stderr and exit code 1.
 * @param {() => Promise<number>} work
 */
export async function script(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
