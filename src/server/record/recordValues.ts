import { companyFields, type CompanyField, type Field, type FieldKind } from '#shared/fields/companyFields.ts';

/** One value of an encoded record: that of a field, or of one of its parts (`''` for none). */
export interface RecordRow {
  readonly field: string;
  readonly part: string;
  readonly kind: FieldKind;
}

/** The values of an encoded record of a table of fields, in the order of their ids. */
export function recordRows(fields: Readonly<Record<string, Field>>): readonly RecordRow[] {
  const rows: RecordRow[] = [];
  for (const [field, { id, kind }] of Object.entries(fields)) {
    if (typeof id === 'number') rows[id] = { field, part: '', kind };
    else for (const [part, each] of Object.entries(id)) rows[each] = { field, part, kind };
  }
  return rows;
}

type Fields = typeof companyFields;
/** Fields that are one stored value, and the parts of those that are several. */
type WholeField = { [F in CompanyField]: Fields[F]['id'] extends number ? F : never }[CompanyField];
type PartsOf = { [F in Exclude<CompanyField, WholeField>]: Fields[F]['id'] }[Exclude<CompanyField, WholeField>];

const rows = recordRows(companyFields);

/** Where each value stands in an encoded record, in the order of the record. */
export const recordValue = Object.fromEntries(rows.map(({ field, part }, id) => [part || field, id])) as {
  readonly [F in WholeField]: Fields[F]['id'];
} & PartsOf;

/** A value of an encoded record. */
export type RecordValue = (typeof recordValue)[keyof typeof recordValue];

/** How many values an encoded record has. */
export const recordLength = rows.length;

/**
 * How many of them lists and exports are made of: not the founders at the end, which only the company's own page shows.
 */
export const scannedLength = rows.findLastIndex(({ kind }) => kind !== 'people') + 1;
