import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { bytes, integer, json, orElse, rowOf, rowsOf, text, valuesOf, type Column } from '#node/rows.ts';
import { mondayOf } from '#shared/domain/digestWeek.ts';
import { AppError } from '#shared/errors.ts';
import { migrate, type Migration } from '#node/migrate.ts';
import { inNewestForm } from '#node/newestForm.ts';
import { openDatabase, openWithoutRoom, storageError } from '#node/sqlite.ts';
import type { CompanyStatus } from './port.ts';
import { checksumsOf, type SegmentChecksums } from './segmentChecksums.ts';
import type { CompanyOrigin } from '../record/companyRecord.ts';
import type { AsOf } from '../record/toCompany.ts';

/**
 * The catalogue says which segment files make up the companies. Everything visible depends on this one small file, so a
 * batch, a release or an undo is one transaction here. Segment files that it does not name belong to nobody.
 */
export const catalogueMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'catalogue of company segments',
    sql: `
      CREATE TABLE manifest (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        generation INTEGER NOT NULL,
        released_week TEXT NOT NULL,
        refreshed_at TEXT NOT NULL,
        next_company_id INTEGER NOT NULL,
        next_segment_id INTEGER NOT NULL
      ) STRICT;
      INSERT INTO manifest VALUES (1, 0, '', '', 1, 1);
      CREATE TABLE batch (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        origin TEXT NOT NULL,
        committed_at TEXT NOT NULL,
        added INTEGER NOT NULL,
        replaced INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE segment (
        id INTEGER PRIMARY KEY,
        batch_id INTEGER NOT NULL REFERENCES batch (id) ON DELETE CASCADE,
        origin TEXT NOT NULL,
        documents INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX segment_batch ON segment (batch_id);
      CREATE TABLE tombstone (
        segment_id INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
        company_id INTEGER NOT NULL,
        batch_id INTEGER NOT NULL,
        PRIMARY KEY (segment_id, company_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX tombstone_batch ON tombstone (batch_id);`,
  },
  {
    version: 2,
    name: 'batches that are several in one',
    sql: 'ALTER TABLE batch ADD COLUMN merged INTEGER NOT NULL DEFAULT 0;',
  },
  {
    version: 3,
    name: 'checksums of segments',
    sql: `
      ALTER TABLE segment ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE segment ADD COLUMN sums BLOB NOT NULL DEFAULT x'';`,
  },
  {
    version: 4,
    name: 'segments that are written again',
    sql: 'ALTER TABLE segment ADD COLUMN edition INTEGER NOT NULL DEFAULT 0;',
  },
  {
    version: 5,
    name: 'companies merged into others',
    sql: 'ALTER TABLE batch ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;',
  },
  {
    version: 6,
    name: 'an index that follows a database',
    sql: `
      -- The last change of the database that is in this index, and the newest one when the index began to follow:
      -- what was undone by then has never been in it.
      ALTER TABLE manifest ADD COLUMN followed INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE manifest ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;`,
  },
];

/**
 * Which file a segment is in. The id says how old its companies are (larger is newer) and never changes. The edition
 * goes up when the same companies are written again with what today's code finds them by.
 */
export interface SegmentFile {
  readonly id: number;
  readonly edition: number;
}

/** One live segment; `hidden` are ids of its companies that a later batch replaced. */
export interface ManifestSegment extends SegmentFile {
  readonly batchId: number;
  readonly origin: CompanyOrigin;
  readonly documents: number;
  readonly hidden: readonly number[];
  readonly checksums: SegmentChecksums;
}

/** What the catalogue says at one moment. `week` is `''` until the first release. */
export interface Manifest {
  readonly generation: number;
  readonly week: string;
  readonly refreshedAt: string;
  readonly nextCompanyId: number;
  readonly nextSegmentId: number;
  /** The last change of a `ChangeLog` that is in it; 0 without one. */
  readonly followed: number;
  /** The newest change when it began to follow: what was undone by then has never been in it. */
  readonly begun: number;
  readonly segments: readonly ManifestSegment[];
  /** The newest batch of an import that is not merged with others. */
  readonly lastImport: CompanyStatus['lastImport'];
}

/** The newest released week and its Monday; both `''` before the first release. */
export function releasedOf({ week }: Pick<Manifest, 'week'>): Pick<AsOf, 'week' | 'date'> {
  return { week, date: week === '' ? '' : mondayOf(week) };
}

/** The path of a folder's catalogue. */
export function cataloguePath(folder: string): string {
  return join(folder, 'catalogue.db');
}

/** The first file of a segment. */
export function firstFile(id: number): SegmentFile {
  return { id, edition: 0 };
}

/** The path of a segment's file. */
export function segmentPath(folder: string, { id, edition }: SegmentFile): string {
  return join(folder, edition === 0 ? `seg-${id}.db` : `seg-${id}-e${edition}.db`);
}

/**
 * The segment a file name stands for, or null. A journal of a segment being built counts as the segment, a damaged
 * segment that was kept aside does not.
 */
export function segmentOfFile(name: string): SegmentFile | null {
  const [, id, edition = '0'] = /^seg-(\d+)(?:-e(\d+))?\.db(?!\.bad-)/.exec(name) ?? [];
  return id === undefined ? null : { id: Number(id), edition: Number(edition) };
}

/** The segment files in a folder, finished or not. */
export function segmentFilesIn(folder: string): SegmentFile[] {
  return readdirSync(folder)
    .map((name) => (name.endsWith('.db') ? segmentOfFile(name) : null))
    .filter((file) => file !== null);
}

/** Whether both are the same file. */
export function isSameFile(a: SegmentFile, b: SegmentFile): boolean {
  return a.id === b.id && a.edition === b.edition;
}

/** Whether a folder has files of companies, finished or not. */
export function hasCompanies(folder: string): boolean {
  return existsSync(folder) && segmentFilesIn(folder).length > 0;
}

/**
 * Opens the catalogue of a folder, creating it if there is nothing yet and migrating one of an earlier Winnow. Throws
 * `storage_corrupt`, `storage_newer`, `storage_readonly`, `storage_full` or `busy`.
 */
export function openCatalogue(folder: string, mode: 'read' | 'write'): DatabaseSync {
  const path = cataloguePath(folder);
  try {
    // A new one would name none of the segments, and the next writer would remove them all.
    if (isLost(folder, path)) throw new AppError('storage_corrupt', 'The list of the search index is missing.');
    if (mode === 'write' || !existsSync(path)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (mode === 'write') return openMigrated(path);
    if (!existsSync(path)) openMigrated(path).close();
    const db = openForReading(path);
    if (versionOf(db) === catalogueMigrations.length) return db;
    // Whoever closes it last tidies up its journal, which a reader cannot.
    db.close();
    return migratedForReading(path);
  } catch (error) {
    throw storageError(error);
  }
}

/** A catalogue of an earlier Winnow: migrated, or where that cannot be written, as a copy in memory. */
function migratedForReading(path: string): DatabaseSync {
  try {
    openMigrated(path).close();
  } catch (error) {
    const { code } = AppError.from(storageError(error));
    if (code !== 'storage_readonly' && code !== 'storage_full') throw error;
    return inNewestForm(openForReading(path), catalogueMigrations);
  }
  return openDatabase(path, { durability: 'full', readOnly: true });
}

function openForReading(path: string): DatabaseSync {
  try {
    return openDatabase(path, { durability: 'full', readOnly: true });
  } catch (error) {
    if (error instanceof AppError && error.code === 'storage_full') return openWithoutRoom(path);
    throw error;
  }
}

/** Names a finished segment and reads its file once more for the checksums. Call it in a transaction. */
export function addSegment(
  db: DatabaseSync,
  folder: string,
  segment: Pick<ManifestSegment, 'id' | 'edition' | 'batchId' | 'origin' | 'documents'>,
): void {
  const { id, edition, batchId, origin, documents } = segment;
  const { bytes, sums } = checksumsOf(segmentPath(folder, segment));
  db.prepare(
    'INSERT INTO segment (id, edition, batch_id, origin, documents, bytes, sums) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ).run(id, edition, batchId, origin, documents, bytes, sums);
}

/** Whether there are segments, but no catalogue that could name them. */
function isLost(folder: string, path: string): boolean {
  const isThere = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return !isThere && hasCompanies(folder);
}

/** Opens the file of a catalogue; the caller closes it. If there is none, creates one that names nothing. */
export function openMigrated(path: string): DatabaseSync {
  const db = openDatabase(path, { durability: 'full' });
  try {
    migrate(db, catalogueMigrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The schema version of a file; one without a schema is no catalogue. Closes the file if it throws. */
function versionOf(db: DatabaseSync): number {
  try {
    return valuesOf(orElse(integer, 0), db.prepare('SELECT max(version) FROM schema_migration').all())[0] ?? 0;
  } catch (error) {
    db.close();
    throw new AppError('storage_corrupt', 'The workspace file is damaged.', { cause: error });
  }
}

const originColumn: Column<CompanyOrigin> = (value) => (text(value) === 'sample' ? 'sample' : 'import');
const manifestRow = {
  generation: integer,
  releasedWeek: text,
  refreshedAt: text,
  nextCompanyId: integer,
  nextSegmentId: integer,
  followed: integer,
  begun: integer,
};
const segmentRow = {
  id: integer,
  edition: integer,
  batchId: integer,
  origin: originColumn,
  documents: integer,
  bytes: integer,
  sums: bytes,
};
const hiddenRow = { segmentId: integer, ids: json((value) => value as number[]) };
const batchRow = { id: integer, committedAt: text, added: integer, replaced: integer, merged: integer };

/**
 * Reads the whole manifest, as of one moment; `without` is a batch that is left out with all that it replaced, as if it
 * had been undone.
 */
export function readManifest(db: DatabaseSync, without = 0): Manifest {
  const inTransaction = db.isTransaction;
  if (!inTransaction) db.exec('BEGIN');
  try {
    const row = db.prepare('SELECT * FROM manifest').get();
    if (row === undefined) throw new AppError('storage_corrupt', 'The workspace file is damaged.');
    const { releasedWeek, ...manifest } = rowOf(manifestRow, row);
    const hidden = hiddenBySegment(db, without);
    const select =
      'SELECT id, edition, batch_id, origin, documents, bytes, sums FROM segment WHERE batch_id <> ? ORDER BY id';
    return {
      ...manifest,
      week: releasedWeek,
      segments: rowsOf(segmentRow, db.prepare(select).all(without)).map(({ bytes: length, sums, ...segment }) => ({
        ...segment,
        hidden: hidden.get(segment.id) ?? [],
        checksums: { bytes: length, sums },
      })),
      lastImport: readLastImport(db),
    };
  } finally {
    if (!inTransaction) db.exec('COMMIT');
  }
}

/** One row per segment: there are as many tombstones as companies were ever updated, and searches wait for this. */
function hiddenBySegment(db: DatabaseSync, without: number): Map<number, number[]> {
  const rows = db
    .prepare(
      'SELECT segment_id, json_group_array(company_id) AS ids FROM tombstone WHERE batch_id <> ? GROUP BY segment_id',
    )
    .all(without);
  return new Map(rowsOf(hiddenRow, rows).map(({ segmentId, ids }) => [segmentId, ids]));
}

/** The companies that a batch replaced or removed. */
export function replacedIn(db: DatabaseSync, batchId: number): number[] {
  const select = 'SELECT DISTINCT company_id FROM tombstone WHERE batch_id = ? ORDER BY company_id';
  return valuesOf(integer, db.prepare(select).all(batchId));
}

function readLastImport(db: DatabaseSync): CompanyStatus['lastImport'] {
  const row = db
    .prepare(
      `SELECT id, committed_at, added, replaced, removed AS merged FROM batch
       WHERE origin = 'import' AND merged = 0 ORDER BY id DESC`,
    )
    .get();
  if (row === undefined) return null;
  const { id, committedAt, ...counts } = rowOf(batchRow, row);
  return { batchId: id, at: committedAt, ...counts };
}
