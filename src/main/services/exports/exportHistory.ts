import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { exportJobSchema, exportRequestSchema, type ExportJob, type ExportRequest } from '#shared/bridge/exports.ts';
import { writeFileAtomically } from '#node/atomicFile.ts';
import type { Log } from '../../ports.ts';

/** Exports that are remembered for each account. */
export const remembered = 50;

/** Largest selection that is remembered; a list or a search is remembered whatever its size. */
const mostIds = 5000;

const entrySchema = z.object({
  account: z.string(),
  job: exportJobSchema,
  /** Null where the selection was too large to be remembered. */
  request: exportRequestSchema.nullable(),
});
const fileSchema = z.object({ exports: z.array(entrySchema) });
type Entry = z.infer<typeof entrySchema>;

/** Whether an export can be made again later. */
export function isRepeatable({ source }: ExportRequest): boolean {
  return source.kind !== 'ids' || source.ids.length <= mostIds;
}

/** Exports that have ended, newest last, in the file `exports.json` of the workspace's folder. */
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

  /** Remembers an export that has ended and forgets the oldest; on disk when it resolves. */
  async add(account: string, job: ExportJob, request: ExportRequest): Promise<void> {
    // The address to fetch it from is good once, and not after this start.
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
