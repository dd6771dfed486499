import { limits, type ByteSource } from './byteSource.ts';
import { FooterGuard, withoutTitles } from './header.ts';
import { fillMerged } from './mergedCells.ts';
import type { RawRecord } from './recordReader.ts';
import { chooseSheets, describeSheets, sheetNote, type Sheet, type SheetRows } from './sheets.ts';
import type { Table } from './table.ts';
import { readWorkbook, type WorkbookSheet } from './workbook.ts';

/** Unpacked sheets up to this size stay in memory between two readings; larger ones are read again. */
const keptBytes = 16 * 1024 ** 2;

/**
 * Opens a spreadsheet (XLSX): the sheets of these names, or else those that look most like a list of companies
 * (`chooseSheets`); a table for each header that they have. Throws `bad_file` naming file and reason.
 */
export async function openSpreadsheet(source: ByteSource, wanted: readonly string[]): Promise<Table[]> {
  const { sheets, bytes } = await readSheets(source);
  const facts = sheets.map((sheet) => sheet.facts);
  return chooseSheets(source.name, sheets, wanted).map((group): Table => {
    const [{ headers, above }] = group;
    const names = group.map(({ name }) => name);
    const kept = bytes <= keptBytes ? group : null;
    return {
      name: source.name,
      format: 'XLSX',
      encoding: 'UTF-8',
      delimiter: '',
      nested: false,
      bytes: source.bytes,
      note: sheetNote(group, sheets, wanted.length > 0),
      headers,
      above,
      sheets: { all: facts, read: names },
      records: async function* () {
        const read = kept ?? (await readSheets(source)).sheets.filter(({ name }) => names.includes(name));
        for (const { rows } of read) yield* recordsIn(rows, headers);
      },
    };
  });
}

function* recordsIn(rows: readonly RawRecord[], headers: readonly string[] | null): Generator<RawRecord[]> {
  const footer = new FooterGuard(headers?.length ?? 0, true);
  for (let at = 0; at < rows.length; at += batchSize)
    yield withoutTitles(footer.pass(rows.slice(at, at + batchSize)), headers);
  yield withoutTitles(footer.end(), headers);
}

/** How many records are handed over at a time. */
const batchSize = 2000;

/** The sheets of a workbook that are not empty, and the size of all. */
async function readSheets(source: ByteSource): Promise<{ sheets: readonly Sheet[]; bytes: number }> {
  const { sheets, bytes } = await readWorkbook(source);
  const filled = sheets.map(sheetRows).filter(({ rows }) => rows.length > 0);
  return { sheets: describeSheets(filled), bytes };
}

/** A sheet's rows that are not blank, with their number in the sheet. */
function sheetRows({ name, isHidden, rows, merges, links }: WorkbookSheet): SheetRows {
  fillMerged(rows, merges);
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return {
    name,
    isHidden,
    links,
    rows: rows.map(({ line, cells, shown, merged }) => {
      const problem = cells.length > limits.columns ? 'The row has too many cells.' : '';
      if (problem !== '') return { line, cells: [], problem };
      // Each row of a sheet has all of its columns.
      while (cells.length < width) cells.push('');
      const record = { line, cells, problem };
      return shown.size === 0 && merged.size === 0 ? record : { ...record, shown, merged };
    }),
  };
}
