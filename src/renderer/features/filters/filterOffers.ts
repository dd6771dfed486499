import type { Facets } from '#shared/api/schemas.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { foldLetters } from '#shared/domain/text.ts';
import { filterFields, type ListField } from '#shared/fields/filterFields.ts';
import { noNames } from '#shared/fields/filterRows.ts';
import { stateOf } from './filterEdits.ts';

/** The filters that are offered for what somebody types, by what one value of them is called. */
const offeredFields = [
  ['industries', 'Industry'],
  ['industryGroups', 'Industry group'],
  ['countries', 'Country'],
  ['regions', 'Region'],
  ['stages', 'Stage'],
  ['businessModels', 'Business model'],
  ['companyHighlights', 'Highlight'],
] as const satisfies readonly (readonly [ListField, string])[];

/** A value of a filter that is called like what somebody types, and how many companies would match with it. */
export interface FilterOffer {
  readonly field: ListField;
  readonly value: string;
  /** `Industry` */
  readonly title: string;
  readonly label: string;
  readonly count: number;
}

/** Most values to offer. */
const most = 5;

/** Shortest text that offers filters: a single letter begins nearly everything. */
const shortest = 2;

/**
 * The values that a text names, by the beginning of one of their words or by their initials (`ai`), those with most
 * companies first; only such that have some and are not chosen.
 */
export function filterOffers(text: string, filters: FilterSet, counts: Facets['facets'] | undefined): FilterOffer[] {
  const typed = foldLetters(text).trim();
  if (typed.length < shortest || counts === undefined) return [];
  return offeredFields
    .flatMap(([field, title]) =>
      Object.entries(counts[filterFields[field].parameter] ?? {})
        .filter(([value, count]) => count > 0 && stateOf(filters, field, value) === 'off')
        .map(([value, count]) => ({ field, value, title, label: filterFields[field].chip(value, noNames), count })),
    )
    .filter(({ label }) => isNamed(foldLetters(label), typed))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most);
}

function isNamed(label: string, typed: string): boolean {
  const words = label.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const initials = words.map((word) => word.charAt(0)).join('');
  if (initials.startsWith(typed)) return true;
  for (let at = label.indexOf(typed); at !== -1; at = label.indexOf(typed, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(label.charAt(at - 1))) return true;
  }
  return false;
}
