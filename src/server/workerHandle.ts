import { setTimeout as sleep } from 'node:timers/promises';
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
import { threadFile } from './system/threadFile.ts';
import { WorkerClient } from './thread/workerClient.ts';
import type { WireRequest } from './thread/workerMessages.ts';

/** Waits before a worker that ended is started again, in milliseconds; the last one repeats (QUALITY F2). */
const restartDelays = [0, 50, 100, 200, 400, 800];

/** How long closing may take, in milliseconds, before the worker is ended by force (QUALITY F29). */
const closeDeadline = 1500;

export interface LocalApiOptions {
  /** Another entry than the build's own worker. */
  readonly entry?: URL;
}

/**
 * Opens a workspace's folder in a worker thread. Throws where it cannot be opened: `storage_corrupt`, `storage_newer`,
 * `storage_readonly`. A worker that ends later is started again; what waited for it is rejected with `connection_lost`,
 * what comes meanwhile waits for the new one.
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
  /** What the worker said before anyone listened: a digest that it finished matching at its start. */
  readonly #early: LocalApiEvent[] = [];
  #client: Promise<WorkerClient> = Promise.reject(closed());
  #closed = false;

  constructor(folder: string, entry: URL) {
    this.#folder = folder;
    this.#entry = entry;
    this.#client.catch(() => undefined);
  }

  async start(): Promise<void> {
    this.#client = this.#startWorker();
    await this.#client;
  }

  async fetch(request: Request): Promise<Response> {
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const wire: WireRequest = { method: request.method, url: request.url, headers: [...request.headers], body };
    return (await this.#client).fetch(wire, request);
  }

  async call(call: LocalCall, signal: AbortSignal): Promise<LocalAnswer> {
    return (await this.#client).call(call, signal);
  }

  async command(command: LocalCommand): Promise<unknown> {
    return (await this.#client).command(command);
  }

  subscribe(listener: (event: LocalApiEvent) => void): () => void {
    this.#listeners.add(listener);
    for (const event of this.#early.splice(0)) listener(event);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const client = await this.#client.catch(() => undefined);
    this.#client = Promise.reject(closed());
    this.#client.catch(() => undefined);
    if (client === undefined) return;
    // A statement in progress ends first, so that nothing is cut off that could finish.
    const late = Symbol('late');
    const ended = await Promise.race([client.close(), sleep(closeDeadline, late, { ref: false })]);
    if (ended === late) await client.terminate();
  }

  #startWorker(): Promise<WorkerClient> {
    let running = false;
    const started = WorkerClient.start({
      folder: this.#folder,
      entry: this.#entry,
      onEvent: (event) => this.#publish(event),
      onExit: () => {
        if (!running || this.#closed) return;
        this.#publish({ kind: 'stopped', reason: 'The workspace has stopped; it is starting again.' });
        this.#client = this.#restart();
        this.#client.catch(() => undefined);
      },
    });
    return started.then((client) => {
      running = true;
      return client;
    });
  }

  async #restart(): Promise<WorkerClient> {
    for (let attempt = 0; ; attempt++) {
      await sleep(restartDelays[Math.min(attempt, restartDelays.length - 1)]);
      if (this.#closed) throw closed();
      try {
        const client = await this.#startWorker();
        this.#publish({
          kind: 'status',
          status: (await client.command({ name: 'status', args: [] })) as LocalApiStatus,
        });
        return client;
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

function closed(): AppError {
  return new AppError('unavailable', 'The workspace is closed.');
}
