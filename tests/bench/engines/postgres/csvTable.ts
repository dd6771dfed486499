import { exportColumns } from '#shared/domain/exportColumns.ts';
import { connect, type Connection } from './client.ts';
import type { Cluster } from '../../../postgres/cluster.ts';

const searched = ['name', 'city', 'description_llm', 'description_long', 'description_short'];
const lists = ['stages', 'industry', 'highlights', 'business_model'];
const scalars = ['region', 'country_code', 'size', 'founded'];

/**
 * A CSV file as a searchable table, loaded the best way: COPY into a new table in the same transaction (no journal),
 * words and lists as generated columns in the same pass, indexes after the data, ANALYZE.
 */
export class CsvTable {
  readonly #client: Connection;

  private constructor(client: Connection) {
    this.#client = client;
  }

  static async open(cluster: Cluster): Promise<CsvTable> {
    const admin = await connect(cluster, 'postgres');
    await admin.run('CREATE DATABASE csv');
    await admin.close();
    return new CsvTable(await connect(cluster, 'csv'));
  }

  /** Loads a file of the default export; milliseconds until it is searchable. */
  async load(file: string): Promise<number> {
    const start = performance.now();
    const text = searched.map((name) => `coalesce(${name}, '')`).join(` || ' ' || `);
    const columns = exportColumns.map(({ key, kind }) => `${key} ${kind === 'number' ? 'double precision' : 'text'}`);
    const generated = lists.map(
      (name) => `${name}_list text[] GENERATED ALWAYS AS (string_to_array(${name}, '; ')) STORED`,
    );
    await this.#client.run('DROP TABLE IF EXISTS company');
    await this.#client.run('BEGIN');
    await this.#client.run(`CREATE TABLE company (${columns.join(', ')}, ${generated.join(', ')},
      words tsvector GENERATED ALWAYS AS (to_tsvector('simple', ${text})) STORED)`);
    await this.#client.run(`COPY company (${exportColumns.map(({ key }) => key).join(', ')}) FROM '${file}'
      (FORMAT csv, HEADER, FREEZE)`);
    await this.#client.run('CREATE INDEX ON company USING gin (words)');
    for (const name of lists) await this.#client.run(`CREATE INDEX ON company USING gin (${name}_list)`);
    for (const name of scalars) await this.#client.run(`CREATE INDEX ON company (${name})`);
    await this.#client.run('CREATE UNIQUE INDEX ON company (id)');
    await this.#client.run('CREATE INDEX ON company (score DESC NULLS LAST, id)');
    await this.#client.run('COMMIT');
    await this.#client.run('ANALYZE company');
    return performance.now() - start;
  }

  /** Takes changed descriptions from a file with the same columns, by id; milliseconds until they are live. */
  async refresh(file: string): Promise<number> {
    const start = performance.now();
    const columns = exportColumns.map(({ key, kind }) => `${key} ${kind === 'number' ? 'double precision' : 'text'}`);
    await this.#client.run('BEGIN');
    await this.#client.run(`CREATE TEMP TABLE changed (${columns.join(', ')}) ON COMMIT DROP`);
    await this.#client.run(`COPY changed FROM '${file}' (FORMAT csv, HEADER)`);
    await this.#client.run('CREATE INDEX ON changed (id)');
    await this.#client.run('ANALYZE changed');
    await this.#client.run(`UPDATE company SET description_short = changed.description_short
      FROM changed WHERE changed.id = company.id`);
    await this.#client.run('COMMIT');
    return performance.now() - start;
  }

  /** Counts companies with a word. */
  async count(word: string): Promise<number> {
    const rows = await this.#client.rows(`SELECT count(*) FROM company WHERE words @@ '''${word}'''::tsquery`);
    return Number(rows[0]?.[0]);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
