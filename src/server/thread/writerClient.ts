import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import type { TaskRunner } from '../jobs/jobRunner.ts';
import { threadFile } from '../system/threadFile.ts';
import type { FromWriter, WriterThreadData } from './writerMessages.ts';

/**
 * Room for what the writer has just made: it makes much that it needs for a moment only, and a server may be started with
 * hardly any such room, for its searches do not need it (scripts/lib/serverArguments.mjs).
 */
const youngMegabytes = 48;

/** Runs each task in a writer's thread of its own, which ends with it. */
export function createTaskRunner(indexFolder: string): TaskRunner {
  return (task, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      const workerData: WriterThreadData = { indexFolder, task };
      const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes };
      const thread = new Worker(threadFile('writerThread'), { workerData, execArgv: [], resourceLimits });
      const cancel = (): void => thread.postMessage('cancel', []);
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
      thread.on('message', (message: FromWriter) => {
        if (message.kind === 'progress') onProgress(message.progress);
        else if (message.kind === 'done') resolve(message.result);
        else reject(AppError.fromWire(message.error));
      });
      thread.on('error', reject);
      thread.on('exit', (code) => {
        signal.removeEventListener('abort', cancel);
        // Does nothing after an answer.
        reject(new Error(`The writer's thread ended with code ${code}.`));
      });
    });
}
