import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ExportJob, ExportRequest } from '#shared/bridge/exports.ts';
import { AppError } from '#shared/errors.ts';
import { storageError } from '#node/sqlite.ts';
import type { Clock, FileSaver, Log, SaveTarget } from '../../ports.ts';
import type { EventHub } from '../../rpc/eventHub.ts';
import type { ApiClient } from '../api/apiClient.ts';
import type { StateFile } from '../stateFile.ts';
import { isRepeatable, type ExportHistory } from './exportHistory.ts';
import { csvFileName } from './exportPages.ts';
import { ExportRun } from './exportRun.ts';
import { TemporaryFile, temporaryEnding } from './temporaryFile.ts';

export interface ExporterDeps {
  readonly saver: FileSaver;
  readonly clock: Clock;
  readonly events: EventHub;
  readonly log: Log;
  readonly state: StateFile;
  readonly history: ExportHistory;
  /** The signed-in user's client; throws where there is none. */
  readonly client: () => ApiClient;
}

interface Running {
  readonly cancel: AbortController;
  readonly ended: Promise<void>;
}

/** Least time between two progress events of one export, in milliseconds. */
const progressEveryMs = 100;

/** Writes exports straight to disk, in pages; at the target there is the old file or a whole new one (I12). */
export class Exporter {
  readonly #deps: ExporterDeps;
  readonly #jobs = new Map<string, ExportJob>();
  readonly #running = new Map<string, Running>();
  #account = '';

  constructor(deps: ExporterDeps) {
    this.#deps = deps;
  }

  /** Removes what a crash left behind: only files that are on our own list and bear our ending. */
  async start(): Promise<void> {
    const { state, log } = this.#deps;
    const left = state.value.exportTemporaries;
    if (left.length === 0) return;
    for (const path of left) {
      if (path.endsWith(temporaryEnding)) {
        await rm(path, { force: true }).catch((error: unknown) => log.error('export.leftover', error));
      }
    }
    await state.update({ exportTemporaries: [] });
  }

  /** Goes on for an account; what another one has exported is none of its business. */
  attach(account: string): void {
    if (account === this.#account) return;
    this.#account = account;
    this.#jobs.clear();
    for (const job of this.#deps.history.of(account)) this.#jobs.set(job.id, job);
  }

  /** Asks where to save and starts; null when the user cancelled. */
  async begin(request: ExportRequest): Promise<ExportJob | null> {
    const { saver, clock, client } = this.#deps;
    const api = client();
    const target = await saver.choose(csvFileName(request.name), 'csv');
    if (target === null) return null;
    const job: ExportJob = {
      id: randomUUID(),
      name: request.name,
      file: target.name,
      state: 'running',
      rows: 0,
      total: null,
      reason: '',
      downloadUrl: '',
      startedAt: clock.now().toISOString(),
      folder: '',
      columns: request.columns.length,
      repeatable: isRepeatable(request),
    };
    this.#jobs.set(job.id, job);
    const cancel = new AbortController();
    this.#running.set(job.id, { cancel, ended: this.#run(job.id, request, target, api, cancel.signal) });
    return this.#jobs.get(job.id) ?? job;
  }

  /** Makes an earlier export again, with what is there now, to a new file; null when the user cancelled. */
  async repeat(id: string): Promise<ExportJob | null> {
    const request = this.#deps.history.request(this.#account, id);
    if (request === null) throw new AppError('not_found', 'This export cannot be made again.');
    return await this.begin(request);
  }

  /** Stops an export; nothing of it remains. One that has ended stays as it is. */
  async cancel(id: string): Promise<ExportJob> {
    const running = this.#running.get(id);
    running?.cancel.abort(new AppError('cancelled', 'The export was cancelled.'));
    await running?.ended;
    const job = this.#jobs.get(id);
    if (job === undefined) throw new AppError('not_found', 'There is no such export.');
    return job;
  }

  list(): ExportJob[] {
    return [...this.#jobs.values()];
  }

  /** Cancels what is under way and waits until its temporary files are gone. */
  async stop(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { cancel } of all) cancel.abort(new AppError('cancelled', 'Winnow was closed.'));
    await Promise.all(all.map(({ ended }) => ended));
  }

  async #run(
    id: string,
    request: ExportRequest,
    target: SaveTarget,
    client: ApiClient,
    signal: AbortSignal,
  ): Promise<void> {
    const account = this.#account;
    let file: TemporaryFile | null = null;
    try {
      await this.#note(TemporaryFile.pathFor(target.path, id), true);
      file = await TemporaryFile.create(target.path, id);
      const run = new ExportRun({ client, request, file, signal, onProgress: this.#progress(id) });
      const rows = await run.run();
      signal.throwIfAborted();
      await file.commit();
      const downloadUrl = await target.finish();
      const folder = downloadUrl === '' ? dirname(target.path) : '';
      this.#update(id, { state: 'done', rows, downloadUrl, folder });
    } catch (error) {
      await file?.discard();
      this.#fail(id, target, error, signal);
    } finally {
      const ended = this.#jobs.get(id);
      await Promise.all([
        this.#note(TemporaryFile.pathFor(target.path, id), false),
        ended === undefined ? null : this.#deps.history.add(account, ended, request),
      ]);
      this.#running.delete(id);
    }
  }

  #fail(id: string, { name }: SaveTarget, error: unknown, signal: AbortSignal): void {
    if (signal.aborted) {
      this.#update(id, { state: 'cancelled', reason: '' });
      return;
    }
    const known = storageError(error);
    if (!(known instanceof AppError)) this.#deps.log.error('export.failed', error);
    const { code, message } = AppError.from(known);
    const said: Partial<Record<typeof code, string>> = {
      storage_full: `The disk is full. ${name} was not written; make room and export again.`,
      storage_readonly: `${name} cannot be written in that folder.`,
    };
    this.#update(id, { state: 'failed', reason: said[code] ?? message });
  }

  #progress(id: string): (rows: number, total: number | null) => void {
    const { clock } = this.#deps;
    let last = -Infinity;
    return (rows, total) => {
      const now = clock.monotonic();
      if (now - last < progressEveryMs) return;
      last = now;
      this.#update(id, { rows, total });
    };
  }

  #update(id: string, patch: Partial<ExportJob>): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    const next = { ...job, ...patch };
    if (next.state === 'done') next.total = next.rows;
    this.#jobs.set(id, next);
    this.#deps.events.publish('exports.changed', next);
  }

  /** Keeps the list of temporary files, so that the next start finds what a crash has left. */
  async #note(path: string, there: boolean): Promise<void> {
    const others = this.#deps.state.value.exportTemporaries.filter((other) => other !== path);
    await this.#deps.state.update({ exportTemporaries: there ? [...others, path] : others });
  }
}
