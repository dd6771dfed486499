import { ThreadEnd, Transferred, transferredBytes, type CallControl } from '#node/channel.ts';
import { runCommand, type LocalApiEvent, type LocalApiStatus, type LocalCommands } from '#node/localApi.ts';
import { holdWorkspace, type FileLock } from '#node/lock.ts';
import { openingProblem } from '#node/sqlite.ts';
import type { WorkspaceJob } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { finishRestore, isRestoreReady } from '../../jobs/copies/restore.ts';
import { workspaceFile } from '../../jobs/copies/workspaceFiles.ts';
import type { ResponsePart, WireRequest, WorkerCalls } from '../workerHandle.ts';
import { configWithoutProvider, openWorkspace, type Workspace } from '../../workspace.ts';

/** Where a server's sign-in page would return to (docs/api.md 7); a local workspace never uses it. */
const callbackUrl = 'winnow://auth';

/** The label of the desktop's own tokens; issuing one revokes the earlier ones. */
const ownToken = 'desktop';

/** How long a thread that was told to leave may continue what it has begun, in milliseconds, before it ends itself. */
const leaveDeadline = 250;

/** Entry of the embedded API's thread: opens the workspace and answers its handle until it is told to leave. */
const thread = new ThreadEnd<WorkerCalls, LocalApiEvent>();
let opened: { readonly workspace: Workspace; readonly commands: LocalCommands } | undefined;
thread.serve(
  {
    open: async (folder) => {
      try {
        const workspace = await open(folder);
        opened = { workspace, commands: commandsOf(workspace) };
      } catch (error) {
        const told = AppError.from(error);
        if (told.code === 'internal') process.stderr.write(`${describe(error)}\n`);
        throw told;
      }
    },
    fetch: (request, control) => answerTo(request, control),
    call: async ({ name, target, params, headers, body }, { signal }) => {
      const { status, json } = await openedNow().workspace.app.call(name, params, {
        url: new URL(target, 'http://winnow.invalid'),
        headers: { get: (header) => headers[header] ?? null },
        // A call from this computer has no header that anyone could make too large.
        headerSize: 0,
        body: async () => body,
        isWanted: () => !signal.aborted,
      });
      if (typeof json === 'string') return { status, json };
      const { value, transfer } = transferredBytes(json);
      return new Transferred({ status, json: value }, transfer);
    },
    command: async (command) => runCommand(openedNow().commands, command),
  },
  leave,
);

async function open(folder: string): Promise<Workspace> {
  const file = workspaceFile(folder);
  const { hold, isRestored } = await holdAndRestore(file);
  const workspace = await openWorkspace({
    file,
    hold,
    notices: isRestored ? ['The backup was restored. The previous workspace was kept as a backup.'] : [],
    config: configWithoutProvider(callbackUrl),
    now: () => new Date(),
    onEvent: (event) => thread.emit(event),
    reportError: (error) => process.stderr.write(`${describe(error)}\n`),
    // The handle starts this thread again, which then begins with the restored state.
    onRestoreReady: () => process.exit(0),
  });
  if (isRestored) thread.emit({ kind: 'restored' });
  return workspace;
}

function openedNow(): NonNullable<typeof opened> {
  if (opened === undefined) throw new AppError('not_initialized', 'The workspace is not open yet.');
  return opened;
}

/**
 * The thread ends on its own once nothing is in progress, when it is in no statement and no kernel. A running job would
 * keep it alive; it is abandoned here, as in a crash.
 */
function leave(): void {
  opened?.workspace.close();
  setTimeout(() => process.exit(0), leaveDeadline).unref();
}

/** Only a process alone with a workspace may put another in its place. Throws `busy`; the handle tries again. */
async function holdAndRestore(file: string): Promise<{ hold: FileLock; isRestored: boolean }> {
  const hold = holdFile(file);
  try {
    if (!hold.isAlone && isRestoreReady(file)) {
      throw new AppError('busy', 'The backup will be restored as soon as no other command uses the workspace.');
    }
    return { hold, isRestored: hold.isAlone && (await finishRestore(file)) };
  } catch (error) {
    hold.release();
    throw openingProblem(error);
  }
}

function holdFile(file: string): FileLock {
  try {
    return holdWorkspace(file);
  } catch (error) {
    throw openingProblem(error);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The head of an answer and, if it is not JSON, its body in chunks, each made on demand. */
async function* answerTo(
  { method, url, headers, body }: WireRequest,
  { signal }: CallControl,
): AsyncGenerator<ResponsePart | Transferred<ResponsePart>> {
  const request = new Request(url, { method, headers, signal, body: body as Uint8Array<ArrayBuffer> | null });
  const response = await openedNow().workspace.app.fetch(request);
  const head = { status: response.status, headers: [...response.headers] };
  if (response.body === null || isJson(response)) {
    const whole = response.body === null ? null : new Uint8Array(await response.arrayBuffer());
    yield new Transferred({ ...head, body: whole, isStreamed: false }, whole === null ? [] : [whole.buffer]);
    return;
  }
  const reader = response.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  yield { ...head, body: null, isStreamed: true };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield transferredBytes(value);
  }
}

function isJson(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').startsWith('application/json');
}

/** What the owner may ask of a workspace. */
function commandsOf(workspace: Workspace): LocalCommands {
  const { jobs, state } = workspace;
  const status = (): Promise<LocalApiStatus> => workspace.status();
  /** Begins a job, whose progress comes as events. */
  const begun = async (start: () => Promise<void>): Promise<LocalApiStatus> => {
    void start();
    return status();
  };
  /** Runs a job to its end. */
  const done = async (start: () => Promise<void>): Promise<LocalApiStatus> => {
    await start();
    throwIfFailed(jobs.job);
    return status();
  };
  return {
    issueToken: async () => {
      const { id } = await state.users.firstUser();
      await state.users.revokeTokens(id, ownToken);
      return state.users.issueToken(id, ownToken);
    },
    status,
    createSample: (companies) => begun(() => jobs.startSample(companies)),
    inspect: async (path, sheets, name, reading) => {
      // Loaded on first use: a start should not wait for the importer's tables.
      const { inspectFile } = await import('../../ingest/inspect.ts');
      return inspectFile(path, { sheets, name, reading });
    },
    startImport: (sources, choices) => begun(() => jobs.startImport(sources, choices)),
    undoImport: () => done(() => jobs.startUndo()),
    duplicates: async () => {
      const { findDuplicates } = await import('../../jobs/duplicates.ts');
      return findDuplicates(workspace);
    },
    previewMerge: async (ids) => {
      const { pairOf } = await import('../../jobs/duplicates.ts');
      return pairOf(workspace, ids);
    },
    merge: (ids, name) => done(() => jobs.startMerge(ids, name)),
    setApart: async (ids, isApart) => {
      await state.merges.setApart(ids, isApart);
      return null;
    },
    refresh: async ({ catchUp }) => {
      await (catchUp ? jobs.startRefresh(true) : jobs.refreshDue());
      // Of a job that was left to be seen the user has been told.
      if (jobs.job?.kind === 'refresh') throwIfFailed(jobs.job);
      return status();
    },
    simulateWeek: () => done(() => jobs.startSimulation()),
    sampleUse: () => jobs.sampleUse(),
    removeSample: () => begun(() => jobs.startRemovingSample()),
    backUp: () => begun(() => jobs.startBackup()),
    restore: (copy) => begun(() => jobs.startRestore(copy)),
    removeCopy: async (copy) => {
      workspace.removeCopy(copy);
      return status();
    },
    cancel: async () => {
      await jobs.cancel();
      return status();
    },
  };
}

function throwIfFailed(job: WorkspaceJob | null): void {
  if (job?.state === 'failed') throw new AppError('unavailable', job.reason);
}
