import type { CompanyOrigin } from '../record/companyRecord.ts';
import { AppError } from '#shared/errors.ts';
import { openDatabase } from '#node/sqlite.ts';
import { ByteCache } from '#server/index/bits/byteCache.ts';
import { Segment } from '#server/index/segment/segment.ts';
import { SegmentBuilder } from '#server/index/segment/segmentBuilder.ts';
import { decodeRecord } from '../record/recordCodec.ts';
import { isUnfinished, olderIn, readableCompanies } from './damagedSegment.ts';
import { isNotToBeHad, missingFile } from '#server/index/segment/missingFile.ts';
import { firstFile, isSameFile, segmentFilesIn, segmentPath, type SegmentFile } from './catalogue.ts';

/** A segment's file as the catalogue named it. */
export interface NamedSegment extends SegmentFile {
  readonly origin: CompanyOrigin;
}

/** A segment's file, sound or damaged. */
export interface FoundSegment extends SegmentFile {
  readonly origin: CompanyOrigin;
  readonly path: string;
  readonly isSound: boolean;
  /** Its companies of which another file had a newer version when this one was made. */
  readonly older: ReadonlySet<number>;
}

export interface KeptSegment extends SegmentFile {
  readonly origin: CompanyOrigin;
  readonly documents: number;
  /** Its companies of which another kept segment has the newest version. */
  readonly hidden: readonly number[];
}

/**
 * The finished segments of a folder, the newest first: those that the catalogue named, or all where it told none. Those
 * whose path is `known` to be damaged are so, however they open. Throws `storage_newer`, and `unavailable` for a file
 * that cannot be opened for now.
 */
export function findSegments(
  folder: string,
  named: readonly NamedSegment[],
  known: ReadonlySet<string>,
): FoundSegment[] {
  const found: FoundSegment[] = [];
  for (const file of segmentFilesIn(folder).toSorted((a, b) => b.id - a.id || b.edition - a.edition)) {
    const name = named.find((segment) => isSameFile(segment, file));
    // What the catalogue does not name was never committed.
    if (named.length > 0 && name === undefined) continue;
    const path = segmentPath(folder, file);
    const state = soundnessOf(folder, file);
    if (state === 'unfinished') continue;
    const isSound = state === 'sound' && !known.has(path);
    found.push({ ...file, origin: name?.origin ?? 'import', path, isSound, older: olderIn(path) });
  }
  return onceEach(found);
}

/** One file of each segment: two hold the same companies if one was written again. The newest that is sound. */
function onceEach(found: readonly FoundSegment[]): FoundSegment[] {
  const chosen = new Map<number, FoundSegment>();
  for (const segment of found) {
    const other = chosen.get(segment.id);
    if (other === undefined || (segment.isSound && !other.isSound)) chosen.set(segment.id, segment);
  }
  return [...chosen.values()];
}

/** A segment without the row that sealing writes was never finished. */
function soundnessOf(folder: string, file: SegmentFile): 'sound' | 'damaged' | 'unfinished' {
  const path = segmentPath(folder, file);
  try {
    new Segment(file.id, path, new ByteCache(0)).close();
    return 'sound';
  } catch (error) {
    if (error instanceof AppError && error.code !== 'storage_corrupt') throw error;
    if (isNotToBeHad(error)) throw missingFile(error, [path]);
    return isUnfinished(path) ? 'unfinished' : 'damaged';
  }
}

/**
 * Keeps of each company the newest version that can be read: it lies in the segment with the highest number, but for
 * what a segment itself calls older. Sound segments stay as they are, the others are made anew, but for those that are
 * read
 * `later`.
 */
export function keepNewestVersions(
  folder: string,
  all: readonly FoundSegment[],
  later: ReadonlySet<number>,
): { kept: KeptSegment[]; seen: ReadonlySet<number>; nextSegmentId: number } {
  const found = all.filter(({ id }) => !later.has(id));
  const seen = new Set<number>();
  const kept: KeptSegment[] = [];
  const hiddenIn = new Map<number, number[]>();
  let nextSegmentId = Math.max(0, ...segmentFilesIn(folder).map(({ id }) => id)) + 1;
  for (const { id, edition, origin, path, isSound, older } of found) {
    if (isSound) {
      const ids = idsOf(path);
      const hidden = unlessSeen(
        ids.filter((company) => !older.has(company)),
        seen,
      );
      hiddenIn.set(id, hidden);
      kept.push({ id, edition, origin, documents: ids.length, hidden });
    } else {
      const made = firstFile(nextSegmentId);
      const documents = rebuild(path, segmentPath(folder, made), seen, (company) => !older.has(company));
      if (documents > 0) kept.push({ ...made, origin, documents, hidden: [] });
      if (documents > 0) nextSegmentId += 1;
    }
  }
  for (const { id, origin, path, isSound, older } of found) {
    if (older.size === 0) continue;
    if (isSound) hiddenIn.get(id)?.push(...unlessSeen([...older], seen));
    else {
      const made = firstFile(nextSegmentId);
      const documents = rebuild(path, segmentPath(folder, made), seen, (company) => older.has(company));
      if (documents > 0) kept.push({ ...made, origin, documents, hidden: [] });
      if (documents > 0) nextSegmentId += 1;
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
    return db
      .prepare('SELECT id FROM company')
      .all()
      .map((row) => Number(row['id']));
  } finally {
    db.close();
  }
}

/** Makes a new segment of the readable records of a damaged one that `takes` wants and nobody has. Returns how many. */
function rebuild(bad: string, path: string, seen: Set<number>, takes: (id: number) => boolean): number {
  const builder = new SegmentBuilder(path);
  try {
    for (const { id, record } of readableCompanies(bad)) {
      if (seen.has(id) || !takes(id) || !putIfReadable(builder, id, record)) continue;
      seen.add(id);
    }
    if (builder.size === 0) builder.discard();
    else builder.seal();
    return builder.size;
  } catch (error) {
    builder.discard();
    throw error;
  }
}

function putIfReadable(builder: SegmentBuilder, id: number, record: string): boolean {
  try {
    builder.put(id, decodeRecord(record));
    return true;
  } catch {
    return false;
  }
}
