import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportColumns } from '#shared/domain/exportColumns.ts';
import { loadPeer } from '../peers/load.ts';

/** The CSV libraries for Node that we measure ours against. */
export const csvLibraries = ['fast-csv', 'csv-stringify', 'papaparse'] as const;
export type CsvLibrary = (typeof csvLibraries)[number];

type Cell = string | number | null;

interface Job {
  /** The SQLite file of `writeExportSource`. */
  readonly source: string;
  readonly target: string;
  /** Keys of the columns. */
  readonly columns: readonly string[];
  /** Whether papaparse gets all rows in one call, as it is mostly used; with many columns, no string is long enough. */
  readonly whole: boolean;
}

/** Writes a CSV file with one of the libraries, guarded against formulas like ours. Each in its fastest way. */
export async function exportWith(library: CsvLibrary, job: Job): Promise<void> {
  const db = new DatabaseSync(job.source, { readOnly: true });
  const columns = job.columns.map((key) => `"${key}"`).join(', ');
  const statement = db.prepare(`SELECT ${columns} FROM company`);
  statement.setReturnArrays(true);
  const rows = statement.iterate() as unknown as Iterable<Cell[]>;
  const headers = job.columns.map((key) => exportColumns.find((column) => column.key === key)?.header ?? '');
  if (library === 'papaparse') await withPapaparse(rows, headers, job);
  else {
    const formatter = library === 'fast-csv' ? await fastCsv(headers) : await csvStringify(headers);
    await pipeline(Readable.from(safeRows(rows)), formatter, createWriteStream(job.target));
  }
  db.close();
}

async function fastCsv(headers: readonly string[]): Promise<Transform> {
  const { format } = (await loadPeer('fast-csv')) as { format: (options: object) => Transform };
  return format({ headers, rowDelimiter: '\r\n', includeEndRowDelimiter: true });
}

/** It has formula guarding of its own (`escape_formulas`), for ASCII signs only; ours is faster and stays. */
async function csvStringify(headers: readonly string[]): Promise<Transform> {
  const { stringify } = (await loadPeer('csv-stringify')) as { stringify: (options: object) => Transform };
  return stringify({ header: true, columns: [...headers], record_delimiter: '\r\n' });
}

const rowsPerCall = 10_000;

async function withPapaparse(rows: Iterable<Cell[]>, headers: readonly string[], job: Job): Promise<void> {
  const { default: papaparse } = (await loadPeer('papaparse')) as {
    default: { unparse(rows: readonly (readonly Cell[])[], options: object): string };
  };
  const output = createWriteStream(job.target);
  const write = async (chunk: readonly (readonly Cell[])[]): Promise<void> => {
    const text = papaparse.unparse(chunk, { newline: '\r\n' });
    if (!output.write(`${text}\r\n`)) await once(output, 'drain');
  };
  let chunk: (readonly Cell[])[] = [headers];
  for (const row of safeRows(rows)) {
    chunk.push(row);
    if (job.whole || chunk.length < rowsPerCall) continue;
    await write(chunk);
    chunk = [];
  }
  if (chunk.length > 0) await write(chunk);
  await new Promise<void>((resolve, reject) => output.once('error', reject).end(() => resolve()));
}

const formulaStart = /^[=+\-@\t\r\n\0＝＋－＠]/;

/** Rows whose texts no spreadsheet takes for formulas (S39); numbers stay numbers. */
function* safeRows(rows: Iterable<Cell[]>): Generator<Cell[]> {
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) {
      const cell = row[i];
      if (typeof cell === 'string' && formulaStart.test(cell)) row[i] = `'${cell}`;
    }
    yield row;
  }
}
