import type { DatabaseSync } from 'node:sqlite';
import { integer, rowsOf } from '#node/rows.ts';
import type { Segment } from '#server/index/segment/segment.ts';
import { SegmentBuilder } from '#server/index/segment/segmentBuilder.ts';
import { addSegment, firstFile, type Manifest, type ManifestSegment } from './catalogue.ts';

/**
 * From this many small segments of one origin on, they become one: each costs every search about a tenth of a
 * millisecond.
 */
const tooMany = 6;
/** The most companies in a merged segment, so that merging takes seconds. */
const mergeLimit = 300_000;

/**
 * The segments worth merging, or none. The newest batch is left out, so that it can be undone; so is a batch of several
 * segments, because one of them might remain.
 */
export function segmentsToMerge({ segments }: Manifest): ManifestSegment[] {
  const newest = Math.max(...segments.map(({ batchId }) => batchId));
  for (const origin of ['import', 'sample'] as const) {
    const chosen: ManifestSegment[] = [];
    let total = 0;
    const bySize = segments.toSorted((a, b) => a.documents - b.documents);
    for (const segment of bySize) {
      const alone = segments.filter(({ batchId }) => batchId === segment.batchId).length === 1;
      if (segment.origin !== origin || segment.batchId === newest || !alone) continue;
      total += segment.documents;
      if (total > mergeLimit) break;
      chosen.push(segment);
    }
    if (chosen.length >= tooMany) return chosen;
  }
  return [];
}

/** A company that a batch outside the merge hides, and that must come back if that batch is undone. */
interface Hidden {
  readonly companyId: number;
  readonly segmentId: number;
  readonly batchId: number;
}

/** What a merged segment has: `hidden` among its `documents` are not visible for now. */
export interface Merged {
  readonly documents: number;
  readonly hidden: readonly Hidden[];
}

/**
 * Builds the file of the merged segment; the catalogue does not name it yet. What a batch outside the merge has
 * replaced goes in too, because that batch can still be undone.
 */
export function buildMerged(
  db: DatabaseSync,
  path: string,
  segments: readonly ManifestSegment[],
  open: (id: number) => Segment,
): Merged {
  const others = hiddenByOthers(db, segments);
  const builder = new SegmentBuilder(path);
  const hidden: Hidden[] = [];
  try {
    for (const segment of segments) {
      const gone = new Set(segment.hidden);
      for (const { id: companyId, record } of open(segment.id).all()) {
        if (gone.has(companyId)) continue;
        builder.put(companyId, record);
        // There is a newer version here, from a batch that can no longer be undone.
        others.delete(companyId);
      }
    }
    for (const other of others.values()) {
      const record = open(other.segmentId).record(other.companyId);
      if (record === undefined) continue;
      builder.putOlder(other.companyId, record);
      hidden.push(other);
    }
    builder.seal();
    return { documents: builder.size, hidden };
  } catch (error) {
    builder.discard();
    throw error;
  }
}

/** By company: the newest version in these segments that is hidden by another batch which can still be undone. */
function hiddenByOthers(db: DatabaseSync, segments: readonly ManifestSegment[]): Map<number, Hidden> {
  const rows = db
    .prepare(
      `SELECT segment_id, company_id, batch_id FROM tombstone
       WHERE segment_id IN (SELECT value FROM json_each(:segments))
         AND batch_id IN (SELECT id FROM batch WHERE merged = 0 AND id NOT IN (SELECT value FROM json_each(:batches)))
       ORDER BY batch_id`,
    )
    .all({
      segments: JSON.stringify(segments.map(({ id }) => id)),
      batches: JSON.stringify(segments.map(({ batchId }) => batchId)),
    });
  return new Map(
    rowsOf({ companyId: integer, segmentId: integer, batchId: integer }, rows).map((each) => [each.companyId, each]),
  );
}

/** Puts the merged segment in the place of the others. Call it in a transaction on the catalogue. */
export function replaceByMerged(
  db: DatabaseSync,
  folder: string,
  id: number,
  { documents, hidden }: Merged,
  segments: readonly ManifestSegment[],
): void {
  const origin = segments[0]?.origin ?? 'import';
  // It goes by the number of the newest of them: a number of its own would be that of the next batch.
  const newest = Math.max(...segments.map(({ batchId }) => batchId));
  // What those batches hid in other segments stays hidden, now on behalf of the merged batch.
  const inherit = db.prepare('UPDATE tombstone SET batch_id = ? WHERE batch_id = ?');
  const remove = db.prepare('DELETE FROM batch WHERE id = ?');
  for (const { batchId } of segments) {
    inherit.run(newest, batchId);
    if (batchId !== newest) remove.run(batchId);
  }
  db.prepare('DELETE FROM segment WHERE batch_id = ?').run(newest);
  db.prepare('UPDATE batch SET committed_at = ?, added = ?, replaced = 0, removed = 0, merged = 1 WHERE id = ?').run(
    new Date().toISOString(),
    documents,
    newest,
  );
  addSegment(db, folder, { ...firstFile(id), batchId: newest, origin, documents });
  const hide = db.prepare('INSERT INTO tombstone (segment_id, company_id, batch_id) VALUES (?, ?, ?)');
  for (const { companyId, batchId } of hidden) hide.run(id, companyId, batchId);
  db.prepare('UPDATE manifest SET next_segment_id = ?').run(id + 1);
}
