import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { exportColumns } from '#shared/domain/exportColumns.ts';
import { csvNumber } from '#server/api/http/csv.ts';
import { sampleCompanies } from '../data/dataset.ts';

/** The cells of an export of the sample, before any formatting. */
export interface ExportSource {
  readonly rows: number;
  /** A SQLite file with one table `company` and a column for each of the export's; for the CSV libraries. */
  readonly sqlite: string;
  /** The same as CSV, with every text cell quoted and blanks empty; for DuckDB to load. */
  readonly csv: string;
}

/** SQL names of the export's columns. */
export const sqlColumns: readonly string[] = exportColumns.map(({ key }) => `"${key}"`);

/** Writes the sources of an export of the whole sample. */
export function writeExportSource(size: number, sqlite: string, csv: string): ExportSource {
  const db = new DatabaseSync(sqlite);
  const output = openSync(csv, 'w', 0o644);
  const types = exportColumns.map(({ kind }, i) => `${sqlColumns[i]} ${kind === 'number' ? 'REAL' : 'TEXT'}`);
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE company (${types.join(', ')}); BEGIN`);
  const insert = db.prepare(`INSERT INTO company VALUES (${sqlColumns.map(() => '?').join(', ')})`);
  let rows = 0;
  let pending = '';
  for (const { company } of sampleCompanies(size)) {
    insert.run(...exportColumns.map((column) => column.value(company)));
    const cells = exportColumns.map((column) => {
      if (column.kind === 'number') return csvNumber(column.value(company));
      const text = column.value(company);
      return text === '' ? '' : `"${text.replaceAll('"', '""')}"`;
    });
    pending += `${cells.join(',')}\n`;
    rows += 1;
    if (pending.length > 1 << 20) {
      writeSync(output, pending);
      pending = '';
    }
  }
  writeSync(output, pending);
  closeSync(output);
  db.exec('COMMIT');
  db.close();
  return { rows, sqlite, csv };
}
