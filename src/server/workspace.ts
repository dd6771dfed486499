import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { LocalApiEvent, LocalApiStatus } from '#node/localApi.ts';
import { removeTemporaries } from '#node/atomicFile.ts';
import type { Log } from '#node/log.ts';
import { openingProblem } from '#node/sqlite.ts';
import { holdWorkspace, type FileLock } from '#node/lock.ts';
import { counted, formatCount } from '#shared/domain/formats.ts';
import type { LastImport } from '#shared/bridge/workspace.ts';
import { exportAddon, type Config } from '#shared/domain/account.ts';
import { digestWeekOf } from '#shared/domain/digestWeek.ts';
import { AppError } from '#shared/errors.ts';
import { createApp, type Api } from './api/app.ts';
import { ExportSessions } from './api/routes/exportSessions.ts';
import { importOwnersIn, type ImportOwners } from './jobs/importOwners.ts';
import { noBoard, type JobHold } from './jobs/jobBoard.ts';
import { JobRunner } from './jobs/jobRunner.ts';
import { identityOf } from './lists/entrySeeds.ts';
import { ListRows } from './lists/listRows.ts';
import { keepLostCompanies } from './lists/catchUp.ts';
import { lockWriters } from './index/open.ts';
import type { Lost, State } from './state/port.ts';
import { listCopies, removeCopy } from './jobs/copies/keptCopies.ts';
import { catchUpProblem, localDate, weekAheadText } from './lists/schedule.ts';
import type { CompanyReader, CompanyStatus } from './index/port.ts';
import { hasCompanies } from './index/catalogue.ts';
import { waitingMark, waitingSegments } from './index/salvage.ts';
import { outdatedSegments } from './index/rebuild.ts';
import { openCompaniesOrRepair, openDerived, type OpenedCompanies } from './index/repair.ts';
import type { PostgresAddress } from './postgres/address.ts';
import { untilReached } from './postgres/untilReached.ts';
import type { JobBoard } from './state/serversPort.ts';
import { openState } from './state/sqlite/file.ts';
import { KnownCompanies, knownFileLimits } from './knownCompanies.ts';
import { KeptFiles, type KeptFileLimits } from './keptFiles.ts';
import type { TeamStore } from './teamStore.ts';
import { TeamWorkspace } from './teamWorkspace.ts';
import { createTaskRunner } from './thread/writerClient.ts';
import { indexFolderOf } from './jobs/copies/workspaceFiles.ts';

export interface WorkspaceOptions {
  /** The state's file. The search index is the folder next to it with the same name plus `.index`. */
  readonly file: string;
  readonly config: Config;
  readonly now: () => Date;
  readonly onEvent: (event: LocalApiEvent) => void;
  readonly reportError: (error: unknown) => void;
  /** What the user must know about this start, in full sentences. */
  readonly notices?: readonly string[];
  /** A hold that the caller already has; it ends with the workspace. */
  readonly hold?: FileLock;
  /**
   * What to do if the state's file is missing or empty but there are companies. By default it starts afresh and says
   * so.
   */
  readonly whenLost?: 'begin' | 'refuse';
  /** Damaged segments larger than this are mended after the start. Only tests set it. */
  readonly mendAtOnceBytes?: number;
  /** Called once this state is closed and another waits to take its place. Only the desktop restores. */
  readonly onRestoreReady?: () => void;
  /** Opened for a command that ends soon: what takes long and can wait is left to others. */
  readonly isBrief?: boolean;
  /** How often to forget what has expired, in milliseconds; once an hour by default. */
  readonly tidyMs?: number;
  /** Gets who of a server's staff began which job, and how it ended. */
  readonly log?: Log;
  /**
   * The database that has the state and the companies; the folder has an index that follows it. Without it both are in
   * files.
   */
  readonly store?: PostgresAddress | null;
  /** Limits for the files that staff sends, if other than usual. Only tests set it. */
  readonly fileLimits?: Partial<KeptFileLimits>;
}

/** One open workspace: its API, its jobs and its state. The embedded API and the standalone server are both this. */
export interface Workspace {
  readonly app: Api;
  readonly jobs: JobRunner;
  readonly state: State;
  readonly companies: CompanyReader;
  readonly known: KnownCompanies;
  status(): Promise<LocalApiStatus>;
  /** Removes the files that a user has sent and not imported. */
  forgetFiles(user: number): void;
  /** Deletes a copy from disk. Throws `not_found`, `storage_*`, and `busy` while copies are made or restored. */
  removeCopy(name: string): void;
  /**
   * Whether it has the newest companies that it could know of; a server that follows a database may still be fetching.
   */
  readonly isReady: boolean;
  /** Resolves when it is; rejects if it could not be made so. */
  readonly ready: Promise<void>;
  /**
   * The newest change of the companies that its index has. With a database it is the number that the change has for
   * all servers of the team, else that of the index's generation.
   */
  newestHere(): Promise<number>;
  /** The newest change of the companies that there is, here or not. */
  newest(): Promise<number>;
  /** Fetches what other servers have changed, without waiting to be told. */
  catchUp(): Promise<void>;
  /** The connections to its database, and how many calls wait for one; null without a database. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number } | null;
  close(): void;
}

/**
 * Opens a workspace, creating it if there is none, and holds it until `close`. Mends what is damaged if nobody else is
 * using it. Throws `storage_*`, and `busy` if somebody is mending it right now.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const hold = options.hold ?? holdFolder(options.file);
  try {
    const workspace = await openHeld(options, hold, false).catch((error: unknown) => {
      // The disk has no room for what a start writes: do without it, so that searching still works.
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
  const team = await openTeam(options);
  // A file that has an index is Winnow's, whatever state it is in.
  const state =
    team?.state ??
    (await openState(file, {
      isOurs: existsSync(indexFolder),
      whenLost: hasCompanies(indexFolder) ? whenLost : undefined,
      isDiskFull,
      hold,
    }));
  let reader: { close(): void } | undefined;
  try {
    const opened =
      team === null
        ? await openCompaniesOrRepair(indexFolder, () => newestWeekOf(state, now()), hold.isAlone, {
            now,
            ...(options.mendAtOnceBytes === undefined ? {} : { mendAtOnceBytes: options.mendAtOnceBytes }),
          })
        : await openDerived(indexFolder, { now });
    const { companies } = opened;
    reader = companies;
    const notices = [...opened.notices];
    if (state.readOnly === '') {
      if (opened.wasDamaged) notices.push(...lostText(await keepLostCompanies({ companies, state, now })));
      opened.mended();
    }
    const workspace = new OpenWorkspace(options, hold, { state, companies, notices, team });
    if (state.readOnly === '') await workspace.begin();
    return workspace;
  } catch (error) {
    reader?.close();
    state.close();
    throw error;
  }
}

/** What a workspace is built from once its files are open. */
interface OpenFiles {
  readonly state: State;
  readonly companies: OpenedCompanies['companies'];
  /** What the user must know about how the companies were opened. */
  readonly notices: readonly string[];
  readonly team: TeamStore | null;
}

/** Loaded only where there is a team's database: a workspace of files needs none of it. */
async function openTeam({ store = null, reportError }: WorkspaceOptions): Promise<TeamStore | null> {
  if (store === null) return null;
  const { openTeamStore } = await import('./teamStore.ts');
  return openTeamStore(store, reportError);
}

class OpenWorkspace implements Workspace {
  readonly app: Api;
  readonly jobs: JobRunner;
  readonly state: State;
  readonly companies: OpenFiles['companies'];
  readonly known: KnownCompanies;
  ready: Promise<void> = Promise.resolve();
  readonly #options: WorkspaceOptions;
  readonly #hold: FileLock;
  readonly #indexFolder: string;
  readonly #notices: readonly string[];
  readonly #exports = new ExportSessions();
  readonly #files: KeptFiles;
  readonly #knownFiles: KeptFiles;
  readonly #team: TeamStore | null;
  readonly #board: JobBoard;
  #isReady: boolean;
  #tidying: NodeJS.Timeout | undefined;
  #telling: NodeJS.Timeout | undefined;
  #isOpen = true;
  readonly #closing = new AbortController();

  constructor(options: WorkspaceOptions, hold: FileLock, { state, companies, notices, team: store }: OpenFiles) {
    const { file, config, now, onEvent, onRestoreReady, log = silentLog, fileLimits = {} } = options;
    this.#team = store;
    this.#isReady = store === null;
    this.#board = store?.board ?? noBoard;
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
      runTask: createTaskRunner(this.#indexFolder, options.store),
      owners: store === null ? importOwnersIn(this.#indexFolder) : teamOwners,
      lockWriter: store?.lockJobs ?? (async () => lockWriters(this.#indexFolder)),
      lockJobs: store?.lockJobs ?? (async () => noHold),
      board: this.#board,
      follows: store !== null,
      publish: onEvent,
      changed: () => this.#changed(),
      reportError: this.#reportError,
      reopen: () => {
        this.close();
        onRestoreReady?.();
      },
    });
    this.#files = new KeptFiles(file, fileLimits, store?.sentFiles('companies', now));
    this.#knownFiles = new KeptFiles(file, { ...knownFileLimits, ...fileLimits }, store?.sentFiles('known', now));
    this.known = new KnownCompanies({ files: this.#knownFiles, companies, state, now });
    const team = new TeamWorkspace({
      jobs: this.jobs,
      board: this.#board,
      files: this.#files,
      companies,
      state,
      status: () => this.status(),
      log,
    });
    const reportError = this.#reportError;
    this.app = createApp({
      companies,
      state,
      lists: new ListRows(state, companies),
      exports: this.#exports,
      team,
      known: this.known,
      config,
      now,
      reportError,
    });
  }

  /**
   * Finishes what the last run left undone and starts the background work. Only for a workspace that can be written to.
   */
  async begin(): Promise<void> {
    if (this.#team === null) {
      try {
        await this.#begin();
      } catch (error) {
        this.#isOpen = false;
        throw error;
      }
      return;
    }
    // Without a user nobody could be told how far it is.
    await this.state.users.firstUser();
    this.#team.watch(() => this.jobs.follow());
    this.ready = this.#followFirst();
    this.ready.catch(this.#reportError);
  }

  /**
   * What a server of a team begins with, while others are already answered that they have to wait. Where the database
   * goes away meanwhile, it goes on once that is back.
   */
  async #followFirst(): Promise<void> {
    const begin = async (): Promise<void> => {
      await this.jobs.follow();
      await this.#begin();
    };
    await untilReached(begin, { signal: this.#closing.signal, tell: this.#reportError });
    this.#isReady = true;
  }

  async #begin(): Promise<void> {
    const { now, tidyMs = tidyInterval, isBrief = false } = this.#options;
    await catchUp(this.state, this.jobs, now);
    const tidyAll = async (): Promise<void> => {
      await tidy(this.state, now);
      await this.#files.tidy();
      await this.#knownFiles.tidy();
    };
    this.#tidying = setInterval(() => void tidyAll().catch(this.#reportError), tidyMs).unref();
    if (this.#hold.isAlone) mendLater(this.jobs, this.#indexFolder);
    if (!isBrief && isOutdated(this.#indexFolder, this.#reportError)) void this.jobs.startRebuild();
    void identifyCompanies(this.companies, this.state, () => this.#isOpen).catch(this.#reportError);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  newestHere(): Promise<number> {
    return this.#team === null ? this.companies.generation() : this.companies.followed();
  }

  newest(): Promise<number> {
    return this.#team === null ? this.companies.generation() : this.#team.newest();
  }

  async catchUp(): Promise<void> {
    if (this.#team !== null) await this.jobs.follow();
  }

  connections(): ReturnType<Workspace['connections']> {
    return this.#team?.usage() ?? null;
  }

  async status(): Promise<LocalApiStatus> {
    const { week, refreshedAt, bytes, companies, sampleCompanies, sampleAhead, importedCompanies, lastImport } =
      await this.companies.status();
    const { file, now, notices } = this.#options;
    return {
      companies,
      sampleCompanies,
      sampleAhead,
      importedCompanies,
      digestWeek: week,
      refreshedAt,
      bytes: bytes + (await this.state.bytes()),
      readOnly: this.state.readOnly,
      notices: [...(notices ?? []), ...this.state.notices, ...this.#notices, ...clockTexts(week, localDate(now()))],
      lastImport: lastImport === null ? null : lastImportOf(lastImport),
      copies: listCopies(file),
      job: await this.#job(),
      upkeep: this.jobs.upkeep,
    };
  }

  /** The job that runs on whatever server of the team, or else the last one that is known here. */
  async #job(): Promise<LocalApiStatus['job']> {
    const { job } = this.jobs;
    return job?.state === 'running' ? job : ((await this.#board.elsewhere()) ?? job);
  }

  forgetFiles(user: number): void {
    for (const files of [this.#files, this.#knownFiles]) void files.forget(user).catch(this.#reportError);
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
    this.#closing.abort();
    clearInterval(this.#tidying);
    clearTimeout(this.#telling);
    this.jobs.stopUpkeep();
    this.#exports.close();
    this.#files.close();
    this.#knownFiles.close();
    this.companies.close();
    this.state.close();
    this.#hold.release();
  }

  /** Tells how things stand; later, if that cannot be read now: nobody asks for news that they do not know of. */
  #changed(): void {
    void this.status().then(
      (status) => this.#options.onEvent({ kind: 'status', status }),
      (error: unknown) => {
        this.#reportError(error);
        clearTimeout(this.#telling);
        if (this.#isOpen) this.#telling = setTimeout(() => this.#changed(), tellAgainMs).unref();
      },
    );
  }

  /** A job cut off by `close` finds its files closed; the next start tidies up after it. */
  readonly #reportError = (error: unknown): void => {
    if (this.#isOpen) this.#options.reportError(error);
  };
}

function lastImportOf({ at, added, replaced, merged }: NonNullable<CompanyStatus['lastImport']>): LastImport {
  return { at, added, changed: replaced, merged };
}

/** When to tell again how things stand, if it could not be read, in milliseconds. */
const tellAgainMs = 1000;

/** Whoever asks has the lock of the team's jobs: an import of another server is over, well or not. */
const teamOwners: ImportOwners = { begin: () => ({ name: 'team', end: () => undefined }), isGone: () => true };

/** Where there is nobody to keep out. */
const noHold: JobHold = { release: () => undefined };

const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** How often to forget what has expired, in milliseconds. */
const tidyInterval = 3_600_000;

/** Finishes what the last run may have left half done: a digest or an import that has not reached every smart list. */
async function catchUp(state: State, jobs: JobRunner, now: () => Date): Promise<void> {
  await state.users.firstUser();
  await tidy(state, now);
  await jobs.settleRelease();
  await jobs.finishInterruptedImports();
  await jobs.bringBackDue();
}

/** Forgets what has expired: a server may run for months. */
async function tidy(state: State, now: () => Date): Promise<void> {
  const daysAgo = (days: number): string => new Date(now().getTime() - days * 86_400_000).toISOString();
  await state.upkeep.forgetTokens(daysAgo(tokenDays));
  await state.attempts.forget(now().getTime());
  // After the clock jumps, nothing counts as old until Winnow has run for that long since.
  const steadySince = await state.upkeep.steadySince(now().toISOString(), mostDaysAsleep);
  if (steadySince <= daysAgo(keyDays)) await state.upkeep.forgetKeys(daysAgo(keyDays));
  if (steadySince <= daysAgo(deletedDays)) await state.upkeep.forgetDeleted(daysAgo(deletedDays));
}

/** How many days an idempotency key is remembered. A move that waits longer is sent again without harm. */
const keyDays = 60;

/** How many days an ended token stays in the list of tokens. */
const tokenDays = 7;

/** How many days a deleted list or collection can be restored. The app's Undo asks for it within seconds. */
const deletedDays = 30;

/** If Winnow has not run for more days than this, its clock may have jumped. */
const mostDaysAsleep = 14;

/** Stores what identifies a company for what was written before Winnow did so on its own. */
async function identifyCompanies(companies: CompanyReader, state: State, isOpen: () => boolean): Promise<void> {
  for (let after = 0; isOpen();) {
    const ids = await state.upkeep.unidentified(after, identifiedAtOnce);
    after = ids.at(-1) ?? 0;
    if (after === 0) return;
    const found = await companies.getMany(ids);
    await state.upkeep.identify(found.map((company) => ({ companyId: company.id, ...identityOf(company) })));
    await setImmediate();
  }
}

/** How many companies are looked up at a time. */
const identifiedAtOnce = 500;

/** Mends in the background what was too much for the start. Closing the workspace meanwhile is no error. */
function mendLater(jobs: JobRunner, indexFolder: string): void {
  const segments = waitingSegments(indexFolder).map((segment) => ({
    ...segment,
    mark: waitingMark(segment.path, segment.origin),
  }));
  if (segments.length > 0) void jobs.startMending(segments);
}

/** Whether segments of an earlier Winnow should be rebuilt. If that cannot be determined, the workspace still opens. */
function isOutdated(indexFolder: string, reportError: (error: unknown) => void): boolean {
  try {
    return outdatedSegments(indexFolder).length > 0;
  } catch (error) {
    reportError(error);
    return false;
  }
}

/** What to tell the user about weeks that do not match the clock. */
function clockTexts(week: string, today: string): string[] {
  const due = catchUpProblem(week, today);
  const texts = [
    due === '' ? '' : `${due} Then choose “Refresh now” in the app, or run “refresh --catch-up”.`,
    weekAheadText(week, today),
  ];
  return texts.filter((text) => text !== '');
}

/** What to tell the user about what is kept of companies that were lost. */
function lostText({ entries, decided, items, notes, known }: Lost): string[] {
  if (entries + items + notes + known === 0) return [];
  const parts = [
    `${counted(entries, 'inbox entry', 'inbox entries')} (${formatCount(decided)} of them decided)`,
    counted(items, 'collection entry', 'collection entries'),
    ...(notes === 0 ? [] : [counted(notes, 'note', 'notes')]),
    ...(known === 0 ? [] : [counted(known, 'row of known companies', 'rows of known companies')]),
  ];
  return [
    `The companies of ${parts.slice(0, -1).join(', ')} and ${String(parts.at(-1))} were lost. ` +
      'All of these are kept, and are back in their places when the companies are imported again.',
  ];
}

/**
 * The week that must have been released: this one, or a later one that the lists know. With an earlier week, the
 * companies of later weeks would be hidden, and decisions about them would be lost when the next import is undone.
 */
async function newestWeekOf(state: State, now: Date): Promise<string> {
  const [thisWeek, known] = [digestWeekOf(localDate(now)), await state.upkeep.newestWeek()];
  return known > thisWeek ? known : thisWeek;
}

/** What `GET /api/config` returns if there is no membership provider. */
export function configWithoutProvider(callbackUrl: string): Config {
  return {
    allowExperiments: false,
    domain: '',
    planUid: '',
    authenticationCallbackUrl: callbackUrl,
    addons: { export: exportAddon },
  };
}
