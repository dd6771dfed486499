import type { SheetPreview } from '#shared/bridge/workspace.ts';
import type { Encoding } from './encoding.ts';
import type { RawRecord } from './recordReader.ts';

/** A file read as a table: what it is, its headers, and its records as often as needed. */
export interface Table {
  readonly name: string;
  /** For the report: `CSV`, `TSV`, `JSON`, `JSON Lines`, `XLSX`, with ` (gzip)` if it is compressed. */
  readonly format: string;
  readonly encoding: Encoding;
  /** One character, `''` for JSON and spreadsheets. */
  readonly delimiter: string;
  /** Whether headers are JSON keys, with dots if they are nested. */
  readonly nested: boolean;
  /** What else the user should know about it (sheets that are not read), or `''`. */
  readonly note: string;
  readonly bytes: number;
  /** Of a spreadsheet: its sheets that are not empty, and the names of those that are read. */
  readonly sheets?: { readonly all: readonly SheetPreview[]; readonly read: readonly string[] };
  /** One per column, `''` if blank; null if the file has no header line. */
  readonly headers: readonly string[] | null;
  /** It is an export of ours (`isOwnExport`). */
  readonly isExport?: boolean;
  /** What stands above its header or before its list, a line each, if anything does. */
  readonly above?: readonly string[];
  /** The records in batches, without header and blank lines. */
  records(): AsyncGenerator<RawRecord[]>;
}

/** What is known of a file before its format is. */
export interface TextFile {
  readonly name: string;
  readonly bytes: number;
  readonly encoding: Encoding;
  readonly suffix: string;
}
