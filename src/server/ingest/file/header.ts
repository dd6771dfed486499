import { pattern } from '#shared/domain/pattern.ts';
import type { HeaderNames } from '../columns/fields.ts';
import { isOwnExport } from '../columns/ownExport.ts';
import { groupedHeader } from './groupedHeader.ts';
import { isData, longestValue } from './headerCells.ts';
import { kindOfList } from './otherLists.ts';
import type { RawRecord } from './recordReader.ts';

/** The header of a table, and what stands before its first row of data. */
interface FoundHeader {
  /** Null for a table without one. */
  readonly headers: string[] | null;
  /** Rows before the first of data. */
  readonly skip: number;
  /** The lines above the header. */
  readonly above: readonly string[];
}

/** The header of a table that begins with these rows. */
export function headerOf(rows: readonly string[][], names: HeaderNames): FoundHeader {
  const ours = rows.slice(0, preambleAtMost).findIndex(isOwnExport);
  if (ours !== -1) return { headers: rows[ours] ?? null, skip: ours + 1, above: [] };
  const preamble = preambleOf(rows, names);
  const linesAbove = (count: number): string[] => rows.slice(0, count).map((row) => row.join(' ').trim());
  for (const at of [preamble, preamble - 1]) {
    const joined = at < 0 ? null : groupedHeader(rows[at] ?? [], rows[at + 1] ?? [], names);
    if (joined !== null) return { headers: joined, skip: at + 2, above: linesAbove(at) };
  }
  const below = rows.slice(preamble);
  return hasHeader(below, names)
    ? { headers: headersOf(below), skip: preamble + 1, above: linesAbove(preamble) }
    : { headers: null, skip: titleAbove(rows), above: linesAbove(titleAbove(rows)) };
}

/** How many lines are a title above a table without a header: `Unsere Firmen`, alone above rows that are all full. */
function titleAbove([first = [], ...rest]: readonly (readonly string[])[]): number {
  const filled = filledIn(rest[0] ?? []);
  const isTable = rest.length > 1 && filled > 1 && rest.every((row) => filledIn(row) === filled);
  return filledIn(first) === 1 && isTable ? 1 : 0;
}

/** How many lines are above the first line that is clearly a header; 0 if there is none. */
function preambleOf(rows: readonly string[][], names: HeaderNames): number {
  const looked = rows.slice(0, preambleAtMost);
  let widest = 0;
  for (const [index, row] of looked.entries()) {
    const line = headerLine(row, names);
    const isSparser = widest < line.filled;
    const isHeader =
      line.known >= 3
        ? line.known >= line.filled / 2 || widest <= 2
        : line.known === 2 && line.filled <= 3 && isSparser;
    if (isHeader) return isHeadingOf(line, headerLine(looked[index + 1] ?? [], names)) ? index + 1 : index;
    widest = Math.max(widest, filledIn(row));
  }
  return 0;
}

/** How many lines above the header (a title, an export date, search criteria) may be skipped. */
const preambleAtMost = 40;

interface HeaderLine {
  readonly filled: number;
  /** Cells with known names; 0 if a cell is a value. */
  readonly known: number;
}

function headerLine(row: readonly string[], names: HeaderNames): HeaderLine {
  const cells = row.filter((cell) => cell.trim() !== '' && !isYear(cell));
  if (cells.length < 2 || cells.some(isData)) return { filled: cells.length, known: 0 };
  return { filled: cells.length, known: cells.filter((cell) => names.match(cell) !== undefined).length };
}

function filledIn(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length;
}

/** Whether a line only groups the columns of the next one (`Company`, blank, `Funding`, blank). */
function isHeadingOf(line: HeaderLine, next: HeaderLine): boolean {
  return next.known >= 3 && next.known > line.known && next.filled > line.filled && next.known >= next.filled / 2;
}

/**
 * Whether the first record is a header: its cells are known names or, if the names are unknown, words above columns of
 * numbers, dates or addresses. If in doubt it is not, so that no company is lost.
 */
function hasHeader(rows: readonly (readonly string[])[], names: HeaderNames): boolean {
  const [first, ...rest] = rows;
  if (first === undefined) return false;
  // A year above numbers that are not years is a header: of each year's sales.
  const filled = first.filter((cell, index) => cell.trim() !== '' && !(isYear(cell) && !isColumnOfYears(rest, index)));
  if (filled.length === 0) return false;
  const strong = filled.filter((cell) => cell.length <= 60 && (names.match(cell)?.strength ?? 0) >= 0.9).length;
  const weak = filled.filter((cell) => names.match(cell) !== undefined).length;
  const named = filled.some((cell) => cell.length <= 60 && isNameHeader(names, cell));
  if (first.some((cell, index) => filled.includes(cell) && isData(cell) && !isQuestion(cell, rest, index)))
    return strong >= 3 && strong >= filled.length / 2;
  if (kindOfList(first, names) !== undefined) return !isRepeated(first, rest);
  if (named || strong >= 2 || (strong === 1 && filled.length <= 3) || weak >= filled.length / 2)
    return !isRepeated(first, rest);
  if (isSeriesOfOne(first) && !isRepeated(first, rest)) return true;
  return rest.length > 0 && first.some((cell, index) => cell.trim() !== '' && isColumnOfData(rest, index));
}

/** `Investor,Investor,Investor`: cells of one text side by side are headers, of as many columns of one kind. */
function isSeriesOfOne(first: readonly string[]): boolean {
  return first.some(
    (cell, index) => /\p{L}{3}/u.test(cell) && cell === first[index + 1] && cell === first[index + 2] && !isData(cell),
  );
}

/** No company is called "Company name". */
function isNameHeader(names: HeaderNames, cell: string): boolean {
  const match = names.match(cell);
  return match?.field === 'name' && match.strength === 1;
}

/** Whether a long text is a question of a form: what stands below it is much shorter. */
function isQuestion(cell: string, rows: readonly (readonly string[])[], index: number): boolean {
  const text = cell.trim();
  if (text.length <= longestValue || /^https?:/i.test(text)) return false;
  const below = cellsBelow(rows, index);
  return below.length > 0 && below.every((one) => one.length < text.length / 2);
}

function isYear(cell: string): boolean {
  return /^(?:19|20)\d{2}$/.test(cell.trim());
}

function isColumnOfYears(rows: readonly (readonly string[])[], index: number): boolean {
  return cellsBelow(rows, index).some(isYear);
}

function isColumnOfData(rows: readonly (readonly string[])[], index: number): boolean {
  const cells = cellsBelow(rows, index);
  return cells.length > 0 && cells.filter(isData).length >= cells.length * 0.9;
}

function cellsBelow(rows: readonly (readonly string[])[], index: number): string[] {
  return rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
}

/**
 * A "header" whose words appear again as values in their own columns is data (a list of industries, of countries),
 * unless the whole line appears again: concatenated pages repeat their header.
 */
function isRepeated(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  const isWhole = (row: readonly string[]): boolean =>
    first.length > 1 && row.length === first.length && row.every((cell, index) => cell.trim() === first[index]?.trim());
  const others = rest.filter((row) => !isWhole(row));
  const again = first.filter((cell, index) => cell.trim() !== '' && others.some((row) => row[index] === cell)).length;
  return again > first.length / 2;
}

/** The header's cells. Unnamed columns get blank names: in front if they are row numbers, otherwise at the end. */
function headersOf([header = [], ...rows]: readonly string[][]): string[] {
  const headers = header.map((cell) => cell.trim());
  const longer = rows.filter((row) => row.length > headers.length);
  if (longer.length === 0 || longer.length < rows.length * 0.8) return headers;
  const missing = Math.min(...longer.map((row) => row.length)) - headers.length;
  const blanks = Array.from({ length: missing }, () => '');
  // A delimiter at the end of every line makes rows longer, too.
  const isTrailing = longer.every((row) => (row.at(-1) ?? '').trim() === '');
  const numbered = missing === 1 && !isTrailing && longer.every((row) => /^\d+$/.test(row[0]?.trim() ?? ''));
  return numbered ? [...blanks, ...headers] : [...headers, ...blanks];
}

/** Whether a header names companies or their sites, and something else; instructions and sums by country do not. */
export function listsCompanies(headers: readonly string[] | null, names: HeaderNames): boolean {
  const fields = new Set(headers?.map((header) => names.match(header)?.field));
  fields.delete(undefined);
  return fields.size > 1 && (fields.has('name') || fields.has('website'));
}

/**
 * Rejects the footer of a report (Salesforce's: its title, a copyright line, who made it, the organisation), whose
 * lines would otherwise be companies. What may be a footer is held back until the file ends or continues. In a
 * spreadsheet, and in what was saved from one, a footer's lines are as wide as the others: there a gap above them or
 * their first sign marks its beginning, because a company may have nothing but a name.
 */
export class FooterGuard {
  readonly #watches: boolean;
  readonly #numbered: boolean;
  #held: RawRecord[] = [];
  /** The line above what is held back, if it has come yet. */
  #above = 0;

  /** For a table of this many columns; `numbered` says that each row is one line, so that a missing number is a gap. */
  constructor(columns: number, numbered = false) {
    this.#watches = columns >= fewestColumns;
    this.#numbered = numbered;
  }

  /** Records that are rows, as far as is known yet. */
  pass(records: RawRecord[]): RawRecord[] {
    if (!this.#watches) return records;
    const last = records.findLastIndex((record) => !mayBeFooter(record));
    const tail = records.length - 1 - last;
    const isOver = last !== -1 || this.#held.length + tail > longest;
    if (last === records.length - 1 && this.#held.length === 0) return records;
    const passed = isOver ? [...this.#held.splice(0), ...records.slice(0, last + 1)] : [];
    if (isOver) this.#above = passed.at(-1)?.line ?? this.#above;
    const rest = records.slice(last + 1);
    if (tail > longest) return [...passed, ...rest];
    this.#held.push(...rest);
    return passed;
  }

  /** What was held back at the end of the file. */
  end(): RawRecord[] {
    const held = this.#held.splice(0);
    if (!held.some(isSigned)) return held;
    const start = held.findIndex((record, index) => this.#begins(record, held[index - 1]));
    return held.map((record, index) =>
      index < start || isBlank(record) ? record : { ...record, problem: 'a remark, not a company' },
    );
  }

  #begins(record: RawRecord, above: RawRecord | undefined): boolean {
    if (record.cells.length === 1 || isSigned(record) || isBlank(record)) return true;
    return this.#numbered && record.line > (above?.line ?? this.#above) + 1;
  }
}

/** The most lines a footer has. */
const longest = 12;

/** From this many columns on, a line of one cell without a delimiter is not how the table's rows are written. */
const fewestColumns = 3;

/** A line with at most one non-empty cell. */
function mayBeFooter({ cells, problem }: RawRecord): boolean {
  let filled = 0;
  for (const cell of cells) {
    if (cell !== '' && cell.trim() !== '') filled++;
    if (filled > 1) return false;
  }
  return problem === '';
}

function isBlank({ cells }: RawRecord): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function isSigned({ cells }: RawRecord): boolean {
  return cells.some((cell) => signs.test(cell));
}

/** What reports print below their rows: whose they are, and who may read them. */
const signs = pattern('i')`
  \bcopyright\b|©|\ball rights reserved\b|\bdo not distribute\b|\bconfidential information\b
  |\bnot for (?:re)?distribution\b
`;

/**
 * Rejects the title of each further table below a first one: a line of a single cell, with a gap or a line of sums
 * above it and the header again below it (the groups of a Monday board, tables one below the other in a sheet).
 */
export function withoutTitles(records: RawRecord[], headers: readonly string[] | null): RawRecord[] {
  if (headers === null || headers.length < 2) return records;
  // This runs for every row.
  const first = headers.findIndex((header) => header !== '');
  const again = records.flatMap(({ cells }, index) =>
    cells[first]?.trim() === headers[first] && isHeader(cells, headers) ? [index] : [],
  );
  if (again.length === 0) return records;
  const titles = new Set(again.map((index) => index - 1).filter((index) => isTitle(records, index)));
  return records.map((record, index) =>
    titles.has(index) ? { ...record, problem: 'a heading, not a company' } : record,
  );
}

function isHeader(cells: readonly string[], headers: readonly string[]): boolean {
  return headers.every((header, index) => (cells[index]?.trim() ?? '') === header);
}

function isTitle(records: readonly RawRecord[], index: number): boolean {
  const [title, above] = [records[index], records[index - 1]];
  if (title === undefined || above === undefined || filledCells(title) !== 1) return false;
  const breaks = above.cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
  return title.line > above.line + breaks + 1 || (above.cells[0]?.trim() ?? '') === '';
}

function filledCells({ cells }: RawRecord): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}
