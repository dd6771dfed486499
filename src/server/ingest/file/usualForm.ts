import { isOwnExport } from '../columns/ownExport.ts';
import { type HeaderNames } from '../columns/fields.ts';
import { headerKey } from '../columns/headerKey.ts';
import { isUnitWord } from '../columns/headerSays.ts';
import { withGroups } from './groupedRows.ts';
import { withLinkCells } from './linkCells.ts';
import type { RawRecord } from './recordReader.ts';
import { mayLackCurrency, withSaidCurrencies } from './saidCurrencies.ts';
import { withObjects } from './structuredCells.ts';
import type { Table } from './table.ts';

/**
 * A table with one company in each row and nothing but companies below its header: tables that stand side by side are
 * put one below the other, a row of units below the header and a currency that a note names go into the header, and
 * headings of groups of rows become a column.
 */
export async function inUsualForm(table: Table, names: HeaderNames): Promise<Table> {
  if (table.headers === null) return table;
  if (isOwnExport(table.headers)) return { ...table, isExport: true };
  if (table.nested) {
    const first = await firstRecords(table);
    const said = mayLackCurrency(table, names) ? withSaidCurrencies(table, first, names) : table;
    return withLinkCells(said, first, names);
  }
  const groups = groupsOf(table.headers, names);
  const one = groups.length > 1 ? stacked(table, table.headers, groups) : table;
  const first = await firstRecords(one);
  const counted = withSaidCurrencies(withUnits(one, first[0], names), first, names);
  const grouped = withGroups(counted, first, names);
  return withLinkCells(withObjects(grouped, first), first, names);
}

/** The columns of one of several tables side by side. */
type Group = readonly number[];

/**
 * The columns of each table that stands beside others: each begins again with the header of the names
 * (`Company,City,,Company,City`). One group for an ordinary table.
 */
function groupsOf(headers: readonly string[], names: HeaderNames): Group[] {
  const keys = headers.map(headerKey);
  const first = headers.findIndex((header) => names.match(header)?.field === 'name');
  const key = keys[first] ?? '';
  const starts = key === '' ? [] : keys.flatMap((other, index) => (other === key ? [index - first] : []));
  if (starts.length < 2 || starts[0] !== 0) return [];
  const groups = starts.map((start, at) =>
    keys.flatMap((other, index) =>
      index >= start && index < (starts[at + 1] ?? keys.length) && other !== '' ? [index] : [],
    ),
  );
  // A second column of names beside other columns is one table.
  const [whole = []] = groups;
  const isAlike = groups.every(
    (group) => group.length > 1 && group.every((column) => whole.some((other) => keys[other] === keys[column])),
  );
  return isAlike ? groups : [];
}

function stacked(table: Table, headers: readonly string[], groups: readonly Group[]): Table {
  const [own = []] = groups;
  const keys = own.map((column) => headerKey(headers[column] ?? ''));
  // Where each column of the first table stands in each of the others; -1 where that has none.
  const places = groups.map((group) =>
    keys.map((key) => group.find((column) => headerKey(headers[column] ?? '') === key) ?? -1),
  );
  const note = `${groups.length} tables side by side are read as one.`;
  return {
    ...table,
    headers: own.map((column) => headers[column] ?? ''),
    note: table.note === '' ? note : `${table.note} ${note}`,
    async *records() {
      for await (const records of table.records()) {
        yield records.flatMap((record) => (record.problem === '' ? partsOf(record, places) : [record]));
      }
    },
  };
}

function partsOf(record: RawRecord, places: readonly (readonly number[])[]): RawRecord[] {
  const parts = places.map((columns) => ({ ...record, cells: columns.map((column) => record.cells[column] ?? '') }));
  return parts.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/** `USD mn`, `FTE` below the header: without it, `12.5` would be twelve dollars, and the row no company. */
function withUnits(table: Table, first: RawRecord | undefined, names: HeaderNames): Table {
  const headers = table.headers ?? [];
  if (first === undefined || !isRowOfUnits(first.cells, headers, names)) return table;
  return {
    ...table,
    headers: headers.map((header, index) => {
      const unit = first.cells[index]?.trim() ?? '';
      const longer = `${header} (${unit})`;
      return unit !== '' && names.match(longer)?.field === names.match(header)?.field ? longer : header;
    }),
    async *records() {
      for await (const records of table.records()) yield records.filter(({ line }) => line !== first.line);
    },
  };
}

/** How many records are examined to see which form a table has. */
const recordsLookedAt = 2000;

async function firstRecords(table: Table): Promise<RawRecord[]> {
  const first: RawRecord[] = [];
  for await (const records of table.records()) {
    first.push(...records.slice(0, recordsLookedAt - first.length));
    if (first.length >= recordsLookedAt) break;
  }
  return first;
}

function isRowOfUnits(cells: readonly string[], headers: readonly string[], names: HeaderNames): boolean {
  const fieldOf = (index: number): string => names.match(headers[index] ?? '')?.field ?? '';
  const isName = (index: number): boolean => ['name', 'website', 'country'].includes(fieldOf(index));
  // `US` is a unit below an amount, and a place below one.
  const mayBePlace = (index: number): boolean => ['location', 'city', 'state'].includes(fieldOf(index));
  const filled = cells.flatMap((cell, index) => (cell.trim() === '' ? [] : [{ cell: cell.trim(), index }]));
  return (
    filled.length > 0 &&
    filled.every(({ cell, index }) => !isName(index) && (mayBePlace(index) ? isKind(cell) : isUnit(cell))) &&
    headers.some((_, i) => isName(i))
  );
}

/** Longest cell that names a unit, in characters. */
const longestUnit = 24;

/** Whether a cell says what kind of value stands below it: `text`. */
function isKind(cell: string): boolean {
  return otherUnits.has(headerKey(cell));
}

function isUnit(cell: string): boolean {
  if (cell.length > longestUnit || /\d/.test(cell.replace(/(?<![\d.])(?:0{3}|1,?000(?:,?000)?)s?\b/, ''))) return false;
  if (/^[$€£¥₹%#]+$/.test(cell)) return true;
  const words = headerKey(cell).split(' ');
  return words.every((word) => isUnitWord(word) || otherUnits.has(word));
}

/** Units of what is not money, and forms of values. */
const otherUnits: ReadonlySet<string> = new Set(
  (
    'fte ftes headcount people persons employees number no count integer int float decimal text string date year ' +
    'yyyy mm dd iso code percent pct url link currency amount list boolean yes or anzahl personen mitarbeiter jahr ' +
    '000s 000 1000 人 名 年 个 件'
  ).split(' '),
);
