import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { runTask } from './jobs/runTask.ts';
import type { CopyTask, StoreTask, TaskControl, TaskTools, WriterResult } from './jobs/writerTask.ts';
import { openCompanyWriter } from './store/sqlite/companies.ts';
import { makePostingsInThread } from './thread/postingsClient.ts';
import { createThrottle } from './thread/throttle.ts';
import { giveWay } from './system/giveWay.ts';
import { progressInterval, type FromWriter, type WriterThreadData } from './thread/writerMessages.ts';

const tools: TaskTools = {
  loadSalvage: async () => (await import('./store/sqlite/damagedSegment.ts')).readDamagedSegment,
  loadGenerator: async () => (await import('./sample/generate.ts')).generateCompanies,
  loadImporter: async () => {
    const { importFiles } = await import('./ingest/importFiles.ts');
    const { readInThreads } = await import('./thread/readerClient.ts');
    return (sources, writer, options) => importFiles(sources, writer, { ...options, read: readInThreads });
  },
};

/** Entry of the writer's thread: opens the company store for writing, runs one task and ends. */
async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This file is a thread of Winnow and is not started by hand.');
  const { indexFolder, task } = workerData as WriterThreadData;
  const send = (message: FromWriter): void => port.postMessage(message);
  const abort = new AbortController();
  port.on('message', () => abort.abort());
  const progress = createThrottle(progressInterval, (message: FromWriter) => send(message));
  // In a workspace that is empty so far nobody searches.
  if (task.kind === 'import' && task.firstRelease === null) giveWay();
  try {
    const control: TaskControl = {
      signal: abort.signal,
      onProgress: (value) => progress.push({ kind: 'progress', progress: value }),
    };
    const result =
      task.kind === 'backup' || task.kind === 'restore'
        ? await copyTask(task, indexFolder, control)
        : await writeTask(task, indexFolder, control);
    progress.flush();
    send({ kind: 'done', result });
  } catch (error) {
    const known = AppError.from(error);
    // The thread that asked writes the log; an unknown fault is told to it with what there is to know.
    if (known.code === 'internal') throw error;
    send({ kind: 'failed', error: known.toWire() });
  } finally {
    progress.stop();
    port.close();
  }
}

async function copyTask(task: CopyTask, indexFolder: string, control: TaskControl): Promise<WriterResult> {
  const { runCopyTask } = await import('./jobs/copyTask.ts');
  return runCopyTask(task, indexFolder, control);
}

async function writeTask(task: StoreTask, indexFolder: string, control: TaskControl): Promise<WriterResult> {
  const writer = openCompanyWriter(indexFolder, { makePostings: makePostingsInThread });
  try {
    return await runTask(task, writer, tools, control);
  } finally {
    writer.close();
  }
}

await main();
