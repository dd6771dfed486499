import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import { openDatabase, storageError } from '#node/sqlite.ts';
import type { CompanyReader, CompanyWriter } from '../companies.ts';
import { openCatalogue } from './companiesCatalogue.ts';
import { Reader, type ReaderOptions } from './companiesReader.ts';
import { Writer, type WriterOptions } from './companiesWriter.ts';

/** The reader, with what only whoever opened it needs. */
export interface SqliteCompanyReader extends CompanyReader {
  close(): void;
}

/** Opens the companies of a folder for searching; the folder may be empty or not there yet. Throws `storage_*`. */
export function openCompanyReader(folder: string, options: ReaderOptions = {}): SqliteCompanyReader {
  return new Reader(folder, openCatalogue(folder, 'read'), options);
}

/**
 * Opens the companies of a folder for writing, removes what a killed writer left, and keeps other writers out until
 * `close`. Throws `busy` where there is another writer, and `storage_*`.
 */
export function openCompanyWriter(folder: string, options: WriterOptions = {}): CompanyWriter {
  const catalogue = openCatalogue(folder, 'write');
  let lock: DatabaseSync | undefined;
  try {
    lock = takeLock(folder);
    return new Writer(folder, catalogue, lock, options);
  } catch (error) {
    catalogue.close();
    lock?.close();
    throw storageError(error);
  }
}

/** Keeps writers of a folder's companies out until `release`; null where there is one. Throws `storage_*`. */
export function lockWriters(folder: string): { release(): void } | null {
  try {
    const lock = takeLock(folder, 0);
    return { release: () => lock.close() };
  } catch (error) {
    const known = storageError(error);
    if (known instanceof AppError && known.code === 'busy') return null;
    throw known;
  }
}

/** A lock that the system itself lets go of when the process dies, however it dies. */
function takeLock(folder: string, patienceMs?: number): DatabaseSync {
  const lock = openDatabase(join(folder, 'writer.lock'), { durability: 'normal' });
  try {
    if (patienceMs !== undefined) lock.exec(`PRAGMA busy_timeout = ${String(patienceMs)}`);
    lock.exec('BEGIN IMMEDIATE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}
