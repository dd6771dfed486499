import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { readFiles } from './ingest/readFiles.ts';
import { buffersOf } from './search/analysis/recordAnalysis.ts';
import { stepsUnderWay, type FromReader, type ReaderThreadData } from './thread/readerMessages.ts';

/** Entry of a reader's thread: reads files for an import, a few steps ahead of who takes them. */
async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This file is a thread of Winnow and is not started by hand.');
  const { sources, options } = workerData as ReaderThreadData;
  const send = (message: FromReader, buffers: ArrayBuffer[] = []): void => port.postMessage(message, buffers);
  const room = new Room(stepsUnderWay);
  port.on('message', () => room.give());
  try {
    for await (const step of readFiles(sources, options)) {
      await room.take();
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

/** How many more steps may be sent. */
class Room {
  #free: number;
  #given = Promise.withResolvers<null>();

  constructor(free: number) {
    this.#free = free;
  }

  give(): void {
    this.#free += 1;
    this.#given.resolve(null);
  }

  async take(): Promise<void> {
    while (this.#free === 0) {
      await this.#given.promise;
      this.#given = Promise.withResolvers();
    }
    this.#free -= 1;
  }
}

await main();
