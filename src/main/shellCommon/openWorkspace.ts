import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#main/ports.ts';
import { removeTemporaries } from '#node/atomicFile.ts';
import { storageError } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';
import { openFileLog } from '#node/log.ts';
import { handOver, type HandoverReply, type HandoverRequest } from './handover.ts';
import { prepareWorkspaceFolder } from './workspaceFolder.ts';
import { lockWorkspace, type LockOutcome, type WorkspaceLock } from './workspaceLock.ts';

/** Why a shell did not start: one line for the user, and the exit code. */
export class StartProblem extends Error {
  readonly exitCode: 1 | 2 | 3;

  constructor(message: string, exitCode: 1 | 2 | 3) {
    super(message);
    this.name = 'StartProblem';
    this.exitCode = exitCode;
  }
}

/** The workspace is this process's own, or the app that has it already was asked to show itself. */
export type OpenedWorkspace =
  | { readonly kind: 'owner'; readonly log: Log; readonly logFile: string; readonly lock: WorkspaceLock }
  | { readonly kind: 'handedOver'; readonly reply: HandoverReply };

/** How long a start waits for an owner that is just starting or ending, and how often it looks, in milliseconds. */
const patienceMs = 10_000;
const lookMs = 100;

/**
 * Makes the workspace this process's own and opens its log, or hands over to the process that has it, which is asked
 * `request`; nothing of the workspace was opened then (F20). Throws a `StartProblem`; 3 where another one has it and
 * does not answer.
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
      throw new StartProblem(`Winnow is already open on the workspace ${folder}${who}, and does not answer.`, 3);
    }
    await wait(lookMs);
  }
}

/** Opens the log; where that cannot be had Winnow starts without one, and says so. */
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

/** Takes the workspace, or says what is wrong with its disk. */
function lockOrSay(folder: string): LockOutcome {
  try {
    return lockWorkspace(folder);
  } catch (error) {
    const known = storageError(error);
    const why = known instanceof AppError ? known.message : `Its lock cannot be taken (${codeOf(error)}).`;
    throw new StartProblem(`The workspace ${folder} cannot be used. ${why}`, 1);
  }
}
