import { HeaderNames } from '../columns/fields.ts';
import { limits } from '../limits.ts';
import { badFile } from './byteSource.ts';
import { cellsOf, parseObject } from './jsonRecord.ts';
import { isWrapped, JsonScanner, type JsonPlace, type JsonText } from './jsonScanner.ts';
import type { RawRecord } from './recordReader.ts';
import type { Table, TextFile } from './table.ts';

/** Whether a text begins like JSON or JSON Lines. */
export function looksLikeJson(sample: string): boolean {
  return /^\s*(?:\{\s*["}]|\[\s*(?:[[{"\]\d-]|true|false|null))/.test(sample) || isJsonLines(sample);
}

/** Lines by which JSON Lines are told; some of them may be anything. */
const linesLookedAt = 20;

/** Opens JSON (an array of objects at any place of the document) or JSON Lines. `glance` bounds the characters read. */
export async function openJson(
  file: TextFile,
  sample: string,
  text: () => AsyncGenerator<string>,
  glance: number,
): Promise<Table> {
  const lines = isJsonLines(sample);
  const place = lines ? '' : await findPlace(file.name, text(), glance);
  const texts = (): AsyncGenerator<JsonText[]> => (lines ? lineTexts(text()) : placeTexts(text(), place));
  const keys = await findKeys(texts(), glance);
  if (keys.size === 0) throw badFile(file.name, 'this JSON holds no list of companies.');
  return {
    name: file.name,
    format: `${lines ? 'JSON Lines' : 'JSON'}${file.suffix}`,
    encoding: file.encoding,
    delimiter: '',
    nested: true,
    note: '',
    bytes: file.bytes,
    headers: [...keys.keys()],
    records: () => records(texts(), keys),
  };
}

/**
 * Several lines of which a third, and two at least, are objects each; a document over several lines does not close in its
 * first, nor an array that has an object in each line.
 */
function isJsonLines(sample: string): boolean {
  if (!sample.includes('{"') || /^\s*\[/.test(sample)) return false;
  const lines = sample.split(/\r\n|\r|\n/, linesLookedAt * 5).filter((line) => line.trim() !== '');
  const looked = lines.slice(0, linesLookedAt);
  const objects = looked.filter((line) => line.trimStart().startsWith('{') && parseObject(line) !== undefined).length;
  return objects >= 2 && objects >= looked.length / 3;
}

/** The place of the document whose objects look most like companies: known fields first, then their number. */
async function findPlace(name: string, text: AsyncGenerator<string>, glance: number): Promise<string> {
  const scanner = new JsonScanner();
  let read = 0;
  for await (const chunk of text) {
    scanner.push(chunk);
    read += chunk.length;
    if (scanner.problem !== '' || read >= glance) break;
  }
  if (read < glance) scanner.end();
  const names = new HeaderNames();
  const scores = new Map([...scanner.places].map(([path, found]) => [path, placeScore(path, found, names)]));
  // What is wrapped counts only where its list has no companies itself: an address would win over its company.
  const isOuter = (path: string): boolean =>
    !isWrapped(path) || (scores.get(path.slice(0, path.lastIndexOf('.'))) ?? 0) <= 0;
  const [best] = [...scores]
    .filter(([path]) => isOuter(path))
    .map(([path, score]) => ({ path, score }))
    .toSorted((a, b) => b.score - a.score);
  if (best?.path === '$' && isByColumns(scanner.places.get('*')))
    throw badFile(name, 'this JSON holds its table column by column; export it as a list of records.');
  const problem = scanner.problem === '' ? 'this JSON holds no list of companies.' : scanner.problem;
  // A document that only ends too early still has its complete records.
  if (best === undefined || best.score <= 0 || (scanner.problem !== '' && !scanner.problem.includes('too early'))) {
    throw badFile(name, problem);
  }
  return best.path;
}

/** Whether the members of a root object are columns, with a value for each number of a row. */
function isByColumns(members: JsonPlace | undefined): boolean {
  return members !== undefined && members.count > 1 && [...members.keys].every((key) => /^\d+$/.test(key));
}

function placeScore(path: string, place: JsonPlace, names: HeaderNames): number {
  const fields = new Set([...place.keys].map((key) => names.match(key)?.field).filter((field) => field !== undefined));
  if (!fields.has('name') && !fields.has('website')) return 0;
  const depth = path.split('[]').length;
  return Math.min(fields.size, 8) * 2 + Math.log2(1 + place.count) - depth - (path === '$' ? 2 : 0);
}

async function* placeTexts(text: AsyncGenerator<string>, place: string): AsyncGenerator<JsonText[]> {
  const scanner = new JsonScanner(place);
  for await (const chunk of text) {
    const found = scanner.push(chunk);
    if (found.length > 0) yield found;
  }
  const last = scanner.end();
  if (last.length > 0) yield last;
}

async function* lineTexts(text: AsyncGenerator<string>): AsyncGenerator<JsonText[]> {
  let line = 1;
  let rest = '';
  for await (const chunk of text) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    const found: JsonText[] = [];
    for (const part of parts) {
      if (part.trim() !== '') found.push(lineText(part, line));
      line++;
    }
    if (found.length > 0) yield found;
    if (rest.length > limits.recordChars) rest = rest.slice(0, limits.recordChars + 1);
  }
  if (rest.trim() !== '') yield [lineText(rest, line)];
}

function lineText(text: string, line: number): JsonText {
  return text.length > limits.recordChars
    ? { line, text: '', problem: 'The record is larger than 32 MB.' }
    : { line, text, problem: '' };
}

async function findKeys(texts: AsyncGenerator<JsonText[]>, glance: number): Promise<Map<string, number>> {
  const keys = new Map<string, number>();
  let read = 0;
  for await (const batch of texts) {
    for (const { text } of batch) {
      read += text.length;
      for (const key of cellsOf(parseObject(text) ?? {}).keys()) {
        if (!keys.has(key) && keys.size < limits.columns) keys.set(key, keys.size);
      }
    }
    if (read >= glance) break;
  }
  return keys;
}

async function* records(
  texts: AsyncGenerator<JsonText[]>,
  keys: ReadonlyMap<string, number>,
): AsyncGenerator<RawRecord[]> {
  for await (const batch of texts) yield batch.map((text) => recordOf(text, keys));
}

function recordOf({ line, text, problem }: JsonText, keys: ReadonlyMap<string, number>): RawRecord {
  if (problem !== '') return { line, cells: [], problem };
  const object = parseObject(text);
  if (object === undefined) return { line, cells: [], problem: 'The record is not valid JSON.' };
  const cells = Array.from({ length: keys.size }, () => '');
  for (const [key, cell] of cellsOf(object)) {
    const index = keys.get(key);
    if (index !== undefined) cells[index] = cell;
  }
  return { line, cells, problem: '' };
}
