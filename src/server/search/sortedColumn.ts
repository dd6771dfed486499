import type { DatabaseSync } from 'node:sqlite';
import { aligned } from './postings.ts';
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

/** The first value of each chunk of a column: which chunk a value is in is known without reading any other. */
export function firstValuesOf(db: DatabaseSync, column: ColumnName): Numbers {
  const double = isDoubleColumn(column);
  const size = double ? Float64Array.BYTES_PER_ELEMENT : Uint32Array.BYTES_PER_ELEMENT;
  const rows = db
    .prepare('SELECT substr(data, 1, ?) AS first FROM chunk WHERE column_id = ? ORDER BY number')
    .all(size, columnId(column));
  const bytes = aligned(Buffer.concat(rows.map((row) => row['first'] as Uint8Array)));
  return double ? new Float64Array(bytes) : new Uint32Array(bytes);
}

/** A column as a whole. */
export function wholeColumn(db: DatabaseSync, column: ColumnName): Numbers {
  const rows = db.prepare('SELECT data FROM chunk WHERE column_id = ? ORDER BY number').all(columnId(column));
  const bytes = aligned(Buffer.concat(rows.map((row) => row['data'] as Uint8Array)));
  return isDoubleColumn(column) ? new Float64Array(bytes) : new Uint32Array(bytes);
}
