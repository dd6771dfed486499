import type { Endpoint } from '#shared/api/endpoint.ts';
import { endpointNames, endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/errors.ts';
import type { UserRecord } from '../state/port.ts';
import { errorBody, jsonOf, notFound, type JsonAnswer } from './http/answers.ts';
import type { SocketGet } from './http/httpServer.ts';
import { bearerOf, checkHeaderSize, queryOf, readInput, type CallHeaders } from './http/requestInput.ts';
import { accountHandlers } from './routes/account.ts';
import { collectionGuards, collectionHandlers } from './routes/collections.ts';
import { companyGuards, companyHandlers, reportHandlers } from './routes/companies.ts';
import { entryGuards, entryHandlers } from './routes/entries.ts';
import { exportGuards, exportHandlers } from './routes/export.ts';
import type { Guards, Handlers, ApiDeps, CallContext, Guard, SignedInContext } from './routes/handler.ts';
import { smartListGuards, smartListHandlers } from './routes/smartLists.ts';

/** One handler for every call of the endpoint table; the compiler knows when one is missing. */
const handlers: Handlers = {
  ...accountHandlers,
  ...companyHandlers,
  ...exportHandlers,
  ...reportHandlers,
  ...smartListHandlers,
  ...entryHandlers,
  ...collectionHandlers,
};

const guards: Guards = {
  ...companyGuards,
  ...exportGuards,
  ...smartListGuards,
  ...entryGuards,
  ...collectionGuards,
};

/** One call, whatever carries it. */
export interface ApiCall {
  readonly url: URL;
  readonly headers: CallHeaders;
  /** Characters of the request's header, address included. */
  readonly headerSize: number;
  /** Reads the body; asked for once at most, and only where the call has one. */
  readonly body: () => Promise<unknown>;
  /** Whether the caller still waits. */
  readonly isWanted: () => boolean;
  /** Who asks, where the server's edge has looked already. */
  readonly user?: UserRecord | undefined;
}

/** A handler as the loop sees it: the endpoint's own schemas have made its input, so the types hold. */
type AnyHandler = (
  request: { params: unknown; query: unknown; body: unknown },
  context: CallContext | SignedInContext,
) => Promise<unknown>;

async function userOf(deps: ApiDeps, headers: CallHeaders): Promise<UserRecord> {
  const token = bearerOf(headers);
  const user = token === undefined ? undefined : await deps.state.users.byToken(token);
  if (user === undefined) throw new AppError('unauthenticated', 'Sign in first.');
  return user;
}

/** An id that is no id names nothing: 404, not 400. */
function paramsOf(endpoint: Endpoint, raw: Readonly<Record<string, string>>): Record<string, unknown> {
  const values = Object.values(raw);
  if (values.length === 0) return {};
  if (values.some((value) => !/^[1-9]\d{0,14}$/.test(value))) throw notFound('address');
  return readInput(endpoint.params, raw) as Record<string, unknown>;
}

/** Answers a GET with JSON. Never rejects: what goes wrong is an answer too. */
export type JsonReader = (get: SocketGet, user?: UserRecord) => Promise<JsonAnswer>;

/** What answers a GET of this path and query; undefined where that is left to `fetch`. */
export type Reads = (target: string) => JsonReader | undefined;

/** Most queries that are remembered, and how long their texts may be. */
const maxQueries = 200;
const maxQueryLength = 1000;

/** Makes the calls of the endpoint table. */
export class Calls {
  readonly #deps: ApiDeps;
  /** Queries that have been read, by endpoint and text: paging and live counts send the same one again and again. */
  readonly #queries = new Map<string, unknown>();
  /** Endpoints that `read` answers, by their addresses. */
  readonly #reads = new Map<string, EndpointName>();

  constructor(deps: ApiDeps) {
    this.#deps = deps;
    for (const name of endpointNames) {
      const { method, path, response, token }: Endpoint = endpoints[name];
      if (method !== 'GET' || path.includes('{') || response === 'csv' || !token) continue;
      this.#reads.set(path, name);
      this.#reads.set(path.replace(/\/$/, ''), name);
    }
  }

  /**
   * What an endpoint gives, in this order: header size, who is asking, whether the object is there, the input, the
   * handler (docs/api.md 1). Throws `AppError`.
   */
  async resultOf(name: EndpointName, call: ApiCall, pathParams: Readonly<Record<string, string>>): Promise<unknown> {
    checkHeaderSize(call.headerSize);
    const endpoint: Endpoint = endpoints[name];
    const known = { deps: this.#deps, url: call.url, headers: call.headers, isWanted: call.isWanted };
    const context = endpoint.token ? { ...known, user: call.user ?? (await userOf(this.#deps, call.headers)) } : known;
    const params = paramsOf(endpoint, pathParams);
    const guard: Guard | undefined = guards[name];
    if (guard !== undefined && 'user' in context) await guard(Number(params['id'] ?? 0), context);
    const query = this.#queryOf(name, call.url);
    const body = endpoint.body === null ? null : readInput(endpoint.body, await call.body());
    return (handlers[name] as AnyHandler)({ params, query, body }, context);
  }

  /** The query of a call, read by its schema; the same object for the same text, so nobody may change it. */
  #queryOf(name: EndpointName, url: URL): unknown {
    const { search } = url;
    const key = `${name}${search}`;
    const known = this.#queries.get(key);
    if (known !== undefined) return known;
    const query = Object.freeze(readInput(endpoints[name].query, queryOf(url)));
    if (search.length > maxQueryLength) return query;
    // A Map keeps the order of insertion, so the first key is the oldest one.
    for (const oldest of this.#queries.keys()) {
      if (this.#queries.size < maxQueries) break;
      this.#queries.delete(oldest);
    }
    this.#queries.set(key, query);
    return query;
  }

  /**
   * The short way for what is asked most, searches above all: no Request, no Response and no routes between the socket
   * and the handler, which together take longer than a search.
   */
  readonly read: Reads = (target) => {
    const end = target.indexOf('?');
    const name = this.#reads.get(end === -1 ? target : target.slice(0, end));
    return name === undefined ? undefined : (get, user) => this.#read(name, get, user);
  };

  #read(name: EndpointName, get: SocketGet, user?: UserRecord): Promise<JsonAnswer> {
    return this.answerOf(name, { ...get, url: new URL(get.target, 'http://winnow.invalid'), body: noBody, user }, {});
  }

  /** What a call of JSON is answered with. Never rejects: what goes wrong is an answer too. */
  async answerOf(name: EndpointName, call: ApiCall, params: Readonly<Record<string, string>>): Promise<JsonAnswer> {
    try {
      const { response, status }: Endpoint = endpoints[name];
      const result = await this.resultOf(name, call, params);
      return { status, json: response === null ? '' : jsonOf(result) };
    } catch (error) {
      if (AppError.from(error).code === 'internal') this.#deps.reportError(error);
      return errorBody(error);
    }
  }
}

async function noBody(): Promise<null> {
  return null;
}
