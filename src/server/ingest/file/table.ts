import type { RawRecord } from './recordReader.ts';
import { badFile, openByteSource } from './byteSource.ts';
import { openDelimited } from './delimited.ts';
import { decodeText, detectEncoding, type Encoding } from './encoding.ts';
import { looksLikeJson, openJson } from './json.ts';
import { openSpreadsheet } from './spreadsheet.ts';

/** A file read as a table: what it is, its headers, and its records as often as needed. */
export interface Table {
  readonly name: string;
  /** For the report: `CSV`, `TSV`, `JSON`, `JSON Lines`, `XLSX`, with ` (gzip)` where it is compressed. */
  readonly format: string;
  readonly encoding: Encoding;
  /** One character, `''` for JSON and spreadsheets. */
  readonly delimiter: string;
  /** Whether headers are JSON keys, with dots where they are nested. */
  readonly nested: boolean;
  /** What else is to know about it (sheets that are not read), or `''`. */
  readonly note: string;
  readonly bytes: number;
  /** One per column, `''` where blank; null where the file has no header line. */
  readonly headers: readonly string[] | null;
  /** The records in batches, without header and blank lines. */
  records(): AsyncGenerator<RawRecord[]>;
}

/** Text that is looked at to find out what a file is. */
const sampleChars = 512 * 1024;

/** How far a mere look at a file goes. */
const glanceBytes = 8 * 1024 ** 2;

/**
 * Opens a file as a table, by its content alone. With `glance` only its first 8 MB decide (for a preview). Throws
 * `bad_file` naming file and reason where it is no table.
 */
export async function openTable(path: string, glance = false, name?: string): Promise<Table> {
  const source = await openByteSource(path, name);
  if (source.zipped) return openSpreadsheet(source);
  const encoding = await detectEncoding(source, glance ? glanceBytes : Infinity);
  const sample = await sampleText(() => decodeText(source, encoding));
  if (sample.trim() === '') throw badFile(source.name, 'the file holds no text.');
  const file = { name: source.name, bytes: source.bytes, encoding, suffix: source.compressed ? ' (gzip)' : '' };
  const text = (): AsyncGenerator<string> => decodeText(source, encoding);
  return looksLikeJson(sample)
    ? openJson(file, sample, text, glance ? glanceBytes : Infinity)
    : openDelimited(file, sample, sample.length < sampleChars, text);
}

/** What is known of a file before its form is. */
export interface TextFile {
  readonly name: string;
  readonly bytes: number;
  readonly encoding: Encoding;
  readonly suffix: string;
}

async function sampleText(read: () => AsyncGenerator<string>): Promise<string> {
  let sample = '';
  for await (const chunk of read()) {
    sample += chunk;
    if (sample.length >= sampleChars) break;
  }
  return sample;
}
