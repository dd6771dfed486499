import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LocalApiEvent, LocalApiStatus } from '#node/localApi.ts';
import { removeTemporaries } from '#node/atomicFile.ts';
import { openingProblem } from '#node/sqlite.ts';
import { holdWorkspace, type FileLock } from '#node/lock.ts';
import { exportAddon, type Config } from '#shared/domain/account.ts';
import { digestWeekOf } from '#shared/domain/digestWeek.ts';
import { AppError } from '#shared/errors.ts';
import { createApp, type Api } from './api/app.ts';
import { ExportSessions } from './api/routes/exportSessions.ts';
import { importOwnersIn } from './jobs/importOwners.ts';
import { JobRunner } from './jobs/jobRunner.ts';
import { identityOf } from './lists/entrySeeds.ts';
import { keepLostCompanies } from './lists/catchUp.ts';
import { lockWriters } from './index/open.ts';
import type { Lost, State } from './state/port.ts';
import { listCopies, removeCopy } from './jobs/copies/keptCopies.ts';
import { catchUpProblem, localDate, weekAheadText } from './lists/schedule.ts';
import type { CompanyReader } from './index/port.ts';
import { hasCompanies } from './index/catalogue.ts';
import { waitingMark, waitingSegments } from './index/salvage.ts';
import { outdatedSegments } from './index/rebuild.ts';
import { openCompaniesOrRepair, type OpenedCompanies } from './index/repair.ts';
import { openState } from './state/sqlite/file.ts';
import { createTaskRunner } from './thread/writerClient.ts';
import { indexFolderOf } from './jobs/copies/workspaceFiles.ts';

export interface WorkspaceOptions {
  /** The state's file; the search index is a folder of the same name with `.index` behind it. */
  readonly file: string;
  readonly config: Config;
  readonly now: () => Date;
  readonly onEvent: (event: LocalApiEvent) => void;
  readonly reportError: (error: unknown) => void;
  /** What the user has to know about this start, in full sentences. */
  readonly notices?: readonly string[];
  /** What a caller holds already; it ends with the workspace. */
  readonly hold?: FileLock;
  /** What to do where the state's file is missing or empty beside companies; left out: it begins anew, and says so. */
  readonly whenLost?: 'begin' | 'refuse';
  /** Damaged segments of more bytes are mended after the start; another size only where that is what is tested. */
  readonly mendAtOnceBytes?: number;
  /** Another state waits to take the place of this one, once this one is closed. Only the desktop restores. */
  readonly onRestoreReady?: () => void;
  /** It is opened for a command that ends soon: what takes long and can wait is left to others. */
  readonly isBrief?: boolean;
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

/**
 * Opens a workspace, making it where there is none, and holds it until `close`. What is damaged is mended where
 * nobody else works with it. Throws `storage_*`, and `busy` where somebody is mending it just now.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const hold = options.hold ?? holdFolder(options.file);
  try {
    const workspace = await openHeld(options, hold, false).catch((error: unknown) => {
      // What a start writes finds no room: then it goes without, so that there can at least be searched.
      if (!(error instanceof AppError) || error.code !== 'storage_full') throw error;
      return openHeld(options, hold, true);
    });
    hold.share();
    return workspace;
  } catch (error) {
    hold.release();
    throw openingProblem(error);
  }
}

function holdFolder(file: string): FileLock {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return holdWorkspace(file);
  } catch (error) {
    throw openingProblem(error);
  }
}

async function openHeld(options: WorkspaceOptions, hold: FileLock, isDiskFull: boolean): Promise<Workspace> {
  const { file, now, whenLost = 'begin' } = options;
  const indexFolder = indexFolderOf(file);
  if (hold.isAlone) removeTemporaries(dirname(file), basename(file));
  // A file that has an index is Winnow's, whatever has become of it.
  const state = openState(file, {
    isOurs: existsSync(indexFolder),
    whenLost: hasCompanies(indexFolder) ? whenLost : undefined,
    isDiskFull,
    hold,
  });
  let reader: { close(): void } | undefined;
  try {
    const opened = await openCompaniesOrRepair(indexFolder, () => newestWeekOf(state, now()), hold.isAlone, {
      now,
      ...(options.mendAtOnceBytes === undefined ? {} : { mendAtOnceBytes: options.mendAtOnceBytes }),
    });
    const { companies } = opened;
    reader = companies;
    const notices = [...opened.notices];
    if (state.readOnly === '') {
      if (opened.wasDamaged) notices.push(...lostText(await keepLostCompanies({ companies, state, now })));
      opened.mended();
    }
    const workspace = new OpenWorkspace(options, hold, { state, companies, notices });
    if (state.readOnly === '') await workspace.begin();
    return workspace;
  } catch (error) {
    reader?.close();
    state.close();
    throw error;
  }
}

/** What a workspace is made of once its files are open. */
interface OpenFiles {
  readonly state: State;
  readonly companies: OpenedCompanies['companies'];
  /** What the user has to know about how the companies were opened. */
  readonly notices: readonly string[];
}

class OpenWorkspace implements Workspace {
  readonly app: Api;
  readonly jobs: JobRunner;
  readonly state: State;
  readonly companies: OpenFiles['companies'];
  readonly #options: WorkspaceOptions;
  readonly #hold: FileLock;
  readonly #indexFolder: string;
  readonly #notices: readonly string[];
  readonly #exports = new ExportSessions();
  #tidying: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(options: WorkspaceOptions, hold: FileLock, { state, companies, notices }: OpenFiles) {
    const { file, config, now, onEvent, onRestoreReady } = options;
    this.#options = options;
    this.#hold = hold;
    this.#notices = notices;
    this.#indexFolder = indexFolderOf(file);
    this.state = state;
    this.companies = companies;
    this.jobs = new JobRunner({
      companies,
      state,
      now,
      runTask: createTaskRunner(this.#indexFolder),
      owners: importOwnersIn(this.#indexFolder),
      lockWriter: () => lockWriters(this.#indexFolder),
      publish: onEvent,
      changed: () => this.#changed(),
      reportError: this.#reportError,
      reopen: () => {
        this.close();
        onRestoreReady?.();
      },
    });
    this.app = createApp({ companies, state, exports: this.#exports, config, now, reportError: this.#reportError });
  }

  /** Finishes what the last run has left, and begins what goes on beside the work; for one that can be written to. */
  async begin(): Promise<void> {
    const { now, tidyMs = tidyInterval, isBrief = false } = this.#options;
    try {
      await catchUp(this.state, this.jobs, now);
      this.#tidying = setInterval(() => void tidy(this.state, now).catch(this.#reportError), tidyMs).unref();
      if (this.#hold.isAlone) mendLater(this.jobs, this.#indexFolder);
      if (!isBrief && isOutdated(this.#indexFolder, this.#reportError)) void this.jobs.startRebuild();
      void identifyCompanies(this.companies, this.state, () => this.#isOpen).catch(this.#reportError);
    } catch (error) {
      this.#isOpen = false;
      throw error;
    }
  }

  async status(): Promise<LocalApiStatus> {
    const { week, refreshedAt, bytes, companies, sampleCompanies, importedCompanies, lastImport } =
      await this.companies.status();
    const { file, now, notices } = this.#options;
    return {
      companies,
      sampleCompanies,
      importedCompanies,
      digestWeek: week,
      refreshedAt,
      bytes: bytes + this.state.bytes(),
      readOnly: this.state.readOnly,
      notices: [...(notices ?? []), ...this.state.notices, ...this.#notices, ...clockTexts(week, localDate(now()))],
      lastImport:
        lastImport === null ? null : { at: lastImport.at, added: lastImport.added, changed: lastImport.replaced },
      copies: listCopies(file),
      job: this.jobs.job,
      upkeep: this.jobs.upkeep,
    };
  }

  removeCopy(name: string): void {
    const { kind = null, state = null } = this.jobs.job ?? {};
    if (state === 'running' && (kind === 'backup' || kind === 'restore')) {
      throw new AppError('busy', 'A backup is in use. Try again in a moment.');
    }
    removeCopy(this.#options.file, name);
    this.#changed();
  }

  close(): void {
    this.#isOpen = false;
    clearInterval(this.#tidying);
    this.jobs.stopUpkeep();
    this.#exports.close();
    this.companies.close();
    this.state.close();
    this.#hold.release();
  }

  #changed(): void {
    void this.status().then(
      (status) => this.#options.onEvent({ kind: 'status', status }),
      (error: unknown) => this.#reportError(error),
    );
  }

  /** A job that is cut off by the end finds its files closed; the next start brings in order what it leaves. */
  readonly #reportError = (error: unknown): void => {
    if (this.#isOpen) this.#options.reportError(error);
  };
}

/** How often what has had its time is forgotten, in milliseconds. */
const tidyInterval = 3_600_000;

/** Finishes what the last run may have been cut off in: a digest or an import that has not reached every smart list. */
async function catchUp(state: State, jobs: JobRunner, now: () => Date): Promise<void> {
  await state.users.firstUser();
  await tidy(state, now);
  await jobs.settleRelease();
  await jobs.finishInterruptedImports();
}

/** Forgets what has had its time: a server may run for months. */
async function tidy(state: State, now: () => Date): Promise<void> {
  const daysAgo = (days: number): string => new Date(now().getTime() - days * 86_400_000).toISOString();
  await state.upkeep.forgetTokens(daysAgo(tokenDays));
  // After a jump of the clock nothing is old before it has gone on for as long.
  const steadySince = await state.upkeep.steadySince(now().toISOString(), mostDaysAsleep);
  if (steadySince <= daysAgo(keyDays)) await state.upkeep.forgetKeys(daysAgo(keyDays));
  if (steadySince <= daysAgo(deletedDays)) await state.upkeep.forgetDeleted(daysAgo(deletedDays));
}

/** How long an idempotency key is remembered; a move that waits longer is sent again without harm. */
const keyDays = 60;

/** How long an ended token can be looked at in the list of them, in days. */
const tokenDays = 7;

/** How long a deleted list or collection can be had back. The app's Undo asks for it within seconds. */
const deletedDays = 30;

/** Where Winnow has not run for longer, its clock may have jumped. */
const mostDaysAsleep = 14;

/** Keeps by what companies are found again that an entry or item named before Winnow did so by itself. */
async function identifyCompanies(companies: CompanyReader, state: State, isOpen: () => boolean): Promise<void> {
  while (isOpen()) {
    const ids = await state.upkeep.unidentified(identifiedAtOnce);
    const found = await companies.getMany(ids);
    if (found.length === 0) return;
    await state.upkeep.identify(found.map((company) => ({ companyId: company.id, ...identityOf(company) })));
    await setImmediate();
  }
}

/** Companies that are looked up at a time. */
const identifiedAtOnce = 500;

/** What was too much for a start goes on beside it. It is no fault when the workspace is closed meanwhile. */
function mendLater(jobs: JobRunner, indexFolder: string): void {
  const segments = waitingSegments(indexFolder).map((segment) => ({
    ...segment,
    mark: waitingMark(segment.path, segment.origin),
  }));
  if (segments.length > 0) void jobs.startMending(segments);
}

/**
 * Whether segments of an earlier Winnow are to be written again. If that cannot be told the workspace opens all the
 * same.
 */
function isOutdated(indexFolder: string, reportError: (error: unknown) => void): boolean {
  try {
    return outdatedSegments(indexFolder).length > 0;
  } catch (error) {
    reportError(error);
    return false;
  }
}

/** What is to be said of weeks that do not go with the clock. */
function clockTexts(week: string, today: string): string[] {
  const due = catchUpProblem(week, today);
  const texts = [
    due === '' ? '' : `${due} “Refresh now” in the app releases them, or “refresh --catch-up” on the command line.`,
    weekAheadText(week, today),
  ];
  return texts.filter((text) => text !== '');
}

/** What is said of entries and items whose companies were lost. */
function lostText({ entries, decided, items }: Lost): string[] {
  if (entries + items === 0) return [];
  return [
    `${String(entries)} inbox entries (${String(decided)} of them decided) and ${String(items)} items of collections ` +
      'are of companies that were lost. ' +
      'They are kept, and are in their lists again when these companies are imported again.',
  ];
}

/**
 * What must have been released: this week, or what the lists know of. With an earlier week the companies of later ones
 * would be out of sight, and what was decided about them would go with the next import that is undone.
 */
async function newestWeekOf(state: State, now: Date): Promise<string> {
  const [thisWeek, known] = [digestWeekOf(localDate(now)), await state.upkeep.newestWeek()];
  return known > thisWeek ? known : thisWeek;
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
