import { closeSync, openSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import { storageError } from './sqlite.ts';

/**
 * An operating system lock on an empty file: it ends with the process, however that ends, so no stale lock ever has to
 * be cleared (docs/adr/0020). Several processes may share it, or one may hold it alone.
 */
export interface FileLock {
  /** Whether nobody else holds it, or can until `share` is called. */
  readonly isAlone: boolean;
  /** Lets others in. No other process can become the sole holder in between. */
  share(): void;
  release(): void;
}

/** How long to wait for a process that holds the lock alone to open or repair the workspace, in milliseconds. */
const patienceMs = 10_000;
const lookMs = 20;

/**
 * Takes a lock that only one process may hold. Null if another one holds it, alone or shared, for longer than
 * `patience` milliseconds. Throws `storage_*` if the disk does not allow locks.
 */
export function lockAlone(path: string, patience = 0): FileLock | null {
  return takeLock(path, patience, alone);
}

/** Like `lockAlone`, but shares the lock with those who hold it. */
function lockTogether(path: string, patience: number): FileLock | null {
  return takeLock(path, patience, (db) => {
    try {
      return alone(db);
    } catch (error) {
      // We can still share the hold on a file that we may not write.
      if (!isHeld(error) && primaryCode(error) !== sqliteReadOnly) throw error;
      return shared(db);
    }
  });
}

/** The lock file of a workspace's file. */
export function holdFileOf(file: string): string {
  return `${file}.lock`;
}

/**
 * The lock that everyone who works with a workspace holds: a server, the desktop's worker, each command. Only a process
 * that holds it alone may set files aside, repair or replace them, because others would have them open. If the lock
 * file cannot be made or written (a full or read-only disk), nobody is kept out and nothing may be repaired. Throws
 * `busy` if another process holds it alone for longer than `patience` milliseconds.
 */
export function holdWorkspace(file: string, patience = patienceMs): FileLock {
  const lock = tryTogether(holdFileOf(file), patience);
  if (lock !== null) return lock;
  throw new AppError('busy', 'The workspace is being opened or repaired by another process. Try again in a moment.');
}

function tryTogether(path: string, patience: number): FileLock | null {
  try {
    return lockTogether(path, patience);
  } catch (error) {
    const cannotLock = error instanceof AppError && ['storage_readonly', 'storage_full'].includes(error.code);
    if (cannotLock) return { isAlone: false, share: nothing, release: nothing };
    throw error;
  }
}

function nothing(): void {
  // There is no lock to release.
}

type Take = (db: DatabaseSync) => FileLock;

function takeLock(path: string, patience: number, take: Take): FileLock | null {
  const until = performance.now() + patience;
  for (;;) {
    const lock = tryOnce(path, take);
    if (lock !== null || performance.now() >= until) return lock;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs);
  }
}

/** Null if others hold it. */
function tryOnce(path: string, take: Take): FileLock | null {
  try {
    makeFile(path);
    try {
      return takeOn(path, take);
    } catch (error) {
      if (primaryCode(error) !== sqliteNotADatabase) throw error;
      // Something else lies where the lock belongs. Nobody holds a lock on it: SQLite would have reported that first.
      truncateSync(path, 0);
      return takeOn(path, take);
    }
  } catch (error) {
    if (isHeld(error)) return null;
    throw storageError(error);
  }
}

/** An existing file is not opened: closing it would release a lock that this process already holds on it (POSIX). */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function takeOn(path: string, take: Take): FileLock {
  const db = new DatabaseSync(path, { timeout: 0, defensive: true });
  try {
    // Nothing is ever written; a journal file would need room on a full disk.
    db.exec('PRAGMA journal_mode = MEMORY');
    return take(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function alone(db: DatabaseSync): FileLock {
  db.exec('BEGIN EXCLUSIVE');
  let isAlone = true;
  let reading: unknown;
  return {
    get isAlone() {
      return isAlone;
    },
    share: () => {
      if (!isAlone || !db.isOpen) return;
      // While a read is under way, ending the write transaction downgrades SQLite's exclusive lock to a shared one.
      const rows = db.prepare('SELECT column1 FROM (VALUES (1), (2)) LEFT JOIN sqlite_schema').iterate();
      rows.next();
      reading = rows;
      db.exec('ROLLBACK');
      isAlone = false;
    },
    release: () => {
      // Kept referenced here: if it were collected, the lock would go with it.
      if (db.isOpen && (isAlone || reading !== undefined)) db.close();
    },
  };
}

function shared(db: DatabaseSync): FileLock {
  db.exec('BEGIN');
  db.prepare('SELECT count(*) FROM sqlite_schema').get();
  return {
    isAlone: false,
    share: nothing,
    release: () => {
      if (db.isOpen) db.close();
    },
  };
}

const sqliteReadOnly = 8;
const sqliteNotADatabase = 26;

/** SQLITE_BUSY and SQLITE_LOCKED. */
function isHeld(error: unknown): boolean {
  return [5, 6].includes(primaryCode(error));
}

function primaryCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}
