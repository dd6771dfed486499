import type { ColumnMatch } from '#shared/bridge/workspace.ts';
import { importFields } from '#shared/domain/importFields.ts';
import type { ColumnReadings } from './columnMapping.ts';
import type { ColumnSample, Lookups } from './content.ts';
import type { FieldName } from './fields.ts';

/** What a column is taken for, `''` for no field of ours, how certainly (0 to 1), and why. */
export interface Finding {
  readonly field: FieldName | '';
  readonly score: number;
  /** In a few words: `its header means “Founded”`. */
  readonly reason: string;
  /** What the file leaves open of its values; absent for nothing. */
  readonly asks?: string;
  /** The same for a choice (`ColumnMatch`). */
  readonly open?: ColumnMatch['open'];
}

/** Why a column is what the user has said. */
export const byUser = 'you chose it';

/** What a rule says of a column. */
export interface Candidate extends Finding {
  readonly column: number;
}

/** What the columns of a table are taken for, by their places. */
export type Found = readonly Finding[];

/** Sample records. */
export type Rows = readonly (readonly string[])[];

/** What rules look at. */
export interface Look {
  /** The headers, undefined for a table that has none, and as its export would have named them (`effectiveHeaders`). */
  readonly headers: readonly string[] | undefined;
  /** The headers' keys (`headerKey`), and those without the language that a header says its texts are in. */
  readonly keys: readonly string[];
  readonly bases: readonly string[];
  readonly samples: readonly ColumnSample[];
  readonly rows: Rows;
  readonly lookups: Lookups;
  /** Whether headers are JSON keys with dots. */
  readonly nested: boolean;
  /** How the user wants columns to be read. */
  readonly readings: ColumnReadings;
}

/** A column that is no field of ours, and why. */
export function none(column: number, reason: string): Candidate {
  return { column, field: '', score: 0, reason };
}

/** What a field is called where a file's columns are shown. */
export function labelOfField(field: FieldName | ''): string {
  return labels.get(field) ?? field;
}

const labels: ReadonlyMap<string, string> = new Map(importFields.map(({ name, label }) => [name, label]));

/** The columns of a field. */
export function columnsOf(found: Found, ...fields: readonly FieldName[]): number[] {
  return found.flatMap(({ field }, index) => (field !== '' && fields.includes(field) ? [index] : []));
}

/** Whether two columns both have values in some row: records of different forms may have one or the other. */
export function areBeside(a: number, b: number, rows: Rows): boolean {
  return rows.length === 0 || rows.some((row) => isFilled(row[a]) && isFilled(row[b]));
}

export function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell.trim() !== '';
}

/** `94%`. */
export function percent(share: number): string {
  return `${String(Math.round(share * 100))}%`;
}
