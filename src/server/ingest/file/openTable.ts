import { HeaderNames } from '../columns/fields.ts';
import { badFile, openByteSource } from './byteSource.ts';
import { openDelimited } from './delimited.ts';
import { decodeText, detectEncoding } from './encoding.ts';
import { looksLikeJson, openJson } from './json.ts';
import { openSpreadsheet } from './spreadsheet.ts';
import type { Table } from './table.ts';
import { inUsualForm } from './usualForm.ts';

/** How much text is examined to find out what a file is. */
const sampleChars = 512 * 1024;

/** How many bytes a mere preview examines. */
const glanceBytes = 8 * 1024 ** 2;

/**
 * Opens a file as a table, by its content alone. With `glance` only its first 8 MB decide (for a preview). Throws
 * `bad_file` naming file and reason if it is not a table.
 */
export async function openTable(path: string, glance = false, name?: string): Promise<Table> {
  return inUsualForm(await openAsItIs(path, glance, name), new HeaderNames());
}

async function openAsItIs(path: string, glance: boolean, name: string | undefined): Promise<Table> {
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

async function sampleText(read: () => AsyncGenerator<string>): Promise<string> {
  let sample = '';
  for await (const chunk of read()) {
    sample += chunk;
    if (sample.length >= sampleChars) break;
  }
  return sample;
}
