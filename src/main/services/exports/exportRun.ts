import { exportPageSize, maxIdsPerCall } from '#shared/api/schemas.ts';
import type { ExportRequest } from '#shared/bridge/fileJobs.ts';
import { filtersToQuery } from '#shared/domain/filterQuery.ts';
import { assertNever, AppError } from '#shared/errors.ts';
import type { Clock } from '../../ports.ts';
import type { ApiClient } from '../api/apiClient.ts';
import { pause } from '../api/deadline.ts';
import type { TemporaryFile } from '../files/temporaryFile.ts';

export const byteOrderMark = new Uint8Array([0xef, 0xbb, 0xbf]);

/**
 * How often a page that was cut off is requested again, and after which pause, in milliseconds: half a minute in all.
 */
const mostRepeats = 6;
const repeatAfterMs = 5000;
/** How long a page may take, in milliseconds: enough for a slow line; `Stall` notices a dead one. */
const pageDeadlineMs = 3_600_000;
/** Connection failures that may pass. */
const passing: ReadonlySet<string> = new Set(['connection_lost', 'unavailable', 'rate_limited']);

type Query = Record<string, string | number>;

/** What one page brought: its rows, and the expected total if the server says. */
interface Page {
  readonly rows: number;
  readonly total: number | null;
}

interface ExportRunOptions {
  readonly client: ApiClient;
  readonly request: ExportRequest;
  readonly file: TemporaryFile;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly onProgress: (rows: number, total: number | null) => void;
}

/**
 * Fetches an export page by page into its file, all pages of one generation (I12): the first page names the export, and
 * the others are requested by that name. If the server no longer has it, the run starts again, once. A page that is cut
 * off is requested again, once anything has arrived. Throws `conflict` if the number of rows is not what the server
 * announced.
 */
export class ExportRun {
  readonly #options: ExportRunOptions;
  #header: Buffer | null = null;
  /** Whether anything has arrived. Until then a failure is reported at once. */
  #hasBegun = false;
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
    await this.#options.file.cutTo(0);
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
        // A page that is not full is the last one; the count below detects a page that should have been full.
        full = paged && rows === rowsPerPage && (total === null || this.#rows < (before ?? 0) + total);
      }
    }
    if (this.#total !== null && this.#rows !== this.#total) {
      throw new AppError('conflict', 'The data changed during the export. Export again.');
    }
    return this.#rows;
  }

  /** One page; if it breaks off, what it brought is removed from the file and it is requested again. */
  async #page(query: Query, before: number | null): Promise<Page> {
    const { file, clock, signal } = this.#options;
    const [length, rows, header, opened] = [file.length, this.#rows, this.#header, this.#opened];
    for (let repeats = 0; ; repeats++) {
      try {
        return await this.#once(query, before);
      } catch (error) {
        const isPassing = error instanceof AppError && passing.has(error.code);
        if (!isPassing || !this.#hasBegun || repeats === mostRepeats) throw error;
      }
      await pause(clock, repeatAfterMs, signal);
      await file.cutTo(length);
      [this.#rows, this.#header, this.#opened] = [rows, header, opened];
    }
  }

  async #once(query: Query, before: number | null): Promise<Page> {
    const { client, clock } = this.#options;
    const stall = new Stall(clock);
    const read = async (response: Response, signal: AbortSignal): Promise<Page> => {
      const announced = response.headers.get('x-total-count');
      const total = announced !== null && /^\d+$/.test(announced) ? Number(announced) : null;
      this.#total = total === null || before === null ? null : before + total;
      this.#opened ||= response.headers.get('x-export') ?? '';
      return { rows: await this.#copy(stall.watched(response.body ?? []), signal), total };
    };
    try {
      const signal = AbortSignal.any([this.#options.signal, stall.signal]);
      return await client.stream('exportCompanies', { query }, read, { signal, deadlineMs: pageDeadlineMs });
    } finally {
      stall.end();
    }
  }

  /** Copies one response; its header row goes into the file only once. Returns its rows. */
  async #copy(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> {
    const before = this.#rows;
    const scanner = new CsvScanner();
    // The first record is held back until it is complete: it may be the header again.
    let start: Buffer | null = Buffer.alloc(0);
    for await (const chunk of chunks) {
      signal.throwIfAborted();
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

  /** Writes the first header, uncounted, and drops a repeated one; returns the bytes after it. */
  async #afterHeader(bytes: Buffer, length: number): Promise<Uint8Array> {
    const record = bytes.subarray(0, length);
    if (this.#header === null) {
      this.#header = record;
      this.#hasBegun = true;
      await this.#options.file.write(record);
      return bytes.subarray(length);
    }
    return record.equals(this.#header) ? bytes.subarray(length) : bytes;
  }
}

/** How long a connection may be silent, in milliseconds, before it is considered dead. */
const patienceMs = 60_000;

/** Watches one response from its request on: `signal` aborts with `connection_lost` if nothing arrives. */
class Stall {
  readonly #stalled = new AbortController();
  readonly #clock: Clock;
  #clear: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wait();
  }

  get signal(): AbortSignal {
    return this.#stalled.signal;
  }

  /** The same chunks; only the time until the next one counts, not the time spent on it. */
  async *watched(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        this.end();
        yield chunk;
        this.#wait();
      }
    } finally {
      this.end();
    }
  }

  /** Stops waiting. */
  end(): void {
    this.#clear();
  }

  #wait(): void {
    this.#clear();
    this.#clear = this.#clock.after(patienceMs, () =>
      this.#stalled.abort(new AppError('connection_lost', 'The server stopped sending.')),
    );
  }
}

type PageQuery = Record<string, string | number>;

/**
 * The calls of an export. `paged`: one query, page after page until the total is reached; otherwise each query once.
 */
interface ExportPlan {
  readonly paged: boolean;
  readonly queries: readonly PageQuery[];
}

/** The queries of an export; ids go in groups of 500 (docs/api.md 1). */
export function planExport({ source, columns }: Pick<ExportRequest, 'source' | 'columns'>): ExportPlan {
  const common: PageQuery = {
    ...(columns.length === 0 ? {} : { columns: columns.join(',') }),
    ...('ordering' in source && source.ordering !== undefined ? { ordering: source.ordering } : {}),
  };
  switch (source.kind) {
    case 'ids': {
      const queries: PageQuery[] = [];
      const ids = [...new Set(source.ids)];
      for (let start = 0; start < ids.length; start += maxIdsPerCall) {
        queries.push({ ...common, ids: ids.slice(start, start + maxIdsPerCall).join(',') });
      }
      return { paged: false, queries };
    }
    case 'tag':
      return { paged: true, queries: [{ ...common, tag: source.tag }] };
    case 'smartList':
      return { paged: true, queries: [{ ...common, user_smart_list_id: source.id }] };
    case 'collection':
      return { paged: true, queries: [{ ...common, collection_id: source.id }] };
    case 'search': {
      // Best match is the default and is omitted, as in a search (product 7).
      const sort: PageQuery = source.sortBy === '' || source.sortBy === 'best_match' ? {} : { sort_by: source.sortBy };
      return { paged: true, queries: [{ ...common, ...sort, ...filtersToQuery(source.filters) }] };
    }
    default:
      return assertNever(source);
  }
}

/** Rows of a full page. */
const rowsPerPage = exportPageSize;

/** The suggested file name, without a folder; the shell that saves turns it into one its system accepts. */
export function csvFileName(name: string): string {
  const plain = name
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return `${plain === '' ? 'Companies' : plain}.csv`;
}

const quote = 0x22;
const newline = 0x0a;

/** Counts the records of a CSV stream (RFC 4180) in chunks of bytes; line ends inside quotes are not ends. */
export class CsvScanner {
  /** Complete records. */
  records = 0;
  #quoted = false;
  #open = false;

  /** Jumps from one quote or line end to the next, which takes a fifth of the time of reading byte by byte. */
  push(chunk: Uint8Array): void {
    let nextQuote = chunk.indexOf(quote);
    let nextEnd = chunk.indexOf(newline);
    let ended = -1;
    while (nextQuote !== -1 || nextEnd !== -1) {
      const isQuote = nextQuote !== -1 && (nextEnd === -1 || nextQuote < nextEnd);
      if (isQuote) {
        this.#quoted = !this.#quoted;
        nextQuote = chunk.indexOf(quote, nextQuote + 1);
        continue;
      }
      if (!this.#quoted) {
        this.records++;
        ended = nextEnd;
      }
      nextEnd = chunk.indexOf(newline, nextEnd + 1);
    }
    if (chunk.length > 0) this.#open = ended !== chunk.length - 1;
  }

  /** All records, including the last one if no line end follows it. */
  finish(): number {
    if (this.#open) this.records++;
    this.#open = false;
    return this.records;
  }
}

/** Length in bytes of the first record with its line end, or -1 if the line end has not arrived yet. */
export function firstRecordLength(bytes: Uint8Array): number {
  let quoted = false;
  for (const [index, byte] of bytes.entries()) {
    if (byte === quote) quoted = !quoted;
    if (byte === newline && !quoted) return index + 1;
  }
  return -1;
}
