import { accessSync, chmodSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { AppError, type ErrorCode } from '#shared/errors.ts';

/** How long a statement waits for another connection's lock, in milliseconds; `node:sqlite` would not wait at all. */
const busyTimeoutMs = 5000;

export interface OpenOptions {
  /** `full`: what was committed survives a power cut. `normal`: it survives a crash of the process. */
  readonly durability: 'full' | 'normal';
  /** The file must exist already, and nothing can change it through this connection. */
  readonly readOnly?: boolean;
}

/**
 * Opens a SQLite file (`:memory:` works too): WAL, foreign keys, a busy timeout, defensive, no extensions, readable by
 * its owner only. Throws an `AppError` (`storage_*`, `busy`) if the file is damaged, full, locked or not writable.
 */
export function openDatabase(path: string, options: OpenOptions): DatabaseSync {
  try {
    if (options.readOnly === true) return openForReading(path);
    if (path !== ':memory:') makePrivate(path);
    const synchronous = options.durability === 'full' ? 'FULL' : 'NORMAL';
    return open(path, false, `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
  } catch (error) {
    throw storageError(error);
  }
}

/** Opens a file that nobody changes while it exists: SQLite then takes no locks and looks for no journal. */
export function openImmutable(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  try {
    return open(url, true, readFirstPage);
  } catch (error) {
    throw storageError(error);
  }
}

/** Reads the first page, so that a damaged file is noticed here and not by the first caller. */
const readFirstPage = 'PRAGMA query_only = ON; PRAGMA schema_version';

function openForReading(path: string): DatabaseSync {
  try {
    return open(path, true, readFirstPage);
  } catch (error) {
    // Reading in WAL mode makes a file beside the database, which a write-protected folder does not allow. Nobody else
    // can write there either.
    if (existsSync(path) && (error as { errcode?: number }).errcode === sqliteCannotOpen) return openImmutable(path);
    throw error;
  }
}

/**
 * Opens a file for reading on a disk that has no room for the file that a journal's readers share: it is kept in
 * memory, and nobody else can open the database meanwhile. What the journal has committed is there.
 */
export function openWithoutRoom(path: string): DatabaseSync {
  try {
    return open(path, false, `PRAGMA locking_mode = EXCLUSIVE; ${readFirstPage}`);
  } catch (error) {
    throw storageError(error);
  }
}

const sqliteCannotOpen = 14;

function open(path: string | URL, readOnly: boolean, pragmas: string): DatabaseSync {
  const db = new DatabaseSync(path, {
    readOnly,
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
    allowExtension: false,
    defensive: true,
  });
  try {
    db.exec(pragmas);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Creates the file before SQLite does, because SQLite's own would be as open as the umask allows. An existing file is
 * not opened: closing it would release every lock that this process holds on it through another connection (POSIX).
 */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    accessSync(path, constants.W_OK);
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  }
}

/** Runs `work` in one write transaction: all of it or, if it throws, nothing. Not nestable. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  try {
    db.exec('BEGIN IMMEDIATE');
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // A failed COMMIT (disk full) or a fault inside may have ended the transaction already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw storageError(error);
  }
}

/** SQLite's code for a full disk that has no room for the file that a journal's readers share. */
const noRoomToShare = 4874;

/**
 * Primary result codes of SQLite, one extended one, and codes of the file system, by what they mean for the user's
 * data.
 */
const faults: readonly { codes: readonly unknown[]; code: ErrorCode; message: string }[] = [
  { codes: [5, 6], code: 'busy', message: 'The workspace is in use by another process.' },
  { codes: [8, 'EACCES', 'EPERM', 'EROFS'], code: 'storage_readonly', message: 'The workspace cannot be written to.' },
  { codes: [13, noRoomToShare, 'ENOSPC', 'EDQUOT'], code: 'storage_full', message: 'The disk is full.' },
  // Winnow writes no number that JavaScript cannot represent; `node:sqlite` throws when it reads one.
  { codes: [11, 26, 'ERR_OUT_OF_RANGE'], code: 'storage_corrupt', message: 'The workspace file is damaged.' },
];

/** What an error of SQLite or of the file system means for the user's data; any other error is returned unchanged. */
export function storageError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const { errcode, code } = error as Error & { errcode?: number; code?: string };
  // The low byte is the primary result code; the rest says more than we need.
  const seen = errcode === undefined ? code : errcode === noRoomToShare ? errcode : errcode & 0xff;
  const fault = faults.find(({ codes }) => codes.includes(seen));
  return fault === undefined ? error : new AppError(fault.code, fault.message, { cause: error });
}

/** SQLite's `IOERR` and `CANTOPEN`. */
const fileErrors: ReadonlySet<number> = new Set([10, 14]);

/**
 * Turns an error of opening files into a sentence, including one from something else in a file's place (a folder, or a
 * file where a folder should be). Any error that is not a file's is returned unchanged.
 */
export function openingProblem(error: unknown): unknown {
  const known = storageError(error);
  if (known instanceof AppError || !(known instanceof Error)) return known;
  const { errcode, code, path } = known as Error & { errcode?: number; code?: string; path?: string };
  const isOfFile = errcode === undefined ? /^E[A-Z]+$/.test(code ?? '') : fileErrors.has(errcode & 0xff);
  // Anything else is our own fault, and the log should show where.
  if (!isOfFile) return known;
  const which = path === undefined ? 'A file of the workspace' : path;
  const why = errcode === undefined ? `the system says ${String(code)}` : known.message;
  return new AppError('unavailable', `${which} cannot be used: ${why}.`, { cause: error });
}
