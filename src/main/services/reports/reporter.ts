import type { ReportJob, SaveReport } from '#shared/bridge/fileJobs.ts';
import { formatDay } from '#shared/domain/formats.ts';
import { AppError } from '#shared/errors.ts';
import { reportFileName, reportTitle, subjectQuery } from '#shared/report/reportData.ts';
import type { PdfPrinter } from '../../ports.ts';
import type { EventHub } from '../eventHub.ts';
import type { ApiClient } from '../api/apiClient.ts';
import { FileJobs, type FileJobsPorts, type FileOrder } from '../files/fileJobs.ts';
import { printReport } from './printReport.ts';

export interface ReporterDeps extends FileJobsPorts {
  readonly printer: PdfPrinter;
  readonly events: EventHub;
  /** The signed-in user's client; throws if there is none. */
  readonly client: () => ApiClient;
}

/** Most companies that a saved report names. */
const companiesNamed = 50;

/** Saves sector reports as PDF. */
export class Reporter {
  readonly #deps: ReporterDeps;
  readonly #jobs: FileJobs<ReportJob>;

  constructor(deps: ReporterDeps) {
    this.#deps = deps;
    this.#jobs = new FileJobs({
      ...deps,
      noun: 'report',
      again: 'save it again',
      remembered: 20,
      publish: (job) => deps.events.publish('reports.changed', job),
    });
  }

  /** Switches to an account; another one's reports do not show. */
  attach(account: string): void {
    this.#jobs.attach(account);
  }

  /**
   * Fetches the report, asks the window of `asker` where to save it and starts; null if the user cancelled. Throws if
   * there is nothing to report on.
   */
  async begin({ subject }: SaveReport, asker: string): Promise<ReportJob | null> {
    const { client, printer, clock } = this.#deps;
    const query = { ...subjectQuery(subject), n_companies: companiesNamed };
    const report = await client().request('getSectorReport', { query });
    if (report.sector.figures.companies === 0) {
      throw new AppError('unprocessable', 'This company is no longer here.');
    }
    const order: FileOrder<ReportJob> = {
      suggested: reportFileName(report),
      kind: 'pdf',
      job: (common) => ({ ...common, title: reportTitle(report), step: 'drawing', pages: 0 }),
      write: async ({ file, signal, update }) => {
        const madeOn = formatDay(clock.now().toISOString());
        const onPrinting = (): void => update({ step: 'printing' });
        const { pdf, pages } = await printReport(report, { printer, madeOn, signal, onPrinting });
        update({ step: 'saving', pages });
        await file.write(pdf);
        return {};
      },
    };
    return await this.#jobs.begin(order, asker);
  }

  /** Stops a report; nothing of it remains. A finished one stays as it is. */
  async cancel(id: string): Promise<ReportJob> {
    return await this.#jobs.cancel(id);
  }

  /** The reports of this session, newest first. */
  list(): ReportJob[] {
    return this.#jobs.list().toReversed();
  }

  /** Cancels what is running, waits until its temporary files are gone, and ends the printer. */
  async stop(): Promise<void> {
    await Promise.all([this.#jobs.stop(), this.#deps.printer.close()]);
  }
}
