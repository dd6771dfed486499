import type { CompanyRecord } from '#server/record/companyRecord.ts';
import type { ColumnMatch } from '#shared/bridge/workspace.ts';
import { decisionHeaders, isHandover } from '#shared/domain/handover.ts';
import type { AmountColumn } from './columns/amountColumns.ts';
import { endColumnsIn } from './columns/endColumns.ts';
import { namePartsIn } from './columns/nameParts.ts';
import { isOfOneShape } from './columns/idColumns.ts';
import { columnNames, ownColumnsIn } from './columns/ownColumns.ts';
import { isExported, sampleColumnOf } from './columns/ownExport.ts';
import { roundNamesIn } from './columns/context.ts';
import { fieldColumns, teamsIn } from './columns/fieldColumns.ts';
import { registerOf } from './columns/registers.ts';
import { stagesOfColumns } from './columns/roundColumns.ts';
import { kindColumnOf } from './company/notCompany.ts';
import { placeReadings } from './company/place.ts';
import type { RowReading } from './company/row.ts';
import { readCompany } from './company/rowReader.ts';
import type { RawRecord } from './file/recordReader.ts';
import type { Table } from './file/table.ts';

/** How the rows of a table are read, given what its columns are and what only whole columns tell. */
export function readingOf(
  { headers, isExport = false }: Pick<Table, 'headers' | 'isExport'>,
  found: readonly ColumnMatch[],
  known: Pick<RowReading, 'hints' | 'lookups' | 'discoveredDate' | 'source' | 'rates'>,
): RowReading {
  const isOurs = isHandover(headers ?? []);
  const columns = isOurs ? found.filter(({ header }) => !decisionHeaders.has(header)) : found;
  const rounds = stagesOfColumns(headers, columns);
  const reading = {
    ...known,
    isExport: false,
    columns: fieldColumns(columns),
    places: placeReadings(known),
    isHandover: isOurs,
    headers,
    sampleColumn: undefined,
    kindColumn: kindColumnOf(headers),
    teams: teamsIn(columns),
    rounds,
    // A column of one round says who had it, and not what the last was called.
    roundNames: new Set([...roundNamesIn(columns)].filter((index) => !rounds.has(index))),
    ends: endColumnsIn(headers, columns),
    own: ownColumnsIn(columns),
    names: columnNames(columns),
    nameParts: namePartsIn(headers, columns),
    register: registerOf(headers),
  };
  return isExport ? ofExport(reading) : reading;
}

/**
 * How an export of ours is read: what stands in its own columns says nothing of fields, whatever they are called, and
 * its ids come from several lists that may number their companies alike.
 */
function ofExport(reading: RowReading): RowReading {
  const { hints, headers } = reading;
  const amounts = [...hints.amounts].map(
    ([index, column]) => [index, isExported(headers?.[index] ?? '') ? inDollars : column] as const,
  );
  return {
    ...reading,
    isExport: true,
    sampleColumn: sampleColumnOf(headers ?? []),
    hints: { ...hints, amounts: new Map(amounts), ids: hints.ids.filter((column) => !isOfOneShape(column)) },
    kindColumn: undefined,
    teams: new Set(),
    rounds: new Map(),
    roundNames: new Set(),
    ends: [],
    nameParts: new Map(),
    register: undefined,
  };
}

const inDollars: AmountColumn = {
  foreign: false,
  currency: '',
  dollars: true,
  unit: 1,
  unitBelow: Infinity,
  currencyColumn: undefined,
};

/** A row as a company, or the reason for rejecting it. `width` is the number of headers, if there are any. */
export function readRow(record: RawRecord, width: number | null, reading: RowReading): CompanyRecord | string {
  const { cells, problem } = record;
  if (problem !== '') return problem;
  if (width !== null && cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')) {
    return `The row has ${String(cells.length)} cells where the header has ${String(width)}.`;
  }
  return readCompany(record, reading);
}
