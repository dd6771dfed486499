import type { ColumnMapping, ColumnMatch } from '#shared/bridge/workspace.ts';
import { readMapping } from './columns/columnMapping.ts';
import type { Lookups } from './columns/content.ts';
import { HeaderNames } from './columns/fields.ts';
import { HintCollector } from './columns/hints.ts';
import { keepOwn } from './columns/ownColumns.ts';
import { asExported } from './columns/ownExport.ts';
import { recogniseColumns } from './columns/recognise.ts';
import { refuseOtherLists } from './file/otherLists.ts';
import type { Table } from './file/table.ts';

/**
 * What the columns of a table are by its first rows, and what has learnt from these how they are read. Throws
 * `bad_file` for a list of something other than companies.
 */
export function columnsOfTable(
  table: Pick<Table, 'name' | 'headers' | 'nested' | 'isExport'>,
  rows: readonly (readonly string[])[],
  mapping: ColumnMapping,
  lookups: Lookups,
): { columns: ColumnMatch[]; collector: HintCollector } {
  const { headers, nested, isExport = false } = table;
  if (!isExport) refuseOtherLists({ ...table, rows }, new HeaderNames(), mapping);
  const found = recogniseColumns(headers, rows, lookups, { mapping, nested });
  const columns = isExport ? asExported(found) : keepOwn(found, rows);
  const readings = readMapping(mapping, headers, columns.length);
  const collector = new HintCollector(columns, headers, lookups, readings, isExport);
  for (const row of rows) collector.add(row);
  return { columns, collector };
}
