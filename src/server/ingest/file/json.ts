import { pattern } from '#shared/domain/pattern.ts';
import { HeaderNames } from '../columns/fields.ts';
import { headerKey } from '../columns/headerKey.ts';
import { cellTooLarge, limits, recordTooLarge, badFile } from './byteSource.ts';
import { headerOf, listsCompanies } from './header.ts';
import { cellOf, parseValue, cellsOf, parseObject } from './jsonRecord.ts';
import { isWrapped, type JsonPlace, Gathered, JsonScanner, type JsonText } from './jsonScanner.ts';
import type { RawRecord } from './recordReader.ts';
import type { Table, TextFile } from './table.ts';

/** Whether a text begins like JSON or JSON Lines. */
export function looksLikeJson(sample: string): boolean {
  return /^\s*(?:\{\s*["}]|\[\s*(?:[[{"\]\d-]|true|false|null))/.test(sample) || isJsonLines(sample);
}

/**
 * Opens JSON (a list of objects anywhere in the document, or a table of rows or columns) or JSON Lines. `glance` limits
 * how many characters are used to recognise its lists.
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
  if (keys.size === 0) throw badFile(file.name, noCompanies);
  const headers = [...keys.keys()];
  return { ...known, nested: true, headers, above: saidBefore(sample), records: () => records(texts(), keys) };
}

/** The texts of a document before its list, a line each: `currency: GBP`. */
function saidBefore(sample: string): string[] {
  const [, before = ''] = /^\s*\{([^[]{0,2000})\[/.exec(sample) ?? [];
  return [...before.matchAll(/"([^"\\]{1,60})"\s*:\s*"([^"\\]{1,200})"/g)].map(([, key, text]) => `${key}: ${text}`);
}

/**
 * Several lines, of which a third, and at least two, are objects. A document over several lines does not close in its
 * first, nor does an array that has an object on each line.
 */
function isJsonLines(sample: string): boolean {
  if (!sample.includes('{"') || /^\s*\[/.test(sample)) return false;
  const lines = sample.split(/\r\n|\r|\n/, linesLookedAt * 5).filter((line) => line.trim() !== '');
  // A document over several lines: `{"companies": [`.
  if (/^\s*\{.*[[{,]\s*$/.test(lines[0] ?? '')) return false;
  const looked = lines.slice(0, linesLookedAt);
  const objects = looked.filter((line) => line.trimStart().startsWith('{') && parseObject(line) !== undefined).length;
  return objects >= 2 && objects >= looked.length / 3;
}

/** How many lines are examined to recognise JSON Lines; some of them may be anything. */
const linesLookedAt = 20;

/**
 * Where a document's companies are: the place of its list of objects, or else a table. Throws `bad_file` for neither.
 */
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
  const isSure = isList(place);
  const mayBeTable = problem === '' && (!isSure || scanner.hasRows);
  const whole = mayBeTable ? await wholeText(text()) : '';
  const table = whole === null ? null : jsonTableIn(whole);
  if (table !== null && (!isSure || saysColumns(scanner.places.get(place), table))) return { table };
  // A document that merely ends too early still has its complete records.
  if (found !== null && (problem === '' || problem.includes('too early'))) return found;
  throw badFile(name, problem || (whole === null ? notHeld : noCompanies));
}

/** Where a document's companies are, and which of its other lists are left out. */
interface CompanyPlaces {
  /** Several if the document has them in groups (`{"A": […], "B": […]}`). */
  readonly places: readonly string[];
  readonly note: string;
}

/** Whether a place is in a list, rather than the document itself or one of its members. */
function isList(place: string | null): place is string {
  return place !== null && place !== '$' && place !== '*';
}

/** Whether a list has as many objects as a table has columns: then it describes them. */
function saysColumns(list: JsonPlace | undefined, { headers }: JsonTable): boolean {
  return list?.count === headers?.length;
}

const noCompanies = 'this JSON holds no list of companies.';

const heldAtMost = `${String(limits.jsonTableChars / 1024 ** 2)} MB`;
const notHeld = `this JSON holds no list of records; as a table of rows or columns it may have ${heldAtMost}.`;

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

/** The text of a document, or null if it is too long to hold in memory. */
async function wholeText(text: AsyncGenerator<string>): Promise<string | null> {
  let whole = '';
  for await (const chunk of text) {
    whole += chunk;
    if (whole.length > limits.jsonTableChars) return null;
  }
  return whole;
}

/** The places whose objects look most like companies: known fields first, then their number; null if none does. */
function companyPlaces(places: ReadonlyMap<string, JsonPlace>): CompanyPlaces | null {
  const names = new HeaderNames();
  const scores = new Map([...places].map(([path, found]) => [path, placeScore(path, found, places, names)]));
  // Wrapped objects count only if their list has no companies itself: an address would win over its company.
  const isOuter = (path: string): boolean =>
    !isWrapped(path) || (scores.get(path.slice(0, path.lastIndexOf('.'))) ?? 0) <= 0;
  const [best] = [...scores]
    .filter(([path]) => isOuter(path))
    .map(([path, score]) => ({ path, score }))
    .toSorted((a, b) => b.score - a.score);
  if (best === undefined || best.score <= 0) return null;
  const groups = groupsBeside(best.path, places).filter((path) => (scores.get(path) ?? 0) > 0);
  const chosen = [best.path, ...groups];
  return { places: chosen, note: noteOf(chosen, places) };
}

function placeScore(
  path: string,
  place: JsonPlace,
  places: ReadonlyMap<string, JsonPlace>,
  names: HeaderNames,
): number {
  const fieldOf = (key: string) => names.match(key)?.field;
  const fields = new Set([...place.keys].map(fieldOf).filter((field) => field !== undefined));
  const isNamed = [...place.keys].some((key) => {
    const field = fieldOf(key);
    if (field !== 'name' && field !== 'website') return false;
    return !place.nested.has(key) || isValue(places, `${path}.${key}`);
  });
  if (!isNamed) return 0;
  const depth = path.split('[]').length;
  const score = Math.min(fields.size, 8) * 2 + Math.log2(1 + place.count) - depth - (path === '$' ? 2 : 0);
  const name = listName(path);
  return ofCompanies.test(name) ? score + 6 : ofOthers.test(name) ? score / 4 : score;
}

/** Names of lists of companies, and of lists that belong to companies. */
const ofCompanies = pattern()`
  ^(?:compan(?:y|ies)|startups?|start ups|organi[sz]ations?|orgs?|business(?:es)?|firms?|ventures
    |portfolio(?: companies)?|accounts?|unternehmen|empresas|societes|entreprises|aziende)$
`;
const ofOthers = pattern()`
  ^(?:people|persons?|contacts?|founders?|team(?: members)?|users?|members|employees|investors?|funds|investments?
    |rounds|funding rounds|deals|acquisitions?|products?|news|articles?|events|jobs|included|offices|locations
    |categories|industries|tags|sectors|countries|cities)$
`;

/**
 * Whether an object inside a record stands for one value (`{"value": "Acme"}`) or for the company itself; `links` and
 * lists do not. Nothing is known of more deeply nested objects; they get the benefit of the doubt.
 */
function isValue(places: ReadonlyMap<string, JsonPlace>, path: string): boolean {
  const keys = places.get(path)?.keys;
  if (keys !== undefined) return valueKeys.some((key) => keys.has(key));
  return path.includes('[]') && !places.has(`${path}[]`);
}

const valueKeys = ['value', 'name', 'text', 'label', 'rendered', 'url', 'en'];

/** The name of the list that a place belongs to, or `''`, ignoring names that say nothing. */
function listName(path: string): string {
  const list = path.slice(0, path.lastIndexOf('[]'));
  const parts = list.split(/\.|\[\]/).map(headerKey);
  return parts.findLast((part) => !neutral.test(part)) ?? '';
}

/** Names for lists of anything. */
const neutral =
  /^(?:|data|results?|items?|list|records?|rows|hits|values?|entries|edges|nodes?|docs|content|response)$/;

/** Lists next to this one with much the same keys. */
function groupsBeside(path: string, places: ReadonlyMap<string, JsonPlace>): string[] {
  const keys = places.get(path)?.keys;
  if (keys === undefined || !isOuterList(path)) return [];
  const parent = parentOf(path);
  return [...places]
    .filter(([other, place]) => {
      if (other === path || !isOuterList(other) || parentOf(other) !== parent) return false;
      const shared = [...place.keys].filter((key) => keys.has(key)).length;
      return !ofOthers.test(listName(other)) && shared * 2 > new Set([...keys, ...place.keys]).size;
    })
    .map(([other]) => other);
}

function isOuterList(path: string): boolean {
  return path.length > 2 && path.indexOf('[]') === path.length - 2;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

function noteOf(chosen: readonly string[], places: ReadonlyMap<string, JsonPlace>): string {
  const isPart = (path: string): boolean => chosen.some((one) => path.startsWith(one) || one.startsWith(path));
  const left = [...places].filter(([path, { count }]) => isOuterList(path) && count > 1 && !isPart(path));
  if (left.length === 0) return '';
  const read = chosen.length === 1 ? `The list ${quoted(chosen)} is read` : `The lists ${quoted(chosen)} are read`;
  return `${read}; skipped: ${quoted(left.map(([path]) => path))}.`;
}

function quoted(paths: readonly string[]): string {
  const more = paths.length - namedAtMost;
  const named = paths.slice(0, namedAtMost).map((path) => `“${path.split('[]', 1)[0] ?? ''}”`);
  return `${named.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
}

/** How many lists a note names. */
const namedAtMost = 5;

/** A table in a JSON document in a form other than a list of objects. */
interface JsonTable {
  readonly headers: readonly string[] | null;
  /** Their lines are the numbers of the rows in their list. */
  readonly records: RawRecord[];
}

/** Rows of a document, and the names of their columns if it has them. */
interface Grid {
  readonly names: readonly string[] | null;
  readonly rows: readonly unknown[];
}

/**
 * The table of companies in a JSON text, read as a whole: rows as lists of cells (`[["Name", …], ["Alma", …]]`, one per
 * line, or with their names next to them: `{columns, data}`, `{cols: [{name}], rows}`), or columns as lists of cells
 * (`{name: ["Alma", …], …}`, `{name: {0: "Alma", …}, …}`). Null if there is none.
 */
function jsonTableIn(text: string): JsonTable | null {
  const names = new HeaderNames();
  const document = parseValue(text) ?? linesIn(text);
  const containers = [...containersIn(document)];
  const nameLists = containers.filter((list) => Array.isArray(list)).map(namesIn);
  for (const container of containers) {
    const grid = Array.isArray(container) ? rowsIn(container, nameLists) : columnsIn(container);
    const table = grid === null ? null : tableOf(grid, names);
    if (table !== null && (listsCompanies(table.headers, names) || isHeaderless(table, container === document)))
      return table;
  }
  return null;
}

/** Without names, rows are taken for companies only if they are the whole document. */
function isHeaderless({ headers, records }: JsonTable, isAll: boolean): boolean {
  return isAll && headers === null && records.length > 1;
}

/** JSON Lines of lists, one row each; undefined if a line is not one. */
function linesIn(text: string): unknown[] | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => line.trimStart().startsWith('['))) return undefined;
  return lines.map((line) => parseValue(line) ?? null);
}

/** A value's objects and lists, from the outside in; what is inside a list is a row of it, not another table. */
function* containersIn(value: unknown, level = 0): Generator<object> {
  if (typeof value !== 'object' || value === null || level > levels) return;
  yield value;
  if (Array.isArray(value)) return;
  for (const inner of Object.values(value)) yield* containersIn(inner, level + 1);
}

/** How many levels of nested objects are searched for a table. */
const levels = 6;

/** The names in a list: texts, or objects with a name each; empty if one has none. */
function namesIn(list: readonly unknown[]): string[] {
  const names = list.slice(0, limits.columns).map((entry) => (Array.isArray(entry) ? '' : cellOf(entry)));
  return names.every((name) => name.trim() !== '') ? names : [];
}

function rowsIn(list: readonly unknown[], nameLists: readonly string[][]): Grid | null {
  const rows = list.filter((row) => Array.isArray(row));
  if (rows.length === 0 || rows.length < list.length / 2) return null;
  const width = Math.max(...rows.slice(0, rowsLookedAt).map((row) => row.length));
  const names = nameLists.find((each) => each.length === width && width > 1);
  return { names: names ?? null, rows: list };
}

/** How many rows are examined to recognise a header. */
const rowsLookedAt = 100;

/** An object whose members are all columns: a list of as many cells, or an object with a number for each row. */
function columnsIn(object: object): Grid | null {
  const columns = Object.entries(object);
  if (columns.length < 2 || !columns.every(([, value]) => isColumn(value))) return null;
  const cells = columns.map(([, column]) => new Map<string, unknown>(Object.entries(column)));
  const [first] = cells;
  if (first === undefined || first.size === 0 || cells.some((column) => column.size !== first.size)) return null;
  const rows = [...first.keys()].map((key) => cells.map((column) => column.get(key)));
  return { names: columns.map(([name]) => name), rows };
}

function isColumn(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isNumbered = Array.isArray(value) || Object.keys(value).every((key) => /^\d+$/.test(key));
  return isNumbered && !Object.values(value).some((cell) => isObject(cell));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tableOf({ names, rows }: Grid, known: HeaderNames): JsonTable {
  const records = rows.map(recordOfRow);
  if (names !== null) return { headers: names, records: records.filter(isFilled) };
  const start = records.slice(0, rowsLookedAt).map(({ cells }) => cells);
  const { headers, skip } = headerOf(start, known);
  return { headers, records: records.slice(skip).filter(isFilled) };
}

function recordOfRow(row: unknown, index: number): RawRecord {
  const line = index + 1;
  if (!Array.isArray(row)) return { line, cells: [], problem: 'This entry is not a row of cells.' };
  if (row.length > limits.columns) return { line, cells: [], problem: 'The row has too many cells.' };
  const cells = row.map(cellOf);
  if (cells.some((cell) => cell.length > limits.cellChars)) return { line, cells: [], problem: cellTooLarge };
  return { line, cells, problem: '' };
}

function isFilled({ cells, problem }: RawRecord): boolean {
  return problem !== '' || cells.some((cell) => cell.trim() !== '');
}

async function* batches(records: readonly RawRecord[]): AsyncGenerator<RawRecord[]> {
  for (let at = 0; at < records.length; at += batchSize) yield records.slice(at, at + batchSize);
}

/** How many records are handed over at a time. */
const batchSize = 2000;

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

/** A line as a record; none if it is blank. */
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

/** How many keys of the root object are examined to tell whether they are names. */
const outerLookedAt = 1000;

/** The column of the names that are objects' keys: `{"Alma": {"website": …}}`. */
const outerName = '(name)';

/** Whether keys are written like names, with a capital or a space; numbers and programs' identifiers are not. */
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
