import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { query } from '#server/index/testing/companyFolder.ts';
import type { PostgresAddress } from '#server/postgres/address.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '#server/workspace.ts';
import { TestCluster } from './testCluster.ts';

/** A PostgreSQL for the tests of a file, each of which has a new database and an empty folder. */
export class TestTeam {
  cluster!: TestCluster;
  address!: PostgresAddress;
  folder!: string;
  /** What is open, oldest first. */
  nodes: Workspace[] = [];

  /** `isEmpty`: without Winnow's tables. */
  constructor(database: { readonly isEmpty?: boolean } = {}) {
    beforeAll(async () => {
      this.cluster = await TestCluster.start();
    });
    afterAll(() => this.cluster.stop());
    beforeEach(async () => {
      this.folder = mkdtempSync(join(tmpdir(), 'winnow-team-'));
      this.address = await this.cluster.newDatabase(database);
    });
    afterEach(() => {
      this.closeAll();
      rmSync(this.folder, { recursive: true });
    });
  }

  /** A server of the team with an index of its own, which is empty the first time. Resolves once it has what there is. */
  node(name: string): Promise<Workspace> {
    return this.open(join(name, 'team.db'), this.address);
  }

  /** The workspace of a file in the folder, or of `store`. */
  async open(file: string, store: PostgresAddress | null = null): Promise<Workspace> {
    const workspace = await openWorkspace({
      file: join(this.folder, file),
      store,
      config: configWithoutProvider(''),
      now: () => new Date('2026-11-27T10:00:00Z'),
      onEvent: () => undefined,
      reportError: (error) => {
        throw error;
      },
    });
    this.nodes.push(workspace);
    await workspace.ready;
    return workspace;
  }

  closeAll(): void {
    for (const node of this.nodes) node.close();
    this.nodes = [];
  }

  /** The address of the database as the command line takes it. */
  get url(): string {
    return `postgres://postgres@/${this.address.database}?host=${encodeURIComponent(this.cluster.cluster.host)}`;
  }

  /** A file of companies, by name. Returns its path. */
  csv(name: string, companies: readonly string[]): string {
    const path = join(this.folder, `${name}.csv`);
    const lines = companies.map((company) => `${company},https://${company.toLowerCase()}.example,Robots from ${name}`);
    writeFileSync(path, ['name,website,description', ...lines].join('\n'));
    return path;
  }
}

/** The names of the companies that a server finds, at most 100. */
export async function namesOn({ companies }: Workspace): Promise<string[]> {
  return (await companies.search(query(), 0, 100)).items.map(({ name }) => name).toSorted();
}
