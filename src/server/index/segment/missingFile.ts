import { existsSync } from 'node:fs';
import { storageError } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';

/** What it means that files of the index, which are to be there, cannot be opened. */
export function missingFile(error: unknown, files: readonly string[]): unknown {
  const known = storageError(error);
  if (known instanceof AppError) return known;
  // Files that are there and cannot be had for now (someone else's, too many open ones) are no damage to be mended.
  if (isNotToBeHad(error) && files.every((file) => existsSync(file))) {
    return new AppError('unavailable', 'A part of the search index cannot be opened.', { cause: error });
  }
  return new AppError('storage_corrupt', 'A part of the search index is missing or damaged.', { cause: error });
}

/** SQLite's `CANTOPEN` and `NOMEM`. */
export function isNotToBeHad(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 14 || error.errcode === 7);
}
