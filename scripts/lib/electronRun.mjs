/** Runs Electron, and tells an Electron that cannot run on this machine from a Winnow that ended. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { endWith } from './child.mjs';

/**
 * An Electron that ends on its own this soon, in milliseconds, and without one of our exit codes, cannot run on this
 * machine.
 */
const earlyMs = 10_000;
const ownExitCodes = new Set([0, 1, 2, 3]);
const ownSignals = new Set(['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * What Electron, the loader and the system print when it cannot start; exit codes alone do not tell: with a dead
 * display it is 1.
 */
const sayings = /** @type {[RegExp, (found: RegExpExecArray) => string][]} */ ([
  [
    /error while loading shared libraries: ([^:\s]+)/,
    ([, name]) => `Electron needs the library ${name}, which is not installed`,
  ],
  [/Library not loaded: (\S+)/, ([, name]) => `Electron needs the library ${name}, which is not installed`],
  [
    /Missing X server or \$DISPLAY|Unable to open X display|cannot open display|Failed to connect to Wayland display/i,
    () => `the display (${process.env.WAYLAND_DISPLAY || process.env.DISPLAY}) does not answer`,
  ],
  [/The platform failed to initialize/, () => 'the display does not answer'],
  [
    /SUID sandbox helper binary|No usable sandbox|Failed to move to new namespace/i,
    () => 'Electron’s sandbox cannot be made here',
  ],
  // What the system cannot run as a program, the shell gets as a script.
  [
    /exec format error|cannot execute binary file|bad CPU type|electron: (?:line )?\d+: /i,
    () => 'this Electron is for another kind of processor',
  ],
]);

/** @type {Record<number, string>} */
const codes = {
  126: 'the system does not let Electron’s binary be run',
  127: 'a library that Electron needs is not installed',
  // Windows: a missing DLL, a program for another kind of processor.
  0xc0000135: 'a library that Electron needs is not installed',
  0xc000007b: 'this Electron is for another kind of processor',
};

/** @type {Record<string, string>} */
const spawnErrors = {
  ENOENT: 'Electron’s binary does not fit this system',
  EACCES: 'the system does not let Electron’s binary be run',
  ENOEXEC: 'this Electron is for another kind of processor',
  UNKNOWN: 'this Electron is for another kind of processor',
};

/**
 * Runs Electron to its end: its exit code, or why it could not even start.
 * @param {string} binary
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ code: number } | { reason: string }>}
 */
export function runElectron(binary, args, { cwd, env = process.env }) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(binary, args, { cwd, env: asElectron(env), stdio: ['inherit', 'inherit', 'pipe'] });
    const stop = endWith(child);
    let said = '';
    child.stderr.on('data', (chunk) => {
      process.stderr.write(chunk);
      if (said.length < 65_536) said += String(chunk);
    });
    child.once('error', (error) => {
      stop();
      const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
      resolve({ reason: spawnErrors[code] ?? `Electron does not start (${error.message})` });
    });
    child.once('close', (code, signal) => {
      stop();
      const own = code ?? 128 + constants.signals[signal ?? 'SIGTERM'];
      const reason = Date.now() - started < earlyMs ? whyEnded(code, signal, said) : '';
      resolve(reason === '' ? { code: own } : { reason });
    });
  });
}

/**
 * Why Electron ended right after its start, or `''` if that was Winnow's own doing.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 * @param {string} said on stderr
 */
function whyEnded(code, signal, said) {
  if (code === 0 || (signal !== null && ownSignals.has(signal)) || code === 130 || code === 143) return '';
  for (const [pattern, reason] of sayings) {
    const found = pattern.exec(said);
    if (found !== null) return reason(found);
  }
  if (code !== null && ownExitCodes.has(code)) return '';
  const ending = signal === null ? `exit code ${code}` : signal;
  return codes[code ?? -1] ?? `Electron does not start on this machine (${ending})`;
}

/**
 * The environment without the variable that turns Electron into plain Node, which an editor's terminal passes on.
 * @param {NodeJS.ProcessEnv} env
 */
function asElectron(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.toUpperCase() !== 'ELECTRON_RUN_AS_NODE'));
}
