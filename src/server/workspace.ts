import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LocalApiEvent, LocalApiStatus } from '#node/localApi.ts';
import { storageError } from '#node/sqlite.ts';
import { exportAddon, type Config } from '#shared/domain/account.ts';
import { digestWeekOf } from '#shared/domain/digestWeek.ts';
import { AppError } from '#shared/errors.ts';
import { createApp, type Api } from './app.ts';
import { ExportSessions } from './export/exportSessions.ts';
import { JobRunner } from './jobs/jobRunner.ts';
import { listCopies, removeCopy } from './copies/keptCopies.ts';
import { localDate } from './refresh/schedule.ts';
import type { CompanyReader } from './store/companies.ts';
import { openCompaniesOrRepair } from './store/sqlite/companiesRepair.ts';
import { openState } from './store/sqlite/stateFile.ts';
import type { State } from './store/state.ts';
import { createTaskRunner } from './thread/writerClient.ts';
import { indexFolderOf } from './copies/workspaceFiles.ts';

/** How long an idempotency key is remembered; a move that waits longer is sent again without harm. */
const keyDays = 60;

/** How long an ended token can be looked at in the list of them, in days. */
const tokenDays = 7;

/** How often what has had its time is forgotten, in milliseconds. */
const tidyInterval = 3_600_000;

/** How long a deleted list or collection can be had back. The app's Undo asks for it within seconds. */
const deletedDays = 30;

export interface WorkspaceOptions {
  /** The state's file; the search index is a folder of the same name with `.index` behind it. */
  readonly file: string;
  readonly config: Config;
  readonly now: () => Date;
  readonly onEvent: (event: LocalApiEvent) => void;
  readonly reportError: (error: unknown) => void;
  /** What the user has to know about this start, in full sentences. */
  readonly notices?: readonly string[];
  /** Another state waits to take the place of this one, once this one is closed. Only the desktop restores. */
  readonly onRestoreReady?: () => void;
  /** How often what has had its time is forgotten, in milliseconds; once an hour where it is left out. */
  readonly tidyMs?: number;
}

/** One workspace, opened: its API, its jobs and its state. The embedded API and the standalone server are both this. */
export interface Workspace {
  readonly app: Api;
  readonly jobs: JobRunner;
  readonly state: State;
  readonly companies: CompanyReader;
  status(): Promise<LocalApiStatus>;
  /** Takes a copy off the disk. Throws `not_found`, `storage_*`, and `busy` while copies are made or restored. */
  removeCopy(name: string): void;
  close(): void;
}

/** What `GET /api/config` tells where there is no membership provider. */
export function configWithoutProvider(callbackUrl: string): Config {
  return {
    allowExperiments: false,
    domain: '',
    planUid: '',
    authenticationCallbackUrl: callbackUrl,
    addons: { export: exportAddon },
  };
}

/** Opens a workspace, making it where there is none. Throws `storage_*`. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { file, config, now, onEvent, onRestoreReady } = options;
  let isOpen = true;
  // A job that is cut off by the end finds its files closed; the next start brings in order what it leaves.
  const reportError = (error: unknown): void => {
    if (isOpen) options.reportError(error);
  };
  makeFolder(dirname(file));
  // A file that has an index is Winnow's, whatever has become of it.
  const state = openState(file, { isOurs: existsSync(indexFolderOf(file)) });
  try {
    const indexFolder = indexFolderOf(file);
    const { companies, notices } = await openCompaniesOrRepair(indexFolder, () => newestWeekOf(state, now()), now);
    const exports = new ExportSessions();
    let tidying: NodeJS.Timeout | undefined;
    const close = (): void => {
      isOpen = false;
      clearInterval(tidying);
      exports.close();
      companies.close();
      state.close();
    };
    const status = async (): Promise<LocalApiStatus> => {
      const {
        week,
        refreshedAt,
        bytes,
        companies: count,
        sampleCompanies,
        importedCompanies,
        lastImport,
      } = await companies.status();
      return {
        companies: count,
        sampleCompanies,
        importedCompanies,
        digestWeek: week,
        refreshedAt,
        bytes: bytes + state.bytes(),
        readOnly: state.readOnly,
        notices: [...(options.notices ?? []), ...state.notices, ...notices],
        lastImport:
          lastImport === null ? null : { at: lastImport.at, added: lastImport.added, changed: lastImport.replaced },
        copies: listCopies(file),
        job: jobs.job,
      };
    };
    const changed = (): void => void status().then((value) => onEvent({ kind: 'status', status: value }), reportError);
    const jobs = new JobRunner({
      companies,
      state,
      now,
      runTask: createTaskRunner(indexFolder),
      publish: onEvent,
      changed,
      reportError,
      reopen: () => {
        close();
        onRestoreReady?.();
      },
    });
    const remove = (name: string): void => {
      const { kind = null, state: jobState = null } = jobs.job ?? {};
      if (jobState === 'running' && (kind === 'backup' || kind === 'restore')) {
        throw new AppError('busy', 'A backup is in use. Try again in a moment.');
      }
      removeCopy(file, name);
      changed();
    };
    const app = createApp({ companies, state, exports, config, now, reportError });
    if (state.readOnly === '') {
      await catchUp(state, jobs, now);
      tidying = setInterval(() => void tidy(state, now).catch(reportError), options.tidyMs ?? tidyInterval).unref();
    }
    return { app, jobs, state, companies, status, removeCopy: remove, close };
  } catch (error) {
    state.close();
    throw error;
  }
}

/** Finishes what the last run may have been cut off in: a digest or an import that has not reached every smart list. */
async function catchUp(state: State, jobs: JobRunner, now: () => Date): Promise<void> {
  await state.users.firstUser();
  await tidy(state, now);
  await jobs.settleRelease();
  await jobs.finishInterruptedImport();
}

/** Forgets what has had its time: a server may run for months. */
async function tidy(state: State, now: () => Date): Promise<void> {
  const daysAgo = (days: number): string => new Date(now().getTime() - days * 86_400_000).toISOString();
  await state.upkeep.forgetTokens(daysAgo(tokenDays));
  await state.upkeep.forgetKeys(daysAgo(keyDays));
  await state.upkeep.forgetDeleted(daysAgo(deletedDays));
}

/**
 * What must have been released: this week, or what the lists know of. With an earlier week the companies of later ones would
 * be out of sight, and what was decided about them would go with the next import that is undone.
 */
async function newestWeekOf(state: State, now: Date): Promise<string> {
  const [thisWeek, known] = [digestWeekOf(localDate(now)), await state.upkeep.newestWeek()];
  return known > thisWeek ? known : thisWeek;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw storageError(error);
  }
}
