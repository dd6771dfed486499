import { accessSync, constants, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder, in memory if the system has such a place. What a process wrote there outlives its SIGKILL, as on a
 * disk; only a power cut would show the difference, and that is tested by cutting the journal (F4).
 */
export function newFolder(): string {
  return mkdtempSync(join(memory(), 'winnow-faults-'));
}

function memory(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}
