import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path, { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#main/ports.ts';
import { removeTemporaries } from '#node/atomicFile.ts';
import { lockAlone } from '#node/lock.ts';
import { openFileLog } from '#node/log.ts';
import { storageError } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';
import { handOver, type HandoverReply, type HandoverRequest } from './handover.ts';

/** Either this process owns the workspace, or the app that has it already was asked to show itself. */
export type OpenedWorkspace =
  | { readonly kind: 'owner'; readonly log: Log; readonly logFile: string; readonly lock: WorkspaceLock }
  | { readonly kind: 'handedOver'; readonly reply: HandoverReply };

/** How long a start waits for an owner that is still starting or ending, and how often it checks, in milliseconds. */
const patienceMs = 10_000;
const lookMs = 100;

/**
 * Makes this process the owner of the workspace and opens its log, or hands `request` over to the process that has it;
 * nothing in the workspace has been opened then (F20). Throws a `StartProblem`; 3 if another one has it and does not
 * answer.
 */
export async function openWorkspace(
  folder: string,
  request: () => Promise<HandoverRequest>,
  tell: (line: string) => void = toStandardError,
): Promise<OpenedWorkspace> {
  const prepared = prepareWorkspaceFolder(folder);
  if (!prepared.ok) throw new StartProblem(prepared.problem, 1);
  const started = performance.now();
  for (;;) {
    const owned = lockOrSay(folder);
    if (owned.kind === 'owner') {
      removeTemporaries(folder);
      const logFile = path.join(folder, 'logs', 'winnow.log');
      return { kind: 'owner', log: openLog(logFile, tell), logFile, lock: owned.lock };
    }
    const reply = await handOver(folder, await request());
    if (reply !== null) return { kind: 'handedOver', reply };
    if (performance.now() - started > patienceMs) {
      const who = owned.pid === 0 ? '' : ` (process ${owned.pid})`;
      throw new StartProblem(`Winnow is already open on the workspace ${folder}${who}, but does not respond.`, 3);
    }
    await wait(lookMs);
  }
}

/** Opens the log; if that fails Winnow starts without one, and says so. */
function openLog(file: string, tell: (line: string) => void): Log {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    return openFileLog(file);
  } catch (error) {
    tell(`Winnow keeps no log: ${file} cannot be written to (${codeOf(error)}).`);
    return { info: () => undefined, warn: () => undefined, error: () => undefined };
  }
}

function toStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'for an unknown reason';
}

/** Locks the workspace, or says what is wrong with its disk. */
function lockOrSay(folder: string): LockOutcome {
  try {
    return lockWorkspace(folder);
  } catch (error) {
    const known = storageError(error);
    const why = known instanceof AppError ? known.message : `Its lock cannot be taken (${codeOf(error)}).`;
    throw new StartProblem(`The workspace ${folder} cannot be used. ${why}`, 1);
  }
}

/** Why a shell did not start: one line for the user, and the exit code. */
export class StartProblem extends Error {
  readonly exitCode: 1 | 2 | 3;

  constructor(message: string, exitCode: 1 | 2 | 3) {
    super(message);
    this.name = 'StartProblem';
    this.exitCode = exitCode;
  }
}

/** The one process that may write to a workspace has this until it ends. */
export interface WorkspaceLock {
  release(): void;
}

/** The lock, or who has it: a process id, or 0 if that is not known. */
export type LockOutcome =
  { readonly kind: 'owner'; readonly lock: WorkspaceLock } | { readonly kind: 'taken'; readonly pid: number };

/** Locks the workspace for this process. The process id beside the lock is only for people, and may be out of date. */
export function lockWorkspace(folder: string): LockOutcome {
  const ownerFile = join(folder, 'owner.pid');
  const lock = lockAlone(join(folder, 'owner.lock'));
  if (lock === null) return { kind: 'taken', pid: readPid(ownerFile) };
  try {
    writeFileSync(ownerFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    lock.release();
    throw error;
  }
  let isHeld = true;
  return {
    kind: 'owner',
    lock: {
      release: () => {
        // A second release would remove the next owner's note.
        if (!isHeld) return;
        isHeld = false;
        rmSync(ownerFile, { force: true });
        lock.release();
      },
    },
  };
}

function readPid(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}

/** A folder ready for use, or why it cannot be used, in one sentence. */
export type PreparedFolder = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/**
 * In bytes. SQLite opens no file whose path is longer than 511, and paths within a workspace take up to a hundred of
 * it.
 */
const longestPath = 400;

/** Creates the workspace's folder if it is missing, private to the user (S46), and checks that it can be written. */
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

/** One sentence, ending in `reason`. */
function unusable(folder: string, reason: string): string {
  return `The workspace ${folder} cannot be used: ${reason}`;
}

/** Node's own recursive mkdir never returns on a file system that allows no new folders (`/proc`, `/sys`). */
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
  EROFS: 'it is on a read-only disk.',
  ENOENT: 'the folder cannot be created.',
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
