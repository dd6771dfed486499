import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { endpointNames, endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/errors.ts';
import type { UserRecord } from '../state/port.ts';
import { Calls, callerOf, isStillSignedIn, type ApiCall, type QuickAnswers } from './call.ts';
import { ChangeFeed } from './changeFeed.ts';
import { streamChanges } from './changes.ts';
import { answerHeaders, errorAnswer, jsonHeaders, jsonOf, notFound, type JsonAnswer } from './http/answers.ts';
import { bodyOf, fileBodyOf, headerSizeOf, jsonBodyOf } from './http/requestInput.ts';
import { openApiDocument } from './openapi/document.ts';
import { methodsAt } from './routeOf.ts';
import type { ApiDeps, CsvAnswer } from './routes/handler.ts';

/** Addresses outside the endpoint table; read only. */
const readOnly = ['/api/openapi.json', '/api/changes/'];

/** The methods an address of the API accepts; none if there is no such address. Whatever has a GET has a HEAD too. */
function methodsOf(pathname: string): string[] {
  const isReadOnly = readOnly.some((path) => path.replace(/\/$/, '') === pathname.replace(/\/$/, ''));
  const methods = isReadOnly ? ['GET'] : methodsAt(pathname);
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].toSorted();
}

/** The whole API. `quick` answers what it can without a `Request` and a `Response`, just as `fetch` would. */
export interface Api {
  /** `user` is the caller, if the server's edge has already looked them up. */
  readonly fetch: (request: Request, user?: UserRecord) => Response | Promise<Response>;
  readonly quick: QuickAnswers;
  /** Answers a call that returns JSON, by the endpoint's name. */
  readonly call: (name: EndpointName, params: Readonly<Record<string, string>>, call: ApiCall) => Promise<JsonAnswer>;
}

type Env = { Bindings: { readonly user?: UserRecord | undefined } };

/**
 * The whole API of `endpoints.ts` as `fetch(Request) → Response`: for a socket, a worker or a test alike. Errors are
 * `{code, detail, fields?}`. Addresses work with and without the trailing slash.
 */
export function createApp(deps: ApiDeps): Api {
  const calls = new Calls(deps);
  const app = new Hono<Env>({ strict: false });
  app.notFound(({ req }) => noSuchCall(req.method, new URL(req.url).pathname));
  app.onError((error) => {
    if (AppError.from(error).code === 'internal') deps.reportError(error);
    return errorAnswer(error);
  });
  let description: string | undefined;
  app.get('/api/openapi.json', () => {
    description ??= JSON.stringify(openApiDocument());
    return new Response(description, { headers: jsonHeaders });
  });
  const feed = new ChangeFeed(deps.state);
  app.get('/api/changes', async (context) => {
    const { headers } = context.req.raw;
    const user = context.env?.user ?? (await callerOf(deps, headers));
    const response = streamChanges(context, feed, { user, stillMay: () => isStillSignedIn(deps, headers) });
    for (const [name, value] of Object.entries(answerHeaders)) response.headers.set(name, value);
    return response;
  });
  for (const name of inOrder(endpointNames)) {
    const { method, path } = endpoints[name];
    // `strict: false` strips the trailing slash from the request, so the table's has to go as well. Ids are numbers,
    // or those of notes: a word in their place is a different address, which may accept other methods.
    app.on(method, path.replaceAll(/\{(\w+)\}/g, routed).replace(/\/$/, ''), async (context) =>
      answer(calls, name, context.req.raw, context.req.param(), context.env?.user),
    );
  }
  return {
    fetch: (request, user) => app.fetch(request, { user }),
    quick: calls.quick,
    call: (name, params, call) => calls.answerOf(name, call, params),
  };
}

/** A parameter of an address as the router writes it, which takes no braces within; `paramsOf` checks the rest. */
function routed(_: string, parameter: string): string {
  return `:${parameter}{${parameter === 'note_id' ? '[0-9a-f-]+' : '[0-9]+'}}`;
}

/** A 404, or a 405 with `Allow` if the address exists but accepts other methods (RFC 9110, 15.5.6). */
function noSuchCall(method: string, pathname: string): Response {
  const methods = methodsOf(pathname);
  if (methods.length === 0) return errorAnswer(notFound('address'));
  const response = errorAnswer(new AppError('method_not_allowed', `This address takes no ${method}.`));
  response.headers.set('Allow', methods.join(', '));
  return response;
}

/** Fixed addresses come before those with a parameter in the same place. */
function inOrder(names: readonly EndpointName[]): EndpointName[] {
  return names.toSorted((a, b) => Number(endpoints[a].path.includes('{')) - Number(endpoints[b].path.includes('{')));
}

async function answer(
  calls: Calls,
  name: EndpointName,
  request: Request,
  pathParams: Record<string, string>,
  user: UserRecord | undefined,
): Promise<Response> {
  const call = {
    url: new URL(request.url),
    headers: request.headers,
    headerSize: headerSizeOf(request),
    body: async () =>
      endpoints[name].body === 'file' ? fileBodyOf(request) : jsonBodyOf(request.headers, bodyOf(request)),
    isWanted: () => !request.signal.aborted,
    user,
  };
  const response = toResponse(name, endpoints[name], await calls.resultOf(name, call, pathParams));
  // Nobody reads the body that a HEAD leaves out, and an export that is not read would stay open.
  if (request.method === 'HEAD') await response.body?.cancel();
  return response;
}

function toResponse(name: EndpointName, endpoint: Endpoint, result: unknown): Response {
  if (endpoint.response === null) return new Response(null, { status: endpoint.status, headers: answerHeaders });
  if (endpoint.response === 'csv') {
    const { body, total, next } = result as CsvAnswer;
    const headers = new Headers({
      ...answerHeaders,
      'Content-Type': 'text/csv; charset=utf-8',
      'X-Total-Count': String(total),
    });
    if (next !== undefined) headers.set('X-Export', next);
    return new Response(body, { status: endpoint.status, headers });
  }
  const response = new Response(jsonOf(result), { status: endpoint.status, headers: jsonHeaders });
  if (name === 'getConfig') response.headers.append('Set-Cookie', csrfCookie());
  return response;
}

/** A value that the client copies into `X-CSRFToken` (product 7). */
function csrfCookie(): string {
  return `csrftoken=${randomBytes(16).toString('hex')}; Path=/; SameSite=Strict`;
}
