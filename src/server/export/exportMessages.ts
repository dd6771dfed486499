import type { ErrorWire } from '#shared/errors.ts';
import type { RowList, RowSource } from './rowWriter.ts';

/** What is said to an export's thread. `writer` is a number that the asking side gives; a thread may have several. */
export type ToExport =
  | { readonly kind: 'open'; readonly id: number; readonly writer: number; readonly source: RowSource }
  | { readonly kind: 'write'; readonly id: number; readonly writer: number; readonly rows: RowList }
  | { readonly kind: 'close'; readonly writer: number }
  | { readonly kind: 'end' };

/** What it answers to `open` and to `write`, by their `id`. */
export type FromExport =
  | { readonly kind: 'done'; readonly id: number; readonly csv: Uint8Array<ArrayBuffer> | null }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorWire };
