import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { weeksAfter } from '#shared/domain/digestWeek.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import { syncFolderNow } from '#node/atomicFile.ts';
import type { FileLock } from '#node/lock.ts';
import { transaction } from '#node/sqlite.ts';
import { ByteCache } from '#server/index/bits/byteCache.ts';
import { maxSegmentDocuments } from '#server/index/bits/postings.ts';
import { Segment } from '#server/index/segment/segment.ts';
import type { PostingsMaker } from '#server/index/segment/segmentSealing.ts';
import { AnalysedTerms, hashOrNone } from '#server/index/analysis/recordAnalysis.ts';
import {
  alikeTo,
  candidateOf,
  changeKinds,
  sameAs,
  type AnalysedCompanies,
  type BatchStart,
  type ChangedCompany,
  type ChangeLog,
  type CompanyBatch,
  type CompanyCandidate,
  type CompanyChange,
  type CompanyWriter,
  type NumberedBatch,
  type NumberedChange,
  type NumberedRelease,
} from './port.ts';
import type { CompanyOrigin, CompanyRecord } from '../record/companyRecord.ts';
import { Batch, type BatchHost } from './batch.ts';
import type { SegmentChecksums } from './segmentChecksums.ts';
import { buildMerged, replaceByMerged, segmentsToMerge } from './merge.ts';
import {
  addSegment,
  firstFile,
  isSameFile,
  readManifest,
  segmentOfFile,
  segmentPath,
  type Manifest,
  type SegmentFile,
} from './catalogue.ts';

/** Room for the columns used to find companies by id and to replace them. */
const cacheBytes = 64 * 1024 * 1024;

/** Of a name or domain that more companies have, only so many are looked at. */
const mostAlike = 20;

export interface WriterOptions {
  /** The most companies in one segment file; a larger batch becomes several. Only tests make it smaller. */
  readonly segmentDocuments?: number;
  /** Does part of sealing large segments in other threads; without it, everything is done here. */
  readonly makePostings?: PostingsMaker;
  /** Has every change before the catalogue does, so that others can follow. */
  readonly log?: ChangeLog;
}

/** The companies of a folder, for writing: see `openCompanyWriter`. */
export class Writer implements CompanyWriter {
  readonly #folder: string;
  readonly #catalogue: DatabaseSync;
  readonly #lock: FileLock;
  readonly #building: Pick<BatchHost, 'segmentDocuments' | 'makePostings'>;
  readonly #log: ChangeLog | undefined;
  readonly #cache = new ByteCache(cacheBytes);
  readonly #segments = new Map<number, Segment>();
  /** Hidden ids of each live segment, as the catalogue has them. */
  #hidden = new Map<number, Set<number>>();
  #manifest: Manifest;
  #batch: Batch | undefined;

  constructor(folder: string, catalogue: DatabaseSync, lock: FileLock, options: WriterOptions) {
    this.#folder = folder;
    this.#catalogue = catalogue;
    this.#lock = lock;
    const { segmentDocuments = maxSegmentDocuments, makePostings = null } = options;
    this.#building = { segmentDocuments, makePostings };
    this.#log = options.log;
    this.#manifest = this.#load();
    this.#removeStrayFiles();
  }

  begin(origin: CompanyOrigin, start: BatchStart = {}): CompanyBatch {
    return this.#begin(origin, (batch) => this.#publish(batch, start));
  }

  #begin(origin: CompanyOrigin, commit: (batch: Batch) => ReturnType<BatchHost['commit']>): Batch {
    if (this.#batch !== undefined) throw new Error('A batch is open already.');
    const { nextCompanyId, nextSegmentId } = this.#manifest;
    const batch = new Batch({
      pathOf: (id) => segmentPath(this.#folder, firstFile(id)),
      nextCompanyId,
      nextSegmentId,
      origin,
      ...this.#building,
      segmentOf: (id) => this.#segmentOf(id),
      commit: () => commit(batch),
      ended: () => {
        this.#batch = undefined;
      },
      settle: () => this.#settle(),
    });
    this.#batch = batch;
    return batch;
  }

  findSame(domain: string, key: string): CompanyCandidate[] {
    const isSame = sameAs(domain, key);
    const [domainHash, nameHash] = [hashOrNone(domain), hashOrNone(key)];
    const found: CompanyCandidate[] = [];
    for (const segment of this.#imported()) {
      const hidden = this.#hidden.get(segment.id);
      for (const document of new Set(segment.lookup().documentsOf(domainHash, nameHash))) {
        const id = segment.idOf(document);
        if (hidden?.has(id) === true || this.#batch?.replaces(id) === true) continue;
        const record = segment.record(id);
        if (record !== undefined) found.push(candidateOf(id, record));
      }
    }
    for (const { id, record } of this.#importing()?.candidates(domainHash, nameHash) ?? []) {
      found.push(candidateOf(id, record));
    }
    return found.filter(isSame).toSorted((a, b) => a.id - b.id);
  }

  mayHave(domainHash: number, nameHash: number): boolean {
    if (this.#importing()?.mayHave(domainHash, nameHash) === true) return true;
    return this.#imported().some((segment) => segment.lookup().documentsOf(domainHash, nameHash).length > 0);
  }

  findAlike(domain: string, core: string): CompanyCandidate[] {
    const isAlike = alikeTo(domain, core);
    const [domainHash, coreHash] = [hashOrNone(domain), hashOrNone(core)];
    const found: CompanyCandidate[] = [];
    for (const segment of this.#imported()) {
      const hidden = this.#hidden.get(segment.id);
      const ids = [...segment.alike(domainHash, coreHash)].map((document) => segment.idOf(document));
      for (const id of ids.filter((each) => hidden?.has(each) !== true).slice(0, mostAlike)) {
        const record = this.record(id);
        if (record !== undefined) found.push(candidateOf(id, record));
      }
    }
    return found
      .filter(isAlike)
      .toSorted((a, b) => a.id - b.id)
      .slice(0, mostAlike);
  }

  mayBeAlike(domainHash: number, coreHash: number): boolean {
    return this.#imported().some((segment) => segment.hasAlike(domainHash, coreHash));
  }

  record(id: number): CompanyRecord | undefined {
    const open = this.#importing()?.record(id);
    if (open !== undefined) return open;
    const segmentId = this.#segmentOf(id);
    const segment = segmentId === null ? undefined : this.#open(segmentId);
    return segment?.origin === 'import' ? segment.record(id) : undefined;
  }

  /** Open segments of imported companies. */
  #imported(): Segment[] {
    return this.#manifest.segments.filter(({ origin }) => origin === 'import').map(({ id }) => this.#open(id));
  }

  /** The open batch, if it imports companies. */
  #importing(): Batch | undefined {
    return this.#batch?.origin === 'import' ? this.#batch : undefined;
  }

  async removeOrigin(origin: CompanyOrigin): Promise<number> {
    this.#refuseWhileOpen();
    const { batches, companies } = this.#ofOrigin(origin);
    if (batches.length > 0) this.#removeBatches(batches, await this.#append({ kind: 'removal', origin }));
    return companies;
  }

  #ofOrigin(origin: CompanyOrigin): { batches: number[]; companies: number } {
    const own = this.#manifest.segments.filter((segment) => segment.origin === origin);
    return {
      batches: [...new Set(own.map(({ batchId }) => batchId))],
      companies: own.reduce((sum, { documents, hidden }) => sum + documents - hidden.length, 0),
    };
  }

  async undoBatch(batchId: number): Promise<void> {
    this.#refuseWhileOpen();
    if (!this.#canUndo(batchId)) throw new AppError('not_found', 'This import can no longer be undone.');
    this.#removeBatches([batchId], await this.#append({ kind: 'undo', batchId }));
  }

  async release(through: string, now: Date): Promise<string[]> {
    const { week } = this.#manifest;
    if (through <= week) return [];
    const weeks = weeksAfter(week, through);
    const refreshedAt = now.toISOString();
    const seq = await this.#append({ kind: 'release', through, now: refreshedAt });
    this.#change(() => this.#release({ through: weeks.at(-1) ?? through, now: refreshedAt }), seq);
    return weeks;
  }

  /** The last change of the log that is in this index. */
  get followed(): number {
    return this.#manifest.followed;
  }

  /**
   * Makes a change that the log has after the last one that is here, other than a batch. Throws `conflict` for the undo
   * of a batch that is merged with others here: then the index has to be made anew.
   */
  follow(change: Exclude<NumberedChange, NumberedBatch>): void {
    this.#refuseWhileOpen();
    const { seq } = change;
    switch (change.kind) {
      case 'undo':
        if (seq <= this.#manifest.begun) {
          this.skipTo(seq);
          return;
        }
        if (!this.#canUndo(change.batchId)) {
          throw new AppError('conflict', 'What is to be undone can no longer be told from other imports here.');
        }
        this.#removeBatches([change.batchId], seq);
        return;
      case 'removal':
        this.#removeBatches(this.#ofOrigin(change.origin).batches, seq);
        return;
      case 'release':
        this.#change(() => this.#release(change), seq);
        return;
      default:
        assertNever(change);
    }
  }

  /**
   * Makes the batch that the log has after the last change that is here. Or several of one origin as one, which goes by
   * the number of the newest and cannot be undone, with the releases between them. `companies` are those that the
   * newest of them has left.
   */
  async followBatches(
    changes: readonly (NumberedBatch | NumberedRelease)[],
    companies: AsyncIterable<AnalysedCompanies>,
  ): Promise<void> {
    this.#refuseWhileOpen();
    const batches = changes.filter((change) => change.kind === 'batch');
    const last = batches.at(-1);
    if (last === undefined) throw new Error('There is nothing to follow.');
    const firstRelease = batches.find((each) => each.firstRelease !== null)?.firstRelease ?? null;
    const release = changes.findLast((change) => change.kind === 'release');
    const batch = this.#begin(last.origin, async () => {
      const { added, replaced, removed } = batch;
      const one =
        batches.length === 1 ? last : { ...last, firstRelease, isFinal: true, counts: { added, replaced, removed } };
      return this.#commit(batch, one, last.seq, release);
    });
    try {
      await this.#take(batch, companies);
    } catch (error) {
      batch.abort();
      throw error;
    }
    batch.nextCompanyId = last.nextCompanyId;
    await batch.commit();
  }

  async #take(batch: Batch, companies: AsyncIterable<AnalysedCompanies>): Promise<void> {
    const known = new Map<number, AnalysedTerms>();
    for await (const { analyser, ids, kinds, records } of companies) {
      const terms = known.get(analyser) ?? new AnalysedTerms();
      known.set(analyser, terms);
      terms.learn(records);
      let row = 0;
      for (const [place, id] of ids.entries()) {
        const kind = changeKinds[kinds[place]!]!;
        // What it replaced may have come with a batch that was undone since, and was never here.
        const isHere = kind !== 'added' && this.#segmentOf(id) !== null;
        if (kind === 'removed') {
          if (isHere) batch.remove(id);
          continue;
        }
        if (isHere || batch.has(id)) batch.replaceAnalysed(id, records, row, terms);
        else batch.addAnalysed(records, row, terms, id);
        row += 1;
      }
    }
  }

  /**
   * Notes that the log has nothing for this index up to a change, and that ids below `nextCompanyId` are taken, if only
   * by companies that came to nothing.
   */
  skipTo(seq: number, nextCompanyId = 0): void {
    const { followed, nextCompanyId: next } = this.#manifest;
    if (seq <= followed && nextCompanyId <= next) return;
    const note = 'UPDATE manifest SET followed = max(followed, ?), next_company_id = max(next_company_id, ?)';
    transaction(this.#catalogue, () => this.#catalogue.prepare(note).run(seq, nextCompanyId));
    this.#manifest = this.#load();
  }

  /** Forgets all companies and weeks, to follow the log from its beginning; `newest` is its newest change. */
  beginAnew(newest: number): void {
    this.#refuseWhileOpen();
    const { segments: before, week } = this.#manifest;
    const begin = (): void => {
      this.#catalogue.exec(`DELETE FROM batch; DELETE FROM tombstone;
        UPDATE manifest SET released_week = '', refreshed_at = '', next_company_id = 1, followed = 0`);
      this.#catalogue.prepare('UPDATE manifest SET begun = ?').run(newest);
    };
    // Where there is nothing, nobody sees a difference.
    if (before.length === 0 && week === '') transaction(this.#catalogue, begin);
    else this.#swap(begin);
    this.#manifest = this.#load();
    this.#dropUnnamed(before);
  }

  /**
   * Puts a finished file with the same companies in the place of a segment's; false if that is no longer there. If it
   * fails the file may remain, and the next writer checks whether it is named.
   */
  replaceFile({ id, edition }: SegmentFile, path: string, { bytes, sums }: SegmentChecksums): boolean {
    this.#refuseWhileOpen();
    if (!this.#isNamed({ id, edition })) return false;
    const next = { id, edition: edition + 1 };
    renameSync(path, segmentPath(this.#folder, next));
    syncFolderNow(this.#folder);
    this.#change(() => {
      this.#catalogue
        .prepare('UPDATE segment SET edition = ?, bytes = ?, sums = ? WHERE id = ?')
        .run(next.edition, bytes, sums, id);
    });
    this.#drop({ id, edition });
    return true;
  }

  close(): void {
    this.#batch?.abort();
    for (const segment of this.#segments.values()) segment.close();
    this.#segments.clear();
    this.#catalogue.close();
    this.#lock.release();
  }

  /** Commits a batch, where there is a log first there. */
  async #publish(
    batch: Batch,
    { firstRelease = null, instead = null, isFinal = false }: BatchStart,
  ): Promise<{ id: number; removed: number }> {
    const { added, replaced, removed, origin, nextCompanyId } = batch;
    const change = {
      kind: 'batch',
      origin,
      at: new Date().toISOString(),
      firstRelease: firstRelease === null ? null : { ...firstRelease, now: firstRelease.now.toISOString() },
      instead,
      isFinal,
      counts: { added, replaced, removed },
      nextCompanyId,
    } as const;
    const companies = batch.changed((id) => this.#open(id).stored());
    return this.#commit(batch, change, await this.#append(change, companies));
  }

  /** The number that the log has given a change; 0 without a log. */
  async #append(change: CompanyChange, companies: Iterable<ChangedCompany> = []): Promise<number> {
    return (await this.#log?.append(this.#manifest.followed, change, companies)) ?? 0;
  }

  /**
   * Names the sealed segments of a batch in the catalogue: from this moment on it is visible and safe. `seq` is the
   * number that the log has given it, and then its id; `release` came with it.
   */
  #commit(
    batch: Batch,
    { firstRelease, instead, isFinal, at, counts }: CompanyChange & { readonly kind: 'batch' },
    seq: number,
    release?: NumberedRelease,
  ): { id: number; removed: number } {
    syncFolderNow(this.#folder);
    const { origin } = batch;
    const gone = instead === null ? { batches: [], companies: 0 } : this.#ofOrigin(instead);
    const id = this.#swap(() => {
      const db = this.#catalogue;
      this.#deleteBatches(gone.batches);
      const insert = db.prepare(
        'INSERT INTO batch (id, origin, committed_at, added, replaced, removed, merged) VALUES (?, ?, ?, ?, ?, ?, ?)',
      );
      const { added, replaced, removed } = counts;
      const inserted = insert.run(seq === 0 ? null : seq, origin, at, added, replaced, removed, Number(isFinal));
      const id = Number(inserted.lastInsertRowid);
      for (const segment of batch.sealed) addSegment(db, this.#folder, { ...segment, edition: 0, batchId: id, origin });
      const hide = db.prepare('INSERT INTO tombstone (segment_id, company_id, batch_id) VALUES (?, ?, ?)');
      for (const { segmentId, companyId } of batch.hidden()) hide.run(segmentId, companyId, id);
      db.prepare('UPDATE manifest SET next_company_id = ?, next_segment_id = ?').run(
        batch.nextCompanyId,
        batch.nextSegmentId,
      );
      // The week that companies begin with is no refresh: there was none yet.
      if (firstRelease !== null) {
        db.prepare(`UPDATE manifest SET released_week = ? WHERE released_week = ''`).run(firstRelease.week);
      }
      if (release !== undefined) this.#release(release);
      return id;
    }, seq);
    return { id, removed: gone.companies };
  }

  /** Call it in a transaction. */
  #release({ through, now }: Pick<NumberedRelease, 'through' | 'now'>): void {
    this.#catalogue.prepare('UPDATE manifest SET released_week = ?, refreshed_at = ?').run(through, now);
  }

  #settle(): number {
    const before = this.#manifest.segments;
    this.#manifest = this.#load();
    this.#dropUnnamed(before);
    const { generation } = this.#manifest;
    try {
      this.#merge();
    } catch (error) {
      // Merging only makes searches faster. If there is no room for it nothing changes, and the next batch tries again.
      if (!(error instanceof AppError)) throw error;
      this.#removeStrayFiles();
    }
    return generation;
  }

  /** Makes one segment of many small ones. Changes nothing visible. */
  #merge(): void {
    const segments = segmentsToMerge(this.#manifest);
    if (segments.length === 0) return;
    const id = this.#manifest.nextSegmentId;
    const path = segmentPath(this.#folder, firstFile(id));
    const merged = buildMerged(this.#catalogue, path, segments, (each) => this.#open(each));
    syncFolderNow(this.#folder);
    this.#change(() => replaceByMerged(this.#catalogue, this.#folder, id, merged, segments));
    for (const segment of segments) this.#drop(segment);
  }

  /** Removes batches: their segments go, and what only they had replaced shows again. */
  #removeBatches(batchIds: readonly number[], seq: number): void {
    const before = this.#manifest.segments;
    this.#change(() => this.#deleteBatches(batchIds), seq);
    this.#dropUnnamed(before);
  }

  /** Whether a batch is there and none of several that became one. */
  #canUndo(batchId: number): boolean {
    return this.#catalogue.prepare('SELECT 1 FROM batch WHERE id = ? AND merged = 0').get(batchId) !== undefined;
  }

  /** Closes and removes the files of segments that the manifest no longer names. */
  #dropUnnamed(before: Manifest['segments']): void {
    for (const file of before) if (!this.#isNamed(file)) this.#drop(file);
  }

  #isNamed(file: SegmentFile): boolean {
    return this.#manifest.segments.some((segment) => isSameFile(segment, file));
  }

  /** Call it in a transaction. */
  #deleteBatches(batchIds: readonly number[]): void {
    const db = this.#catalogue;
    // If a later batch replaced the company once more, the older version stays hidden, now on behalf of that batch.
    const inherit = db.prepare(`
        UPDATE tombstone AS old SET batch_id = later.batch_id
        FROM tombstone AS later JOIN segment ON segment.id = later.segment_id
        WHERE old.batch_id = :batch AND segment.batch_id = :batch
          AND later.company_id = old.company_id AND later.batch_id <> :batch`);
    const unhide = db.prepare('DELETE FROM tombstone WHERE batch_id = ?');
    const remove = db.prepare('DELETE FROM batch WHERE id = ?');
    for (const id of batchIds) {
      inherit.run({ batch: id });
      unhide.run(id);
      remove.run(id);
    }
  }

  #drop(file: SegmentFile): void {
    this.#segments.get(file.id)?.close();
    this.#segments.delete(file.id);
    try {
      rmSync(segmentPath(this.#folder, file), { force: true });
    } catch {
      // Windows keeps a file that a reader has open; the next writer removes it.
    }
  }

  /**
   * One durable change of the catalogue, and with it a new generation; `seq` is its number in the log, if it is there.
   */
  #swap<T>(work: () => T, seq = 0): T {
    return transaction(this.#catalogue, () => {
      const value = work();
      this.#catalogue.exec('UPDATE manifest SET generation = generation + 1');
      if (seq > 0) this.#catalogue.prepare('UPDATE manifest SET followed = ?').run(seq);
      return value;
    });
  }

  #change(work: () => void, seq = 0): void {
    this.#swap(work, seq);
    this.#manifest = this.#load();
  }

  #load(): Manifest {
    const manifest = readManifest(this.#catalogue);
    this.#hidden = new Map(manifest.segments.map(({ id, hidden }) => [id, new Set(hidden)]));
    return manifest;
  }

  #removeStrayFiles(): void {
    for (const name of readdirSync(this.#folder)) {
      const file = segmentOfFile(name);
      if (file !== null && !this.#isNamed(file)) rmSync(join(this.#folder, name), { force: true });
    }
  }

  /** The live, committed segment with the current version of a company. */
  #segmentOf(companyId: number): number | null {
    for (const { id } of this.#manifest.segments.toReversed()) {
      if (this.#hidden.get(id)?.has(companyId) !== true && this.#open(id).documentOf(companyId) !== -1) return id;
    }
    return null;
  }

  #open(id: number): Segment {
    let segment = this.#segments.get(id);
    if (segment === undefined) {
      const named = this.#manifest.segments.find((each) => each.id === id);
      const { origin = 'import' } = named ?? {};
      segment = new Segment(id, segmentPath(this.#folder, named ?? firstFile(id)), this.#cache, {
        mapped: true,
        origin,
      });
      this.#segments.set(id, segment);
    }
    return segment;
  }

  #refuseWhileOpen(): void {
    if (this.#batch !== undefined) throw new Error('A batch is open.');
  }
}
