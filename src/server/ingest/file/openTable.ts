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
 * Opens a file as a table, by its content alone; of a spreadsheet the sheets of these names, all with one header, or
 * what looks most like a list of companies. Throws `bad_file` naming file and reason if it is not a table.
 */
export async function openTable(path: string, name?: string, sheets: readonly string[] = []): Promise<Table> {
  const [table] = await openTables(path, { name, sheets });
  if (table === undefined) throw new Error('A file without a table is refused.');
  return table;
}

/**
 * The same; sheets of different headers are a table each. With `glance` only the first 8 MB decide (for a preview).
 */
export async function openTables(
  path: string,
  { name, sheets = [], glance = false }: { name?: string | undefined; sheets?: readonly string[]; glance?: boolean },
): Promise<Table[]> {
  const names = new HeaderNames();
  return await Promise.all((await openAsTheyAre(path, glance, name, sheets)).map((table) => inUsualForm(table, names)));
}

async function openAsTheyAre(
  path: string,
  glance: boolean,
  name: string | undefined,
  sheets: readonly string[],
): Promise<Table[]> {
  const source = await openByteSource(path, name);
  if (source.zipped) return openSpreadsheet(source, sheets);
  const encoding = await detectEncoding(source, glance ? glanceBytes : Infinity);
  const sample = await sampleText(() => decodeText(source, encoding));
  if (sample.trim() === '') throw badFile(source.name, 'the file holds no text.');
  const file = { name: source.name, bytes: source.bytes, encoding, suffix: source.compressed ? ' (gzip)' : '' };
  const text = (): AsyncGenerator<string> => decodeText(source, encoding);
  return looksLikeJson(sample)
    ? [await openJson(file, sample, text, glance ? glanceBytes : Infinity)]
    : [await openDelimited(file, sample, sample.length < sampleChars, text)];
}

async function sampleText(read: () => AsyncGenerator<string>): Promise<string> {
  let sample = '';
  for await (const chunk of read()) {
    sample += chunk;
    if (sample.length >= sampleChars) break;
  }
  return sample;
}
