import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import { openImmutable } from '#node/sqlite.ts';
import { segmentFormat } from './segmentFormat.ts';

/** Opens a segment file for reading. Throws `storage_*`. */
export function openSegmentFile(path: string): DatabaseSync {
  const db = openImmutable(path);
  if (formatOf(db) <= segmentFormat) return db;
  db.close();
  throw new AppError('storage_newer', 'This workspace was written by a newer version of Winnow.');
}

/** The format of an open segment file. */
export function formatOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}
