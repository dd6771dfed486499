import { closeSync, openSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import { storageError } from './sqlite.ts';

/**
 * A lock of the system's own on a file of no bytes: it ends with the process, however that ends, so that there is
 * nothing stale to clear (docs/adr/0020). Several may hold one together, or one alone.
 */
export interface FileLock {
  /** Whether no other holds it, and none can before `share`. */
  readonly isAlone: boolean;
  /** Lets others in. There is no moment in between in which another one is alone. */
  share(): void;
  release(): void;
}

/** How long to wait for one that is alone: it opens the workspace, or repairs it. In milliseconds. */
const patienceMs = 10_000;
const lookMs = 20;

/**
 * Takes a lock that only one may hold. Null where another one holds it, alone or not, for longer than `patience`. Throws
 * `storage_*` where the disk lets nobody lock.
 */
export function lockAlone(path: string, patience = 0): FileLock | null {
  return takeLock(path, patience, alone);
}

/** Takes a lock alone where nobody holds it, else together with those that do. Else as `lockAlone`. */
function lockTogether(path: string, patience: number): FileLock | null {
  return takeLock(path, patience, (db) => {
    try {
      return alone(db);
    } catch (error) {
      // A file that is not ours to write can still be held with others.
      if (!isHeld(error) && primaryCode(error) !== sqliteReadOnly) throw error;
      return shared(db);
    }
  });
}

/** The file that is locked for a workspace's file. */
export function holdFileOf(file: string): string {
  return `${file}.lock`;
}

/**
 * What everyone who works with a workspace holds as long as they do: a server, the desktop's worker, each command.
 * Only who is alone with it may set files aside, repair or replace them, because the others have them open. Where the
 * lock's file cannot be made or written (a full or read-only disk), nobody is kept out and nothing may be repaired.
 * Throws `busy` where another process is alone with it for longer than `patience`.
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
  // There is no lock to give back.
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

/** Null where others hold it. */
function tryOnce(path: string, take: Take): FileLock | null {
  try {
    makeFile(path);
    try {
      return takeOn(path, take);
    } catch (error) {
      if (primaryCode(error) !== sqliteNotADatabase) throw error;
      // Of something else that lies in the lock's place only the name is of use. Nobody can hold a lock on it, else that
      // had been told first.
      truncateSync(path, 0);
      return takeOn(path, take);
    }
  } catch (error) {
    if (isHeld(error)) return null;
    throw storageError(error);
  }
}

/** One that is there is not opened: closing it would end a lock that this process already holds on it (POSIX). */
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
    // Nothing is ever written; a journal's file would need room on a full disk.
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
      // A read that has begun keeps the lock for reading when the one for writing ends: SQLite goes from one to the
      // other.
      const rows = db.prepare('SELECT column1 FROM (VALUES (1), (2)) LEFT JOIN sqlite_schema').iterate();
      rows.next();
      reading = rows;
      db.exec('ROLLBACK');
      isAlone = false;
    },
    release: () => {
      // Referred to, so that it is not collected and with it the lock.
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
