import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolderNow, writeFileAtomically } from '#node/atomicFile.ts';
import { openDatabase, storageError } from '#node/sqlite.ts';
import { workspaceCopySchema, type WorkspaceCopy } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { backUpWorkspace, type BackupStep } from './backup.ts';
import { copiesFolderOf, copyFile, describeCopy, listCopies, nameOfCopy } from './keptCopies.ts';
import { openCompanyReader } from '../../index/open.ts';
import { openState } from '../../state/sqlite/file.ts';
import { indexFolderOf } from './workspaceFiles.ts';

/**
 * Restoring has two halves. `prepareRestore` copies the chosen copy next to the workspace, checks every page, and
 * finally writes a note: until then nothing has changed. `finishRestore` runs the next time, before the workspace is
 * opened, and does what the note says by renaming; each step may already have been done. So whenever the process is
 * killed, either the state before or the restored one is there.
 */

/** Where the copy waits until it takes the workspace's place. */
function waitingFile(file: string): string {
  return `${file}.restoring`;
}

function noteFile(file: string): string {
  return `${file}.restore.json`;
}

/** Prepares to restore the copy `name`. Throws `not_found`, and whatever a damaged copy throws. */
export async function prepareRestore(file: string, name: string, now: Date, step: BackupStep): Promise<void> {
  if (!listCopies(file).some((copy) => copy.name === name)) {
    throw new AppError('not_found', 'This backup no longer exists.');
  }
  removeWaiting(file);
  await backUpWorkspace(copyFile(file, name), waitingFile(file), now, step);
  keepSignedIn(file, waitingFile(file));
  await recordRestore(waitingFile(file), name, now);
  const aside: WorkspaceCopy = {
    name: nameOfCopy(now, 'aside'),
    at: now.toISOString(),
    kind: 'aside',
    ...(await contentOf(file)),
  };
  await writeFileAtomically(noteFile(file), `${JSON.stringify(aside)}\n`);
}

/** Whether a restored workspace is waiting to be put in place. */
export function isRestoreReady(file: string): boolean {
  return existsSync(noteFile(file));
}

/**
 * Puts a waiting restored workspace in place and makes what was there before one of the copies. True if it did. Call it
 * before the workspace is opened. Throws `storage_*`.
 */
export async function finishRestore(file: string): Promise<boolean> {
  if (!isRestoreReady(file)) {
    if (existsSync(dirname(file))) removeWaiting(file);
    return false;
  }
  try {
    const aside = workspaceCopySchema.parse(JSON.parse(readFileSync(noteFile(file), 'utf8')));
    const away = copyFile(file, aside.name);
    mkdirSync(dirname(away), { recursive: true, mode: 0o700 });
    if (existsSync(waitingFile(file))) {
      // The journal belongs to the file next to it: it goes before another file takes that name.
      for (const ending of ['', '-wal', '-shm']) moveIfThere(file + ending, away + ending);
      syncFolderNow(dirname(away));
      renameSync(waitingFile(file), file);
    }
    if (existsSync(indexFolderOf(waitingFile(file)))) {
      moveIfThere(indexFolderOf(file), indexFolderOf(away));
      renameSync(indexFolderOf(waitingFile(file)), indexFolderOf(file));
    }
    syncFolderNow(dirname(file));
    await describeCopy(file, aside);
    syncFolderNow(copiesFolderOf(file));
    rmSync(noteFile(file));
    syncFolderNow(dirname(file));
    return true;
  } catch (error) {
    throw storageError(error);
  }
}

function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}

/** Removes what a restore has left that was cut off before its note. */
function removeWaiting(file: string): void {
  const prefix = basename(waitingFile(file));
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith(prefix)) rmSync(join(dirname(file), name), { recursive: true, force: true });
  }
}

/**
 * Keeps the workspace's own user signed in on this computer, whatever tokens were valid when the copy was made. The
 * workspace may also have been a server's: what others signed in with does not belong to the owner.
 */
function keepSignedIn(file: string, copy: string): void {
  const from = openDatabase(file, { durability: 'full', readOnly: true });
  const to = openDatabase(copy, { durability: 'full' });
  try {
    const tokens = from
      .prepare(
        `SELECT hash, label, created_at, expires_at FROM token
         WHERE revoked_at = '' AND user_id = (SELECT min(id) FROM user)`,
      )
      .all();
    const insert = to.prepare(
      `INSERT INTO token (hash, user_id, label, created_at, expires_at) SELECT ?, min(id), ?, ?, ? FROM user WHERE true
       ON CONFLICT (hash) DO UPDATE SET revoked_at = ''`,
    );
    for (const { hash, label, created_at: at, expires_at: end } of tokens) {
      insert.run(hash ?? null, label ?? null, at ?? null, end ?? null);
    }
  } finally {
    from.close();
    to.close();
  }
}

/** The audit comes back as it was with the copy, and goes on with the restore. */
async function recordRestore(copy: string, name: string, now: Date): Promise<void> {
  const state = await openState(copy);
  try {
    const { id: userId } = await state.users.firstUser();
    await state.audit.record({ kind: 'restore', detail: { name }, userId, at: now.toISOString() });
  } finally {
    state.close();
  }
}

async function contentOf(file: string): Promise<Pick<WorkspaceCopy, 'companies' | 'week' | 'bytes'>> {
  const reader = openCompanyReader(indexFolderOf(file));
  try {
    const { companies, week, bytes } = await reader.status();
    return { companies, week, bytes };
  } finally {
    reader.close();
  }
}
