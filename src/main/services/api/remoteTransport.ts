import { Agent as PlainAgent, request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as askSecurely } from 'node:https';
import type { Socket } from 'node:net';
import { Readable, pipeline } from 'node:stream';
import { getCACertificates } from 'node:tls';
import { createGunzip } from 'node:zlib';
import { ApiFailure } from './apiFailure.ts';
import type { ApiTransport } from './apiClient.ts';

/** An answer of at most so many bytes is read at once: a stream would cost more than reading it. */
const readAtOnce = 64 * 1024;
/** Statuses whose answers have no body (Fetch). */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Connections that nobody used for so long, in milliseconds, are not used again. Their server may have given them up,
 * and after the computer slept or changed its network nothing would answer on them until the call's deadline.
 */
const longestIdle = 15_000;

export interface RemoteTransportOptions {
  /** The proxy for an address as `http://host:port`, or `''`. */
  readonly proxyFor?: (url: string) => Promise<string>;
  /** In milliseconds; runs on while the computer sleeps. */
  readonly now?: () => number;
}

/**
 * The way to servers. Their certificates are always checked, also where `NODE_TLS_REJECT_UNAUTHORIZED=0` tells Node not
 * to (S26); besides Node's own authorities those of this computer count, where a company puts its own. A proxy is used
 * where the shell names one, but never to this computer itself. Redirects come back as they are. Connections are kept
 * for the next call. Node's own client and not `fetch`, which takes 0.5 ms more of a call: a quarter of what a move
 * takes (ADR 0011).
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
      const body = request.body === null ? undefined : await request.bytes();
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

/** Connections by one proxy, or by none (`''`). */
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

/** None where the system's store cannot be read: what Node brings is still good. */
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

/** The agent, without the connections that were idle for too long. */
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
 * The answer to a call. A server closes kept connections when it likes, also just as a call goes out: where nothing of
 * an answer has come by a connection that was used before, what may be asked twice is asked on another one. A move may
 * not: the queue does that, after its pause (I7).
 */
async function answerTo(
  start: () => ClientRequest,
  body: Uint8Array | undefined,
  isRepeatable: boolean,
): Promise<IncomingMessage> {
  for (;;) {
    const outgoing = start();
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.once('response', resolve);
        // Stays for good: an error that nobody listens to would end the process.
        outgoing.on('error', reject);
        outgoing.end(body);
      });
    } catch (error) {
      const isClosed = error instanceof Error && 'code' in error && closedCodes.has(String(error.code));
      if (!isClosed || !outgoing.reusedSocket || !isRepeatable) throw error;
    }
  }
}

/** What it is called that the other end has closed a connection. */
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
    // What goes wrong on the way is told by what is read from it.
    pipeline(incoming, unpacked, () => undefined);
    return streamOf(unpacked);
  }
  return Number(length) <= readAtOnce ? Buffer.concat(await incoming.toArray()) : streamOf(incoming);
}

/** The same under the name that the web's types have for it. */
function streamOf(readable: Readable): ReadableStream {
  return Readable.toWeb(readable) as ReadableStream;
}
