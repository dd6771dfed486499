import type { ImportChoices, ImportSource, LocalApiEvent } from '#node/localApi.ts';
import type { SampleUse, WorkspaceJob } from '#shared/bridge/workspace.ts';
import { digestWeekOf, formatMonday } from '#shared/domain/digestWeek.ts';
import { countsOf } from '#shared/domain/companyChange.ts';
import { plainName } from '#shared/domain/generalFields.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import type { AuditAct } from '#shared/domain/team.ts';
import { AppError } from '#shared/errors.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import {
  bringBackFound,
  finishImports,
  followAllCompanies,
  followChangedCompanies,
  forgetRemovedCompanies,
  matchImported,
  matchReleasedWeeks,
  settleMerges,
  withdraw,
  type ListMatches,
  type MatchDeps,
} from '../lists/catchUp.ts';
import { rematchKnown } from '../lists/knownMatches.ts';
import { catchUpProblem, localDate, upToDateText, weeksToRelease, weekToSimulate } from '../lists/schedule.ts';
import { changedBy } from '../lists/crossings.ts';
import { keepRun } from '../lists/importRuns.ts';
import { bringBackDue } from '../lists/revisits.ts';
import type { Forgotten, ImportNote } from '../state/port.ts';
import type { ImportOwners } from './importOwners.ts';
import type { JobBoard } from '../state/serversPort.ts';
import type { JobHold } from './jobBoard.ts';
import { adviceFor, newJob, progressInto } from './runningJob.ts';
import { forgottenText, importedText, mergedText, undoneText } from './outcomeTexts.ts';
import {
  rebuildLabel,
  type DamagedSegment,
  type FirstRelease,
  type TaskControl,
  type TaskProgress,
  type WriterResult,
  type WriterTask,
} from './writerTask.ts';

/** Runs a task where it disturbs nobody: in the writer's thread. */
export type TaskRunner = (task: WriterTask, control: TaskControl) => Promise<WriterResult>;

export interface JobDeps extends MatchDeps {
  readonly runTask: TaskRunner;
  readonly publish: (event: Extract<LocalApiEvent, { kind: 'refreshed' | 'removed' }>) => void;
  /** Who is importing, in whatever process. */
  readonly owners: ImportOwners;
  /** Keeps writers of companies out until `release`, also those of other servers of a team; null if there is one. */
  readonly lockWriter: () => Promise<JobHold | null>;
  /** Keeps the jobs of a team's other servers out until `release`; null if one is running. */
  readonly lockJobs: () => Promise<JobHold | null>;
  /** Where the team's other servers see what runs here. */
  readonly board: JobBoard;
  /** Whether the index follows a database that other servers change, too. */
  readonly follows: boolean;
  /** Called whenever the job has advanced. */
  readonly changed: () => void;
  readonly reportError: (error: unknown) => void;
  /** Another state is ready to take the place of this one: closes everything and starts again. */
  readonly reopen: () => void;
}

interface RunningJob {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
  /** Others can see it, or it is over. */
  readonly shown: Promise<void>;
}

/** The seed of the first sample; later ones use others, so that their companies differ. */
export const sampleSeed = 1;

/** A job as it begins. */
interface Begun {
  readonly kind: WorkspaceJob['kind'];
  readonly label: string;
  readonly dryRun?: boolean;
  /** The user who began it. */
  readonly by?: number | undefined;
}

/** What the audit has of a job. */
type Act = AuditAct & { readonly companyId?: number };
const refreshed: Act = { kind: 'refresh', detail: {} };
const undone: Act = { kind: 'undo_import', detail: {} };

/** Long work in the workspace, one job at a time: making sample data, importing, refreshing. */
export class JobRunner {
  readonly #deps: JobDeps;
  #job: WorkspaceJob | null = null;
  #running: RunningJob | null = null;
  /** Something is about to begin. */
  #isAsking = false;
  /** The fetching of what other servers have changed, and whether there may be more by now. */
  #following: Promise<void> | null = null;
  #followsOn = false;
  #upkeep: WorkspaceJob | null = null;
  #rebuilding: Omit<RunningJob, 'shown'> | null = null;
  #fetching: TaskProgress | null = null;
  /** Aborted when the workspace closes. */
  readonly #closing = new AbortController();
  /** The rebuild continues as soon as no other job runs. */
  #rebuildWaits = false;

  constructor(deps: JobDeps) {
    this.#deps = deps;
  }

  /** The running job, or else the last one; null at first. */
  get job(): WorkspaceJob | null {
    return this.#job;
  }

  /** The rebuild of segments, or why it failed; null if there is nothing to report. */
  get upkeep(): WorkspaceJob | null {
    return this.#upkeep;
  }

  /** Resolves when the other servers of a team can see the job that runs here, or it is over. */
  async shown(): Promise<void> {
    await this.#running?.shown;
  }

  /** Starts adding sample companies. Throws `busy` while another job runs. */
  startSample(companies: number): Promise<void> {
    return this.#start({ kind: 'sample', label: 'Creating sample companies' }, async (control) => {
      const { sampleCompanies, week } = await this.#deps.companies.status();
      const seed = sampleSeed + sampleCompanies;
      const firstRelease = this.#firstRelease(week);
      await this.#deps.runTask({ kind: 'sample', count: companies, seed, today: this.#today(), firstRelease }, control);
      await rematchKnown(this.#deps);
      return null;
    });
  }

  /** Starts importing files. Throws `busy` while another job runs. */
  startImport(sources: readonly ImportSource[], choices: ImportChoices, by?: number): Promise<void> {
    const { dryRun } = choices;
    return this.#start({ kind: 'import', label: 'Reading files', dryRun, by }, async (control) => {
      const { companies, state } = this.#deps;
      if (!dryRun) await this.finishInterruptedImports();
      const { week } = await companies.status();
      const lost = dryRun ? [] : await state.upkeep.lostCompanies();
      const task = {
        kind: 'import',
        sources,
        today: this.#today(),
        ...(week === '' ? {} : { week }),
        firstRelease: this.#firstRelease(week),
        lost,
        ...choices,
      } as const;
      if (dryRun) {
        this.#showReports(await this.#deps.runTask(task, control));
        return null;
      }
      await this.#noted(async (checked, note) => {
        const result = await checked(this.#deps.runTask(task, control));
        this.#showReports(result);
        if (result.kind !== 'import') return;
        this.#update({ label: 'Matching smart lists' });
        if (result.removed > 0) await this.#forgetRemoved();
        await state.upkeep.bringBack(result.added);
        await followChangedCompanies(this.#deps, [...result.changed, ...result.added]);
        await this.bringBackDue();
        await rematchKnown(this.#deps);
        const changed = await changedBy(this.#deps, note);
        const files = [...new Set(sources.map(({ name }) => plainName(name)))];
        await keepRun(this.#deps, files, changed, result);
        await state.merges.keepApart(result.apart);
        this.#update({ outcome: importedText(await matchImported(this.#deps, result.added, changed)) });
      });
      return { kind: 'import', detail: { files: sources.length } };
    });
  }

  #showReports(result: WriterResult): void {
    if (result.kind !== 'import') throw new Error('The import answered with something else.');
    const { reports, did, likely } = result;
    this.#update({ reports, changed: countsOf(did.changes), repeated: did.repeated.length, likely });
  }

  /**
   * Starts merging the second company into the first, which takes over the entries and collection items of both. It is
   * undone like an import.
   */
  startMerge([kept, gone]: readonly [number, number], name?: string, by?: number): Promise<void> {
    return this.#start({ kind: 'merge', label: 'Merging two companies', by }, async (control) => {
      const { state } = this.#deps;
      await this.finishInterruptedImports();
      return this.#noted(async (checked, note) => {
        // Before the index says so: a company that is gone without such a note takes its decisions with it.
        await state.merges.begin(kept, gone);
        const result = await checked(
          this.#deps.runTask({ kind: 'merge', kept, gone, ...(name === undefined ? {} : { name }) }, control),
        );
        if (result.kind !== 'merge') throw new Error('The merge answered with something else.');
        this.#update({ label: 'Updating the lists' });
        await this.#settleMerges();
        await followChangedCompanies(this.#deps, [kept]);
        await this.bringBackDue();
        await rematchKnown(this.#deps);
        const lists = await matchImported(this.#deps, [], await changedBy(this.#deps, note));
        this.#update({ outcome: mergedText(result.names, lists) });
        return { kind: 'merged', companyId: kept, detail: { names: [...result.names] } };
      });
    });
  }

  /** Starts undoing the newest import or merge, with the entries and collection items of its companies. */
  startUndo(by?: number): Promise<void> {
    return this.#start({ kind: 'undo', label: 'Undoing the import', by }, async (control) => {
      const { companies } = this.#deps;
      await this.finishInterruptedImports();
      const { lastImport } = await companies.status();
      if (lastImport === null) throw new AppError('not_found', 'There is no import to undo.');
      await this.#noted(async (checked) => {
        await checked(this.#deps.runTask({ kind: 'undo', batchId: lastImport.batchId }, control));
        this.#update({ label: 'Updating the lists' });
        await this.#settleMerges();
        const forgotten = await this.#forgetRemoved();
        await followAllCompanies(this.#deps);
        await withdraw(this.#deps, lastImport.batchId);
        await rematchKnown(this.#deps);
        this.#update({ outcome: undoneText(lastImport, forgotten) });
      }, lastImport.batchId);
      return undone;
    });
  }

  /**
   * Does `work` under a note that it has begun, so that whoever comes next finishes it if it is cut off; `undoes` is
   * the batch that it undoes. A failed task has mostly left nothing: the generation is as before. But if it failed or
   * its thread ended after it had committed, what it committed still goes into the lists: that is why `checked` is
   * there.
   */
  async #noted<T>(
    work: (checked: (task: Promise<WriterResult>) => Promise<WriterResult>, note: ImportNote) => Promise<T>,
    undoes = 0,
  ): Promise<T> {
    const { companies, owners, state } = this.#deps;
    const owner = owners.begin();
    try {
      const { generation: before, lastCompanyId, lastImport } = await companies.status();
      const begun = { owner: owner.name, lastCompanyId, lastBatch: lastImport?.batchId ?? 0, undoes };
      const id = await state.upkeep.beginImport(begun);
      const note: ImportNote = { id, ...begun };
      const done = await work(async (task) => {
        try {
          return await task;
        } catch (error) {
          // Of a database that gave no answer it is not known whether it has the changes.
          if (this.#deps.follows) await this.#fetch();
          const { generation } = await companies.status();
          if (generation === before) await state.upkeep.endImport(id);
          else await this.#finish([note]);
          throw error;
        }
      }, note);
      await state.upkeep.endImport(id);
      return done;
    } finally {
      owner.end();
    }
  }

  /**
   * Starts releasing the weeks that have begun and are not released yet, if there are any. Releases many at once only
   * if the user asked for it (`catchUp`); otherwise rejects with `conflict` and begins nothing.
   */
  startRefresh(catchUp: boolean, by?: number): Promise<void> {
    this.#refuseWhileRunning();
    if (catchUp) return this.#refresh(by);
    this.#isAsking = true;
    return this.#deps.companies
      .status()
      .finally(() => {
        this.#isAsking = false;
      })
      .then(({ week }) => {
        const problem = catchUpProblem(week, this.#today());
        if (problem !== '') throw new AppError('conflict', problem);
        return this.#refresh(by);
      });
  }

  /**
   * The same without anybody asking for it, and for a few weeks at most. Where no week has begun, what the user did
   * last stays to be seen: only what was put off until today comes back.
   */
  async refreshDue(): Promise<void> {
    this.#refuseWhileRunning();
    const { week } = await this.#deps.companies.status();
    const isQuiet = this.#job !== null && this.#job.kind !== 'refresh';
    if (!isQuiet || weeksToRelease(week, this.#today()).length > 0) return this.startRefresh(false);
    this.#refuseWhileRunning();
    const abort = new AbortController();
    const control = { onProgress: () => undefined, signal: abort.signal };
    const ended = this.#alone(() => this.#release([], control), null)
      .catch((error: unknown) => this.#failureOf(error))
      .then((outcome) => {
        if (outcome.state === 'done') return this.#free();
        this.#job = newJob('refresh', '', false);
        return this.#end(outcome);
      });
    this.#running = { abort, ended, shown: Promise.resolve() };
    return ended;
  }

  #refresh(by?: number): Promise<void> {
    return this.#start({ kind: 'refresh', label: 'Releasing new companies', by }, async (control) => {
      const { week } = await this.#deps.companies.status();
      const weeks = weeksToRelease(week, this.#today());
      await this.#release(weeks, control);
      if (weeks.length > 0) return refreshed;
      this.#update({ outcome: upToDateText(week) });
      return null;
    });
  }

  /** Starts releasing the next week of sample companies, also before it has begun. */
  startSimulation(): Promise<void> {
    return this.#start({ kind: 'refresh', label: 'Simulating the next week' }, async (control) => {
      const { companies } = this.#deps;
      const { week, sampleAhead, companies: before } = await companies.status();
      if (sampleAhead === 0) throw new AppError('conflict', 'The sample has no more weeks to simulate.');
      const next = weekToSimulate(week, this.#today());
      await this.#release([next], control);
      const { companies: after } = await companies.status();
      const came = counted(after - before, 'sample company', 'sample companies');
      this.#update({ outcome: `Simulated the week of ${formatMonday(next)}: ${came} added.` });
      return refreshed;
    });
  }

  /** Releases weeks one by one. */
  async #release(weeks: readonly string[], control: TaskControl): Promise<void> {
    // First what an earlier run left, then week by week: each digest is matched as on its own Monday, and all are
    // reported together.
    const landed = [await matchReleasedWeeks(this.#deps)];
    let released = false;
    for (const through of weeks) {
      const now = this.#deps.now().toISOString();
      const result = await this.#deps.runTask({ kind: 'release', through, now }, control);
      released ||= result.kind === 'release' && result.weeks.length > 0;
      this.#update({ label: `Matching smart lists to ${through}` });
      await rematchKnown(this.#deps);
      landed.push(await matchReleasedWeeks(this.#deps));
    }
    await this.bringBackDue();
    await this.#tellLanded(landed, released);
  }

  /** Makes companies undecided again that were put off until now, or until what has happened since. */
  async bringBackDue(): Promise<void> {
    await bringBackDue(this.#deps, this.#today());
  }

  /** What would go with the sample: its companies, and what the lists have of them. */
  async sampleUse(): Promise<SampleUse> {
    const { companies, state } = this.#deps;
    const { sampleCompanies, sampleAhead } = await companies.status();
    const ofSample = emptyFilters();
    ofSample.include.sample = true;
    const referred = await companies.filterIds(await state.upkeep.referredCompanies(), ofSample);
    return { companies: sampleCompanies, ahead: sampleAhead, ...(await state.upkeep.countUses([...referred])) };
  }

  /** Starts removing the sample, with the entries and collection items of its companies. */
  startRemovingSample(): Promise<void> {
    return this.#start({ kind: 'removeSample', label: 'Removing the sample' }, async (control) => {
      await this.finishInterruptedImports();
      await this.#noted(async (checked) => {
        const result = await checked(this.#deps.runTask({ kind: 'removeSample' }, control));
        if (result.kind !== 'removeSample') throw new Error('The removal answered with something else.');
        this.#update({ label: 'Updating the lists' });
        const forgotten = await this.#forgetRemoved();
        await rematchKnown(this.#deps);
        const removed = counted(result.removed, 'sample company', 'sample companies');
        this.#update({ outcome: `Removed ${removed}.${forgottenText(forgotten)}` });
      });
      return null;
    });
  }

  /**
   * Starts adding what can be read of damaged segments that were put aside, with the entries and items of their
   * companies.
   */
  startMending(segments: readonly DamagedSegment[]): Promise<void> {
    return this.#start({ kind: 'mend', label: 'Repairing the search index' }, async (control) => {
      const result = await this.#deps.runTask({ kind: 'mend', segments }, control);
      if (result.kind !== 'mend') throw new Error('The mending answered with something else.');
      this.#update({ label: 'Updating the lists' });
      await bringBackFound(this.#deps);
      await followAllCompanies(this.#deps);
      await rematchKnown(this.#deps);
      const { companies } = await this.#deps.companies.status();
      this.#update({
        outcome:
          `Recovered ${counted(result.companies, 'company', 'companies')} from the damaged files; there are now ` +
          `${formatCount(companies)}. Import the others again.`,
      });
      return null;
    });
  }

  /**
   * Starts rewriting segments that today's code would write differently. It keeps nobody waiting: any other job sets it
   * aside, and it continues afterwards, starting over with the segment it was at. Resolves when it has ended or was set
   * aside; `upkeep` has the outcome, or nothing if all is up to date.
   */
  async startRebuild(): Promise<void> {
    if (this.#running !== null) {
      this.#rebuildWaits = true;
      return;
    }
    if (this.#rebuilding !== null) return this.#rebuilding.ended;
    const abort = new AbortController();
    this.#upkeep = newJob('rebuild', rebuildLabel, false);
    const onProgress = progressInto((change) => this.#updateUpkeep(change));
    const ended = this.#rebuild({ onProgress, signal: abort.signal }).then(
      () => this.#endRebuild(null),
      (error: unknown) => this.#endRebuild(error),
    );
    this.#rebuilding = { abort, ended };
    this.#deps.changed();
    return ended;
  }

  async #rebuild(control: TaskControl): Promise<void> {
    await this.#deps.runTask({ kind: 'rebuild' }, control);
    // The order of companies without a score may be another one now.
    await followAllCompanies(this.#deps);
  }

  #endRebuild(error: unknown): void {
    this.#rebuilding = null;
    if (error === null) this.#rebuildWaits = false;
    if (error === null || this.#rebuildWaits) this.#upkeep = null;
    else {
      const failure = this.#failureOf(error);
      const { reason = '' } = failure;
      this.#updateUpkeep({ ...failure, reason: `${reason}${adviceFor(AppError.from(error).code)}` });
    }
    this.#deps.changed();
  }

  #updateUpkeep(change: Partial<WorkspaceJob>): void {
    if (this.#upkeep === null) return;
    this.#upkeep = { ...this.#upkeep, ...change };
    this.#deps.changed();
  }

  /** Sets the rebuild aside for another job; resolves when it has released everything. */
  #setRebuildAside(): Promise<void> | undefined {
    if (this.#rebuilding === null) return undefined;
    this.#rebuildWaits = true;
    this.#rebuilding.abort.abort();
    return this.#rebuilding.ended;
  }

  /** Ends background work for good. */
  stopUpkeep(): void {
    this.#rebuildWaits = false;
    this.#rebuilding?.abort.abort();
    this.#closing.abort();
  }

  /** Starts copying the whole workspace into its folder of copies. */
  startBackup(): Promise<void> {
    return this.#start({ kind: 'backup', label: 'Copying the workspace' }, async (control) => {
      const result = await this.#deps.runTask({ kind: 'backup', now: this.#deps.now().toISOString() }, control);
      if (result.kind !== 'backup') throw new Error('The backup answered with something else.');
      this.#update({ outcome: `The backup “${result.copy.name}” is complete and was checked.` });
      return { kind: 'backup', detail: { name: result.copy.name } };
    });
  }

  /** Starts restoring a copy by its name; once it is ready, the workspace starts again. */
  startRestore(name: string): Promise<void> {
    return this.#start({ kind: 'restore', label: 'Restoring the workspace' }, async (control) => {
      await this.#deps.runTask({ kind: 'restore', name, now: this.#deps.now().toISOString() }, control);
      this.#deps.reopen();
      return null;
    });
  }

  /**
   * Finishes imports and undos that were cut off before they reached the smart lists. Those of a process that is still
   * working are its own affair; and if someone is writing companies right now, it is left to whoever begins next.
   */
  async finishInterruptedImports(): Promise<void> {
    const { owners, state, lockWriter } = this.#deps;
    const notes = (await state.upkeep.openImports()).filter(({ owner }) => owners.isGone(owner));
    if (notes.length === 0) return;
    const lock = await lockWriter();
    if (lock === null) return;
    try {
      await this.#finish(notes);
    } finally {
      await lock.release();
    }
  }

  /** Brings what was cut off into the lists, and into the audit, as done by the workspace's own user. */
  async #finish(notes: readonly ImportNote[]): Promise<void> {
    const { companies, state } = this.#deps;
    const { lastImport } = await companies.status();
    await finishImports(this.#deps, notes, this.#tellRemoved);
    const newest = lastImport?.batchId ?? 0;
    if (notes.some(({ undoes = 0 }) => undoes > 0 && undoes !== newest)) await this.#record(undone);
    if (!notes.some(({ undoes = 0, lastBatch }) => undoes === 0 && newest > lastBatch)) return;
    if (lastImport?.merged === 0) await this.#record({ kind: 'import', detail: {} });
    else {
      const kept = (await state.merges.notes()).at(-1)?.kept ?? 0;
      await this.#record({ kind: 'merged', companyId: kept, detail: { names: [] } });
    }
  }

  #forgetRemoved(): Promise<Forgotten> {
    return forgetRemovedCompanies(this.#deps, this.#tellRemoved);
  }

  #settleMerges(): Promise<void> {
    return settleMerges(this.#deps, this.#tellRemoved);
  }

  readonly #tellRemoved = (companies: readonly number[]): void => {
    this.#deps.publish({ kind: 'removed', companies });
  };

  /** Matches to the smart lists what an earlier, interrupted run has released, and reports it. */
  async settleRelease(): Promise<void> {
    await this.#tellLanded([await matchReleasedWeeks(this.#deps)], false);
  }

  async #tellLanded(landed: readonly ListMatches[][], released: boolean): Promise<void> {
    const lists = new Map<number, Omit<ListMatches, 'crossed'>>();
    for (const { id, name, added, leftOut, known } of landed.flat()) {
      const before = lists.get(id) ?? { added: 0, leftOut: 0, known: 0 };
      const sums = { added: added + before.added, leftOut: leftOut + before.leftOut, known: known + before.known };
      lists.set(id, { id, name, ...sums });
    }
    const { week } = await this.#deps.companies.status();
    if (released || lists.size > 0) this.#deps.publish({ kind: 'refreshed', week, lists: [...lists.values()] });
  }

  /**
   * Stops the running job, or else the background work, and waits until it has cleaned up. Segments already rebuilt
   * stay; the others are rebuilt after the next start.
   */
  async cancel(): Promise<void> {
    const stopped = this.#running ?? this.#rebuilding;
    stopped?.abort.abort();
    await stopped?.ended;
  }

  #firstRelease(week: string): FirstRelease | null {
    return week === '' ? { week: digestWeekOf(this.#today()), now: this.#deps.now().toISOString() } : null;
  }

  #today(): string {
    return localDate(this.#deps.now());
  }

  /**
   * Starts a job for a user, by default the workspace's own; what `work` returns is what the audit has of it. Resolves
   * when the job has ended, well or not; `job` has the outcome. Throws `busy` at once.
   */
  #start(begun: Begun, work: (control: TaskControl) => Promise<Act | null>): Promise<void> {
    const { kind, label, dryRun = false, by } = begun;
    this.#refuseWhileRunning();
    const abort = new AbortController();
    this.#job = newJob(kind, label, dryRun);
    const control = { onProgress: progressInto((change) => this.#update(change)), signal: abort.signal };
    const { promise: shown, resolve: show } = Promise.withResolvers<void>();
    const ended = this.#alone(async () => this.#record(await work(control), by), { abort, show })
      .catch((error: unknown) => this.#failureOf(error))
      .then((outcome) => this.#end(outcome))
      .finally(show);
    this.#running = { abort, ended, shown };
    this.#deps.changed();
    return ended;
  }

  /** What is done stays done, and is not said to have failed, where that cannot be written. */
  async #record(act: Act | null, by?: number): Promise<void> {
    if (act === null) return;
    const { state, now, reportError } = this.#deps;
    try {
      const userId = by ?? (await state.users.firstUser()).id;
      await state.audit.record({ ...act, userId, at: now().toISOString() });
    } catch (error) {
      reportError(error);
    }
  }

  /**
   * Does `work` once nothing else does anything with the companies, here or on another server of a team, and tells
   * those how far it is, unless `told` is null. Resolves to how it ended.
   */
  async #alone(
    work: () => Promise<void>,
    told: { readonly abort: AbortController; readonly show: () => void } | null,
  ): Promise<Partial<WorkspaceJob>> {
    await this.#setRebuildAside();
    await this.#following;
    const hold = await this.#deps.lockJobs();
    if (hold === null)
      throw new AppError('busy', 'Something else is running on another server of the team. Try again later.');
    const { board, follows, reportError } = this.#deps;
    try {
      if (told !== null) await board.begin(this.#job!, () => told.abort.abort());
      told?.show();
      if (follows) await this.#fetch();
      const outcome = await work().then(
        () => ({ state: 'done' }) as const,
        (error: unknown) => this.#failureOf(error),
      );
      if (told !== null) await board.end({ ...this.#job!, ...outcome }).catch(reportError);
      return outcome;
    } finally {
      await hold.release();
    }
  }

  /**
   * Fetches what other servers have changed, once no job runs here. Resolves when the companies are as they were when
   * it was called, or later.
   */
  async follow(): Promise<void> {
    // A job that other servers kept out has fetched nothing.
    while (this.#running !== null) await this.#running.ended;
    this.#followsOn = this.#following !== null;
    this.#following ??= this.#followAll().finally(() => (this.#following = null));
    await this.#following;
  }

  async #followAll(): Promise<void> {
    do {
      this.#followsOn = false;
      if ((await this.#fetch()) > 0) this.#deps.changed();
    } while (this.#followsOn);
  }

  /** How many changes there were. */
  async #fetch(): Promise<number> {
    const control = { onProgress: this.#onFetching, signal: this.#closing.signal };
    const result = await this.#deps.runTask({ kind: 'follow' }, control);
    return result.kind === 'follow' ? result.changes : 0;
  }

  readonly #onFetching = (progress: TaskProgress): void => {
    this.#fetching = progress;
  };

  /** How far the fetching is, or was. */
  get fetching(): TaskProgress | null {
    return this.#fetching;
  }

  #refuseWhileRunning(): void {
    if (this.#running !== null || this.#isAsking)
      throw new AppError('busy', 'Something else is running in this workspace. Wait until it has finished.');
  }

  #failureOf(error: unknown): Partial<WorkspaceJob> {
    const { code, message } = AppError.from(error);
    if (code === 'cancelled') return { state: 'cancelled' };
    if (code === 'internal') this.#deps.reportError(error);
    return { state: 'failed', reason: message };
  }

  #end(change: Partial<WorkspaceJob>): void {
    this.#running = null;
    this.#update(change);
    this.#free();
  }

  /** Nothing runs any more. */
  #free(): void {
    this.#running = null;
    if (!this.#rebuildWaits) return;
    this.#rebuildWaits = false;
    void this.startRebuild();
  }

  #update(change: Partial<WorkspaceJob>): void {
    if (this.#job === null) return;
    this.#job = { ...this.#job, ...change };
    if (this.#job.state === 'running') this.#deps.board.advance(this.#job);
    this.#deps.changed();
  }
}
