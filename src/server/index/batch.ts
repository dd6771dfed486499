import type { AnalysedRecords, AnalysedTerms } from '#server/index/analysis/recordAnalysis.ts';
import { SegmentBuilder } from '#server/index/segment/segmentBuilder.ts';
import type { PostingsMaker } from '#server/index/segment/segmentSealing.ts';
import type { ChangedCompany, CompanyBatch, CompanyBatchResult, ReadRecord } from './port.ts';
import type { CompanyOrigin, CompanyRecord } from '../record/companyRecord.ts';

/** What a batch needs from its writer. */
export interface BatchHost {
  readonly nextCompanyId: number;
  readonly nextSegmentId: number;
  readonly origin: CompanyOrigin;
  pathOf(segmentId: number): string;
  /** The committed segment with the current version of a company, or null if there is none. */
  segmentOf(companyId: number): number | null;
  /** The most companies in one segment file. */
  readonly segmentDocuments: number;
  /** Does a large part of the sealing elsewhere; null if there is nowhere else. */
  readonly makePostings: PostingsMaker | null;
  /** Names the batch's segments in the catalogue. Throws if that failed. Returns the batch's id. */
  commit(): Promise<{ readonly id: number; readonly removed: number }>;
  /** Called when the batch is over, committed or not. After that another may begin. */
  ended(): void;
  /** Called after `ended` of a committed batch. Returns the generation that shows it. */
  settle(): number;
}

/** From this many companies in a segment on, sealing it in other threads pays for starting them. */
export const worthOtherThreads = 50_000;

interface BuiltSegment {
  readonly id: number;
  readonly builder: SegmentBuilder;
}

/** A batch being written: one segment file, or several if it is very large. */
export class Batch implements CompanyBatch {
  added = 0;
  replaced = 0;
  removed = 0;
  nextCompanyId: number;
  nextSegmentId: number;
  readonly origin: CompanyOrigin;
  readonly #host: BatchHost;
  readonly #segments: BuiltSegment[] = [];
  /** Replaced companies of earlier batches, and the segments that had them. */
  readonly #hidden = new Map<number, number>();
  /** Companies that this batch replaced after their segment was full: company and segment. */
  readonly #moved: { readonly segmentId: number; readonly companyId: number }[] = [];
  #open = true;

  constructor(host: BatchHost) {
    this.#host = host;
    this.nextCompanyId = host.nextCompanyId;
    this.nextSegmentId = host.nextSegmentId;
    this.origin = host.origin;
  }

  add(record: CompanyRecord, known?: number): number {
    this.#check();
    const id = known ?? this.nextCompanyId++;
    this.#room().put(id, record);
    this.added += 1;
    return id;
  }

  addAnalysed(records: AnalysedRecords, row: number, terms: AnalysedTerms, known?: number): number {
    this.#check();
    const id = known ?? this.nextCompanyId++;
    this.#room().putAnalysed(id, records, row, terms);
    this.added += 1;
    return id;
  }

  replace(id: number, record: CompanyRecord, read?: ReadRecord): void {
    this.#hideOlder(id);
    this.#room().put(id, record, read);
  }

  /** Like `replace`, for the company in a row of `records`, whose numbers mean what `terms` has learnt. */
  replaceAnalysed(id: number, records: AnalysedRecords, row: number, terms: AnalysedTerms): void {
    this.#hideOlder(id);
    this.#room().putAnalysed(id, records, row, terms);
  }

  /** Whether it has added or replaced a company. */
  has(id: number): boolean {
    return this.#segments.some(({ builder }) => builder.has(id));
  }

  #hideOlder(id: number): void {
    this.#check();
    const holder = this.#segments.findLast(({ builder }) => builder.has(id));
    if (holder === undefined) {
      const segmentId = this.#host.segmentOf(id);
      if (segmentId === null) throw new Error(`There is no company ${id}.`);
      this.#hidden.set(id, segmentId);
      this.replaced += 1;
    } else if (holder !== this.#segments.at(-1) || holder.builder.size >= this.#host.segmentDocuments) {
      this.#moved.push({ segmentId: holder.id, companyId: id });
    }
  }

  mend(id: number, record: CompanyRecord, from: number, older: boolean): boolean {
    this.#check();
    if (this.has(id)) return false;
    const holder = this.#host.segmentOf(id);
    if (holder !== null && (older || holder > from)) return false;
    if (holder === null) this.added += 1;
    else {
      this.#hidden.set(id, holder);
      this.replaced += 1;
    }
    this.nextCompanyId = Math.max(this.nextCompanyId, id + 1);
    this.#room().put(id, record);
    return true;
  }

  remove(id: number): void {
    this.#check();
    const segmentId = this.#host.segmentOf(id);
    if (segmentId === null) throw new Error(`There is no company ${id}.`);
    this.#hidden.set(id, segmentId);
    this.removed += 1;
  }

  async commit(): Promise<CompanyBatchResult> {
    this.#check();
    let committed: Awaited<ReturnType<BatchHost['commit']>>;
    try {
      await this.#sealLast();
      committed = await this.#host.commit();
    } catch (error) {
      this.abort();
      throw error;
    }
    // From here on the files belong to the catalogue, whatever happens.
    this.#end();
    const { added, replaced } = this;
    const { id: batchId, removed } = committed;
    return { batchId, generation: this.#host.settle(), added, replaced, removed };
  }

  abort(): void {
    if (!this.#open) return;
    for (const { builder } of this.#segments) builder.discard();
    this.#end();
  }

  /** The segment files, ready to be named in the catalogue. */
  get sealed(): { id: number; documents: number }[] {
    return this.#segments.map(({ id, builder }) => ({ id, documents: builder.size }));
  }

  /** Companies to hide in segments where they are no longer current. */
  hidden(): { segmentId: number; companyId: number }[] {
    const replaced = [...this.#hidden].map(([companyId, segmentId]) => ({ segmentId, companyId }));
    return [...replaced, ...this.#moved];
  }

  /** Every company as this batch leaves it, for those who follow. The segments must be sealed. */
  *changed(
    stored: (segmentId: number) => Iterable<{ readonly id: number; readonly record: string }>,
  ): Generator<ChangedCompany> {
    const moved = new Map(this.#segments.map(({ id }) => [id, new Set<number>()]));
    for (const { segmentId, companyId } of this.#moved) moved.get(segmentId)?.add(companyId);
    const gone = new Set(this.#hidden.keys());
    for (const { id: segmentId } of this.#segments) {
      for (const { id, record } of stored(segmentId)) {
        if (moved.get(segmentId)?.has(id) === true) continue;
        yield { id, kind: gone.delete(id) ? 'replaced' : 'added', record };
      }
    }
    for (const id of gone) yield { id, kind: 'removed', record: '' };
  }

  /** A company that it has added or replaced, as it has left it. */
  record(id: number): CompanyRecord | undefined {
    return this.#segments.findLast(({ builder }) => builder.has(id))?.builder.record(id);
  }

  /** Whether this batch has a newer version of a committed company. */
  replaces(id: number): boolean {
    return this.#hidden.has(id);
  }

  /** Companies of this batch that may be the same, by the hashes of domain and folded name. */
  candidates(domainHash: number, nameHash: number): { id: number; record: CompanyRecord }[] {
    return this.#segments.flatMap(({ id: segmentId, builder }) =>
      [...builder.candidates(domainHash, nameHash)]
        .filter((id) => !this.#moved.some((moved) => moved.segmentId === segmentId && moved.companyId === id))
        .map((id) => ({ id, record: builder.record(id) })),
    );
  }

  /** Whether there may be any such company. */
  mayHave(domainHash: number, nameHash: number): boolean {
    return this.#segments.some(({ builder }) => builder.hasCandidates(domainHash, nameHash));
  }

  #room(): SegmentBuilder {
    const last = this.#segments.at(-1);
    if (last !== undefined && last.builder.size < this.#host.segmentDocuments) return last.builder;
    last?.builder.seal();
    const id = this.nextSegmentId++;
    const builder = new SegmentBuilder(this.#host.pathOf(id));
    this.#segments.push({ id, builder });
    return builder;
  }

  async #sealLast(): Promise<void> {
    const builder = this.#segments.at(-1)?.builder;
    if (builder === undefined) return;
    const { makePostings } = this.#host;
    if (makePostings !== null && builder.size >= worthOtherThreads) await builder.sealWith(makePostings);
    else builder.seal();
  }

  #check(): void {
    if (!this.#open) throw new Error('This batch has ended.');
  }

  #end(): void {
    for (const { builder } of this.#segments) builder.close();
    this.#open = false;
    this.#host.ended();
  }
}
