import { HeaderNames } from '../columns/fields.ts';
import { cellTooLarge, limits } from './limits.ts';
import { headerOf, listsCompanies } from './header.ts';
import { cellOf, parseValue } from './jsonRecord.ts';
import type { RawRecord } from './recordReader.ts';

/** A table that a JSON document holds otherwise than as a list of objects. */
export interface JsonTable {
  readonly headers: readonly string[] | null;
  /** Their lines are the numbers of the rows in their list. */
  readonly records: RawRecord[];
}

/** Rows of a document, and the names of their columns where it has them. */
interface Grid {
  readonly names: readonly string[] | null;
  readonly rows: readonly unknown[];
}

/** Levels of nested objects in which a table is looked for. */
const levels = 6;

/** Rows by which a header is told. */
const rowsLookedAt = 100;

/**
 * The table of companies in a JSON text, read as a whole: rows as lists of cells (`[["Name", …], ["Alma", …]]`, a line
 * each, or with their names beside them: `{columns, data}`, `{cols: [{name}], rows}`), or columns as lists of cells
 * (`{name: ["Alma", …], …}`, `{name: {0: "Alma", …}, …}`). Null where there is none.
 */
export function jsonTableIn(text: string): JsonTable | null {
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

/** Only a document that is nothing but rows is taken for companies where nothing names them. */
function isHeaderless({ headers, records }: JsonTable, isAll: boolean): boolean {
  return isAll && headers === null && records.length > 1;
}

/** JSON Lines of lists: a row each; undefined where a line is none. */
function linesIn(text: string): unknown[] | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => line.trimStart().startsWith('['))) return undefined;
  return lines.map((line) => parseValue(line) ?? null);
}

/** A value's objects and lists, from the outside in; what stands in a list is its row, not another table. */
function* containersIn(value: unknown, level = 0): Generator<object> {
  if (typeof value !== 'object' || value === null || level > levels) return;
  yield value;
  if (Array.isArray(value)) return;
  for (const inner of Object.values(value)) yield* containersIn(inner, level + 1);
}

/** Names that a list holds: texts, or objects with a name each; empty where one has none. */
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

/** An object of which each member is a column: a list of as many cells, or an object with a number for each row. */
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
  const records = rows.map(recordOf);
  if (names !== null) return { headers: names, records: records.filter(isFilled) };
  const start = records.slice(0, rowsLookedAt).map(({ cells }) => cells);
  const { headers, skip } = headerOf(start, known);
  return { headers, records: records.slice(skip).filter(isFilled) };
}

function recordOf(row: unknown, index: number): RawRecord {
  const line = index + 1;
  if (!Array.isArray(row)) return { line, cells: [], problem: 'This entry of the list is no row of cells.' };
  if (row.length > limits.columns) return { line, cells: [], problem: 'The row has too many cells.' };
  const cells = row.map(cellOf);
  if (cells.some((cell) => cell.length > limits.cellChars)) return { line, cells: [], problem: cellTooLarge };
  return { line, cells, problem: '' };
}

function isFilled({ cells, problem }: RawRecord): boolean {
  return problem !== '' || cells.some((cell) => cell.trim() !== '');
}
