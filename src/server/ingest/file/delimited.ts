import { HeaderNames } from '../columns/fields.ts';
import { badFile } from './byteSource.ts';
import { FooterGuard, headerOf, withoutTitles } from './header.ts';
import { RecordReader, type RawRecord } from './recordReader.ts';
import type { Table, TextFile } from './table.ts';

const candidates = [',', ';', '\t', '|'] as const;

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
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of candidates) {
    const score = scoreOf(sample, delimiter, names);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function scoreOf(sample: string, delimiter: string, names: HeaderNames): number {
  const reader = new RecordReader(delimiter);
  const all = reader.push(sample);
  const records = (all.length < 2 ? [...all, ...reader.end()] : all).slice(0, recordsLookedAt);
  const widths = new Map<number, number>();
  for (const { cells, problem } of records)
    if (problem === '' && cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [usual] = [...widths].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]);
  if (usual === undefined) return 0;
  const [width, count] = usual;
  const consistency = count / records.length;
  const first = records.filter(({ cells }) => cells.length === width).slice(0, headersLookedAt);
  const knownIn = (cells: readonly string[]): number => cells.filter((cell) => names.match(cell) !== undefined).length;
  const known = Math.max(...first.map(({ cells }) => knownIn(cells)));
  if (consistency < leastConsistency && known < 2) return 0;
  return consistency ** 2 * (1 + Math.min(Math.log2(width), 4)) + Math.min(known, 6);
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
): Table {
  const named = separatorLine.exec(sample)?.[1];
  const names = new HeaderNames();
  const delimiter = named ?? detectDelimiter(sample, names);
  const escapes = hasEscapes(sample, delimiter, whole);
  const reader = new RecordReader(delimiter, escapes);
  const start = reader.push(sample);
  if (whole || start.length < 2) start.push(...reader.end());
  const within = delimiterWithin(start, names);
  const rows = start
    .slice(named === undefined ? 0 : 1)
    .map((record) => (within === undefined ? record : unwrapped(record, within)).cells);
  if (rows.length === 0) throw badFile(file.name, 'the file has no rows.');
  const { headers, skip } = headerOf(rows, names);
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
    records: () => readRecords(recordsOf(text(), { delimiter, escapes, within }), skipped, headers),
  };
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
