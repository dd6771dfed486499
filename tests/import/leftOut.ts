import { basename } from 'node:path';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { makeLookups, type Lookups } from '#server/ingest/columns/content.ts';
import type { RowReading } from '#server/ingest/company/row.ts';
import { openTables } from '#server/ingest/file/openTable.ts';
import type { RawRecord } from '#server/ingest/file/recordReader.ts';
import type { Table } from '#server/ingest/file/table.ts';
import { withWholeRecords } from '#server/ingest/continuedRows.ts';
import { RowSample } from '#server/ingest/readFiles.ts';
import { readingOf, readRow } from '#server/ingest/rowReading.ts';
import { columnsOfTable } from '#server/ingest/tableColumns.ts';
import { cellText } from '#server/ingest/values/text.ts';
import type { ColumnMapping, ColumnMatch } from '#shared/bridge/workspace.ts';
import { fold } from '#shared/domain/text.ts';
import { domainOf } from '#shared/domain/webAddress.ts';

const lookups: Lookups = makeLookups();

/**
 * The cells of a file that say something of a company which neither its fields nor its own columns say, nor a column
 * that is left out with a reason: `list.csv, line 3, Brand: Almo`. What a cell says is what becomes of a row that has
 * nothing beside it but the name.
 */
export async function cellsLeftOut(
  path: string,
  { mapping = {}, sheets = [] }: { mapping?: ColumnMapping | undefined; sheets?: readonly string[] | undefined },
): Promise<string[]> {
  const left: string[] = [];
  for (const table of await openTables(path, { sheets })) {
    const rows: RawRecord[] = [];
    for await (const records of table.records()) rows.push(...records);
    const { columns, reading } = readingOfTable(table, rows, mapping);
    const width = table.headers?.length ?? null;
    const records: RawRecord[] = [];
    for await (const some of withWholeRecords(table, reading.columns).records()) records.push(...some);
    for (const row of records) {
      const read = (cells: readonly string[]): CompanyRecord | string =>
        readRow({ ...row, cells: [...cells] }, width, reading);
      const record = read(row.cells);
      if (typeof record === 'string') continue;
      for (const { index, field } of columns) {
        const cell = row.cells[index] ?? '';
        if (field === '' || cellText(cell) === '' || isNothing.test(cell)) continue;
        if (!isKept({ index, field, record, reading, cells: row.cells, read }))
          left.push(`${basename(path)}, line ${String(row.line)}, ${reading.names[index] ?? ''}: ${cell}`);
      }
    }
  }
  return left;
}

/** Zeros, and marks that say no. */
const isNothing = /^\s*(?:[$€£¥]?\s*0+(?:[.,]0+)?|no|false)\s*$/i;

function readingOfTable(
  table: Table,
  rows: readonly RawRecord[],
  mapping: ColumnMapping,
): { columns: ColumnMatch[]; reading: RowReading } {
  const sample = new RowSample();
  for (const { cells } of rows) sample.add(cells);
  const { columns, collector } = columnsOfTable(table, sample.rows, mapping, lookups);
  const known = {
    hints: collector.hints(),
    lookups,
    discoveredDate: '2026-11-20',
    source: { name: '', day: '' },
    rates: {},
  };
  return { columns, reading: readingOf(table, columns, known) };
}

interface Cell {
  readonly index: number;
  readonly field: string;
  readonly record: CompanyRecord;
  readonly reading: RowReading;
  readonly cells: readonly string[];
  readonly read: (cells: readonly string[]) => CompanyRecord | string;
}

function isKept({ index, field, record, reading, cells, read }: Cell): boolean {
  const name = reading.names[index] ?? '';
  if (record.own.some((own) => own.name === name)) return true;
  const names = new Set(reading.columns.get('name'));
  // A row with nothing but a name may be no company at all.
  if (names.has(index) && saysName(record, cells[index] ?? '')) return true;
  const only = (isMeant: (at: number) => boolean): CompanyRecord | string =>
    read(cells.map((cell, at) => (isMeant(at) ? cell : '')));
  const currency = reading.hints.amounts.get(index)?.currencyColumn;
  const other = [...reading.nameParts].find((pair) => pair.includes(index))?.find((at) => at !== index);
  const sites = new Set(reading.columns.get('website'));
  const isMeant = (at: number): boolean => at === index || at === other || at === currency;
  const beside = (of: ReadonlySet<number>): CompanyRecord | string => only((at) => isMeant(at) || of.has(at));
  const known = typeof beside(names) === 'string' ? new Set([...names, ...sites]) : names;
  const alone = beside(known);
  // Beside its name alone it may be no company: a sum, a heading.
  if (typeof alone === 'string') return true;
  const without = names.has(index) ? undefined : only((at) => at === currency || known.has(at));
  const said = saidBy(alone).filter((value) => typeof without !== 'object' || !saidBy(without).includes(value));
  const whole = new Set(saidBy(record));
  const direct = said.filter((value) => !follows(value, field));
  return direct.every((value) => whole.has(value) || isWeaker(value, record));
}

/** Whether a record has a name, as it is written or without what is said of it there. */
function saysName({ name, formerNames }: CompanyRecord, cell: string): boolean {
  return [name, ...formerNames].some((one) => one !== '' && fold(cell).includes(fold(one)));
}

/** All that a record says, each value by itself: `city: "Bonn"`, `industries: "Fintech"`. */
function saidBy(record: CompanyRecord): string[] {
  return Object.entries(record).flatMap(([field, value]) => {
    if (notSaid.has(field)) return [];
    if (Array.isArray(value)) return value.map((one) => `${field}: ${JSON.stringify(one)}`);
    const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [['', value]];
    return parts
      .filter(([, part]) => part !== '' && part !== null)
      .map(([part, of]) => `${field}${part}: ${JSON.stringify(of)}`);
  });
}

const notSaid: ReadonlySet<string> = new Set([
  'discoveredDate',
  'history',
  'fromFiles',
  'valuesOn',
  'highlights',
  'isSample',
  'isTranslated',
  'aliases',
]);

/** Whether a value only follows from a cell of a column: a country from a city, a total from a round. */
function follows(value: string, field: string): boolean {
  const key = value.slice(0, value.indexOf(':'));
  if (field === 'name') return key !== 'name';
  if (key === 'countryCode') return field !== 'country' && field !== 'location';
  if (key === 'name') return field !== 'name';
  if (key === 'lastRound') return field === 'stage';
  return (key.startsWith('fundingTotal') && field !== 'fundingTotal') || key === 'status';
}

/** Whether a record says as much: a number of people within a band, another page of the same site, kinds of trades. */
function isWeaker(value: string, { employeeCount, industries, links }: CompanyRecord): boolean {
  if (value.startsWith('employeeBand:')) return employeeCount !== null;
  if (value.startsWith('industries:')) return industries.length > 0;
  const url = /^links: .*"url":"([^"]+)"/.exec(value)?.[1] ?? '';
  return url !== '' && links.some((link) => domainOf(link.url) === domainOf(url));
}
