import { ReadableStream } from 'node:stream/web';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Endpoint, FileBody } from '#shared/api/endpoint.ts';
import { endpoints, type EndpointName } from '#shared/api/endpoints.ts';
import { generationField, seenField, staleField } from '#shared/api/generations.ts';
import { addressOf, type EndpointInput, type EndpointResponse } from '#shared/api/messages.ts';
import { AppError, fieldErrorsOf } from '#shared/errors.ts';
import type { LocalAnswer, LocalCall } from '#node/localApi.ts';
import type { Clock } from '../../ports.ts';
import { ApiFailure, failureOf, readText, retryAfterMs, unreachable } from './apiFailure.ts';
import { deadline, pause, untilAborted } from './deadline.ts';

/** What responds: the local workspace's worker, or a server through `fetch`. */
export interface ApiTransport {
  fetch(request: Request): Promise<Response>;
  /** The local API's shortcut (docs/adr/0024); a server has none. */
  call?(call: LocalCall, signal: AbortSignal): Promise<LocalAnswer>;
}

/** The parts of an input; those that a call does not read may be left out. */
export interface RawInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
  /** How long the whole call may take, body and all (F11); 30 s by default. */
  readonly deadlineMs?: number | undefined;
}

/** What is remembered of one server, in memory only and shared by its clients. */
export interface CookieJar {
  /** Its anti-CSRF cookie (docs/api.md 1). */
  csrf: string;
  /** The newest change of the companies that any answer had: the next one may come from another server of a team. */
  seen?: number;
}

export interface ApiClientOptions {
  readonly transport: ApiTransport;
  /** Origin of the server; arbitrary for the local workspace. */
  readonly origin: string;
  readonly token: string | null;
  readonly jar: CookieJar;
  readonly clock: Clock;
  /** Called on every 401 and 403 (product 8), before the call fails. */
  readonly onDenied: (failure: ApiFailure) => void;
  /** Called after every call with whether the API could be reached. */
  readonly onReached: (reached: boolean) => void;
  /** Called when a server answers with older companies than another one of its team did before. */
  readonly onBehind?: () => void;
}

/** How long a whole call may take, in milliseconds. */
const callDeadlineMs = 30_000;
const exportDeadlineMs = 600_000;
/** How often a read is repeated if the server says when to, and the longest wait for it. */
const maxWaits = 2;
const longestWaitMs = 10_000;
/** Where a server tells what others do (docs/api.md 11). */
const changesPath = '/api/changes/';
const mega = 1024 * 1024;
/** Largest reply that is read, in bytes: one object for most calls, a page of 1,000 companies or all ids for some. */
const smallReply = mega;
const largeReply = 64 * mega;
const small: ReadonlySet<EndpointName> = new Set(['moveEntry', 'pickCompany', 'getConfig', 'getMe', 'getDigest']);

/** Replies with filters, which have an alias on the wire that only their schema removes. */
export const changedByReading: ReadonlySet<EndpointName> = new Set([
  'listSmartLists',
  'listSmartListCompanies',
  'getSmartList',
  'leaveSmartList',
  'createSmartList',
  'updateSmartList',
  'restoreSmartList',
  'signUp',
]);

/** The client of one server for one token; another sign-in creates another client. */
export class ApiClient {
  readonly #options: ApiClientOptions;
  readonly #closed = new AbortController();

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  /**
   * One call of the endpoint table. Throws an `AppError`: `ApiFailure` for a failure of the API or of the connection to
   * it.
   */
  async request<N extends EndpointName>(
    name: N,
    input: { readonly [K in keyof EndpointInput<N>]?: EndpointInput<N>[K] | undefined } = {},
    options: CallOptions = {},
  ): Promise<EndpointResponse<N>> {
    // `send` has checked the reply against this endpoint's schema.
    return (await this.send(name, input, options)) as EndpointResponse<N>;
  }

  /** The same for a name known only at run time. */
  async send(name: EndpointName, input: RawInput, options: CallOptions = {}): Promise<unknown> {
    const endpoint: Endpoint = endpoints[name];
    return await this.#timed(options, callDeadlineMs, async (signal) => {
      // The bytes of a file take the way of a request, to the local API as to a server.
      const isPlain = endpoint.response !== 'csv' && endpoint.body !== 'file';
      if (isPlain && this.#options.transport.call !== undefined) {
        return await this.#local(name, input, options, signal);
      }
      const response = await this.#exchange(endpoint, input, options, signal);
      this.#keepCookie(response);
      if (endpoint.response === null) {
        await response.body?.cancel();
        // The network of a hotel answers anything with a page of its own.
        if (response.status !== endpoint.status) throw new ApiFailure('bad_reply', notWinnow);
        return null;
      }
      const text = await readText(response, small.has(name) ? smallReply : largeReply);
      return endpoint.response === 'csv' ? text : readReply(endpoint.response, text);
    });
  }

  /**
   * A call whose reply is too large to keep: `consume` gets the response, after a check of its status, while the
   * deadline (ten minutes by default) runs.
   */
  async stream<T>(
    name: EndpointName,
    input: RawInput,
    consume: (response: Response, signal: AbortSignal) => Promise<T>,
    options: CallOptions = {},
  ): Promise<T> {
    const endpoint: Endpoint = endpoints[name];
    return await this.#timed(options, exportDeadlineMs, async (signal) =>
      consume(await this.#exchange(endpoint, input, options, signal), signal),
    );
  }

  /**
   * Listens to what others on the server do, from a place of its chain of events on, or from now. Resolves when the
   * server ends it, and rejects with an `AppError` otherwise.
   */
  async listen(
    since: number | null,
    signal: AbortSignal,
    heard: { readonly onWord: () => void; readonly onEvent: (event: EventSourceMessage) => void },
  ): Promise<void> {
    const { origin, token, transport, onDenied } = this.#options;
    const ended = AbortSignal.any([this.#closed.signal, signal]);
    const headers = { accept: 'text/event-stream', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
    const from = since === null ? {} : { 'last-event-id': String(since) };
    try {
      const init: RequestInit = { headers: { ...headers, ...from }, redirect: 'manual', signal: ended };
      const response = await transport.fetch(new Request(`${origin}${changesPath}`, init));
      if (!response.ok) {
        const text = await readText(response, smallReply).catch(() => '');
        throw failureOf(response.status, text, response.headers.get('retry-after'));
      }
      if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true || response.body === null) {
        await response.body?.cancel();
        throw new ApiFailure('bad_reply', notWinnow);
      }
      const parser = createParser({ onEvent: heard.onEvent });
      const decoder = new TextDecoder();
      for await (const chunk of response.body) {
        heard.onWord();
        parser.feed(decoder.decode(chunk, { stream: true }));
      }
    } catch (error) {
      const failure = asFailure(error, ended);
      if (failure.code === 'unauthenticated' && failure instanceof ApiFailure && !ended.aborted) onDenied(failure);
      throw failure;
    }
  }

  /**
   * A call of our own API. The type of its handler vouches for the reply; a schema reads it only if the schema changes
   * it.
   */
  async #local(name: EndpointName, input: RawInput, options: CallOptions, signal: AbortSignal): Promise<unknown> {
    const endpoint: Endpoint = endpoints[name];
    const { token, transport } = this.#options;
    const params = Object.fromEntries(Object.entries(input.params ?? {}).map(([key, value]) => [key, String(value)]));
    const headers = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
    };
    const target = addressOf(endpoint, params, input.query ?? {});
    const body = endpoint.body === null ? null : (input.body ?? {});
    const answer = await transport.call?.({ name, target, params, headers, body }, signal);
    if (answer === undefined) throw new Error('This API has no short way.');
    const text = typeof answer.json === 'string' ? answer.json : new TextDecoder().decode(answer.json);
    if (answer.status >= 400) throw failureOf(answer.status, text, null);
    if (endpoint.response === null || endpoint.response === 'csv') return null;
    return changedByReading.has(name) ? readReply(endpoint.response, text) : JSON.parse(text);
  }

  /** Ends every running call with `cancelled`; later ones fail at once (S32). */
  close(): void {
    this.#closed.abort(new AppError('cancelled', 'Your session has ended.'));
  }

  async #timed<T>(options: CallOptions, limit: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signals = options.signal === undefined ? [this.#closed.signal] : [this.#closed.signal, options.signal];
    const { signal, clear } = deadline(this.#options.clock, options.deadlineMs ?? limit, signals);
    try {
      const result = await untilAborted(work(signal), signal);
      this.#options.onReached(true);
      return result;
    } catch (error) {
      const failure = asFailure(error, signal);
      if (failure.code === 'unauthenticated' || failure.code === 'forbidden') {
        if (!this.#closed.signal.aborted && failure instanceof ApiFailure) this.#options.onDenied(failure);
      }
      if (unreached.has(failure.code)) this.#options.onReached(false);
      else if (failure instanceof ApiFailure) this.#options.onReached(true);
      throw failure;
    } finally {
      clear();
    }
  }

  async #exchange(endpoint: Endpoint, input: RawInput, options: CallOptions, signal: AbortSignal): Promise<Response> {
    for (let waits = 0; ; waits++) {
      const response = await this.#answer(endpoint, input, options, signal);
      if (!(response instanceof ApiFailure)) return response;
      const wait = endpoint.method === 'GET' && waits < maxWaits ? this.#waitAfter(response) : null;
      if (wait === null) throw response;
      await pause(this.#options.clock, wait, signal);
    }
  }

  /** How long to wait before repeating a read, in milliseconds; null if that is no use. */
  #waitAfter({ code, retryAfter }: ApiFailure): number | null {
    if (code !== 'rate_limited') return null;
    const asked = retryAfterMs(retryAfter, this.#options.clock.now());
    return asked === null || asked > longestWaitMs ? null : Math.max(asked, 0);
  }

  /** One request and its response, or the failure that the response means. */
  async #answer(
    endpoint: Endpoint,
    input: RawInput,
    options: CallOptions,
    signal: AbortSignal,
  ): Promise<Response | ApiFailure> {
    const request = this.#requestOf(endpoint, input, options, signal);
    const response = await this.#options.transport.fetch(request);
    this.#noteSeen(request, response);
    if (response.ok) return response;
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      // Never followed: that would show the token to a stranger (S26), and the API itself does not redirect.
      throw new ApiFailure(
        'bad_reply',
        'The server redirected somewhere else, perhaps to your network’s sign-in page.',
        {
          status: response.status,
        },
      );
    }
    const text = await readText(response, smallReply).catch(() => '');
    return failureOf(response.status, text, response.headers.get('retry-after'));
  }

  #requestOf(endpoint: Endpoint, input: RawInput, options: CallOptions, signal: AbortSignal): Request {
    const params = endpoint.params.safeParse(input.params ?? {});
    if (!params.success) {
      throw new AppError('bad_request', 'The address of the call is not complete.', {
        fields: fieldErrorsOf(params.error),
      });
    }
    const { origin, token, jar } = this.#options;
    const headers = new Headers({ accept: endpoint.response === 'csv' ? 'text/csv' : 'application/json' });
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    if (jar.seen !== undefined) headers.set(seenField, String(jar.seen));
    if (endpoint.method !== 'GET' && jar.csrf !== '') {
      headers.set('x-csrftoken', jar.csrf);
      headers.set('cookie', `csrftoken=${jar.csrf}`);
    }
    if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
    const init: RequestInit = { method: endpoint.method, headers, redirect: 'manual', signal };
    if (endpoint.body === 'file') {
      // Of a table's call for a file, the input has one.
      const { length, bytes } = input.body as FileBody;
      headers.set('content-type', 'application/octet-stream');
      // A known length tells the transport to send the body as it comes.
      headers.set('content-length', String(length));
      Object.assign(init, { body: ReadableStream.from(bytes), duplex: 'half' });
    } else if (endpoint.body !== null) {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(input.body ?? {});
    }
    const address = addressOf(endpoint, params.data as Record<string, unknown>, input.query ?? {});
    return new Request(`${origin}${address}`, init);
  }

  /** How new the companies of an answer are; a server whose store was put back to an earlier day begins anew. */
  #noteSeen(request: Request, response: Response): void {
    const has = response.headers.get(generationField);
    if (has === null || !/^\d{1,15}$/.test(has)) return;
    const { jar, onBehind } = this.#options;
    const isBehind = response.headers.get(staleField) === 'true';
    const isOlder = Number(has) < Number(request.headers.get(seenField) ?? 0);
    jar.seen = isOlder && !isBehind ? Number(has) : Math.max(jar.seen ?? 0, Number(has));
    if (isBehind) onBehind?.();
  }

  #keepCookie(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const value = /^csrftoken=([\w.~-]*)/.exec(cookie)?.[1];
      if (value !== undefined) this.#options.jar.csrf = value;
    }
  }
}

/** Failures that say nothing about the API itself: it was not reached, or something in between interfered. */
const unreached: ReadonlySet<string> = new Set(['connection_lost', 'timeout', 'unavailable', 'bad_reply']);

const notWinnow = 'Something other than a Winnow server answered.';

function readReply(schema: Exclude<Endpoint['response'], 'csv' | null>, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiFailure('bad_reply', notWinnow, { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiFailure('bad_reply', 'The server gave an answer that could not be read.', { cause: parsed.error });
}

function asFailure(error: unknown, signal: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  if (signal.aborted && signal.reason instanceof AppError) return signal.reason;
  if (signal.aborted) return new AppError('cancelled', 'The call was cancelled.', { cause: error });
  return new ApiFailure('connection_lost', unreachable(error), { cause: error });
}
