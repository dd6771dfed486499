import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileJob } from '#shared/bridge/fileJobs.ts';
import { AppError } from '#shared/errors.ts';
import { storageError } from '#node/sqlite.ts';
import type { Clock, FileSaver, Log, SavedKind, SaveTarget } from '../../ports.ts';
import type { StateFile } from '../stateFile.ts';
import { TemporaryFile, temporaryEnding } from './temporaryFile.ts';

export interface FileJobsPorts {
  readonly saver: FileSaver;
  readonly clock: Clock;
  readonly log: Log;
  readonly state: StateFile;
}

export interface FileJobsOptions<Job extends FileJob> extends FileJobsPorts {
  /** What is made, as named in a sentence. */
  readonly noun: 'export' | 'report';
  /** How to try again, as the end of a sentence. */
  readonly again: string;
  /** How many finished jobs stay in the list. */
  readonly remembered: number;
  /** Called on every change. */
  readonly publish: (job: Job) => void;
}

/** What the writer of a file gets. */
export interface FileWork<Job extends FileJob> {
  readonly file: TemporaryFile;
  /** Aborted when the user cancels or the app ends. */
  readonly signal: AbortSignal;
  /** Updates the job's progress and publishes it. */
  readonly update: (patch: Partial<Job>) => void;
}

/** A file to make. */
export interface FileOrder<Job extends FileJob> {
  /** The name suggested in the save dialog. */
  readonly suggested: string;
  readonly kind: SavedKind;
  /** The job at its start. */
  readonly job: (common: FileJob) => Job;
  /** Writes the whole file; returns what is known about it at the end. */
  readonly write: (work: FileWork<Job>) => Promise<Partial<Job>>;
  /** Called once with the finished job, unless its account has gone. */
  readonly ended?: (job: Job) => Promise<void>;
}

interface Running {
  readonly cancel: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Files made for the user in the background, of one kind and one account at a time: asks where, writes beside the
 * target and renames, so that the file is either the old one or a complete new one (I12), and reports progress.
 */
export class FileJobs<Job extends FileJob> {
  readonly #options: FileJobsOptions<Job>;
  readonly #jobs = new Map<string, Job>();
  readonly #running = new Map<string, Running>();
  #account = '';

  constructor(options: FileJobsOptions<Job>) {
    this.#options = options;
  }

  get account(): string {
    return this.#account;
  }

  /** Switches to an account with its earlier jobs (`before`); those of another account do not show. */
  attach(account: string, before: () => readonly Job[] = () => []): void {
    if (account === this.#account) return;
    this.#account = account;
    this.#jobs.clear();
    for (const job of before()) this.#jobs.set(job.id, job);
  }

  /** Asks the caller where to save and starts; null if the user cancelled. */
  async begin(order: FileOrder<Job>, client: string): Promise<Job | null> {
    const { saver, clock } = this.#options;
    const target = await saver.choose(order.suggested, order.kind, client);
    if (target === null) return null;
    const id = randomUUID();
    const job = order.job({
      id,
      file: target.name,
      state: 'running',
      reason: '',
      downloadUrl: '',
      startedAt: clock.now().toISOString(),
      folder: '',
    });
    this.#remember(job);
    const cancel = new AbortController();
    this.#running.set(id, { cancel, ended: this.#run(id, order, target, cancel.signal) });
    return this.#jobs.get(id) ?? job;
  }

  /** Stops a job; nothing of it remains. A finished one stays as it is. Throws `not_found`. */
  async cancel(id: string): Promise<Job> {
    const { noun } = this.#options;
    const running = this.#running.get(id);
    running?.cancel.abort(new AppError('cancelled', `The ${noun} was cancelled.`));
    await running?.ended;
    const job = this.#jobs.get(id);
    if (job === undefined) throw new AppError('not_found', `There is no such ${noun}.`);
    return job;
  }

  /** Oldest first. */
  list(): Job[] {
    return [...this.#jobs.values()];
  }

  /** Cancels what is running and waits until its temporary files are gone (F29). */
  async stop(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { cancel } of all) cancel.abort(new AppError('cancelled', 'Winnow was closed.'));
    await Promise.all(all.map(({ ended }) => ended));
  }

  async #run(id: string, order: FileOrder<Job>, target: SaveTarget, signal: AbortSignal): Promise<void> {
    let file: TemporaryFile | null = null;
    try {
      await noteTemporary(this.#options.state, TemporaryFile.pathFor(target.path, id), true);
      file = await TemporaryFile.create(target.path, id);
      const update = (patch: Partial<Job>): void => this.#update(id, patch);
      const known = await order.write({ file, signal, update });
      signal.throwIfAborted();
      await file.commit();
      const downloadUrl = await target.finish();
      this.#update(id, known, {
        state: 'done',
        downloadUrl,
        folder: downloadUrl === '' ? dirname(target.path) : '',
      });
    } catch (error) {
      await file?.discard();
      this.#fail(id, target, error, signal);
    } finally {
      const job = this.#jobs.get(id);
      await Promise.all([
        noteTemporary(this.#options.state, TemporaryFile.pathFor(target.path, id), false),
        job === undefined ? null : order.ended?.(job),
      ]);
      this.#running.delete(id);
    }
  }

  #fail(id: string, { name }: SaveTarget, error: unknown, signal: AbortSignal): void {
    if (signal.aborted) {
      this.#update(id, {}, { state: 'cancelled' });
      return;
    }
    const { noun, again, log } = this.#options;
    const known = storageError(error);
    if (!(known instanceof AppError)) log.error(`${noun}.failed`, error);
    const { code, message } = AppError.from(known);
    const said: Partial<Record<typeof code, string>> = {
      storage_full: `The disk is full, so ${name} was not saved. Free some space and ${again}.`,
      storage_readonly: `You can’t save ${name} in that folder.`,
    };
    this.#update(id, {}, { state: 'failed', reason: said[code] ?? message });
  }

  #update(id: string, patch: Partial<Job>, end: Partial<FileJob> = {}): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    const next = { ...job, ...patch, ...end };
    this.#jobs.set(id, next);
    this.#options.publish(next);
  }

  #remember(job: Job): void {
    this.#jobs.set(job.id, job);
    for (const [id, { state }] of this.#jobs) {
      if (this.#jobs.size <= this.#options.remembered) return;
      if (state !== 'running') this.#jobs.delete(id);
    }
  }
}

/** Removes what a crash left behind: only files that are on our own list and have our ending. */
export async function removeLeftovers(state: StateFile, log: Log): Promise<void> {
  const left = state.value.exportTemporaries;
  if (left.length === 0) return;
  for (const path of left) {
    if (path.endsWith(temporaryEnding)) {
      await rm(path, { force: true }).catch((error: unknown) => log.error('file.leftover', error));
    }
  }
  await state.update({ exportTemporaries: [] });
}

/** Keeps the list of temporary files, so that the next start finds what a crash has left. */
async function noteTemporary(state: StateFile, path: string, there: boolean): Promise<void> {
  const others = state.value.exportTemporaries.filter((other) => other !== path);
  await state.update({ exportTemporaries: there ? [...others, path] : others });
}
