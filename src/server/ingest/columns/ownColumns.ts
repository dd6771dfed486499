import type { ColumnMatch } from '#shared/bridge/workspace.ts';
import { plainName } from '#shared/domain/generalFields.ts';

/**
 * The same columns, with what is no field of ours as columns of their own: nothing that a file holds is dropped unless
 * somebody says so, but for numbers of rows.
 */
export function keepOwn(columns: readonly ColumnMatch[], rows: readonly (readonly string[])[]): ColumnMatch[] {
  return columns.map((column) => {
    if (column.field !== '') return column;
    if (column.confidence > 0) return { ...column, reason: 'you chose so' };
    if (isRowNumber(column, rows)) return { ...column, reason: 'it numbers the rows' };
    return { ...column, field: 'own' };
  });
}

/** Numbers of the rows, as R and pandas write them into a column without a header. */
function isRowNumber({ index, header }: ColumnMatch, rows: readonly (readonly string[])[]): boolean {
  if (!ofNumbers.test(header.trim())) return false;
  const numbers = rows.map((row) => Number(row[index] || Number.NaN));
  return numbers.every((number, at) => at === 0 || number > numbers[at - 1]!) && Number.isInteger(numbers[0]);
}

const ofNumbers =
  /^(?:|unnamed: ?\d+|#|index|row|no\.?|nr\.?|(?:s|sr|sl)\.? ?no\.?|serial (?:no\.?|number)|lfd\.? ?nr\.?)$/i;

/** An own column of a file: where it stands, and what it is called. */
export interface OwnColumn {
  readonly index: number;
  readonly name: string;
}

/**
 * What a column of a file is called beside our fields: by its header, or by its place.
 */
export function ownName(header: string, index: number): string {
  return plainName(header) || `Column ${index + 1}`;
}

/** Where the columns that are no field of ours stand. */
export function placesOfOwn(columns: readonly ColumnMatch[]): number[] {
  return columns.filter(({ field }) => field === 'own').map(({ index }) => index);
}

/** What the columns of a file are called where their values are kept, each name once; own columns first. */
export function columnNames(columns: readonly ColumnMatch[]): string[] {
  const taken = new Set<string>();
  const names: string[] = [];
  const own = columns.filter(({ field }) => field === 'own');
  for (const { index, header } of [...own, ...columns.filter(({ field }) => field !== 'own')]) {
    const base = ownName(header, index);
    let name = base;
    for (let copy = 2; taken.has(name); copy++) name = `${base} (${copy})`;
    taken.add(name);
    names[index] = name;
  }
  return names;
}

/** The own columns of a file. */
export function ownColumnsIn(columns: readonly ColumnMatch[]): OwnColumn[] {
  const names = columnNames(columns);
  return placesOfOwn(columns).map((index) => ({ index, name: names[index] ?? '' }));
}
