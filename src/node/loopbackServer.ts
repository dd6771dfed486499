import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { maxHeaderBytes, refusalOf, type GatePlaces, type GateRules, type Refusal } from './requestGate.ts';
import { SocketShares, type ShareLimits } from './socketShares.ts';

/** Where Winnow's servers differ (docs/adr/0023). */
export interface EdgeRules {
  readonly gate: GateRules;
  readonly sockets: ShareLimits;
  readonly deadlines: Deadlines;
  /** Paths of requests that may take as long as they keep coming, or null. */
  readonly longRequests: RegExp | null;
  /** How long `close` waits for answers that are being made, in milliseconds. */
  readonly graceMs: number;
  /** The one path that takes a WebSocket, or null. */
  readonly upgradePath: string | null;
  /** The body of a refusal. */
  readonly told: (refusal: Refusal) => { readonly type: string; readonly body: string };
}

/** How long things may take, in milliseconds. */
export interface Deadlines {
  readonly header: number;
  /** A whole request; 0 for no limit. */
  readonly request: number;
  /** How long a client may go without sending any of its request or taking any of its answer. */
  readonly stall: number;
}

/** The connection that a request came in on. */
export interface SocketWay {
  /** The client's network address; behind a proxy, the one that the proxy reports. */
  readonly address: string;
  /** Whether the client is still connected. */
  readonly isWanted: () => boolean;
  /** Calls back once, when the answer has been sent or never will be. */
  readonly whenOver: (callback: () => void) => void;
  /** Tells whose connection it turned out to be; false if the owner has too many, all of them in use. */
  readonly belongsTo: (owner: string) => boolean;
}

/** What a server does with requests that have passed its gate. None of it may reject. */
export interface EdgeListener {
  /** Answers a request by a shorter way, `edgeHeaders` included; false if it leaves the request to `request`. */
  quick?(request: IncomingMessage, response: ServerResponse, way: SocketWay): boolean;
  request(request: IncomingMessage, response: ServerResponse, way: SocketWay): Promise<void>;
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, way: SocketWay): void;
}

/** A server that listens. */
export interface LoopbackServer {
  readonly port: number;
  readonly origin: string;
  /** Requests are answered from now on; earlier ones have waited. */
  serve(listener: EdgeListener): void;
  /** Lets the process end while the server listens. */
  unref(): void;
  /** Finishes the answers under way, within the grace period, and stops. */
  close(): Promise<void>;
}

/** Sent with every answer. No answer ever carries an `Access-Control-Allow-*` header. */
export const edgeHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** How often deadlines are checked, in milliseconds; Node's default is every 30 seconds, too rare for ours. */
const lookMs = 1000;

const keepAliveMs = 30_000;

/**
 * Binds 127.0.0.1 and nothing else; port 0 takes a free one. `publicUrl` is the address of a TLS proxy in front of the
 * server: its Host and Origin are accepted besides our own, and it reports where requests come from. Rejects with the
 * system's error (`EADDRINUSE`, `EACCES`).
 */
export async function listenOnLoopback(
  port: number,
  rules: EdgeRules,
  publicUrl: URL | null = null,
): Promise<LoopbackServer> {
  const edge = new Edge(rules, publicUrl);
  await edge.listen(port);
  return edge;
}

class Edge implements LoopbackServer {
  readonly #rules: EdgeRules;
  readonly #publicUrl: URL | null;
  readonly #server: Server;
  readonly #shares: SocketShares;
  readonly #listening = Promise.withResolvers<EdgeListener>();
  #listener: EdgeListener | null = null;
  #places: GatePlaces = { hosts: [], origins: [] };
  /** The latest request on each connection. */
  readonly #asked = new WeakMap<Socket, IncomingMessage>();

  constructor(rules: EdgeRules, publicUrl: URL | null) {
    this.#rules = rules;
    this.#publicUrl = publicUrl;
    this.#shares = new SocketShares(rules.sockets);
    const { header, stall } = rules.deadlines;
    const server = createServer({
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: header,
      // Ours, in `#limitTime`: Node's is the same for every path.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(lookMs, header),
      keepAliveTimeout: keepAliveMs,
      // Node would answer a missing Host with a bare 400; ours is refused like a foreign one.
      requireHostHeader: false,
    });
    server.on('request', (asked: IncomingMessage, response: ServerResponse) => this.#request(asked, response));
    // Without a listener, Node treats an upgrade like any other request.
    if (rules.upgradePath !== null) {
      server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) =>
        this.#upgrade(asked, socket, head),
      );
    }
    server.on('checkExpectation', (asked: IncomingMessage, response: ServerResponse) => {
      this.#refuse(asked, response, unmet);
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
      if (error.code === 'ECONNRESET') socket.destroy(error);
      else this.#refuseRaw(socket, unreadable[error.code ?? ''] ?? noHttp);
    });
    server.on('connection', (socket: Socket) => {
      // Each request that waits on it listens for its end.
      socket.setMaxListeners(0);
      this.#shares.add(socket, socket.remoteAddress ?? '');
    });
    server.setTimeout(stall, (socket) => {
      // A client has not stalled if its answer is still being made.
      const isMade = this.#shares.isAnswering(socket) && this.#asked.get(socket)?.complete === true;
      if (socket.writableLength > 0 || !isMade) socket.destroy();
    });
    this.#server = server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return this.#places.origins[0] ?? '';
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    const own = `127.0.0.1:${this.port}`;
    const proxy = this.#publicUrl;
    this.#places = {
      hosts: proxy === null ? [own] : [own, proxy.host],
      origins: proxy === null ? [`http://${own}`] : [`http://${own}`, proxy.origin],
    };
  }

  serve(listener: EdgeListener): void {
    this.#listener = listener;
    this.#listening.resolve(listener);
  }

  unref(): void {
    this.#server.unref();
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server.listening) return;
    const force = setTimeout(() => server.closeAllConnections(), this.#rules.graceMs);
    // A connection that has just had its answer stays open for a next request, which will not come any more.
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
      if (this.#rules.graceMs === 0) server.closeAllConnections();
    });
    clearTimeout(force);
    clearInterval(sweep);
  }

  #request(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const address = this.#addressOf(request);
    this.#asked.set(socket, request);
    this.#shares.isFrom(socket, address);
    this.#shares.begin(socket);
    whenOver(response, socket, () => this.#shares.end(socket));
    const refusal = refusalOf(request, this.#rules.gate, this.#places);
    if (refusal !== null) {
      this.#refuse(request, response, refusal);
      return;
    }
    const way: SocketWay = {
      address,
      isWanted: () => !response.destroyed && !socket.destroyed,
      whenOver: (callback) => whenOver(response, socket, callback),
      belongsTo: (owner) => this.#shares.belongsTo(socket, owner),
    };
    this.#limitTime(request);
    if (this.#listener?.quick?.(request, response, way) === true) return;
    setEdgeHeaders(response);
    if (this.#listener !== null) void this.#listener.request(request, response, way);
    else void this.#listening.promise.then((listener) => listener.request(request, response, way));
  }

  /** Ends a request whose body takes too long to come. */
  #limitTime(request: IncomingMessage): void {
    const limit = this.#rules.deadlines.request;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (limit === 0 || (length === '0' && coding === undefined)) return;
    if (this.#rules.longRequests?.test(request.url ?? '') === true) return;
    const timer = setTimeout(() => {
      if (!request.complete) this.#refuseRaw(request.socket, tooSlow);
    }, limit).unref();
    request.once('close', () => clearTimeout(timer));
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Node no longer listens to such a socket, and an unheard error would end the process.
    socket.on('error', () => socket.destroy());
    const refusal = refusalOf(request, this.#rules.gate, this.#places, 'upgrade');
    if (refusal !== null || request.url !== this.#rules.upgradePath) {
      this.#refuseRaw(socket, refusal ?? noSocketHere);
      return;
    }
    const way: SocketWay = {
      address: this.#addressOf(request),
      isWanted: () => !socket.destroyed,
      whenOver: (callback) => void socket.once('close', callback),
      belongsTo: (owner) => {
        const hasRoom = this.#shares.belongsTo(request.socket, owner);
        // A page listens on it for as long as it is open.
        if (hasRoom) this.#shares.begin(request.socket);
        return hasRoom;
      },
    };
    void this.#listening.promise.then((listener) => listener.upgrade?.(request, socket, head, way));
  }

  /** Behind a TLS proxy, the last address in `X-Forwarded-For` is the one that the proxy itself saw. */
  #addressOf(request: IncomingMessage): string {
    const forwarded = this.#publicUrl === null ? undefined : request.headers['x-forwarded-for'];
    const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').at(-1)?.trim();
    return last === undefined || last === '' ? (request.socket.remoteAddress ?? '') : last.slice(0, 100);
  }

  #refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    request.resume();
    setEdgeHeaders(response);
    const { type, body } = this.#rules.told(refusal);
    // The unread rest of the body could be taken for the next request.
    response.setHeader('Connection', 'close');
    response.writeHead(refusal.status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** Answers when Node has no response object: a refused upgrade, or bytes that are not HTTP. */
  #refuseRaw(socket: Duplex, refusal: Refusal): void {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { type, body } = this.#rules.told(refusal);
    const length = String(Buffer.byteLength(body));
    const fields = { ...edgeHeaders, 'Content-Type': type, 'Content-Length': length, Connection: 'close' };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
    socket.resume();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }
}

function setEdgeHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(edgeHeaders)) response.setHeader(name, value);
}

/**
 * Calls back once, when an answer has been sent or its socket is gone. A queued answer learns the latter only from the
 * socket.
 */
function whenOver(response: ServerResponse, socket: Socket, callback: () => void): void {
  let isOver = false;
  const end = (): void => {
    response.off('close', end);
    socket.off('close', end);
    // The callback may end the other one, which would call back a second time.
    if (!isOver) callback();
    isOver = true;
  };
  if (response.closed || socket.destroyed) {
    callback();
    return;
  }
  response.once('close', end);
  socket.once('close', end);
}

/** How long a refused client may take to close its side, in milliseconds; until then it occupies a socket. */
const lingerMs = 1000;

const tooSlow: Refusal = { status: 408, code: 'timeout', detail: 'The request took too long to arrive.' };

/** What to say to a request that cannot be read, by Node's error code. */
const unreadable: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'payload_too_large',
    detail: 'The request header is larger than 16 KB.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: 'payload_too_large', detail: 'The body is larger than 1 MB.' },
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
};

const noHttp: Refusal = { status: 400, code: 'bad_request', detail: 'This is not HTTP.' };
const noSocketHere: Refusal = { status: 404, code: 'not_found', detail: 'There is no socket at this address.' };

/** Node would answer with a bare 417. */
const unmet: Refusal = { status: 417, code: 'bad_request', detail: 'Only "Expect: 100-continue" can be met.' };
