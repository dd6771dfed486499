import { patternOf, type Endpoint } from '#shared/api/endpoint.ts';
import { endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/errors.ts';
import type { UserRecord } from '../state/port.ts';
import { errorBody, jsonOf, notFound, type JsonAnswer } from './http/answers.ts';
import { callAt } from './routeOf.ts';
import type { SocketCall } from './http/httpServer.ts';
import { bearerOf, checkHeaderSize, jsonBodyOf, queryOf, readInput, type CallHeaders } from './http/requestInput.ts';
import { accountHandlers } from './routes/account.ts';
import { collectionGuards, collectionHandlers } from './routes/collections.ts';
import { companyGuards, companyHandlers, reportHandlers } from './routes/companies.ts';
import { decisionGuards, decisionHandlers } from './routes/decisions.ts';
import { entryGuards, entryHandlers } from './routes/entries.ts';
import { exportGuards, exportHandlers } from './routes/export.ts';
import type { Guards, Handlers, ApiDeps, CallContext, Guard, SignedInContext } from './routes/handler.ts';
import { handoverGuards, handoverHandlers } from './routes/handover.ts';
import { importHandlers } from './routes/imports.ts';
import { noteGuards, noteHandlers } from './routes/notes.ts';
import { knownGuards, knownHandlers } from './routes/known.ts';
import { auditGuards, auditHandlers } from './routes/audit.ts';
import { sharingGuards, sharingHandlers } from './routes/sharing.ts';
import { refused, teamGuards, teamHandlers } from './routes/team.ts';
import { smartListGuards, smartListHandlers } from './routes/smartLists.ts';
import { workspaceGuards, workspaceHandlers } from './routes/workspace.ts';

/** One handler for every call of the endpoint table; the compiler reports a missing one. */
const handlers: Handlers = {
  ...accountHandlers,
  ...companyHandlers,
  ...exportHandlers,
  ...reportHandlers,
  ...smartListHandlers,
  ...entryHandlers,
  ...decisionHandlers,
  ...noteHandlers,
  ...handoverHandlers,
  ...importHandlers,
  ...collectionHandlers,
  ...knownHandlers,
  ...workspaceHandlers,
  ...teamHandlers,
  ...sharingHandlers,
  ...auditHandlers,
};

const guards: Guards = {
  ...companyGuards,
  ...exportGuards,
  ...smartListGuards,
  ...entryGuards,
  ...decisionGuards,
  ...noteGuards,
  ...handoverGuards,
  ...collectionGuards,
  ...knownGuards,
  ...workspaceGuards,
  ...teamGuards,
  ...sharingGuards,
  ...auditGuards,
};

/** What somebody who only reads may call besides every GET: nothing that decides, or makes or changes a list. */
const readersMay: ReadonlySet<EndpointName> = new Set([
  'getCompanyInsight',
  'leaveSmartList',
  'writeNote',
  'deleteNote',
  'readMentions',
  'answerAssignment',
  'recordExport',
]);

function throwIfReader(name: EndpointName, { user }: SignedInContext): void {
  if (user.role !== 'reader' || endpoints[name].method === 'GET' || readersMay.has(name)) return;
  throw refused('You read and comment on this team. To decide and to make lists, ask staff for another role.');
}

/** Calls whose handlers say by themselves that an object is not there: only what else is wrong is said after that. */
const findsByItself: ReadonlySet<EndpointName> = new Set(['moveEntry']);

/** One call, whatever carries it. */
export interface ApiCall {
  readonly url: URL;
  readonly headers: CallHeaders;
  /** Characters in the request's header, address included. */
  readonly headerSize: number;
  /** Reads the body, of a file as a `FileBody`. Called at most once, and only if the call has one. */
  readonly body: () => Promise<unknown>;
  /** Whether the caller is still waiting. */
  readonly isWanted: () => boolean;
  /** The caller, if the server's edge has already looked them up. */
  readonly user?: UserRecord | undefined;
}

/** A handler as the loop sees it. Its input was read by the endpoint's own schemas, so the types are right. */
type AnyHandler = (
  request: { params: unknown; query: unknown; body: unknown },
  context: CallContext | SignedInContext,
) => Promise<unknown>;

/** Whose token a call has. Throws `unauthenticated` for none, or one that is not good. */
export async function callerOf(deps: Pick<ApiDeps, 'state'>, headers: CallHeaders): Promise<UserRecord> {
  const token = bearerOf(headers);
  const user = token === undefined ? undefined : await deps.state.users.byToken(token);
  if (user === undefined) throw new AppError('unauthenticated', 'Sign in first.');
  return user;
}

/** Whether a call's token is still good. While the store cannot be asked, nothing can be read from it either. */
export async function isStillSignedIn(deps: Pick<ApiDeps, 'state'>, headers: CallHeaders): Promise<boolean> {
  try {
    await callerOf(deps, headers);
    return true;
  } catch (error) {
    return AppError.from(error).code !== 'unauthenticated';
  }
}

/** An id that is not one names nothing: 404, not 400. */
function paramsOf(endpoint: Endpoint, raw: Readonly<Record<string, string>>): Record<string, unknown> {
  const values = Object.entries(raw);
  if (values.length === 0) return {};
  if (values.some(([name, value]) => !new RegExp(`^${patternOf(name)}$`).test(value))) throw notFound('address');
  return readInput(endpoint.params, raw) as Record<string, unknown>;
}

/** Answers a call. Never rejects: an error is an answer too. */
export type QuickAnswer = (user?: UserRecord) => Promise<JsonAnswer>;

/** What answers a call; undefined if that is left to `fetch`. */
export type QuickAnswers = (call: SocketCall) => QuickAnswer | undefined;

/** How many queries are remembered, and how long their texts may be. */
const maxQueries = 200;
const maxQueryLength = 1000;

/** Makes the calls of the endpoint table. */
export class Calls {
  readonly #deps: ApiDeps;
  /** Queries already read, by endpoint and text: paging and live counts send the same one over and over. */
  readonly #queries = new Map<string, unknown>();

  constructor(deps: ApiDeps) {
    this.#deps = deps;
  }

  /**
   * What an endpoint returns. Checked in this order: header size, caller, whether the object exists, the input; then
   * the handler runs (docs/api.md 1). Throws `AppError`.
   */
  async resultOf(name: EndpointName, call: ApiCall, pathParams: Readonly<Record<string, string>>): Promise<unknown> {
    checkHeaderSize(call.headerSize);
    const endpoint: Endpoint = endpoints[name];
    const known = { deps: this.#deps, url: call.url, headers: call.headers, isWanted: call.isWanted };
    const context = endpoint.token
      ? { ...known, user: call.user ?? (await callerOf(this.#deps, call.headers)) }
      : known;
    const params = paramsOf(endpoint, pathParams);
    const guarded = async (): Promise<void> => {
      const guard: Guard | undefined = guards[name];
      if (guard !== undefined && 'user' in context) await guard(Number(params['id'] ?? 0), context);
    };
    const isLate = findsByItself.has(name);
    if (!isLate) await guarded();
    const input = async (): Promise<{ query: unknown; body: unknown }> => {
      if ('user' in context) throwIfReader(name, context);
      return { query: this.#queryOf(name, call.url), body: await bodyOf(endpoint, call) };
    };
    const { query, body } = await input().catch(async (error: unknown) => {
      if (isLate) await guarded();
      throw error;
    });
    return (handlers[name] as AnyHandler)({ params, query, body }, context);
  }

  /** The query of a call, read by its schema. The same text gives the same object, so nobody may change it. */
  #queryOf(name: EndpointName, url: URL): unknown {
    const { search } = url;
    const key = `${name}${search}`;
    const known = this.#queries.get(key);
    if (known !== undefined) return known;
    const query = Object.freeze(readInput(endpoints[name].query, queryOf(url)));
    if (search.length > maxQueryLength) return query;
    // A Map keeps insertion order, so the first key is the oldest.
    for (const oldest of this.#queries.keys()) {
      if (this.#queries.size < maxQueries) break;
      this.#queries.delete(oldest);
    }
    this.#queries.set(key, query);
    return query;
  }

  /**
   * The shortcut for nearly all calls: no Request, no Response and no streams between the socket and the handler.
   * Together they take longer than a search. Files, and whatever else is not JSON of a known and small size, go the
   * long way.
   */
  readonly quick: QuickAnswers = (call) => {
    const end = call.target.indexOf('?');
    const asked = callAt(call.method, end === -1 ? call.target : call.target.slice(0, end));
    if (asked === undefined || !isQuick(endpoints[asked.name], call)) return undefined;
    const { headers, bytes } = call;
    const url = new URL(call.target, 'http://winnow.invalid');
    const body = (): Promise<unknown> => jsonBodyOf(headers, bytes);
    return (user) => this.answerOf(asked.name, { ...call, url, body, user }, asked.params);
  };

  /** The answer to a call that returns JSON. Never rejects: an error is an answer too. */
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

async function bodyOf(endpoint: Endpoint, call: ApiCall): Promise<unknown> {
  if (endpoint.body === null) return null;
  return endpoint.body === 'file' ? await call.body() : readInput(endpoint.body, await call.body());
}

/** Bodies up to this size are read at once, in bytes. */
const quickBody = 64 * 1024;

function isQuick({ method, body, response, token }: Endpoint, { headers }: SocketCall): boolean {
  if (!token || response === 'csv' || response === null || body === 'file') return false;
  if (body === null) return method === 'GET';
  const length = headers.get('content-length') ?? '';
  return /^\d{1,6}$/.test(length) && Number(length) <= quickBody && headers.get('expect') === null;
}
