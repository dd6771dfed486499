import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { openingProblem } from '#node/sqlite.ts';
import { holdWorkspace, type FileLock } from '#node/lock.ts';
import { finishRestore, isRestoreReady } from './copies/restore.ts';
import type { FromWorker, ToWorker, WorkerData } from './thread/workerMessages.ts';
import { WorkerServer } from './workerServer.ts';
import { configWithoutProvider, openWorkspace } from './workspace.ts';
import { workspaceFile } from './copies/workspaceFiles.ts';

/** Where the sign-in page of a server would return to (API.md `Sign-in`); a local workspace never uses it. */
const callbackUrl = 'winnow://auth';

/** Entry of the embedded API's thread: opens the workspace and answers its handle until it is told to close. */
async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This file is a thread of Winnow and is not started by hand.');
  const send = (message: FromWorker): void => port.postMessage(message);
  try {
    const file = workspaceFile((workerData as WorkerData).folder);
    const { hold, isRestored } = await holdAndRestore(file);
    const workspace = await openWorkspace({
      file,
      hold,
      notices: isRestored ? ['The backup was restored. What was here before is kept as one more backup.'] : [],
      config: configWithoutProvider(callbackUrl),
      now: () => new Date(),
      onEvent: (event) => send({ kind: 'event', event }),
      reportError: (error) => process.stderr.write(`${describe(error)}\n`),
      // The handle starts this thread again, which then begins with the restored state.
      onRestoreReady: () => process.exit(0),
    });
    const server = new WorkerServer(port, workspace);
    port.on('message', (message: ToWorker) => server.receive(message));
    if (isRestored) send({ kind: 'event', event: { kind: 'restored' } });
    send({ kind: 'ready' });
  } catch (error) {
    if (AppError.from(error).code === 'internal') process.stderr.write(`${describe(error)}\n`);
    send({ kind: 'cannotStart', error: AppError.from(error).toWire() });
    port.close();
  }
}

/** Only who is alone with a workspace may put another in its place. Throws `busy`; the handle tries again. */
async function holdAndRestore(file: string): Promise<{ hold: FileLock; isRestored: boolean }> {
  const hold = holdFile(file);
  try {
    if (!hold.isAlone && isRestoreReady(file)) {
      throw new AppError('busy', 'The backup is put in place as soon as no other command works with the workspace.');
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

await main();
