import { HeaderNames } from '../columns/fields.ts';
import { badFile } from './byteSource.ts';
import { fixedColumns, fixedRecords, type FixedColumns } from './fixedWidth.ts';
import { FooterGuard, headerOf, withoutTitles } from './header.ts';
import { RecordReader, type RawRecord } from './recordReader.ts';
import type { Table, TextFile } from './table.ts';

const candidates = [',', ';', '\t', '|'] as const;

/** Signs that hardly any text has, and those that texts have, too. */
const rareSigns: ReadonlySet<string> = new Set(['^', '~', '\u0001', '\u0002', '\u001e', '¦', '¬', '§', '¶', '`']);
const usualSigns: ReadonlySet<string> = new Set([':', '#', '*', '@', '!', '%', '=', '+', '/', '\\', '&', '$']);

const recordsLookedAt = 300;

/** How many records of the usual width are searched for the header: lines above it have other widths. */
const headersLookedAt = 3;

/** A character that cuts fewer records than this is part of their text, unless it cuts a header. */
const leastConsistency = 0.2;

/**
 * The delimiter of a text, by evidence: the one that cuts most records into the same number of cells; more cells and
 * known headers count in its favour. A text of one column has `,`.
 */
export function detectDelimiter(sample: string, names: HeaderNames): string {
  let best = { delimiter: ',', score: 0, known: 0 };
  for (const delimiter of candidates) {
    const { score, known } = scoreOf(sample, delimiter, names);
    if (score > best.score) best = { delimiter, score, known };
  }
  return rareDelimiter(sample, best, names) ?? best.delimiter;
}

/** A rare sign that divides nearly all records alike, and into more headers that are known than any usual one. */
function rareDelimiter(
  sample: string,
  best: { readonly score: number; readonly known: number },
  names: HeaderNames,
): string | undefined {
  const header = sample.slice(0, sample.search(/[\r\n]|$/));
  const used = new Set(header);
  const found = [...rareSigns, ...usualSigns].flatMap((delimiter) => {
    if (!used.has(delimiter)) return [];
    const { consistency, known } = scoreOf(sample, delimiter, names);
    const isRare = rareSigns.has(delimiter);
    // Texts may have the sign, too, where the header is known as a whole.
    const least = !isRare ? 1 : known > 2 && known === header.split(delimiter).length ? oftenAlike : mostlyAlike;
    const isSure = known > best.known && known >= 2 && consistency >= least;
    const isOnly = isRare && best.score === 0 && consistency === 1;
    return isSure || isOnly ? [{ delimiter, known }] : [];
  });
  return found.toSorted((a, b) => b.known - a.known)[0]?.delimiter;
}

const mostlyAlike = 0.9;
const oftenAlike = 0.6;

interface DelimiterScore {
  readonly score: number;
  /** The share of records of the usual width. */
  readonly consistency: number;
  /** How many headers are known. */
  readonly known: number;
}

function scoreOf(sample: string, delimiter: string, names: HeaderNames): DelimiterScore {
  const reader = new RecordReader(delimiter);
  const all = reader.push(sample);
  const records = (all.length < 2 ? [...all, ...reader.end()] : all).slice(0, recordsLookedAt);
  const widths = new Map<number, number>();
  for (const { cells, problem } of records)
    if (problem === '' && cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [usual] = [...widths].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]);
  if (usual === undefined) return { score: 0, consistency: 0, known: 0 };
  const [width, count] = usual;
  const consistency = count / records.length;
  const first = records.filter(({ cells }) => cells.length === width).slice(0, headersLookedAt);
  const knownIn = (cells: readonly string[]): number => cells.filter((cell) => names.match(cell) !== undefined).length;
  const known = Math.max(...first.map(({ cells }) => knownIn(cells)));
  const isChance = consistency < leastConsistency && known < 2;
  const score = isChance ? 0 : consistency ** 2 * (1 + Math.min(Math.log2(width), 4)) + Math.min(known, 6);
  return { score, consistency, known };
}

/** How many headers a delimiter finds. */
function knownBy(sample: string, delimiter: string, names: HeaderNames): number {
  return scoreOf(sample, delimiter, names).known;
}

/**
 * Whether quotes inside cells are written `\"`, as databases and scripts do: at least as many rows are whole then, and
 * some quote behind a backslash is not at the end of a cell, where a backslash may be the last sign of a path.
 */
function hasEscapes(sample: string, delimiter: string, whole: boolean): boolean {
  const mark = delimiter === '\t' ? '\\t' : `\\${delimiter}`;
  const inside = new RegExp(`(?<!\\\\)\\\\"(?!"*(?:${mark}|[\r\n]|$))|[^\\\\]\\\\${mark}`);
  if (!sample.includes('\\') || !inside.test(sample)) return false;
  const wholeRows = (escapes: boolean): number => {
    const reader = new RecordReader(delimiter, escapes);
    const read = reader.push(sample);
    const records = (whole ? [...read, ...reader.end()] : read).slice(0, recordsLookedAt * 10);
    const width = usualWidth(records);
    return records.filter(({ cells, problem }) => problem === '' && cells.length === width).length / records.length;
  };
  return wholeRows(true) >= wholeRows(false);
}

/** How many cells most records have. */
function usualWidth(records: readonly RawRecord[]): number {
  const widths = Map.groupBy(records, ({ cells }) => cells.length);
  const [usual] = [...widths].toSorted(([, a], [, b]) => b.length - a.length);
  return usual?.[0] ?? 0;
}

/** Excel's first line that names the delimiter: `sep=;`. */
const separatorLine = /^sep=(.)\r?\n?/i;

/** Opens delimited text: finds its delimiter and whether it has a header. `whole` says that the sample is all of it. */
export function openDelimited(
  file: TextFile,
  sample: string,
  whole: boolean,
  text: () => AsyncGenerator<string>,
): Table | Promise<Table> {
  const named = separatorLine.exec(sample)?.[1];
  const names = new HeaderNames();
  const delimiter = named ?? detectDelimiter(sample, names);
  const fixed = named === undefined ? fixedColumns(sample, names) : null;
  return fixed !== null && fixed.known > knownBy(sample, delimiter, names)
    ? openFixed(file, fixed, text)
    : openCut({ file, sample, whole, text }, named, delimiter, names);
}

/** Text that is cut by a delimiter; `named` if its first line names it. */
function openCut(
  { file, sample, whole, text }: { file: TextFile; sample: string; whole: boolean; text: () => AsyncGenerator<string> },
  named: string | undefined,
  delimiter: string,
  names: HeaderNames,
): Table {
  const escapes = hasEscapes(sample, delimiter, whole);
  const reader = new RecordReader(delimiter, escapes);
  const start = reader.push(sample);
  if (whole || start.length < 2) start.push(...reader.end());
  const within = delimiterWithin(start, names);
  const rows = start
    .slice(named === undefined ? 0 : 1)
    .map((record) => (within === undefined ? record : unwrapped(record, within)).cells);
  if (rows.length === 0) throw badFile(file.name, 'the file has no rows.');
  const { headers, skip, above } = headerOf(rows, names);
  if (headers === null && looksLikeProse(rows))
    throw badFile(file.name, 'no columns were found; this is not a company list.');
  const skipped = (named === undefined ? 0 : 1) + skip;
  return {
    name: file.name,
    format: `${(within ?? delimiter) === '\t' ? 'TSV' : 'CSV'}${file.suffix}`,
    encoding: file.encoding,
    delimiter: within ?? delimiter,
    nested: false,
    note: '',
    bytes: file.bytes,
    headers,
    above,
    records: () => readRecords(recordsOf(text(), { delimiter, escapes, within }), skipped, headers),
  };
}

/** A text whose cells are aligned with spaces: its first line is the header. */
async function openFixed(file: TextFile, columns: FixedColumns, text: () => AsyncGenerator<string>): Promise<Table> {
  const [header] = await firstOf(fixedRecords(text(), columns));
  const headers = header?.cells ?? [];
  return {
    name: file.name,
    format: `Text${file.suffix}`,
    encoding: file.encoding,
    delimiter: '',
    nested: false,
    note: 'Its cells are aligned with spaces.',
    bytes: file.bytes,
    headers,
    records: () => readRecords(fixedRecords(text(), columns), 1, headers),
  };
}

async function firstOf(batches: AsyncGenerator<RawRecord[]>): Promise<RawRecord[]> {
  for await (const records of batches) if (records.length > 0) return records;
  return [];
}

async function* recordsOf(
  text: AsyncGenerator<string>,
  { delimiter, escapes, within }: { delimiter: string; escapes: boolean; within: string | undefined },
): AsyncGenerator<RawRecord[]> {
  const reader = new RecordReader(delimiter, escapes);
  const own = (records: RawRecord[]): RawRecord[] =>
    within === undefined ? records : records.map((record) => unwrapped(record, within));
  for await (const chunk of text) yield own(reader.push(chunk));
  yield own(reader.end());
}

async function* readRecords(
  read: AsyncGenerator<RawRecord[]>,
  skip: number,
  headers: readonly string[] | null,
): AsyncGenerator<RawRecord[]> {
  const footer = new FooterGuard(headers?.length ?? 0);
  let toSkip = skip;
  for await (const records of read) {
    const skipped = Math.min(toSkip, records.length);
    toSkip -= skipped;
    const rows = footer.pass(skipped === 0 ? records : records.slice(skipped));
    if (rows.length > 0) yield withoutTitles(rows, headers);
  }
  const last = footer.end();
  if (last.length > 0) yield withoutTitles(last, headers);
}

/** In prose even the shortest piece of a line has several words; a list has short cells. */
function looksLikeProse(rows: readonly string[][]): boolean {
  const shortest = rows.map((row) => Math.min(...row.filter((cell) => cell.trim() !== '').map(wordsIn)));
  const counted = shortest.filter((words) => Number.isFinite(words));
  const long = rows.filter((row) => wordsIn(row.join(' ')) > 6).length;
  return long > rows.length * 0.5 && counted.reduce((sum, words) => sum + words, 0) > counted.length * 2.5;
}

function wordsIn(text: string): number {
  return text.trim().split(/\s+/).length;
}

const linesLookedAt = 100;

/**
 * The delimiter inside lines that are one quoted cell each (`"Company,Website"`), as a spreadsheet saves a table that
 * it has opened as a single column; undefined if the lines are not like that.
 */
function delimiterWithin(records: readonly RawRecord[], names: HeaderNames): string | undefined {
  const looked = records.slice(0, linesLookedAt);
  if (looked.length < 2 || looked.some(({ cells }) => cells.length !== 1)) return undefined;
  const delimiter = detectDelimiter(looked.map(({ cells: [cell = ''] }) => cell).join('\n'), names);
  const [header, ...rows] = looked.map((record) => unwrapped(record, delimiter).cells);
  const known = header?.filter((cell) => names.match(cell) !== undefined).length ?? 0;
  const like = rows.filter((row) => row.length > 1 && row.length <= (header?.length ?? 0)).length;
  return known > 1 && like > rows.length * 0.8 ? delimiter : undefined;
}

/** A record of one cell as the line inside it. */
function unwrapped(record: RawRecord, delimiter: string): RawRecord {
  const [cell = '', ...others] = record.cells;
  if (others.length > 0 || record.problem !== '') return record;
  const reader = new RecordReader(delimiter);
  const [own] = [...reader.push(cell), ...reader.end()];
  return own === undefined ? record : { ...own, line: record.line };
}
