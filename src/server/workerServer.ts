import type { MessagePort } from 'node:worker_threads';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { AppError, assertNever } from '#shared/errors.ts';
import { runCommand, type LocalApiStatus, type LocalCall, type LocalCommands } from '#node/localApi.ts';
import type { Workspace } from './workspace.ts';
import type { FromWorker, ToWorker, WireRequest } from './thread/workerMessages.ts';

/** How long a thread that was told to close may go on with what it has begun, in milliseconds, before it ends itself. */
const leaveDeadline = 250;

/** Whom the desktop's own tokens are made for; making one revokes the earlier ones. */
const ownToken = 'desktop';

/** The worker's side: answers what its handle sends over `port`. */
export class WorkerServer {
  readonly #port: MessagePort;
  readonly #workspace: Workspace;
  readonly #commands: LocalCommands;
  readonly #streams = new Map<number, ReadableStreamDefaultReader<Uint8Array>>();
  /** Requests being answered, aborted once the caller no longer waits. */
  readonly #answering = new Map<number, AbortController>();

  constructor(port: MessagePort, workspace: Workspace) {
    this.#port = port;
    this.#workspace = workspace;
    this.#commands = commandsOf(workspace);
  }

  receive(message: ToWorker): void {
    const { id } = message;
    const failed = (error: unknown): void => {
      this.#streams.delete(id);
      this.#answering.delete(id);
      this.#send({ kind: 'failed', id, error: AppError.from(error).toWire() });
    };
    switch (message.kind) {
      case 'fetch':
        this.#fetch(id, message.request).catch(failed);
        return;
      case 'call':
        this.#call(id, message.call).catch(failed);
        return;
      case 'pull':
        this.#pull(id).catch(failed);
        return;
      case 'drop':
        this.#drop(id);
        return;
      case 'command':
        runCommand(this.#commands, message.command).then((value) => this.#send({ kind: 'reply', id, value }), failed);
        return;
      case 'close':
        this.#workspace.close();
        this.#send({ kind: 'reply', id, value: null });
        this.#leave();
        return;
      default:
        assertNever(message);
    }
  }

  async #fetch(id: number, { method, url, headers, body }: WireRequest): Promise<void> {
    const answering = new AbortController();
    const { signal } = answering;
    this.#answering.set(id, answering);
    const request = new Request(url, { method, headers, signal, body: body as Uint8Array<ArrayBuffer> | null });
    const response = await this.#workspace.app.fetch(request);
    this.#answering.delete(id);
    const streamed = response.body !== null && !isJson(response);
    if (signal.aborted) {
      await response.body?.cancel();
      return;
    }
    if (streamed && response.body !== null) this.#streams.set(id, response.body.getReader());
    const whole = streamed || response.body === null ? null : new Uint8Array(await response.arrayBuffer());
    const head = { status: response.status, headers: [...response.headers], streamed, body: whole };
    this.#send({ kind: 'response', id, response: head }, whole === null ? [] : [whole.buffer]);
  }

  async #call(id: number, { name, target, params, headers, body }: LocalCall): Promise<void> {
    const answering = new AbortController();
    this.#answering.set(id, answering);
    const { status, json } = await this.#workspace.app.call(name, params, {
      url: new URL(target, 'http://winnow.invalid'),
      headers: { get: (header) => headers[header] ?? null },
      // A call of this computer's own has no header that anyone could make too large.
      headerSize: 0,
      body: async () => body,
      isWanted: () => !answering.signal.aborted,
    });
    this.#answering.delete(id);
    if (answering.signal.aborted) return;
    // A copy of its own, because what is transferred is gone here, and it may be a piece of something larger.
    const own = typeof json === 'string' || json.byteLength === json.buffer.byteLength ? json : json.slice();
    this.#send({ kind: 'answer', id, answer: { status, json: own } }, typeof own === 'string' ? [] : [own.buffer]);
  }

  async #pull(id: number): Promise<void> {
    const result = await this.#streams.get(id)?.read();
    if (result === undefined) return;
    if (result.done) {
      this.#streams.delete(id);
      this.#send({ kind: 'end', id });
      return;
    }
    // A copy of its own, because what is transferred is gone here.
    const data = result.value.byteLength === result.value.buffer.byteLength ? result.value : result.value.slice();
    this.#send({ kind: 'chunk', id, data }, [data.buffer as ArrayBuffer]);
  }

  /** The caller no longer waits: an answer in the making is not sent, a stream ends. */
  #drop(id: number): void {
    const stream = this.#streams.get(id);
    this.#streams.delete(id);
    this.#answering.get(id)?.abort();
    void stream?.cancel().catch(() => undefined);
  }

  /**
   * The thread ends by itself once nothing is under way, at a moment when it is in no statement and no kernel. A job would
   * keep it; that is given up here, as a crash would.
   */
  #leave(): void {
    this.#port.close();
    setTimeout(() => process.exit(0), leaveDeadline).unref();
  }

  #send(message: FromWorker, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}

/** What the owner may ask of a workspace. */
function commandsOf(workspace: Workspace): LocalCommands {
  const { jobs, state } = workspace;
  const status = (): Promise<LocalApiStatus> => workspace.status();
  return {
    issueToken: async () => {
      const { id } = await state.users.firstUser();
      await state.users.revokeTokens(id, ownToken);
      return state.users.issueToken(id, ownToken);
    },
    status,
    createSample: async (companies) => {
      void jobs.startSample(companies);
      return status();
    },
    inspect: async (path) => {
      // Loaded on first use: a start should not wait for the importer's tables.
      const { inspectFile } = await import('./ingest/inspect.ts');
      return inspectFile(path);
    },
    startImport: async (sources, choices) => {
      void jobs.startImport(sources, choices);
      return status();
    },
    undoImport: async () => {
      await jobs.startUndo();
      throwIfFailed(jobs.job);
      return status();
    },
    refresh: async ({ onlyDue }) => {
      await jobs.startRefresh(onlyDue);
      throwIfFailed(jobs.job);
      return status();
    },
    backUp: async () => {
      void jobs.startBackup();
      return status();
    },
    restore: async (copy) => {
      void jobs.startRestore(copy);
      return status();
    },
    removeCopy: async (copy) => {
      workspace.removeCopy(copy);
      return status();
    },
    cancel: async () => {
      await jobs.cancel();
      return status();
    },
  };
}

function throwIfFailed(job: WorkspaceJob | null): void {
  if (job?.state === 'failed') throw new AppError('unavailable', job.reason);
}

function isJson(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').startsWith('application/json');
}
