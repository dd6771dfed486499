import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { canExclude, wireValues, type FilterField, type ListField } from '#shared/fields/filterFields.ts';
import type { CountryRef } from '#shared/fields/filterRows.ts';
import { countryByCode } from '#shared/reference/countries.ts';

/** What a filter says about one value. */
export type ChoiceState = 'off' | 'in' | 'out';

/** The wire values chosen in a field. */
export function valuesOf(filters: FilterSet, part: 'include' | 'exclude', field: FilterField): string[] {
  if (part === 'exclude') return canExclude(field) ? wireValues(filters.exclude[field]) : [];
  return wireValues(filters.include[field]);
}

/** What a filter set says about one value of a field. */
export function stateOf(filters: FilterSet, field: ListField, value: string): ChoiceState {
  if (valuesOf(filters, 'include', field).includes(value)) return 'in';
  return valuesOf(filters, 'exclude', field).includes(value) ? 'out' : 'off';
}

/** The state after a click: off, included, excluded (where there is an exclude), off. */
export function nextState(field: ListField, state: ChoiceState): ChoiceState {
  if (state === 'off') return 'in';
  return state === 'in' && canExclude(field) ? 'out' : 'off';
}

/** The filter set with one value of a field included, excluded or off. */
export function withChoice(filters: FilterSet, field: ListField, value: string, state: ChoiceState): FilterSet {
  const included = withOrWithout(valuesOf(filters, 'include', field), value, state === 'in');
  const changed = { ...filters, include: { ...filters.include, [field]: asStored(field, included) } };
  if (!canExclude(field)) return changed;
  const excluded = withOrWithout(valuesOf(filters, 'exclude', field), value, state === 'out');
  return { ...changed, exclude: { ...filters.exclude, [field]: asStored(field, excluded) } };
}

/** The filter set that asks for one value of a field and for no other of it. */
export function withOnly(filters: FilterSet, field: ListField, value: string): FilterSet {
  return withChoice(withoutFields(filters, [field]), field, value, 'in');
}

function withOrWithout(values: readonly string[], value: string, isIn: boolean): string[] {
  const others = values.filter((other) => other !== value);
  return isIn ? [...others, value] : others;
}

/** Countries are kept as name and code pairs (product 3), everything else as it goes over the wire. */
function asStored(field: ListField, values: readonly string[]): (string | CountryRef)[] {
  if (field !== 'countries') return [...values];
  return values.map((code) => ({ code, name: countryByCode(code)?.name ?? code }));
}

/** The filter set with nothing chosen in some fields, included or excluded. */
export function withoutFields(filters: FilterSet, fields: readonly (keyof FilterSet['include'])[]): FilterSet {
  const empty = emptyFilters();
  const include = { ...filters.include };
  const exclude = { ...filters.exclude };
  for (const field of fields) {
    Object.assign(include, { [field]: empty.include[field] });
    if (field in exclude) Object.assign(exclude, { [field]: empty.exclude[field as keyof FilterSet['exclude']] });
  }
  return { include, exclude };
}

/** The filter set with some of its include part replaced. */
export function including(filters: FilterSet, part: Partial<FilterSet['include']>): FilterSet {
  return { ...filters, include: { ...filters.include, ...part } };
}

/** The filter set with some of its exclude part replaced. */
export function excluding(filters: FilterSet, part: Partial<FilterSet['exclude']>): FilterSet {
  return { ...filters, exclude: { ...filters.exclude, ...part } };
}
