import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { readFiles } from './ingest/readFiles.ts';
import { buffersOf } from './search/recordAnalysis.ts';
import { stepsUnderWay, type FromReader, type ReaderThreadData } from './thread/readerMessages.ts';

/** Entry of a reader's thread: reads files for an import, a few steps ahead of who takes them. */
async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This file is a thread of Winnow and is not started by hand.');
  const { sources, options } = workerData as ReaderThreadData;
  const send = (message: FromReader, buffers: ArrayBuffer[] = []): void => port.postMessage(message, buffers);
  let underWay = 0;
  let taken = Promise.withResolvers<null>();
  port.on('message', () => {
    underWay -= 1;
    taken.resolve(null);
  });
  try {
    for await (const step of readFiles(sources, options)) {
      while (underWay >= stepsUnderWay) {
        await taken.promise;
        taken = Promise.withResolvers();
      }
      underWay += 1;
      send({ kind: 'step', step }, step.kind === 'rows' ? buffersOf(step.records) : []);
    }
    send({ kind: 'end' });
  } catch (error) {
    const known = AppError.from(error);
    // The thread that asked writes the log; an unknown fault is told to it with what there is to know.
    if (known.code === 'internal') throw error;
    send({ kind: 'failed', error: known.toWire() });
  } finally {
    port.close();
  }
}

await main();
