import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a whole file, readable by its owner only: even after a power cut, `path` has either its old content or all of
 * `data`. Rejects with the file system's error and leaves nothing behind.
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

/** What a killed process leaves of a file: `writeFileAtomically`, or the library that keeps the settings. */
const leftover = /\.(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp|tmp-\d{10}[0-9a-f]{6})$/;

/**
 * Removes from a folder the temporary files that killed processes left behind, if their name begins with `prefix`. Call
 * it only while nobody else writes there. Files that cannot be removed stay.
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
 * Makes a rename or a new name in a folder survive a power cut. Does nothing if the system does not support that: on
 * Windows, on some network disks, in folders that may be written but not read. By then the file is in its place.
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

/** `syncFolder` for code that must not await. */
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
