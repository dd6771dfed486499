import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportSource } from '#node/localApi.ts';
import type { ImportReport } from '#shared/bridge/workspace.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import { packedText } from '#server/index/bits/growable.ts';
import { aliasesOf, AnalysedTerms, type AnalysedRecords } from '#server/index/analysis/recordAnalysis.ts';
import type { CompanyBatch, CompanyWriter } from '#server/index/port.ts';
import { decodeRecord } from '#server/record/recordCodec.ts';
import type { LikelyChoices } from '#shared/domain/likelyRows.ts';
import { mergeByHand } from './company/mergeCompanies.ts';
import { placeRecord } from './company/sameCompany.ts';
import { ImportChanges } from './importChanges.ts';
import { LikelyCompanies } from './likelyRows.ts';
import { readFiles, type FileStart, type ReadOptions, type ReadStep } from './readFiles.ts';

/** How to import. */
export interface ImportOptions extends Pick<ReadOptions, 'today' | 'week'> {
  /**
   * Called between chunks with the rows done in this call, all rows (null while they are counted), and what is being
   * done.
   */
  readonly onProgress: (done: number, total: number | null, label: string) => void;
  readonly signal: AbortSignal;
  /** Do everything except keep the result. */
  readonly dryRun: boolean;
  /** What the user says of rows that may be companies that are here; without it these are added. */
  readonly likely?: LikelyChoices | undefined;
  /** Notes what is done. Begun anew where files are read a second time. */
  readonly onNotes?: (notes: ImportNotes) => void;
  /** Where the files are read: here by default, or in another thread. */
  readonly read?: (sources: readonly ImportSource[], options: ReadOptions) => AsyncGenerator<ReadStep>;
}

/**
 * Imports files as one batch: all of it becomes visible at once, or nothing (on a failure, a cancel or a crash). Every
 * row ends as imported, updated, duplicate or rejected (docs/api.md 8). Files that add nothing change nothing. A file
 * that is no company list is reported with its `problem`, next to the others. Throws `bad_file` naming files and
 * reasons if none can be read, and `cancelled`.
 */
export async function importFiles(
  sources: readonly ImportSource[],
  writer: CompanyWriter,
  options: ImportOptions,
): Promise<ImportReport[]> {
  const quick = await importOnce(sources, writer, options, false);
  const reports = quick ?? (await importOnce(sources, writer, options, true));
  if (reports === null) throw new Error('Reading thoroughly has come to no end.');
  return reports;
}

/** One run over the files; null if they have to be read thoroughly, in which case nothing was done. */
async function importOnce(
  sources: readonly ImportSource[],
  writer: CompanyWriter,
  options: ImportOptions,
  thorough: boolean,
): Promise<ImportReport[] | null> {
  const { signal, onProgress, dryRun, read = readFiles } = options;
  const week = options.week === undefined ? {} : { week: options.week };
  const doing = doingText(dryRun);
  let run: Run | undefined;
  try {
    for await (const step of read(sources, { today: options.today, ...week, thorough })) {
      checkCancelled(signal);
      switch (step.kind) {
        case 'looking':
          onProgress(0, null, `Reading ${step.name}`);
          break;
        case 'files':
          run = new Run(step.files, writer, options);
          break;
        case 'rows':
          if (run === undefined) throw new Error('Rows came before their files.');
          run.take(step);
          onProgress(run.done, run.total, `${doing} ${run.reports[step.file]?.file ?? ''}`);
          checkCancelled(signal);
          break;
        case 'again':
          run?.batch.abort();
          return null;
        default:
          assertNever(step);
      }
      await nextTurn();
    }
    if (run === undefined) throw new Error('The files came to nothing.');
    await run.end(dryRun);
    return run.reports;
  } catch (error) {
    run?.batch.abort();
    throw error;
  }
}

function doingText(dryRun: boolean): string {
  return dryRun ? 'Checking' : 'Importing';
}

/** What an import notes of what it does. */
export interface ImportNotes {
  readonly changes: ImportChanges;
  readonly likely: LikelyCompanies;
}

/** A running import: its batch and what has become of the rows so far. */
class Run implements ImportNotes {
  readonly reports: ImportReport[];
  readonly batch: CompanyBatch;
  readonly changes = new ImportChanges();
  readonly likely: LikelyCompanies;
  done = 0;
  readonly #writer: CompanyWriter;
  /** What the numbers of each reader mean. */
  readonly #terms = new Map<number, AnalysedTerms>();
  readonly #expected: number;
  /** Whether a company that was there has changed, if only by a day on which its values held. */
  #changed = false;

  constructor(
    files: readonly FileStart[],
    writer: CompanyWriter,
    { likely, onNotes }: Pick<ImportOptions, 'likely' | 'onNotes'>,
  ) {
    this.#writer = writer;
    this.likely = new LikelyCompanies(writer, likely);
    this.#expected = files.reduce((sum, { rows }) => sum + rows, 0);
    this.reports = files.map(({ name, format, encoding, note, problem, asks, leftOut }) => {
      const nothing = { rows: 0, imported: 0, updated: 0, duplicates: 0, rejected: [] };
      const told = { asks: [...asks], currencies: {}, leftOut: [...leftOut] };
      return { file: name, format, encoding, problem, note, ...nothing, ...told };
    });
    this.batch = writer.begin('import');
    onNotes?.(this);
  }

  /** All rows; their number is an estimate at first. */
  get total(): number {
    return Math.max(this.#expected, this.done);
  }

  take(step: Extract<ReadStep, { kind: 'rows' }>): void {
    const { file, reader, rows, records, further, rejected, currencies } = step;
    const report = this.reports[file];
    if (report === undefined) throw new Error(`There is no file ${String(file)}.`);
    const terms = this.#terms.get(reader) ?? new AnalysedTerms();
    this.#terms.set(reader, terms);
    terms.learn(records);
    for (let row = 0; row < records.count; row++) {
      const outcome = this.#store(records, row, terms);
      report[outcome]++;
      // What further rows of a record say is added to it.
      report[outcome === 'duplicates' ? 'duplicates' : 'updated'] += further.get(row) ?? 0;
    }
    report.rows += rows;
    report.rejected.push(...rejected);
    for (const [code, count] of Object.entries(currencies)) {
      report.currencies[code] = (report.currencies[code] ?? 0) + count;
    }
    this.done += rows;
  }

  /** Keeps what has changed, if anything has; nothing of a dry run. */
  async end(dryRun: boolean): Promise<void> {
    const changes = this.#changed || this.reports.some((report) => report.imported > 0);
    if (changes && !dryRun) await this.batch.commit();
    else this.batch.abort();
  }

  /** Adds what the rules take for a new company, unless the user has said which one it is. */
  #add(records: AnalysedRecords, row: number, terms: AnalysedTerms): 'imported' | 'updated' {
    const likely = this.likely.place(records, row);
    if (likely?.kind === 'same') {
      const { id, before, record } = likely;
      const merged = mergeByHand(before, record);
      this.batch.replace(id, merged, { record, records, row, terms });
      this.#changed = true;
      this.changes.updated(id, before, merged);
      return 'updated';
    }
    const id = this.batch.addAnalysed(records, row, terms);
    this.changes.added(id);
    if (likely !== null) this.likely.added(id, likely);
    return 'imported';
  }

  /** Whether a company may be there already: by its domain and name, or by what else it goes by. */
  #mayHave(records: AnalysedRecords, row: number): boolean {
    if (this.#writer.mayHave(records.domains[row] ?? 0, records.names[row] ?? 0)) return true;
    return aliasesOf(records, row).some(({ domain, name }) => this.#writer.mayHave(domain, name));
  }

  #store(records: AnalysedRecords, row: number, terms: AnalysedTerms): 'imported' | 'updated' | 'duplicates' {
    // Nearly every company of a large import is new; the hashes of its domain and name show that at once.
    if (!this.#mayHave(records, row)) {
      return this.#add(records, row, terms);
    }
    const record = decodeRecord(packedText(records.records, row));
    const placement = placeRecord(record, this.#writer);
    switch (placement.kind) {
      case 'duplicate':
        this.changes.confirmed(placement.id);
        return 'duplicates';
      case 'new':
        return this.#add(records, row, terms);
      case 'confirmed':
      case 'update':
        this.batch.replace(placement.id, placement.record, { record, records, row, terms });
        this.#changed = true;
        if (placement.kind === 'confirmed') {
          this.changes.confirmed(placement.id);
          return 'duplicates';
        }
        this.changes.updated(placement.id, placement.before, placement.record);
        return 'updated';
      default:
        return assertNever(placement);
    }
  }
}

function checkCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'The import was cancelled. Nothing was changed.');
}
