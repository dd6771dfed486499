import type { PoolClient } from 'pg';
import { changesChannel } from './companyLog.ts';
import type { PostgresServer } from './server.ts';

/** How often to look without having been told, in milliseconds: a pool of connections in between passes nothing on. */
const lookMs = 3000;

/** Calls `onChange` when another server has changed the companies, soon after it has, and now and then in any case. */
export class ChangeListener {
  readonly #server: PostgresServer;
  readonly #onChange: () => void;
  readonly #timer: NodeJS.Timeout;
  #client: PoolClient | undefined;
  #isConnecting = false;
  #isClosed = false;

  constructor(server: PostgresServer, onChange: () => void) {
    this.#server = server;
    this.#onChange = onChange;
    this.#timer = setInterval(() => {
      onChange();
      void this.#listen();
    }, lookMs).unref();
    void this.#listen();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#client?.release(true);
    this.#client = undefined;
  }

  /** Listens, unless it does. A connection that is lost is made anew at the next look. */
  async #listen(): Promise<void> {
    if (this.#client !== undefined || this.#isConnecting) return;
    this.#isConnecting = true;
    try {
      const client = await this.#server.connect();
      client.on('notification', () => this.#onChange());
      client.on('error', () => this.#lose(client));
      client.on('end', () => this.#lose(client));
      await client.query(`LISTEN ${changesChannel}`);
      if (this.#isClosed) client.release(true);
      else this.#client = client;
    } catch {
      // The looks go on, and whoever asks for something is told that the database cannot be reached.
    } finally {
      this.#isConnecting = false;
    }
  }

  #lose(client: PoolClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.release(true);
  }
}
