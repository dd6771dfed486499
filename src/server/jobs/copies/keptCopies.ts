import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '#node/atomicFile.ts';
import { storageError } from '#node/sqlite.ts';
import { workspaceCopySchema, type WorkspaceCopy } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { backUpWorkspace, type BackupStep } from './backup.ts';

/** What is stored about a copy next to it; written last, so that a folder without it is no complete copy. */
const aboutSchema = workspaceCopySchema.omit({ name: true });
const aboutFile = 'about.json';

/** Names of copies: the time they were made, as a folder name that every system accepts. */
const copyName = /^\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d(\.\d{3})?( before a restore)?$/;

/** Prefix of a copy that is being deleted. */
const deleting = 'deleting ';

/** The folder of a workspace's copies, next to the state's file. */
export function copiesFolderOf(file: string): string {
  return join(dirname(file), 'backups');
}

/** The state's file in a copy. */
export function copyFile(file: string, name: string): string {
  return join(copiesFolderOf(file), name, 'winnow.db');
}

/** A name for a copy made at that time (UTC). */
export function nameOfCopy(now: Date, kind: WorkspaceCopy['kind']): string {
  const moment = now.toISOString().slice(0, 23).replace('T', ' ').replaceAll(':', '.');
  return kind === 'aside' ? `${moment} before a restore` : moment;
}

/** The complete copies of a workspace, newest first. */
export function listCopies(file: string): WorkspaceCopy[] {
  const folder = copiesFolderOf(file);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => copyName.test(name) && existsSync(join(folder, name, aboutFile)))
    .flatMap((name) => {
      const about = aboutSchema.safeParse(parsed(readFileSync(join(folder, name, aboutFile), 'utf8')));
      return about.success ? [{ name, ...about.data }] : [];
    })
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

/** Stores next to a copy what it is; from then on it counts as one. */
export async function describeCopy(file: string, { name, ...about }: WorkspaceCopy): Promise<void> {
  await writeFileAtomically(join(copiesFolderOf(file), name, aboutFile), `${JSON.stringify(about)}\n`);
}

/** Makes a copy of the workspace, checks every page of it and adds it to the copies. Throws like `backUpWorkspace`. */
export async function makeCopy(file: string, now: Date, step: BackupStep): Promise<WorkspaceCopy> {
  const name = nameOfCopy(now, 'backup');
  removePartial(file);
  const { companies, week, bytes } = await backUpWorkspace(file, copyFile(file, name), now, step);
  const copy = { name, at: now.toISOString(), kind: 'backup', companies, week, bytes } as const;
  await describeCopy(file, copy);
  return copy;
}

/** Deletes a copy for good. Throws `not_found` if there is none of that name, and `storage_*`. */
export function removeCopy(file: string, name: string): void {
  if (!listCopies(file).some((copy) => copy.name === name)) {
    throw new AppError('not_found', 'This backup no longer exists.');
  }
  const copies = copiesFolderOf(file);
  const folder = join(copies, `${deleting}${name}`);
  try {
    // Under that name it is no copy: if cut off from here on, nobody can restore half of one, and the rest goes later.
    renameSync(join(copies, name), folder);
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    throw storageError(error);
  }
}

/** Removes what an interrupted backup or removal has left. Only `removeCopy` deletes what was put aside. */
function removePartial(file: string): void {
  const folder = copiesFolderOf(file);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const isCutOff = copyName.test(name) && !name.endsWith('restore') && !existsSync(join(folder, name, aboutFile));
    const isDeleted = name.startsWith(deleting) && copyName.test(name.slice(deleting.length));
    if (isCutOff || isDeleted) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function parsed(text: string): unknown {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    return null;
  }
}
