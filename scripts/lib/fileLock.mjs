/** A lock between scripts that run at the same time. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const pollMs = 100;
/** A folder without a process id for this long, in milliseconds, was left behind between two steps. */
const unfinishedMs = 2000;

/**
 * Runs the work while nobody else holds the lock; takes over a lock whose holder has died.
 * @param {string} folder exists while the lock is held
 * @param {() => void} work
 */
export function withFileLock(folder, work) {
  while (!take(folder)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
  try {
    work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Takes the lock; null if somebody holds it.
 * @param {string} folder
 * @returns {(() => void) | null} releases it
 */
export function takeFileLock(folder) {
  if (!take(folder) && !take(folder)) return null;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** @param {string} folder */
function take(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (isStale(folder)) rmSync(folder, { recursive: true, force: true });
    return false;
  }
  writeFileSync(path.join(folder, 'pid'), String(process.pid));
  return true;
}

/** @param {string} folder */
function isStale(folder) {
  try {
    const pid = Number(readFileSync(path.join(folder, 'pid'), 'utf8'));
    return !isAlive(pid);
  } catch {
    return ageMs(folder) > unfinishedMs;
  }
}

/**
 * Whether a process is running; another one may have its number by now.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} folder */
function ageMs(folder) {
  try {
    return Date.now() - statSync(folder).mtimeMs;
  } catch {
    return 0;
  }
}
