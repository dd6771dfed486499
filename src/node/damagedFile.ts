import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { syncFolderNow } from './atomicFile.ts';

/** A SQLite file and those beside it. */
const endings = ['', '-wal', '-shm'];

/** Where `setAside` keeps a file that it sets aside at that moment. */
export function asideOf(path: string, now: Date): string {
  return `${path}.bad-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** Keeps a damaged SQLite file, with its journal, aside as `<file>.bad-<time>`; returns where. */
export function setAside(path: string, now: Date): string {
  const bad = asideOf(path, now);
  for (const ending of endings) {
    try {
      renameSync(`${path}${ending}`, `${bad}${ending}`);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return bad;
}

/**
 * Where the readable part of a damaged file is gathered until it is complete. Then the damaged file is set aside and
 * this one takes its place. Interrupted earlier, nothing has changed; interrupted in between, `putSalvagedInPlace`
 * continues at the next start.
 */
export function salvageFile(path: string): string {
  return `${path}.salvaged`;
}

/** Puts what was salvaged in the place of the damaged file, which is aside by then. False if nothing was salvaged. */
export function putSalvagedInPlace(path: string): boolean {
  const fresh = salvageFile(path);
  // A file that still has a journal was never finished.
  if (existsSync(path) || !existsSync(fresh) || existsSync(`${fresh}-wal`)) return false;
  removeWithJournal(path);
  renameSync(fresh, path);
  syncFolderNow(dirname(path));
  return true;
}

/** Removes a SQLite file and those beside it. */
export function removeWithJournal(path: string): void {
  for (const ending of endings) rmSync(path + ending, { force: true });
}

/** Files up to the first size are checked with their indexes, up to the second without: both take under a second. */
const wholeCheckBytes = 32 * 1024 ** 2;
const quickCheckBytes = 256 * 1024 ** 2;

/** Whether the pages of a file of `bytes` are consistent; damage to a larger one only shows when it is read. */
export function isSound(db: DatabaseSync, bytes: number): boolean {
  if (bytes > quickCheckBytes) return true;
  const check = bytes > wholeCheckBytes ? 'quick_check' : 'integrity_check';
  const [first] = Object.values(db.prepare(`PRAGMA ${check}(1)`).get() ?? {});
  return first === 'ok';
}
