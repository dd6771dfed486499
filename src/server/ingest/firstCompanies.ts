import { toCompany } from '#server/record/toCompany.ts';
import type { ReadRow } from '#shared/bridge/workspace.ts';
import { personOf } from '#shared/domain/person.ts';
import { fieldNames, type FieldName } from './columns/fields.ts';
import { ownName } from './columns/ownColumns.ts';
import { Row, type RowReading } from './company/row.ts';
import { wholeRecords } from './continuedRows.ts';
import type { RawRecord } from './file/recordReader.ts';
import { readRow } from './rowReading.ts';

/** Rows as the companies that an import would make of them, each with the columns that its values come from. */
export function companiesOf(rows: readonly RawRecord[], reading: RowReading): ReadRow[] {
  const width = reading.headers?.length ?? null;
  const asOf = { week: '', date: '', newWeek: '', today: reading.discoveredDate };
  const read: ReadRow[] = [];
  for (const raw of wholeRecords(rows, reading.columns)) {
    const record = readRow(raw, width, reading);
    read.push(
      typeof record === 'string'
        ? { line: raw.line, company: null, problem: record, founders: [], from: {} }
        : {
            line: raw.line,
            company: toCompany(0, record, asOf),
            problem: '',
            founders: record.people.map((person) => personOf(person).name),
            from: sourcesOf(raw, reading),
          },
    );
  }
  return read;
}

/** Fields of which several columns may say something; of any other the surest column that is filled counts. */
const several: ReadonlySet<FieldName> = new Set([
  'website',
  'location',
  'stage',
  'industries',
  'industryGroups',
  'founders',
  'investors',
  'emails',
  'profilePages',
  'formerNames',
  'universities',
  'regions',
  'highlights',
]);

/** The headers of the columns that say something of each field in a row. */
function sourcesOf(raw: RawRecord, reading: RowReading): ReadRow['from'] {
  const row = new Row(raw, reading.columns);
  const from: Record<string, string[]> = {};
  for (const field of fieldNames) {
    const filled = row.raw(field).filter(([, cell]) => cell.trim() !== '');
    const headers = filled.map(([index]) => headerOf(index, reading));
    if (headers.length > 0) from[field] = several.has(field) ? headers : headers.slice(0, 1);
  }
  return from;
}

function headerOf(index: number, { headers }: RowReading): string {
  return ownName(headers?.[index] ?? '', index);
}
