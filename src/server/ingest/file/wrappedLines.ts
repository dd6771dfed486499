import type { HeaderNames } from '../columns/fields.ts';
import { detectDelimiter } from './delimiter.ts';
import { RecordReader, type RawRecord } from './recordReader.ts';

const linesLookedAt = 100;

/**
 * The delimiter within lines that are one quoted cell each (`"Company,Website"`), as a spreadsheet saves a table that it
 * has opened as a single column; undefined where lines are not like that.
 */
export function delimiterWithin(records: readonly RawRecord[], names: HeaderNames): string | undefined {
  const looked = records.slice(0, linesLookedAt);
  if (looked.length < 2 || looked.some(({ cells }) => cells.length !== 1)) return undefined;
  const delimiter = detectDelimiter(looked.map(({ cells: [cell = ''] }) => cell).join('\n'), names);
  const [header, ...rows] = looked.map((record) => unwrapped(record, delimiter).cells);
  const known = header?.filter((cell) => names.match(cell) !== undefined).length ?? 0;
  const like = rows.filter((row) => row.length > 1 && row.length <= (header?.length ?? 0)).length;
  return known > 1 && like > rows.length * 0.8 ? delimiter : undefined;
}

/** A record of one cell as the line that it holds. */
export function unwrapped(record: RawRecord, delimiter: string): RawRecord {
  const [cell = '', ...others] = record.cells;
  if (others.length > 0 || record.problem !== '') return record;
  const reader = new RecordReader(delimiter);
  const [own] = [...reader.push(cell), ...reader.end()];
  return own === undefined ? record : { ...own, line: record.line };
}
