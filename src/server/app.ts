import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { endpointNames, endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/errors.ts';
import { answerHeaders, errorAnswer, notFound } from './http/answers.ts';
import { checkHeaderSize, jsonBodyOf, queryOf, readInput } from './http/requestInput.ts';
import { openApiDocument } from './openapi/document.ts';
import type { ApiDeps, CallContext, CsvAnswer, Guard, SignedInContext } from './routes/handler.ts';
import { guards, handlers } from './routes/handlers.ts';
import type { UserRecord } from './store/state.ts';

/** A handler as the loop sees it: the endpoint's own schemas have made its input, so the types hold. */
type AnyHandler = (
  request: { params: unknown; query: unknown; body: unknown },
  context: CallContext | SignedInContext,
) => Promise<unknown>;

/**
 * The whole API of `endpoints.ts` as `fetch(Request) → Response`: for a socket, a worker or a test alike. Errors are
 * `{code, detail, fields?}`; both forms of an address, with and without the last slash, are accepted.
 */
export function createApp(deps: ApiDeps): Hono {
  const app = new Hono({ strict: false });
  app.notFound(() => errorAnswer(notFound('address')));
  app.onError((error) => {
    if (AppError.from(error).code === 'internal') deps.reportError(error);
    return errorAnswer(error);
  });
  let description: string | undefined;
  app.get('/api/openapi.json', () => {
    description ??= JSON.stringify(openApiDocument());
    return new Response(description, { headers: openApiHeaders });
  });
  for (const name of inOrder(endpointNames)) {
    const { method, path } = endpoints[name];
    // `strict: false` takes the last slash off what is asked for, so the table's has to go as well.
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, ''), async (context) =>
      answer(deps, name, context.req.raw, context.req.param()),
    );
  }
  return app;
}

const openApiHeaders = { ...answerHeaders, 'Content-Type': 'application/json' };

/** Fixed addresses before those with a parameter in their place. */
function inOrder(names: readonly EndpointName[]): EndpointName[] {
  return names.toSorted((a, b) => Number(endpoints[a].path.includes('{')) - Number(endpoints[b].path.includes('{')));
}

/** In this order: header size, who is asking, whether the object is there, the input, the handler (API.md `Form`). */
async function answer(
  deps: ApiDeps,
  name: EndpointName,
  request: Request,
  pathParams: Record<string, string>,
): Promise<Response> {
  checkHeaderSize(request);
  const endpoint: Endpoint = endpoints[name];
  const call = { deps, url: new URL(request.url), headers: request.headers };
  const context = endpoint.token ? { ...call, user: await userOf(deps, request.headers) } : call;
  const params = paramsOf(endpoint, pathParams);
  const guard: Guard | undefined = guards[name];
  if (guard !== undefined && 'user' in context) await guard(Number(params['id'] ?? 0), context);
  const query = readInput(endpoint.query, queryOf(context.url));
  const body = endpoint.body === null ? null : readInput(endpoint.body, await jsonBodyOf(request));
  const result = await (handlers[name] as AnyHandler)({ params, query, body }, context);
  return toResponse(name, endpoint, result);
}

async function userOf(deps: ApiDeps, headers: Headers): Promise<UserRecord> {
  const [, token] = /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(headers.get('authorization') ?? '') ?? [];
  const user = token === undefined ? undefined : await deps.state.users.byToken(token);
  if (user === undefined) throw new AppError('unauthenticated', 'Sign in first.');
  return user;
}

/** An id that is no id names nothing: 404, not 400. */
function paramsOf(endpoint: Endpoint, raw: Record<string, string>): Record<string, unknown> {
  if (Object.values(raw).some((value) => !/^[1-9]\d{0,14}$/.test(value))) throw notFound('address');
  return readInput(endpoint.params, raw) as Record<string, unknown>;
}

function toResponse(name: EndpointName, endpoint: Endpoint, result: unknown): Response {
  if (endpoint.response === null) return new Response(null, { status: endpoint.status, headers: answerHeaders });
  if (endpoint.response === 'csv') {
    const { body, total } = result as CsvAnswer;
    const headers = { ...answerHeaders, 'Content-Type': 'text/csv; charset=utf-8', 'X-Total-Count': String(total) };
    return new Response(body, { status: endpoint.status, headers });
  }
  const response = Response.json(result, { status: endpoint.status, headers: answerHeaders });
  if (name === 'getConfig') response.headers.append('Set-Cookie', csrfCookie());
  return response;
}

/** A value that the client copies into `X-CSRFToken` (SPEC 7). */
function csrfCookie(): string {
  return `csrftoken=${randomBytes(16).toString('hex')}; Path=/; SameSite=Strict`;
}
