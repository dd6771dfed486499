import type { DatabaseSync } from 'node:sqlite';
import { integer, rowsOf, text } from '#node/rows.ts';
import { openImmutable } from '#node/sqlite.ts';
import {
  openCatalogue,
  readManifest,
  segmentPath,
  type Manifest,
  type ManifestSegment,
} from '../../index/catalogue.ts';
import type { CompanyChange, NumberedChange } from '../../index/port.ts';
import { isOutdated } from '../../index/segment/segmentFile.ts';
import type { CompanyOrigin } from '../../record/companyRecord.ts';
import { decodeRecordOf, encodeRecord } from '../../record/recordCodec.ts';

/** A version of a company as a batch has left it, for `company_version`. */
export type Version = readonly [companyId: number, batch: number, record: string];

/** A company that a batch has replaced or removed. */
export type Hidden = readonly [companyId: number, batch: number];

const batchRow = { id: integer, origin: text, committedAt: text, added: integer, replaced: integer, removed: integer };

/** The companies of an index's folder as the changes that made them, under the numbers of its batches. */
export class FileBatches {
  readonly #folder: string;
  readonly #catalogue: DatabaseSync;
  readonly #manifest: Manifest;
  readonly #changes = new Map<number, CompanyChange & { readonly kind: 'batch' }>();
  /** For a batch that has hidden what is now in a younger one: the number under which that is kept. */
  readonly #earlier = new Map<number, number>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#catalogue = openCatalogue(folder, 'read');
    this.#manifest = readManifest(this.#catalogue);
    for (const batch of rowsOf(
      { ...batchRow, merged: integer },
      this.#catalogue.prepare('SELECT * FROM batch').all(),
    )) {
      const { id, origin, committedAt, merged, ...counts } = batch;
      this.#changes.set(id, this.#change(origin === 'sample' ? 'sample' : 'import', committedAt, merged === 1, counts));
    }
  }

  /** How many companies are there, of released weeks or not. */
  get companies(): number {
    return this.#manifest.segments.reduce((sum, { documents, hidden }) => sum + documents - hidden.length, 0);
  }

  /** How many versions there are of them. */
  get versionsAtMost(): number {
    return this.#manifest.segments.reduce((sum, { documents }) => sum + documents, 0);
  }

  /** Every version, segment by segment. Read to its end, it has told `changes` all that it needs. */
  *versions(): Generator<Version> {
    for (const segment of this.#manifest.segments) yield* this.#versionsIn(segment);
  }

  /** What was replaced or removed, and by which batch. */
  *hidden(): Generator<Hidden> {
    const select = 'SELECT DISTINCT company_id, batch_id FROM tombstone';
    const shape = { companyId: integer, batchId: integer };
    for (const { companyId, batchId } of rowsOf(shape, this.#catalogue.prepare(select).all())) {
      if (this.#changes.has(batchId)) yield [companyId, batchId];
    }
  }

  /** The changes that all of it came with, in their order. */
  changes(): NumberedChange[] {
    const batches = [...this.#changes].map(([seq, change]) => ({ ...change, seq })).toSorted((a, b) => a.seq - b.seq);
    const { week, refreshedAt } = this.#manifest;
    if (week === '') return batches;
    const newest = batches.at(-1)?.seq ?? 0;
    return [...batches, { kind: 'release', through: week, now: refreshedAt, seq: newest + 1 }];
  }

  close(): void {
    this.#catalogue.close();
  }

  *#versionsIn(segment: ManifestSegment): Generator<Version> {
    const rows = this.#catalogue.prepare('SELECT company_id, batch_id FROM tombstone WHERE segment_id = ?');
    const shape = { companyId: integer, batchId: integer };
    const hiddenBy = new Map(rowsOf(shape, rows.all(segment.id)).map((row) => [row.companyId, row.batchId]));
    const db = openImmutable(segmentPath(this.#folder, segment));
    try {
      const isOlder = isOutdated(db);
      for (const row of db.prepare('SELECT id, record FROM company ORDER BY id').iterate()) {
        const [id, stored] = [integer(row['id']), text(row['record'])];
        const batch = this.#batchOf(segment, hiddenBy.get(id));
        if (batch !== undefined) {
          yield [id, batch, isOlder ? encodeRecord(decodeRecordOf(segment.origin, stored)) : stored];
        }
      }
    } finally {
      db.close();
    }
  }

  /**
   * The batch of a version that `by` has hidden; undefined if it can never be seen again, because the batch has another
   * version of the company, or the one that hid it can no longer be undone.
   */
  #batchOf({ batchId, origin }: ManifestSegment, by: number | undefined): number | undefined {
    if (by === undefined || by > batchId) return by === undefined || this.#changes.has(by) ? batchId : undefined;
    if (by === batchId || !this.#changes.has(by)) return undefined;
    // Batches that were merged go by the number of the newest of them, which may be above that of one that has replaced
    // something in them. It was in one of those whose numbers are free now.
    let free = this.#earlier.get(by);
    if (free === undefined) {
      free = by - 1;
      while (this.#changes.has(free)) free -= 1;
      if (free < 1) throw new Error(`There is no number before batch ${String(by)}.`);
      this.#earlier.set(by, free);
      const none = { added: 0, replaced: 0, removed: 0 };
      this.#changes.set(free, this.#change(origin, this.#changes.get(by)?.at ?? '', true, none));
    }
    return free;
  }

  #change(
    origin: CompanyOrigin,
    at: string,
    isFinal: boolean,
    counts: { readonly added: number; readonly replaced: number; readonly removed: number },
  ): CompanyChange & { readonly kind: 'batch' } {
    const { nextCompanyId } = this.#manifest;
    return { kind: 'batch', origin, at, firstRelease: null, instead: null, isFinal, counts, nextCompanyId };
  }
}
