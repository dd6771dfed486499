import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { lockAlone, type FileLock } from '#node/lock.ts';
import { storageError } from '#node/sqlite.ts';
import type { CompanyReader } from './port.ts';
import { openCatalogue } from './catalogue.ts';
import { Reader, type ReaderOptions } from './reader.ts';
import { Writer, type WriterOptions } from './writer.ts';

/** The reader, plus what only its opener needs. */
export interface SqliteCompanyReader extends CompanyReader {
  close(): void;
}

/** Opens the companies of a folder for searching; the folder may be empty or missing. Throws `storage_*`. */
export function openCompanyReader(folder: string, options: ReaderOptions = {}): SqliteCompanyReader {
  return new Reader(folder, openCatalogue(folder, 'read'), options);
}

/**
 * Opens the companies of a folder for writing, removes what a killed writer left, and keeps other writers out until
 * `close`. Throws `busy` if there is another writer, and `storage_*`.
 */
export function openCompanyWriter(folder: string, options: WriterOptions = {}): Writer {
  const catalogue = openCatalogue(folder, 'write');
  let lock: FileLock | undefined;
  try {
    lock = takeWriterLock(folder);
    return new Writer(folder, catalogue, lock, options);
  } catch (error) {
    catalogue.close();
    lock?.release();
    throw storageError(error);
  }
}

/** Keeps writers of a folder's companies out until `release`; null if there is one. Throws `storage_*`. */
export function lockWriters(folder: string): { release(): void } | null {
  return lockAlone(lockFileOf(folder, 'writer'));
}

/** Keeps other rebuilds out until `release`; null if one is running. Throws `storage_*`. */
export function lockRebuilds(folder: string): { release(): void } | null {
  return lockAlone(lockFileOf(folder, 'rebuild'));
}

/** How long a writer waits for the one before it, in milliseconds. */
const writerPatienceMs = 5000;

function takeWriterLock(folder: string): FileLock {
  const lock = lockAlone(lockFileOf(folder, 'writer'), writerPatienceMs);
  if (lock === null) throw new AppError('busy', 'The workspace is in use by another process.');
  return lock;
}

function lockFileOf(folder: string, name: 'writer' | 'rebuild'): string {
  return join(folder, `${name}.lock`);
}
