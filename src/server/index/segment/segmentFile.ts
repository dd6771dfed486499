import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import { openImmutable } from '#node/sqlite.ts';
import { storedFieldIds, storedFields, type StoredField } from '../analysis/facetFields.ts';
import { facetsSince, kindsBeforeNoted, postingKinds, segmentFormat } from './segmentFormat.ts';

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

/** Notes in a new file which kinds of postings it holds: all that today's code knows. */
export function noteKinds(db: DatabaseSync): void {
  const note = db.prepare('INSERT INTO holds (kind, name) VALUES (?, ?)');
  for (const [name, kind] of Object.entries(postingKinds)) note.run(kind, name);
}

/** The facets that a file does not have, or not as today's code would write them. */
export function lackedFacets(db: DatabaseSync, since = facetsSince): ReadonlySet<StoredField> {
  const format = formatOf(db);
  const held = kindsIn(db);
  return new Set(storedFields.filter((field) => !held.has(storedFieldIds[field]) || format < (since[field] ?? 0)));
}

/** Whether today's code would write a file's companies in another way. */
export function isOutdated(db: DatabaseSync): boolean {
  const held = kindsIn(db);
  return formatOf(db) < segmentFormat || Object.values(postingKinds).some((kind) => !held.has(kind));
}

function kindsIn(db: DatabaseSync): ReadonlySet<number> {
  if (!hasTable(db, 'holds')) return new Set(kindsBeforeNoted);
  return new Set(
    db
      .prepare('SELECT kind FROM holds')
      .all()
      .map((row) => Number(row['kind'])),
  );
}

/** Companies of a file of which another one had a newer version when it was made. */
export function olderCompanies(db: DatabaseSync): ReadonlySet<number> {
  if (!hasTable(db, 'older')) return new Set();
  return new Set(
    db
      .prepare('SELECT id FROM older')
      .all()
      .map((row) => Number(row['id'])),
  );
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;
}

/** More than any segment file has, in bytes. */
const wholeFile = 2 ** 40;
/**
 * Fewer records are not worth it: the system reads on around each of them, of a file that it has forgotten megabytes.
 */
const readsBefore = 4096;
/** Each record makes up to 64 kB of the file count as memory of this process. */
const readsOfMapping = 1024;

/**
 * Maps a segment file into memory once many records of it have been read one by one: then they are read in half the
 * time where the system has them, and in a fraction of it where it has not. What was read counts as memory of this
 * process, so it is let go of after some reads; the system keeps it all the same.
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
