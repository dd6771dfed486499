import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Log } from '#main/ports.ts';
import {
  answerFor,
  contentPolicy,
  newNonce,
  pageWithNonce,
  readPageFiles,
  reply,
  replyError,
  replyJson,
  replyText,
  type PageFile,
} from '#main/shellCommon/pageFiles.ts';
import type { HandedFiles } from '#main/shellCommon/handedFiles.ts';
import type { ShellApp } from '#main/shellCommon/shellApp.ts';
import { replySignInEnd, signInEndPath } from '#main/shellCommon/signInCallback.ts';
import type { SocketWay } from '#node/loopbackServer.ts';
import { parseBoundedJson } from '#shared/boundedJson.ts';
import {
  eventHeader,
  keyHeader,
  rpcRequestSchema,
  sessionRequestSchema,
  tabHeader,
  tabIdSchema,
} from '#shared/bridge/browserWire.ts';
import type { ShellInfo } from '#shared/bridge/contract.ts';
import { parseSignIn } from '#shared/bridge/links.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import type { Downloads, ExternalTickets } from './tickets.ts';
import { ownPages, type KeyOutcome, type LaunchKeys } from './edge.ts';
import type { TabHub } from './tabHub.ts';

/** Largest body from a page without a key, and with one: a decision may cover 100,000 companies. */
const maxSessionBytes = 10_000;
const maxCallBytes = 16_000_000;

interface RouteParts {
  readonly app: Pick<ShellApp, 'router' | 'completeSignIn'>;
  readonly info: ShellInfo;
  readonly keys: LaunchKeys;
  readonly tabs: TabHub;
  readonly pages: Pages;
  readonly files: HandedFiles;
  readonly downloads: Downloads;
  readonly tickets: ExternalTickets;
  readonly log: Log;
}

/** Answers a request that has passed the gate (edge.ts). Never rejects. */
export function createRoutes(
  parts: RouteParts,
): (request: IncomingMessage, response: ServerResponse, way: SocketWay) => Promise<void> {
  async function route(request: IncomingMessage, response: ServerResponse, way: SocketWay): Promise<void> {
    const { pathname, searchParams } = splitAddress(request.url ?? '/');
    if (request.method === 'POST') {
      await post(pathname, searchParams, request, response, way);
      return;
    }
    const [, area, ticket = ''] = /^\/(download|go)\/([\w-]+)$/.exec(pathname) ?? [];
    if (area === 'download') await parts.downloads.answer(ticket, response);
    else if (area === 'go') parts.tickets.answer(ticket, response);
    else if (pathname === '/auth' && request.method === 'GET') await endSignIn(parts.app, searchParams, response);
    else if (!replySignInEnd(pathname, response)) await parts.pages.answer(pathname, response);
  }

  async function post(
    path: string,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
    way: SocketWay,
  ): Promise<void> {
    switch (path) {
      case '/session':
        await openSession(request, response, way);
        return;
      case '/rpc':
        requireKey(parts.keys, request, way);
        await call(request, response);
        return;
      case '/upload': {
        requireKey(parts.keys, request, way);
        const file = await parts.files.receive(query.get('name') ?? '', request, momentOf(query.get('changed')));
        replyJson(response, 200, { token: file.token });
        return;
      }
      default:
        throw new AppError('not_found', 'Nothing is posted here.');
    }
  }

  async function openSession(request: IncomingMessage, response: ServerResponse, way: SocketWay): Promise<void> {
    const body = sessionRequestSchema.safeParse(await readJsonBody(request, maxSessionBytes));
    if (!body.success) throw new AppError('bad_request', 'The body must be {"secret"} or {"key"}.');
    const outcome = 'secret' in body.data ? parts.keys.exchange(body.data.secret) : parts.keys.check(body.data.key);
    const key = goodKey(outcome);
    way.belongsTo(ownPages);
    replyJson(response, 200, { key, info: parts.info, last: parts.tabs.lastEvent });
  }

  async function call(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const tab = tabIdSchema.safeParse(request.headers[tabHeader]);
    const body = rpcRequestSchema.safeParse(await readJsonBody(request, maxCallBytes));
    if (!tab.success || !body.success) throw new AppError('bad_request', 'The call is not understood.');
    const { name, input } = body.data;
    const answer = await parts.tabs.runFor(tab.data, (gone) =>
      parts.app.router.handle(name, input, { trusted: true, client: tab.data, gone }),
    );
    response.setHeader(eventHeader, parts.tabs.lastEvent);
    replyJson(response, 200, { ...answer });
  }

  return async (request, response, way) => {
    try {
      await route(request, response, way);
    } catch (error) {
      if (!(error instanceof AppError)) parts.log.error('http.failed', error);
      replyFailure(error, request, response);
    }
  };
}

/** The sign-in page redirects here. A further redirect removes the token from the address and the history (S37). */
async function endSignIn(app: RouteParts['app'], query: URLSearchParams, response: ServerResponse): Promise<void> {
  const done = await app.completeSignIn(parseSignIn(query));
  response.writeHead(303, { location: signInEndPath(done), 'content-length': 0 });
  response.end();
}

function replyFailure(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // The unread rest of the body cannot be told from the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  replyError(response, error);
}

function requireKey(keys: LaunchKeys, request: IncomingMessage, way: SocketWay): void {
  const key = request.headers[keyHeader];
  goodKey(keys.check(typeof key === 'string' ? key : ''));
  way.belongsTo(ownPages);
}

function goodKey(outcome: KeyOutcome): string {
  switch (outcome.kind) {
    case 'good':
      return outcome.key;
    case 'wrong':
      throw new AppError('untrusted_caller', 'This page has no key. Run `npm start` for a new link.');
    case 'locked':
      throw new AppError('rate_limited', 'Too many wrong keys. Try again in a minute.');
    default:
      return assertNever(outcome);
  }
}

/** The path as sent (nothing decoded) and the query. */
function splitAddress(url: string): { pathname: string; searchParams: URLSearchParams } {
  const mark = url.indexOf('?');
  const pathname = mark < 0 ? url : url.slice(0, mark);
  return { pathname, searchParams: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)) };
}

/**
 * Reads a JSON body of at most `limit` bytes. A form or plain text is refused before it is read, because a foreign page
 * could send those without a preflight (S20).
 */
async function readJsonBody(request: IncomingMessage, limit: number): Promise<unknown> {
  if (!/^application\/json(?:; ?charset=utf-8)?$/i.test(request.headers['content-type'] ?? '')) {
    throw new AppError('bad_request', 'The body must be JSON.');
  }
  const bytes = await readBody(request, limit);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError('bad_request', 'The body is not UTF-8.', { cause: error });
  }
  return parseBoundedJson(text);
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = (): AppError => new AppError('payload_too_large', `The body is larger than ${limit} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The built renderer, as served by the browser shell. */
interface Pages {
  /** Answers `GET` and `HEAD` of a path: a file, the page for a route of the app, or 404. */
  answer(path: string, response: ServerResponse): Promise<void>;
}

/** A file's contents, and whether they are compressed: the build compresses scripts and style sheets. */
interface Content {
  readonly bytes: Buffer;
  readonly isCompressed: boolean;
}

/**
 * Serves the files below `root`; `socket` is the origin of the event socket, for the page's policy. The files are read
 * now, so that a page keeps working while a new build replaces them; source maps stay on disk.
 */
export function createPages(root: string, socket: string): Pages {
  const files = readPageFiles(root);
  const page = readFileSync(join(root, 'index.html'), 'utf8');
  const contents = new Map<string, Content>();
  for (const { path } of files.values()) if (!path.endsWith('.map')) contents.set(path, readContent(path));

  function servePage(response: ServerResponse): void {
    const nonce = newNonce();
    reply(response, 200, pageWithNonce(page, nonce), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentPolicy(nonce, socket),
    });
  }

  async function serveFile({ path, type, hashed }: PageFile, response: ServerResponse): Promise<void> {
    const headers = {
      'content-type': type,
      'cache-control': hashed ? 'private, max-age=31536000, immutable' : 'no-cache',
    };
    const { bytes, isCompressed } = contents.get(path) ?? { bytes: await readFile(path), isCompressed: false };
    if (!isCompressed) reply(response, 200, bytes, headers);
    else if (/\bgzip\b/.test(response.req.headers['accept-encoding'] ?? '')) {
      reply(response, 200, bytes, { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' });
    } else reply(response, 200, await inflate(bytes), { ...headers, vary: 'accept-encoding' });
  }

  return {
    answer: async (path, response) => {
      const answer = answerFor(path, files);
      switch (answer.kind) {
        case 'file':
          await serveFile(answer.file, response);
          return;
        case 'page':
          servePage(response);
          return;
        case 'notFound':
          replyText(response, 404, 'Page not found');
      }
    },
  };
}

const inflate = promisify(gunzip);

function readContent(path: string): Content {
  const compressed = `${path}.gz`;
  return existsSync(compressed)
    ? { bytes: readFileSync(compressed), isCompressed: true }
    : { bytes: readFileSync(path), isCompressed: false };
}

/** A moment given as milliseconds since 1970; null where it is none. */
function momentOf(text: string | null): Date | null {
  const milliseconds = text === null || text === '' ? Number.NaN : Number(text);
  return milliseconds > 0 && milliseconds < 8.64e15 ? new Date(milliseconds) : null;
}
