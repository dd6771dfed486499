import {
  canExclude,
  filterFieldNames,
  filterFields,
  wireValues,
  type FilterField,
  type FilterParameter,
} from '../fields/filterFields.ts';
import { emptyFilters, filterSetSchema, type FilterSet } from './filters.ts';

/** Query parameters by name; empty parameters are omitted (product 5). */
export type QueryParameters = Record<string, string>;

/** Names of all query parameters that a filter set uses. */
export const filterParameters = filterFieldNames.flatMap((field) => {
  const { parameter, excluded } = filterFields[field];
  return excluded === null || excluded === 'minus' ? [parameter] : [parameter, excluded];
}) as readonly FilterParameter[];

/**
 * A filter set as query parameters: lists comma-joined, exclusion by a leading minus, stages in lower case (product 5).
 */
export function filtersToQuery({ include, exclude }: FilterSet): QueryParameters {
  const query: QueryParameters = {};
  const put = (parameter: string, values: readonly string[]): void => {
    const value = values.join(',');
    if (value.trim() !== '') query[parameter] = value;
  };
  for (const field of filterFieldNames) {
    const { parameter, excluded: way } = filterFields[field];
    const included = onWire(field, wireValues(include[field]));
    const excluded = canExclude(field) ? onWire(field, wireValues(exclude[field])) : [];
    if (way === 'minus') put(parameter, [...included, ...excluded.map((value) => `-${value}`)]);
    else put(parameter, included);
    if (way !== null && way !== 'minus') put(way, excluded);
  }
  return query;
}

function onWire(field: FilterField, values: readonly string[]): readonly string[] {
  return field === 'stages' ? values.map((text) => text.toLowerCase()) : values;
}

/**
 * Parses a filter set from query parameters, which may be repeated (docs/api.md). Ignores other parameters. Throws a
 * ZodError that names the parameter if a value is not valid for its field.
 */
export function filtersFromQuery(query: Readonly<Record<string, string | readonly string[] | undefined>>): FilterSet {
  const { include, exclude } = rawFilters(query);
  return filterSetSchema.parse({ include, exclude });
}

/** The parameter that carries a field of a filter set, to name a bad one in an error. */
export function parameterOfField(field: string, part: 'include' | 'exclude' = 'include'): string {
  if (!Object.hasOwn(filterFields, field)) return field;
  const { parameter, excluded } = filterFields[field as FilterField];
  return part === 'include' || excluded === null || excluded === 'minus' ? parameter : excluded;
}

function rawFilters(query: Readonly<Record<string, string | readonly string[] | undefined>>) {
  const include: Record<string, unknown> = {};
  const exclude: Record<string, unknown> = {};
  const values = (parameter: string): string[] => {
    const raw = query[parameter];
    const texts = raw === undefined ? [] : typeof raw === 'string' ? [raw] : raw;
    return texts.flatMap((text) => text.split(',')).map((part) => part.trim());
  };
  const single = (parameter: string): string => {
    const raw = query[parameter];
    return (typeof raw === 'string' ? raw : raw?.at(-1)) ?? '';
  };
  for (const field of filterFieldNames) {
    const { parameter, kind, excluded } = filterFields[field];
    if (excluded === 'minus') {
      const all = values(parameter);
      include[field] = all.filter((value) => !value.startsWith('-'));
      exclude[field] = all.filter((value) => value.startsWith('-')).map((value) => value.slice(1));
      continue;
    }
    const read = kind === 'list' ? values : single;
    include[field] = read(parameter);
    if (excluded !== null) exclude[field] = read(excluded);
  }
  return { include, exclude };
}

/** The same filter set without its text, to show what else restricts a search. */
export function withoutText(filters: FilterSet): FilterSet {
  return {
    include: { ...filters.include, textSearch: emptyFilters().include.textSearch },
    exclude: { ...filters.exclude },
  };
}
