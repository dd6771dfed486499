import { setTimeout as sleep } from 'node:timers/promises';
import { Channel } from '#node/channel.ts';
import {
  commandsOver,
  type LocalAnswer,
  type LocalApi,
  type LocalApiEvent,
  type LocalApiStatus,
  type LocalCall,
  type LocalCommand,
  type LocalCommands,
} from '#node/localApi.ts';
import { AppError } from '#shared/errors.ts';
import { threadFile } from '../../node/threads.ts';

/** Delays before a worker that ended is started again, in milliseconds; the last one repeats (F2). */
const restartDelays = [0, 50, 100, 200, 400, 800];

/** How long closing may take before the worker is ended by force, in milliseconds (F29). */
const closeDeadline = 1500;

/** A request as it crosses to the worker. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array | null;
}

/** The first part of an answer; `body` is the whole body, or null if it comes in chunks or there is none. */
interface ResponseHead {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array | null;
  readonly isStreamed: boolean;
}

/** The head comes first, then the chunks of a streamed body. */
export type ResponsePart = ResponseHead | Uint8Array;

/** What the worker can be asked; the first call opens a workspace. */
export interface WorkerCalls {
  open(folder: string): Promise<void>;
  fetch(request: WireRequest): AsyncIterable<ResponsePart>;
  call(call: LocalCall): Promise<LocalAnswer>;
  command(command: LocalCommand): Promise<unknown>;
}

type WorkerChannel = Channel<WorkerCalls, LocalApiEvent>;

export interface LocalApiOptions {
  /** An entry other than the build's own worker. */
  readonly entry?: URL;
}

/**
 * Opens a workspace's folder in a worker thread. Throws if it cannot be opened: `storage_corrupt`, `storage_newer`,
 * `storage_readonly`. A worker that ends later is started again; calls that were waiting for it reject with
 * `connection_lost`, and calls made meanwhile wait for the new one.
 */
export async function openLocalApi(folder: string, options: LocalApiOptions = {}): Promise<LocalApi> {
  const handle = new WorkerHandle(folder, options.entry ?? threadFile('worker'));
  await handle.start();
  return {
    ...commandsOver((command) => handle.command(command)),
    fetch: (request) => handle.fetch(request),
    call: (call, signal) => handle.call(call, signal),
    subscribe: (listener) => handle.subscribe(listener),
    close: () => handle.close(),
  };
}

class WorkerHandle implements Omit<LocalApi, keyof LocalCommands> {
  readonly #folder: string;
  readonly #entry: URL;
  readonly #listeners = new Set<(event: LocalApiEvent) => void>();
  /** What the worker reported before anyone listened, such as a digest it finished matching at its start. */
  readonly #early: LocalApiEvent[] = [];
  #channel: Promise<WorkerChannel> = Promise.reject(closed());
  #closed = false;

  constructor(folder: string, entry: URL) {
    this.#folder = folder;
    this.#entry = entry;
    this.#channel.catch(() => undefined);
  }

  async start(): Promise<void> {
    this.#channel = this.#startWorker();
    await this.#channel;
  }

  async fetch(request: Request): Promise<Response> {
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const wire: WireRequest = { method: request.method, url: request.url, headers: [...request.headers], body };
    return answerFrom(await this.#channel, wire, request);
  }

  async call(call: LocalCall, signal: AbortSignal): Promise<LocalAnswer> {
    return (await this.#channel).call('call', call, { signal });
  }

  async command(command: LocalCommand): Promise<unknown> {
    return (await this.#channel).call('command', command);
  }

  subscribe(listener: (event: LocalApiEvent) => void): () => void {
    this.#listeners.add(listener);
    for (const event of this.#early.splice(0)) listener(event);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const channel = await this.#channel.catch(() => undefined);
    this.#channel = Promise.reject(closed());
    this.#channel.catch(() => undefined);
    if (channel === undefined) return;
    // A statement in progress ends first, so that nothing is cut off that could finish.
    const late = Symbol('late');
    const ended = await Promise.race([channel.end(), sleep(closeDeadline, late, { ref: false })]);
    if (ended === late) await channel.terminate();
  }

  async #startWorker(): Promise<WorkerChannel> {
    let isOpen = false;
    const channel: WorkerChannel = new Channel(this.#entry, {
      onEvent: (event) => this.#publish(event),
      lost: (_code, error) => (isOpen || error === undefined ? lost() : error),
      // The user is told nothing of it, the log everything.
      unexpected: (error) => AppError.from(error),
      onExit: () => {
        if (!isOpen || this.#closed) return;
        this.#publish({ kind: 'stopped', reason: 'The workspace has stopped; it is starting again.' });
        this.#channel = this.#restart();
        this.#channel.catch(() => undefined);
      },
    });
    try {
      await channel.call('open', this.#folder);
    } catch (error) {
      void channel.end();
      throw error;
    }
    isOpen = true;
    return channel;
  }

  async #restart(): Promise<WorkerChannel> {
    for (let attempt = 0; ; attempt++) {
      await sleep(restartDelays[Math.min(attempt, restartDelays.length - 1)]);
      if (this.#closed) throw closed();
      try {
        const channel = await this.#startWorker();
        const status = await channel.call('command', { name: 'status', args: [] });
        this.#publish({ kind: 'status', status: status as LocalApiStatus });
        return channel;
      } catch (error) {
        // A file that is damaged or too new stays so; anything else may pass.
        const { code } = AppError.from(error);
        if (code === 'storage_corrupt' || code === 'storage_newer') throw error;
      }
    }
  }

  #publish(event: LocalApiEvent): void {
    if (this.#listeners.size === 0) {
      if (event.kind === 'refreshed') this.#early.push(event);
      return;
    }
    for (const listener of this.#listeners) listener(event);
  }
}

/** Sends `wire`, which is `request` in a form that crosses threads. */
async function answerFrom(channel: WorkerChannel, wire: WireRequest, request: Request): Promise<Response> {
  const transfer = wire.body === null ? [] : [wire.body.buffer as ArrayBuffer];
  const parts = channel.stream('fetch', wire, { signal: request.signal, transfer });
  const { value: head } = await parts.next();
  if (head === undefined || head instanceof Uint8Array) throw new Error('An answer began without its head.');
  const { status, headers, isStreamed } = head;
  if (!isStreamed) return new Response(head.body as Uint8Array<ArrayBuffer> | null, { status, headers });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Its signal follows the caller's through a weak reference, only while the request lives: this keeps it alive.
        request.signal.throwIfAborted();
        const { done, value } = await parts.next();
        if (done === true) controller.close();
        else controller.enqueue(value as Uint8Array);
      },
      async cancel() {
        await parts.return?.();
      },
    },
    // The channel already has the next chunk.
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers });
}

function lost(): AppError {
  return new AppError('connection_lost', 'The workspace has stopped; it is starting again.');
}

function closed(): AppError {
  return new AppError('unavailable', 'The workspace is closed.');
}
