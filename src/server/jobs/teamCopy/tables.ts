import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { PoolClient } from 'pg';
import { text, valuesOf } from '#node/rows.ts';

/** A table of the state: what a team has in it is the same in a file and in a database. */
export interface TeamTable {
  readonly name: string;
  /** Its columns, without the team's. */
  readonly columns: readonly string[];
  /** The column that the database numbers, if there is one. */
  readonly numbered: string | null;
}

/** A value of such a table. */
export type TableValue = string | number | null;

/** What every file has besides the tables of the state. */
const ownOfFile: ReadonlySet<string> = new Set(['schema_migration']);

/** A connection as far as it is used here. */
export type Asker = Pick<PoolClient, 'query'>;

/**
 * The tables of a database that belong to a team, from its catalogue: what others refer to comes before them, so that
 * rows can be put in in this order.
 */
export async function tablesOfDatabase(client: Asker): Promise<TeamTable[]> {
  const { rows: tables } = await client.query<TeamTable>(`
    SELECT c.relname AS name, json_agg(a.attname ORDER BY a.attnum) FILTER (WHERE a.attname <> 'team_id') AS columns,
      max(a.attname) FILTER (WHERE a.attidentity <> '') AS numbered
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
    GROUP BY c.oid, c.relname HAVING bool_or(a.attname = 'team_id') ORDER BY c.relname`);
  const { rows: references } = await client.query<{ of: string; to: string }>(`
    SELECT one.relname AS of, other.relname AS to FROM pg_constraint AS k
    JOIN pg_class AS one ON one.oid = k.conrelid JOIN pg_class AS other ON other.oid = k.confrelid
    WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`);
  const inOrder: TeamTable[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ name }) => !references.some(({ of, to }) => of === name && names.has(to)));
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${[...names].join(', ')}.`);
    inOrder.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return inOrder;
}

/** The tables of a file and their columns. */
export function tablesOfFile(db: DatabaseSync): Map<string, string[]> {
  const select = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'`;
  const names = valuesOf(text, db.prepare(select).all()).filter((name) => !ownOfFile.has(name));
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)');
  return new Map(names.toSorted().map((name) => [name, valuesOf(text, columns.all(name))]));
}

/** Throws, before anything is written, if a table or a column of one side is not on the other: it would be lost. */
export function checkSameTables(file: ReadonlyMap<string, readonly string[]>, database: readonly TeamTable[]): void {
  const [one, other] = [
    new Set([...file].flatMap(([name, columns]) => described(name, columns))),
    new Set(database.flatMap(({ name, columns }) => described(name, columns))),
  ];
  const odd = [...one, ...other].filter((name) => !(one.has(name) && other.has(name))).toSorted();
  if (odd.length > 0) throw new Error(`Only a file or only a database has these columns: ${odd.join(', ')}.`);
}

function described(name: string, columns: readonly string[]): string[] {
  return columns.map((column) => `${name}.${column}`);
}

/** The rows of a file's table, in the order of its columns. */
export function* rowsOfFile(db: DatabaseSync, { name, columns }: TeamTable, order = ''): Generator<TableValue[]> {
  const select = db.prepare(`SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)} ${order}`);
  for (const row of select.iterate()) yield columns.map((column) => row[column] as TableValue);
}

/** How many rows are read from a database at a time. */
const rowsAtOnce = 5000;

/** The same of a database's table, some rows at a time. The connection must be in a transaction. */
export async function* rowsOfDatabase(
  client: Asker,
  team: number,
  { name, columns }: TeamTable,
  order = '',
): AsyncGenerator<TableValue[][]> {
  await client.query(
    `DECLARE table_rows NO SCROLL CURSOR FOR
     SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)} WHERE team_id = ${String(team)} ${order}`,
  );
  for (;;) {
    const { rows } = await client.query<Record<string, TableValue>>(`FETCH ${String(rowsAtOnce)} FROM table_rows`);
    if (rows.length > 0) yield rows.map((row) => columns.map((column) => row[column] ?? null));
    if (rows.length < rowsAtOnce) break;
  }
  await client.query('CLOSE table_rows');
}

/** A name in a statement, in both engines. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A hash over rows in their order: the same of a file and of a database that have the same. */
export class RowHash {
  readonly #hash = createHash('sha256');

  add(row: readonly TableValue[]): void {
    this.#hash.update(`${JSON.stringify(row)}\n`);
  }

  get hex(): string {
    return this.#hash.digest('hex');
  }
}
