import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { CustomScheme } from 'electron';
import type { HandedFiles } from '#main/shellCommon/handedFiles.ts';
import {
  answerFor,
  contentPolicy,
  newNonce,
  nothingPolicy,
  pageWithNonce,
  readPageFiles,
} from '#main/shellCommon/pageFiles.ts';
import { AppError } from '#shared/errors.ts';
import type { ShellSession } from './electronApi.ts';

/** The only origin from which the app's pages are loaded (S2). */
export const appOrigin = 'app://winnow';

/**
 * The largest file a page may send, in bytes. Electron passes on a request's body in one piece, so files on disk are
 * read in place (`bridgeIpc.ts`), and only a file that is not on disk takes this way.
 */
export const largestUpload = 64_000_000;

/** Must be registered before the app is ready. */
export const appScheme: CustomScheme = {
  scheme: 'app',
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
};

const headers = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Serves the built renderer below `root` on the app's scheme, and receives files that a page hands over. */
export function serveAppScheme(
  protocol: Pick<ShellSession['protocol'], 'handle'>,
  root: string,
  files: HandedFiles,
): void {
  const pages = readPageFiles(root);
  const page = readFileSync(path.join(root, 'index.html'), 'utf8');

  async function answer(request: Request): Promise<Response> {
    const address = splitAddress(request.url);
    if (address === null) return plain(404, 'Page not found');
    if (request.method === 'POST') return await takeFile(request, address);
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Not served here');
    const found = answerFor(address.path, pages);
    if (found.kind === 'notFound') return plain(404, 'Page not found');
    if (found.kind === 'file') {
      return new Response(await readFile(found.file.path), {
        headers: { ...headers, 'content-type': found.file.type, 'content-security-policy': nothingPolicy },
      });
    }
    const nonce = newNonce();
    return new Response(pageWithNonce(page, nonce), {
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentPolicy(nonce),
      },
    });
  }

  async function takeFile(request: Request, address: Address): Promise<Response> {
    const origin = request.headers.get('origin') ?? appOrigin;
    if (address.path !== '/upload' || origin !== appOrigin || request.body === null)
      return plain(404, 'Page not found');
    try {
      const name = new URLSearchParams(address.query).get('name') ?? '';
      const { token } = await files.receive(name, Readable.from(request.body));
      return Response.json({ token }, { headers });
    } catch (error) {
      return Response.json(AppError.from(error).toWire(), { status: 400, headers });
    }
  }

  protocol.handle(appScheme.scheme, answer);
}

interface Address {
  readonly path: string;
  readonly query: string;
}

/** Path and query as sent, nothing decoded; null for another host. */
function splitAddress(url: string): Address | null {
  const found = /^app:\/\/winnow(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/s.exec(url);
  return found === null ? null : { path: found[1] ?? '/', query: found[2] ?? '' };
}

function plain(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': nothingPolicy },
  });
}
