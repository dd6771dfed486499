import { randomUUID } from 'node:crypto';
import type { ImportChoices, ImportSource, LocalApiEvent } from '#node/localApi.ts';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { addWeeks, digestWeekOf } from '#shared/domain/digestWeek.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { AppError } from '#shared/errors.ts';
import { followAllCompanies, followChangedCompanies, forgetRemovedCompanies } from '../refresh/followCompanies.ts';
import { matchImported, matchReleasedWeeks, type ListMatches, type MatchDeps } from '../refresh/matchLists.ts';
import { importDate, localDate, nextWeek } from '../refresh/schedule.ts';
import type { CompanyQuery } from '../store/companies.ts';
import type { Forgotten } from '../store/upkeep.ts';
import { undoneText } from './undoneText.ts';
import type { FirstRelease, TaskControl, TaskProgress, WriterResult, WriterTask } from './writerTask.ts';

/** Runs a task where it disturbs nobody: in the writer's thread. */
export type TaskRunner = (task: WriterTask, control: TaskControl) => Promise<WriterResult>;

export interface JobDeps extends MatchDeps {
  readonly runTask: TaskRunner;
  readonly publish: (event: Extract<LocalApiEvent, { kind: 'refreshed' | 'removed' }>) => void;
  /** Called whenever the job has moved on. */
  readonly changed: () => void;
  readonly reportError: (error: unknown) => void;
  /** Another state is ready to take the place of this one: closes everything and begins anew. */
  readonly reopen: () => void;
}

interface RunningJob {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** The seed of the first sample; a further one takes another, so that its companies differ. */
export const sampleSeed = 1;

const everyCompany: CompanyQuery = {
  filters: emptyFilters(),
  sortBy: 'best_match',
  onlyIds: null,
  withoutIds: null,
};

/** Long work in the workspace, one job at a time: making sample data, importing, refreshing. */
export class JobRunner {
  readonly #deps: JobDeps;
  #job: WorkspaceJob | null = null;
  #running: RunningJob | null = null;

  constructor(deps: JobDeps) {
    this.#deps = deps;
  }

  /** The running job, else the last one; null at first. */
  get job(): WorkspaceJob | null {
    return this.#job;
  }

  /** Starts to add sample companies. Throws `busy` while another job runs. */
  startSample(companies: number): Promise<void> {
    return this.#start('sample', 'Making sample companies', false, async (control) => {
      const { sampleCompanies, week } = await this.#deps.companies.status();
      const seed = sampleSeed + sampleCompanies;
      const firstRelease = this.#firstRelease(week);
      await this.#deps.runTask({ kind: 'sample', count: companies, seed, today: this.#today(), firstRelease }, control);
    });
  }

  /** Starts to import files. Throws `busy` while another job runs. */
  startImport(sources: readonly ImportSource[], choices: ImportChoices): Promise<void> {
    const { dryRun } = choices;
    return this.#start('import', 'Reading files', dryRun, async (control) => {
      const { upkeep } = this.#deps.state;
      if (!dryRun) await this.finishInterruptedImport();
      const { week, date, lastCompanyId, generation } = await this.#deps.companies.status();
      const today = importDate(this.#today(), week, date);
      const task = { kind: 'import', sources, today, firstRelease: this.#firstRelease(week), ...choices } as const;
      if (!dryRun) await upkeep.beginImport(lastCompanyId);
      const running = this.#deps.runTask(task, control);
      const result = await (dryRun ? running : running.catch((error: unknown) => this.#endFailed(error, generation)));
      if (result.kind !== 'import') throw new Error('The import answered with something else.');
      this.#update({ reports: result.reports });
      if (dryRun) return;
      this.#update({ label: 'Matching smart lists' });
      if (result.removed > 0) await this.#forgetRemoved();
      await followChangedCompanies(this.#deps, result.changed);
      await matchImported(this.#deps, result.added);
      await upkeep.endImport();
    });
  }

  /** Starts to take the newest import back, with the entries and collection items of its companies. */
  startUndo(): Promise<void> {
    return this.#start('undo', 'Taking the import back', false, async (control) => {
      const { companies, state } = this.#deps;
      await this.finishInterruptedImport();
      const { lastImport, lastCompanyId, generation } = await companies.status();
      if (lastImport === null) throw new AppError('not_found', 'There is no import that can be undone.');
      // A run that is cut off here is brought to its end like an import is.
      await state.upkeep.beginImport(lastCompanyId);
      const task = { kind: 'undo', batchId: lastImport.batchId } as const;
      await this.#deps.runTask(task, control).catch((error: unknown) => this.#endFailed(error, generation));
      this.#update({ label: 'Updating the lists' });
      const forgotten = await this.#forgetRemoved();
      await followAllCompanies(this.#deps);
      await state.upkeep.endImport();
      this.#update({ outcome: undoneText(lastImport, forgotten) });
    });
  }

  /** Starts to release the next digest, or, with `onlyDue`, those up to today's week that were missed. */
  startRefresh(onlyDue: boolean): Promise<void> {
    return this.#start('refresh', 'Releasing the next digest', false, async (control) => {
      const { week, date } = await this.#deps.companies.status();
      const thisWeek = digestWeekOf(this.#today());
      const next = nextWeek(week, date, this.#today());
      const last = onlyDue || thisWeek > next ? thisWeek : next;
      // What an earlier run has left, then week by week: each digest is matched as on its own Monday, and told together.
      const landed = [await matchReleasedWeeks(this.#deps)];
      let released = false;
      for (let through = next; through <= last; through = addWeeks(through, 1)) {
        const now = this.#deps.now().toISOString();
        const result = await this.#deps.runTask({ kind: 'release', through, now }, control);
        released ||= result.kind === 'release' && result.weeks.length > 0;
        this.#update({ label: `Matching smart lists to ${through}` });
        landed.push(await matchReleasedWeeks(this.#deps));
      }
      await this.#tellLanded(landed, released);
    });
  }

  /** Starts to copy the whole workspace into its folder of copies. */
  startBackup(): Promise<void> {
    return this.#start('backup', 'Copying the workspace', false, async (control) => {
      const result = await this.#deps.runTask({ kind: 'backup', now: this.#deps.now().toISOString() }, control);
      if (result.kind !== 'backup') throw new Error('The backup answered with something else.');
      this.#update({ outcome: `The backup “${result.copy.name}” is complete, and every page of it was checked.` });
    });
  }

  /** Starts to restore a copy by its name; when that is ready the workspace begins anew. */
  startRestore(name: string): Promise<void> {
    return this.#start('restore', 'Restoring the workspace', false, async (control) => {
      await this.#deps.runTask({ kind: 'restore', name, now: this.#deps.now().toISOString() }, control);
      this.#deps.reopen();
    });
  }

  /** Brings to its end what was cut off: an import or an undo that has not reached the smart lists. */
  async finishInterruptedImport(): Promise<void> {
    const { companies, state } = this.#deps;
    const last = await state.upkeep.interruptedImport();
    if (last === null) return;
    await this.#forgetRemoved();
    await followAllCompanies(this.#deps);
    const ids = await companies.searchIds(everyCompany, Number.MAX_SAFE_INTEGER);
    await matchImported(
      this.#deps,
      ids.filter((id) => id > last),
    );
    await state.upkeep.endImport();
  }

  #forgetRemoved(): Promise<Forgotten> {
    return forgetRemovedCompanies(this.#deps, (companies) => this.#deps.publish({ kind: 'removed', companies }));
  }

  /** Matches to the smart lists what an earlier, cut-off run has released, and says so. */
  async settleRelease(): Promise<void> {
    await this.#tellLanded([await matchReleasedWeeks(this.#deps)], false);
  }

  async #tellLanded(landed: readonly ListMatches[][], released: boolean): Promise<void> {
    const lists = new Map<number, ListMatches>();
    for (const match of landed.flat()) {
      lists.set(match.id, { ...match, added: match.added + (lists.get(match.id)?.added ?? 0) });
    }
    const { week } = await this.#deps.companies.status();
    if (released || lists.size > 0) this.#deps.publish({ kind: 'refreshed', week, lists: [...lists.values()] });
  }

  /** Stops the running job and waits until it has cleaned up after itself. */
  async cancel(): Promise<void> {
    this.#running?.abort.abort();
    await this.#running?.ended;
  }

  /**
   * A task that has failed has mostly left nothing: the generation is as before. Where it failed or its thread ended after
   * it had committed, what it committed goes into the lists all the same.
   */
  async #endFailed(error: unknown, before: number): Promise<never> {
    const { generation } = await this.#deps.companies.status();
    if (generation === before) await this.#deps.state.upkeep.endImport();
    else await this.finishInterruptedImport();
    throw error;
  }

  #firstRelease(week: string): FirstRelease | null {
    return week === '' ? { week: digestWeekOf(this.#today()), now: this.#deps.now().toISOString() } : null;
  }

  #today(): string {
    return localDate(this.#deps.now());
  }

  /** Resolves when the job has ended, well or not; how it went stands in `job`. Throws `busy` at once. */
  #start(
    kind: WorkspaceJob['kind'],
    label: string,
    dryRun: boolean,
    work: (control: TaskControl) => Promise<void>,
  ): Promise<void> {
    if (this.#running !== null) throw new AppError('busy', 'Something else is running in this workspace.');
    const abort = new AbortController();
    const startedAt = performance.now();
    this.#job = {
      id: randomUUID(),
      kind,
      state: 'running',
      label,
      done: 0,
      total: null,
      rate: 0,
      reason: '',
      dryRun,
      outcome: '',
      reports: [],
    };
    const onProgress = ({ done, total, label: now }: TaskProgress): void => {
      const seconds = (performance.now() - startedAt) / 1000;
      this.#update({ done, total, label: now, rate: seconds > 0 ? Math.round(done / seconds) : 0 });
    };
    const ended = work({ onProgress, signal: abort.signal }).then(
      () => this.#finish({ state: 'done' }),
      (error: unknown) => this.#finish(this.#failureOf(error)),
    );
    this.#running = { abort, ended };
    this.#deps.changed();
    return ended;
  }

  #failureOf(error: unknown): Partial<WorkspaceJob> {
    const { code, message } = AppError.from(error);
    if (code === 'cancelled') return { state: 'cancelled' };
    if (code === 'internal') this.#deps.reportError(error);
    return { state: 'failed', reason: message };
  }

  #finish(change: Partial<WorkspaceJob>): void {
    this.#running = null;
    this.#update(change);
  }

  #update(change: Partial<WorkspaceJob>): void {
    if (this.#job === null) return;
    this.#job = { ...this.#job, ...change };
    this.#deps.changed();
  }
}
