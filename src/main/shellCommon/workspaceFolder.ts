import { accessSync, chmodSync, constants, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder ready for use, or why it cannot be used, in one sentence. */
export type PreparedFolder = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/**
 * In bytes. SQLite opens no file whose path is longer than 511, and what lies in a workspace has up to a hundred of it.
 */
const longestPath = 400;

/** Makes the workspace's folder where it is missing, private to the user (S46), and looks whether it can be written. */
export function prepareWorkspaceFolder(folder: string): PreparedFolder {
  if (Buffer.byteLength(folder) > longestPath) return { ok: false, problem: unusable(folder, reasons.ENAMETOOLONG) };
  try {
    makeFolders(folder);
    if (!statSync(folder).isDirectory()) return { ok: false, problem: `The workspace ${folder} is not a folder.` };
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    chmodSync(folder, 0o700);
    return { ok: true };
  } catch (error) {
    return { ok: false, problem: unusable(folder, reasonOf(error)) };
  }
}

/** One sentence; `reason` is its end. */
function unusable(folder: string, reason: string): string {
  return `The workspace ${folder} cannot be used: ${reason}`;
}

/** Node's own recursive mkdir never returns where a file system has no new folders (`/proc`, `/sys`). */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent);
  mkdirSync(folder, { mode: 0o700 });
}

/** A folder inside the workspace for files that do not outlive the process; empty at each start. */
export function freshTemporaryFolder(folder: string): string {
  const temporary = join(folder, 'tmp');
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { mode: 0o700 });
  return temporary;
}

const reasons = {
  EACCES: 'you have no permission to write there.',
  EPERM: 'you have no permission to write there.',
  EROFS: 'it lies on a read-only disk.',
  ENOENT: 'the folder cannot be made.',
  ENOSPC: 'the disk is full.',
  ENOTDIR: 'a part of the path is a file.',
  EEXIST: 'there is a file of that name.',
  ENAMETOOLONG: 'its path is too long.',
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known: Readonly<Record<string, string>> = reasons;
  return known[code] ?? `the system says ${code === '' ? 'no' : code}.`;
}
