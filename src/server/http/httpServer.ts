import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { SocketShares, type ShareLimits } from '#node/socketShares.ts';
import { AppError } from '#shared/errors.ts';
import { answerHeaders, challengeOf, errorBody, type JsonAnswer } from './answers.ts';
import { refusalOf, type GateOptions } from './gate.ts';
import { maxHeaderBytes, type CallHeaders } from './requestInput.ts';

export interface HttpServerOptions {
  /** `address` is where the request comes from: behind a proxy what the proxy says. */
  readonly fetch: (request: Request, address: string, way: AnswerWay) => Response | Promise<Response>;
  /** Answers some GETs by a shorter way, with JSON; undefined for those that it leaves to `fetch`. */
  readonly read?: (get: SocketGet, address: string, way: AnswerWay) => Promise<SocketAnswer> | undefined;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where a TLS proxy offers this server, or null; its Host and Origin are accepted beside our own. */
  readonly publicUrl: URL | null;
  readonly deadlines?: Partial<Deadlines>;
  readonly sockets?: ShareLimits;
}

/** How long things may take, in milliseconds. */
export interface Deadlines {
  readonly header: number;
  /** The whole of a request. */
  readonly request: number;
  /** How long a client may take nothing of its answer. */
  readonly stall: number;
}

/** The way that an answer takes to whoever asked. */
export interface AnswerWay {
  /** Whether the socket is still there. */
  readonly isWanted: () => boolean;
  /** Calls back once, when the answer has left or will not. */
  readonly whenOver: (callback: () => void) => void;
  /** Says whose the connection is; false where they have too many, all of them in use. */
  readonly belongsTo: (owner: string) => boolean;
}

export interface HttpServer {
  readonly url: string;
  /** Finishes what is being answered, within a second and a half, and stops. */
  close(): Promise<void>;
}

/** A GET as it comes from a socket: path and query, header fields by name in lower case, and the header's size. */
export interface SocketGet {
  readonly target: string;
  readonly headers: CallHeaders;
  readonly headerSize: number;
  readonly isWanted: () => boolean;
}

/** An answer of JSON, with header fields of its own. */
export interface SocketAnswer extends JsonAnswer {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Headers of every answer, errors too (QUALITY S19). */
const headers = {
  ...answerHeaders,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

const closeDeadline = 1500;

const usualDeadlines: Deadlines = { header: 10_000, request: 30_000, stall: 30_000 };

/** A person's app has a handful of connections; half of all are kept for those who have signed in. */
const usualSockets: ShareLimits = { total: 512, strangers: 256, perOwner: 64 };

/** How often deadlines are looked at, in milliseconds; Node's own half a minute would make them three times as long. */
const deadlineInterval = 1000;

/** Serves an app on 127.0.0.1. Throws `unavailable` where the port is taken. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { fetch, read, port, publicUrl } = options;
  const deadlines = { ...usualDeadlines, ...options.deadlines };
  const shares = new SocketShares(options.sockets ?? usualSockets);
  const gate: { current: GateOptions } = { current: { hosts: [], origins: [] } };
  let listener: Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>> | undefined;
  /** What it takes to make a Request and a Response is loaded with the first one: a start does not wait for it. */
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    listener ??= import('./fetchListener.ts').then(({ createFetchListener }) =>
      createFetchListener((asked, incoming, outgoing) =>
        fetch(asked, addressOf(incoming, publicUrl), wayOf(outgoing, incoming, shares)),
      ),
    );
    await (
      await listener
    )(request, response);
  };
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: deadlines.header,
      requestTimeout: deadlines.request,
      connectionsCheckingInterval: Math.min(deadlineInterval, deadlines.header),
      keepAliveTimeout: 30_000,
      // Node would answer a request without a Host with a bare 400; ours is the same as for a foreign one.
      requireHostHeader: false,
    },
    (request, response) => {
      const address = addressOf(request, publicUrl);
      shares.isFrom(request.socket, address);
      shares.begin(request.socket);
      whenOver(response, request.socket, () => shares.end(request.socket));
      const refusal = refusalOf(request, gate.current);
      const reading =
        refusal === null && request.method === 'GET'
          ? read?.(getOf(request, response), address, wayOf(response, request, shares))
          : undefined;
      if (reading !== undefined) {
        void sendRead(response, reading);
        return;
      }
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (refusal !== null) refuse(request, response, refusal);
      else if (/^\/healthz(?:\?|$)/.test(request.url ?? '')) tellHealth(request, response);
      else void answer(request, response);
    },
  );
  server.on('clientError', refuseUnread);
  server.on('checkExpectation', refuseExpectation);
  server.on('connection', (socket) => {
    // Each request that waits in it listens for its end.
    socket.setMaxListeners(0);
    shares.add(socket, socket.remoteAddress ?? '');
  });
  server.setTimeout(deadlines.stall, (socket) => {
    // An answer that is still in the making is no fault of who waits for it.
    if (socket.writableLength > 0 || !shares.isAnswering(socket)) socket.destroy();
  });
  await listen(server, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const own = `127.0.0.1:${address.port}`;
  gate.current = {
    hosts: publicUrl === null ? [own] : [own, publicUrl.host],
    origins: publicUrl === null ? [`http://${own}`] : [`http://${own}`, publicUrl.origin],
  };
  return { url: `http://${own}`, close: () => close(server) };
}

/** Behind a TLS proxy the last address in `X-Forwarded-For` is the one that the proxy itself has seen. */
function addressOf(request: IncomingMessage, publicUrl: URL | null): string {
  const forwarded = publicUrl === null ? undefined : request.headers['x-forwarded-for'];
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').at(-1)?.trim();
  return last === undefined || last === '' ? (request.socket.remoteAddress ?? '') : last.slice(0, 100);
}

function getOf(request: IncomingMessage, response: ServerResponse): SocketGet {
  const target = request.url ?? '';
  const { rawHeaders } = request;
  // For each name and its value: a colon, a blank and the end of the line.
  const headerSize = rawHeaders.reduce((sum, text) => sum + text.length + 2, target.length);
  const headers = {
    get: (name: string): string | null => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
  };
  return { target, headers, headerSize, isWanted: () => !response.destroyed };
}

function wayOf(response: ServerResponse, { socket }: IncomingMessage, shares: SocketShares): AnswerWay {
  return {
    isWanted: () => !response.destroyed && !socket.destroyed,
    whenOver: (callback) => whenOver(response, socket, callback),
    belongsTo: (owner) => shares.belongsTo(socket, owner),
  };
}

/** Calls back once, when an answer has left or its socket is gone: one that waits behind another hears of that only there. */
function whenOver(response: ServerResponse, socket: Socket, callback: () => void): void {
  let isOver = false;
  const end = (): void => {
    response.off('close', end);
    socket.off('close', end);
    // Whoever is told of an end tells the next, who may have been about to hear of it.
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

const readHeaders = Object.entries({ ...headers, 'Content-Type': 'application/json' }).flat();

async function sendRead(response: ServerResponse, reading: Promise<SocketAnswer>): Promise<void> {
  const { status, json, headers: more = {} } = await reading.catch((error: unknown): SocketAnswer => errorBody(error));
  const length = ['Content-Length', String(Buffer.byteLength(json))];
  // Header and body as one text leave the process in one piece.
  response
    .writeHead(status, [...readHeaders, ...length, ...Object.entries({ ...challengeOf(status), ...more }).flat()])
    .end(json);
}

function refuse(request: IncomingMessage, response: ServerResponse, detail: string): void {
  request.resume();
  sendJson(response, 403, { code: 'forbidden', detail });
}

/** For whoever watches the server; it is read like any other address. */
function tellHealth(request: IncomingMessage, response: ServerResponse): void {
  const method = request.method ?? '';
  if (method === 'GET' || method === 'HEAD') {
    sendJson(response, 200, { status: 'ok' });
    return;
  }
  request.resume();
  response.setHeader('Allow', 'GET, HEAD');
  sendJson(response, 405, { code: 'method_not_allowed', detail: `This address takes no ${method}.` });
}

/** An `Expect` other than `100-continue`, which Node itself would answer with a bare 417. */
function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, 417, { code: 'bad_request', detail: 'Only "Expect: 100-continue" can be met.' });
}

/** What is no request that could be read, by Node's name for what is wrong: status and the error that is told. */
const unreadable: Readonly<Record<string, readonly [number, AppError]>> = {
  HPE_HEADER_OVERFLOW: [431, new AppError('payload_too_large', 'The request header is larger than 16 KB.')],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, new AppError('payload_too_large', 'The body is larger than 1 MB.')],
  ERR_HTTP_REQUEST_TIMEOUT: [408, new AppError('timeout', 'The request took too long to come.')],
};

/** Errors are JSON also where Node itself would answer with a bare status (API.md `Form`). */
function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy(error);
    return;
  }
  const [status, told] = unreadable[error.code ?? ''] ?? [400, new AppError('bad_request', 'This is not HTTP.')];
  const { json } = errorBody(told);
  const fields = { ...headers, 'Content-Type': 'application/json', 'Content-Length': json.length, Connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${String(json)}`);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new AppError('unavailable', `Port ${port} is in use.`));
      else if (error.code === 'EACCES') reject(new AppError('unavailable', `Port ${port} may not be used.`));
      else reject(error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}

async function close(server: Server): Promise<void> {
  const force = setTimeout(() => server.closeAllConnections(), closeDeadline);
  // A connection whose answer has just been finished is kept for the next request, which will not come here.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(force);
  clearInterval(sweep);
}
