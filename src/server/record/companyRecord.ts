import { companyFields, type CompanyValues, type Field, type ValuesOf } from '#shared/fields/companyFields.ts';

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
