import { parentPort, Worker, type MessagePort, type ResourceLimits, type Transferable } from 'node:worker_threads';
import { AppError, type ErrorWire } from '#shared/errors.ts';

/**
 * What a thread can be asked, as one table of types: a row that promises is a call, a row that iterates is a stream.
 * The asking side and the table of handlers in the thread are both typed by it.
 */
export type Calls<C> = { readonly [N in keyof C]: (input: never) => Promise<unknown> | AsyncIterable<unknown> };

/** The names of the rows that are calls. */
export type CallName<C> = {
  [N in keyof C]: C[N] extends (input: never) => Promise<unknown> ? N : never;
}[keyof C];

/** The names of the rows that are streams. */
export type StreamName<C> = {
  [N in keyof C]: C[N] extends (input: never) => AsyncIterable<unknown> ? N : never;
}[keyof C];

/** A row's input. */
export type InputOf<C, N extends keyof C> = C[N] extends (input: infer I) => unknown ? I : never;

/** What a call resolves to. */
export type ReplyOf<C, N extends keyof C> = C[N] extends (input: never) => Promise<infer R> ? R : never;

/** What a stream yields, one by one. */
export type ItemOf<C, N extends keyof C> = C[N] extends (input: never) => AsyncIterable<infer T> ? T : never;

/** What a handler knows about its call besides the input. */
export interface CallControl {
  /** Aborted when the caller gives up. */
  readonly signal: AbortSignal;
}

/** The thread's side of a table. */
export type Handlers<C> = {
  readonly [N in keyof C]: C[N] extends (input: infer I) => Promise<infer R>
    ? (input: I, control: CallControl) => Promise<R | Transferred<R>>
    : C[N] extends (input: infer I) => AsyncIterable<infer T>
      ? (input: I, control: CallControl) => AsyncIterable<T | Transferred<T>>
      : never;
};

/** A value whose buffers are moved to the other side instead of copied, and are gone on this one. */
export class Transferred<T> {
  readonly value: T;
  readonly transfer: readonly Transferable[];

  constructor(value: T, transfer: readonly Transferable[]) {
    this.value = value;
    this.transfer = transfer;
  }
}

/** Bytes ready to be transferred: copied first if they are part of something larger. */
export function transferredBytes(bytes: Uint8Array): Transferred<Uint8Array> {
  // Not `slice`: on a Buffer it shares the memory, and small Buffers share a pool that Node does not let anyone
  // transfer.
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
  return new Transferred(own, [own.buffer as ArrayBuffer]);
}

/** How an error crosses: ours in its wire form, any other as Node clones it, plus the fields that Node leaves out. */
type CrossingError =
  { readonly known: ErrorWire } | { readonly other: unknown; readonly fields: Readonly<Record<string, unknown>> };

type ToThread =
  | { readonly kind: 'call'; readonly id: number; readonly name: PropertyKey; readonly input: unknown }
  | StreamMessage
  /** An item was read: one more may be sent. */
  | { readonly kind: 'more'; readonly id: number }
  /** The caller wants it to stop, and waits for the reply to that. */
  | { readonly kind: 'cancel'; readonly id: number }
  /** The caller has gone: send nothing more about it. */
  | { readonly kind: 'drop'; readonly id: number }
  | { readonly kind: 'end' };

interface StreamMessage {
  readonly kind: 'stream';
  readonly id: number;
  readonly name: PropertyKey;
  readonly input: unknown;
  readonly window: number;
}

type FromThread =
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: CrossingError }
  | { readonly kind: 'item'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'event'; readonly event: unknown };

/** How a thread is started. */
export interface ChannelOptions<E> {
  readonly onEvent?: (event: E) => void;
  /** Called once, when the thread has ended for whatever reason and everything that waited has been rejected. */
  readonly onExit?: () => void;
  /** What waiting calls and streams are rejected with when the thread ends; `error` is what ended it, if known. */
  readonly lost: (code: number, error: unknown) => unknown;
  /** What an error that is not an `AppError` becomes on this side; unchanged by default. */
  readonly unexpected?: (error: unknown) => unknown;
  readonly resourceLimits?: ResourceLimits;
}

/** How a call is made. */
export interface CallOptions {
  /** Once it aborts, the call rejects with its reason. */
  readonly signal?: AbortSignal;
  /** If `signal` aborts, only asks the handler to stop, and settles with whatever the handler makes of that. */
  readonly waits?: boolean;
  readonly transfer?: readonly Transferable[];
}

/** How a stream is opened. */
export interface StreamOptions {
  /** Once it aborts, the stream ends with its reason and drops the items that have arrived. */
  readonly signal?: AbortSignal;
  /** How many items the thread may be ahead of the reader; 1 by default. */
  readonly window?: number;
  readonly transfer?: readonly Transferable[];
}

interface Waiting {
  readonly reply: (value: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * A thread and the way to ask it. Replies come in the order in which the thread finishes. When the thread ends,
 * everything that waits is rejected, so that nothing hangs (docs/adr/0026).
 */
export class Channel<C extends Calls<C>, E = never> {
  readonly #thread: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #streams = new Map<number, IncomingStream<unknown>>();
  readonly #exited = Promise.withResolvers<number>();
  readonly #unexpected: (error: unknown) => unknown;
  #lastId = 0;
  /** Why nothing can be asked any more. */
  #lost: { readonly reason: unknown } | null = null;

  /** Starts a thread by its entry file; calls made before it listens wait for it. */
  constructor(entry: URL, { onEvent, onExit, lost, resourceLimits, unexpected }: ChannelOptions<E>) {
    this.#unexpected = unexpected ?? ((error) => error);
    this.#thread = new Worker(entry, { execArgv: [], ...(resourceLimits === undefined ? {} : { resourceLimits }) });
    let fault: unknown;
    this.#thread.on('message', (message: FromThread) => {
      if (message.kind === 'event') onEvent?.(message.event as E);
      else this.#receive(message);
    });
    this.#thread.on('messageerror', (error) => {
      fault ??= error;
      void this.terminate();
    });
    // The thread's exit follows, and tells everybody.
    this.#thread.on('error', (error) => {
      fault ??= error;
    });
    this.#thread.on('exit', (code) => {
      this.#lose(lost(code, fault));
      this.#exited.resolve(code);
      onExit?.();
    });
  }

  /** Resolves with the thread's code when it has ended. */
  get exited(): Promise<number> {
    return this.#exited.promise;
  }

  /** Asks for one reply. */
  call<N extends CallName<C>>(name: N, input: InputOf<C, N>, options: CallOptions = {}): Promise<ReplyOf<C, N>> {
    const { signal, waits = false, transfer = [] } = options;
    return new Promise((resolve, reject) => {
      if (this.#lost !== null) throw this.#lost.reason;
      if (!waits) signal?.throwIfAborted();
      const id = ++this.#lastId;
      const aborted = (): void => {
        this.#post({ kind: waits ? 'cancel' : 'drop', id });
        if (waits) return;
        this.#waiting.delete(id);
        reject(signal?.reason as Error);
      };
      const settled = (): void => signal?.removeEventListener('abort', aborted);
      this.#waiting.set(id, {
        reply: (value) => {
          settled();
          // The handler's type is the row's.
          resolve(value as ReplyOf<C, N>);
        },
        fail: (error) => {
          settled();
          reject(error);
        },
      });
      try {
        this.#post({ kind: 'call', id, name, input }, transfer);
      } catch (error) {
        this.#waiting.delete(id);
        throw error;
      }
      signal?.addEventListener('abort', aborted, { once: true });
      if (signal?.aborted === true) aborted();
    });
  }

  /**
   * Asks for many values. The thread makes no more than the window has room for. A reader that returns early ends the
   * handler's generator in the thread.
   */
  stream<N extends StreamName<C>>(
    name: N,
    input: InputOf<C, N>,
    { signal, window = 1, transfer = [] }: StreamOptions = {},
  ): AsyncIterableIterator<ItemOf<C, N>, undefined> {
    if (this.#lost !== null) throw this.#lost.reason;
    signal?.throwIfAborted();
    const id = ++this.#lastId;
    const aborted = (): void => stream.leave(signal?.reason);
    const stream = new IncomingStream<ItemOf<C, N>>({
      more: () => this.#post({ kind: 'more', id }),
      drop: () => this.#post({ kind: 'drop', id }),
      over: () => {
        this.#streams.delete(id);
        signal?.removeEventListener('abort', aborted);
      },
    });
    this.#post({ kind: 'stream', id, name, input, window }, transfer);
    this.#streams.set(id, stream as IncomingStream<unknown>);
    signal?.addEventListener('abort', aborted, { once: true });
    return stream;
  }

  /** Asks the thread to leave; resolves when it has. What it has not answered by then is rejected. */
  async end(): Promise<void> {
    this.#post({ kind: 'end' });
    await this.#exited.promise;
  }

  /** Ends the thread by force, whatever it is doing. */
  async terminate(): Promise<void> {
    await this.#thread.terminate();
  }

  /** Whether the thread keeps the process from ending; it does at first. */
  keepsProcess(does: boolean): void {
    if (does) this.#thread.ref();
    else this.#thread.unref();
  }

  #receive(message: Exclude<FromThread, { kind: 'event' }>): void {
    const { id } = message;
    switch (message.kind) {
      case 'reply':
        this.#take(id)?.reply(message.value);
        break;
      case 'item':
        this.#streams.get(id)?.arrive(message.value);
        break;
      case 'done':
        this.#streams.get(id)?.finish();
        break;
      case 'failed': {
        const error = this.#arrived(message.error);
        this.#take(id)?.fail(error);
        this.#streams.get(id)?.fail(error);
        break;
      }
    }
  }

  #arrived(error: CrossingError): unknown {
    if ('known' in error) return AppError.fromWire(error.known);
    return this.#unexpected(error.other instanceof Error ? Object.assign(error.other, error.fields) : error.other);
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #lose(reason: unknown): void {
    this.#lost = { reason };
    for (const { fail } of this.#waiting.values()) fail(reason);
    this.#waiting.clear();
    for (const stream of this.#streams.values()) stream.fail(reason);
  }

  #post(message: ToThread, transfer: readonly Transferable[] = []): void {
    if (this.#lost === null) this.#thread.postMessage(message, transfer);
  }
}

/** What the reader's end of a stream tells the channel. */
interface StreamNews {
  readonly more: () => void;
  readonly drop: () => void;
  readonly over: () => void;
}

/** The reader's end of a stream. */
class IncomingStream<T> implements AsyncIterableIterator<T, undefined> {
  readonly #tell: StreamNews;
  /** Items that have arrived but were not read yet, or readers that wait; never both. */
  #arrived: T[] = [];
  readonly #readers: PromiseWithResolvers<IteratorResult<T, undefined>>[] = [];
  #end: { readonly error: unknown } | 'done' | null = null;

  constructor(tell: StreamNews) {
    this.#tell = tell;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    if (this.#arrived.length > 0) {
      if (this.#end === null) this.#tell.more();
      return { done: false, value: this.#arrived.shift()! };
    }
    if (this.#end === 'done') return { done: true, value: undefined };
    // The error is thrown once, as a generator does.
    if (this.#end !== null) {
      const { error } = this.#end;
      this.#end = 'done';
      throw error;
    }
    const reader = Promise.withResolvers<IteratorResult<T, undefined>>();
    this.#readers.push(reader);
    return await reader.promise;
  }

  /** The reader has enough: unread items are dropped. */
  async return(): Promise<IteratorResult<T, undefined>> {
    this.#arrived = [];
    if (this.#end === null) this.#tell.drop();
    this.finish();
    this.#end = 'done';
    return { done: true, value: undefined };
  }

  arrive(value: T): void {
    const reader = this.#readers.shift();
    if (reader === undefined) {
      this.#arrived.push(value);
      return;
    }
    this.#tell.more();
    reader.resolve({ done: false, value });
  }

  finish(): void {
    if (this.#end !== null) return;
    this.#end = 'done';
    for (const reader of this.#readers.splice(0)) reader.resolve({ done: true, value: undefined });
    this.#tell.over();
  }

  /** What has arrived can still be read. */
  fail(error: unknown): void {
    if (this.#end !== null) return;
    const [first, ...others] = this.#readers.splice(0);
    this.#end = first === undefined ? { error } : 'done';
    first?.reject(error);
    for (const reader of others) reader.resolve({ done: true, value: undefined });
    this.#tell.over();
  }

  /** Nobody wants the rest, and whoever reads on gets the reason. */
  leave(reason: unknown): void {
    if (this.#end !== null) return;
    this.#arrived = [];
    this.#tell.drop();
    this.fail(reason);
  }
}

/** What a call or stream is to the thread that answers it. */
interface Answering {
  readonly abort: AbortController;
  isDropped: boolean;
  /** Items that may be sent; calls have none. */
  room: number;
  wake: (() => void) | null;
}

/** The thread's end of a channel. */
export class ThreadEnd<C extends Calls<C>, E = never> {
  readonly #port: MessagePort;
  readonly #answering = new Map<number, Answering>();

  constructor() {
    if (parentPort === null) throw new Error('This file is a thread of Winnow and is not started by hand.');
    this.#port = parentPort;
  }

  /** Answers from now on, including what was asked before. `onEnd` runs when nothing more will be asked. */
  serve(handlers: Handlers<C>, onEnd?: () => void): void {
    this.#port.on('message', (message: ToThread) => {
      switch (message.kind) {
        case 'call':
          void this.#answer(message.id, handlers[message.name as keyof C] as Handler, message.input);
          break;
        case 'stream':
          void this.#feed(message.id, handlers[message.name as keyof C] as StreamHandler, message);
          break;
        case 'more':
          this.#give(message.id);
          break;
        case 'cancel':
          this.#answering.get(message.id)?.abort.abort();
          break;
        case 'drop':
          this.#drop(message.id);
          break;
        case 'end':
          onEnd?.();
          this.#port.close();
          break;
      }
    });
  }

  /** Sends an event: a message that answers no call. */
  emit(event: E, transfer: readonly Transferable[] = []): void {
    this.#send({ kind: 'event', event }, transfer);
  }

  async #answer(id: number, handler: Handler, input: unknown): Promise<void> {
    const answering = this.#begin(id, 0);
    try {
      const result = await handler(input, { signal: answering.abort.signal });
      if (!answering.isDropped) this.#sendValue('reply', id, result);
    } catch (error) {
      if (!answering.isDropped) this.#fail(id, error);
    } finally {
      this.#answering.delete(id);
    }
  }

  async #feed(id: number, handler: StreamHandler, { input, window }: StreamMessage): Promise<void> {
    const answering = this.#begin(id, window);
    try {
      const items = handler(input, { signal: answering.abort.signal })[Symbol.asyncIterator]();
      for (;;) {
        if (answering.room === 0 && !answering.isDropped) {
          await new Promise<void>((resolve) => {
            answering.wake = resolve;
          });
        }
        if (answering.isDropped) {
          await items.return?.();
          return;
        }
        answering.room -= 1;
        const item = await items.next();
        if (item.done === true) break;
        if (!answering.isDropped) this.#sendValue('item', id, item.value);
      }
      if (!answering.isDropped) this.#send({ kind: 'done', id });
    } catch (error) {
      if (!answering.isDropped) this.#fail(id, error);
    } finally {
      this.#answering.delete(id);
    }
  }

  #begin(id: number, room: number): Answering {
    const answering: Answering = { abort: new AbortController(), isDropped: false, room, wake: null };
    this.#answering.set(id, answering);
    return answering;
  }

  #give(id: number): void {
    const answering = this.#answering.get(id);
    if (answering === undefined) return;
    answering.room += 1;
    answering.wake?.();
    answering.wake = null;
  }

  #drop(id: number): void {
    const answering = this.#answering.get(id);
    if (answering === undefined) return;
    answering.isDropped = true;
    answering.abort.abort();
    answering.wake?.();
  }

  #sendValue(kind: 'reply' | 'item', id: number, result: unknown): void {
    if (result instanceof Transferred) this.#send({ kind, id, value: result.value }, result.transfer);
    else this.#send({ kind, id, value: result });
  }

  #fail(id: number, error: unknown): void {
    if (error instanceof AppError) {
      this.#send({ kind: 'failed', id, error: { known: error.toWire() } });
      return;
    }
    const fields = plainFieldsOf(error);
    try {
      this.#send({ kind: 'failed', id, error: { other: error, fields } });
    } catch {
      // Something in it cannot be cloned.
      this.#send({ kind: 'failed', id, error: { other: new Error(String(error)), fields } });
    }
  }

  #send(message: FromThread, transfer: readonly Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}

type Handler = (input: unknown, control: CallControl) => Promise<unknown>;
type StreamHandler = (input: unknown, control: CallControl) => AsyncIterable<unknown>;

/** An error's own texts and numbers, such as the code of the system's errors. */
function plainFieldsOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {};
  return Object.fromEntries(Object.entries(error).filter(([, value]) => ['string', 'number'].includes(typeof value)));
}
