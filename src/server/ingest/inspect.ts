import { basename } from 'node:path';
import type { FilePreview } from '#node/localApi.ts';
import type { ColumnMapping } from '#shared/bridge/workspace.ts';
import { AppError } from '#shared/errors.ts';
import { makeLookups } from './columns/content.ts';
import { HeaderNames } from './columns/fields.ts';
import { dayOfFile } from './file/fileDay.ts';
import { refuseOtherLists } from './file/otherLists.ts';
import { keepOwn } from './columns/ownColumns.ts';
import { recogniseColumns, shownCell } from './columns/recognise.ts';
import { openTables } from './file/openTable.ts';
import type { Table } from './file/table.ts';
import { RowSample } from './readFiles.ts';

const rowsShown = 20;

/**
 * Examines the beginning of a file without importing it: what it is, what each column is recognised as and how
 * certainly, and its first rows. Of a spreadsheet it examines the sheets of these names, or those that look most like a
 * list of companies; sheets of different headers have a preview each, and any other file has one. `name` is what the
 * user knows it by. Throws `bad_file` if it is no company list.
 */
export async function inspectFile(
  path: string,
  {
    mapping = {},
    sheets = [],
    name = basename(path),
  }: { mapping?: ColumnMapping; sheets?: readonly string[]; name?: string } = {},
): Promise<FilePreview[]> {
  const previews: FilePreview[] = [];
  const { day, from } = dayOfFile(path, name);
  for (const table of await openTables(path, { sheets, glance: true })) {
    previews.push({ ...(await previewOf(table, mapping)), day: day.slice(0, 10), dayFrom: from });
  }
  return previews;
}

async function previewOf(table: Table, mapping: ColumnMapping): Promise<Omit<FilePreview, 'day' | 'dayFrom'>> {
  const sample = new RowSample();
  let room = true;
  for await (const records of table.records()) {
    for (const { cells, problem } of records) if (problem === '') room &&= sample.add(cells);
    if (!room) break;
  }
  const about = {
    file: table.name,
    format: table.format,
    encoding: table.encoding,
    delimiter: table.delimiter,
    bytes: table.bytes,
    note: table.note,
    sheets: [...(table.sheets?.all ?? [])],
    read: [...(table.sheets?.read ?? [])],
  };
  try {
    refuseOtherLists({ ...table, rows: sample.rows }, new HeaderNames(), mapping);
  } catch (error) {
    // Another of its sheets may list companies.
    if (about.sheets.length < 2 || !(error instanceof AppError)) throw error;
    return { ...about, problem: error.message.replace(`${table.name}: `, ''), columns: [], rows: [] };
  }
  return {
    ...about,
    problem: '',
    columns: keepOwn(
      recogniseColumns(table.headers, sample.rows, makeLookups(), { mapping, nested: table.nested }),
      sample.rows,
    ),
    rows: sample.rows.slice(0, rowsShown).map((row) => row.map(shownCell)),
  };
}
