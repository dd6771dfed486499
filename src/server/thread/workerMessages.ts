import type { ImportChoices, ImportSource, LocalApiEvent } from '#node/localApi.ts';
import type { ErrorWire } from '#shared/errors.ts';

/** What the worker is started with. */
export interface WorkerData {
  readonly folder: string;
}

/** What only the owner of a workspace may ask; see `LocalApi`. */
export type Command =
  | { readonly name: 'issueToken' }
  | { readonly name: 'status' }
  | { readonly name: 'createSample'; readonly companies: number }
  | { readonly name: 'inspect'; readonly path: string }
  | { readonly name: 'startImport'; readonly sources: readonly ImportSource[]; readonly choices: ImportChoices }
  | { readonly name: 'undoImport' }
  | { readonly name: 'refresh'; readonly onlyDue: boolean }
  | { readonly name: 'backUp' }
  | { readonly name: 'restore'; readonly copy: string }
  | { readonly name: 'removeCopy'; readonly copy: string }
  | { readonly name: 'cancel' }
  | { readonly name: 'close' };

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
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'drop'; readonly id: number }
  | { readonly kind: 'command'; readonly id: number; readonly command: Command };

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
  | { readonly kind: 'chunk'; readonly id: number; readonly data: Uint8Array }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorWire }
  | { readonly kind: 'event'; readonly event: LocalApiEvent };
