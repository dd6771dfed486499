import type { LocalAnswer, LocalApiEvent, LocalCall, LocalCommand } from '#node/localApi.ts';
import type { ErrorWire } from '#shared/errors.ts';

/** What the worker is started with. */
export interface WorkerData {
  readonly folder: string;
}

/** A request as it crosses to the worker. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array | null;
}

/** `pull` asks for the next chunk of a response that is streamed: never more is on its way than was asked for. */
export type ToWorker =
  | { readonly kind: 'fetch'; readonly id: number; readonly request: WireRequest }
  | { readonly kind: 'call'; readonly id: number; readonly call: LocalCall }
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'drop'; readonly id: number }
  | { readonly kind: 'command'; readonly id: number; readonly command: LocalCommand }
  | { readonly kind: 'close'; readonly id: number };

/** `body` is the whole body, or null where it is streamed or there is none. */
export interface WireResponse {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array | null;
  readonly streamed: boolean;
}

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'cannotStart'; readonly error: ErrorWire }
  | { readonly kind: 'response'; readonly id: number; readonly response: WireResponse }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: LocalAnswer }
  | { readonly kind: 'chunk'; readonly id: number; readonly data: Uint8Array }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorWire }
  | { readonly kind: 'event'; readonly event: LocalApiEvent };
