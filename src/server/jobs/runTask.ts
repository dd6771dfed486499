import { rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { ImportedChanges } from '#shared/domain/companyChange.ts';
import type { LikelyRows } from '#shared/domain/likelyRows.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import { nameKey } from '#shared/domain/text.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import { hashOrNone, type AnalysedRecords } from '../index/analysis/recordAnalysis.ts';
import { packedBytes } from '../index/bits/growable.ts';
import type { BatchStart, CompanyBatch, CompanyBatchResult, CompanyWriter } from '../index/port.ts';
import type { ImportNotes } from '../ingest/importFiles.ts';
import type { CompanyRecord } from '../record/companyRecord.ts';
import { decodeRecord } from '../record/recordCodec.ts';
import type { LostCompany } from '../state/port.ts';
import type { FirstRelease, StoreTask, TaskControl, TaskTools, WriterResult } from './writerTask.ts';

/**
 * Gives companies that were lost with a part of the index their ids back when they are imported again, so that
 * decisions about them are theirs again. They are recognised as an import recognises any company: by domain, or by name
 * unless both have a domain. Each id is given once.
 */
class LostIds {
  readonly #byDomain = new Map<number, LostCompany[]>();
  readonly #byName = new Map<number, LostCompany[]>();
  readonly #given = new Set<number>();

  constructor(lost: readonly LostCompany[]) {
    for (const company of lost) {
      put(this.#byDomain, company.domain, company);
      put(this.#byName, nameKey(company.foldedName), company);
    }
  }

  /** The id that a company had, or undefined if it is not one of the lost. */
  take(record: CompanyRecord): number | undefined {
    const [domain, name] = [ownDomainOf(record), nameKey(record.name)];
    return this.#take(domain, name, hashOrNone(domain), hashOrNone(name));
  }

  /** The same for a record that has already been analysed; for nearly all, their hashes alone decide. */
  takeAnalysed(records: AnalysedRecords, row: number): number | undefined {
    const [domainHash, nameHash] = [records.domains[row] ?? 0, records.names[row] ?? 0];
    if (!this.#byDomain.has(domainHash) && !this.#byName.has(nameHash)) return undefined;
    const record = decodeRecord(Buffer.from(packedBytes(records.records, row)).toString());
    return this.take(record);
  }

  #take(domain: string, name: string, domainHash: number, nameHash: number): number | undefined {
    const byDomain = domain === '' ? [] : (this.#byDomain.get(domainHash) ?? []);
    const byName = name === '' ? [] : (this.#byName.get(nameHash) ?? []);
    const isFree = ({ companyId }: LostCompany): boolean => !this.#given.has(companyId);
    const found =
      byDomain.find((lost) => isFree(lost) && lost.domain === domain && nameKey(lost.foldedName) === name) ??
      byDomain.find((lost) => isFree(lost) && lost.domain === domain) ??
      byName.find((lost) => isFree(lost) && nameKey(lost.foldedName) === name && (domain === '' || lost.domain === ''));
    if (found === undefined) return undefined;
    this.#given.add(found.companyId);
    return found.companyId;
  }
}

function put(to: Map<number, LostCompany[]>, text: string, company: LostCompany): void {
  if (text === '') return;
  const hash = hashOrNone(text);
  const there = to.get(hash);
  if (there === undefined) to.set(hash, [company]);
  else there.push(company);
}

const nothingChanged: ImportedChanges = { changes: [], same: [], repeated: [] };
const nothingLikely: LikelyRows = { count: 0, rows: [] };

/** How many companies are made between two looks at the signal. */
const chunkSize = 1000;

/** Runs one task to its end. Cancelled or failed, it leaves the store as it was; cancelling throws `cancelled`. */
export async function runTask(
  task: StoreTask,
  writer: CompanyWriter,
  tools: TaskTools,
  control: TaskControl,
): Promise<WriterResult> {
  switch (task.kind) {
    case 'sample':
      return makeSample(task, writer, tools, control);
    case 'import':
      return importCompanies(task, writer, tools, control);
    case 'release':
      control.onProgress({ done: 0, total: null, label: 'Releasing new companies' });
      return { kind: 'release', weeks: await writer.release(task.through, new Date(task.now)) };
    case 'undo':
      await writer.undoBatch(task.batchId);
      return { kind: 'undo' };
    case 'merge':
      return mergeTwo(task, writer, tools);
    case 'removeSample':
      control.onProgress({ done: 0, total: null, label: 'Removing the sample' });
      return { kind: 'removeSample', removed: await writer.removeOrigin('sample') };
    case 'mend':
      return mendSegments(task, writer, tools, control);
    default:
      return assertNever(task);
  }
}

async function makeSample(
  { count, seed, today, firstRelease }: Extract<StoreTask, { kind: 'sample' }>,
  writer: CompanyWriter,
  { loadGenerator }: TaskTools,
  { onProgress, signal }: TaskControl,
): Promise<WriterResult> {
  const generate = await loadGenerator();
  const batch = writer.begin('sample', startWith(firstRelease));
  let done = 0;
  try {
    for (const record of generate({ count, seed, today })) {
      batch.add(record);
      done++;
      if (done % chunkSize === 0) {
        onProgress({ done, total: count, label: 'Creating sample companies' });
        await setImmediate();
        throwIfCancelled(signal);
      }
    }
    onProgress({ done, total: count, label: 'Building the search index' });
    await setImmediate();
    throwIfCancelled(signal);
  } catch (error) {
    batch.abort();
    throw error;
  }
  const { batchId } = await batch.commit();
  await undoIfCancelled(writer, batchId, signal);
  return { kind: 'sample', added: done };
}

/** Each segment is a batch of its own, so that finished ones need not be repeated after an interruption. */
async function mendSegments(
  { segments }: Extract<StoreTask, { kind: 'mend' }>,
  writer: CompanyWriter,
  { loadSalvage }: TaskTools,
  { onProgress, signal }: TaskControl,
): Promise<WriterResult> {
  const read = await loadSalvage();
  let [done, mended] = [0, 0];
  for (const segment of segments) {
    const { mark, id: segmentId, origin } = segment;
    const { companies, older } = read(segment);
    const batch = writer.begin(origin, { isFinal: true });
    try {
      for (const { id, record } of companies) {
        if (batch.mend(id, record, segmentId, older.has(id))) mended += 1;
        done += 1;
        if (done % chunkSize !== 0) continue;
        onProgress({ done, total: null, label: 'Repairing the search index' });
        await setImmediate();
        throwIfCancelled(signal);
      }
      // A "cancel" that arrived while the thread started is read within the next turns.
      for (let turn = 0; turn < 3; turn++) await setImmediate();
      throwIfCancelled(signal);
    } catch (error) {
      batch.abort();
      throw error;
    }
    await batch.commit();
    rmSync(mark, { force: true });
  }
  return { kind: 'mend', companies: mended };
}

async function importCompanies(
  { sources, today, week, removeSample, dryRun, likely, firstRelease, lost }: Extract<StoreTask, { kind: 'import' }>,
  writer: CompanyWriter,
  { loadImporter }: TaskTools,
  { onProgress, signal }: TaskControl,
): Promise<WriterResult> {
  const importFiles = await loadImporter();
  const start: BatchStart = { ...startWith(firstRelease), instead: removeSample ? 'sample' : null };
  const recorder = record(writer, start, new LostIds(lost));
  let notes: ImportNotes | undefined;
  const reports = await importFiles(sources, recorder.writer, {
    onNotes: (begun) => {
      notes = begun;
    },
    today,
    ...(week === undefined ? {} : { week }),
    dryRun,
    likely,
    signal,
    onProgress: (done, total, label) => onProgress({ done, total, label }),
  });
  const { added, changed, committed } = recorder;
  let removed = 0;
  for (const batch of committed) {
    removed += batch.removed;
    // With the sample gone there is no way back: the cancel came too late.
    if (batch.removed === 0) await undoIfCancelled(writer, batch.batchId, signal);
  }
  // Files that add nothing commit nothing; the sample goes all the same.
  if (removeSample && !dryRun && committed.length === 0) removed = await writer.removeOrigin('sample');
  return {
    kind: 'import',
    reports,
    added: [...added],
    changed: [...changed],
    did: notes?.changes.end() ?? nothingChanged,
    likely: notes?.likely.left ?? nothingLikely,
    apart: notes?.likely.apart ?? [],
    removed,
  };
}

async function mergeTwo(
  { kept, gone, name }: Extract<StoreTask, { kind: 'merge' }>,
  writer: CompanyWriter,
  { loadMerging }: TaskTools,
): Promise<WriterResult> {
  const mergeByHand = await loadMerging();
  const [one, other] = [writer.record(kept), writer.record(gone)];
  if (one === undefined || other === undefined || kept === gone) {
    throw new AppError('not_found', 'One of the two companies is no longer here.');
  }
  if (name !== undefined && name !== one.name && name !== other.name) {
    throw new AppError('invalid_input', 'The merged company has the name of one of the two.');
  }
  const merged = mergeByHand(one, other, name);
  const batch = writer.begin('import');
  try {
    batch.replace(kept, merged);
    batch.remove(gone);
  } catch (error) {
    batch.abort();
    throw error;
  }
  await batch.commit();
  return { kind: 'merge', names: [merged.name, merged.name === other.name ? one.name : other.name] };
}

/** Only companies of released weeks are visible: an empty workspace starts with the week of its first companies. */
function startWith(first: FirstRelease | null): BatchStart {
  return { firstRelease: first === null ? null : { week: first.week, now: new Date(first.now) } };
}

/** A "cancel" may have arrived while a batch was being committed, which nothing can interrupt. */
async function undoIfCancelled(writer: CompanyWriter, batchId: number, signal: AbortSignal): Promise<void> {
  await setImmediate();
  if (!signal.aborted) return;
  await writer.undoBatch(batchId);
  throwIfCancelled(signal);
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
}

/** The same writer, but its batches start with `start`, and it remembers what the committed ones added and changed. */
function record(
  writer: CompanyWriter,
  start: BatchStart,
  lostIds: LostIds,
): {
  writer: CompanyWriter;
  added: Set<number>;
  changed: Set<number>;
  committed: CompanyBatchResult[];
} {
  const added = new Set<number>();
  const changed = new Set<number>();
  const committed: CompanyBatchResult[] = [];
  const recording = (batch: CompanyBatch): CompanyBatch => ({
    add(company) {
      const id = batch.add(company, lostIds.take(company));
      added.add(id);
      return id;
    },
    addAnalysed(records, row, terms) {
      const id = batch.addAnalysed(records, row, terms, lostIds.takeAnalysed(records, row));
      added.add(id);
      return id;
    },
    mend: (id, company, from, older) => batch.mend(id, company, from, older),
    remove: (id) => batch.remove(id),
    replace(id, company, read) {
      batch.replace(id, company, read);
      changed.add(id);
    },
    async commit() {
      const result = await batch.commit();
      committed.push(result);
      return result;
    },
    abort() {
      batch.abort();
      added.clear();
      changed.clear();
    },
  });
  return {
    writer: {
      begin: (origin) => recording(writer.begin(origin, start)),
      findSame: (domain, key) => writer.findSame(domain, key),
      findAlike: (domain, core) => writer.findAlike(domain, core),
      mayBeAlike: (domainHash, coreHash) => writer.mayBeAlike(domainHash, coreHash),
      record: (id) => writer.record(id),
      mayHave: (domainHash, nameHash) => writer.mayHave(domainHash, nameHash),
      removeOrigin: (origin) => writer.removeOrigin(origin),
      undoBatch: (batchId) => writer.undoBatch(batchId),
      release: (through, now) => writer.release(through, now),
      close: () => writer.close(),
    },
    added,
    changed,
    committed,
  };
}
