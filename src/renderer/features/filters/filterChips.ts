import { isActiveText, type FilterSet } from '#shared/domain/filters.ts';
import { inQuotes } from '#shared/domain/searchTerms.ts';
import { excluding, including, valuesOf, withChoice, type ListField } from './filterEdits.ts';
import { valueLabel } from './filterFields.ts';

/** A removable chip: one thing that restricts the list. */
export interface FilterChip {
  readonly key: string;
  readonly label: string;
  readonly isExcluded: boolean;
  /** The filter set without it. */
  readonly without: FilterSet;
}

const listFields: readonly ListField[] = [
  'stages',
  'regions',
  'countries',
  'industryGroups',
  'industries',
  'companyHighlightGroup',
  'companyHighlights',
  'companyHighlightFunding',
  'fundedTagGroup',
  'fundedTags',
  'employeeCount',
  'incorporatedYears',
  'businessModels',
  'digestWeek',
  'universities',
  'bookmarkList',
];

/** Everything that restricts a list, as chips, in the order of the panel. */
export function chipsOf(filters: FilterSet): FilterChip[] {
  const { include, exclude } = filters;
  const chips: FilterChip[] = [];
  const add = (key: string, label: string, isExcluded: boolean, without: FilterSet): void => {
    chips.push({ key, label, isExcluded, without });
  };
  if (isActiveText(include.textSearch)) {
    add('text', inQuotes(include.textSearch), false, including(filters, { textSearch: '' }));
  }
  if (isActiveText(exclude.textSearch)) {
    add('-text', inQuotes(exclude.textSearch), true, excluding(filters, { textSearch: '' }));
  }
  for (const field of listFields) {
    for (const value of valuesOf(filters, 'include', field)) {
      add(`${field} ${value}`, valueLabel(field, value), false, withChoice(filters, field, value, 'off'));
    }
    for (const value of valuesOf(filters, 'exclude', field)) {
      add(`-${field} ${value}`, valueLabel(field, value), true, withChoice(filters, field, value, 'off'));
    }
  }
  if (include.digestDays !== null) {
    const label = `Discovered in the last ${include.digestDays} days`;
    add('days', label, false, including(filters, { digestDays: null }));
  }
  if (include.translated !== null) {
    const label = include.translated ? 'Translated' : 'Not translated';
    add('translated', label, false, including(filters, { translated: null }));
  }
  return chips;
}
