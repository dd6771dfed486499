import type { EndpointName } from '#shared/api/endpoints.ts';
import type { EndpointInput, EndpointResponse } from '#shared/api/messages.ts';
import {
  eventNames,
  type BridgeReply,
  type CallInput,
  type CallName,
  type CallOutput,
  type EventName,
  type EventPayload,
  type ShellInfo,
  type WinnowBridge,
} from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors.ts';

/** How long an answer is kept for whoever needs it, in milliseconds: about as long as a page takes to start. */
const keptMs = 5000;

/**
 * Calls made before the parts of the page that need them exist, so that answers arrive while it is drawn. Each answer
 * is given out once, and none after an event, which may carry newer news that nobody was listening for yet.
 */
export class AskedAhead {
  readonly #asked = new Map<string, Promise<BridgeReply<unknown>>>();

  /** Makes a call; the first to make the same call gets the answer. */
  ask<N extends CallName>(bridge: WinnowBridge, name: N, input: CallInput<N>): void {
    if (this.#asked.size === 0) this.#forgetInTime(bridge);
    this.#asked.set(keyOf(name, input), bridge.call(name, input));
  }

  /** The answer to a call made ahead; undefined if there is none. */
  take<N extends CallName>(name: N, input: CallInput<N>): Promise<BridgeReply<CallOutput<N>>> | undefined {
    if (this.#asked.size === 0) return undefined;
    const key = keyOf(name, input);
    const answer = this.#asked.get(key);
    this.#asked.delete(key);
    return answer as Promise<BridgeReply<CallOutput<N>>> | undefined;
  }

  #forgetInTime(bridge: WinnowBridge): void {
    const forget = (): void => {
      this.#asked.clear();
      clearTimeout(timer);
      for (const end of ends) end();
    };
    const timer = setTimeout(forget, keptMs);
    const ends = eventNames.map((name) => bridge.subscribe(name, forget));
  }
}

function keyOf(name: CallName, input: unknown): string {
  return JSON.stringify([name, input]);
}

const ahead = new AskedAhead();

declare global {
  interface Window {
    /** Put there by Electron's preload, or by `connectBridge` in the browser shell. */
    winnow?: WinnowBridge;
  }
}

/** The bridge of this page. Throws `not_initialized` before `connectBridge` has answered. */
function bridge(): WinnowBridge {
  if (window.winnow === undefined) throw new AppError('not_initialized', 'Winnow is not connected yet.');
  return window.winnow;
}

/** Makes one call of the contract. Throws the reply's error as an `AppError`. */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const asked = ahead.take(name, input);
  // Most calls go out at once: a key press waits for nothing first.
  const early = asked === undefined ? undefined : await asked;
  // What failed ahead may succeed now.
  const reply = early?.ok === true ? early : await bridge().call(name, input);
  if (!reply.ok) throw AppError.fromWire(reply.error);
  return reply.value;
}

/** Makes a call whose answer is needed in a moment: the first to make the same call gets it. */
export function askAhead<N extends CallName>(name: N, input: CallInput<N>): void {
  ahead.ask(bridge(), name, input);
}

/** Calls back on every event of that name until the returned function is called. */
export function subscribe<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void {
  return bridge().subscribe(name, listener);
}

/** What the shell is and can do; the same for as long as the page lives. */
export function shellInfo(): ShellInfo {
  return bridge().info;
}

/** What an API call takes; parts that an endpoint does not read may be left out. */
export type ApiInput<N extends EndpointName> = {
  readonly [K in keyof EndpointInput<N>]?: EndpointInput<N>[K] | undefined;
};

/**
 * One call of the API by its name in the endpoint table. Drops empty values of `query` (product 5). A later call with
 * the same `replaces` cancels this one, which then throws `cancelled` (product 4 `Search`).
 */
export async function api<N extends EndpointName>(
  endpoint: N,
  input: ApiInput<N> = {},
  options: { readonly replaces?: string } = {},
): Promise<EndpointResponse<N>> {
  return (await stampedApi(endpoint, input, options)).value;
}

/** What the API answers, including every move done by `revision` of the queue. */
interface Stamped<T> {
  readonly value: T;
  readonly revision: number;
}

/** Like `api`, with the revision of the queue that the answer reflects. */
export async function stampedApi<N extends EndpointName>(
  ...[endpoint, input, options]: Parameters<typeof api<N>>
): Promise<Stamped<EndpointResponse<N>>> {
  const { value, revision } = await call('api.request', requestOf(endpoint, input, options));
  // Main has read the reply with the endpoint's schema.
  return { value: value as EndpointResponse<N>, revision };
}

/** Like `askAhead`, for a call of `api`. */
export function askApiAhead<N extends EndpointName>(...[endpoint, input, options]: Parameters<typeof api<N>>): void {
  askAhead('api.request', requestOf(endpoint, input, options));
}

function requestOf<N extends EndpointName>(
  endpoint: N,
  input: ApiInput<N> = {},
  options: { readonly replaces?: string } = {},
): CallInput<'api.request'> {
  return {
    // The contract names the endpoints open to the renderer; the others are refused there, not here.
    endpoint,
    params: pathValues(input.params),
    query: queryValues(input.query),
    body: input.body ?? null,
    replaces: options.replaces ?? '',
  };
}

/** Path parameters as the contract carries them. */
function pathValues(values: unknown): Record<string, string | number> {
  const plain: Record<string, string | number> = {};
  for (const [name, value] of presentValues(values)) plain[name] = typeof value === 'number' ? value : String(value);
  return plain;
}

/** The query as the contract carries it: a list stays a list of strings. */
function queryValues(values: unknown): Record<string, string | number | string[]> {
  const plain: Record<string, string | number | string[]> = pathValues(values);
  for (const [name, value] of presentValues(values)) if (Array.isArray(value)) plain[name] = value.map(String);
  return plain;
}

function presentValues(values: unknown): [string, unknown][] {
  return Object.entries(values ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== '');
}
