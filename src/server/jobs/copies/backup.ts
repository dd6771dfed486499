import { chmodSync, closeSync, constants, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { integer, orElse, rowsOf, text, valuesOf } from '#node/rows.ts';
import { AppError } from '#shared/errors.ts';
import { syncFolderNow } from '#node/atomicFile.ts';
import { openDatabase, openImmutable, storageError } from '#node/sqlite.ts';
import { holdWorkspace } from '#node/lock.ts';
import { finishImports, matchReleasedWeeks } from '../../lists/catchUp.ts';
import { cataloguePath, segmentPath, type SegmentFile } from '../../index/catalogue.ts';
import { openCompanyReader } from '../../index/open.ts';
import { openState } from '../../state/sqlite/file.ts';
import { indexFolderOf } from './workspaceFiles.ts';

/** What a copy contains. */
export interface BackupResult {
  readonly companies: number;
  readonly week: string;
  readonly users: number;
  readonly bytes: number;
}

/** Called with the current step, out of so many; it may throw to end the work. */
export type BackupStep = (done: number, total: number, label: string) => Promise<void>;

/** How often a copy starts over because companies have changed meanwhile, and how long it waits before that. */
const attempts = 20;
const pauseMs = 50;

/**
 * Copies a workspace (the state's file and the index beside it) to `target`, consistent even while a server works on
 * it, then opens the copy and checks every page of it. In the end all of it is there, or nothing. Throws `bad_file` if
 * there is nothing to copy or something in the way, and `storage_*`. Anything that `step` throws ends it, too.
 */
export async function backUpWorkspace(
  file: string,
  target: string,
  now: Date,
  step: BackupStep = () => Promise.resolve(),
): Promise<BackupResult> {
  if (!existsSync(file)) throw new AppError('bad_file', `${file} does not exist.`);
  for (const path of [target, indexFolderOf(target)]) {
    if (existsSync(path)) throw new AppError('bad_file', `${path} already exists; a backup never replaces a file.`);
  }
  const temporary = `${target}.${now.getTime()}.tmp`;
  // Nobody may set aside or mend what is being copied.
  const hold = holdWorkspace(file);
  hold.share();
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    await copyOfOneMoment(file, temporary, step);
    await step(2, 3, 'Checking every page of the copy');
    const result = await check(temporary, now);
    await step(3, 3, 'Putting the copy in place');
    tidy(temporary);
    renameSync(indexFolderOf(temporary), indexFolderOf(target));
    renameSync(temporary, target);
    syncFolderNow(dirname(target));
    return result;
  } catch (error) {
    throw storageError(error);
  } finally {
    hold.release();
    removeLike(temporary);
  }
}

/**
 * Copies lists and companies of the same moment: if companies changed while the lists were copied, it copies both
 * again. Throws `busy` if they keep changing.
 */
async function copyOfOneMoment(file: string, temporary: string, step: BackupStep): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    removeLike(temporary);
    const before = generationOf(indexFolderOf(file));
    await step(0, 3, 'Copying lists and decisions');
    await copyDatabase(file, temporary);
    await step(1, 3, 'Copying companies');
    if (await copyIndex(indexFolderOf(file), indexFolderOf(temporary), before)) return;
    if (attempt === attempts) {
      throw new AppError('busy', 'The workspace changed while it was copied. Try again when no import is running.');
    }
    await sleep(pauseMs);
  }
}

/** The generation of companies that a folder's catalogue names, -1 if there is none. */
function generationOf(folder: string): number {
  const path = cataloguePath(folder);
  if (!existsSync(path)) return -1;
  const catalogue = openDatabase(path, { durability: 'full', readOnly: true });
  try {
    return valuesOf(integer, catalogue.prepare('SELECT generation FROM manifest').all())[0] ?? -1;
  } finally {
    catalogue.close();
  }
}

function removeLike(path: string): void {
  for (const name of namesLike(path)) rmSync(join(dirname(path), name), { recursive: true, force: true });
}

/** Removes what opening the copy has left next to it: journals, and the copies that a migration makes. */
function tidy(file: string): void {
  for (const path of [file, join(indexFolderOf(file), 'catalogue.db')]) {
    // Closing the last connection that may write moves the journal into the file.
    if (existsSync(path)) openDatabase(path, { durability: 'full' }).close();
    for (const name of namesLike(path)) {
      if (!/\.index$|\.db$|\.tmp$/.test(name)) rmSync(join(dirname(path), name), { force: true });
    }
  }
}

/** Names in a file's folder that begin with the file's name. */
function namesLike(path: string): string[] {
  if (!existsSync(dirname(path))) return [];
  return readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
}

async function copyDatabase(from: string, to: string): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600));
  const source = openDatabase(from, { durability: 'full', readOnly: true });
  try {
    // All pages in one step: the copy is of one moment, and no change in between makes it start over.
    await backup(source, to, { rate: maxPages });
  } finally {
    source.close();
  }
  chmodSync(to, 0o600);
  syncFile(to);
}

const maxPages = 0x7fffffff;

/**
 * Copies the catalogue and every segment it names; false if that is no longer the generation asked for. Segments never
 * change, and one that is gone was removed by a newer generation.
 */
async function copyIndex(from: string, to: string, generation: number): Promise<boolean> {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  if (!existsSync(cataloguePath(from))) return generation === -1;
  await copyDatabase(cataloguePath(from), cataloguePath(to));
  if (generationOf(to) !== generation) return false;
  try {
    for (const segment of segmentsOf(to)) {
      const copy = segmentPath(to, segment);
      copyFileSync(segmentPath(from, segment), copy, constants.COPYFILE_FICLONE);
      chmodSync(copy, 0o600);
      syncFile(copy);
    }
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    // If the generation is the same, a missing file is damage.
    if (isGone && generationOf(from) !== generation) return false;
    throw error;
  }
  syncFolderNow(to);
  return true;
}

/** The segments a catalogue names, whatever version of Winnow wrote it. */
function segmentsOf(folder: string): SegmentFile[] {
  const catalogue = openDatabase(cataloguePath(folder), { durability: 'full', readOnly: true });
  try {
    const segment = { id: integer, edition: orElse(integer, 0) };
    return rowsOf(segment, catalogue.prepare('SELECT * FROM segment ORDER BY id').all());
  } finally {
    catalogue.close();
  }
}

/**
 * Opens the copy as the server would, finishes imports that were running when it was made, and checks every page of it.
 */
async function check(file: string, now: Date): Promise<BackupResult> {
  const folder = indexFolderOf(file);
  let bytes = statSync(file).size;
  // Before it is opened as a workspace: that would mend what is damaged, and an incomplete copy is no copy.
  checkPages(openDatabase(file, { durability: 'full', readOnly: true }), file);
  const state = await openState(file);
  const reader = openCompanyReader(folder);
  try {
    const users = (await state.accounts.list()).length;
    const deps = { companies: reader, state, now: () => now };
    await finishImports(deps, await state.upkeep.openImports(), () => undefined);
    await matchReleasedWeeks(deps);
    const { companies, week } = await reader.status();
    for (const segment of segmentsOf(folder)) {
      const path = segmentPath(folder, segment);
      bytes += statSync(path).size;
      checkPages(openImmutable(path), path);
    }
    return { companies, week, users, bytes };
  } finally {
    reader.close();
    state.close();
  }
}

function checkPages(db: DatabaseSync, path: string): void {
  try {
    const [said] = valuesOf(text, db.prepare('PRAGMA quick_check(1)').all());
    if (said !== 'ok') throw new AppError('storage_corrupt', `The copy ${path} is damaged.`);
  } finally {
    db.close();
  }
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
