import { HeaderNames } from '../columns/fields.ts';
import { cellTooLarge, limits, recordTooLarge } from './limits.ts';
import { badFile } from './byteSource.ts';
import { cellsOf, parseObject } from './jsonRecord.ts';
import { companyPlaces, type CompanyPlaces } from './jsonPlaces.ts';
import { Gathered, JsonScanner, type JsonText } from './jsonScanner.ts';
import { jsonTableIn, type JsonTable } from './jsonTable.ts';
import type { RawRecord } from './recordReader.ts';
import type { Table, TextFile } from './table.ts';

/** Whether a text begins like JSON or JSON Lines. */
export function looksLikeJson(sample: string): boolean {
  return /^\s*(?:\{\s*["}]|\[\s*(?:[[{"\]\d-]|true|false|null))/.test(sample) || isJsonLines(sample);
}

/** Lines by which JSON Lines are told; some of them may be anything. */
const linesLookedAt = 20;

/**
 * Opens JSON (a list of objects at any place of the document, or a table of rows or columns) or JSON Lines. `glance`
 * bounds the characters by which its lists are told.
 */
export async function openJson(
  file: TextFile,
  sample: string,
  text: () => AsyncGenerator<string>,
  glance: number,
): Promise<Table> {
  const lines = isJsonLines(sample);
  const found = lines ? { places: [], note: '' } : await findList(file.name, text, glance);
  const known = {
    name: file.name,
    format: `${lines ? 'JSON Lines' : 'JSON'}${file.suffix}`,
    encoding: file.encoding,
    delimiter: '',
    note: 'note' in found ? found.note : '',
    bytes: file.bytes,
  };
  if ('table' in found) {
    const { headers, records } = found.table;
    return { ...known, nested: false, headers, records: () => batches(records) };
  }
  const texts = (): AsyncGenerator<JsonText[]> => (lines ? lineTexts(text()) : placeTexts(text(), found.places));
  const keys = await findKeys(texts(), glance);
  if (keys.size === 0) throw badFile(file.name, 'this JSON holds no list of companies.');
  return { ...known, nested: true, headers: [...keys.keys()], records: () => records(texts(), keys) };
}

/**
 * Several lines of which a third, and two at least, are objects each; a document over several lines does not close in
 * its first, nor an array that has an object in each line.
 */
function isJsonLines(sample: string): boolean {
  if (!sample.includes('{"') || /^\s*\[/.test(sample)) return false;
  const lines = sample.split(/\r\n|\r|\n/, linesLookedAt * 5).filter((line) => line.trim() !== '');
  const looked = lines.slice(0, linesLookedAt);
  const objects = looked.filter((line) => line.trimStart().startsWith('{') && parseObject(line) !== undefined).length;
  return objects >= 2 && objects >= looked.length / 3;
}

/** Where a document's companies are: the place of its list of objects, else a table. Throws `bad_file` for neither. */
async function findList(
  name: string,
  text: () => AsyncGenerator<string>,
  glance: number,
): Promise<CompanyPlaces | { table: JsonTable }> {
  const scanner = await survey(text(), glance);
  const found = companyPlaces(scanner.places);
  const place = found?.places[0] ?? null;
  const { problem } = scanner;
  // Columns make an object that looks like one company.
  const isSure = place !== null && place !== '$' && place !== '*';
  const mayBeTable = problem === '' && (!isSure || scanner.hasRows);
  const whole = mayBeTable ? await wholeText(text()) : '';
  const table = whole === null ? null : jsonTableIn(whole);
  // A list of as many objects as a table has columns says what these are.
  if (table !== null && (!isSure || scanner.places.get(place)?.count === table.headers?.length)) return { table };
  // A document that only ends too early still has its complete records.
  if (found !== null && (problem === '' || problem.includes('too early'))) return found;
  if (problem !== '') throw badFile(name, problem);
  throw badFile(name, whole === null ? notHeld : 'this JSON holds no list of companies.');
}

const megabytesHeld = limits.jsonTableChars / 1024 ** 2;
const notHeld = `this JSON holds no list of records; as a table of rows or columns it may have ${String(megabytesHeld)} MB.`;

/** The text of a document, or null where it is too long to be held. */
async function wholeText(text: AsyncGenerator<string>): Promise<string | null> {
  let whole = '';
  for await (const chunk of text) {
    whole += chunk;
    if (whole.length > limits.jsonTableChars) return null;
  }
  return whole;
}

async function survey(text: AsyncGenerator<string>, glance: number): Promise<JsonScanner> {
  const scanner = new JsonScanner();
  let read = 0;
  for await (const chunk of text) {
    scanner.push(chunk);
    read += chunk.length;
    if (scanner.problem !== '' || read >= glance) break;
  }
  if (read < glance) scanner.end();
  return scanner;
}

/** Records handed over at a time. */
const batchSize = 2000;

async function* batches(records: readonly RawRecord[]): AsyncGenerator<RawRecord[]> {
  for (let at = 0; at < records.length; at += batchSize) yield records.slice(at, at + batchSize);
}

async function* placeTexts(text: AsyncGenerator<string>, places: readonly string[]): AsyncGenerator<JsonText[]> {
  const scanner = new JsonScanner(places);
  for await (const chunk of text) {
    const found = scanner.push(chunk);
    if (found.length > 0) yield found;
  }
  const last = scanner.end();
  if (last.length > 0) yield last;
}

async function* lineTexts(text: AsyncGenerator<string>): AsyncGenerator<JsonText[]> {
  const open = new Gathered(limits.recordChars);
  let line = 1;
  open.begin(0);
  for await (const chunk of text) {
    const found: JsonText[] = [];
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      found.push(...lineText(open.take(chunk, end), line));
      line++;
      from = end + 1;
      open.begin(from);
    }
    open.goOn(chunk);
    if (found.length > 0) yield found;
  }
  const last = lineText(open.take('', 0), line);
  if (last.length > 0) yield last;
}

/** A line as a record; none where it is blank. */
function lineText(text: string | null, line: number): JsonText[] {
  if (text === null) return [{ line, text: '', problem: recordTooLarge }];
  return text.trim() === '' ? [] : [{ line, text, problem: '' }];
}

async function findKeys(texts: AsyncGenerator<JsonText[]>, glance: number): Promise<Map<string, number>> {
  const keys = new Map<string, number>();
  const outer: string[] = [];
  let read = 0;
  for await (const batch of texts) {
    for (const { text, key: outerKey } of batch) {
      read += text.length;
      if (outerKey !== undefined && outer.length < outerLookedAt) outer.push(outerKey);
      for (const key of cellsOf(parseObject(text) ?? {}).keys()) {
        if (!keys.has(key) && keys.size < limits.columns) keys.set(key, keys.size);
      }
    }
    if (read >= glance) break;
  }
  if (areNames(outer) && !hasNames(keys.keys())) keys.set(outerName, keys.size);
  return keys;
}

/** Keys of the root object by which it is told whether they are names. */
const outerLookedAt = 1000;

/** The column of the names that objects have as their keys: `{"Alma": {"website": …}}`. */
const outerName = '(name)';

/** Whether keys are written as names are, with a capital or a space; numbers and programs' identifiers are not. */
function areNames(outer: readonly string[]): boolean {
  const like = outer.filter((key) => /^\p{Lu}\p{Ll}|\p{L}\s\p{L}/u.test(key) && !/^[A-Za-z]+\d+$/.test(key));
  return outer.length > 1 && like.length >= outer.length * 0.8;
}

function hasNames(keys: Iterable<string>): boolean {
  const names = new HeaderNames();
  return [...keys].some((key) => names.match(key, true)?.field === 'name');
}

async function* records(
  texts: AsyncGenerator<JsonText[]>,
  keys: ReadonlyMap<string, number>,
): AsyncGenerator<RawRecord[]> {
  for await (const batch of texts) yield batch.map((text) => recordOf(text, keys));
}

function recordOf({ line, text, problem, key: outer }: JsonText, keys: ReadonlyMap<string, number>): RawRecord {
  if (problem !== '') return { line, cells: [], problem };
  const object = parseObject(text);
  if (object === undefined) return { line, cells: [], problem: 'The record is not valid JSON.' };
  const cells = Array.from({ length: keys.size }, () => '');
  for (const [key, cell] of cellsOf(object)) {
    if (cell.length > limits.cellChars) return { line, cells: [], problem: cellTooLarge };
    const index = keys.get(key);
    if (index !== undefined) cells[index] = cell;
  }
  const nameAt = outer === undefined ? undefined : keys.get(outerName);
  if (nameAt !== undefined && outer !== undefined) cells[nameAt] = outer;
  return { line, cells, problem: '' };
}
