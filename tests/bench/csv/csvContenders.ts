import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { exportPageSize } from '#shared/api/schemas.ts';
import type { DuckConnection } from '../engines/duckdb.ts';
import { startProgram } from '../engines/processes.ts';
import type { WinnowServer } from '../engines/winnow.ts';
import type { CsvLibrary } from './csvLibraries.ts';
import type { CsvProcessResult } from './csvProcess.ts';
import type { ExportSource } from './exportSource.ts';

const processFile = fileURLToPath(new URL('csvProcess.ts', import.meta.url));

/** Writes the whole export with a library in a process of its own; starting the process does not count. */
export async function exportByLibrary(
  library: CsvLibrary,
  source: ExportSource,
  target: string,
  columns: readonly string[],
  whole: boolean,
): Promise<CsvProcessResult> {
  const args = [processFile, library, source.sqlite, target, columns.join(','), whole ? 'whole' : 'chunks'];
  const program = startProgram(process.execPath, ['--max-old-space-size=16384', ...args]);
  const line = await program.firstLine();
  await program.finished();
  return JSON.parse(line) as CsvProcessResult;
}

/** Fetches the whole export from our server, page by page, into a file. Returns milliseconds. */
export async function exportByWinnow(
  server: WinnowServer,
  target: string,
  columns: readonly string[],
): Promise<number> {
  const start = performance.now();
  const output = createWriteStream(target);
  let next = '';
  for (let page = 0, total = 1; page * exportPageSize < total; page++) {
    const path = `/api/latest_companies/export/?page=${page}&columns=${columns.join(',')}${next}`;
    const headers = await server.stream(path, (part) => output.write(part));
    total = Number(headers['x-total-count'] ?? 0);
    if (page === 0 && headers['x-export'] !== undefined) next = `&export=${String(headers['x-export'])}`;
  }
  output.end();
  await finished(output);
  return performance.now() - start;
}

/** Loads DuckDB's copy of the cells: all as text, blanks as NULL. */
export async function loadDuck(
  connection: DuckConnection,
  { csv }: ExportSource,
  columns: readonly string[],
): Promise<void> {
  const all = columns.map((name) => `${name}: 'VARCHAR'`.replaceAll('"', "'")).join(', ');
  await connection.run(
    `CREATE TABLE IF NOT EXISTS cells AS SELECT * FROM read_csv('${csv}', header = false, columns = {${all}})`,
  );
}

/** DuckDB's COPY of the same columns, with its texts guarded by the same rule. Returns milliseconds. */
export async function exportByDuck(
  connection: DuckConnection,
  target: string,
  columns: readonly string[],
): Promise<number> {
  const guarded = columns.map((key) => {
    const starts = `left("${key}", 1) IN ('=', '+', '-', '@', chr(9), chr(13), chr(10), '＝', '＋', '－', '＠')`;
    return `CASE WHEN ${starts} THEN '''' || "${key}" ELSE "${key}" END AS "${key}"`;
  });
  const start = performance.now();
  await connection.run(`COPY (SELECT ${guarded.join(', ')} FROM cells) TO '${target}' (FORMAT csv, HEADER)`);
  return performance.now() - start;
}

/** Counts a file's line ends; the sample's cells have none. */
export async function countLines(file: string): Promise<number> {
  let lines = 0;
  for await (const part of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) lines += 1;
  }
  return lines;
}
