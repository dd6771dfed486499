import { chmodSync, closeSync, constants, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { AppError } from '#shared/errors.ts';
import { syncFolderNow } from '#node/atomicFile.ts';
import { openDatabase, openImmutable, storageError } from '#node/sqlite.ts';
import { segmentPath } from '../store/sqlite/companiesCatalogue.ts';
import { openCompanyReader } from '../store/sqlite/companies.ts';
import { openState } from '../store/sqlite/stateFile.ts';
import { indexFolderOf } from './workspaceFiles.ts';

/** What a copy holds. */
export interface BackupResult {
  readonly companies: number;
  readonly week: string;
  readonly users: number;
  readonly bytes: number;
}

/** Told what is being done, out of so many steps; it may throw to end the work. */
export type BackupStep = (done: number, total: number, label: string) => Promise<void>;

/** How often a copy begins anew because a writer took away a file it was about to copy. */
const attempts = 5;

/**
 * Copies a workspace (the state's file and the index beside it) to `target`, consistent in itself also while a server
 * works on it, opens the copy and checks every page of it. All of it is there in the end, or nothing. Throws `bad_file`
 * where there is nothing to copy or something in the way, and `storage_*`. What `step` throws ends it, too.
 */
export async function backUpWorkspace(
  file: string,
  target: string,
  now: Date,
  step: BackupStep = () => Promise.resolve(),
): Promise<BackupResult> {
  if (!existsSync(file)) throw new AppError('bad_file', `${file} is not there.`);
  for (const path of [target, indexFolderOf(target)]) {
    if (existsSync(path)) throw new AppError('bad_file', `${path} is there already; a backup replaces nothing.`);
  }
  const temporary = `${target}.${now.getTime()}.tmp`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    // The state first: the index is then at least as new, and whatever it has more is matched at the next start.
    await step(0, 3, 'Copying lists and decisions');
    await copyDatabase(file, temporary);
    await step(1, 3, 'Copying companies');
    await copyIndex(indexFolderOf(file), indexFolderOf(temporary));
    await step(2, 3, 'Checking every page of the copy');
    const result = await check(temporary);
    await step(3, 3, 'Putting the copy in place');
    tidy(temporary);
    renameSync(indexFolderOf(temporary), indexFolderOf(target));
    renameSync(temporary, target);
    syncFolderNow(dirname(target));
    return result;
  } catch (error) {
    throw storageError(error);
  } finally {
    for (const name of namesLike(temporary)) rmSync(join(dirname(target), name), { recursive: true, force: true });
  }
}

/** Removes what opening the copy has left beside it: journals, and the copies that a migration makes. */
function tidy(file: string): void {
  for (const path of [file, join(indexFolderOf(file), 'catalogue.db')]) {
    // Closing the last connection that may write puts the journal into the file.
    if (existsSync(path)) openDatabase(path, { durability: 'full' }).close();
    for (const name of namesLike(path)) {
      if (!/\.index$|\.db$|\.tmp$/.test(name)) rmSync(join(dirname(path), name), { force: true });
    }
  }
}

/** Names in a file's folder that begin with its own. */
function namesLike(path: string): string[] {
  if (!existsSync(dirname(path))) return [];
  return readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
}

async function copyDatabase(from: string, to: string): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600));
  const source = openDatabase(from, { durability: 'full', readOnly: true });
  try {
    // All pages in one step: the copy is of one moment, and no change in between makes it begin again.
    await backup(source, to, { rate: maxPages });
  } finally {
    source.close();
  }
  chmodSync(to, 0o600);
  syncFile(to);
}

const maxPages = 0x7fffffff;

/** Copies the catalogue and every segment it names. Segments never change, so only a missing one is a reason to repeat. */
async function copyIndex(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to, { recursive: true, mode: 0o700 });
    if (!existsSync(join(from, 'catalogue.db'))) return;
    await copyDatabase(join(from, 'catalogue.db'), join(to, 'catalogue.db'));
    try {
      for (const id of segmentsOf(to)) {
        copyFileSync(segmentPath(from, id), segmentPath(to, id), constants.COPYFILE_FICLONE);
        chmodSync(segmentPath(to, id), 0o600);
        syncFile(segmentPath(to, id));
      }
      syncFolderNow(to);
      return;
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isGone || attempt === attempts) throw error;
    }
  }
}

/** The segments a catalogue names, whatever version of Winnow wrote it. */
function segmentsOf(folder: string): number[] {
  const catalogue = openDatabase(join(folder, 'catalogue.db'), { durability: 'full', readOnly: true });
  try {
    return catalogue
      .prepare('SELECT id FROM segment ORDER BY id')
      .all()
      .map((row) => Number(row['id']));
  } finally {
    catalogue.close();
  }
}

/** Opens the copy as the server would, and checks every page of it. */
async function check(file: string): Promise<BackupResult> {
  const folder = indexFolderOf(file);
  let bytes = statSync(file).size;
  // Before it is opened as a workspace: that would mend what is damaged, and a copy that lacks something is none.
  checkPages(openDatabase(file, { durability: 'full', readOnly: true }), file);
  const state = openState(file);
  let users: number;
  try {
    users = (await state.accounts.list()).length;
  } finally {
    state.close();
  }
  const reader = openCompanyReader(folder);
  try {
    const { companies, week } = await reader.status();
    for (const id of segmentsOf(folder)) {
      const path = segmentPath(folder, id);
      bytes += statSync(path).size;
      checkPages(openImmutable(path), path);
    }
    return { companies, week, users, bytes };
  } finally {
    reader.close();
  }
}

function checkPages(db: DatabaseSync, path: string): void {
  try {
    const said = db.prepare('PRAGMA quick_check(1)').get();
    if (said?.['quick_check'] !== 'ok') throw new AppError('storage_corrupt', `The copy ${path} is damaged.`);
  } finally {
    db.close();
  }
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
