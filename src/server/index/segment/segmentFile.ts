import { existsSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { integer, orElse, valuesOf } from '#node/rows.ts';
import { openImmutable, storageError } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';
import { byteTextOf } from '../../record/companyJson.ts';
import { recordLength } from '../../record/companyRecord.ts';
import { storedFieldIds, storedFields, type StoredField } from '../analysis/facetFields.ts';
import { facetsSince, kindsBeforeNoted, postingKinds, segmentFormat, valueKinds } from './segmentFormat.ts';

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

/** Notes in a new file which kinds of postings and values it holds: all that today's code knows. */
export function noteKinds(db: DatabaseSync): void {
  const note = db.prepare('INSERT INTO holds (kind, name) VALUES (?, ?)');
  for (const [name, kind] of Object.entries(postingKinds)) note.run(kind, name);
  for (const kind of valueKinds()) note.run(kind, 'value');
}

/** The facets that a file lacks, or has in another form than today's code would write. */
export function lackedFacets(db: DatabaseSync, since = facetsSince): ReadonlySet<StoredField> {
  const format = formatOf(db);
  const held = kindsIn(db);
  return new Set(storedFields.filter((field) => !held.has(storedFieldIds[field]) || format < (since[field] ?? 0)));
}

/** Whether a file has the columns that ranges of numbers look at. */
export function hasNumbers(db: DatabaseSync): boolean {
  return kindsIn(db).has(postingKinds.numbers);
}

/** Whether today's code would write a file's companies differently. */
export function isOutdated(db: DatabaseSync, length = recordLength): boolean {
  const held = kindsIn(db);
  const kinds = [...Object.values(postingKinds), ...valueKinds(length)];
  return formatOf(db) < segmentFormat || kinds.some((kind) => !held.has(kind));
}

function kindsIn(db: DatabaseSync): ReadonlySet<number> {
  if (!hasTable(db, 'holds')) return new Set(kindsBeforeNoted);
  return new Set(valuesOf(integer, db.prepare('SELECT kind FROM holds').all()));
}

/** Companies of a file that had a newer version in another one when it was made. */
export function olderCompanies(db: DatabaseSync): ReadonlySet<number> {
  if (!hasTable(db, 'older')) return new Set();
  return new Set(valuesOf(integer, db.prepare('SELECT id FROM older').all()));
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;
}

/** More than any segment file has, in bytes. */
const wholeFile = 2 ** 40;
/**
 * With fewer reads it is not worth it: the system reads ahead around each record, megabytes in all for a file that it
 * no longer caches.
 */
const readsBefore = 4096;
/** Each record makes up to 64 kB of the file count as memory of this process. */
const readsOfMapping = 1024;

/**
 * Maps a segment file into memory once many records of it have been read one by one. From then on they take half the
 * time if the system has them cached, and a fraction of it if not. What was read counts as memory of this process, so
 * it is released after some reads; the system keeps it all the same.
 */
export class Mapping {
  readonly #db: DatabaseSync;
  #reads = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Call it after each record read. */
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

/**
 * The front of a segment: the records of its first documents a second time, in document order. Records are stored in
 * the order in which they came, so the 25 of a page would be 25 reads from anywhere in the file. But what is shown
 * nearly always comes from the front, where neighbours share pages, and these stay in memory.
 */

/** One in this many documents is in front. */
const share = 32;

/** Writes the front of a segment with these companies, by document. */
export function writeFront(db: DatabaseSync, ids: Uint32Array): void {
  const copy = db.prepare('INSERT INTO front (document, record) SELECT ?, record FROM company WHERE id = ?');
  const length = Math.ceil(ids.length / share);
  for (let document = 0; document < length; document++) copy.run(document, ids[document]!);
}

/** How many documents a segment file has in front; files from before there was one have none. */
export function frontLengthOf(db: DatabaseSync): number {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'front'").get() === undefined) return 0;
  const [last] = valuesOf(orElse(integer, -1), db.prepare('SELECT max(document) FROM front').all());
  return (last ?? -1) + 1;
}

/** What it means that files of the index which should be there cannot be opened. */
export function missingFile(error: unknown, files: readonly string[]): unknown {
  const known = storageError(error);
  if (known instanceof AppError) return known;
  // Files that exist but cannot be opened for now (someone else's, too many open ones) are no damage to mend.
  if (isNotToBeHad(error) && files.every((file) => existsSync(file))) {
    return new AppError('unavailable', 'A part of the search index cannot be opened.', { cause: error });
  }
  return new AppError('storage_corrupt', 'A part of the search index is missing or damaged.', { cause: error });
}

/** SQLite's `CANTOPEN` and `NOMEM`. */
export function isNotToBeHad(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 14 || error.errcode === 7);
}

/** The tables with records, and their keys. */
const keys = { company: 'id', front: 'document' } as const;

/** The stored records of some companies (at least one), in that order, one per line, as bytes. */
export type RecordLines = (keys: readonly number[]) => Uint8Array<ArrayBuffer>;

/**
 * Reads stored records of a segment file in batches, by id or from its front by document: one statement for each would
 * take twice as long. The returned function throws `storage_corrupt`.
 */
export function recordLinesOf(db: DatabaseSync, table: keyof typeof keys = 'company'): RecordLines {
  let statement: StatementSync | undefined;
  const key = `${table}.${keys[table]}`;
  return (wanted) => {
    statement ??= db.prepare(`
      SELECT CAST(group_concat(record, char(10)) AS BLOB) AS records, group_concat(${key}) AS keys
      FROM json_each(?) AS wanted CROSS JOIN ${table} ON ${key} = wanted.value`);
    const found = statement.get(JSON.stringify(wanted));
    // SQLite concatenates texts in the order in which it reads them, but does not promise it.
    if (found?.['keys'] !== wanted.join(',')) throw damaged();
    return found['records'] as Uint8Array<ArrayBuffer>;
  };
}

/** The records of some keys, each as a byte text. Throws `storage_corrupt`. */
export function readEach(lines: RecordLines, wanted: readonly number[]): string[] {
  if (wanted.length === 0) return [];
  const texts = byteTextOf(lines(wanted)).split('\n');
  // A record has no line feed of its own.
  if (texts.length !== wanted.length) throw damaged();
  return texts;
}

function damaged(): AppError {
  return new AppError('storage_corrupt', 'The search index is damaged.');
}
