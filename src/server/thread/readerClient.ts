import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Channel } from '#node/channel.ts';
import type { ImportSource } from '#node/localApi.ts';
import { isZipFile } from '../ingest/file/byteSource.ts';
import { readFiles, type ReadOptions, type ReadStep } from '../ingest/readFiles.ts';
import { threadFile } from '../../node/threads.ts';

/** Room for a reader's young objects (see writerClient.ts). */
const youngMegabytes = 48;

/**
 * How many steps may be under way at once: enough that neither side waits for the other's next turn on a busy machine.
 */
const stepsUnderWay = 32;

/** What a reader's thread can be asked. */
export interface ReaderCalls {
  read(files: { readonly sources: readonly ImportSource[]; readonly options: ReadOptions }): AsyncIterable<ReadStep>;
}

/**
 * Reads files like `readFiles`, large ones in threads of their own, so that the store is written meanwhile. `from` is
 * the size in bytes from which one thread is worth its start, and from which two share the rows, both reading the whole
 * file. A spreadsheet, which is held in memory, is read by one.
 */
export async function* readInThreads(
  sources: readonly ImportSource[],
  options: ReadOptions,
  from = { oneThread: 4 * 1024 ** 2, twoThreads: 24 * 1024 ** 2 },
): AsyncGenerator<ReadStep> {
  const readers = await readersFor(sources, from);
  if (readers === 0) {
    yield* readFiles(sources, options);
    return;
  }
  const threads = Array.from({ length: readers }, (_, index) => {
    const thread = new Channel<ReaderCalls>(threadFile('readerThread'), {
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
      lost: (code, error) => error ?? new Error(`A reader's thread ended with code ${String(code)}.`),
    });
    const share = { index, of: readers };
    const steps = thread.stream('read', { sources, options: { ...options, share } }, { window: stepsUnderWay });
    return { thread, steps };
  });
  try {
    yield* inOrder(threads.map(({ steps }) => steps));
  } finally {
    await Promise.all(threads.map(({ thread }) => thread.terminate()));
  }
}

async function readersFor(
  sources: readonly ImportSource[],
  from: { readonly oneThread: number; readonly twoThreads: number },
): Promise<number> {
  if (availableParallelism() < 2) return 0;
  let bytes = 0;
  for (const { path } of sources) {
    // Whoever reads the file reports what is wrong with it.
    const info = await stat(path).catch(() => null);
    bytes += info?.size ?? 0;
  }
  if (bytes < from.oneThread) return 0;
  if (bytes < from.twoThreads) return 1;
  const zipped = await Promise.all(sources.map(({ path }) => isZipFile(path)));
  return zipped.includes(true) ? 1 : 2;
}

/** The steps of all threads as one: what all of them report only once, and the blocks of rows in file order. */
async function* inOrder(threads: readonly AsyncIterator<ReadStep, undefined>[]): AsyncGenerator<ReadStep> {
  const heads: (ReadStep | undefined)[] = [];
  for (const [index, thread] of threads.entries()) {
    let { value: step } = await thread.next();
    while (step?.kind === 'looking') {
      if (index === 0) yield step;
      step = (await thread.next()).value;
    }
    if (step?.kind === 'files' && index === 0) yield step;
    heads.push(step?.kind === 'files' ? (await thread.next()).value : step);
  }
  for (;;) {
    const again = heads.find((head) => head?.kind === 'again');
    if (again !== undefined) {
      yield again;
      return;
    }
    const at = firstOf(heads);
    const step = heads[at];
    if (step === undefined) return;
    yield step;
    heads[at] = (await threads[at]?.next())?.value;
  }
}

/** Which head comes first in the files; -1 if nothing is left. */
function firstOf(heads: readonly (ReadStep | undefined)[]): number {
  let first = -1;
  let lowest: readonly [file: number, block: number] = [Infinity, Infinity];
  for (const [index, head] of heads.entries()) {
    if (head?.kind !== 'rows') continue;
    if (head.file > lowest[0] || (head.file === lowest[0] && head.block > lowest[1])) continue;
    first = index;
    lowest = [head.file, head.block];
  }
  return first;
}
