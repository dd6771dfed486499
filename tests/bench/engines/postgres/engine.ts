import { datasetColumns, type Dataset } from '../../data/dataset.ts';
import type { Answer, BenchQuery, SearchEngine } from '../searchEngine.ts';
import { listFields, scalarFields } from '../searchEngine.ts';
import { connect, type Connection } from './client.ts';
import type { Cluster } from '../../../postgres/cluster.ts';
import { postgresIndexes, postgresTable } from './settings.ts';
import { groupStatement, searchStatement, type Form } from './statements.ts';

/** PostgreSQL with the same data, using the faster of its two forms for each query. */
export class PostgresEngine implements SearchEngine {
  readonly name = 'PostgreSQL';
  readonly #cluster: Cluster;
  readonly #database: string;
  #client: Connection;
  /** The faster form of each query, determined when it is first asked. */
  readonly #forms = new Map<BenchQuery, Form>();

  private constructor(cluster: Cluster, database: string, client: Connection) {
    this.#cluster = cluster;
    this.#database = database;
    this.#client = client;
  }

  /** Connects to what `load` has loaded. */
  static async open(cluster: Cluster, size: number): Promise<PostgresEngine> {
    const database = databaseOf(size);
    return new PostgresEngine(cluster, database, await connect(cluster, database));
  }

  /** Connects to what an earlier run has loaded under this key; null if none has. */
  static async kept(cluster: Cluster, size: number, key: string): Promise<PostgresEngine | null> {
    const database = databaseOf(size);
    const note = `SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = '${database}'`;
    const [row] = await asAdmin(cluster, (admin) => admin.rows(note));
    return row?.[0] === key ? PostgresEngine.open(cluster, size) : null;
  }

  /** Drops what other rows of an earlier run have left. */
  static async dropOthers(cluster: Cluster): Promise<void> {
    await asAdmin(cluster, async (admin) => {
      const names = await admin.rows(`SELECT datname FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres'
        AND datname NOT LIKE 'size\\_%'`);
      for (const [name] of names) await admin.run(`DROP DATABASE "${String(name)}"`);
    });
  }

  /** Loads the data into a database of its own, and notes the key once all of it is there. */
  static async load(cluster: Cluster, { file, size }: Dataset, key: string): Promise<PostgresEngine> {
    const database = databaseOf(size);
    await asAdmin(cluster, async (admin) => {
      await admin.run(`DROP DATABASE IF EXISTS ${database}`);
      await admin.run(`CREATE DATABASE ${database}`);
    });
    const client = await connect(cluster, database);
    await client.run(postgresTable);
    const lists = listFields.map((field) => `string_to_array(${field}, '|')`);
    await client.run(`CREATE UNLOGGED TABLE raw (${datasetColumns.map((name) => `${name} text`).join(', ')})`);
    await client.run(`COPY raw FROM '${file}' (FORMAT csv)`);
    await client.run(`
      INSERT INTO company SELECT id::integer, merit::double precision, ${scalarFields.join(', ')},
        ${lists.join(', ')}, ${vectorOf('words')}, ${vectorOf('name_words')}, data FROM raw`);
    await client.run('DROP TABLE raw');
    for (const statement of postgresIndexes) await client.run(statement);
    await client.run('VACUUM ANALYZE company');
    await client.run('CHECKPOINT');
    await asAdmin(cluster, (admin) => admin.run(`COMMENT ON DATABASE ${database} IS '${key}'`));
    return new PostgresEngine(cluster, database, client);
  }

  async search(query: BenchQuery): Promise<unknown> {
    const form = this.#forms.get(query) ?? (await this.#fasterForm(query));
    return this.#client.rows(searchStatement(query, form));
  }

  /** Searches in the form that computes the matches once, without finding out which form is faster. */
  searchOnce(query: BenchQuery): Promise<unknown> {
    return this.#client.rows(searchStatement(query, 'MATERIALIZED'));
  }

  async #fasterForm(query: BenchQuery): Promise<Form> {
    const timeOf = async (form: Form): Promise<number> => {
      const statement = searchStatement(query, form);
      const times = [];
      for (let turn = 0; turn < 3; turn++) {
        const start = performance.now();
        await this.#client.rows(statement);
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    const once = await timeOf('MATERIALIZED');
    const faster = (await timeOf('NOT MATERIALIZED')) < once ? 'NOT MATERIALIZED' : 'MATERIALIZED';
    this.#forms.set(query, faster);
    return faster;
  }

  /** Counts the matches of each value of one field. */
  async countValues(query: BenchQuery, field: (typeof listFields)[number]): Promise<Map<string, number>> {
    const rows = await this.#client.rows(groupStatement(query, field));
    return new Map(rows.map(([value, count]) => [String(value), Number(count)]));
  }

  read(raw: unknown): Answer {
    const rows = raw as readonly (readonly unknown[])[];
    return { count: Number(rows[0]?.[0] ?? 0), ids: rows.map((row) => Number(row[1])) };
  }

  /** Reconnects after `close`. */
  async reopen(): Promise<void> {
    this.#client = await connect(this.#cluster, this.#database);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

async function asAdmin<T>(cluster: Cluster, work: (admin: Connection) => Promise<T>): Promise<T> {
  const admin = await connect(cluster, 'postgres');
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

function databaseOf(size: number): string {
  return `size_${size}`;
}

function vectorOf(column: string): string {
  return `array_to_tsvector(string_to_array(coalesce(${column}, ''), ' '))`;
}
