import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDataset, type Dataset } from './data/dataset.ts';
import { writeExportSource, type ExportSource } from './csv/exportSource.ts';
import { writeCompanyFile } from './csv/companyFile.ts';
import { DuckEngine, openDuck, type Duck } from './engines/duckdb.ts';
import { MiniSearchPeer } from './engines/miniSearch.ts';
import { hasPeer } from './peers/load.ts';
import { clusterIn, postgresPrograms, startCluster, type Cluster } from '../postgres/cluster.ts';
import { postgresSettings } from './engines/postgres/settings.ts';
import { CsvTable } from './engines/postgres/csvTable.ts';
import { PostgresEngine } from './engines/postgres/engine.ts';
import { WinnowServer, type ServerCommand } from './engines/winnow.ts';
import { cacheFolder, keyOf, KeptData } from './keptData.ts';
import { ScreenBench } from './screen/screenBench.ts';

/** The most companies that MiniSearch gets: more do not fit into its memory. */
export const miniSearchSize = 100_000;

/** The code that data is made by, for the keys that it is kept under. */
const code = {
  companies: [
    'src/shared/**/*.ts',
    'src/server/jobs/sample/**/*.ts',
    'src/server/record/**/*.ts',
    'src/server/index/analysis/*.ts',
    'src/server/index/query/textMatch.ts',
    'tests/bench/data/*.ts',
  ],
  csv: ['src/server/api/http/csv.ts', 'tests/bench/csv/*.ts'],
  server: ['src/{server,node}/**/*.ts'],
  postgres: ['tests/bench/engines/postgres/*.ts', 'tests/postgres/cluster.ts'],
  duck: ['tests/bench/engines/duckdb.ts', 'tests/bench/peers/package-lock.json'],
} as const;

interface Options {
  readonly size: number;
  readonly rounds: number;
  readonly server: ServerCommand;
  readonly note: (line: string) => void;
}

/**
 * What rows share: data and engines, each created when first asked for and ended by `close`. What takes long to make is
 * kept for the next run of that day (`keptData.ts`); the rest is in a folder of its own.
 */
export class Workbench {
  readonly size: number;
  /** Rounds of measurement. */
  readonly rounds: number;
  readonly server: ServerCommand;
  readonly note: (line: string) => void;
  readonly folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  /** Peers that are not available, and why. */
  readonly skipped = new Map<string, string>();
  readonly #kept: KeptData;
  readonly #made = new Map<string, unknown>();
  readonly #endings: (() => Promise<void> | void)[] = [];

  constructor({ size, rounds, server, note }: Options) {
    this.size = size;
    this.rounds = rounds;
    this.server = server;
    this.note = note;
    // PostgreSQL runs as another user and reads the data from here.
    chmodSync(this.folder, 0o755);
    const shared = new KeptData(cacheFolder());
    this.#kept = shared.take() ? shared : new KeptData(join(this.folder, 'kept'));
  }

  /** A key of what is made of a sample of that size; its companies are of today. */
  #key(size: number, ...kinds: readonly (keyof typeof code)[]): string {
    const today = new Date().toISOString().slice(0, 10);
    return keyOf({ size, today }, ...code.companies, ...kinds.flatMap((kind) => code[kind]));
  }

  /** Rounds for what takes minutes. */
  get longRounds(): number {
    return this.size > 200_000 ? Math.min(this.rounds, 3) : this.rounds;
  }

  /** Companies for peers. Beyond the bench's own size, the file has no answers, only what is searched. */
  dataset(size = this.size): Promise<Dataset> {
    return this.#once(`dataset ${size}`, async () => {
      const [hasData, key] = [size <= this.size, this.#key(size)];
      const folder = await this.#kept.folder(`dataset-${size}`, `${key} ${hasData}`, (made) => {
        const { frequencies } = writeDataset(size, join(made, 'companies.csv'), hasData);
        writeFileSync(join(made, 'words.json'), JSON.stringify([...frequencies]));
      });
      const words = JSON.parse(readFileSync(join(folder, 'words.json'), 'utf8')) as [string, number][];
      return { size, file: join(folder, 'companies.csv'), frequencies: new Map(words) };
    });
  }

  /** A CSV file of our own export with the sample, and how many companies it has. */
  companyFile(size = this.size): Promise<{ path: string; rows: number }> {
    return this.#once(`CSV file ${size}`, async () => {
      const folder = await this.#kept.folder(`csv-${size}`, this.#key(size, 'csv'), (made) => {
        const rows = writeCompanyFile(size, join(made, 'companies.csv'));
        writeFileSync(join(made, 'rows'), String(rows));
      });
      return { path: join(folder, 'companies.csv'), rows: Number(readFileSync(join(folder, 'rows'), 'utf8')) };
    });
  }

  /** PostgreSQL for loading that file, or null. */
  async csvTable(): Promise<CsvTable | null> {
    const cluster = await this.cluster();
    if (cluster === null) return null;
    return this.#once('PostgreSQL for CSV', () => this.ending(CsvTable.open(cluster)));
  }

  /** The workspace file of `winnow`. */
  workspaceFile(size = this.size): string {
    return join(this.folder, `winnow-${size}.db`);
  }

  /** The file of `duck`. */
  duckPath(size = this.size): string {
    return join(this.folder, `duck-${size}.db`);
  }

  /** Another server on the same workspace, freshly started; the caller must close it. */
  async freshWinnow(size = this.size): Promise<WinnowServer> {
    await this.winnow(size);
    return WinnowServer.start(this.server, this.workspaceFile(size), 0);
  }

  /** Our server with a sample of that size. */
  winnow(size = this.size): Promise<WinnowServer> {
    return this.#once(`Winnow ${size}`, async () => {
      const name = `winnow-${size}.db`;
      const folder = await this.#kept.folder(`winnow-${size}`, this.#key(size, 'server'), async (made) => {
        const server = await WinnowServer.start(this.server, join(made, name), size);
        await server.close();
      });
      // Rows make lists in it.
      cpSync(folder, this.folder, { recursive: true, filter: (from) => !from.endsWith('kept.json') });
      return this.ending(WinnowServer.start(this.server, this.workspaceFile(size), 0));
    });
  }

  /** PostgreSQL with the same data, or null. */
  async postgres(size = this.size): Promise<PostgresEngine | null> {
    const cluster = await this.cluster();
    if (cluster === null) return null;
    return this.#once(`PostgreSQL ${size}`, async () => {
      const key = this.#key(size, 'postgres');
      const kept = await PostgresEngine.kept(cluster, size, key);
      return this.ending(Promise.resolve(kept ?? (await PostgresEngine.load(cluster, await this.dataset(size), key))));
    });
  }

  /** The PostgreSQL cluster, or null if PostgreSQL is not installed. */
  async cluster(): Promise<Cluster | null> {
    const programs = postgresPrograms();
    if (programs === null) return this.skip('PostgreSQL', 'there is none for this system');
    if (!(await hasPeer('pg'))) return this.skip('PostgreSQL', 'its client could not be installed');
    return this.#once('cluster', async () => {
      const key = keyOf({ programs, postgresSettings }, ...code.postgres);
      const { folder, isKept, keep } = this.#kept.open('postgres', key);
      const place = join(folder, 'cluster');
      const cluster = isKept
        ? clusterIn(programs, place, postgresSettings)
        : await startCluster(programs, place, postgresSettings);
      if (isKept) await cluster.start();
      this.#endings.push(async () => {
        await cluster.stop();
        keep();
      });
      if (isKept) await PostgresEngine.dropOthers(cluster);
      return cluster;
    });
  }

  /** DuckDB with the same data, or null. */
  async duck(size = this.size): Promise<DuckEngine | null> {
    if (!(await hasPeer('@duckdb/node-api'))) return this.skip('DuckDB', 'its package could not be installed');
    return this.#once(`DuckDB ${size}`, async () => {
      const folder = await this.#kept.folder(`duck-${size}`, this.#key(size, 'duck'), async (made) => {
        const engine = await DuckEngine.load(await this.dataset(size), join(made, 'duck.db'));
        await engine.close();
      });
      cpSync(join(folder, 'duck.db'), this.duckPath(size));
      return this.ending(DuckEngine.open(this.duckPath(size)));
    });
  }

  /** An empty DuckDB file, or null. */
  async duckFile(name: string): Promise<Duck | null> {
    if (!(await hasPeer('@duckdb/node-api'))) return this.skip('DuckDB', 'its package could not be installed');
    return this.#once(`DuckDB ${name}`, () => this.ending(openDuck(join(this.folder, `duck-${name}.db`))));
  }

  /** The contents of an export of the sample, for peers to write. */
  exportSource(size = this.size): Promise<ExportSource> {
    return this.#once(`export ${size}`, async () => {
      const folder = await this.#kept.folder(`export-${size}`, this.#key(size, 'csv'), (made) => {
        const { rows } = writeExportSource(size, join(made, 'export.db'), join(made, 'export.csv'));
        writeFileSync(join(made, 'rows'), String(rows));
      });
      const rows = Number(readFileSync(join(folder, 'rows'), 'utf8'));
      return { rows, sqlite: join(folder, 'export.db'), csv: join(folder, 'export.csv') };
    });
  }

  /** MiniSearch with at most `miniSearchSize` companies, or null. */
  async miniSearch(): Promise<MiniSearchPeer | null> {
    if (!(await hasPeer('minisearch'))) return this.skip('MiniSearch', 'its package could not be installed');
    return this.#once('MiniSearch', async () =>
      this.ending(MiniSearchPeer.load(await this.dataset(Math.min(this.size, miniSearchSize)))),
    );
  }

  /** The app on the screen, with an inbox of ten thousand companies. */
  screen(): Promise<ScreenBench> {
    return this.#once('app on the screen', () => this.ending(ScreenBench.open(this)));
  }

  /** Arranges for something opened to be closed. */
  async ending<T extends { close(): Promise<void> | void }>(opening: Promise<T>): Promise<T> {
    const made = await opening;
    this.#endings.push(() => made.close());
    return made;
  }

  /** Ends everything that was started, last first, and removes the folder. */
  async close(): Promise<void> {
    for (const end of this.#endings.splice(0).toReversed()) {
      try {
        await end();
      } catch (error) {
        this.note(String(error));
      }
    }
    this.#kept.release();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(name) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const start = performance.now();
    this.note(`${name} …`);
    const made = make().then((value) => {
      this.note(`${name}: ready in ${((performance.now() - start) / 1000).toFixed(1)} s`);
      return value;
    });
    this.#made.set(name, made);
    return made;
  }

  /** Notes that a peer is not available. */
  skip(name: string, reason: string): null {
    if (!this.skipped.has(name)) this.note(`${name} is skipped: ${reason}.`);
    this.skipped.set(name, reason);
    return null;
  }
}
