import { Agent as PlainAgent, request as ask, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as askSecurely } from 'node:https';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ApiFailure } from './apiFailure.ts';
import type { ApiTransport } from './apiClient.ts';

/** An answer of at most so many bytes is read at once: a stream would cost more than reading it. */
const readAtOnce = 64 * 1024;
/** Statuses whose answers have no body (Fetch). */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * The way to servers. Their certificates are always checked, also where `NODE_TLS_REJECT_UNAUTHORIZED=0` tells Node not
 * to (S26), and redirects come back as they are. Connections are kept for the next call. Node's own client and not
 * `fetch`, which takes 0.5 ms more of a call: a quarter of what a move takes (ADR 0011).
 */
export function createRemoteTransport(): ApiTransport {
  const plain = new PlainAgent({ keepAlive: true });
  const secure = new SecureAgent({ keepAlive: true, rejectUnauthorized: true });
  return {
    async fetch(request) {
      const body = request.body === null ? undefined : await request.bytes();
      const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': 'gzip' };
      const options = { method: request.method, headers, signal: request.signal };
      const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = request.url.startsWith('https:')
          ? askSecurely(request.url, { ...options, agent: secure }, resolve)
          : ask(request.url, { ...options, agent: plain }, resolve);
        // Stays for good: an error that nobody listens to would end the process.
        outgoing.on('error', reject);
        outgoing.end(body);
      });
      return await responseOf(incoming);
    },
  };
}

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
  return new Response(withoutBody.has(status) ? null : await bodyOf(incoming), { status, headers });
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

const unreached = 'The server could not be reached.';

/** What a failed connection is to its user: a certificate that is not good is told apart from a server that is away. */
export function unreachable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'CERT_HAS_EXPIRED') return 'The server’s certificate has expired, so nothing was sent to it.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'The server’s certificate is made out for another address, so nothing was sent to it.';
  }
  const isUntrusted = /SELF_SIGNED|CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY)/.test(code);
  return isUntrusted
    ? 'The server’s certificate is not trusted on this computer, so nothing was sent to it.'
    : unreached;
}
