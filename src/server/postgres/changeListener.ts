import type { PoolClient } from 'pg';
import { changesChannel } from './companyLog.ts';
import type { PostgresServer } from './server.ts';

/** How often to look without having been told, in milliseconds: a pool of connections in between passes nothing on. */
const lookMs = 3000;

/** Calls `onChange` when another server has changed the companies, soon after it has, and now and then in any case. */
export class ChangeListener {
  readonly #server: PostgresServer;
  readonly #onChange: () => Promise<void>;
  readonly #onFailed: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #client: PoolClient | undefined;
  /** What is being told, and whether there is more by now. */
  #telling: Promise<void> | undefined;
  #tellsAgain = false;
  #failure = '';
  #isConnecting = false;
  #isClosed = false;

  /** `onFailed` is told of what `onChange` throws while this is open: once, until something else comes of it. */
  constructor(server: PostgresServer, onChange: () => Promise<void>, onFailed: (error: unknown) => void) {
    this.#server = server;
    this.#onChange = onChange;
    this.#onFailed = onFailed;
    this.#timer = setInterval(() => {
      this.#tell();
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

  #tell(): void {
    this.#tellsAgain = this.#telling !== undefined;
    this.#telling ??= this.#tellAll().finally(() => (this.#telling = undefined));
  }

  async #tellAll(): Promise<void> {
    do {
      this.#tellsAgain = false;
      try {
        await this.#onChange();
        this.#failure = '';
      } catch (error) {
        this.#fail(error);
      }
    } while (this.#tellsAgain && !this.#isClosed);
  }

  #fail(error: unknown): void {
    const failure = String(error);
    if (failure !== this.#failure && !this.#isClosed) this.#onFailed(error);
    this.#failure = failure;
  }

  /** Listens, unless it does. A connection that is lost is made anew at the next look. */
  async #listen(): Promise<void> {
    if (this.#client !== undefined || this.#isConnecting) return;
    this.#isConnecting = true;
    try {
      const client = await this.#server.connect();
      client.on('notification', () => this.#tell());
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
