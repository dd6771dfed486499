import type { ImportSource } from '#node/localApi.ts';
import { RecordAnalyser, type AnalysedRecords } from '#server/index/analysis/recordAnalysis.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import type { ColumnMatch, LeftOut, RejectedRow } from '#shared/bridge/workspace.ts';
import { plainName } from '#shared/domain/generalFields.ts';
import { readMoney } from '#shared/domain/money.ts';
import { addDays, digestWeekOf, mondayOf } from '#shared/domain/digestWeek.ts';
import { AppError } from '#shared/errors.ts';
import { makeLookups, type Lookups } from './columns/content.ts';
import { type HintCollector, isSameHints } from './columns/hints.ts';
import { leftOutOf, questionsOf, withQuestions } from './columns/questions.ts';
import type { RowReading } from './company/row.ts';
import { withWholeRecords } from './continuedRows.ts';
import { dayOfFile } from './file/fileDay.ts';
import { openTable } from './file/openTable.ts';
import type { Table } from './file/table.ts';
import { readingOf, readRow } from './rowReading.ts';
import { columnsOfTable } from './tableColumns.ts';

const rowsAtMost = 2000;
const charsAtMost = 8_000_000;
const cellCharsAtMost = 2000;

/** The first rows of a file, used to recognise its columns; limited in rows and characters. */
export class RowSample {
  readonly rows: string[][] = [];
  #chars = 0;

  /** Takes a row, but does not keep an empty one; false if there is no room. */
  add(cells: readonly string[]): boolean {
    if (this.rows.length >= rowsAtMost || this.#chars >= charsAtMost) return false;
    if (cells.every((cell) => cell.trim() === '')) return true;
    const row = cells.map((cell) => (cell.length > cellCharsAtMost ? cell.slice(0, cellCharsAtMost) : cell));
    for (const cell of row) this.#chars += cell.length;
    this.rows.push(row);
    return true;
  }
}

/** How many rows a block has. */
const blockRows = 256;

/** How to read files. */
export interface ReadOptions {
  /** Today's date, `YYYY-MM-DD`: no value is of a later day. */
  readonly today: string;
  /** The newest digest week that companies may belong to; that of `today` by default. */
  readonly week?: string;
  /**
   * Whether to go through each whole file before its first company. If not, what only whole columns tell is taken from
   * the first rows, and the step `again` reports that the rest tells otherwise: then everything must be discarded and
   * read thoroughly.
   */
  readonly thorough: boolean;
  /** Which of several readers this is: they take turns with the blocks of rows. Alone by default. */
  readonly share?: { readonly index: number; readonly of: number };
}

/** A file to be read, or why it cannot be. */
export interface FileStart {
  readonly name: string;
  readonly format: string;
  readonly encoding: string;
  readonly note: string;
  /** `''` if it can be read. */
  readonly problem: string;
  /** The number of rows, as far as it is known or can be estimated. */
  readonly rows: number;
  /** What its columns leave open, and which of them are not imported. */
  readonly asks: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** What reading files yields, step by step. */
export type ReadStep =
  | { readonly kind: 'looking'; readonly name: string }
  | { readonly kind: 'files'; readonly files: readonly FileStart[] }
  | {
      readonly kind: 'rows';
      /** Which file, by position. */
      readonly file: number;
      readonly reader: number;
      /** Which block of the file's rows. */
      readonly block: number;
      /** All rows read in this step, including rejected ones. */
      readonly rows: number;
      readonly records: AnalysedRecords;
      /** Records of several rows, by their place among `records`: how many further rows each has. */
      readonly further: ReadonlyMap<number, number>;
      readonly rejected: readonly RejectedRow[];
      /** How many of the companies have amounts that stay in another currency, by its code. */
      readonly currencies: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'again' };

interface Prepared {
  readonly table: Table;
  readonly columns: readonly ColumnMatch[];
  readonly reading: RowReading;
  readonly rows: number;
  /** Continues to learn from rows that have not been seen; null if all were. */
  readonly unsettled: HintCollector | null;
  /** How many rows `unsettled` has learnt from. */
  readonly seen: number;
}

/** A file that cannot be read as a company list, and why. */
interface Unreadable {
  readonly name: string;
  readonly problem: AppError;
}

/**
 * Reads company files: first what they are, then their companies, analysed as the store takes them. Throws `bad_file`
 * naming files and reasons if none can be read.
 */
export async function* readFiles(sources: readonly ImportSource[], options: ReadOptions): AsyncGenerator<ReadStep> {
  const lookups = makeLookups();
  const analyser = new RecordAnalyser();
  const files: (Prepared | Unreadable)[] = [];
  for (const source of sources) files.push(yield* prepareOrSayWhy(source, lookups, options));
  refuseIfNoneReadable(files);
  yield { kind: 'files', files: files.map(startOf) };
  for (const [index, file] of files.entries()) {
    if ('problem' in file) continue;
    try {
      yield* readRows(file, index, analyser, options.share ?? { index: 0, of: 1 });
    } catch (error) {
      // Reading thoroughly finds out before the first company, and continues with the other files.
      if (options.thorough || !(error instanceof AppError) || error.code !== 'bad_file') throw error;
      yield { kind: 'again' };
      return;
    }
    const hints = isFirst(options.share) ? file.unsettled?.hints() : undefined;
    if (hints !== undefined && !isSameHints(hints, file.reading.hints)) {
      yield { kind: 'again' };
      return;
    }
  }
}

async function* prepareOrSayWhy(
  source: ImportSource,
  lookups: Lookups,
  options: ReadOptions,
): AsyncGenerator<ReadStep, Prepared | Unreadable> {
  yield { kind: 'looking', name: source.name };
  try {
    const table = await openTable(source.path, source.name, source.sheets);
    return yield* prepare(table, source, lookups, options);
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

function startOf(file: Prepared | Unreadable): FileStart {
  if ('problem' in file) {
    const { name, problem } = file;
    return {
      name,
      format: '',
      encoding: '',
      note: '',
      problem: withoutName(problem.message, name),
      rows: 0,
      asks: [],
      leftOut: [],
    };
  }
  const { name, format, encoding, note } = file.table;
  const { rows, columns } = file;
  return { name, format, encoding, note, problem: '', rows, asks: questionsOf(columns), leftOut: leftOutOf(columns) };
}

/** Messages name their file, which a report already does. */
function withoutName(message: string, name: string): string {
  return message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
}

/**
 * Goes through a file, or its first rows: recognises its columns, learns what only whole columns tell, counts its rows.
 */
async function* prepare(
  table: Table,
  { path, name, mapping, day, rates = {} }: ImportSource,
  lookups: Lookups,
  options: ReadOptions,
): AsyncGenerator<ReadStep, Prepared> {
  const sample = new RowSample();
  let rows = 0;
  let chars = 0;
  let seen = 0;
  let hints: HintCollector | undefined;
  let columns: ColumnMatch[] = [];
  const recognise = (): HintCollector => {
    const known = columnsOfTable(table, sample.rows, mapping, lookups);
    columns = known.columns;
    return known.collector;
  };
  let whole = true;
  for await (const records of table.records()) {
    rows += records.length;
    for (const { cells } of records) {
      seen += 1;
      if (!options.thorough) chars += charsOf(cells);
      if (hints !== undefined) hints.add(cells);
      else if (!sample.add(cells)) {
        hints = recognise();
        hints.add(cells);
        if (!options.thorough) break;
      }
    }
    if (hints !== undefined && !options.thorough) {
      whole = false;
      break;
    }
    yield { kind: 'looking', name: table.name };
  }
  hints ??= recognise();
  const found = hints.hints();
  const reading = readingOf(table, columns, {
    hints: found,
    lookups,
    discoveredDate: discoveredDate(options),
    source: { name: plainName(name), day: day ?? dayOfFile(path, name, options.today).day },
    rates,
  });
  if (!reading.columns.has('name') && !reading.columns.has('website')) {
    throw new AppError(
      'bad_file',
      `${table.name}: no column with company names was found; this is not a company list.`,
    );
  }
  columns = withQuestions(columns, found);
  const records = withWholeRecords(table, reading.columns);
  if (whole) return { table: records, columns, reading, rows, unsettled: null, seen };
  const guessed = Math.max(rows, Math.round((table.bytes / Math.max(1, chars)) * seen));
  return { table: records, columns, reading, rows: guessed, unsettled: hints, seen };
}

/** How many characters a row has, with its delimiters. */
function charsOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length + 1, 0);
}

/** Today, or the last day of the digest week that the companies belong to where that is over. */
function discoveredDate({ today, week }: ReadOptions): string {
  return week === undefined || digestWeekOf(today) <= week ? today : addDays(mondayOf(week), 6);
}

async function* readRows(
  { table, reading, unsettled, seen }: Prepared,
  file: number,
  analyser: RecordAnalyser,
  share: { readonly index: number; readonly of: number },
): AsyncGenerator<ReadStep> {
  const width = table.headers?.length ?? null;
  let rejected: RejectedRow[] = [];
  let further = new Map<number, number>();
  let currencies: Record<string, number> = {};
  let row = 0;
  let rows = 0;
  let added = 0;
  /** Rows of the file: a record may have several. */
  let lines = 0;
  const step = (block: number): ReadStep => {
    const found = { records: analyser.take(), further, rejected, currencies };
    const taken = { kind: 'rows', file, reader: share.index, block, rows, ...found } as const;
    rows = 0;
    added = 0;
    rejected = [];
    further = new Map();
    currencies = {};
    return taken;
  };
  for await (const records of table.records()) {
    for (const raw of records) {
      const block = Math.floor(row / blockRows);
      row += 1;
      // One of the readers examines all rows.
      const parts = raw.parts ?? [raw];
      for (const { cells } of parts) {
        lines += 1;
        if (lines > seen && isFirst(share)) unsettled?.add(cells);
      }
      if (block % share.of !== share.index) continue;
      const record = readRow(raw, width, reading);
      rows += parts.length;
      if (typeof record === 'string') rejected.push(...parts.map(({ line }) => ({ line, reason: record })));
      else {
        analyser.add(record);
        countCurrency(currencies, record);
        if (parts.length > 1) further.set(added, parts.length - 1);
        added += 1;
      }
      if (row % blockRows === 0) yield step(block);
    }
  }
  if (rows > 0) yield step(Math.floor((row - 1) / blockRows));
}

function countCurrency(
  counts: Record<string, number>,
  { fundingTotalOriginal: total, lastRoundAmountOriginal: round }: CompanyRecord,
): void {
  if (total === '' && round === '') return;
  const kept = [total, round].flatMap((text) => readMoney(text) ?? []).filter(({ rate }) => rate === null);
  for (const currency of new Set(kept.map((money) => money.currency))) counts[currency] = (counts[currency] ?? 0) + 1;
}

/** Whether this reader examines all rows for what only whole columns tell. */
function isFirst(share: ReadOptions['share']): boolean {
  return share === undefined || share.index === 0;
}
