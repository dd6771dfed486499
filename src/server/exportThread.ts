import { parentPort } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import type { FromExport, ToExport } from './export/exportMessages.ts';
import { RowWriter } from './export/rowWriter.ts';
import { giveWay } from './system/giveWay.ts';

/** Entry of a thread that writes exports: opens files and writes the rows it is asked for, until it is ended. */
function main(): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is a thread of Winnow and is not started by hand.');
  const send = (message: FromExport, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);
  const writers = new Map<number, RowWriter>();
  giveWay();
  port.on('message', (message: ToExport) => {
    if (message.kind === 'end') {
      for (const writer of writers.values()) writer.close();
      port.close();
      return;
    }
    const { writer } = message;
    if (message.kind === 'close') {
      writers.get(writer)?.close();
      writers.delete(writer);
      return;
    }
    const { id } = message;
    try {
      if (message.kind === 'open') {
        writers.set(writer, new RowWriter(message.source));
        send({ kind: 'done', id, csv: null });
        return;
      }
      const open = writers.get(writer);
      if (open === undefined) throw new AppError('unavailable', 'The export was ended.');
      const csv = open.write(message.rows);
      send({ kind: 'done', id, csv }, [csv.buffer]);
    } catch (error) {
      const known = AppError.from(error);
      // The thread that asked writes the log; an unknown fault is told to it with what there is to know.
      if (known.code === 'internal') throw error;
      send({ kind: 'failed', id, error: known.toWire() });
    }
  });
}

main();
