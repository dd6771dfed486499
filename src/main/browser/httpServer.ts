import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { refusalOf, type RequestHead } from '#node/requestGate.ts';
import { SocketShares } from '#node/socketShares.ts';
import { replyText, securityHeaders } from '#main/shellCommon/replies.ts';

/** What the server does with requests that may be looked at. */
interface Listener {
  request(request: IncomingMessage, response: ServerResponse, way: SocketWay): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, way: SocketWay): void;
}

/** The connection that something came by. */
export interface SocketWay {
  /** Says that a good key has come by it: it is now one of those that are kept for pages of ours. */
  hasKey(): void;
}

/** Limits of S22; tests make the times shorter. */
export interface HttpLimits {
  readonly headerBytes: number;
  readonly sockets: number;
  /** A client that has not sent its whole head by then is cut off. */
  readonly headersMs: number;
  /** How long a connection may do nothing, in milliseconds: nothing is sent on it, and nothing of an answer taken. */
  readonly stallMs?: number;
}

const httpLimits: HttpLimits = { headerBytes: 16_384, sockets: 64, headersMs: 10_000 };
const stallMs = 120_000;

/** The pages of ours are one owner; what shows no key has half of the connections at most. */
const ownPages = 'pages';

export interface HttpServer {
  readonly port: number;
  /** From now on requests are answered; before, they wait. */
  serve(listener: Listener): void;
  close(): Promise<void>;
}

/** Binds 127.0.0.1 and nothing else (S14). Rejects with the system's error (`EADDRINUSE`). */
export async function listenOnLoopback(port: number, limits: HttpLimits = httpLimits): Promise<HttpServer> {
  const { promise: listening, resolve: serve } = Promise.withResolvers<Listener>();
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    // Uploads take as long as they take; a stalled one ends with its socket's timeout.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1000, limits.headersMs),
    requireHostHeader: false,
    keepAliveTimeout: 30_000,
  });
  const shares = new SocketShares({
    total: limits.sockets,
    strangers: Math.ceil(limits.sockets / 2),
    perOwner: limits.sockets,
  });
  server.on('connection', (socket) => shares.add(socket, socket.remoteAddress ?? ''));
  server.timeout = limits.stallMs ?? stallMs;
  const own = (): number => (server.address() as AddressInfo).port;

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    shares.begin(socket);
    response.once('close', () => shares.end(socket));
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const refusal = refusalOf(headOf(request), own(), 'request');
    if (refusal !== null) {
      response.setHeader('connection', 'close');
      replyText(response, refusal.status, refusal.reason);
      return;
    }
    const way = { hasKey: () => void shares.belongsTo(socket, ownPages) };
    void listening.then((listener) => listener.request(request, response, way));
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node no longer listens to such a socket, and an error that nobody hears would end the process.
    socket.on('error', () => socket.destroy());
    const refusal = refusalOf(headOf(request), own(), 'upgrade');
    if (refusal !== null || request.url !== '/events') {
      refuseRaw(socket, refusal === null ? 404 : refusal.status);
      return;
    }
    const way: SocketWay = {
      hasKey: () => {
        shares.belongsTo(request.socket, ownPages);
        // A page listens on it for as long as it is open.
        shares.begin(request.socket);
      },
    };
    void listening.then((listener) => listener.upgrade(request, socket, head, way));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    refuseRaw(socket, statusOfParserError(error.code));
  });

  await startListening(server, port);
  return {
    port: own(),
    serve,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function startListening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function headOf({ method = '', url = '', rawHeaders }: IncomingMessage): RequestHead {
  return { method, url, rawHeaders };
}

function statusOfParserError(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/** How long a refused client may take to close its side, in milliseconds; until then it has one of the sockets. */
const lingerMs = 1000;

/** An answer where Node has no response object: a refused upgrade, or bytes that are no request. */
function refuseRaw(socket: Duplex, status: number): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const headers = Object.entries({ ...securityHeaders, connection: 'close', 'content-length': '0' });
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
