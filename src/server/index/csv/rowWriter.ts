import type { DatabaseSync } from 'node:sqlite';
import { exportColumnsOf, type ExportContext } from '#shared/domain/exportColumns.ts';
import { AppError } from '#shared/errors.ts';
import { openImmutable } from '#node/sqlite.ts';
import { missingFile, recordLinesOf, type RecordLines } from '../segment/segmentFile.ts';
import type { CompanyOrigin } from '../../record/companyRecord.ts';
import type { AsOf } from '../../record/toCompany.ts';
import { CsvBuffer } from './csvBuffer.ts';
import { CsvFormatter } from './csvFormatter.ts';
import { RecordScanner } from './recordScanner.ts';

/**
 * SQLite's own memory of a file, in kilobytes: records are read once each, so only the pages that lead to them come
 * again.
 */
const cacheKilobytes = 512;

/** What the rows of an export are written from; crosses to a thread as it is. */
export interface RowSource {
  /** Segment files. */
  readonly files: readonly string[];
  /** Where the companies of each came from. */
  readonly origins: readonly CompanyOrigin[];
  /** Keys of the columns, in order. */
  readonly columns: readonly string[];
  /** What its columns say that records do not have. */
  readonly context: ExportContext;
  readonly asOf: AsOf;
}

/** Companies to write, in order: their ids, and the place of each one's file in `RowSource.files`. */
export interface RowList {
  readonly ids: Uint32Array;
  readonly files: Uint16Array;
}

/**
 * Writes companies as CSV straight from the stored records. The files are open from the beginning to `close`, so that
 * what is written is of one generation also where the writer takes a file away meanwhile. Throws `storage_*`, and
 * `unavailable` where a file cannot be opened for now.
 */
export class RowWriter {
  readonly #files: {
    readonly db: DatabaseSync;
    readonly records: RecordLines;
    readonly origin: CompanyOrigin | undefined;
  }[] = [];
  readonly #formatter: CsvFormatter;
  readonly #out = new CsvBuffer();

  constructor({ files, origins, columns, context, asOf }: RowSource) {
    this.#formatter = new CsvFormatter(exportColumnsOf(columns, context) ?? [], asOf);
    try {
      for (const [index, file] of files.entries()) {
        const db = openImmutable(file);
        db.exec(`PRAGMA cache_size = -${cacheKilobytes}`);
        this.#files.push({ db, records: recordLinesOf(db), origin: origins[index] });
      }
    } catch (error) {
      this.close();
      throw missingFile(error, files);
    }
  }

  /** The rows of these companies. */
  write({ ids, files }: RowList): Buffer<ArrayBuffer> {
    const scanners = this.#read(ids, files);
    for (let row = 0; row < ids.length; row++) {
      const scanner = scanners[files[row]!];
      if (scanner?.next() !== true) {
        throw new AppError('storage_corrupt', 'The search index is damaged.');
      }
      this.#formatter.write(ids[row]!, scanner, this.#out);
    }
    // Given back at once: the collector would let ten megabytes of them gather in each thread.
    for (const scanner of scanners) scanner?.bytes.buffer.transfer(0);
    return this.#out.take();
  }

  close(): void {
    for (const { db } of this.#files.splice(0)) db.close();
  }

  /** The records of these companies, by file. */
  #read(ids: Uint32Array, files: Uint16Array): (RecordScanner | undefined)[] {
    const wanted: number[][] = [];
    for (const [row, id] of ids.entries()) (wanted[files[row]!] ??= []).push(id);
    return this.#files.map(({ records, origin }, file) => {
      const some = wanted[file];
      return some === undefined ? undefined : new RecordScanner(records(some), origin);
    });
  }
}
