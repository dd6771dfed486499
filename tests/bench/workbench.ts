import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDataset, type Dataset } from './data/dataset.ts';
import { writeExportSource, type ExportSource } from './csv/exportSource.ts';
import { writeCompanyFile } from './csv/companyFile.ts';
import { DuckEngine, openDuck, type Duck } from './engines/duckdb.ts';
import { MiniSearchPeer } from './engines/miniSearch.ts';
import { hasPeer } from './peers/load.ts';
import { postgresPrograms, startCluster, type Cluster } from '../postgres/cluster.ts';
import { postgresSettings } from './engines/postgres/settings.ts';
import { CsvTable } from './engines/postgres/csvTable.ts';
import { PostgresEngine } from './engines/postgres/engine.ts';
import { WinnowServer, type ServerCommand } from './engines/winnow.ts';
import { ScreenBench } from './screen/screenBench.ts';

/** The most companies that MiniSearch gets: more do not fit into its memory. */
export const miniSearchSize = 100_000;

interface Options {
  readonly size: number;
  readonly rounds: number;
  readonly server: ServerCommand;
  readonly note: (line: string) => void;
}

/**
 * What rows share: data and engines, each created when first asked for and ended by `close`, in one folder of its own.
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
  readonly #made = new Map<string, unknown>();
  readonly #endings: (() => Promise<void> | void)[] = [];

  constructor({ size, rounds, server, note }: Options) {
    this.size = size;
    this.rounds = rounds;
    this.server = server;
    this.note = note;
    // PostgreSQL runs as another user and reads the data from here.
    chmodSync(this.folder, 0o755);
  }

  /** Rounds for what takes minutes. */
  get longRounds(): number {
    return this.size > 200_000 ? Math.min(this.rounds, 3) : this.rounds;
  }

  /** Companies for peers. Beyond the bench's own size, the file has no answers, only what is searched. */
  dataset(size = this.size): Promise<Dataset> {
    return this.#once(`dataset ${size}`, async () =>
      writeDataset(size, join(this.folder, `dataset-${size}.csv`), size <= this.size),
    );
  }

  /** A CSV file of our own export with the sample, and how many companies it has. */
  companyFile(size = this.size): Promise<{ path: string; rows: number }> {
    const path = join(this.folder, `companies-${size}.csv`);
    return this.#once(`CSV file ${size}`, async () => ({ path, rows: writeCompanyFile(size, path) }));
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
    return this.#once(`Winnow ${size}`, () =>
      this.ending(WinnowServer.start(this.server, this.workspaceFile(size), size)),
    );
  }

  /** PostgreSQL with the same data, or null. */
  async postgres(size = this.size): Promise<PostgresEngine | null> {
    const cluster = await this.cluster();
    if (cluster === null) return null;
    return this.#once(`PostgreSQL ${size}`, async () =>
      this.ending(PostgresEngine.load(cluster, await this.dataset(size))),
    );
  }

  /** The PostgreSQL cluster, or null if PostgreSQL is not installed. */
  async cluster(): Promise<Cluster | null> {
    const programs = postgresPrograms();
    if (programs === null) return this.skip('PostgreSQL', 'there is none for this system');
    if (!(await hasPeer('pg'))) return this.skip('PostgreSQL', 'its client could not be installed');
    return this.#once('cluster', async () => {
      const cluster = await startCluster(programs, join(this.folder, 'postgres'), postgresSettings);
      this.#endings.push(() => cluster.stop());
      return cluster;
    });
  }

  /** DuckDB with the same data, or null. */
  async duck(size = this.size): Promise<DuckEngine | null> {
    if (!(await hasPeer('@duckdb/node-api'))) return this.skip('DuckDB', 'its package could not be installed');
    return this.#once(`DuckDB ${size}`, async () =>
      this.ending(DuckEngine.load(await this.dataset(size), this.duckPath(size))),
    );
  }

  /** An empty DuckDB file, or null. */
  async duckFile(name: string): Promise<Duck | null> {
    if (!(await hasPeer('@duckdb/node-api'))) return this.skip('DuckDB', 'its package could not be installed');
    return this.#once(`DuckDB ${name}`, () => this.ending(openDuck(join(this.folder, `duck-${name}.db`))));
  }

  /** The contents of an export of the sample, for peers to write. */
  exportSource(size = this.size): Promise<ExportSource> {
    const path = (kind: string): string => join(this.folder, `export-${size}.${kind}`);
    return this.#once(`export ${size}`, async () => writeExportSource(size, path('db'), path('csv')));
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
