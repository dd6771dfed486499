import { readFile } from 'node:fs/promises';
import type { AppError } from '#shared/errors.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { spreadsheetDayZero } from '../values/dates.ts';
import { limits, badFile, type ByteSource } from './byteSource.ts';
import { FooterGuard, withoutTitles } from './header.ts';
import type { RawRecord } from './recordReader.ts';
import { chooseSheets, describeSheets, sheetNote, type Sheet, type SheetRows } from './sheets.ts';
import type { Table } from './table.ts';
import { damagedFile, FileFault, storedZip, unpackEntry, zipEntries } from './zip.ts';

/** Unpacked sheets up to this size stay in memory between two readings; larger ones are read again. */
const keptBytes = 16 * 1024 ** 2;

/**
 * Opens a spreadsheet (XLSX): the sheets of these names, or else those that look most like a list of companies
 * (`chooseSheets`); a table for each header that they have. It is unpacked here, under our limits (S43), and passed to
 * the library without compression. Throws `bad_file` naming file and reason.
 */
export async function openSpreadsheet(source: ByteSource, wanted: readonly string[]): Promise<Table[]> {
  const { sheets, bytes } = await readWorkbook(source);
  const facts = sheets.map((sheet) => sheet.facts);
  return chooseSheets(source.name, sheets, wanted).map((group): Table => {
    const [{ headers }] = group;
    const names = group.map(({ name }) => name);
    const kept = bytes <= keptBytes ? group : null;
    return {
      name: source.name,
      format: 'XLSX',
      encoding: 'UTF-8',
      delimiter: '',
      nested: false,
      bytes: source.bytes,
      note: sheetNote(group, sheets, wanted.length > 0),
      headers,
      sheets: { all: facts, read: names },
      records: async function* () {
        const read = kept ?? (await readWorkbook(source)).sheets.filter(({ name }) => names.includes(name));
        for (const { rows } of read) yield* recordsIn(rows, headers);
      },
    };
  });
}

function* recordsIn(rows: readonly RawRecord[], headers: readonly string[] | null): Generator<RawRecord[]> {
  const footer = new FooterGuard(headers?.length ?? 0, true);
  for (let at = 0; at < rows.length; at += batchSize)
    yield withoutTitles(footer.pass(rows.slice(at, at + batchSize)), headers);
  yield withoutTitles(footer.end(), headers);
}

/** How many records are handed over at a time. */
const batchSize = 2000;

/** The sheets of a workbook that are not empty, and the size of all. */
async function readWorkbook(source: ByteSource): Promise<{ sheets: readonly Sheet[]; bytes: number }> {
  const workbook = await unpackWorkbook(source);
  const filled = (await readSheets(source.name, workbook)).filter(({ rows }) => rows.length > 0);
  return { sheets: describeSheets(filled), bytes: workbook.zip.length };
}

/** The parts of a workbook that are needed. */
interface Workbook {
  /** Its parts as a zip file without compression. */
  readonly zip: Buffer;
  /** For each sheet whether it is hidden. */
  readonly hidden: readonly boolean[];
  /** The links of cells, by sheet name. */
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
      // As bytes, whatever its encoding: only tags are examined and extended.
      if (!lacksPlaces(bytes.toString('latin1', 0, sheetStart))) continue;
      parts.set(part, Buffer.from(withPlaces(bytes.toString('latin1')), 'latin1'));
    }
    withPlainFlag(parts);
    const cells = sheets.reduce((sum, [part]) => sum + cellsSpanned(parts.get(part)?.toString('latin1') ?? ''), 0);
    if (cells > limits.workbookCells)
      throw new FileFault('its cells lie too far apart or are too many; save the sheet as CSV.');
    return { zip: storedZip(parts), hidden: hiddenSheets(parts), links: linksOf(parts) };
  } catch (error) {
    throw unread(name, error);
  }
}

/** Parts of a workbook that say nothing about its cells. */
const otherParts =
  /^(?:xl\/(?:media|drawings|charts|theme|pivot\w*|externalLinks|comments|printerSettings)|docProps|customXml)/i;

/** How many bytes of a sheet are examined to see how its cells are written. */
const sheetStart = 64 * 1024;

/** Zip files that are not XLSX, each with what to say about it. */
function refuseOthers(names: readonly string[]): void {
  if (names.includes('xl/workbook.bin'))
    throw new FileFault('binary workbooks (XLSB) are not read; save the sheet as XLSX or CSV.');
  if (names.includes('content.xml'))
    throw new FileFault('OpenDocument files are not read; save the sheet as XLSX or CSV.');
  if (!names.some((name) => /^\/?xl\/.*\.xml$/i.test(name)))
    throw new FileFault('this is a zip file, not a company list; unpack it first.');
}

function workbookPart(parts: ReadonlyMap<string, Buffer>): readonly [name: string, content: Buffer] | undefined {
  return [...parts].find(([part]) => /^\/?xl\/workbook\.xml$/i.test(part));
}

/** `date1904="true"`, as LibreOffice writes it, in the form that the library knows. */
function withPlainFlag(parts: Map<string, Buffer>): void {
  const [name, content] = workbookPart(parts) ?? [];
  if (name === undefined || content === undefined) return;
  const text = content.toString('latin1');
  const plainText = text.replace(/(\sdate1904\s*=\s*)(["'])true\2/i, '$1"1"');
  if (plainText !== text) parts.set(name, Buffer.from(plainText, 'latin1'));
}

/** For each sheet, in workbook order, whether it is hidden. */
function hiddenSheets(parts: ReadonlyMap<string, Buffer>): boolean[] {
  const [, workbook] = workbookPart(parts) ?? [];
  const sheets = workbook?.toString('utf8').match(/<(?:[\w.-]+:)?sheet\s[^>]*>/g) ?? [];
  return sheets.map((sheet) => /\sstate\s*=\s*["'](?:hidden|veryHidden)["']/.test(sheet));
}

function megabytes(bytes: number): string {
  return `${String(Math.round(bytes / 1024 ** 2))} MB`;
}

/** Why a workbook cannot be read. What a library says about it goes to the log: it means nothing to the user. */
function unread(name: string, error: unknown): AppError {
  return badFile(name, error instanceof FileFault ? error.message : damagedFile, error);
}

type Cell = string | number | boolean | Date | null;

async function readSheets(name: string, { zip, links, hidden }: Workbook): Promise<SheetRows[]> {
  // Loaded with the first workbook: most imports have none, and loading takes as long as all the rest.
  const { default: readXlsxFile } = await import('read-excel-file/node');
  try {
    const sheets = await readXlsxFile(zip, { trim: false });
    return sheets.map(({ sheet, data }, index) => ({
      name: sheet,
      isHidden: hidden[index] === true,
      rows: recordsOf(data as Cell[][], links.get(sheet)),
    }));
  } catch (error) {
    throw unread(name, error);
  }
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

/** A cell as the importer reads it: dates as `2026-11-20`, with the time of day if there is one. */
function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  if (Number.isNaN(cell.getTime())) return '';
  const day = (cell.getTime() - spreadsheetDayZero) / 86_400_000;
  // A year typed into a cell formatted as a date would be a day of 1905.
  if (Number.isInteger(day) && day >= 1900 && day <= 2100) return String(day);
  return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
}

/** Whether rows or cells of a sheet lack their positions, which are optional. */
function lacksPlaces(xml: string): boolean {
  let seen = 0;
  for (const [, , , attributes = ''] of xml.matchAll(rowOrCellTag)) {
    if (!hasPlace.test(attributes)) return true;
    seen += 1;
    if (seen === lookedAt) break;
  }
  return false;
}

/** How many rows and cells are examined: all are written alike. */
const lookedAt = 50;

/** A sheet's XML with the position of each row and cell; a missing one is counted on from the one before. */
function withPlaces(xml: string): string {
  let row = 0;
  let column = 0;
  return xml.replaceAll(rowOrCellTag, (tag, prefix: string, kind: string, attributes: string) => {
    const [, letters = '', digits = ''] = /\sr\s*=\s*["']([A-Za-z]*)(\d+)["']/.exec(attributes) ?? [];
    if (kind === 'row') {
      row = digits === '' ? row + 1 : Number(digits);
      column = 0;
      return digits === '' ? `<${prefix}row r="${String(row)}"${attributes}` : tag;
    }
    column = letters === '' ? column + 1 : columnNumber(letters);
    return digits === '' ? `<${prefix}c r="${lettersOf(column)}${String(row)}"${attributes}` : tag;
  });
}

/** A row or a cell, and the attributes of its tag. */
const rowOrCellTag = /<((?:[\w.-]+:)?)(c|row)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?=\/?>)/g;
const hasPlace = /\sr\s*=/;

/** The number of a column by its letters: 1 for `A`, 27 for `AA`. */
function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

function lettersOf(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return `${rest > 0 ? lettersOf(rest) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}

/**
 * How many cells the smallest rectangle around a sheet's cells has, by its XML. A sheet is read into such a rectangle,
 * so two cells at opposite corners would fill the memory (S43). Infinity if a cell's position makes no sense.
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

/** A tag of a row or a cell with its attributes. */
const rowOrCell = /<(?:[\w.-]+:)?(?:c|row)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))+)/g;
const place = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/** The links of a sheet's cells, by row and column, both from 0: `"3:0"`. */
type SheetLinks = ReadonlyMap<string, string>;

/** The links of cells, by sheet name. `parts` are the workbook's files; sheets without links are left out. */
function linksOf(parts: ReadonlyMap<string, Buffer>): ReadonlyMap<string, SheetLinks> {
  const text = (part: string): string => parts.get(part)?.toString('utf8') ?? '';
  const files = targetsIn(text('xl/_rels/workbook.xml.rels'));
  const links = new Map<string, SheetLinks>();
  for (const [, attributes = ''] of text('xl/workbook.xml').matchAll(sheets)) {
    const target = files.get(attribute(attributes, 'r:id')) ?? '';
    const file = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    // Most sheets have none, and their XML as text takes a lot of memory.
    if (!mentionsLinks(parts.get(file))) continue;
    const found = linksIn(text(file), targetsIn(text(file.replace(/([^/]+)$/, '_rels/$1.rels'))));
    if (found.size > 0) links.set(attribute(attributes, 'name'), found);
  }
  return links;
}

function mentionsLinks(sheet: Buffer | undefined): boolean {
  return sheet !== undefined && (sheet.includes('hyperlink ') || sheet.includes('HYPERLINK('));
}

function linksIn(xml: string, targets: ReadonlyMap<string, string>): Map<string, string> {
  const links = new Map<string, string>();
  const add = (place: string, address: string): void => {
    const [, letters = '', row = ''] = /^([A-Za-z]+)(\d+)/.exec(place) ?? [];
    if (letters !== '' && isWebOrMail.test(address)) {
      links.set(`${String(Number(row) - 1)}:${String(columnNumber(letters) - 1)}`, address.replace(/^mailto:/i, ''));
    }
  };
  for (const [, attributes = ''] of xml.matchAll(hyperlinks)) {
    add(attribute(attributes, 'ref'), targets.get(attribute(attributes, 'r:id')) ?? '');
  }
  for (const [, attributes = '', address = ''] of xml.matchAll(linkFormulas)) {
    add(attribute(attributes, 'r'), plain(address));
  }
  return links;
}

const relationships = /<(?:[\w.-]+:)?Relationship\s([^>]*)>/g;
const sheets = /<(?:[\w.-]+:)?sheet\s([^>]*)>/g;
const hyperlinks = /<(?:[\w.-]+:)?hyperlink\s([^>]*)>/g;
/** A cell with a formula that begins with a link: `=HYPERLINK("https://…", "Link")`. */
const linkFormulas = pattern('gi')`
  <(?:[\w.-]+:)?c\s([^>]*)>\s*<(?:[\w.-]+:)?f(?:\s[^>]*)?>\s*HYPERLINK\((?:"|&quot;)((?:(?!&quot;)[^"<])+)(?:"|&quot;)
`;

const isWebOrMail = /^(?:https?:\/\/|mailto:)\S+$/i;

function targetsIn(xml: string): Map<string, string> {
  const entries = [...xml.matchAll(relationships)].map(([, attributes = '']) => attributes);
  return new Map(entries.map((entry) => [attribute(entry, 'Id'), attribute(entry, 'Target')]));
}

function attribute(attributes: string, name: string): string {
  for (const [, key = '', double, single = ''] of attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (key === name) return plain(double ?? single);
  }
  return '';
}

function plain(text: string): string {
  const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => signs[name] ?? '');
}

/**
 * Inserts the targets of links: in place of a label (`Link`, `Visit`), or else as an additional column at the end if at
 * least a third of a column's texts are linked (names that link to their companies' sites).
 */
function withLinks(rows: readonly { readonly at: number; readonly cells: string[] }[], links: SheetLinks): void {
  const further = new Map<number, Map<number, string>>();
  const filled: number[] = [];
  for (const { at, cells } of rows) {
    for (const [column, cell] of cells.entries()) {
      if (cell.trim() !== '') filled[column] = (filled[column] ?? 0) + 1;
      const target = links.get(`${String(at)}:${String(column)}`);
      if (target === undefined || cell === target) continue;
      if (cell.length <= longestLabel && label.test(cell)) cells[column] = target;
      else further.set(column, (further.get(column) ?? new Map<number, string>()).set(at, target));
    }
  }
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = [...further].filter(([column, targets]) => targets.size >= (filled[column] ?? 0) * enough);
  if (columns.length === 0) return;
  for (const { at, cells } of rows) {
    while (cells.length < width) cells.push('');
    for (const [, targets] of columns) cells.push(targets.get(at) ?? '');
  }
}

/** What people write over a link if the link is what they mean. */
const label = pattern('i')`
  ^(?:\W*|(?:click |see |visit |open |go to |view )?(?:links?|urls?|web ?sites?|web|sites?|home ?page|here|profile
    |page|more|visit|open|view|linked ?in|twitter|facebook|crunchbase|e-?mail|webseite|hier|lien|ici|voir|site web
    |enlace|ver|sitio|sito|vedi|ver site))\W*$
`;

const longestLabel = 40;

/** From this share of linked cells on, a column's link targets become a column of their own. */
const enough = 1 / 3;
