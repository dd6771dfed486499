import { literalValue } from '../values/listLiteral.ts';
import { cellsOf } from './jsonRecord.ts';
import type { RawRecord } from './recordReader.ts';
import type { Table } from './table.ts';

/**
 * A table whose cells may be objects as programs write them (`{"city": "Berlin"}`, `[{"name": "Ann Roe"}]`), with their
 * values as columns of their own (`location.city`). A cell that is none stays, and so does one with keys that the first
 * rows do not have. `first` are its first rows.
 */
export function withObjects(table: Table, first: readonly RawRecord[]): Table {
  const { headers } = table;
  if (headers === null) return table;
  const structured = headers.flatMap((header, column) =>
    header !== '' && areObjects(first.map(({ cells }) => cells[column] ?? '')) ? [column] : [],
  );
  if (structured.length === 0) return table;
  const paths = new Map<string, number>();
  for (const { cells } of first) {
    for (const column of structured) {
      for (const path of objectIn(cells[column] ?? '', headers[column] ?? '')?.keys() ?? [])
        if (!paths.has(path))
          paths.set(path, path === headers[column] ? column : headers.length + added(paths, headers.length));
    }
  }
  return {
    ...table,
    nested: true,
    headers: [...headers, ...[...paths].filter(([, column]) => column >= headers.length).map(([path]) => path)],
    async *records() {
      for await (const records of table.records())
        yield records.map((record) => opened(record, structured, headers, paths));
    },
  };
}

/** How many columns paths have added. */
function added(paths: ReadonlyMap<string, number>, width: number): number {
  return [...paths.values()].filter((column) => column >= width).length;
}

function opened(
  record: RawRecord,
  structured: readonly number[],
  headers: readonly string[],
  paths: ReadonlyMap<string, number>,
): RawRecord {
  if (record.problem !== '' || record.cells.length > headers.length) return record;
  const cells = [...record.cells];
  while (cells.length < headers.length + added(paths, headers.length)) cells.push('');
  for (const column of structured) {
    const found = objectIn(cells[column] ?? '', headers[column] ?? '');
    if (found === null || [...found.keys()].some((path) => !paths.has(path))) continue;
    cells[column] = '';
    for (const [path, cell] of found) cells[paths.get(path) ?? -1] = cell;
  }
  return { ...record, cells };
}

/** Whether nearly all cells of a column are objects, or lists of such. */
function areObjects(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => !/^\s*(?:\[\s*\]|\{\s*\})?\s*$/.test(cell));
  if (filled.length === 0 || !filled.some((cell) => /^\s*[[{]/.test(cell))) return false;
  const objects = filled.filter((cell) => objectIn(cell, 'x') !== null).length;
  return objects > filled.length * mostly;
}

const mostly = 0.7;
const longest = 20_000;

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object's values by their paths below `key`; null for any other text. */
function objectIn(cell: string, key: string): ReadonlyMap<string, string> | null {
  const text = cell.trim();
  if (text.length > longest || !/^(?:\{\s*["']|\[\s*\{)/.test(text)) return null;
  const value = literalValue(text);
  const isOne = Array.isArray(value) ? value.length > 0 && value.every(isObject) : isObject(value);
  return isOne ? cellsOf({ [key]: value }) : null;
}
