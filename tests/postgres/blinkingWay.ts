import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parsePostgresAddress, type PostgresAddress } from '#server/postgres/address.ts';

/** When the database goes away: with the first data that a client sends of which `at` says so, and for how long. */
export interface Blink {
  readonly at: (data: Buffer) => boolean;
  readonly ms: number;
}

/** A way to a database on a socket, through a port that goes away for a while, with every connection. */
export class BlinkingWay {
  /** How many parts of data clients have sent. */
  sent = 0;
  readonly #socket: string;
  #server: Server | undefined;
  #port = 0;
  #blink: Blink | null = null;
  #isBack: Promise<void> = Promise.resolve();
  readonly #open = new Set<Socket>();
  readonly #closing = new AbortController();

  private constructor(socket: string) {
    this.#socket = socket;
  }

  static async to({ hosts }: PostgresAddress): Promise<BlinkingWay> {
    const [{ host, port } = { host: '', port: 0 }] = hosts;
    const way = new BlinkingWay(`${host}/.s.PGSQL.${port}`);
    await way.#listen();
    return way;
  }

  /** The address of a database by this way. */
  addressOf(database: string): PostgresAddress {
    return parsePostgresAddress(`postgres://postgres@127.0.0.1:${this.#port}/${database}`);
  }

  /** Counts from here, and goes away once. */
  expect(blink: Blink): void {
    this.sent = 0;
    this.#blink = blink;
  }

  /** Whether it has gone away as it was to. */
  get hasBlinked(): boolean {
    return this.#blink === null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#isBack;
    await this.#goAway();
  }

  async #listen(): Promise<void> {
    const server = createServer((client) => this.#pass(client));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    const address = server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
    this.#server = server;
  }

  async #goAway(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server?.close(() => resolve()));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #pass(client: Socket): void {
    const upstream = connect(this.#socket);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      this.#open.add(socket);
      socket.on('error', end).on('close', () => {
        this.#open.delete(socket);
        end();
      });
    }
    upstream.pipe(client);
    client.on('data', (data) => {
      this.sent += 1;
      if (this.#blink?.at(data) !== true) {
        upstream.write(data);
        return;
      }
      const { ms } = this.#blink;
      this.#blink = null;
      this.#isBack = this.#goAway()
        .then(() => sleep(ms, undefined, { signal: this.#closing.signal }))
        .catch(() => undefined)
        .then(() => this.#listen());
    });
  }
}
