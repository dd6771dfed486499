import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address for several servers, each of which gets the request after the one that its neighbour got. */
export class Balancer {
  readonly origin: string;
  /** Which server each request has gone to, in turn. */
  readonly answered: number[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** `servers` are asked for their addresses with each request. `passesHost`: they see the address of the balancer. */
  static async start(servers: () => readonly string[], { passesHost = true } = {}): Promise<Balancer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const balancer = new Balancer(server);
    server.on('request', (incoming, outgoing) => {
      const urls = servers();
      const turn = balancer.answered.length % urls.length;
      balancer.answered.push(turn);
      const url = new URL(incoming.url ?? '/', urls[turn]);
      const headers = passesHost ? incoming.headers : { ...incoming.headers, host: url.host };
      const passed = request(url, { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      passed.once('error', () => outgoing.destroy());
      incoming.pipe(passed);
    });
    return balancer;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
