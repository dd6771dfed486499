import type { ExportJob, ExportRequest } from '#shared/bridge/exports.ts';
import { AppError } from '#shared/errors.ts';
import type { EventHub } from '../eventHub.ts';
import type { ApiClient } from '../api/apiClient.ts';
import { FileJobs, type FileJobsPorts, type FileOrder } from '../files/fileJobs.ts';
import { isRepeatable, remembered, type ExportHistory } from './exportHistory.ts';
import { csvFileName } from './exportPages.ts';
import { ExportRun } from './exportRun.ts';

export interface ExporterDeps extends FileJobsPorts {
  readonly events: EventHub;
  readonly history: ExportHistory;
  /** The signed-in user's client; throws where there is none. */
  readonly client: () => ApiClient;
}

/** Least time between two progress events of one export, in milliseconds. */
const progressEveryMs = 100;

/** Writes exports straight to disk, page by page. */
export class Exporter {
  readonly #deps: ExporterDeps;
  readonly #jobs: FileJobs<ExportJob>;

  constructor(deps: ExporterDeps) {
    this.#deps = deps;
    this.#jobs = new FileJobs({
      ...deps,
      noun: 'export',
      again: 'export again',
      remembered,
      publish: (job) => deps.events.publish('exports.changed', job),
    });
  }

  /** Goes on for an account, with the exports it has made before. */
  attach(account: string): void {
    this.#jobs.attach(account, () => this.#deps.history.of(account));
  }

  /** Asks the window of `asker` where to save and starts; null when the user cancelled. */
  async begin(request: ExportRequest, asker: string): Promise<ExportJob | null> {
    const client = this.#deps.client();
    const { account } = this.#jobs;
    const order: FileOrder<ExportJob> = {
      suggested: csvFileName(request.name),
      kind: 'csv',
      job: (common) => ({
        ...common,
        name: request.name,
        rows: 0,
        total: null,
        columns: request.columns.length,
        repeatable: isRepeatable(request),
      }),
      write: async ({ file, signal, update }) => {
        const onProgress = this.#seldom((count, total) => update({ rows: count, total }));
        const { clock } = this.#deps;
        const rows = await new ExportRun({ client, request, file, signal, clock, onProgress }).run();
        return { rows, total: rows };
      },
      ended: (job) => this.#deps.history.add(account, job, request),
    };
    return await this.#jobs.begin(order, asker);
  }

  /** Makes an earlier export again, with what is there now, to a new file; null when the user cancelled. */
  async repeat(id: string, asker: string): Promise<ExportJob | null> {
    const request = this.#deps.history.request(this.#jobs.account, id);
    if (request === null) throw new AppError('not_found', 'This export cannot be made again.');
    return await this.begin(request, asker);
  }

  /** Stops an export; nothing of it remains. One that has ended stays as it is. */
  async cancel(id: string): Promise<ExportJob> {
    return await this.#jobs.cancel(id);
  }

  /** The exports of this account, the newest last. */
  list(): ExportJob[] {
    return this.#jobs.list();
  }

  /** Cancels what is under way and waits until its temporary files are gone. */
  async stop(): Promise<void> {
    await this.#jobs.stop();
  }

  #seldom(tell: (rows: number, total: number | null) => void): typeof tell {
    const { clock } = this.#deps;
    let last = -Infinity;
    return (rows, total) => {
      const now = clock.monotonic();
      if (now - last < progressEveryMs) return;
      last = now;
      tell(rows, total);
    };
  }
}
