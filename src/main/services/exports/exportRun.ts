import type { ExportRequest } from '#shared/bridge/exports.ts';
import { AppError } from '#shared/errors.ts';
import type { ApiClient } from '../api/apiClient.ts';
import { CsvScanner, firstRecordLength } from './csvScanner.ts';
import { planExport, rowsPerPage } from './exportPages.ts';
import type { TemporaryFile } from '../files/temporaryFile.ts';

const byteOrderMark = new Uint8Array([0xef, 0xbb, 0xbf]);

export interface ExportRunOptions {
  readonly client: ApiClient;
  readonly request: ExportRequest;
  readonly file: TemporaryFile;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number, total: number | null) => void;
}

/**
 * Fetches an export page by page into its file, all pages of one generation (I12): the first page names what the others are
 * asked for with. Where the server has given that up it begins again, once. Throws `conflict` where the rows are not as many
 * as the server has announced.
 */
export class ExportRun {
  readonly #options: ExportRunOptions;
  #header: Buffer | null = null;
  #rows = 0;
  #total: number | null = 0;
  /** The server's name for the export, from its first page. */
  #opened = '';

  constructor(options: ExportRunOptions) {
    this.#options = options;
  }

  /** Runs to the end; returns the number of rows. */
  async run(): Promise<number> {
    try {
      return await this.#all();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    }
    this.#options.signal.throwIfAborted();
    await this.#options.file.clear();
    this.#header = null;
    this.#rows = 0;
    this.#total = 0;
    return await this.#all();
  }

  async #all(): Promise<number> {
    const { request, file } = this.#options;
    const { paged, queries } = planExport(request);
    if (request.bom) await file.write(byteOrderMark);
    for (const query of queries) {
      const before = this.#total;
      this.#opened = '';
      let page = 0;
      for (let full = true; full; page++) {
        const opened = this.#opened === '' ? {} : { export: this.#opened };
        const { rows, total } = await this.#page({ ...query, ...opened, page }, before);
        // A page that is not full is the last one; the count below tells when it should not have been.
        full = paged && rows === rowsPerPage && (total === null || this.#rows < (before ?? 0) + total);
      }
    }
    if (this.#total !== null && this.#rows !== this.#total) {
      throw new AppError('conflict', 'The data changed while it was exported. Export it again.');
    }
    return this.#rows;
  }

  async #page(
    query: Record<string, string | number>,
    before: number | null,
  ): Promise<{ rows: number; total: number | null }> {
    const { client, signal } = this.#options;
    const read = async (response: Response): Promise<{ rows: number; total: number | null }> => {
      const announced = response.headers.get('x-total-count');
      const total = announced !== null && /^\d+$/.test(announced) ? Number(announced) : null;
      this.#total = total === null || before === null ? null : before + total;
      this.#opened ||= response.headers.get('x-export') ?? '';
      return { rows: await this.#copy(response), total };
    };
    return await client.stream('exportCompanies', { query }, read, { signal });
  }

  /** Copies one answer; its header row goes into the file only once. Returns its rows. */
  async #copy(response: Response): Promise<number> {
    const before = this.#rows;
    const scanner = new CsvScanner();
    // The first record is held until it is whole: it may be the header again.
    let start: Buffer | null = Buffer.alloc(0);
    for await (const chunk of response.body ?? []) {
      this.#options.signal.throwIfAborted();
      let bytes: Uint8Array = chunk;
      if (start !== null) {
        start = Buffer.concat([start, chunk]);
        const length = firstRecordLength(start);
        if (length === -1) continue;
        bytes = await this.#afterHeader(start, length);
        start = null;
      }
      await this.#write(bytes, scanner, before);
    }
    if (start !== null && start.length > 0) {
      await this.#write(await this.#afterHeader(start, start.length), scanner, before);
    }
    this.#rows = before + scanner.finish();
    this.#options.onProgress(this.#rows, this.#total);
    return this.#rows - before;
  }

  async #write(bytes: Uint8Array, scanner: CsvScanner, before: number): Promise<void> {
    scanner.push(bytes);
    await this.#options.file.write(bytes);
    this.#rows = before + scanner.records;
    this.#options.onProgress(this.#rows, this.#total);
  }

  /** Writes the very first header, uncounted, and leaves a repeated one out; returns what is behind it. */
  async #afterHeader(bytes: Buffer, length: number): Promise<Uint8Array> {
    const record = bytes.subarray(0, length);
    if (this.#header === null) {
      this.#header = record;
      await this.#options.file.write(record);
      return bytes.subarray(length);
    }
    return record.equals(this.#header) ? bytes.subarray(length) : bytes;
  }
}
