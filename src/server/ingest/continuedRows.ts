import type { FieldName } from './columns/fields.ts';
import type { FieldColumns } from './columns/fieldColumns.ts';
import type { RawRecord } from './file/recordReader.ts';
import type { Table } from './file/table.ts';
import { listSeparator } from './values/text.ts';

/** A table in which a record of several rows (its name stands once, its further rounds below) is one. */
export function withWholeRecords(table: Table, columns: FieldColumns): Table {
  const names = columns.get('name') ?? [];
  if (names.length === 0) return table;
  return {
    ...table,
    async *records() {
      const gathered = new Records(columns);
      for await (const records of table.records()) yield gathered.add(records);
      yield gathered.end();
    },
  };
}

/** The records of these rows. */
export function wholeRecords(rows: readonly RawRecord[], columns: FieldColumns): RawRecord[] {
  const gathered = new Records(columns);
  return [...gathered.add(rows), ...gathered.end()];
}

class Records {
  readonly #columns: Columns;
  #open: RawRecord[] = [];

  constructor(fields: FieldColumns) {
    this.#columns = columnsOf(fields);
  }

  /** The records that are known to be whole. */
  add(rows: readonly RawRecord[]): RawRecord[] {
    const whole: RawRecord[] = [];
    for (const row of rows) {
      const [first] = this.#open;
      const isFurther = first !== undefined && isNamed(first, this.#columns) && continues(row, this.#columns);
      if (!isFurther) whole.push(...this.end());
      this.#open.push(row);
    }
    return whole;
  }

  end(): RawRecord[] {
    const [first, ...further] = this.#open.splice(0);
    if (first === undefined) return [];
    return [further.length === 0 ? first : joined([first, ...further], this.#columns)];
  }
}

interface Columns {
  readonly names: readonly number[];
  readonly fields: ReadonlyMap<number, FieldName>;
}

function columnsOf(fields: FieldColumns): Columns {
  const byColumn = [...fields].flatMap(([field, columns]) => columns.map((column) => [column, field] as const));
  return { names: fields.get('name') ?? [], fields: new Map(byColumn) };
}

function isNamed(row: RawRecord, { names }: Columns): boolean {
  return row.problem === '' && names.some((column) => (row.cells[column] ?? '').trim() !== '');
}

/** Fields of which a company may have several values; only these can be carried on in a row without a name. */
const listed: ReadonlySet<FieldName> = new Set([
  'founders',
  'industries',
  'emails',
  'stage',
  'lastRound',
  'lastRoundAmount',
  'fundingTotal',
  'fundedOn',
  'investors',
  'universities',
]);

/** What is said of each round: of these the values of one row belong together. */
const ofRounds: ReadonlySet<FieldName> = new Set(['stage', 'lastRound', 'lastRoundAmount', 'fundingTotal', 'fundedOn']);
const amounts: ReadonlySet<FieldName> = new Set(['lastRoundAmount', 'fundingTotal']);

/**
 * Whether a row has no name, or the one of the merged cell above, and nothing but further values for lists. An amount
 * alone is a sum of those above it, an address beside what is no list may be of another company's person.
 */
function continues(row: RawRecord, { names, fields }: Columns): boolean {
  // This is asked for every row.
  if (row.problem !== '' || names.some((column) => !isBlank(row, column))) return false;
  let filled = 0;
  let isSure = false;
  for (const [column, field] of fields) {
    if (isBlank(row, column)) continue;
    if (!listed.has(field)) return false;
    filled += 1;
    isSure ||= !amounts.has(field) && field !== 'emails';
  }
  return (
    isSure || (filled === 1 && row.cells.filter((cell) => cell.trim() !== '').length === 1 && hasEmail(row, fields))
  );
}

function hasEmail(row: RawRecord, fields: ReadonlyMap<number, FieldName>): boolean {
  return row.cells.some((cell, column) => cell.trim() !== '' && fields.get(column) === 'emails');
}

/** Whether a cell says nothing by itself. */
function isBlank({ cells, merged }: RawRecord, column: number): boolean {
  const cell = cells[column];
  return cell === undefined || cell === '' || cell.trim() === '' || merged?.has(column) === true;
}

/** Several rows as one whose cells are lists; where its rounds have values at all, each has one, if a blank one. */
function joined(rows: readonly [RawRecord, ...RawRecord[]], { fields }: Columns): RawRecord {
  const [first] = rows;
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const cells = Array.from({ length: width }, (_, column) => {
    const values = rows.map((row, at) => (at > 0 && isBlank(row, column) ? '' : (row.cells[column] ?? '')));
    const filled = values.filter((value) => value.trim() !== '');
    if (filled.length < 2 && values[0] === filled[0]) return filled[0] ?? '';
    const field = fields.get(column);
    return (field !== undefined && ofRounds.has(field) ? values : filled).join(listSeparator);
  });
  return { ...first, cells, parts: rows };
}
