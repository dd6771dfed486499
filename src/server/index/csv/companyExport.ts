import { open, stat } from 'node:fs/promises';
import process from 'node:process';
import type { CompanyExport } from '../port.ts';
import type { ExportThreads } from './exportThreads.ts';
import { RowWriter, type RowList, type RowSource } from './rowWriter.ts';

/** Bytes read at a time. */
const blockBytes = 1 << 20;

/** Bytes that a disk gives in the time of one read anywhere in a file: 50 µs at 500 MB a second. */
const bytesForOneRead = 25_000;

/** Whether `bytes` of files are read sooner than `rows` records at their places, and stay in `free` bytes of memory. */
export function isReadSooner(rows: number, bytes: number, free: number): boolean {
  return bytes < rows * bytesForOneRead && bytes < free / 2;
}

/**
 * Has the system read files from beginning to end where `rows` records of them are about to be read, which lie in
 * another order: what is read at its place is slow as long as the disk has to bring it, and kept in pieces of 4 kB even
 * then. Resolves when it is done or `signal` is aborted. Whether files can be read is said by who reads the records.
 */
export async function readAhead(files: readonly string[], rows: number, signal: AbortSignal): Promise<void> {
  try {
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (!isReadSooner(rows, bytes, process.availableMemory())) return;
    const block = Buffer.allocUnsafe(blockBytes);
    for (const file of files) {
      await using handle = await open(file, 'r');
      while (!signal.aborted && (await handle.read(block, 0, blockBytes, null)).bytesRead > 0);
    }
  } catch {
    // Nothing was promised.
  }
}

/** Up to so many rows are written where the export was asked for: a thread takes longer to start. */
const fewRows = 2000;

/** Rows of a chunk. Few enough that searches on the same thread need not wait. */
const chunkRows = 256;

/** Chunks that each thread has to write at a time: while one is fetched it has the next. */
const aheadPerThread = 2;

/** Opens an export of these rows; its files are open when it resolves. Throws `storage_*`. */
export async function openCompanyExport(
  threads: ExportThreads,
  source: RowSource,
  rows: RowList,
): Promise<CompanyExport> {
  const total = rows.ids.length;
  if (total <= fewRows) {
    const writer = new RowWriter(source);
    const write = async (_turn: number, some: RowList): Promise<Uint8Array> => writer.write(some);
    return {
      total,
      csv: (from, to) => streamOf(chunks(write, 1, rows, from, to)),
      close: () => writer.close(),
    };
  }
  const writers = await threads.open(source);
  const write = (turn: number, some: RowList): Promise<Uint8Array> => writers.write(turn, some);
  const ended = new AbortController();
  void readAhead(source.files, total, ended.signal);
  return {
    total,
    csv: (from, to) => streamOf(chunks(write, writers.threads * aheadPerThread, rows, from, to)),
    close: () => {
      if (!ended.signal.aborted) writers.close();
      ended.abort();
    },
  };
}

/** Rows `from` up to `to`, chunk by chunk in order, up to `ahead` of them in the making. */
async function* chunks(
  write: (turn: number, rows: RowList) => Promise<Uint8Array>,
  ahead: number,
  { ids, files }: RowList,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  const coming: Promise<Uint8Array>[] = [];
  let turn = 0;
  for (let next = from; next < to || coming.length > 0;) {
    while (next < to && coming.length < ahead) {
      const end = Math.min(next + chunkRows, to);
      const chunk = write(turn++, { ids: ids.slice(next, end), files: files.slice(next, end) });
      // It may fail before anyone waits for it.
      chunk.catch(() => undefined);
      coming.push(chunk);
      next = end;
    }
    const chunk = await coming.shift();
    if (chunk !== undefined) yield chunk;
  }
}

/** Made as the receiver takes it, so that a large export is never whole in memory. */
function streamOf(chunksInOrder: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunksInOrder.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunksInOrder.return(undefined);
      },
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  );
}
