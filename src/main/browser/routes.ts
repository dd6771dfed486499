import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SocketWay } from '#node/loopbackServer.ts';
import type { Log } from '#main/ports.ts';
import type { HandedFiles } from '#main/shellCommon/handedFiles.ts';
import type { ShellApp } from '#main/shellCommon/shellApp.ts';
import {
  eventHeader,
  keyHeader,
  rpcRequestSchema,
  sessionRequestSchema,
  tabHeader,
  tabIdSchema,
} from '#shared/bridge/browserWire.ts';
import type { ShellInfo } from '#shared/bridge/contract.ts';
import { parseSignIn } from '#shared/bridge/deepLink.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import type { Downloads } from './downloads.ts';
import type { ExternalTickets } from './externalTickets.ts';
import { parseBoundedJson } from '#shared/boundedJson.ts';
import { ownPages } from './edge.ts';
import type { KeyOutcome, LaunchKeys } from './launchKeys.ts';
import type { Pages } from './pages.ts';
import { replyError, replyJson } from '#main/shellCommon/replies.ts';
import { replySignInEnd, signInEndPath } from '#main/shellCommon/signInEnd.ts';
import type { TabHub } from './tabHub.ts';

/** Largest body of a page that has no key yet, and of one that has: a decision may cover 100,000 companies. */
const maxSessionBytes = 10_000;
const maxCallBytes = 16_000_000;

export interface RouteParts {
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
    else if (pathname === '/auth' && request.method === 'GET') await signIn(searchParams, response);
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
        requireKey(request, way);
        await call(request, response);
        return;
      case '/upload': {
        requireKey(request, way);
        const file = await parts.files.receive(query.get('name') ?? '', request);
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

  /** The sign-in page comes back here. A redirect takes the token out of the address and of the history (S37). */
  async function signIn(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const done = await parts.app.completeSignIn(parseSignIn(query));
    response.writeHead(303, { location: signInEndPath(done), 'content-length': 0 });
    response.end();
  }

  function requireKey(request: IncomingMessage, way: SocketWay): void {
    const key = request.headers[keyHeader];
    goodKey(parts.keys.check(typeof key === 'string' ? key : ''));
    way.belongsTo(ownPages);
  }

  return async (request, response, way) => {
    try {
      await route(request, response, way);
    } catch (error) {
      if (!(error instanceof AppError)) parts.log.error('http.failed', error);
      if (response.headersSent) {
        response.destroy();
        return;
      }
      // What was not read of the body cannot be told from the next request.
      if (!request.complete) response.setHeader('connection', 'close');
      replyError(response, error);
    }
  };
}

function goodKey(outcome: KeyOutcome): string {
  switch (outcome.kind) {
    case 'good':
      return outcome.key;
    case 'wrong':
      throw new AppError('untrusted_caller', 'This page has no key. Run `npm start` again for a new link.');
    case 'locked':
      throw new AppError('rate_limited', 'Too many wrong keys. Try again in a minute.');
    default:
      return assertNever(outcome);
  }
}

/** The path as it was sent (nothing decoded) and the query. */
function splitAddress(url: string): { pathname: string; searchParams: URLSearchParams } {
  const mark = url.indexOf('?');
  const pathname = mark < 0 ? url : url.slice(0, mark);
  return { pathname, searchParams: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)) };
}

/**
 * Reads a JSON body of at most `limit` bytes. A form or plain text is refused before it is read, because a foreign page
 * could send those without being asked (S20).
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
