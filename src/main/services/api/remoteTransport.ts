import { Agent as PlainAgent, request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as askSecurely } from 'node:https';
import type { Socket } from 'node:net';
import { Readable, pipeline } from 'node:stream';
import { getCACertificates } from 'node:tls';
import { createGunzip } from 'node:zlib';
import { ApiFailure } from './apiFailure.ts';
import type { ApiTransport } from './apiClient.ts';

/** A response of at most this many bytes is read at once: a stream would cost more than reading it. */
const readAtOnce = 64 * 1024;
/** Statuses whose responses have no body (Fetch). */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Connections idle for this long, in milliseconds, are not used again. The server may have given them up, and after the
 * computer slept or changed networks nothing would respond on them until the call's deadline.
 */
const longestIdle = 15_000;

export interface RemoteTransportOptions {
  /** The proxy for an address as `http://host:port`, or `''`. */
  readonly proxyFor?: (url: string) => Promise<string>;
  /** In milliseconds; keeps running while the computer sleeps. */
  readonly now?: () => number;
}

/**
 * The transport to servers. Certificates are always checked, even if `NODE_TLS_REJECT_UNAUTHORIZED=0` tells Node not to
 * (S26); in addition to Node's own authorities, those of this computer count, where a company installs its own. A proxy
 * is used if the shell names one, but never to this computer itself. Redirects are returned as they are. Connections
 * are kept for the next call. Uses Node's own client and not `fetch`, which adds 0.5 ms to a call: a quarter of what a
 * move takes (ADR 0011).
 */
export function createRemoteTransport(options: RemoteTransportOptions = {}): ApiTransport {
  const { proxyFor = async () => '', now = () => Date.now() } = options;
  const agents = new Map<string, Agents>();

  function agentsBy(proxy: string): Agents {
    const known = agents.get(proxy) ?? openAgents(proxy, now);
    agents.set(proxy, known);
    return known;
  }

  return {
    async fetch(request) {
      const body = await bodyOfRequest(request);
      const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': 'gzip' };
      const how = { method: request.method, headers, signal: request.signal };
      const { plain, secure } = agentsBy(isThisComputer(request.url) ? '' : await proxyFor(request.url));
      const start = request.url.startsWith('https:')
        ? (): ClientRequest => askSecurely(request.url, { ...how, agent: secure() })
        : (): ClientRequest => ask(request.url, { ...how, agent: plain() });
      return await responseOf(await answerTo(start, body, request.method === 'GET'));
    },
  };
}

/** A body of a known length is a file's, and is sent as it comes. */
async function bodyOfRequest(request: Request): Promise<Uint8Array | Readable | undefined> {
  if (request.body === null) return undefined;
  return request.headers.has('content-length') ? Readable.from(request.body) : await request.bytes();
}

/** Connections through one proxy, or through none (`''`). */
interface Agents {
  readonly plain: () => PlainAgent;
  readonly secure: () => SecureAgent;
}

function openAgents(proxy: string, now: () => number): Agents {
  const proxyEnv = proxy === '' ? {} : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
  let secure: (() => SecureAgent) | null = null;
  return {
    plain: keeping(new PlainAgent({ keepAlive: true, proxyEnv }), now),
    // The computer's certificates are read when the first call needs them: that takes time.
    secure: () => {
      const options = { keepAlive: true, rejectUnauthorized: true, proxyEnv, ca: trustedCertificates() };
      secure ??= keeping(new SecureAgent(options), now);
      return secure();
    },
  };
}

let trusted: string[] | null = null;

/** Node's own authorities (with those of `NODE_EXTRA_CA_CERTS`) and those of this computer, as PEM. */
function trustedCertificates(): string[] {
  trusted ??= [...new Set([...getCACertificates('default'), ...systemCertificates()])];
  return trusted;
}

/** None if the system's store cannot be read: Node's own authorities still work. */
function systemCertificates(): string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}

function isThisComputer(url: string): boolean {
  return /^\[?(?:127\.|::1\]?$|localhost$)/.test(new URL(url).hostname);
}

/** The agent, without connections that were idle for too long. */
function keeping<A extends PlainAgent>(agent: A, now: () => number): () => A {
  const freedAt = new WeakMap<Socket, number>();
  agent.on('free', (socket: Socket) => freedAt.set(socket, now()));
  return () => {
    for (const socket of Object.values(agent.freeSockets).flatMap((sockets = []) => sockets)) {
      if (now() - (freedAt.get(socket) ?? 0) > longestIdle) socket.destroy();
    }
    return agent;
  };
}

/**
 * The response to a call. A server closes kept connections whenever it likes, even just as a call goes out: if a reused
 * connection has brought no response, a repeatable call is repeated on another one. A move is not: the queue repeats
 * it, after its pause (I7).
 */
async function answerTo(
  start: () => ClientRequest,
  body: Uint8Array | Readable | undefined,
  isRepeatable: boolean,
): Promise<IncomingMessage> {
  for (;;) {
    const outgoing = start();
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.once('response', resolve);
        // Stays for good: an error without a listener would end the process.
        outgoing.on('error', reject);
        if (body instanceof Readable) sendStream(body, outgoing);
        else outgoing.end(body);
      });
    } catch (error) {
      const isClosed = error instanceof Error && 'code' in error && closedCodes.has(String(error.code));
      if (!isClosed || !outgoing.reusedSocket || !isRepeatable) throw error;
    }
  }
}

/** How long a file may make no way, in milliseconds, before the connection counts as lost. */
const stalledMs = 60_000;

/** Sends a stream as it comes, until it ends or the server has answered without waiting for the rest. */
function sendStream(body: Readable, outgoing: ClientRequest): void {
  outgoing.setTimeout(stalledMs, () => outgoing.destroy(new Error('Nothing moved on the connection.')));
  body.on('error', (error) => outgoing.destroy(error));
  outgoing.once('error', () => body.destroy());
  outgoing.once('response', (incoming: IncomingMessage) => {
    if (outgoing.writableEnded) return;
    body.unpipe(outgoing);
    body.destroy();
    // Half a request is on it: no other call can use this connection.
    incoming.once('end', () => outgoing.destroy());
  });
  body.pipe(outgoing);
}

/** Error codes for a connection that the other end has closed. */
const closedCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

async function responseOf(incoming: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0 } = incoming;
  if (status < 200 || status > 599) {
    incoming.destroy();
    throw new ApiFailure('bad_reply', 'Something other than a Winnow server answered.', { status });
  }
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (!withoutBody.has(status)) return new Response(await bodyOf(incoming), { status, headers });
  // Its connection is free for the next call only once it has been read.
  incoming.resume();
  return new Response(null, { status, headers });
}

async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | ReadableStream> {
  const { 'content-encoding': encoding, 'content-length': length = Infinity } = incoming.headers;
  if (encoding === 'gzip') {
    const unpacked = createGunzip();
    // Errors on the way surface when the stream is read.
    pipeline(incoming, unpacked, () => undefined);
    return streamOf(unpacked);
  }
  return Number(length) <= readAtOnce ? Buffer.concat(await incoming.toArray()) : streamOf(incoming);
}

/** The same under its web type. */
function streamOf(readable: Readable): ReadableStream {
  return Readable.toWeb(readable) as ReadableStream;
}
