import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomically } from '#node/atomicFile.ts';
import { everyColumnKey } from '#shared/domain/exportColumns.ts';
import { exportJobSchema, exportRequestSchema, type ExportJob, type ExportRequest } from '#shared/bridge/fileJobs.ts';
import { filterSentence } from '#shared/domain/filterSentence.ts';
import { counted } from '#shared/domain/formats.ts';
import { AppError } from '#shared/errors.ts';
import type { Log } from '../../ports.ts';
import type { ApiClient } from '../api/apiClient.ts';
import type { EventHub } from '../eventHub.ts';
import { FileJobs, type FileJobsPorts, type FileOrder } from '../files/fileJobs.ts';
import { csvFileName, ExportRun } from './exportRun.ts';
import { handoverName, runHandover } from './handoverRun.ts';

interface ExporterDeps extends FileJobsPorts {
  readonly events: EventHub;
  readonly history: ExportHistory;
  /** The signed-in user's client; throws if there is none. */
  readonly client: () => ApiClient;
}

/** Shortest time between two progress events of one export, in milliseconds. */
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

  /** Switches to an account and its earlier exports. */
  attach(account: string): void {
    this.#jobs.attach(account, () => this.#deps.history.of(account));
  }

  /** Asks the window of `asker` where to save and starts; null if the user cancelled. */
  async begin(request: ExportRequest, asker: string): Promise<ExportJob | null> {
    const client = this.#deps.client();
    const { account } = this.#jobs;
    const { preset } = request;
    let upTo = 0;
    const order: FileOrder<ExportJob> = {
      suggested:
        preset === undefined ? csvFileName(request.name) : `${handoverName(preset, this.#deps.clock.now())}.zip`,
      kind: preset === undefined ? 'csv' : 'zip',
      job: (common) => ({
        ...common,
        name: request.name,
        rows: 0,
        total: null,
        columns: request.columns.includes(everyColumnKey) ? 0 : request.columns.length,
        repeatable: isRepeatable(request),
      }),
      write: async ({ file, signal, update }) => {
        const onProgress = this.#seldom((count, total) => update({ rows: count, total }));
        const { clock } = this.#deps;
        const options = { client, request, file, signal, clock, onProgress };
        if (preset === undefined) {
          const rows = await new ExportRun(options).run();
          return { rows, total: rows };
        }
        const done = await runHandover({ ...options, preset });
        ({ upTo } = done);
        const rows = done.handover.companies;
        return { rows, total: rows, handover: done.handover };
      },
      ended: async (job) => {
        await this.#deps.history.add(account, job, request);
        if (job.state === 'done') await this.#record(client, job, request, upTo);
      },
    };
    return await this.#jobs.begin(order, asker);
  }

  /** Keeps a finished export in the user's history. The file is there, so a failure is for the log alone. */
  async #record(client: ApiClient, job: ExportJob, request: ExportRequest, upTo: number): Promise<void> {
    const { columns } = request;
    const { id, rows } = job;
    const preset = request.preset ?? ('' as const);
    try {
      await client.request('recordExport', {
        body: { id, what: whatOf(request), preset, columns, rows, up_to: upTo },
      });
    } catch (error) {
      this.#deps.log.error('exports.record', error);
      return;
    }
    // Only now the history has it.
    this.#deps.events.publish('exports.changed', job);
  }

  /** Repeats an earlier export with the current data, into a new file; null if the user cancelled. */
  async repeat(id: string, asker: string): Promise<ExportJob | null> {
    const request = this.#deps.history.request(this.#jobs.account, id);
    if (request === null) throw new AppError('not_found', 'This export can’t be repeated.');
    return await this.begin(request, asker);
  }

  /** Stops an export; nothing of it remains. A finished one stays as it is. */
  async cancel(id: string): Promise<ExportJob> {
    return await this.#jobs.cancel(id);
  }

  /** The exports of this account, newest last. */
  list(): ExportJob[] {
    return this.#jobs.list();
  }

  /** Cancels what is running and waits until its temporary files are gone. */
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

const longestWhat = 500;

/** What an export is of, in words. */
function whatOf({ source, name, sinceLast }: ExportRequest): string {
  if (sinceLast === true) return `New in ${name}`;
  if (source.kind === 'ids') return `${counted(source.ids.length, 'company', 'companies')} of ${name}`;
  return source.kind === 'search' ? `Search: ${filterSentence(source.filters)}`.slice(0, longestWhat) : name;
}

/** Whether an export can be repeated later. */
function isRepeatable({ source }: ExportRequest): boolean {
  return source.kind !== 'ids' || source.ids.length <= mostIds;
}

/** How many exports are remembered per account. */
const remembered = 50;

/** Largest selection that is remembered; a list or a search is remembered whatever its size. */
const mostIds = 5000;

const entrySchema = z.object({
  account: z.string(),
  job: exportJobSchema,
  /** Null if the selection was too large to be remembered. */
  request: exportRequestSchema.nullable(),
});
const fileSchema = z.object({ exports: z.array(entrySchema) });
type Entry = z.infer<typeof entrySchema>;

/** Finished exports, newest last, in the file `exports.json` in the workspace's folder. */
export class ExportHistory {
  readonly #path: string;
  readonly #log: Log;
  #entries: Entry[];
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
    this.#entries = this.#read();
  }

  of(account: string): ExportJob[] {
    return this.#entries.filter((entry) => entry.account === account).map(({ job }) => job);
  }

  request(account: string, id: string): ExportRequest | null {
    return this.#entries.find((entry) => entry.account === account && entry.job.id === id)?.request ?? null;
  }

  /** Remembers a finished export and forgets the oldest; on disk when it resolves. */
  async add(account: string, job: ExportJob, request: ExportRequest): Promise<void> {
    // The download address works only once, and not after this start.
    const entry = { account, job: { ...job, downloadUrl: '' }, request: isRepeatable(request) ? request : null };
    const own = [...this.#entries.filter((other) => other.account === account), entry].slice(-remembered);
    this.#entries = [...this.#entries.filter((other) => other.account !== account), ...own];
    this.#writing = this.#write(this.#writing);
    await this.#writing;
  }

  async #write(earlier: Promise<void>): Promise<void> {
    await earlier;
    try {
      await writeFileAtomically(this.#path, `${JSON.stringify({ exports: this.#entries })}\n`);
    } catch (error) {
      this.#log.error('exports.history', error);
    }
  }

  #read(): Entry[] {
    try {
      return fileSchema.parse(JSON.parse(readFileSync(this.#path, 'utf8'))).exports;
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isMissing) this.#log.error('exports.history', error);
      return [];
    }
  }
}
