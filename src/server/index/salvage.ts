import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { integer, valuesOf } from '#node/rows.ts';
import { DamagedDatabase } from '#node/salvage/damagedDatabase.ts';
import { layoutOf, type TableLayout } from '#node/salvage/records.ts';
import { openDatabase } from '#node/sqlite.ts';
import { ByteCache } from '#server/index/bits/byteCache.ts';
import { Segment } from '#server/index/segment/segment.ts';
import { SegmentBuilder } from '#server/index/segment/segmentBuilder.ts';
import { isNotToBeHad, missingFile } from '#server/index/segment/segmentFile.ts';
import { segmentSchema } from '#server/index/segment/segmentFormat.ts';
import { AppError } from '#shared/errors.ts';
import type { CompanyOrigin, CompanyRecord } from '../record/companyRecord.ts';
import { decodeRecordOf } from '../record/recordCodec.ts';
import { firstFile, isSameFile, segmentFilesIn, segmentPath, type SegmentFile } from './catalogue.ts';

/** A damaged segment that was put aside and whose companies are still to be read. */
export interface WaitingSegment {
  readonly path: string;
  readonly id: number;
  readonly origin: CompanyOrigin;
}

const waiting = /^(seg-(\d+)(?:-e\d+)?\.db\.bad-[\dTZ-]+)\.waiting-(import|sample)$/;

/** The marker file for such a segment. */
export function waitingMark(aside: string, origin: CompanyOrigin): string {
  return `${aside}.waiting-${origin}`;
}

/** The damaged segments of a folder whose companies are still to be read, newest first. */
export function waitingSegments(folder: string): WaitingSegment[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, file = '', id, origin] = waiting.exec(name) ?? [];
      const path = join(folder, file);
      if (id === undefined || !existsSync(path)) return [];
      return [{ path, id: Number(id), origin: origin === 'sample' ? ('sample' as const) : ('import' as const) }];
    })
    .toSorted((a, b) => b.id - a.id);
}

const tables = ['info', 'company', 'front', 'posting', 'older', 'holds', 'chunk'] as const;
type Layouts = Readonly<Record<(typeof tables)[number], TableLayout>>;

/** The companies that can be read from a damaged segment; a record may still be unusable. */
export function* readableCompanies(path: string): Generator<{ id: number; record: string }> {
  const { file, layouts } = open(path);
  try {
    for (const [id, , record] of file.rows(layouts.company)) {
      if (typeof id === 'number' && typeof record === 'string') yield { id, record };
    }
  } finally {
    file.close();
  }
}

/** The companies whose records are intact, and which of them were older versions. */
export function readDamagedSegment({ path, origin }: Pick<WaitingSegment, 'path' | 'origin'>): {
  companies: Iterable<{ id: number; record: CompanyRecord }>;
  older: ReadonlySet<number>;
} {
  return { companies: wholeCompanies(path, origin), older: olderIn(path) };
}

function* wholeCompanies(path: string, origin: CompanyOrigin): Generator<{ id: number; record: CompanyRecord }> {
  for (const { id, record } of readableCompanies(path)) {
    const decoded = decodedOrNull(origin, record);
    if (decoded !== null) yield { id, record: decoded };
  }
}

function decodedOrNull(origin: CompanyOrigin, record: string): CompanyRecord | null {
  try {
    return decodeRecordOf(origin, record);
  } catch {
    return null;
  }
}

/** What a segment marks as older; nothing if that cannot be read or the file predates the mark. */
export function olderIn(path: string): Set<number> {
  const { file, layouts } = open(path);
  try {
    const ids = new Set<number>();
    if (!file.has('older')) return ids;
    for (const [id] of file.rows(layouts.older)) if (typeof id === 'number') ids.add(id);
    return ids;
  } finally {
    file.close();
  }
}

/**
 * Whether a segment that does not open was never finished: only sealing writes the one row of `info`. If that cannot be
 * determined, the segment counts as damaged, so that its contents are read.
 */
export function isUnfinished(path: string): boolean {
  if (statSync(path).size === 0) return true;
  const { file, layouts } = open(path);
  try {
    return file.isEmpty(layouts.info);
  } finally {
    file.close();
  }
}

function open(path: string): { file: DamagedDatabase; layouts: Layouts } {
  const schema = new DatabaseSync(':memory:');
  try {
    schema.exec(segmentSchema);
    const layouts = Object.fromEntries(tables.map((table) => [table, layoutOf(schema, table)])) as Layouts;
    return { file: new DamagedDatabase(path, Object.values(layouts)), layouts };
  } finally {
    schema.close();
  }
}

/** A segment's file as the catalogue named it. */
export interface NamedSegment extends SegmentFile {
  readonly origin: CompanyOrigin;
}

/** A segment's file, sound or damaged. */
export interface FoundSegment extends SegmentFile {
  readonly origin: CompanyOrigin;
  readonly path: string;
  readonly isSound: boolean;
  /** Those of its companies that had a newer version in another file when this one was made. */
  readonly older: ReadonlySet<number>;
}

export interface KeptSegment extends SegmentFile {
  readonly origin: CompanyOrigin;
  readonly documents: number;
  /** Those of its companies whose newest version is in another kept segment. */
  readonly hidden: readonly number[];
}

/**
 * The finished segments of a folder, newest first: those that the catalogue named, or all if it named none. Those
 * `known` to be damaged count as damaged even if they open. Throws `storage_newer`, and `unavailable` for a file that
 * cannot be opened for now.
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

/** One file per segment: two have the same companies if one is a rebuild of the other. Takes the newest sound one. */
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
 * Keeps the newest readable version of each company: the one in the segment with the highest number, apart from what a
 * segment itself marks as older. Sound segments stay as they are; the others are made anew, except those read `later`.
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
      const documents = rebuild({ path, origin }, segmentPath(folder, made), seen, (company) => !older.has(company));
      if (documents > 0) kept.push({ ...made, origin, documents, hidden: [] });
      if (documents > 0) nextSegmentId += 1;
    }
  }
  for (const { id, origin, path, isSound, older } of found) {
    if (older.size === 0) continue;
    if (isSound) hiddenIn.get(id)?.push(...unlessSeen([...older], seen));
    else {
      const made = firstFile(nextSegmentId);
      const documents = rebuild({ path, origin }, segmentPath(folder, made), seen, (company) => older.has(company));
      if (documents > 0) kept.push({ ...made, origin, documents, hidden: [] });
      if (documents > 0) nextSegmentId += 1;
    }
  }
  return { kept, seen, nextSegmentId };
}

/** Marks companies as seen and returns those that already were. */
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
    return valuesOf(integer, db.prepare('SELECT id FROM company').all());
  } finally {
    db.close();
  }
}

/**
 * Makes a new segment from the readable records of a damaged one that `takes` wants and nobody has. Returns how many.
 */
function rebuild(
  bad: Pick<FoundSegment, 'path' | 'origin'>,
  path: string,
  seen: Set<number>,
  takes: (id: number) => boolean,
): number {
  const builder = new SegmentBuilder(path);
  try {
    for (const { id, record } of readableCompanies(bad.path)) {
      if (seen.has(id) || !takes(id) || !putIfReadable(builder, id, bad.origin, record)) continue;
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

function putIfReadable(builder: SegmentBuilder, id: number, origin: CompanyOrigin, record: string): boolean {
  try {
    builder.put(id, decodeRecordOf(origin, record));
    return true;
  } catch {
    return false;
  }
}
