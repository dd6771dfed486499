import {
  companyFields,
  datedFields,
  type CompanyField,
  type History,
  type NamedValue,
  type Seen,
} from '#shared/fields/companyFields.ts';
import { growthOf, pointsOf, type SeenValue } from '#shared/domain/history.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import type { CompanyRecord } from './companyRecord.ts';

/** What a source says of a dated field of a company. */
export interface DatedValue {
  readonly field: CompanyField;
  /** As it stands in `History.sources`. */
  readonly source: string;
  readonly value: unknown;
}

/** A source as a history names it: the day of its values, and what it is called. Sources of later days sort later. */
export function sourceOf(day: string, name: string): string {
  return `${day} ${name}`;
}

/**
 * Everything that the sources of a company say of its dated fields. A company that was stored before sources were
 * noted has one without a name, of the day it was found.
 */
export function datedValuesOf(record: CompanyRecord): DatedValue[] {
  const { sources, seen } = record.history;
  if (sources.length > 1) {
    return seen.map(({ field, source, value }) => ({
      field: field as CompanyField,
      source: sources[source] ?? '',
      value,
    }));
  }
  const source = sources[0] ?? sourceOf(record.discoveredDate, '');
  return datedFields.flatMap((field) => valuesIn(record, field).map((value) => ({ field, source, value })));
}

/** What a record says of a dated field: nothing, a value, or the values of its own columns. */
function valuesIn(record: CompanyRecord, field: CompanyField): readonly unknown[] {
  if (field === 'own') return record.own;
  const value = record[field];
  return isBlank(value) ? [] : [value];
}

function isBlank(value: unknown): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0);
}

/** Which value of a company it is: its field, and its name if it is a named one. */
export function keyOf({ field, value }: Pick<DatedValue, 'field' | 'value'>): string {
  return field === 'own' ? `own:${(value as NamedValue).name}` : field;
}

/** The sources' values as a record keeps them; a lone source without a name is not noted. */
export function historyOf(values: readonly DatedValue[], sources: readonly string[]): History {
  const sorted = [...new Set(sources)].toSorted(compareTexts);
  if (sorted.length < 2) return { sources: sorted.filter((source) => !source.endsWith(' ')), seen: [] };
  const positions = new Map(sorted.map((source, index) => [source, index]));
  const seen = values.map((each): Seen => ({
    field: each.field,
    source: positions.get(each.source) ?? 0,
    value: each.value,
  }));
  return { sources: sorted, seen: seen.toSorted(inOrder) };
}

function inOrder(a: Seen, b: Seen): number {
  return idOf(a) - idOf(b) || compareTexts(ownNameOf(a), ownNameOf(b)) || a.source - b.source;
}

function idOf({ field }: Seen): number {
  const { id } = companyFields[field as CompanyField];
  return typeof id === 'number' ? id : -1;
}

function ownNameOf({ field, value }: Seen): string {
  return field === 'own' ? (value as NamedValue).name : '';
}

/** The history of a company as the API delivers it; empty where no source was noted. */
export function seenValuesOf(record: CompanyRecord): SeenValue[] {
  if (record.history.sources.length === 0) return [];
  return datedValuesOf(record).map(seenValueOf);
}

function seenValueOf({ field, source, value }: DatedValue): SeenValue {
  const { header, value: said } = field === 'own' ? own(value as NamedValue) : { header: '', value };
  return { field: wireNameOf(field), header, value: said as SeenValue['value'], ...partsOf(source) };
}

/** The domains of a company besides that of its website, in order. */
export function otherDomainsOf(record: CompanyRecord): string[] {
  const own = ownDomainOf(record);
  const domains = record.aliases.map(({ domain }) => domain).filter((domain) => domain !== '' && domain !== own);
  return [...new Set(domains)].toSorted(compareTexts);
}

/** How the number of employees has grown, by what sources say of it (`growthOf`); null where nothing tells. */
export function employeeGrowthOf(said: readonly DatedValue[]): number | null {
  if (said.length < 2) return null;
  const counts = said.toSorted((a, b) => compareTexts(a.source, b.source));
  const growth = growthOf(pointsOf(counts.map(seenValueOf), 'employees'));
  // Three digits are more than the numbers of a source are worth.
  return growth === null ? null : Math.round(growth.share * 1000) / 1000;
}

function own({ name, value }: NamedValue): { header: string; value: string } {
  return { header: name, value };
}

/** The day and the name of a source. */
function partsOf(source: string): { day: string; source: string } {
  return { day: source.slice(0, 10), source: source.slice(source.indexOf(' ') + 1) };
}

/** What the API calls a dated field; those that it delivers in another form have no name of their own there. */
function wireNameOf(field: CompanyField): string {
  return reshapedNames[field] ?? (companyFields[field] as { readonly wire?: string }).wire ?? field;
}

const reshapedNames: { readonly [F in CompanyField]?: string } = {
  countryCode: 'country_code',
  employeeCount: 'employees',
};

/** Code units decide, so that the order is the same everywhere. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
