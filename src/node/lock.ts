import { closeSync, openSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import { storageError } from './sqlite.ts';

/**
 * What everyone who works with a workspace holds as long as they do: a server, the desktop's worker, each command.
 * Several may hold it at once; only who is alone with it may set files aside, repair or replace them, because the
 * others have them open. It is the system's own lock on a file of no bytes, so it ends with the process, however that
 * ends.
 */
export interface WorkspaceHold {
  /** Whether no other process works with the workspace, and none begins to before `share`. */
  readonly isAlone: boolean;
  /** Lets others in. There is no moment in between in which another one is alone. */
  share(): void;
  release(): void;
}

/** How long to wait for one that is alone: it opens the workspace, or repairs it. In milliseconds. */
const patienceMs = 10_000;
const lookMs = 20;

/** The file that is locked for a workspace's file. */
export function holdFileOf(file: string): string {
  return `${file}.lock`;
}

/**
 * Takes hold of a workspace by its file. Where the lock's file cannot be made or written (a full or read-only disk),
 * nobody is kept out and nothing may be repaired. Throws `busy` where another process is alone with it for longer
 * than `patience`.
 */
export function holdWorkspace(file: string, patience = patienceMs): WorkspaceHold {
  const path = holdFileOf(file);
  const until = performance.now() + patience;
  for (;;) {
    const db = openLock(path);
    if (db === null) return { isAlone: false, share: nothing, release: nothing };
    const hold = takeAlone(db, path) ?? takeShared(db);
    if (hold !== null) return hold;
    db.close();
    if (performance.now() > until) {
      throw new AppError(
        'busy',
        'The workspace is being opened or repaired by another process. Try again in a moment.',
      );
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs);
  }
}

function nothing(): void {
  // There is no lock to give back.
}

/** Null where the disk does not let anyone lock. */
function openLock(path: string): DatabaseSync | null {
  try {
    makeFile(path);
    const db = new DatabaseSync(path, { timeout: 0, defensive: true });
    // Nothing is ever written; a journal's file would need room on a full disk.
    db.exec('PRAGMA journal_mode = MEMORY');
    return db;
  } catch (error) {
    if (isNotADatabase(error)) return emptied(path);
    const known = storageError(error);
    if (known instanceof AppError && (known.code === 'storage_readonly' || known.code === 'storage_full')) return null;
    if (known instanceof AppError && known.code === 'busy') return new DatabaseSync(path, { timeout: 0 });
    throw known;
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

/** Of something else that lies in the lock's place only the name is of use. Nobody can hold a lock on such a file. */
function emptied(path: string): DatabaseSync | null {
  truncateSync(path, 0);
  return new DatabaseSync(path, { timeout: 0, defensive: true });
}

/** Null where others hold it. */
function takeAlone(db: DatabaseSync, path: string): WorkspaceHold | null {
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (isNotADatabase(error)) {
      truncateSync(path, 0);
      return null;
    }
    if (isRefusal(error)) return null;
    db.close();
    throw storageError(error);
  }
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

/** Null where another one is alone with it. */
function takeShared(db: DatabaseSync): WorkspaceHold | null {
  try {
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    if (isRefusal(error) || isNotADatabase(error)) return null;
    db.close();
    throw storageError(error);
  }
  return {
    isAlone: false,
    share: nothing,
    release: () => {
      if (db.isOpen) db.close();
    },
  };
}

/** SQLITE_BUSY, SQLITE_LOCKED, and SQLITE_READONLY: a file that is not ours to write can still be held with others. */
function isRefusal(error: unknown): boolean {
  return [5, 6, 8].includes(primaryCode(error));
}

function isNotADatabase(error: unknown): boolean {
  return primaryCode(error) === 26;
}

function primaryCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}
