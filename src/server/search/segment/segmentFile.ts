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

/** More than any segment file has, in bytes. */
const wholeFile = 2 ** 40;
/** Fewer records are not worth it: the system reads on around each of them, of a file that it has forgotten megabytes. */
const readsBefore = 4096;
/** Each record makes up to 64 kB of the file count as memory of this process. */
const readsOfMapping = 1024;

/**
 * Maps a segment file into memory once many records of it have been read one by one: then they are read in half the time
 * where the system has them, and in a fraction of it where it has not. What was read counts as memory of this process,
 * so it is let go of after some reads; the system keeps it all the same.
 */
export class Mapping {
  readonly #db: DatabaseSync;
  #reads = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** To be called after each record read. */
  read(): void {
    this.#reads += 1;
    if (this.#reads < readsBefore || this.#reads % readsOfMapping !== 0) return;
    this.#map(0);
    this.#map(wholeFile);
  }

  #map(bytes: number): void {
    this.#db.exec(`PRAGMA mmap_size = ${bytes}`);
  }
}
