import { randomUUID } from 'node:crypto';
import type { ReportJob, SaveReport } from '#shared/bridge/reports.ts';
import { AppError } from '#shared/errors.ts';
import { reportFileName, reportTitle, type SectorReport } from '#shared/report/reportData.ts';
import { subjectQuery } from '#shared/report/subject.ts';
import { storageError } from '#node/sqlite.ts';
import type { Clock, FileSaver, Log, PdfPrinter, SaveTarget } from '../../ports.ts';
import type { EventHub } from '../../rpc/eventHub.ts';
import type { ApiClient } from '../api/apiClient.ts';
import { TemporaryFile } from '../exports/temporaryFile.ts';
import type { StateFile } from '../stateFile.ts';
import { printReport } from './printReport.ts';

export interface ReporterDeps {
  readonly saver: FileSaver;
  readonly printer: PdfPrinter;
  readonly clock: Clock;
  readonly events: EventHub;
  readonly log: Log;
  readonly state: StateFile;
  /** The signed-in user's client; throws where there is none. */
  readonly client: () => ApiClient;
}

interface Running {
  readonly cancel: AbortController;
  readonly ended: Promise<void>;
}

/** Companies that a saved report names at most. */
const companiesNamed = 50;

/** Finished reports that are remembered for the list. */
const remembered = 20;

const dayInWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** Saves sector reports as PDF; at the target there is the old file or a whole new one (I12, F28). */
export class Reporter {
  readonly #deps: ReporterDeps;
  readonly #jobs = new Map<string, ReportJob>();
  readonly #running = new Map<string, Running>();
  #account = '';

  constructor(deps: ReporterDeps) {
    this.#deps = deps;
  }

  /** Goes on for an account; what another one has saved is none of its business. */
  attach(account: string): void {
    if (account !== this.#account) this.#jobs.clear();
    this.#account = account;
  }

  /** Fetches the report, asks where to save it and starts; null when the user cancelled. Nothing to report on throws. */
  async begin({ subject }: SaveReport): Promise<ReportJob | null> {
    const { saver, clock, client } = this.#deps;
    const query = { ...subjectQuery(subject), n_companies: companiesNamed };
    const report = await client().request('getSectorReport', { query });
    if (report.sector.figures.companies === 0) {
      throw new AppError('unprocessable', 'There is no company to report on.');
    }
    const target = await saver.choose(reportFileName(report), 'pdf');
    if (target === null) return null;
    const job: ReportJob = {
      id: randomUUID(),
      title: reportTitle(report),
      file: target.name,
      state: 'running',
      step: 'drawing',
      pages: 0,
      reason: '',
      downloadUrl: '',
      startedAt: clock.now().toISOString(),
    };
    this.#remember(job);
    const cancel = new AbortController();
    this.#running.set(job.id, { cancel, ended: this.#run(job.id, report, target, cancel.signal) });
    return this.#jobs.get(job.id) ?? job;
  }

  /** Stops a report; nothing of it remains. One that has ended stays as it is. */
  async cancel(id: string): Promise<ReportJob> {
    const running = this.#running.get(id);
    running?.cancel.abort(new AppError('cancelled', 'The report was cancelled.'));
    await running?.ended;
    const job = this.#jobs.get(id);
    if (job === undefined) throw new AppError('not_found', 'There is no such report.');
    return job;
  }

  /** The reports of this session, the newest first. */
  list(): ReportJob[] {
    return [...this.#jobs.values()].toReversed();
  }

  /** Cancels what is under way, waits until its temporary files are gone, and ends the printer. */
  async stop(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { cancel } of all) cancel.abort(new AppError('cancelled', 'Winnow was closed.'));
    await Promise.all([...all.map(({ ended }) => ended), this.#deps.printer.close()]);
  }

  async #run(id: string, report: SectorReport, target: SaveTarget, signal: AbortSignal): Promise<void> {
    let file: TemporaryFile | null = null;
    try {
      const { pdf, pages } = await printReport(report, {
        printer: this.#deps.printer,
        madeOn: dayInWords.format(this.#deps.clock.now()),
        signal,
        onPrinting: () => this.#update(id, { step: 'printing' }),
      });
      this.#update(id, { step: 'saving', pages });
      await this.#note(TemporaryFile.pathFor(target.path, id), true);
      file = await TemporaryFile.create(target.path, id);
      await file.write(pdf);
      signal.throwIfAborted();
      await file.commit();
      this.#update(id, { state: 'done', downloadUrl: await target.finish() });
    } catch (error) {
      await file?.discard();
      this.#fail(id, target, error, signal);
    } finally {
      await this.#note(TemporaryFile.pathFor(target.path, id), false);
      this.#running.delete(id);
    }
  }

  #fail(id: string, { name }: SaveTarget, error: unknown, signal: AbortSignal): void {
    if (signal.aborted) {
      this.#update(id, { state: 'cancelled', reason: '' });
      return;
    }
    const known = storageError(error);
    if (!(known instanceof AppError)) this.#deps.log.error('report.failed', error);
    const { code, message } = AppError.from(known);
    const said: Partial<Record<typeof code, string>> = {
      storage_full: `The disk is full. ${name} was not written; make room and save it again.`,
      storage_readonly: `${name} cannot be written in that folder.`,
    };
    this.#update(id, { state: 'failed', reason: said[code] ?? message });
  }

  #update(id: string, patch: Partial<ReportJob>): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    const next = { ...job, ...patch };
    this.#jobs.set(id, next);
    this.#deps.events.publish('reports.changed', next);
  }

  #remember(job: ReportJob): void {
    this.#jobs.set(job.id, job);
    for (const [id, { state }] of this.#jobs) {
      if (this.#jobs.size <= remembered) return;
      if (state !== 'running') this.#jobs.delete(id);
    }
  }

  /** Keeps the list of temporary files, from which the next start removes what a crash has left (`Exporter.start`). */
  async #note(path: string, there: boolean): Promise<void> {
    const others = this.#deps.state.value.exportTemporaries.filter((other) => other !== path);
    await this.#deps.state.update({ exportTemporaries: there ? [...others, path] : others });
  }
}
