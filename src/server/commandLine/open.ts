import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '#shared/domain/account.ts';
import type { LocalApiEvent } from '#node/localApi.ts';
import type { Log } from '#node/log.ts';
import { openingProblem } from '#node/sqlite.ts';
import type { AuditAct } from '#shared/domain/team.ts';
import { AppError } from '#shared/errors.ts';
import { indexFolderOf } from '../jobs/copies/workspaceFiles.ts';
import { hasCompanies } from '../index/catalogue.ts';
import { openState } from '../state/sqlite/file.ts';
import type { State } from '../state/port.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '../workspace.ts';
import type { Place } from './command.ts';
import type { Output } from './output.ts';

export type Refreshed = Extract<LocalApiEvent, { kind: 'refreshed' }>;

export interface CommandOptions {
  readonly config?: Config;
  readonly onRefreshed?: (event: Refreshed) => void;
  /** The command serves for long, and does long work itself. */
  readonly serves?: boolean;
  /** Begin without lists, users and decisions if their file is lost; without this flag that is refused. */
  readonly beginAnew?: boolean;
  readonly log?: Log;
}

/** Opens the workspace a command works on; the progress of its jobs goes to the output. */
export async function openForCommand(
  { file, store }: Place,
  output: Output,
  options: CommandOptions = {},
): Promise<Workspace> {
  throwIfFolder(file);
  let toldUpkeep = '';
  const opening = openWorkspace({
    file,
    store,
    config: options.config ?? configWithoutProvider(''),
    now: () => new Date(),
    ...(options.log === undefined ? {} : { log: options.log }),
    isBrief: options.serves !== true,
    whenLost: options.beginAnew === true ? 'begin' : 'refuse',
    onEvent: (event) => {
      if (event.kind === 'refreshed') options.onRefreshed?.(event);
      const { upkeep = null } = event.kind === 'status' ? event.status : {};
      if (upkeep?.state === 'failed' && upkeep.id !== toldUpkeep) {
        toldUpkeep = upkeep.id;
        output.note(`${upkeep.label} failed. ${upkeep.reason}`);
      }
      if (event.kind === 'status' && event.status.job?.state === 'running') output.progress(event.status.job);
    },
    reportError: (error) => output.note(reportOf(error)),
  });
  const workspace = await opening.catch((error: unknown): never => {
    throw store === null ? naming(file, withAdvice(error, file)) : error;
  });
  try {
    // One that serves answers meanwhile that it is not ready.
    if (options.serves !== true) await workspace.ready;
    for (const notice of (await workspace.status()).notices) output.note(notice);
    return workspace;
  } catch (error) {
    workspace.close();
    throw error;
  }
}

/** What is known is a sentence; of anything else it helps to know where it came from. */
function reportOf(error: unknown): string {
  if (error instanceof AppError && error.code !== 'internal') return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Opens only users, lists and decisions, even while a server has the workspace open. */
export async function openStateForCommand({ file, store }: Place): Promise<State> {
  if (store !== null) {
    const { openPostgresState } = await import('../state/postgres/open.ts');
    return openPostgresState(store, { onLost: () => undefined });
  }
  throwIfFolder(file);
  try {
    // A user may be added before there is anything else, for example when setting up a server.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return await openState(file, { whenLost: hasCompanies(indexFolderOf(file)) ? 'refuse' : undefined });
  } catch (error) {
    throw naming(file, withAdvice(openingProblem(error), file));
  }
}

/** The audit has what is done by command as done by the workspace's own user. */
export async function audited(act: AuditAct, { audit, users }: State): Promise<void> {
  await audit.record({ ...act, userId: (await users.firstUser()).id, at: new Date().toISOString() });
}

/** Adds what the user can do about a lost file. */
function withAdvice(error: unknown, file: string): unknown {
  const isLost = error instanceof AppError && error.code === 'storage_corrupt' && isEmpty(file);
  if (!isLost) return error;
  const advice =
    'Restore it from a backup, or start the server with --begin-anew, ' +
    'which continues without lists, users and decisions.';
  return new AppError(error.code, `${error.message} ${advice}`, { cause: error });
}

function isEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function throwIfFolder(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new AppError('bad_file', `${file} is a folder; --db must name a file.`);
  }
}

/** The same error, but it names the file it is about. */
function naming(file: string, error: unknown): unknown {
  return error instanceof AppError ? new AppError(error.code, `${file}: ${error.message}`, { cause: error }) : error;
}

/** For commands that make no sense on a new workspace: a mistyped name would create one and report success. */
export function throwIfAbsent({ file, store }: Place): void {
  if (store === null && !existsSync(file)) throw new AppError('not_found', `${file} does not exist.`);
}

/** Throws what made the last job fail. */
export function throwIfFailed({ jobs: { job } }: Workspace): void {
  if (job?.state === 'failed') throw new AppError('unavailable', job.reason);
  if (job?.state === 'cancelled') throw new AppError('cancelled', 'Cancelled.');
}
