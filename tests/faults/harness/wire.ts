import { assertNever } from '#shared/errors.ts';
import type { FakeClock } from '#main/services/testing/fakeClock.ts';

/** A request as it would go over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** The idempotency key; `''` if there is none. */
  readonly key: string;
  readonly token: string;
  readonly body: string;
}

/** What comes back, if anything does. */
export type WireReply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: string;
    }
  /** The connection breaks, or was never made. */
  | { readonly kind: 'reset' }
  /** Nothing comes (F9). */
  | { readonly kind: 'hang' }
  /** One byte a second (F11). */
  | { readonly kind: 'drip'; readonly body: string }
  /** The answer breaks off in the middle (F12). */
  | { readonly kind: 'cut'; readonly body: string }
  /** More bytes than an answer may have, as from an unpacked gzip bomb (F12). */
  | { readonly kind: 'bomb' };

const json = { 'content-type': 'application/json' };
const bombChunk = new Uint8Array(65_536);
const bombChunks = 64;

/** The way to the server, as `fetch` is to a real one. Counts the requests under way. */
export class Wire {
  readonly #clock: FakeClock;
  readonly #exchange: (request: WireRequest) => Promise<WireReply>;
  mostAtOnce = 0;
  readonly #underWay = new Set<symbol>();
  /**
   * Requests that get no answer before a deadline cuts them off. Kept, because Node hands an abort on to a request by
   * a weak reference: one that was collected before it was given up would never hear of it.
   */
  readonly #hanging = new Set<Request>();

  constructor(clock: FakeClock, exchange: (request: WireRequest) => Promise<WireReply>) {
    this.#clock = clock;
    this.#exchange = exchange;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  get hanging(): number {
    return this.#hanging.size;
  }

  async fetch(request: Request): Promise<Response> {
    const { signal } = request;
    const id = Symbol('request');
    this.#underWay.add(id);
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay);
    // A request that was given up is closed, and no longer under way.
    signal.addEventListener('abort', () => this.#underWay.delete(id), { once: true });
    try {
      const body = await request.text();
      // Given up before the first byte left.
      signal.throwIfAborted();
      const reply = await this.#exchange({
        method: request.method,
        path: new URL(request.url).pathname,
        key: request.headers.get('idempotency-key') ?? '',
        token: request.headers.get('authorization') ?? '',
        body,
      });
      signal.throwIfAborted();
      return await this.#respond(reply, request);
    } finally {
      this.#underWay.delete(id);
    }
  }

  async #respond(reply: WireReply, request: Request): Promise<Response> {
    switch (reply.kind) {
      case 'answer':
        return new Response(reply.body === '' ? null : reply.body, { status: reply.status, headers: reply.headers });
      case 'reset':
        throw new TypeError('fetch failed');
      case 'hang':
        await this.#untilCutOff(request);
        throw new TypeError('fetch failed');
      case 'drip':
        return new Response(this.#drip(new TextEncoder().encode(reply.body), request), { headers: json });
      case 'cut':
        return new Response(cutOff(new TextEncoder().encode(reply.body)), { headers: json });
      case 'bomb':
        return new Response(bomb(), { headers: json });
      default:
        return assertNever(reply);
    }
  }

  async #untilCutOff(request: Request): Promise<void> {
    const { signal } = request;
    if (signal.aborted) return;
    this.#hanging.add(request);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    this.#hanging.delete(request);
  }

  #drip(bytes: Uint8Array, request: Request): ReadableStream<Uint8Array> {
    const { signal } = request;
    const clock = this.#clock;
    let sent = 0;
    let stop: (() => void) | null = null;
    void this.#untilCutOff(request);
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        const cutOff = (): void => (stop?.(), controller.error(signal.reason));
        signal.addEventListener('abort', cutOff, { once: true });
      },
      pull: (controller) =>
        new Promise((resolve) => {
          stop = clock.after(1000, () => {
            controller.enqueue(bytes.subarray(sent, ++sent));
            resolve();
          });
        }),
    });
  }
}

function cutOff(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length >> 1)),
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
}

function bomb(): ReadableStream<Uint8Array> {
  let left = bombChunks;
  return new ReadableStream({
    pull: (controller) => {
      if (left-- > 0) controller.enqueue(bombChunk);
      else controller.close();
    },
  });
}
