/** Where a run of the tests puts what its tests write. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/** What a run may need at once, in bytes; with less room a run stays on the disk. */
const needed = 4 * 2 ** 30;

/** Linux's number of a file system in memory. */
const tmpfs = 0x01021994;

/**
 * The folder for temporary files: in memory where the system has such a place with room, unless `TMPDIR` names one.
 * Most of a test's time with a database on a disk is waiting for the disk; no test depends on one, as power cuts are
 * tested by cutting the journal (F4).
 */
export function scratchFolder(inMemory = '/dev/shm') {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    accessSync(inMemory, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(inMemory);
    if (type === tmpfs && bavail * bsize >= needed && freemem() >= needed) return inMemory;
  } catch {
    // There is no such place on this system.
  }
  return tmpdir();
}
