import { isDeepStrictEqual } from 'node:util';
import type { CompanyLink } from '#shared/domain/company.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import { companyFieldNames, companyFields, type CompanyField, type MergeRule } from '#shared/fields/companyFields.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { industriesInOrder } from '../values/industries.ts';

/**
 * What `other` adds to `company`: blanks filled, lists united, longer texts kept, the later funding day and the larger
 * total (both only grow). Null where it adds nothing. Merging the same record again therefore never changes anything.
 */
export function mergeCompanies(company: CompanyRecord, other: CompanyRecord): CompanyRecord | null {
  const merged: Record<CompanyField, unknown> = { ...company };
  for (let i = 0; i < merging.length; i++) {
    const { field, rule } = merging[i]!;
    merged[field] = rule(company[field] as never, other[field] as never);
  }
  const record = merged as CompanyRecord;
  if (record.people.length > 1 && !record.highlights.includes('founding_team_more_than_one')) {
    record.highlights.push('founding_team_more_than_one');
  }
  return isDeepStrictEqual(company, record) ? null : record;
}

/** How two values of a field become one. */
const rules: { readonly [R in MergeRule]: (a: MergedBy<R>, b: MergedBy<R>) => MergedBy<R> } = {
  kept: (a) => a,
  filled: (a, b) => (a === '' || a === null ? b : a),
  eachFilled: (a, b) => [a[0] || b[0], a[1] || b[1], a[2] || b[2]],
  longer,
  eachLonger: (a, b) => ({
    short: longer(a.short, b.short),
    long: longer(a.long, b.long),
    llm: longer(a.llm, b.llm),
  }),
  later: (a, b) => (a > b ? a : b),
  larger,
  either: (a, b) => a || b,
  united: union,
  industries: (a, b) => industriesInOrder([...a, ...b]),
  links: unionLinks,
  people: unionPeople,
};

/** The fields that another source can change, with their rules. */
const merging = companyFieldNames
  .filter((field) => companyFields[field].merge !== 'kept')
  .map((field) => ({ field, rule: rules[companyFields[field].merge] as (a: never, b: never) => unknown }));

/** Values of the fields that a rule merges. */
type MergedBy<R extends MergeRule> = {
  [F in CompanyField]: R extends (typeof companyFields)[F]['merge'] ? CompanyRecord[F] : never;
}[CompanyField];

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a;
}

function larger(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

function union<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])];
}

function unionLinks(a: readonly CompanyLink[], b: readonly CompanyLink[]): CompanyLink[] {
  return [...a, ...b.filter((link) => !a.some((known) => known.type === link.type))];
}

function unionPeople(a: readonly PersonRecord[], b: readonly PersonRecord[]): PersonRecord[] {
  const known = new Set(a.map(fullName));
  return [...a, ...b.filter((person) => !known.has(fullName(person)))];
}

function fullName(person: PersonRecord): string {
  return `${person.first_name} ${person.last_name}`.toLowerCase();
}
