import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { v4 as newId } from 'uuid';
import type { FilePreview, ImportChoices, ImportSource, LocalApiStatus, WorkspaceCommands } from '#node/localApi.ts';
import type { EndpointResponse } from '#shared/api/messages.ts';
import type { Duplicates, FileReading, MergePair, WorkspaceJob } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import type { Clock } from '../ports.ts';
import type { ApiClient } from './api/apiClient.ts';
import { ApiFailure } from './api/apiFailure.ts';

interface ServerWorkspaceDeps {
  /** Signed in as somebody who may manage the server's companies. */
  readonly client: ApiClient;
  readonly clock: Clock;
  /** Called with news of the running job, and of a file that is being sent. */
  readonly onStatus: (status: LocalApiStatus) => void;
}

/** A file that the server has, as long as the one here has not changed since (`mark`). */
interface SentFile {
  readonly mark: string;
  readonly token: string;
  readonly previews: FilePreview[];
}

/** A file that is being sent, shown as a job, and how to stop. */
interface Sending {
  job: WorkspaceJob;
  readonly abort: AbortController;
}

/**
 * The workspace of a server, for its staff: the owner's commands as calls of the API. Files are sent when they are
 * looked at. While a job runs the server is asked about it once a second, whoever has begun it.
 */
export class ServerWorkspace implements WorkspaceCommands {
  readonly #deps: ServerWorkspaceDeps;
  readonly #client: ApiClient;
  /** By path. */
  readonly #files = new Map<string, SentFile>();
  #latest: LocalApiStatus | null = null;
  #sending: Sending | null = null;
  #cancelLook: (() => void) | null = null;
  #isStopped = false;

  constructor(deps: ServerWorkspaceDeps) {
    this.#deps = deps;
    this.#client = deps.client;
  }

  status = (): Promise<LocalApiStatus> => this.#asked(this.#client.request('getWorkspace')).catch(olderServer);
  undoImport = (): Promise<LocalApiStatus> => this.#begun(this.#client.request('undoImport'));
  refresh = (): Promise<LocalApiStatus> => this.#begun(this.#client.request('refreshWorkspace'));
  duplicates = (): Promise<Duplicates> => this.#client.request('listDuplicates');
  previewMerge = (ids: readonly [number, number]): Promise<MergePair> =>
    this.#client.request('previewMerge', { body: { ids: [...ids] } });
  merge = (ids: readonly [number, number], name?: string): Promise<LocalApiStatus> =>
    this.#begun(this.#client.request('mergeCompanies', { body: { ids: [...ids], ...(name && { name }) } }));
  // What only whoever is at the server's machine may do.
  createSample = onItsMachine;
  simulateWeek = onItsMachine;
  sampleUse = onItsMachine;
  removeSample = onItsMachine;
  backUp = onItsMachine;
  restore = onItsMachine;
  removeCopy = onItsMachine;

  async setApart(ids: readonly [number, number], isApart: boolean): Promise<null> {
    await this.#client.request('setApart', { body: { ids: [...ids], is_apart: isApart } });
    return null;
  }

  /** Sends a file, unless the server has it, and looks at it there. */
  inspect(path: string, sheets: readonly string[], name: string, reading?: FileReading): Promise<FilePreview[]> {
    return this.#withFiles([path], async () => {
      const { token, previews } = await this.#sent(path, name);
      if (sheets.length === 0 && reading === undefined) return previews;
      const body = { token, sheets: [...sheets], ...(reading === undefined ? {} : { reading }) };
      return (await this.#client.request('inspectFile', { body })).previews;
    });
  }

  startImport(sources: readonly ImportSource[], { dryRun, likely }: ImportChoices): Promise<LocalApiStatus> {
    const paths = sources.map(({ path }) => path);
    return this.#withFiles(paths, async () => {
      const files = [];
      for (const { path, name, mapping, sheets, day, rates } of sources) {
        const { token } = await this.#sent(path, name);
        files.push({
          token,
          mapping: { ...mapping },
          ...(sheets === undefined ? {} : { sheets: [...sheets] }),
          ...(day === undefined ? {} : { day }),
          ...(rates === undefined ? {} : { rates }),
        });
      }
      const body = { files, dry_run: dryRun, ...(likely === undefined ? {} : { likely }) };
      return await this.#begun(this.#client.request('importFiles', { body }));
    });
  }

  /** Stops sending a file, or else the job on the server. */
  async cancel(): Promise<LocalApiStatus> {
    if (this.#sending === null || this.#latest === null) return await this.#begun(this.#client.request('cancelJob'));
    this.#sending.abort.abort(new AppError('cancelled', 'Sending the file was cancelled.'));
    return this.#latest;
  }

  /** The session has ended: nothing more is asked or told. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelLook?.();
    this.#sending?.abort.abort();
  }

  async #asked(reply: Promise<EndpointResponse<'getWorkspace'>>): Promise<LocalApiStatus> {
    this.#latest = { ...(await reply), copies: [] };
    if (this.#latest.job?.state === 'running') this.#lookIn(runningMs);
    return this.#shown(this.#latest);
  }

  /** After this call another job is there, which may already have ended. */
  async #begun(reply: Promise<EndpointResponse<'getWorkspace'>>): Promise<LocalApiStatus> {
    const status = await this.#asked(reply);
    this.#tell();
    return status;
  }

  /** With the file that is being sent in the place of the last job. */
  #shown(status: LocalApiStatus): LocalApiStatus {
    return this.#sending === null ? status : { ...status, job: this.#sending.job };
  }

  #tell(): void {
    if (this.#latest !== null && !this.#isStopped) this.#deps.onStatus(this.#shown(this.#latest));
  }

  #lookIn(ms: number): void {
    if (this.#isStopped || this.#cancelLook !== null) return;
    this.#cancelLook = this.#deps.clock.after(ms, () => {
      this.#cancelLook = null;
      this.#asked(this.#client.request('getWorkspace')).then(
        () => this.#tell(),
        // The job goes on without us.
        () => this.#lookIn(unansweredMs),
      );
    });
  }

  /** Does `work` with files that the server has; if it has given one up meanwhile, they are sent once more. */
  async #withFiles<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isNotFound(error) || !paths.some((path) => this.#files.has(path))) throw error;
      for (const path of paths) this.#files.delete(path);
      return await work();
    }
  }

  async #sent(path: string, name: string): Promise<SentFile> {
    const { size, mtime } = await stat(path).catch(() => Promise.reject(notReadable(name)));
    const mark = `${String(size)} ${String(mtime.getTime())} ${name}`;
    const known = this.#files.get(path);
    if (known?.mark === mark) return known;
    const sent = { mark, ...(await this.#send(path, { name, size, mtime })) };
    this.#files.set(path, sent);
    return sent;
  }

  async #send(
    path: string,
    { name, size, mtime }: { readonly name: string; readonly size: number; readonly mtime: Date },
  ): Promise<EndpointResponse<'sendFile'>> {
    const sending: Sending = { job: sendingJob(name, size), abort: new AbortController() };
    this.#sending = sending;
    try {
      return await this.#client.request(
        'sendFile',
        {
          query: { name, changed: mtime.toISOString() },
          body: { length: size, bytes: this.#bytesOf(path, { name, size }, sending) },
        },
        { signal: sending.abort.signal, deadlineMs: sendMs },
      );
    } catch (error) {
      throw sendingProblem(error, name);
    } finally {
      this.#sending = null;
      this.#tell();
    }
  }

  /** The bytes of a file, which may not grow or shrink meanwhile; its progress is told. */
  async *#bytesOf(
    path: string,
    { name, size }: { readonly name: string; readonly size: number },
    sending: Sending,
  ): AsyncGenerator<Uint8Array> {
    const { clock } = this.#deps;
    const startedAt = clock.monotonic();
    let toldAt = startedAt;
    let done = 0;
    try {
      for await (const chunk of size === 0
        ? []
        : createReadStream(path, { end: size - 1, highWaterMark: chunkBytes })) {
        yield chunk as Uint8Array;
        done += (chunk as Uint8Array).byteLength;
        const now = clock.monotonic();
        if (now - toldAt < tellMs) continue;
        toldAt = now;
        sending.job = { ...sending.job, done, rate: Math.round((done / (now - startedAt)) * 1000) };
        this.#tell();
      }
    } catch (error) {
      throw error instanceof AppError ? error : notReadable(name, error);
    }
    if (done < size) throw new AppError('bad_file', `“${name}” changed while it was being sent.`);
  }
}

/** How long until a running job is asked about again, and a server that did not answer, in milliseconds. */
const runningMs = 1000;
const unansweredMs = 5000;

/** The longest that sending a file may take, in milliseconds; one that makes no way ends much sooner. */
const sendMs = 6 * 3_600_000;

/** How often progress is told, in milliseconds, and how much of a file is read at once, in bytes. */
const tellMs = 500;
const chunkBytes = 256 * 1024;

function sendingJob(name: string, size: number): WorkspaceJob {
  return {
    id: newId(),
    kind: 'upload',
    dryRun: false,
    outcome: '',
    state: 'running',
    label: `Sending ${name} to the server`,
    done: 0,
    total: size,
    rate: 0,
    reason: '',
    reports: [],
  };
}

async function onItsMachine(): Promise<never> {
  throw new AppError('not_implemented', 'This can only be done on the server itself.');
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'not_found';
}

function olderServer(error: unknown): never {
  if (!isNotFound(error)) throw error;
  throw new AppError('not_implemented', 'This server is too old to import from the app.');
}

function notReadable(name: string, cause?: unknown): AppError {
  return new AppError('bad_file', `“${name}” cannot be read.`, { cause });
}

/** Why a file did not reach the server, for the user. */
function sendingProblem(error: unknown, name: string): unknown {
  if (!(error instanceof ApiFailure)) return error;
  const { code, spoken } = error;
  if (code === 'not_found') olderServer(error);
  if (error.status === 413 && !spoken) {
    const text = `“${name}” is too large for the proxy in front of the server. Ask whoever runs the server.`;
    return new AppError('payload_too_large', text, { cause: error });
  }
  if (code !== 'connection_lost' && code !== 'timeout' && (code !== 'unavailable' || spoken)) return error;
  const text = `The connection to the server was lost while “${name}” was being sent. Try again.`;
  return new AppError(code, text, { cause: error });
}
