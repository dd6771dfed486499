import type { ColumnMapping, ImportPreview } from '#shared/bridge/workspace.ts';
import { makeLookups } from './columns/content.ts';
import { HeaderNames } from './columns/fields.ts';
import { refuseOtherLists } from './file/otherLists.ts';
import { keepOwn } from './columns/ownColumns.ts';
import { recogniseColumns, shownCell } from './columns/recognise.ts';
import { openTable } from './file/openTable.ts';
import { RowSample } from './readFiles.ts';

const rowsShown = 20;

/**
 * Examines the beginning of a file without importing it: what it is, what each column is recognised as and how
 * certainly, and its first rows. Throws `bad_file` if it is no company list.
 */
export async function inspectFile(path: string, mapping: ColumnMapping = {}): Promise<Omit<ImportPreview, 'token'>> {
  const table = await openTable(path, true);
  const sample = new RowSample();
  let room = true;
  for await (const records of table.records()) {
    for (const { cells, problem } of records) if (problem === '') room &&= sample.add(cells);
    if (!room) break;
  }
  refuseOtherLists({ ...table, rows: sample.rows }, new HeaderNames(), mapping);
  return {
    file: table.name,
    format: table.format,
    encoding: table.encoding,
    delimiter: table.delimiter,
    bytes: table.bytes,
    problem: '',
    note: table.note,
    columns: keepOwn(
      recogniseColumns(table.headers, sample.rows, makeLookups(), { mapping, nested: table.nested }),
      sample.rows,
    ),
    rows: sample.rows.slice(0, rowsShown).map((row) => row.map(shownCell)),
  };
}
