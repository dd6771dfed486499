import { closeSync, existsSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The one process that may write to a workspace holds this until it ends. */
export interface WorkspaceLock {
  release(): void;
}

/** The lock, or who holds it: a process id, or 0 where that is not known. */
export type LockOutcome =
  { readonly kind: 'owner'; readonly lock: WorkspaceLock } | { readonly kind: 'taken'; readonly pid: number };

/**
 * Takes the workspace for this process. SQLite's lock on a file of its own is the system's: it ends with the process,
 * however that ends, so that there is nothing stale to clear and a reused process id does no harm (F20).
 */
export function lockWorkspace(folder: string): LockOutcome {
  const file = join(folder, 'owner.lock');
  const ownerFile = join(folder, 'owner.pid');
  // Only where it is not there yet: closing it once more would end a lock that this process already holds (POSIX).
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    beginExclusive(db, file);
  } catch (error) {
    db.close();
    if (!isBusy(error)) throw error;
    return { kind: 'taken', pid: readPid(ownerFile) };
  }
  writeFileSync(ownerFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    kind: 'owner',
    lock: {
      release: () => {
        if (!db.isOpen) return;
        rmSync(ownerFile, { force: true });
        db.close();
      },
    },
  };
}

/** Something else that lies in the place of the lock is emptied: nobody holds it, for that is looked at first. */
function beginExclusive(db: DatabaseSync, file: string): void {
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && error.errcode === notADatabase)) throw error;
    truncateSync(file);
    db.exec('BEGIN EXCLUSIVE');
  }
}

const notADatabase = 26;

/** SQLITE_BUSY or SQLITE_LOCKED. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && [5, 6].includes(Number(error.errcode) & 0xff);
}

function readPid(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}
