import { ThreadEnd, Transferred } from '#node/channel.ts';
import { AppError } from '#shared/errors.ts';
import type { ExportCalls } from '../../index/csv/exportThreads.ts';
import { RowWriter } from '../../index/csv/rowWriter.ts';
import { giveWay } from '../../../node/threads.ts';

/** Entry of a thread that writes exports: opens files and writes the requested rows, until it is ended. */
const writers = new Map<number, RowWriter>();
let lastWriter = 0;
giveWay();
new ThreadEnd<ExportCalls>().serve(
  {
    open: async (source) => {
      const opened = new RowWriter(source);
      writers.set(++lastWriter, opened);
      return lastWriter;
    },
    write: async ({ writer, rows }) => {
      const open = writers.get(writer);
      if (open === undefined) throw new AppError('unavailable', 'The export was ended.');
      const csv = open.write(rows);
      return new Transferred(csv, [csv.buffer]);
    },
    close: async (writer) => {
      writers.get(writer)?.close();
      writers.delete(writer);
    },
  },
  () => {
    for (const writer of writers.values()) writer.close();
  },
);
