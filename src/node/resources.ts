import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A line of a table, by the names in its heading. */
export type TableRow<Column extends string> = Readonly<Record<Column, string>>;

/** A table of `resources/`: tab-separated cells below a heading. */
export interface Table<Column extends string> {
  readonly rows: readonly TableRow<Column>[];
  /** An error that names the file and the line of a row. */
  readonly problem: (row: TableRow<Column>, what: string) => Error;
}

/** A value made on first use and kept for as long as the process runs. */
export function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * The folder `resources/`. It is beside `package.json` wherever Winnow runs: in a clone, with the code in `src/` or
 * `out/main/`, and in a package, whose archive contains both.
 */
const resourcesFolder = once(() => {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const above = path.dirname(folder);
    if (above === folder) throw new Error(`No package.json above ${fileURLToPath(import.meta.url)}.`);
    folder = above;
  }
  return path.join(folder, 'resources');
});

/**
 * The text of a file in `resources/`, without a byte order mark and with LF line ends, whatever an editor did to it.
 */
export function resourceText(name: string): string {
  return plainText(readFileSync(path.join(resourcesFolder(), name), 'utf8'));
}

function plainText(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
}

/** Reads a table of `resources/`. Throws an error with the file and the line if one is not well-formed. */
export function readTable<Column extends string>(name: string, columns: readonly Column[]): Table<Column> {
  return parseTable(resourceText(name), `resources/${name}`, columns);
}

/** Reads a table from its text; `file` is what errors call it. */
export function parseTable<Column extends string>(
  text: string,
  file: string,
  columns: readonly Column[],
): Table<Column> {
  const body = plainText(text).replace(/\n$/, '');
  const [heading = '', ...lines] = body.split('\n');
  if (heading !== columns.join('\t')) {
    throw new Error(`${file}, line 1: the heading must be ${columns.join(', ')}, separated by tabs.`);
  }
  // Lines are counted from 1, and the heading is the first.
  const problemIn = (index: number, what: string): Error => new Error(`${file}, line ${String(index + 2)}: ${what}`);
  const isOdd = oddSpace.test(body);
  const rows = lines.map((line, index) => {
    const cells = line.split('\t');
    const fault = isOdd || cells.length !== columns.length ? faultOf(line, columns) : '';
    if (fault !== '') throw problemIn(index, fault);
    const row: Partial<Record<string, string>> = {};
    // An iterator would take twice as long, and the first import of a process waits for thousands of lines.
    for (let at = 0; at < columns.length; at++) row[columns[at] ?? ''] = cells[at] ?? '';
    return row as TableRow<Column>;
  });
  return { rows, problem: (row, what) => problemIn(rows.indexOf(row), what) };
}

/** Found somewhere in a table if a cell is empty or starts or ends with a blank: only then is each line checked. */
const oddSpace = /\s\s|[^\S\t\n][\t\n]|[\t\n][^\S\t\n]|\s$/;

function faultOf(line: string, columns: readonly string[]): string {
  if (line === '') return 'the line is empty.';
  const cells = line.split('\t');
  if (cells.length !== columns.length) {
    return `the line has ${String(cells.length)} cells; it needs ${String(columns.length)}: ${columns.join(', ')}.`;
  }
  const empty = cells.indexOf('');
  if (empty !== -1) return `the cell “${columns[empty] ?? ''}” is empty.`;
  const padded = cells.find((cell) => cell !== cell.trim());
  return padded === undefined ? '' : `there are spaces around “${padded.trim()}”.`;
}

/**
 * What each name in a table stands for. `keyOf` gives the form in which names are compared, `targetOf` what a row's
 * name means. A name may appear in several languages, but a name that stands for two things is an error, and so is one
 * that appears twice in one language or has an empty key.
 */
export function namesIn<Column extends string>(
  table: Table<Column>,
  keyOf: (row: TableRow<Column>) => string,
  targetOf: (row: TableRow<Column>) => string,
): Map<string, string> {
  const targets = new Map<string, string>();
  const seen = new Set<string>();
  for (const row of table.rows) {
    const key = keyOf(row);
    if (key === '') throw table.problem(row, 'the name has no letters or digits.');
    const target = targetOf(row);
    const known = targets.get(key);
    if (known !== undefined && known !== target) {
      throw table.problem(row, `“${key}” stands for “${known}” in a line above, and for “${target}” here.`);
    }
    const language = (row as Readonly<Record<string, string>>)['language'] ?? '';
    if (seen.has(`${language}\t${key}`)) throw table.problem(row, `“${key}” is in a line above already.`);
    seen.add(`${language}\t${key}`);
    targets.set(key, target);
  }
  return targets;
}
