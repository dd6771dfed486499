import { accessSync, constants, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder, in memory where the system has such a place. What a process wrote outlives its SIGKILL there as on a
 * disk; only a power cut would tell them apart, and that is tested by cutting the journal (F4).
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
