import { readFile } from 'node:fs/promises';
import type { AppError } from '#shared/errors.ts';
import { HeaderNames } from '../columns/fields.ts';
import { limits } from './limits.ts';
import { badFile, type ByteSource } from './byteSource.ts';
import { FooterGuard } from './footer.ts';
import { headerOf, listsCompanies } from './header.ts';
import { withoutTitles } from './headings.ts';
import type { RawRecord } from './recordReader.ts';
import { linksOf, withLinks, type SheetLinks } from './sheetLinks.ts';
import { columnNumber, lacksPlaces, withPlaces } from './sheetPlaces.ts';
import type { Table } from './table.ts';
import { damagedFile, FileFault, storedZip, unpackEntry, zipEntries } from './zip.ts';

type Cell = string | number | boolean | Date | null;

/** Parts of a workbook that say nothing about its cells. */
const otherParts =
  /^(?:xl\/(?:media|drawings|charts|theme|pivot\w*|externalLinks|comments|printerSettings)|docProps|customXml)/i;

/** Records handed over at a time, and by which the header is told. */
const batchSize = 2000;

/** Bytes of a sheet by which it is told how its cells are written. */
const sheetStart = 64 * 1024;

/** Unpacked sheets up to this size stay in memory between two readings; larger ones are read again. */
const keptBytes = 16 * 1024 ** 2;

/**
 * Opens a spreadsheet (XLSX): its first sheet that holds a table, and those with the same header (a sheet a year). It
 * is unpacked here, under our limits (S43), and given to the library without compression. Throws `bad_file` naming file
 * and reason.
 */
export async function openSpreadsheet(source: ByteSource): Promise<Table> {
  const { headers, sheets, others, bytes } = await readTable(source);
  const kept = bytes <= keptBytes ? sheets : null;
  return {
    name: source.name,
    format: 'XLSX',
    encoding: 'UTF-8',
    delimiter: '',
    nested: false,
    bytes: source.bytes,
    note: noteOf(
      sheets.map(({ name }) => name),
      others,
    ),
    headers,
    records: async function* () {
      for (const { rows } of kept ?? (await readTable(source)).sheets) yield* recordsIn(rows, headers);
    },
  };
}

function* recordsIn(rows: readonly RawRecord[], headers: readonly string[] | null): Generator<RawRecord[]> {
  const footer = new FooterGuard(headers?.length ?? 0, true);
  for (let at = 0; at < rows.length; at += batchSize)
    yield withoutTitles(footer.pass(rows.slice(at, at + batchSize)), headers);
  yield withoutTitles(footer.end(), headers);
}

/** What is read of a workbook. */
interface WorkbookTable {
  readonly headers: readonly string[] | null;
  /** The sheets that are read, without their headers. */
  readonly sheets: readonly SheetRows[];
  /** The names of the others that hold anything. */
  readonly others: readonly string[];
  /** How large they all are. */
  readonly bytes: number;
}

/**
 * The first sheet that lists companies (hidden ones last), else the first that holds a table; and the visible ones that
 * have the same header.
 */
async function readTable(source: ByteSource): Promise<WorkbookTable> {
  const workbook = await unpackWorkbook(source);
  const filled = (await readSheets(source.name, workbook))
    .map((sheet, index) => ({ ...sheet, isHidden: workbook.hidden[index] === true }))
    .filter(({ rows }) => rows.length > 0)
    .toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden));
  const names = new HeaderNames();
  const headerOfSheet = (rows: readonly RawRecord[]) =>
    headerOf(
      rows.slice(0, batchSize).map(({ cells }) => cells),
      names,
    );
  const tables = filled.filter(({ rows }) => rows.length > 1 && rows.some((row) => row.cells.length > 1));
  const first = tables.find(({ rows }) => listsCompanies(headerOfSheet(rows).headers, names)) ?? tables[0] ?? filled[0];
  if (first === undefined) throw badFile(source.name, 'its sheets are empty.');
  const { headers } = headerOfSheet(first.rows);
  const isLike = (sheet: (typeof filled)[number]): boolean =>
    headers !== null && !sheet.isHidden && isSame(headerOfSheet(sheet.rows).headers, headers);
  const sheets = filled.filter((sheet) => sheet === first || isLike(sheet));
  return {
    headers,
    sheets: sheets.map(({ name, rows }) => ({ name, rows: rows.slice(headerOfSheet(rows).skip) })),
    others: filled.filter((sheet) => !sheets.includes(sheet)).map((sheet) => sheet.name),
    bytes: workbook.zip.length,
  };
}

function isSame(headers: readonly string[] | null, others: readonly string[]): boolean {
  return headers !== null && headers.length === others.length && headers.every((name, index) => name === others[index]);
}

function noteOf(read: readonly string[], others: readonly string[]): string {
  const several = read.length > 1;
  if (others.length === 0 && !several) return '';
  const first = several ? `The sheets ${quoted(read)} are read` : `The sheet ${quoted(read)} is read`;
  return others.length === 0 ? `${first}.` : `${first}; left out: ${quoted(others)}.`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ');
}

/** What is needed of a workbook. */
interface Workbook {
  /** Its parts as a zip file without compression. */
  readonly zip: Buffer;
  /** Of each sheet whether it is hidden. */
  readonly hidden: readonly boolean[];
  /** Where cells lead, by the names of sheets. */
  readonly links: ReadonlyMap<string, SheetLinks>;
}

async function unpackWorkbook({ name, path, bytes }: ByteSource): Promise<Workbook> {
  if (bytes > limits.workbookBytes)
    throw badFile(name, `a spreadsheet may have ${megabytes(limits.workbookBytes)}; save the sheet as CSV.`);
  const parts = new Map<string, Buffer>();
  try {
    const zip = await readFile(path);
    const entries = zipEntries(zip);
    refuseOthers(entries.map((entry) => entry.name));
    const wanted = entries.filter((entry) => /\.(?:xml|rels)$/i.test(entry.name) && !otherParts.test(entry.name));
    const total = wanted.reduce((sum, { unpacked }) => sum + unpacked, 0);
    const tooDense = total > limits.unpackedFreely && total > bytes * limits.unpackRatio;
    if (total > limits.workbookUnpacked || tooDense) {
      throw new FileFault(
        `it unpacks to ${megabytes(total)}, which is too much for a spreadsheet; save the sheet as CSV.`,
      );
    }
    for (const entry of wanted) parts.set(entry.name, await unpackEntry(zip, entry));
    const sheets = [...parts].filter(([part]) => /sheets?\/[^/]+\.xml$/i.test(part));
    for (const [part, bytes] of sheets) {
      // As bytes, whatever its encoding: only tags are looked at and added to.
      if (!lacksPlaces(bytes.toString('latin1', 0, sheetStart))) continue;
      parts.set(part, Buffer.from(withPlaces(bytes.toString('latin1')), 'latin1'));
    }
    const cells = sheets.reduce((sum, [part]) => sum + cellsSpanned(parts.get(part)?.toString('latin1') ?? ''), 0);
    if (cells > limits.workbookCells)
      throw new FileFault('its cells lie too far apart or are too many; save the sheet as CSV.');
    return { zip: storedZip(parts), hidden: hiddenSheets(parts), links: linksOf(parts) };
  } catch (error) {
    throw unread(name, error);
  }
}

/** Of each sheet, in the order of the workbook, whether it is hidden. */
function hiddenSheets(parts: ReadonlyMap<string, Buffer>): boolean[] {
  const [, workbook] = [...parts].find(([part]) => /^\/?xl\/workbook\.xml$/i.test(part)) ?? [];
  const sheets = workbook?.toString('utf8').match(/<(?:[\w.-]+:)?sheet\s[^>]*>/g) ?? [];
  return sheets.map((sheet) => /\sstate\s*=\s*["'](?:hidden|veryHidden)["']/.test(sheet));
}

/** Zip files that are no XLSX, each with what to say about it. */
function refuseOthers(names: readonly string[]): void {
  if (names.includes('xl/workbook.bin'))
    throw new FileFault('binary workbooks (XLSB) are not read; save the sheet as XLSX or CSV.');
  if (names.includes('content.xml'))
    throw new FileFault('OpenDocument files are not read; save the sheet as XLSX or CSV.');
  if (!names.some((name) => /^\/?xl\/.*\.xml$/i.test(name)))
    throw new FileFault('this is a zip file, not a company list; unpack it first.');
}

interface SheetRows {
  readonly name: string;
  readonly rows: RawRecord[];
}

async function readSheets(name: string, { zip, links }: Workbook): Promise<SheetRows[]> {
  // Loaded when the first workbook comes: most imports have none, and it takes as long as all the rest.
  const { default: readXlsxFile } = await import('read-excel-file/node');
  try {
    const sheets = await readXlsxFile(zip, { trim: false });
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: recordsOf(data as Cell[][], links.get(sheet)) }));
  } catch (error) {
    throw unread(name, error);
  }
}

/** Why a workbook is not read. What a library says of it is for the log: it means nothing to whoever chose the file. */
function unread(name: string, error: unknown): AppError {
  return badFile(name, error instanceof FileFault ? error.message : damagedFile, error);
}

/** Rows that are not blank, with their number in the sheet. */
function recordsOf(data: readonly (readonly Cell[])[], links: SheetLinks | undefined): RawRecord[] {
  const rows = data
    .map((row, at) => ({ at, cells: row.map(textOf) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (links !== undefined) withLinks(rows, links);
  return rows.map(({ at, cells }) => {
    const problem = cells.length > limits.columns ? 'The row has too many cells.' : '';
    return { line: at + 1, cells: problem === '' ? cells : [], problem };
  });
}

/** The day from which spreadsheets count. */
const dayZero = Date.UTC(1899, 11, 30);

/** A cell as the importer reads it: dates as `2026-11-20`, with the time of day where there is one. */
function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  if (Number.isNaN(cell.getTime())) return '';
  const day = (cell.getTime() - dayZero) / 86_400_000;
  // A year that was typed into a cell formatted as a date would be a day of 1905.
  if (Number.isInteger(day) && day >= 1900 && day <= 2100) return String(day);
  return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
}

function megabytes(bytes: number): string {
  return `${String(Math.round(bytes / 1024 ** 2))} MB`;
}

/** A tag of a row or a cell with its attributes. */
const rowOrCell = /<(?:[\w.-]+:)?(?:c|row)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))+)/g;
const place = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/**
 * How many cells the smallest rectangle around a sheet's cells has, by its XML. A sheet is read into such a rectangle,
 * so two cells at opposite corners would fill the memory (S43). Infinity where a cell's place makes no sense.
 */
function cellsSpanned(xml: string): number {
  let rows = 0;
  let columns = 0;
  for (const [, attributes = ''] of xml.matchAll(rowOrCell)) {
    const found = place.exec(attributes);
    if (found === null) continue;
    const address = /^([A-Za-z]{0,3})(\d{1,7})$/.exec(found[1] ?? found[2] ?? '');
    if (address === null) return Infinity;
    rows = Math.max(rows, Number(address[2]));
    columns = Math.max(columns, columnNumber(address[1] ?? ''));
  }
  return rows * columns;
}
