import type { CompanyExport } from '../port.ts';
import type { ExportThreads } from './exportThreads.ts';
import { readAhead } from './readAhead.ts';
import { RowWriter, type RowList, type RowSource } from './rowWriter.ts';

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
