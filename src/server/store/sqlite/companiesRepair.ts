import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import { syncFolderNow } from '#node/atomicFile.ts';
import { isSound, readableRows, setAside } from '#node/damagedFile.ts';
import { openDatabase, transaction } from '#node/sqlite.ts';
import { ByteCache } from '#server/search/bits/byteCache.ts';
import { Segment } from '#server/search/segment/segment.ts';
import { SegmentBuilder } from '#server/search/segment/segmentBuilder.ts';
import type { CompanyOrigin } from '../../record/companyRecord.ts';
import { decodeRecord } from '../../record/recordCodec.ts';
import { openCompanyReader, openCompanyWriter, type SqliteCompanyReader } from './companies.ts';
import { openCatalogue, segmentOfFile, segmentPath } from './companiesCatalogue.ts';

/** What the damaged catalogue still tells. */
interface OldCatalogue {
  readonly origins: ReadonlyMap<number, CompanyOrigin>;
  readonly week: string;
  readonly refreshedAt: string;
  readonly nextCompanyId: number;
}

/** A segment's file, sound or kept aside. */
interface FoundSegment {
  readonly id: number;
  readonly origin: CompanyOrigin;
  readonly path: string;
  readonly isSound: boolean;
  /** Its companies of which another file had a newer version when this one was made. */
  readonly older: ReadonlySet<number>;
}

interface KeptSegment {
  readonly id: number;
  readonly origin: CompanyOrigin;
  readonly documents: number;
  /** Its companies of which another kept segment has the newest version. */
  readonly hidden: readonly number[];
}

/**
 * Opens the companies of a folder for searching. Where its catalogue or one of its segments is damaged, that file is kept
 * aside and what can be read put together anew (QUALITY F19); `notices` says so. `week` is the newest released one where
 * nobody knows any more. Throws `storage_newer` and leaves everything as it is.
 */
export async function openCompaniesOrRepair(
  folder: string,
  week: string,
): Promise<{ companies: SqliteCompanyReader; notices: string[] }> {
  let companies: SqliteCompanyReader | undefined;
  try {
    companies = openCompanyReader(folder);
    // Opens every segment.
    await companies.status();
    return { companies, notices: [] };
  } catch (error) {
    companies?.close();
    if (!(error instanceof AppError) || error.code !== 'storage_corrupt') throw error;
  }
  const kept = repair(folder, week, new Date());
  companies = openCompanyReader(folder);
  const { companies: count } = await companies.status();
  const notice =
    `The search index was damaged. ${String(count)} companies could be read and are here; import the others again. ` +
    `The damaged files are kept: ${kept.join(', ')}.`;
  return { companies, notices: [notice] };
}

/** Returns the names of the files kept aside. */
function repair(folder: string, week: string, now: Date): string[] {
  const path = join(folder, 'catalogue.db');
  const old = readOld(path);
  const aside = [basename(setAside(path, now))];
  const ids = readdirSync(folder)
    .map((name) => (/^seg-\d+\.db$/.test(name) ? segmentOfFile(name) : null))
    .filter((id) => id !== null);
  const found: FoundSegment[] = [];
  for (const id of ids.toSorted((a, b) => b - a)) {
    // What the catalogue does not name was never committed.
    if (old.origins.size > 0 && !old.origins.has(id)) continue;
    const path = segmentPath(folder, id);
    const state = soundnessOf(path, id);
    if (state === 'unfinished') continue;
    const isSound = state === 'sound';
    const lies = isSound ? path : setAside(path, now);
    if (!isSound) aside.push(basename(lies));
    found.push({ id, origin: old.origins.get(id) ?? 'import', path: lies, isSound, older: olderIn(lies) });
  }
  const { kept, seen, nextSegmentId } = newestVersions(folder, found, Math.max(0, ...ids) + 1);
  syncFolderNow(folder);
  let highest = 0;
  for (const id of seen) highest = Math.max(highest, id);
  writeCatalogue(folder, kept, {
    week: old.week === '' ? week : old.week,
    refreshedAt: old.refreshedAt === '' ? now.toISOString() : old.refreshedAt,
    nextCompanyId: Math.max(old.nextCompanyId, highest + 1),
    nextSegmentId,
  });
  // Removes what nobody names.
  openCompanyWriter(folder).close();
  return aside;
}

function readOld(path: string): OldCatalogue {
  const origins = new Map<number, CompanyOrigin>();
  let [week, refreshedAt, nextCompanyId] = ['', '', 1];
  let db: DatabaseSync | undefined;
  try {
    db = openDatabase(path, { durability: 'full' });
    for (const [id, origin] of readableRows(db, 'segment', ['id', 'origin'])) {
      origins.set(Number(id), origin === 'sample' ? 'sample' : 'import');
    }
    const columns = ['released_week', 'refreshed_at', 'next_company_id'];
    for (const [released, at, next] of readableRows(db, 'manifest', columns)) {
      if (typeof released === 'string' && /^\d{4}-W\d{2}$/.test(released)) week = released;
      if (typeof at === 'string') refreshedAt = at;
      if (Number.isSafeInteger(next)) nextCompanyId = Number(next);
    }
    // A list of segments of which some may be missing is worse than none: then every file counts.
    if (!isSound(db, 0)) origins.clear();
  } catch {
    origins.clear();
  } finally {
    db?.close();
  }
  return { origins, week, refreshedAt, nextCompanyId };
}

/** A segment without the row that sealing writes was never finished. */
function soundnessOf(path: string, id: number): 'sound' | 'damaged' | 'unfinished' {
  try {
    const db = openDatabase(path, { durability: 'normal', readOnly: true });
    try {
      const begun = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'info'`).get() !== undefined;
      if (!begun || db.prepare('SELECT 1 FROM info').get() === undefined) return 'unfinished';
    } finally {
      db.close();
    }
    new Segment(id, path, new ByteCache(0)).close();
    return 'sound';
  } catch (error) {
    if (error instanceof AppError && error.code === 'storage_newer') throw error;
    return 'damaged';
  }
}

/**
 * Keeps of each company the newest version that can be read: it lies in the segment with the highest number, but for what
 * a segment itself calls older. Sound segments stay as they are, the others are made anew.
 */
function newestVersions(
  folder: string,
  found: readonly FoundSegment[],
  freeSegmentId: number,
): { kept: KeptSegment[]; seen: ReadonlySet<number>; nextSegmentId: number } {
  const seen = new Set<number>();
  const kept: KeptSegment[] = [];
  const hiddenIn = new Map<number, number[]>();
  let nextSegmentId = freeSegmentId;
  for (const { id, origin, path, isSound, older } of found) {
    if (isSound) {
      const ids = idsOf(path);
      const hidden = unlessSeen(
        ids.filter((company) => !older.has(company)),
        seen,
      );
      hiddenIn.set(id, hidden);
      kept.push({ id, origin, documents: ids.length, hidden });
    } else {
      const documents = rebuild(path, segmentPath(folder, nextSegmentId), seen, (company) => !older.has(company));
      if (documents > 0) kept.push({ id: nextSegmentId++, origin, documents, hidden: [] });
    }
  }
  for (const { id, origin, path, isSound, older } of found) {
    if (older.size === 0) continue;
    if (isSound) hiddenIn.get(id)?.push(...unlessSeen([...older], seen));
    else {
      const documents = rebuild(path, segmentPath(folder, nextSegmentId), seen, (company) => older.has(company));
      if (documents > 0) kept.push({ id: nextSegmentId++, origin, documents, hidden: [] });
    }
  }
  return { kept, seen, nextSegmentId };
}

/** Takes companies that were not seen yet; returns the others. */
function unlessSeen(ids: readonly number[], seen: Set<number>): number[] {
  return ids.filter((id) => {
    const isKnown = seen.has(id);
    seen.add(id);
    return isKnown;
  });
}

function idsOf(path: string): number[] {
  const db = openDatabase(path, { durability: 'normal', readOnly: true });
  try {
    return Array.from(readableRows(db, 'company', ['id']), ([id]) => Number(id));
  } finally {
    db.close();
  }
}

/** What a segment calls older; nothing where that cannot be read, or where the file is from before it could say so. */
function olderIn(path: string): Set<number> {
  try {
    const db = openDatabase(path, { durability: 'normal', readOnly: true });
    try {
      return new Set(Array.from(readableRows(db, 'older', ['id']), ([id]) => Number(id)));
    } finally {
      db.close();
    }
  } catch {
    return new Set();
  }
}

/** Makes a new segment of the readable records of a damaged one that `takes` wants and nobody has. Returns how many. */
function rebuild(bad: string, path: string, seen: Set<number>, takes: (id: number) => boolean): number {
  const builder = new SegmentBuilder(path);
  try {
    const db = openDatabase(bad, { durability: 'normal' });
    try {
      for (const [value, record] of readableRows(db, 'company', ['id', 'record'])) {
        const id = Number(value);
        if (seen.has(id) || !takes(id) || typeof record !== 'string' || !putIfReadable(builder, id, record)) continue;
        seen.add(id);
      }
    } finally {
      db.close();
    }
  } catch {
    // Not even recognised as a database: there is nothing to read.
  }
  if (builder.size === 0) builder.discard();
  else builder.seal();
  return builder.size;
}

function putIfReadable(builder: SegmentBuilder, id: number, record: string): boolean {
  try {
    builder.put(id, decodeRecord(record));
    return true;
  } catch {
    return false;
  }
}

function writeCatalogue(
  folder: string,
  segments: readonly KeptSegment[],
  manifest: { week: string; refreshedAt: string; nextCompanyId: number; nextSegmentId: number },
): void {
  const db = openCatalogue(folder, 'write');
  try {
    transaction(db, () => {
      const addBatch = db.prepare(
        'INSERT INTO batch (origin, committed_at, added, replaced, merged) VALUES (?, ?, ?, 0, 1)',
      );
      const addSegment = db.prepare('INSERT INTO segment (id, batch_id, origin, documents) VALUES (?, ?, ?, ?)');
      const hide = db.prepare('INSERT INTO tombstone (segment_id, company_id, batch_id) VALUES (?, ?, ?)');
      for (const { id, origin, documents, hidden } of segments) {
        const batch = addBatch.run(origin, manifest.refreshedAt, documents).lastInsertRowid;
        addSegment.run(id, batch, origin, documents);
        for (const company of hidden) hide.run(id, company, batch);
      }
      db.prepare(
        `UPDATE manifest SET generation = generation + 1, released_week = ?, refreshed_at = ?, next_company_id = ?,
           next_segment_id = ?`,
      ).run(manifest.week, manifest.refreshedAt, manifest.nextCompanyId, manifest.nextSegmentId);
    });
  } finally {
    db.close();
  }
}
