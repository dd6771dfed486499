import { datasetColumns, type Dataset } from '../data/dataset.ts';
import { loadPeer } from '../peers/load.ts';
import type { Answer, BenchQuery, SearchEngine } from './searchEngine.ts';
import { listFields, pageSize, scalarFields } from './searchEngine.ts';

export interface DuckConnection {
  run(statement: string): Promise<unknown>;
  runAndReadAll(statement: string): Promise<{ getRowsJS(): unknown[][] }>;
  closeSync(): void;
}

interface DuckModule {
  readonly DuckDBInstance: {
    create(file: string): Promise<{ connect(): Promise<DuckConnection>; closeSync(): void }>;
  };
}

/** An open DuckDB file. */
export interface Duck {
  readonly connection: DuckConnection;
  readonly close: () => void;
}

/** Opens a DuckDB file; on all cores, its default. */
export async function openDuck(file: string): Promise<Duck> {
  const { DuckDBInstance } = (await loadPeer('@duckdb/node-api')) as DuckModule;
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  return {
    connection,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/**
 * DuckDB in this process, on a file. It has no persistent text index, so words are found by LIKE in a list of words.
 */
export class DuckEngine implements SearchEngine {
  readonly name = 'DuckDB';
  readonly #file: string;
  #duck: Duck;

  private constructor(file: string, duck: Duck) {
    this.#file = file;
    this.#duck = duck;
  }

  /** Opens what `load` has loaded. */
  static async open(file: string): Promise<DuckEngine> {
    return new DuckEngine(file, await openDuck(file));
  }

  static async load({ file }: Dataset, databaseFile: string): Promise<DuckEngine> {
    const duck = await openDuck(databaseFile);
    const { connection } = duck;
    const columns = datasetColumns.map((name) => `'${name}': 'VARCHAR'`).join(', ');
    const lists = listFields.map((field) => `string_split(${field}, '|') AS ${field}`);
    await connection.run(`
      CREATE TABLE company AS SELECT id::INTEGER AS id, merit::DOUBLE AS merit, ${scalarFields.join(', ')},
        ${lists.join(', ')}, ' ' || words || ' ' AS words, ' ' || coalesce(name_words, '') || ' ' AS name_words, data
      FROM read_csv('${file}', header = false, columns = {${columns}}, max_line_size = 10000000)`);
    await connection.run('CHECKPOINT');
    return new DuckEngine(databaseFile, duck);
  }

  search(query: BenchQuery): Promise<unknown> {
    return this.#duck.connection.runAndReadAll(statementOf(query));
  }

  read(raw: unknown): Answer {
    const rows = (raw as { getRowsJS(): unknown[][] }).getRowsJS();
    return { count: Number(rows[0]?.[0] ?? 0), ids: rows.map((row) => Number(row[1])) };
  }

  /** Reopens the file after `close`. */
  async reopen(): Promise<void> {
    this.#duck = await openDuck(this.#file);
  }

  async close(): Promise<void> {
    this.#duck.close();
  }
}

function statementOf({ words, filters }: BenchQuery): string {
  const like = (column: string): string => words.map((word) => `${column} LIKE '% ${word} %'`).join(' AND ');
  const conditions = words.length === 0 ? [] : [like('words')];
  for (const field of scalarFields) {
    const values = filters[field];
    if (values !== undefined) conditions.push(`${field} IN (${values.map(quoted).join(', ')})`);
  }
  for (const field of listFields) {
    const values = filters[field];
    if (values !== undefined) conditions.push(`list_has_any(${field}, [${values.map(quoted).join(', ')}])`);
  }
  const order = 'hit DESC, merit DESC, id';
  return `WITH matches AS MATERIALIZED (
      SELECT rowid AS place, id, merit, ${words.length === 0 ? 'false' : like('name_words')} AS hit
      FROM company WHERE ${conditions.join(' AND ')}),
    page AS MATERIALIZED (SELECT * FROM matches ORDER BY ${order} LIMIT ${pageSize})
    SELECT (SELECT count(*) FROM matches), page.id, company.data FROM page JOIN company ON company.rowid = page.place
    ORDER BY page.hit DESC, page.merit DESC, page.id`;
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
