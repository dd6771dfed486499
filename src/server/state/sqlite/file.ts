import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isSound, putSalvagedInPlace, removeWithJournal, salvageFile, setAside } from '#node/damagedFile.ts';
import { migrate } from '#node/migrate.ts';
import { inNewestForm } from '#node/newestForm.ts';
import { openDatabase, openWithoutRoom, storageError } from '#node/sqlite.ts';
import { holdWorkspace, type FileLock } from '#node/lock.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import { AppError } from '#shared/errors.ts';
import type { State } from '../port.ts';
import { storesOn } from '../sql/stores.ts';
import { SqliteDatabase } from './database.ts';
import { rowsMakeSense, salvageState, type Salvaged } from './salvage.ts';
import { stateMigrations } from './schema.ts';

export interface StateOptions {
  /**
   * The file is Winnow's, whatever state it is in. Otherwise a file that is no database may be something of the user's.
   */
  readonly isOurs?: boolean;
  /**
   * What to do if there are companies but the file is missing or empty, which is damage: start afresh and say so, or
   * throw `storage_corrupt`. Undefined if there are no companies: then the file is simply a new one.
   */
  readonly whenLost?: 'begin' | 'refuse' | undefined;
  /** Write nothing: the disk has no room. */
  readonly isDiskFull?: boolean;
  /** The caller's hold on the workspace. Without it the state takes one of its own until it is closed. */
  readonly hold?: FileLock;
}

/**
 * Opens the user's state in a SQLite file of its own and brings its schema up to date. A file that cannot be written is
 * opened for reading, one of an earlier version as a copy in memory, and `readOnly` says why. A damaged one is kept
 * aside, and what can be read of it is carried over into a fresh one; `notices` says how much. Only a process alone
 * with the workspace does that. Throws `storage_newer` and leaves such a file as it is; throws `storage_corrupt` for a
 * file that may not be mended.
 */
export async function openState(path: string, options: StateOptions = {}): Promise<State> {
  const hold = options.hold ?? holdWorkspace(path);
  const release = (): void => {
    if (options.hold === undefined) hold.release();
  };
  let opened: OpenedState;
  try {
    opened = options.isDiskFull === true ? openForReading(path) : await open(path, hold.isAlone, options);
    if (options.hold === undefined) hold.share();
  } catch (error) {
    release();
    throw error;
  }
  const { db, readOnly, notices } = opened;
  // From here on nobody waits for another process in this thread: the database does.
  db.exec('PRAGMA busy_timeout = 0');
  const database = new SqliteDatabase(db);
  return {
    ...storesOn(database, { readOnly: readOnly !== '' }),
    readOnly,
    notices,
    version: async () => database.version(),
    bytes: async () => ['', '-wal', '-shm'].reduce((sum, ending) => sum + sizeOf(path + ending), 0),
    close: () => {
      db.close();
      release();
    },
  };
}

interface OpenedState {
  readonly db: DatabaseSync;
  readonly readOnly: string;
  readonly notices: string[];
}

async function open(path: string, isAlone: boolean, { isOurs = false, whenLost }: StateOptions): Promise<OpenedState> {
  const wasCutOff = isAlone && putSalvagedInPlace(path);
  if (whenLost !== undefined && sizeOf(path) === 0) return openLost(path, isAlone, whenLost);
  try {
    return { db: openSound(path), readOnly: '', notices: wasCutOff ? [salvagedBefore] : [] };
  } catch (error) {
    if (!(error instanceof AppError) || !existsSync(path)) throw error;
    if (error.code === 'storage_readonly') {
      const db = openDatabase(path, { durability: 'full', readOnly: true });
      return { db: inNewestForm(db, stateMigrations), readOnly: error.message, notices: [] };
    }
    if (error.code === 'storage_full') return openForReading(path);
    if (error.code !== 'storage_corrupt' || !(isOurs || isDatabase(path))) throw error;
    if (!isAlone) throw new AppError('storage_corrupt', inUse, { cause: error });
    return openSalvaged(path);
  }
}

/** Opens a file on a full disk. */
function openForReading(path: string): OpenedState {
  const opened = { readOnly: noRoom, notices: [] };
  try {
    const db = openDatabase(path, { durability: 'full', readOnly: true });
    return { db: inNewestForm(db, stateMigrations), ...opened };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'storage_full') throw error;
    return { db: inNewestForm(openWithoutRoom(path), stateMigrations), ...opened };
  }
}

const noRoom = 'The disk is full: you can search, but not change anything. Free some space, then restart Winnow.';

const inUse =
  'The file of lists and decisions is damaged and in use by another Winnow. ' +
  'It is repaired at the next start after that one has closed.';

/** An empty or missing file although there are companies: what its journal still has is carried over. */
async function openLost(path: string, isAlone: boolean, whenLost: 'begin' | 'refuse'): Promise<OpenedState> {
  const what = existsSync(path) ? 'is empty' : 'is missing';
  if (whenLost === 'refuse' || !isAlone) {
    throw new AppError('storage_corrupt', `The file of lists and decisions ${what}, but its companies are there.`);
  }
  // There is something to carry over, and to keep, only if there is a file or its journal.
  const isGone = !existsSync(path) && !existsSync(`${path}-wal`);
  if (!isGone) closeSync(openSync(path, 'a', 0o600));
  const opened = isGone ? { db: openSound(path), readOnly: '', notices: [] } : await openSalvaged(path);
  if (opened.db.prepare('SELECT 1 FROM user').get() !== undefined) return opened;
  const notice =
    `The file of your lists ${what === 'is empty' ? 'was empty' : 'was missing'}: ` +
    'lists, decisions and collections start empty. If you have a backup, restore it.';
  return { ...opened, notices: [notice] };
}

function openSound(path: string): DatabaseSync {
  const db = openDatabase(path, { durability: 'full' });
  try {
    // Before anything is written to it.
    if (!isSound(db, sizeOf(path))) throw damaged();
    migrate(db, stateMigrations);
    if (!rowsMakeSense(db)) throw damaged();
    return db;
  } catch (error) {
    db.close();
    throw storageError(error);
  }
}

function isDatabase(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(16);
    readSync(file, head, 0, head.length, 0);
    return head.toString('latin1') === 'SQLite format 3\0';
  } finally {
    closeSync(file);
  }
}

function damaged(): AppError {
  return new AppError('storage_corrupt', 'The workspace file is damaged.');
}

const salvagedBefore =
  'The file of your lists was damaged. What could be read was recovered; the damaged file was kept.';

async function openSalvaged(path: string): Promise<OpenedState> {
  const now = new Date();
  const fresh = salvageFile(path);
  removeWithJournal(fresh);
  const db = openSound(fresh);
  let salvaged: Salvaged;
  try {
    salvaged = await salvageState(path, db, now);
  } finally {
    db.close();
  }
  // Cut off before this, nothing has changed; cut off after it, the next start puts the file in place.
  const bad = setAside(path, now);
  putSalvagedInPlace(path);
  const { smartLists, entries, decided, collections } = salvaged;
  const notice =
    `The file of your lists was damaged. Recovered: ${counted(smartLists, 'smart list', 'smart lists')}, ` +
    `${counted(entries, 'inbox entry', 'inbox entries')} (${formatCount(decided)} of them decided) and ` +
    `${counted(collections, 'collection', 'collections')}. The damaged file was kept as ${basename(bad)}.`;
  return { db: openDatabase(path, { durability: 'full' }), readOnly: '', notices: [notice] };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
