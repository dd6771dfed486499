import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isSound, putSalvagedInPlace, removeWithJournal, salvageFile, setAside } from '#node/damagedFile.ts';
import { migrate } from '#node/migrate.ts';
import { openDatabase, storageError } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';
import type { State } from '../state.ts';
import { SqliteAccounts } from './stateAccounts.ts';
import { SqliteCollections } from './stateCollections.ts';
import { StateDatabase } from './stateDatabase.ts';
import { SqliteEntries } from './stateEntries.ts';
import { rowsMakeSense, salvageState, type Salvaged } from './stateSalvage.ts';
import { stateMigrations } from './stateSchema.ts';
import { SqliteSmartLists } from './stateSmartLists.ts';
import { SqliteUpkeep } from './stateUpkeep.ts';
import { SqliteUsers } from './stateUsers.ts';

/**
 * Opens the user's state in a SQLite file of its own and brings its schema up to date. A file that cannot be written is
 * opened for reading, and `readOnly` says why. A damaged one is kept aside, and what can be read of it carried over into
 * a fresh one; `notices` says how much (QUALITY F19). Throws `storage_newer`, and leaves such a file as it is; also
 * `storage_corrupt` for a file that is no database and, unless it `isOurs`, may be something else of the user's.
 */
export function openState(path: string, { isOurs = false }: { readonly isOurs?: boolean } = {}): State {
  const { db, readOnly, notices } = open(path, isOurs);
  const database = new StateDatabase(db);
  return {
    users: new SqliteUsers(database, { readOnly: readOnly !== '' }),
    accounts: new SqliteAccounts(database),
    smartLists: new SqliteSmartLists(database),
    entries: new SqliteEntries(database),
    collections: new SqliteCollections(database),
    upkeep: new SqliteUpkeep(database),
    readOnly,
    notices,
    bytes: () => ['', '-wal', '-shm'].reduce((sum, ending) => sum + sizeOf(path + ending), 0),
    close: () => db.close(),
  };
}

interface OpenedState {
  readonly db: DatabaseSync;
  readonly readOnly: string;
  readonly notices: string[];
}

function open(path: string, isOurs: boolean): OpenedState {
  try {
    const notices = putSalvagedInPlace(path) ? [salvagedBefore] : [];
    return { db: openSound(path), readOnly: '', notices };
  } catch (error) {
    if (!(error instanceof AppError) || !existsSync(path)) throw error;
    if (error.code === 'storage_readonly') {
      return { db: openDatabase(path, { durability: 'full', readOnly: true }), readOnly: error.message, notices: [] };
    }
    if (error.code === 'storage_corrupt' && (isOurs || isDatabase(path))) return openSalvaged(path);
    throw error;
  }
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
  'The file of your lists was damaged. What could be read of it is here; the damaged file is kept.';

function openSalvaged(path: string): OpenedState {
  const now = new Date();
  const fresh = salvageFile(path);
  removeWithJournal(fresh);
  const db = openSound(fresh);
  let salvaged: Salvaged;
  try {
    salvaged = salvageState(path, db, now);
  } finally {
    db.close();
  }
  // Cut off before this, all is as it was; cut off after it, the next start puts the file in place.
  const bad = setAside(path, now);
  putSalvagedInPlace(path);
  const { smartLists, entries, decided, collections } = salvaged;
  const notice =
    `The file of your lists was damaged. What could be read is here: ${smartLists} smart lists, ${entries} inbox ` +
    `entries (${decided} of them decided) and ${collections} collections. The damaged file is kept as ${basename(bad)}.`;
  return { db: openSound(path), readOnly: '', notices: [notice] };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
