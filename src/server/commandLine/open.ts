import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '#shared/domain/account.ts';
import type { LocalApiEvent } from '#node/localApi.ts';
import { storageError } from '#node/sqlite.ts';
import { AppError } from '#shared/errors.ts';
import { openState } from '../store/sqlite/stateFile.ts';
import type { State } from '../store/state.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '../workspace.ts';
import type { Output } from './output.ts';

export type Refreshed = Extract<LocalApiEvent, { kind: 'refreshed' }>;

/** Opens the workspace a command works on; the progress of its jobs goes to the output. */
export async function openForCommand(
  file: string,
  output: Output,
  options: { readonly config?: Config; readonly onRefreshed: (event: Refreshed) => void },
): Promise<Workspace> {
  throwIfFolder(file);
  const opening = openWorkspace({
    file,
    config: options.config ?? configWithoutProvider(''),
    now: () => new Date(),
    onEvent: (event) => {
      if (event.kind === 'refreshed') options.onRefreshed(event);
      if (event.kind === 'status' && event.status.job?.state === 'running') output.progress(event.status.job);
    },
    reportError: (error) => output.note(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  const workspace = await opening.catch((error: unknown): never => {
    throw naming(file, error);
  });
  for (const notice of (await workspace.status()).notices) output.note(notice);
  return workspace;
}

/** Opens only what is known of users, lists and decisions, also where a server has the workspace open. */
export function openStateForCommand(file: string): State {
  throwIfFolder(file);
  try {
    // A user may be added before there is anything else, as when a server is set up.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return openState(file);
  } catch (error) {
    throw naming(file, storageError(error));
  }
}

function throwIfFolder(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new AppError('bad_file', `${file} is a folder; --db names a file.`);
  }
}

/** The same error, which now says what file it is about. */
function naming(file: string, error: unknown): unknown {
  return error instanceof AppError ? new AppError(error.code, `${file}: ${error.message}`, { cause: error }) : error;
}

/** For what makes no sense on a new workspace: a mistyped name would make one, and say that all is done. */
export function throwIfAbsent(file: string): void {
  if (!existsSync(file)) throw new AppError('not_found', `${file} is not there.`);
}

/** Throws what made the last job fail. */
export function throwIfFailed({ jobs: { job } }: Workspace): void {
  if (job?.state === 'failed') throw new AppError('unavailable', job.reason);
  if (job?.state === 'cancelled') throw new AppError('cancelled', 'Cancelled.');
}
