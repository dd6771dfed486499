import { Worker } from 'node:worker_threads';
import type { LocalAnswer, LocalApiEvent, LocalCall, LocalCommand } from '#node/localApi.ts';
import { AppError } from '#shared/errors.ts';
import type { FromWorker, ToWorker, WireRequest, WireResponse, WorkerData } from './workerMessages.ts';

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface WorkerClientOptions {
  readonly folder: string;
  readonly entry: URL;
  readonly onEvent: (event: LocalApiEvent) => void;
  /** Called once when the thread has ended, for whatever reason. */
  readonly onExit: () => void;
}

/** One running worker. When it ends, everything that waits for it is rejected with `connection_lost`. */
export class WorkerClient {
  readonly #worker: Worker;
  readonly #exited = Promise.withResolvers<void>();
  readonly #pending = new Map<number, Pending>();
  readonly #streams = new Map<number, ReadableStreamDefaultController<Uint8Array>>();
  #lastId = 0;
  #ended = false;

  private constructor(options: WorkerClientOptions, started: Pending) {
    const workerData: WorkerData = { folder: options.folder };
    this.#worker = new Worker(options.entry, { workerData, execArgv: [] });
    this.#worker.on('message', (message: FromWorker) => this.#receive(message, options, started));
    // An uncaught error ends the thread: 'exit' follows and says the rest.
    this.#worker.on('error', (error) => started.reject(error));
    this.#worker.on('exit', () => {
      started.reject(lost());
      this.#end();
      this.#exited.resolve();
      options.onExit();
    });
  }

  /** Starts a worker; resolves when it answers. Rejects with the reason where it cannot open the workspace. */
  static start(options: WorkerClientOptions): Promise<WorkerClient> {
    return new Promise((resolve, reject) => {
      const client: WorkerClient = new WorkerClient(options, { resolve: () => resolve(client), reject });
    });
  }

  get threadId(): number {
    return this.#worker.threadId;
  }

  /** Sends `wire`, which is `request` in a form that crosses threads; `request` is kept until its answer has ended. */
  async fetch(wire: WireRequest, request: Request): Promise<Response> {
    const id = ++this.#lastId;
    const { signal } = request;
    const drop = (): void => {
      this.#settle(id)?.reject(signal.reason);
      this.#streams.get(id)?.error(signal.reason);
      this.#streams.delete(id);
      this.#post({ kind: 'drop', id });
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', drop, { once: true });
    try {
      const answer = (await this.#ask(id, { kind: 'fetch', id, request: wire })) as WireResponse;
      const { status, headers, streamed } = answer;
      // `request.signal`, not `signal`: it follows the caller's abort by a weak reference, only while its request lives.
      const body = streamed ? this.#stream(id, () => request.signal.removeEventListener('abort', drop)) : answer.body;
      if (!streamed) signal.removeEventListener('abort', drop);
      return new Response(body as ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null, { status, headers });
    } catch (error) {
      signal.removeEventListener('abort', drop);
      throw error;
    }
  }

  async call(call: LocalCall, signal: AbortSignal): Promise<LocalAnswer> {
    const id = ++this.#lastId;
    const drop = (): void => {
      this.#settle(id)?.reject(signal.reason);
      this.#post({ kind: 'drop', id });
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', drop, { once: true });
    try {
      return (await this.#ask(id, { kind: 'call', id, call })) as LocalAnswer;
    } finally {
      signal.removeEventListener('abort', drop);
    }
  }

  command(command: LocalCommand): Promise<unknown> {
    const id = ++this.#lastId;
    return this.#ask(id, { kind: 'command', id, command });
  }

  /** Closes the workspace; resolves when the thread has left by itself. */
  async close(): Promise<void> {
    const id = ++this.#lastId;
    await this.#ask(id, { kind: 'close', id }).catch(() => undefined);
    await this.#exited.promise;
  }

  /** Ends the thread by force, wherever it is. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(id: number, message: ToWorker): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended) {
        reject(lost());
        return;
      }
      this.#pending.set(id, { resolve, reject });
      this.#post(message);
    });
  }

  /** A body that is fetched from the worker chunk by chunk, as it is read. */
  #stream(id: number, onEnd: () => void): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          if (this.#ended) controller.error(lost());
          else this.#streams.set(id, controller);
        },
        pull: async () => {
          const more = await this.#ask(id, { kind: 'pull', id });
          if (more === 'end') onEnd();
        },
        cancel: () => {
          this.#streams.delete(id);
          this.#settle(id)?.resolve('end');
          this.#post({ kind: 'drop', id });
          onEnd();
        },
      },
      new CountQueuingStrategy({ highWaterMark: 1 }),
    );
  }

  #receive(message: FromWorker, options: WorkerClientOptions, started: Pending): void {
    switch (message.kind) {
      case 'ready':
        started.resolve(null);
        break;
      case 'cannotStart':
        started.reject(AppError.fromWire(message.error));
        break;
      case 'response':
        this.#settle(message.id)?.resolve(message.response);
        break;
      case 'answer':
        this.#settle(message.id)?.resolve(message.answer);
        break;
      case 'reply':
        this.#settle(message.id)?.resolve(message.value);
        break;
      case 'chunk':
        this.#streams.get(message.id)?.enqueue(message.data);
        this.#settle(message.id)?.resolve('chunk');
        break;
      case 'end':
        this.#streams.get(message.id)?.close();
        this.#streams.delete(message.id);
        this.#settle(message.id)?.resolve('end');
        break;
      case 'failed':
        // A stream in the middle is rejected by its `pull`, which is what waits.
        this.#streams.delete(message.id);
        this.#settle(message.id)?.reject(AppError.fromWire(message.error));
        break;
      case 'event':
        options.onEvent(message.event);
        break;
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #end(): void {
    this.#ended = true;
    for (const [id, { reject }] of this.#pending) {
      this.#pending.delete(id);
      reject(lost());
    }
    for (const [id, controller] of this.#streams) {
      this.#streams.delete(id);
      controller.error(lost());
    }
  }

  #post(message: ToWorker): void {
    if (this.#ended) return;
    const body = message.kind === 'fetch' ? message.request.body : null;
    this.#worker.postMessage(message, body === null ? [] : [body.buffer as ArrayBuffer]);
  }
}

function lost(): AppError {
  return new AppError('connection_lost', 'The workspace has stopped; it is starting again.');
}
