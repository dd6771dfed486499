import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openTable } from '#server/ingest/file/openTable.ts';
import { inspectFile } from '#server/ingest/inspect.ts';
import { readFiles } from '#server/ingest/readFiles.ts';
import { packedText } from '#server/index/bits/growable.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { decodeRecord } from '#server/record/recordCodec.ts';

/** The rows of a file as they stand in it, each cell behind its header. */
export async function rawRowsOf(path: string): Promise<string[]> {
  const table = await openTable(path);
  const rows: string[] = [];
  for await (const records of table.records())
    for (const { cells } of records) {
      const filled = [...cells.entries()].filter(([, cell]) => cell.trim() !== '');
      rows.push(
        filled.map(([index, cell]) => `${table.headers?.[index] ?? index}=${cell.slice(0, longestShown)}`).join(' | '),
      );
    }
  return rows;
}

/** How much of a cell is shown, in characters. */
const longestShown = 60;

/** What Winnow makes of the rows of a file that it reads, in their order, before equal companies are merged. */
export async function recordsOf(path: string): Promise<CompanyRecord[]> {
  const records: CompanyRecord[] = [];
  const source = { path, name: path, mapping: {} };
  for await (const step of readFiles([source], { today: '2026-11-20', thorough: true })) {
    if (step.kind !== 'rows') continue;
    if (step.rejected.length > 0) throw new Error(`${path}: ${step.rejected[0]?.reason ?? ''}`);
    for (let row = 0; row < step.records.count; row++)
      records.push(decodeRecord(packedText(step.records.records, row)));
  }
  return records;
}

/** A file's columns, and those that are neither read nor kept. */
export async function columnsOf(path: string): Promise<{ all: number; read: number; kept: number; lost: string[] }> {
  const columns = (await inspectFile(path)).flatMap((preview) => preview.columns);
  return {
    all: columns.length,
    read: columns.filter(({ field }) => field !== '' && field !== 'own').length,
    kept: columns.filter(({ field }) => field === 'own').length,
    lost: columns.filter(({ field }) => field === '').map(({ header }) => header),
  };
}

/** The company lists in a folder of files. */
export function listsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(?:csv|json)$/.test(name) && name !== 'yc_batches.json')
    .map((name) => join(folder, name));
}

/** The fields that readings by hand are about, each as the text that a reader would write. */
export const readFields: Readonly<Record<string, (record: CompanyRecord) => string>> = {
  name: ({ name }) => name,
  website: ({ links }) => links.find(({ type }) => type === 'website')?.url ?? '',
  country: ({ countryCode }) => countryCode,
  city: ({ city }) => city,
  founded: ({ founded }) => text(founded),
  stages: ({ stages }) => stages.join(' '),
  amount: ({ fundingTotal }) => text(fundingTotal),
  roundType: ({ lastRound }) => lastRound,
  roundAmount: ({ lastRoundAmount }) => text(lastRoundAmount),
  roundDay: ({ fundedOn }) => fundedOn,
  employees: ({ employeeCount, employeeBand }) => (employeeCount === null ? employeeBand : text(employeeCount)),
  status: ({ status }) => status,
  founders: ({ people }) => people.map((one) => `${one.first_name} ${one.last_name}`).join('; '),
};

function text(number: number | null): string {
  return number === null ? '' : String(number);
}
