import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { syncFolderNow } from './atomicFile.ts';

/** Of a SQLite file and what lies beside it. */
const endings = ['', '-wal', '-shm'];

/** Where `setAside` of that moment keeps a file. */
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
 * Where what can be read of a damaged file is gathered, until all of it is there. Then the damaged one is set aside and
 * this put in its place: cut off before, all is as it was; cut off in between, `putSalvagedInPlace` goes on at the next
 * start.
 */
export function salvageFile(path: string): string {
  return `${path}.salvaged`;
}

/**
 * Puts what was salvaged in the place of the damaged file, which is aside by then. False where there is no such thing.
 */
export function putSalvagedInPlace(path: string): boolean {
  const fresh = salvageFile(path);
  // A file that still has a journal was cut off in the making.
  if (existsSync(path) || !existsSync(fresh) || existsSync(`${fresh}-wal`)) return false;
  removeWithJournal(path);
  renameSync(fresh, path);
  syncFolderNow(dirname(path));
  return true;
}

/** Removes a SQLite file and what lies beside it. */
export function removeWithJournal(path: string): void {
  for (const ending of endings) rmSync(path + ending, { force: true });
}

/** Files up to this size are looked through with their indexes, up to the second without: both take under a second. */
const wholeCheckBytes = 32 * 1024 ** 2;
const quickCheckBytes = 256 * 1024 ** 2;

/** Whether the pages of a file of `bytes` hang together; a larger one is only found out when it is read. */
export function isSound(db: DatabaseSync, bytes: number): boolean {
  if (bytes > quickCheckBytes) return true;
  const check = bytes > wholeCheckBytes ? 'quick_check' : 'integrity_check';
  const [first] = Object.values(db.prepare(`PRAGMA ${check}(1)`).get() ?? {});
  return first === 'ok';
}
