import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { finishRestore } from './copies/restore.ts';
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
    const isRestored = await finishRestore(file);
    const workspace = await openWorkspace({
      file,
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

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

await main();
