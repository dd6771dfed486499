import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lockAlone } from '#node/lock.ts';
import { AppError } from '#shared/errors.ts';

/**
 * Does `work` with the path of a file beside `file`. In the end that is removed with all whose names begin like its
 * own, also what a killed process has left of it before. Throws `busy` if another process does the same.
 */
export async function withTemporary<T>(file: string, work: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = `${file}.copy.tmp`;
  const lockFile = `${file}.copy.lock`;
  const lock = lockAlone(lockFile);
  if (lock === null) throw new AppError('busy', `${file} is being copied by another process.`);
  try {
    return await work(temporary);
  } finally {
    removeLike(temporary);
    lock.release();
    rmSync(lockFile, { force: true });
  }
}

/** Removes everything that begins with the path of a temporary file. */
export function removeLike(temporary: string): void {
  for (const name of readdirSync(dirname(temporary))) {
    if (!name.startsWith(basename(temporary))) continue;
    rmSync(join(dirname(temporary), name), { recursive: true, force: true });
  }
}
