import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a whole file, readable by its owner only: at `path` there is either what was there before or all of `data`,
 * whenever the power goes. Rejects with the file system's error and leaves nothing behind.
 */
export async function writeFileAtomically(path: string, data: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** What a process that was killed has left of a file: `writeFileAtomically`, or the library that keeps the settings. */
const leftover = /\.(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp|tmp-\d{10}[0-9a-f]{6})$/;

/**
 * Removes from a folder what processes that were killed have left of files written whole, of those whose name begins
 * with
 * `prefix`. To be called while nobody else writes there. What cannot be removed stays.
 */
export function removeTemporaries(folder: string, prefix = ''): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || !leftover.test(name)) continue;
    try {
      rmSync(join(folder, name), { force: true });
    } catch {
      // It is in nobody's way.
    }
  }
}

/**
 * Makes a rename or a new name in a folder survive a power cut. Does nothing where that cannot be had: on Windows, on
 * network disks that do not know it, in folders that may be written but not read. By then the file is in its place.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!cannotSync(error)) throw error;
  }
}

function cannotSync(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['EACCES', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'].includes(code);
}

/** `syncFolder` for code that must not wait elsewhere. */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!cannotSync(error)) throw error;
  }
}
