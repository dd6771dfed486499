import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '../harness/random.ts';
import type { TeamServer } from './servers.ts';

/** Where a connection is cut that is. */
const cuts = ['before the request', 'with the request', 'after the request', 'in the answer'] as const;

/** Where a connection is cut, if it is. */
type Cut = 'never' | (typeof cuts)[number];

/**
 * A balancer that takes the servers in turn, those that are ready, and cuts some connections: before a request has
 * reached a server, once it has, or in the middle of its answer.
 */
export class CuttingProxy {
  cuts = 0;
  readonly #server: Server;
  readonly #servers: () => readonly Pick<TeamServer, 'port' | 'isReady'>[];
  readonly #random: Random;
  readonly #share: number;
  readonly #open = new Set<Socket>();
  #turn = 0;

  private constructor(servers: () => readonly Pick<TeamServer, 'port' | 'isReady'>[], random: Random, share: number) {
    this.#servers = servers;
    this.#random = random;
    this.#share = share;
    this.#server = createServer((client) => this.#connect(client));
  }

  /** Cuts that share of the connections. */
  static async start(
    servers: () => readonly Pick<TeamServer, 'port' | 'isReady'>[],
    random: Random,
    share: number,
  ): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(servers, random, share);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #connect(client: Socket): void {
    this.#keep(client);
    const ready = this.#servers().filter(({ isReady }) => isReady);
    const server = ready[this.#turn++ % Math.max(1, ready.length)];
    const cut = this.#cut();
    if (server === undefined || cut === 'before the request') {
      client.destroy();
      return;
    }
    const upstream = connect(server.port, '127.0.0.1');
    this.#keep(upstream);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.pipe(upstream);
    if (cut === 'never') {
      upstream.pipe(client);
      return;
    }
    // The server may have begun with it, or not.
    if (cut === 'with the request') client.once('data', () => setTimeout(end, this.#random.below(10)));
    upstream.once('data', (first: Buffer) => {
      // By then the server has done what it was asked.
      if (cut === 'in the answer') client.write(first.subarray(0, this.#random.below(first.length)));
      setImmediate(end);
    });
  }

  #cut(): Cut {
    if (this.#random.next() >= this.#share) return 'never';
    this.cuts += 1;
    return this.#random.pick(cuts);
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    socket.on('error', () => undefined);
  }
}
