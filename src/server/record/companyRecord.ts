import {
  companyFields,
  type CompanyValues,
  type Field,
  type ValuesOf,
  type CompanyField,
  type FieldKind,
} from '#shared/fields/companyFields.ts';

/**
 * A company as it is stored: what is known about it (`companyFields`), without what follows from that and without its
 * id. The sample generator and the importer make these; the store turns them into the API's `Company`.
 */
export type CompanyRecord = CompanyValues;

/** Where a stored company came from. */
export type CompanyOrigin = 'sample' | 'import';

/** A record that says nothing. */
export function blankRecord(): CompanyRecord {
  return blanksOf(companyFields);
}

/** What a record says nothing with, of a table of fields. */
export function blanksOf<const F extends Readonly<Record<string, Field>>>(fields: F): ValuesOf<F> {
  const blanks = Object.entries(fields).map(([field, { blank }]) => [field, blank] as const);
  return structuredClone(Object.fromEntries(blanks)) as ValuesOf<F>;
}

/** One value of an encoded record: that of a field, or of one of its parts (`''` for none). */
interface RecordRow {
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

const ownPageKinds: ReadonlySet<FieldKind> = new Set(['people', 'history', 'aliases']);

/** How many values an encoded record has. */
export const recordLength = rows.length;

/**
 * How many of them lists and exports are made of: all up to the last that is neither the founders nor the history nor
 * other names, which only the company's own page shows.
 */
export const scannedLength = rows.findLastIndex(({ kind }) => !ownPageKinds.has(kind)) + 1;
