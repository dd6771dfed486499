import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a test sees it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers one request; it may also break the connection. */
export type Answer = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

/** A real HTTP server on this machine that does what a test says. */
export class TestServer {
  readonly origin: string;
  readonly seen: SeenRequest[] = [];
  readonly #server: Server;
  #answer: Answer;
  #waiters: { count: number; resolve: () => void }[] = [];

  private constructor(server: Server, answer: Answer) {
    this.#server = server;
    this.#answer = answer;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#take(request, response));
  }

  static async start(answer: Answer): Promise<TestServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TestServer(server, answer);
  }

  answerWith(answer: Answer): void {
    this.#answer = answer;
  }

  /** Answers the next request so; then as before. */
  answerOnce(answer: Answer): void {
    const usual = this.#answer;
    this.#answer = (request, response) => {
      this.#answer = usual;
      return answer(request, response);
    };
  }

  /** Resolves when `count` requests have come in all. */
  async received(count: number): Promise<void> {
    if (this.seen.length >= count) return;
    await new Promise<void>((resolve) => this.#waiters.push({ count, resolve }));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', this.origin);
    const seen = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    this.seen.push(seen);
    const due = this.#waiters.filter(({ count }) => count <= this.seen.length);
    this.#waiters = this.#waiters.filter((waiter) => !due.includes(waiter));
    for (const { resolve } of due) resolve();
    await this.#answer(seen, response);
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}
