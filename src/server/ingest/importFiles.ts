import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportSource } from '#node/localApi.ts';
import type { ColumnMapping, ColumnMatch, ImportReport, RejectedRow } from '#shared/bridge/workspace.ts';
import { digestWeekOf, mondayOf } from '#shared/domain/digestWeek.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import type { CompanyBatch, CompanyWriter } from '#server/store/companies.ts';
import type { CompanyRecord } from '#server/store/companyRecord.ts';
import { makeLookups, type Lookups } from './columns/content.ts';
import { HintCollector } from './columns/hints.ts';
import { fieldColumns, recogniseColumns } from './columns/recognise.ts';
import { readCompany, type RowReading } from './company/rowReader.ts';
import { placeRecord } from './company/sameCompany.ts';
import type { RawRecord } from './file/recordReader.ts';
import { openTable, type Table } from './file/table.ts';
import { RowSample } from './columns/rowSample.ts';

/** How an import is done. */
export interface ImportOptions {
  /** The date it is, `YYYY-MM-DD`. */
  readonly today: string;
  /** The digest week the companies belong to; that of `today` by default. */
  readonly week?: string;
  /** Told between chunks: rows done of this call, all rows (null while they are counted), what is being done. */
  readonly onProgress: (done: number, total: number | null, label: string) => void;
  readonly signal: AbortSignal;
  /** Does everything but keep the result. */
  readonly dryRun: boolean;
}

interface Prepared {
  readonly table: Table;
  readonly columns: readonly ColumnMatch[];
  readonly reading: RowReading;
  readonly rows: number;
}

/** A file that cannot be read as a company list, and why. */
interface Unreadable {
  readonly name: string;
  readonly problem: AppError;
}

/**
 * Imports files as one batch: all of it becomes visible at once, or nothing of it (on a failure, a cancel or a crash).
 * Every row ends as imported, updated, duplicate or rejected (API.md `Import`). Files that add nothing change nothing. A
 * file that is no company list is reported with its `problem` beside the others. Throws `bad_file` naming files and
 * reasons where none can be read, and `cancelled`.
 */
export async function importFiles(
  sources: readonly ImportSource[],
  writer: CompanyWriter,
  options: ImportOptions,
): Promise<ImportReport[]> {
  const lookups = makeLookups();
  const files: (Prepared | Unreadable)[] = [];
  for (const source of sources) files.push(await prepareOrSayWhy(source, lookups, options));
  refuseIfNoneReadable(files);
  const total = files.reduce((sum, file) => sum + ('problem' in file ? 0 : file.rows), 0);
  const batch = writer.begin('import');
  try {
    const reports: ImportReport[] = [];
    let done = 0;
    for (const file of files) {
      const report =
        'problem' in file
          ? reportOf(file)
          : await importOne(file, writer, batch, (rows) => {
              options.onProgress(done + rows, total, `Importing ${file.table.name}`);
              checkCancelled(options.signal);
            });
      done += report.rows;
      reports.push(report);
    }
    const changes = reports.some((report) => report.imported + report.updated > 0);
    if (changes && !options.dryRun) batch.commit();
    else batch.abort();
    return reports;
  } catch (error) {
    batch.abort();
    throw error;
  }
}

async function prepareOrSayWhy(
  source: ImportSource,
  lookups: Lookups,
  options: ImportOptions,
): Promise<Prepared | Unreadable> {
  checkCancelled(options.signal);
  try {
    return await prepare(await openTable(source.path, false, source.name), source.mapping, lookups, options);
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_file') return { name: source.name, problem: error };
    throw error;
  }
}

function refuseIfNoneReadable(files: readonly (Prepared | Unreadable)[]): void {
  const unreadable = files.filter((file) => 'problem' in file);
  const [first] = unreadable;
  if (first === undefined || unreadable.length < files.length) return;
  throw unreadable.length === 1
    ? first.problem
    : new AppError('bad_file', unreadable.map(({ problem }) => problem.message).join('\n'), { cause: first.problem });
}

function reportOf({ name, problem }: Unreadable): ImportReport {
  const nothing = { rows: 0, imported: 0, updated: 0, duplicates: 0, rejected: [] };
  return { file: name, format: '', encoding: '', problem: withoutName(problem.message, name), note: '', ...nothing };
}

/** Messages name their file, which a report does already. */
function withoutName(message: string, name: string): string {
  return message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
}

/** Goes over the whole file once: recognises its columns, learns what only whole columns tell, counts its rows. */
async function prepare(
  table: Table,
  mapping: ColumnMapping,
  lookups: Lookups,
  options: ImportOptions,
): Promise<Prepared> {
  const sample = new RowSample();
  let rows = 0;
  let hints: HintCollector | undefined;
  let columns: ColumnMatch[] = [];
  const recognise = (): HintCollector => {
    columns = recogniseColumns(table.headers, sample.rows, lookups, {
      mapping,
      nested: table.nested,
    });
    const collector = new HintCollector(fieldColumns(columns), table.headers, lookups.countries);
    for (const row of sample.rows) collector.add(row);
    return collector;
  };
  for await (const records of table.records()) {
    for (const { cells } of records) {
      if (hints !== undefined) hints.add(cells);
      else if (!sample.add(cells)) {
        hints = recognise();
        hints.add(cells);
      }
    }
    rows += records.length;
    options.onProgress(0, null, `Reading ${table.name}`);
    checkCancelled(options.signal);
    await nextTurn();
  }
  hints ??= recognise();
  const reading = {
    columns: fieldColumns(columns),
    hints: hints.hints(),
    lookups,
    discoveredDate: discoveredDate(options),
  };
  if (!reading.columns.has('name') && !reading.columns.has('website')) {
    throw new AppError('bad_file', `${table.name}: no column of company names is found; this is no company list.`);
  }
  return { table, columns, reading, rows };
}

/** A day of the digest week the import belongs to. */
function discoveredDate({ today, week }: ImportOptions): string {
  return week === undefined || digestWeekOf(today) === week ? today : mondayOf(week);
}

async function importOne(
  { table, reading }: Prepared,
  writer: CompanyWriter,
  batch: CompanyBatch,
  tick: (rows: number) => void,
): Promise<ImportReport> {
  const rejected: RejectedRow[] = [];
  const count = { rows: 0, imported: 0, updated: 0, duplicates: 0 };
  let previous: CompanyRecord | null = null;
  for await (const records of table.records()) {
    for (const raw of records) {
      count.rows++;
      const record = readRow(raw, table.headers?.length ?? null, reading, previous);
      previous = typeof record === 'string' ? null : record;
      if (typeof record === 'string') rejected.push({ line: raw.line, reason: record });
      else count[store(record, writer, batch)]++;
    }
    tick(count.rows);
    await nextTurn();
  }
  const { name: file, format, encoding, note } = table;
  return { file, format, encoding, problem: '', note, ...count, rejected };
}

/** A row as a company, or the reason why it is rejected. `width` is the number of headers, if there are any. */
function readRow(
  { cells, problem }: RawRecord,
  width: number | null,
  reading: RowReading,
  previous: CompanyRecord | null,
): CompanyRecord | string {
  if (problem !== '') return problem;
  if (width !== null && cells.slice(width).some((cell) => cell.trim() !== '')) {
    return `The row has ${String(cells.length)} cells where the header has ${String(width)}.`;
  }
  return readCompany(cells, reading, previous);
}

function store(
  record: CompanyRecord,
  writer: CompanyWriter,
  batch: CompanyBatch,
): 'imported' | 'updated' | 'duplicates' {
  const placement = placeRecord(record, writer);
  switch (placement.kind) {
    case 'duplicate':
      return 'duplicates';
    case 'new':
      batch.add(record);
      return 'imported';
    case 'update':
      batch.replace(placement.id, placement.record);
      return 'updated';
    default:
      return assertNever(placement);
  }
}

function checkCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'The import was cancelled; nothing was changed.');
}
