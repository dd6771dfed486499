import { basename } from 'node:path';
import type { FilePreview } from '#node/localApi.ts';
import type { ColumnMapping, FileReading } from '#shared/bridge/workspace.ts';
import { plainName } from '#shared/domain/generalFields.ts';
import { AppError } from '#shared/errors.ts';
import { makeLookups } from './columns/content.ts';
import { dayOfFile, localDay } from './file/fileDay.ts';
import { shownCell } from './columns/recognise.ts';
import { withQuestions } from './columns/questions.ts';
import { currenciesIn } from './company/funding.ts';
import { Row, type RowReading } from './company/row.ts';
import { companiesOf } from './firstCompanies.ts';
import { withReads } from './readCells.ts';
import type { RawRecord } from './file/recordReader.ts';
import { readingOf } from './rowReading.ts';
import { openTables } from './file/openTable.ts';
import type { Table } from './file/table.ts';
import { RowSample } from './readFiles.ts';
import { columnsOfTable } from './tableColumns.ts';

const rowsShown = 20;

/**
 * Examines the beginning of a file without importing it: what it is, what each column is recognised as and how
 * certainly, and its first rows. Of a spreadsheet it examines the sheets of these names, or those that look most like a
 * list of companies; sheets of different headers have a preview each, and any other file has one. `name` is what the
 * user knows it by. With `reading`, its first rows are read as companies. Throws `bad_file` if it is no company list.
 */
export async function inspectFile(
  path: string,
  {
    mapping = {},
    sheets = [],
    name = basename(path),
    reading,
  }: {
    mapping?: ColumnMapping;
    sheets?: readonly string[];
    name?: string;
    reading?: FileReading | undefined;
  } = {},
): Promise<FilePreview[]> {
  const previews: FilePreview[] = [];
  const { day, from } = dayOfFile(path, name);
  const source = { name: plainName(name), day: reading?.day ?? day };
  for (const table of await openTables(path, { sheets, glance: true })) {
    const asked = reading === undefined ? undefined : { source, rates: reading.rates ?? {} };
    previews.push({
      ...(await previewOf(table, reading?.mapping ?? mapping, asked)),
      day: day.slice(0, 10),
      dayFrom: from,
    });
  }
  return previews;
}

async function previewOf(
  table: Table,
  mapping: ColumnMapping,
  reading: Pick<RowReading, 'source' | 'rates'> | undefined,
): Promise<Omit<FilePreview, 'day' | 'dayFrom'>> {
  const { sample, first } = await beginningOf(table);
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
  const lookups = makeLookups();
  let found: ReturnType<typeof columnsOfTable>;
  try {
    found = columnsOfTable(table, sample.rows, mapping, lookups);
  } catch (error) {
    // Another of its sheets may list companies.
    if (about.sheets.length < 2 || !(error instanceof AppError)) throw error;
    const problem = error.message.replace(`${table.name}: `, '');
    return { ...about, problem, columns: [], rows: [], currencies: {} };
  }
  const hints = found.collector.hints();
  const columns = withQuestions(found.columns, hints);
  const source = reading?.source ?? { name: '', day: '' };
  const read = readingOf(table, columns, {
    hints,
    lookups,
    discoveredDate: localDay(),
    source,
    rates: reading?.rates ?? {},
  });
  return {
    ...about,
    problem: '',
    columns: columns.map((column) => withReads(column, read)),
    rows: sample.rows.slice(0, rowsShown).map((row) => row.map(shownCell)),
    currencies: currenciesOf(sample.rows, read),
    ...(reading === undefined ? {} : { companies: companiesOf(first, read) }),
  };
}

/** The first rows of a table: those that its columns are recognised by, and those that are shown, with their lines. */
async function beginningOf(
  table: Table,
): Promise<{ readonly sample: RowSample; readonly first: readonly RawRecord[] }> {
  const sample = new RowSample();
  const first: RawRecord[] = [];
  let room = true;
  for await (const records of table.records()) {
    for (const record of records) {
      if (record.problem === '') room &&= sample.add(record.cells);
      if (first.length < rowsShown && record.cells.some((cell) => cell.trim() !== '')) first.push(record);
    }
    if (!room) break;
  }
  return { sample, first };
}

/** How many amounts the first rows of a table have in each other currency, in the order in which these come. */
function currenciesOf(rows: readonly (readonly string[])[], reading: RowReading): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const cells of rows) {
    for (const code of currenciesIn(new Row({ cells }, reading.columns), reading))
      counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}
