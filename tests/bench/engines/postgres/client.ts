import { loadPeer } from '../../peers/load.ts';
import type { Cluster } from '../../../postgres/cluster.ts';

/** One connection over the Unix socket. */
export interface Connection {
  run(statement: string): Promise<void>;
  /** Rows as arrays, the client's fastest form; values as unparsed text. */
  rows(statement: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

interface PgModule {
  readonly default: {
    readonly Client: new (options: object) => {
      connect(): Promise<void>;
      query(query: string | object): Promise<{ rows: unknown[][] }>;
      end(): Promise<void>;
      on(event: 'error', listener: () => void): void;
    };
  };
}

const asText = { getTypeParser: () => (value: unknown) => value };

/** Connects to a database of the cluster. */
export async function connect({ host }: Cluster, database: string): Promise<Connection> {
  const { Client } = ((await loadPeer('pg')) as PgModule).default;
  const client = new Client({ host, user: 'postgres', database });
  // Stopping a cluster ends its connections; the next query finds that out.
  client.on('error', () => undefined);
  await client.connect();
  return {
    run: async (statement) => {
      await client.query(statement);
    },
    rows: async (statement) => {
      const { rows } = await client.query({ text: statement, rowMode: 'array', types: asText });
      return rows;
    },
    close: () => client.end(),
  };
}
