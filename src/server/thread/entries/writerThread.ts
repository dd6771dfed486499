import { ThreadEnd } from '#node/channel.ts';
import { runTask } from '../../jobs/runTask.ts';
import {
  rebuildLabel,
  type StoreTask,
  type TaskControl,
  type TaskProgress,
  type TaskTools,
} from '../../jobs/writerTask.ts';
import type { WriterResult, WriterTask } from '../../jobs/writerTask.ts';
import { openCompanyWriter } from '../../index/open.ts';
import type { CompanyChange } from '../../index/port.ts';
import type { PostgresAddress } from '../../postgres/address.ts';
import { makePostingsInThread } from '../postingsClient.ts';
import { createThrottle } from '../throttle.ts';
import { giveWay } from '../../../node/threads.ts';
import type { WriterCalls } from '../writerClient.ts';

const tools: TaskTools = {
  loadSalvage: async () => (await import('../../index/salvage.ts')).readDamagedSegment,
  loadGenerator: async () => (await import('../../jobs/sample/generate.ts')).generateCompanies,
  loadMerging: async () => (await import('../../ingest/company/mergeCompanies.ts')).mergeByHand,
  loadImporter: async () => {
    const { importFiles } = await import('../../ingest/importFiles.ts');
    const { readInThreads } = await import('../readerClient.ts');
    return (sources, writer, options) => importFiles(sources, writer, { ...options, read: readInThreads });
  },
};

/** The shortest time between two progress reports, in milliseconds: ten a second. */
const progressInterval = 100;

/** Entry of the writer's thread: opens the index for writing and runs the one task it is given. */
const thread = new ThreadEnd<WriterCalls, TaskProgress>();
thread.serve({
  run: async ({ indexFolder, task, store }, { signal }) => {
    const progress = createThrottle(progressInterval, (value: TaskProgress) => thread.emit(value));
    // While a workspace is still empty nobody searches.
    if (task.kind === 'rebuild' || (task.kind === 'import' && task.firstRelease === null)) giveWay();
    try {
      const control: TaskControl = { signal, onProgress: (value) => progress.push(value) };
      const result = await run(task, indexFolder, store, control);
      progress.flush();
      return result;
    } finally {
      progress.stop();
    }
  },
});

async function run(
  task: WriterTask,
  indexFolder: string,
  store: PostgresAddress | null,
  control: TaskControl,
): Promise<WriterResult> {
  if (task.kind === 'backup' || task.kind === 'restore') {
    const { runCopyTask } = await import('../../jobs/copyTask.ts');
    return runCopyTask(task, indexFolder, control);
  }
  if (store !== null && task.kind !== 'rebuild') return followTask(task, indexFolder, store, control);
  if (task.kind === 'follow') throw new Error('There is nothing to follow.');
  if (task.kind !== 'rebuild') return writeTask(task, indexFolder, control);
  const { rebuildOutdated } = await import('../../index/rebuild.ts');
  const { signal, onProgress } = control;
  const companies = await rebuildOutdated(indexFolder, {
    signal,
    onProgress: (done, total) => onProgress({ done, total, label: rebuildLabel }),
    makePostings: makePostingsInThread,
  });
  return { kind: 'rebuild', companies };
}

async function writeTask(task: StoreTask, indexFolder: string, control: TaskControl): Promise<WriterResult> {
  const writer = openCompanyWriter(indexFolder, { makePostings: makePostingsInThread });
  try {
    return await runTask(task, writer, tools, control);
  } finally {
    writer.close();
  }
}

/** Does a task on an index that follows a database: first what the database has and the index has not. */
async function followTask(
  task: StoreTask | { readonly kind: 'follow' },
  indexFolder: string,
  store: PostgresAddress,
  control: TaskControl,
): Promise<WriterResult> {
  const [{ PostgresServer }, { CompanyLog }, { followLog }, { readBatchesInThreads }] = await Promise.all([
    import('../../postgres/server.ts'),
    import('../../postgres/companyLog.ts'),
    import('../../jobs/followLog.ts'),
    import('../followClient.ts'),
  ]);
  const server = new PostgresServer(store, () => undefined);
  const log = new CompanyLog<CompanyChange>(server);
  try {
    const writer = openCompanyWriter(indexFolder, { makePostings: makePostingsInThread, log });
    try {
      const changes = await followLog(writer, log, control, { read: readBatchesInThreads(store, log) });
      return task.kind === 'follow' ? { kind: 'follow', changes } : await runTask(task, writer, tools, control);
    } finally {
      writer.close();
    }
  } finally {
    await server.close();
  }
}
