import type { DatabaseSync } from 'node:sqlite';
import { aligned } from '../bits/postings.ts';
import { chunkLength, columnId, isDoubleColumn, type ColumnName } from './segmentFormat.ts';

/** Values of a column, or some of them. */
export type Numbers = Uint32Array | Float64Array;

/** The first place in ascending values that is not below `value`; their length where there is none. */
export function lowerBound(values: Numbers, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The first position in an ascending column, cut into full chunks but for the last, that is not below `value`. `firsts`
 * are the chunks' first values.
 */
export function searchChunks(firsts: Numbers, chunkAt: (number: number) => Numbers, value: number): number {
  // The last chunk that begins below the value; where that is all below it, the place is the next one's first.
  const number = Math.max(0, lowerBound(firsts, value) - 1);
  return number * chunkLength + lowerBound(chunkAt(number), value);
}

/** The values of a column, or some of them, as a file holds them. */
export function numbersOf(column: ColumnName, data: Uint8Array): Numbers {
  const bytes = aligned(data);
  return isDoubleColumn(column) ? new Float64Array(bytes) : new Uint32Array(bytes);
}

/** The first value of each chunk of a column: which chunk a value is in is known without reading any other. */
export function firstValuesOf(db: DatabaseSync, column: ColumnName): Numbers {
  const size = isDoubleColumn(column) ? Float64Array.BYTES_PER_ELEMENT : Uint32Array.BYTES_PER_ELEMENT;
  const rows = db
    .prepare('SELECT substr(data, 1, ?) AS data FROM chunk WHERE column_id = ? ORDER BY number')
    .all(size, columnId(column));
  return joined(column, rows);
}

/** A column as a whole. */
export function wholeColumn(db: DatabaseSync, column: ColumnName): Numbers {
  return joined(column, db.prepare('SELECT data FROM chunk WHERE column_id = ? ORDER BY number').all(columnId(column)));
}

function joined(column: ColumnName, rows: readonly Record<string, unknown>[]): Numbers {
  return numbersOf(column, Buffer.concat(rows.map((row) => row['data'] as Uint8Array)));
}
