import type { DatabaseSync } from 'node:sqlite';
import type { Segment } from '#server/search/segment/segment.ts';
import { SegmentBuilder } from '#server/search/segment/segmentBuilder.ts';
import type { Manifest, ManifestSegment } from './companiesCatalogue.ts';

/** From this many small segments of one origin on they become one: each costs every search about a tenth of a millisecond. */
const tooMany = 6;
/** Most companies a merged segment gets, so that merging takes seconds. */
const mergeLimit = 300_000;

/**
 * The segments worth merging, or none. The newest batch stays out, so that it can be undone; so do batches of which a
 * segment would remain.
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

/** Builds the file of the merged segment; the catalogue does not name it yet. Returns its number of companies. */
export function buildMerged(path: string, segments: readonly ManifestSegment[], open: (id: number) => Segment): number {
  const builder = new SegmentBuilder(path);
  try {
    for (const { id, hidden } of segments) {
      const gone = new Set(hidden);
      for (const { id: companyId, record } of open(id).all()) if (!gone.has(companyId)) builder.put(companyId, record);
    }
    builder.seal();
    return builder.size;
  } catch (error) {
    builder.discard();
    throw error;
  }
}

/** Puts the merged segment in the place of the others; to be called in a transaction on the catalogue. */
export function replaceByMerged(
  db: DatabaseSync,
  merged: { readonly id: number; readonly documents: number },
  segments: readonly ManifestSegment[],
): void {
  const origin = segments[0]?.origin ?? 'import';
  const { lastInsertRowid } = db
    .prepare('INSERT INTO batch (origin, committed_at, added, replaced, merged) VALUES (?, ?, ?, 0, 1)')
    .run(origin, new Date().toISOString(), merged.documents);
  db.prepare('INSERT INTO segment (id, batch_id, origin, documents) VALUES (?, ?, ?, ?)').run(
    merged.id,
    lastInsertRowid,
    origin,
    merged.documents,
  );
  // What those batches hid in other segments stays hidden, on the merged batch's account.
  const inherit = db.prepare('UPDATE tombstone SET batch_id = ? WHERE batch_id = ?');
  const remove = db.prepare('DELETE FROM batch WHERE id = ?');
  for (const { batchId } of segments) {
    inherit.run(lastInsertRowid, batchId);
    remove.run(batchId);
  }
  db.prepare('UPDATE manifest SET next_segment_id = ?').run(merged.id + 1);
}
