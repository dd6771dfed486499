import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { KnownColumn, KnownColumns, KnownRole } from '#shared/domain/known.ts';
import type { RejectedRow } from '#shared/bridge/workspace.ts';
import { domainOf } from '#shared/domain/webAddress.ts';
import { AppError } from '#shared/errors.ts';
import type { KnownFacts } from '../state/port.ts';
import { knownColumnsOf, sourceOfFile } from './columns/knownColumns.ts';
import { dayOfFile, type FileDay } from './file/fileDay.ts';
import { openTables } from './file/openTable.ts';
import type { RawRecord } from './file/recordReader.ts';
import type { Table } from './file/table.ts';
import { DateEvidence, isoDateOf, parseDate } from './values/dates.ts';
import { cellText, listSeparator, oneLine, withoutTags } from './values/text.ts';
import { addressesIn } from './values/web.ts';

/** Most rows that one file may have. */
export const mostKnownRows = 100_000;

/** Longest texts that are kept; what is longer is cut. */
const longestText = 200;
const longestNote = 2000;

/** A row about a company, and its line in the file. */
export interface KnownFileRow extends KnownFacts {
  readonly line: number;
}

/** What a file says of companies that are known from elsewhere. */
export interface KnownFile {
  readonly columns: readonly KnownColumn[];
  /** Of a spreadsheet: the names of its sheets, and the one that was read. */
  readonly sheets: readonly string[];
  readonly sheet: string;
  /** Where it is from, `''` if it does not say. */
  readonly source: string;
  readonly day: FileDay;
  readonly rows: readonly KnownFileRow[];
  /** Rows that name no company, with the reason. */
  readonly skipped: readonly RejectedRow[];
  /** Equal for two files that say the same. */
  readonly digest: string;
}

/** How the user wants a file to be read. */
export interface KnownChoices {
  readonly columns?: KnownColumns | undefined;
  readonly sheet?: string | undefined;
}

/**
 * Reads a file of companies that are known from elsewhere; without a column of names or sites every row is skipped.
 * Throws `bad_file` if it is no table.
 */
export async function readKnownFile(
  path: string,
  name: string,
  { columns: chosen = {}, sheet = '' }: KnownChoices,
): Promise<KnownFile> {
  const [table] = await openTables(path, { name, sheets: sheet === '' ? [] : [sheet] });
  if (table === undefined) throw new AppError('bad_file', 'The file has no rows.');
  const records = await recordsOf(table);
  const headers = table.headers ?? widestOf(records).map((_, index) => `Column ${String(index + 1)}`);
  const cells = records.map((record) => record.cells);
  const columns = knownColumnsOf(headers, cells, chosen);
  const { rows, skipped } = await readRows(records, columns);
  const digest = createHash('sha256').update(JSON.stringify(rows.map((row) => ({ ...row, line: 0 }))));
  return {
    columns,
    sheets: (table.sheets?.all ?? []).map((one) => one.name),
    sheet: table.sheets?.read[0] ?? '',
    source: sourceOfFile(name, headers),
    day: dayOfFile(path, name),
    rows,
    skipped,
    digest: digest.digest('hex'),
  };
}

async function recordsOf(table: Table): Promise<RawRecord[]> {
  const all: RawRecord[] = [];
  for await (const records of table.records()) {
    all.push(...records.filter(({ cells, problem }) => problem !== '' || cells.some((cell) => cell.trim() !== '')));
    if (all.length > mostKnownRows) {
      const most = `${String(mostKnownRows / 1000)},000`;
      throw new AppError('bad_file', `${basename(table.name)}: a file of known companies may have ${most} rows.`);
    }
    // Others are answered meanwhile.
    await setImmediate();
  }
  return all;
}

function widestOf(records: readonly RawRecord[]): readonly string[] {
  return records.reduce<readonly string[]>((widest, { cells }) => (cells.length > widest.length ? cells : widest), []);
}

/** How many rows are read before others get their turn. */
const rowsBetween = 2000;

async function readRows(
  records: readonly RawRecord[],
  columns: readonly KnownColumn[],
): Promise<Pick<KnownFile, 'rows' | 'skipped'>> {
  const rows: KnownFileRow[] = [];
  const skipped: RejectedRow[] = [];
  const indexOf = new Map(columns.flatMap(({ role, index }) => (role === '' ? [] : [[role, index] as const])));
  const days = new DateEvidence();
  const cellOf = (cells: readonly string[], role: KnownRole): string => cells[indexOf.get(role) ?? -1] ?? '';
  for (const { cells } of records) days.add(dayText(cellOf(cells, 'contact')));
  const order = days.order();
  const seen = new Set<string>();
  for (const [index, { line, cells, problem }] of records.entries()) {
    const text = (role: KnownRole): string => shortText(cellOf(cells, role));
    const website = siteIn(cellOf(cells, 'website'));
    const name = text('name');
    const theirId = text('id');
    const reason =
      problem !== ''
        ? problem
        : name === '' && website === ''
          ? `Row ${String(line)}: neither a name nor a website.`
          : theirId !== '' && seen.has(theirId)
            ? `Row ${String(line)}: the id ${theirId} is in a row above already.`
            : '';
    if (reason !== '') {
      skipped.push({ line, reason });
      continue;
    }
    if (theirId !== '') seen.add(theirId);
    rows.push({
      line,
      name: name === '' ? domainOf(website) : name,
      website,
      status: text('status'),
      owner: text('owner'),
      contact: isoDateOf(parseDate(dayText(cellOf(cells, 'contact')), order)),
      note: cut(withoutTags(cellText(cellOf(cells, 'note'))), longestNote),
      theirId,
    });
    if (index % rowsBetween === rowsBetween - 1) await setImmediate();
  }
  return { rows, skipped };
}

/** A day without the time of the day that CRMs write after it: `2025-03-12 09:00:00 +0000`, `3/12/2025, 9:00 AM`. */
function dayText(cell: string): string {
  return cell.trim().replace(/[T,]?\s*\d{1,2}:\d{2}.*$/, '');
}

/** The first address in a cell. */
function siteIn(cell: string): string {
  return cut(addressesIn(cellText(cell)).find((address) => domainOf(address) !== '') ?? '', longestText);
}

/** A short text: several values, which JSON and exports list, with semicolons. */
function shortText(cell: string): string {
  return cut(oneLine(cellText(cell).replaceAll(listSeparator, '; ')), longestText);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
