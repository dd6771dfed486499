import type { DatabaseSync } from 'node:sqlite';
import { flag, integer, orElse, rowsOf, text, valuesOf as column, type Column } from '#node/rows.ts';
import type { Pages } from './pages.ts';

/** A value as SQLite stores it. */
export type StoredValue = number | bigint | string | Uint8Array | null;

interface LayoutColumn {
  readonly name: string;
  readonly type: 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB';
  readonly mayBeNull: boolean;
}

/** How the rows of a STRICT table are stored in its file. */
export interface TableLayout {
  readonly table: string;
  /** In the order in which they are stored. */
  readonly columns: readonly LayoutColumn[];
  /** The fewest columns that a row may have, in a file from before later columns were added. */
  readonly fewest: number;
  /** The column that is the row's number and not stored with it, or -1. */
  readonly rowNumber: number;
  readonly hasRowNumbers: boolean;
}

/** The table in which SQLite lists its tables. */
export const schemaLayout: TableLayout = {
  table: 'sqlite_schema',
  columns: [
    { name: 'type', type: 'TEXT', mayBeNull: false },
    { name: 'name', type: 'TEXT', mayBeNull: false },
    { name: 'tbl_name', type: 'TEXT', mayBeNull: false },
    { name: 'rootpage', type: 'INTEGER', mayBeNull: false },
    { name: 'sql', type: 'TEXT', mayBeNull: true },
  ],
  fewest: 5,
  rowNumber: -1,
  hasRowNumbers: true,
};

const typeColumn: Column<LayoutColumn['type']> = (value) => text(value) as LayoutColumn['type'];
const columnRow = {
  name: text,
  type: typeColumn,
  notNull: flag,
  dfltValue: orElse<string | null>(text, null),
  pk: integer,
};

/** The layout of a table, as a sound database with the same schema has it. */
export function layoutOf(db: DatabaseSync, table: string): TableLayout {
  const [isWithoutRowNumbers] = column(flag, db.prepare('SELECT wr FROM pragma_table_list(?)').all(table));
  const hasRowNumbers = isWithoutRowNumbers !== true;
  const select = 'SELECT name, type, "notnull" AS not_null, dflt_value, pk FROM pragma_table_info(?)';
  const rows = rowsOf(columnRow, db.prepare(select).all(table));
  const keys = rows.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  // A table without row numbers stores its key first.
  const ordered = hasRowNumbers ? rows : [...keys, ...rows.filter(({ pk }) => pk === 0)];
  const isNumber = (row: (typeof rows)[number]): boolean =>
    hasRowNumbers && keys.length === 1 && row === keys[0] && row.type === 'INTEGER';
  return {
    table,
    columns: ordered.map(({ name, type, notNull, pk }) => ({ name, type, mayBeNull: !notNull && pk === 0 })),
    fewest: ordered.findLastIndex(({ dfltValue }) => dfltValue === null) + 1,
    rowNumber: ordered.findIndex(isNumber),
    hasRowNumbers,
  };
}

/** A cell's content: its row number, or null if it has none, and its values. */
export interface StoredRow {
  readonly number: number | null;
  readonly values: readonly StoredValue[];
}

/** Reads the row in a cell at `at` of a page; null if it is not whole or its values do not add up. */
export function readRow(pages: Pages, bytes: Buffer, at: number, kind: 'table' | 'index'): StoredRow | null {
  try {
    const [length, afterLength] = varint(bytes, at);
    const [number, begin] = kind === 'table' ? varint(bytes, afterLength) : [null, afterLength];
    const payload = payloadOf(pages, bytes, begin, length, kind);
    const values = payload === null ? null : valuesOf(payload);
    return values === null ? null : { number, values };
  } catch {
    // It points outside the page.
    return null;
  }
}

/** A row's values by a layout, without those of later columns; null if it cannot be a row of that table. */
export function fitted({ columns, fewest, rowNumber }: TableLayout, row: StoredRow): StoredValue[] | null {
  const { values, number } = row;
  if (values.length < fewest || values.length > columns.length) return null;
  const found: StoredValue[] = [];
  for (const [index, value] of values.entries()) {
    const column = columns[index];
    if (column === undefined) return null;
    if (index === rowNumber) {
      if (value !== null || number === null || number < 0) return null;
      found.push(number);
    } else if (value === null ? column.mayBeNull : fits(column.type, value)) found.push(value);
    else return null;
  }
  return found;
}

function fits(type: LayoutColumn['type'], value: StoredValue): boolean {
  if (typeof value === 'string') return type === 'TEXT';
  if (typeof value === 'bigint') return type === 'INTEGER';
  // SQLite stores a REAL without a fraction as an integer.
  if (typeof value === 'number') return type === 'REAL' || (type === 'INTEGER' && Number.isInteger(value));
  return type === 'BLOB';
}

/** The bytes of a row: those in its page, and those in a chain of further pages. Null if that chain is broken. */
function payloadOf(pages: Pages, bytes: Buffer, begin: number, length: number, kind: 'table' | 'index'): Buffer | null {
  const usable = pages.size;
  const most = kind === 'table' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (length < 1 || length > pages.count * pages.size) return null;
  if (length <= most) return begin + length > usable ? null : bytes.subarray(begin, begin + length);
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const wished = least + ((length - least) % (usable - 4));
  const local = wished <= most ? wished : least;
  if (begin + local + 4 > usable) return null;
  const parts = [bytes.subarray(begin, begin + local)];
  let left = length - local;
  let next = bytes.readUInt32BE(begin + local);
  while (left > 0) {
    const page = pages.read(next);
    if (page === null) return null;
    parts.push(page.subarray(4, 4 + Math.min(left, usable - 4)));
    left -= usable - 4;
    next = page.readUInt32BE(0);
  }
  // The chain ends where the row does.
  return next === 0 ? Buffer.concat(parts) : null;
}

/** The length of a value by its type's number, or -1 if there is no such type. */
function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - (type % 2 === 0 ? 12 : 13)) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, -1, -1][type] ?? -1;
}

function valuesOf(payload: Buffer): StoredValue[] | null {
  const [headLength, start] = varint(payload, 0);
  if (headLength > payload.length) return null;
  const types: number[] = [];
  let at = start;
  while (at < headLength) {
    const [type, next] = varint(payload, at);
    types.push(type);
    at = next;
  }
  let end = headLength;
  const values: StoredValue[] = [];
  for (const type of types) {
    const length = lengthOf(type);
    if (length < 0 || end + length > payload.length) return null;
    const value = valueOf(type, payload.subarray(end, end + length));
    if (value === undefined) return null;
    values.push(value);
    end += length;
  }
  return at === headLength && end === payload.length ? values : null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function valueOf(type: number, bytes: Buffer): StoredValue | undefined {
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 8 || type === 9) return type - 8;
  if (type === 6) {
    const value = bytes.readBigInt64BE(0);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  if (type % 2 === 0) return Uint8Array.from(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** SQLite's varint (one to nine bytes) at a place, and where it ends. Throws if it runs past the end of the bytes. */
function varint(bytes: Buffer, at: number): [number, number] {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = bytes.readUInt8(at + index);
    // Not with bit operators: they work on 32 bits.
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + index + 1];
  }
  return [value * 256 + bytes.readUInt8(at + 8), at + 9];
}
