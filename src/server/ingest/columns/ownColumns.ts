import type { ColumnMatch } from '#shared/bridge/workspace.ts';
import { askedColumns, exportColumns } from '#shared/domain/exportColumns.ts';
import { plainName } from '#shared/domain/generalFields.ts';
import { byUser } from './finding.ts';

/**
 * The same columns, with what is no field of ours as columns of their own: nothing that a file holds is dropped unless
 * somebody says so. What our own exports work out of other columns is dropped again, and so are numbers of rows.
 */
export function keepOwn(columns: readonly ColumnMatch[], rows: readonly (readonly string[])[]): ColumnMatch[] {
  const headers = columns.map(({ header }) => header);
  const derived = new Set(derivedColumns(headers));
  const isOurs = isOwnExport(headers);
  return columns.map((column) => {
    // Beside our columns an export of ours has only what was an own column before, whatever it is called.
    const isOther = isOurs && (!exportHeaders.has(column.header) || headers.indexOf(column.header) < column.index);
    if (isOther && column.reason !== byUser) return { ...column, field: 'own', reason: 'it was a column of its own' };
    if (column.field !== '') return column;
    if (column.confidence > 0) return { ...column, reason: 'you chose so' };
    if (derived.has(column.index)) return { ...column, reason: 'Winnow works it out anew' };
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

/** Whether a file is an export of ours: most of its headers, and at least six, are those of our columns. */
export function isOwnExport(headers: readonly string[]): boolean {
  const ours = headers.filter((header) => exportHeaders.has(header)).length;
  return ours >= 6 && ours > headers.length / 2;
}

const exportHeaders: ReadonlySet<string> = new Set([...exportColumns, ...askedColumns].map(({ header }) => header));

/**
 * The columns of an export of ours that follow from others, or are only true of the workspace that they come from, and
 * the one of `sampleColumnOf`. The preferred description counts where the file has no other.
 */
export function derivedColumns(headers: readonly string[]): readonly number[] {
  if (!isOwnExport(headers)) return [];
  const isDescribed = headers.some((header) => descriptions.has(header));
  return headers.flatMap((header, index) => {
    const isDerived = derivedHeaders.has(header) && (header !== 'Description' || isDescribed);
    return isDerived ? [index] : [];
  });
}

/**
 * The column of an export of ours that says which companies are invented samples; undefined in any other file, where
 * nobody means that by a sample. It is no field that a column can be chosen for.
 */
export function sampleColumnOf(headers: readonly string[] | null): number | undefined {
  if (headers === null || !isOwnExport(headers)) return undefined;
  const index = headers.findIndex((header) => sampleHeaders.has(header));
  return index === -1 ? undefined : index;
}

const sampleHeaders = headersOf(['sample']);

const derivedKeys = [
  'id',
  'description',
  'region',
  'funded',
  'discovered',
  'discovered_date',
  'employee_growth',
  'from_files',
  'sample',
];
// What somebody has decided and written is theirs, and the founders are people, which have a field.
const askedHeaders = askedColumns.filter(({ key }) => key !== 'founders').map(({ header }) => header);
const derivedHeaders: ReadonlySet<string> = new Set([...headersOf(derivedKeys), ...askedHeaders]);
const descriptions = headersOf(['description_short', 'description_long', 'description_llm']);

function headersOf(keys: readonly string[]): ReadonlySet<string> {
  return new Set(exportColumns.filter(({ key }) => keys.includes(key)).map(({ header }) => header));
}
