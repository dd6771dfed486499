import { basename } from 'node:path';
import { unreadable, type FilePreview, type ImportSource, type LocalApiStatus } from '#node/localApi.ts';
import type { Log } from '#node/log.ts';
import { AppError } from '#shared/errors.ts';
import { JobRunning } from './api/http/answers.ts';
import type { FileToImport, SentFile, TeamCommands, TeamImportChoices, TeamStatus } from './api/routes/teamCommands.ts';
import type { Duplicates, FileReading, MergePair } from '#shared/bridge/workspace.ts';
import type { CompanyReader } from './index/port.ts';
import type { JobRunner } from './jobs/jobRunner.ts';
import type { KeptFile, KeptFiles } from './keptFiles.ts';
import type { State } from './state/port.ts';
import type { JobBoard } from './state/serversPort.ts';

export interface TeamWorkspaceDeps {
  readonly jobs: JobRunner;
  readonly board: JobBoard;
  readonly files: KeptFiles;
  readonly companies: CompanyReader;
  readonly state: State;
  readonly status: () => Promise<LocalApiStatus>;
  /** Gets who began what, and how it ended. */
  readonly log: Log;
}

/** What staff does with the companies of a server: the same jobs as a workspace's owner, begun by a call. */
export class TeamWorkspace implements TeamCommands {
  readonly #deps: TeamWorkspaceDeps;

  constructor(deps: TeamWorkspaceDeps) {
    this.#deps = deps;
  }

  async status(): Promise<TeamStatus> {
    const { copies: _, ...status } = await this.#deps.status();
    return { ...status, notices: [...status.notices] };
  }

  async keep(user: number, file: SentFile): Promise<{ token: string; previews: FilePreview[] }> {
    const token = await this.#deps.files.keep(user, file);
    return { token, previews: await this.inspect(user, token, []) };
  }

  async inspect(user: number, token: string, sheets: readonly string[], reading?: FileReading): Promise<FilePreview[]> {
    const held = await this.#deps.files.hold(user, [token]);
    try {
      return await previewsOf(held.files[0]!, sheets, reading);
    } finally {
      await held.release(false);
    }
  }

  async importFiles(user: number, wanted: readonly FileToImport[], choices: TeamImportChoices): Promise<TeamStatus> {
    const tokens = wanted.map(({ token }) => token);
    await this.#refuseWhileElsewhere();
    const held = await this.#deps.files.hold(user, tokens);
    const sources = held.files.map(({ path, name }, index) => sourceOf(path, name, wanted[index]!));
    try {
      const ended = this.#begin(user, new Set(tokens).size, (jobs) =>
        jobs.startImport(sources, { removeSample: false, ...choices }, user),
      );
      // Whatever becomes of an import, its files are not needed any more; those of a check will be imported next.
      void ended.then(() => held.release(!choices.dryRun));
    } catch (error) {
      await held.release(false);
      throw error;
    }
    return this.#begun();
  }

  async duplicates(): Promise<Duplicates> {
    const { findDuplicates } = await import('./jobs/duplicates.ts');
    return findDuplicates(this.#deps);
  }

  async previewMerge(ids: readonly [number, number]): Promise<MergePair> {
    const { pairOf } = await import('./jobs/duplicates.ts');
    return pairOf(this.#deps, ids);
  }

  async setApart(ids: readonly [number, number], isApart: boolean): Promise<void> {
    await this.#deps.state.merges.setApart(ids, isApart);
  }

  async merge(user: number, ids: readonly [number, number], name?: string): Promise<TeamStatus> {
    // Says so where one of the two is gone, or of the sample.
    await this.previewMerge(ids);
    await this.#refuseWhileElsewhere();
    await this.#begin(user, 0, (jobs) => jobs.startMerge(ids, name, user));
    const { job } = this.#deps.jobs;
    if (job?.state === 'failed') throw new AppError('unprocessable', job.reason);
    return this.status();
  }

  async undoImport(user: number): Promise<TeamStatus> {
    await this.#refuseWhileElsewhere();
    void this.#begin(user, 0, (jobs) => jobs.startUndo(user));
    return this.#begun();
  }

  async refresh(user: number): Promise<TeamStatus> {
    await this.#refuseWhileElsewhere();
    void this.#begin(user, 0, (jobs) => jobs.startRefresh(true, user));
    return this.#begun();
  }

  async cancel(user: number): Promise<TeamStatus> {
    const { jobs, board, log } = this.#deps;
    const elsewhere = jobs.job?.state === 'running' ? null : await board.elsewhere();
    log.info('job.cancelled', { user, action: (elsewhere ?? jobs.job)?.kind ?? '' });
    // It first undoes what the job has done; until then the job runs.
    if (elsewhere === null) void jobs.cancel();
    else await board.cancel();
    return this.status();
  }

  /** How things stand once every server of the team would say so. */
  async #begun(): Promise<TeamStatus> {
    await this.#deps.jobs.shown();
    return this.status();
  }

  /** Throws if a job runs on another server of the team. */
  async #refuseWhileElsewhere(): Promise<void> {
    if ((await this.#deps.board.elsewhere())?.state === 'running') {
      throw new JobRunning('Something else is running on another server of the team. Wait until it has finished.');
    }
  }

  /**
   * Begins a job for a user, with `count` files; resolves when it has ended, well or not. Throws at once if another one
   * runs.
   */
  #begin(user: number, count: number, start: (jobs: JobRunner) => Promise<void>): Promise<void> {
    const { jobs, log } = this.#deps;
    const ended = started(() => start(jobs));
    const { kind, dryRun } = jobs.job ?? { kind: '', dryRun: false };
    const fields = { user, action: dryRun ? 'check' : kind };
    log.info('job.started', { ...fields, count });
    return this.#noteEnd(ended, fields);
  }

  async #noteEnd(ended: Promise<void>, fields: { readonly user: number; readonly action: string }): Promise<void> {
    await ended;
    const { jobs, log } = this.#deps;
    const { state, reports } = jobs.job ?? { state: '', reports: [] };
    const rows = reports.reduce((sum, { imported, updated }) => sum + imported + updated, 0);
    log.info('job.ended', { ...fields, status: state, rows });
  }
}

function started(start: () => Promise<void>): Promise<void> {
  try {
    return start();
  } catch (error) {
    throw error instanceof AppError && error.code === 'busy' ? new JobRunning(error.message) : error;
  }
}

function sourceOf(path: string, name: string, { mapping, sheets, day, rates }: FileToImport): ImportSource {
  return { path, name, mapping, sheets, rates, ...(day === undefined ? {} : { day }) };
}

/** How a file would be read; one that is no company list says why. */
async function previewsOf(
  { path, name }: KeptFile,
  sheets: readonly string[],
  reading: FileReading | undefined,
): Promise<FilePreview[]> {
  // Loaded on first use: a start should not wait for the importer's tables.
  const { inspectFile } = await import('./ingest/inspect.ts');
  try {
    return (await inspectFile(path, { sheets, name, reading })).map((preview) => ({ ...preview, file: name }));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_file') throw error;
    return [{ ...unreadable(error.message.replace(`${basename(path)}: `, '')), file: name }];
  }
}
