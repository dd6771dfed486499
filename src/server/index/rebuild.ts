import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { integer, rowOf, text } from '#node/rows.ts';
import { AppError } from '#shared/errors.ts';
import { openImmutable, storageError } from '#node/sqlite.ts';
import { SegmentBuilder } from '#server/index/segment/segmentBuilder.ts';
import { isOutdated, olderCompanies } from '#server/index/segment/segmentFile.ts';
import type { PostingsMaker } from '#server/index/segment/segmentSealing.ts';
import type { CompanyOrigin, CompanyRecord } from '../record/companyRecord.ts';
import { decodeRecordOf } from '../record/recordCodec.ts';
import { lockRebuilds, lockWriters, openCompanyWriter } from './open.ts';
import { worthOtherThreads } from './batch.ts';
import { cataloguePath, openCatalogue, readManifest, segmentPath, type ManifestSegment } from './catalogue.ts';
import { noteDamage } from './damage.ts';
import { checksumsOf, differenceFrom } from './segmentChecksums.ts';
import type { Writer } from './writer.ts';

/** How to stop a rebuild, and where it reports how many companies it has done. */
interface RebuildControl {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** Does part of sealing large segments in other threads; without it, everything is done here. */
  readonly makePostings?: PostingsMaker;
}

/** How many companies are written between two looks at the signal. */
const companiesBetween = 500;
/** How often to retry a lock that somebody else has, in milliseconds. */
const lookMs = 200;

/** A segment being rebuilt. Nobody reads it, and no writer takes it for a segment. */
const buildingName = /^rebuild-\d+\.db/;

/** The segments that today's code would write differently. Throws `storage_*`. */
export function outdatedSegments(folder: string): ManifestSegment[] {
  if (!existsSync(cataloguePath(folder))) return [];
  const catalogue = openCatalogue(folder, 'read');
  try {
    return readManifest(catalogue).segments.filter((segment) => isOutdatedFile(segmentPath(folder, segment)));
  } finally {
    catalogue.close();
  }
}

function isOutdatedFile(path: string): boolean {
  try {
    const db = openImmutable(path);
    try {
      return isOutdated(db);
    } finally {
      db.close();
    }
  } catch {
    // It was replaced a moment ago, or whoever searches it reports what is wrong with it.
    return false;
  }
}

/**
 * Rebuilds every outdated segment from its stored companies, one after the other, and puts each in the place of the old
 * one. Searches, imports and everything else go on meanwhile: the writers' lock is taken only for the moment of putting
 * a finished file in place, once nobody else has it. Cut off at any moment, it leaves either the old file or the new
 * one. Returns how many companies were written. Throws `cancelled`, `storage_full` and other `storage_*`. Damaged
 * segments are left as they are and reported by `storage_corrupt` when all others are done.
 */
export async function rebuildOutdated(folder: string, control: RebuildControl): Promise<number> {
  const { signal } = control;
  const lock = await whenFree(() => lockRebuilds(folder), signal);
  try {
    for (const name of readdirSync(folder)) if (buildingName.test(name)) rmSync(join(folder, name), { force: true });
    const outdated = outdatedSegments(folder);
    const total = outdated.reduce((sum, { documents }) => sum + documents, 0);
    let [passed, written, damaged] = [0, 0, 0];
    for (const segment of outdated) {
      const before = passed;
      const onCompanies = (done: number): void => control.onProgress(before + done, total);
      try {
        written += await rebuild(folder, segment, control, onCompanies);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'storage_corrupt') throw error;
        noteDamage(folder);
        damaged += 1;
      }
      passed += segment.documents;
      control.onProgress(passed, total);
    }
    if (damaged > 0) throw new AppError('storage_corrupt', damagedText(damaged));
    return written;
  } finally {
    lock.release();
  }
}

function damagedText(parts: number): string {
  const subject = parts === 1 ? 'Part of the search index is' : `${String(parts)} parts of the search index are`;
  return `${subject} damaged and was left unchanged. Winnow repairs what can be read when it next starts.`;
}

/** Rebuilds one segment. Returns how many companies it has, or 0 if another writer has replaced it meanwhile. */
async function rebuild(
  folder: string,
  segment: ManifestSegment,
  { signal, makePostings }: RebuildControl,
  onCompanies: (done: number) => void,
): Promise<number> {
  const old = segmentPath(folder, segment);
  if (!existsSync(old)) return 0;
  const problem = differenceFrom(segment.checksums, old);
  if (problem !== '') throw new AppError('storage_corrupt', `A part of the search index ${problem}.`);
  const builder = new SegmentBuilder(join(folder, `rebuild-${String(segment.id)}.db`));
  try {
    for (const done of copyCompanies(old, segment.origin, builder)) {
      if (done % companiesBetween !== 0) continue;
      onCompanies(done);
      // Lets in a "cancel" that has arrived meanwhile.
      await setImmediate();
      throwIfCancelled(signal);
    }
    if (builder.size !== segment.documents) throw damage();
    if (makePostings !== undefined && builder.size >= worthOtherThreads) await builder.sealWith(makePostings);
    else builder.seal();
    const checksums = checksumsOf(builder.path);
    await setImmediate();
    const writer = await whenFree(() => writerIfFree(folder), signal);
    try {
      return writer.replaceFile(segment, builder.path, checksums) ? builder.size : 0;
    } finally {
      writer.close();
    }
  } catch (error) {
    // A writer removed it before it was opened.
    if (!signal.aborted && !existsSync(old)) return 0;
    throw storageError(error);
  } finally {
    // Does nothing if the file has already been put in place.
    builder.discard();
  }
}

/** A writer, without waiting for another one; null if there is one. */
function writerIfFree(folder: string): Writer | null {
  const lock = lockWriters(folder);
  if (lock === null) return null;
  lock.release();
  try {
    return openCompanyWriter(folder);
  } catch (error) {
    if (error instanceof AppError && error.code === 'busy') return null;
    throw error;
  }
}

const companyRow = { id: integer, record: text };

/** Copies every company of a file into a segment, as today's code writes it. Yields how many so far. */
function* copyCompanies(path: string, origin: CompanyOrigin, builder: SegmentBuilder): Generator<number> {
  const db = openImmutable(path);
  try {
    const older = olderCompanies(db);
    let done = 0;
    for (const row of db.prepare('SELECT id, record FROM company ORDER BY id').iterate()) {
      const { id, record: stored } = rowOf(companyRow, row);
      const record = readRecord(origin, stored);
      if (older.has(id)) builder.putOlder(id, record);
      else builder.put(id, record);
      done += 1;
      yield done;
    }
  } finally {
    db.close();
  }
}

function readRecord(origin: CompanyOrigin, text: string): CompanyRecord {
  try {
    return decodeRecordOf(origin, text);
  } catch (error) {
    throw damage(error);
  }
}

function damage(cause?: unknown): AppError {
  return new AppError('storage_corrupt', 'The search index is damaged.', { cause });
}

/** Takes a lock as soon as nobody else has it. Throws `cancelled`. */
async function whenFree<Lock>(take: () => Lock | null, signal: AbortSignal): Promise<Lock> {
  for (;;) {
    throwIfCancelled(signal);
    const lock = take();
    if (lock !== null) return lock;
    await sleep(lookMs);
  }
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
}
