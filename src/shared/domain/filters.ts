import { z } from 'zod';
import {
  canExclude,
  filterFieldNames,
  rowOf,
  type ExcludableField,
  type FilterField,
  type ValueOf,
} from '../fields/filterFields.ts';
import type { Accepted, CountryRef } from '../fields/filterRows.ts';
import { allCountries, countryByCode } from '../reference/countries.ts';
import { allIndustries } from '../reference/industries.ts';
import { assertNever } from '../errors.ts';
import { isActiveText } from './searchText.ts';

/** The include part of a filter set (`filterFields`). */
export type IncludeFilters = { [F in FilterField]: ValueOf<F> };

/** The exclude part of a filter set. */
export type ExcludeFilters = { [F in ExcludableField]: ValueOf<F> };

/** What a search or a smart list asks for. */
export interface FilterSet {
  include: IncludeFilters;
  exclude: ExcludeFilters;
}

/** Whether product 5 counts a value as empty: absent, null, blank, -1, or a list of only such values. */
function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null || value === -1) return true;
  if (typeof value === 'string') return value.trim() === '' || value.trim() === '-1';
  return Array.isArray(value) && value.every(isEmptyValue);
}

/** A scalar becomes a list of one, empty values are dropped; `All…` choices mean "not filtered" (docs/api.md). */
function toList(value: unknown): unknown {
  if (isEmptyValue(value)) return [];
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const items = values.map((item) => (typeof item === 'string' ? item.trim() : item));
  return items.filter((item) => !isEmptyValue(item) && item !== allCountries && item !== allIndustries);
}

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

function listOf<S extends z.ZodType<string>>(item: S) {
  return z.preprocess(
    toList,
    z.array(item).transform((items) => unique(items)),
  );
}

const text = z.preprocess((value) => (isEmptyValue(value) ? '' : value), z.string().max(1000));

/** How to parse one value of a list. */
function itemOf(accepts: Accepted): z.ZodType<string> {
  if (accepts === 'names') return z.string().trim().min(1).max(200);
  if ('choices' in accepts) return z.enum(accepts.choices.map(({ value }) => value));
  if ('parse' in accepts) return parsedBy(accepts);
  const { pattern, message, isNumber } = accepts;
  const matching = z.string().regex(pattern, message);
  return isNumber === true ? z.union([z.number().int(), z.string().trim()]).transform(String).pipe(matching) : matching;
}

function parsedBy({ parse, noun }: Extract<Accepted, { parse: unknown }>): z.ZodType<string> {
  return z.string().transform((value, context) => {
    const parsed = parse(value);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: 'custom', message: `"${value}" is not ${noun}.` });
    return z.NEVER;
  });
}

const countrySchema = z
  .union([z.string(), z.object({ code: z.string(), name: z.string().optional() })])
  .transform((value, context): CountryRef => {
    const country = countryByCode((typeof value === 'string' ? value : value.code).toUpperCase());
    if (country !== undefined) return { name: country.name, code: country.code };
    context.addIssue({ code: 'custom', message: 'Not an ISO 3166 country code.' });
    return z.NEVER;
  });

const countryList = z.preprocess(
  toList,
  z.array(countrySchema).transform((items) => [...new Map(items.map((item) => [item.code, item])).values()]),
);

const digestDaysSchema = z.preprocess((value) => {
  if (isEmptyValue(value)) return null;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}, z.number().int().min(1).max(36_500).nullable());

const flag = z.preprocess((value) => {
  if (isEmptyValue(value)) return null;
  if (typeof value !== 'string') return value;
  // Read like the flags of an inbox: other languages' spellings of a boolean count too.
  return ['true', '1'].includes(value.toLowerCase())
    ? true
    : ['false', '0'].includes(value.toLowerCase())
      ? false
      : value;
}, z.boolean().nullable());

/** How to parse the value of a filter. */
function valueSchema(field: FilterField): z.ZodType {
  const filter = rowOf(field);
  switch (filter.kind) {
    case 'list':
      return listOf(itemOf(filter.accepts));
    case 'countries':
      return countryList;
    case 'text':
      return text;
    case 'flag':
      return flag;
    case 'days':
      return digestDaysSchema;
    default:
      return assertNever(filter);
  }
}

/** How to parse the values of some filters. */
function valuesOf<F extends FilterField>(fields: readonly F[]): { [N in F]: z.ZodType<ValueOf<N>> } {
  return Object.fromEntries(fields.map((field) => [field, valueSchema(field)])) as {
    [N in F]: z.ZodType<ValueOf<N>>;
  };
}

const includeSchema = z
  .object({ ...valuesOf(filterFieldNames), text_search: text })
  // `text_search` is an alias that is accepted, but never kept beside the real field (docs/api.md).
  .transform(({ text_search: alias, ...include }): IncludeFilters => ({
    ...include,
    textSearch: include.textSearch === '' ? alias : include.textSearch,
  }));

const excludeSchema = z.object(valuesOf(filterFieldNames.filter(canExclude)));

const orEmpty = (value: unknown): unknown => value ?? {};

/**
 * Parses a filter set written by a person, a file or an older version: missing fields are empty, a single value counts
 * as a list of one, stage labels are accepted in any case. Anything that is not a value of the field is refused.
 */
export const filterSetSchema: z.ZodType<FilterSet> = z.object({
  include: z.preprocess(orEmpty, includeSchema),
  exclude: z.preprocess(orEmpty, excludeSchema),
});

/** A filter set that filters nothing. */
export function emptyFilters(): FilterSet {
  return filterSetSchema.parse({});
}

/** The filter that the search panel and a new smart list start with: stages Seed and Pre-Seed (product 9). */
export function defaultFilters(): FilterSet {
  const filters = emptyFilters();
  filters.include.stages = ['inv_stage_seed', 'inv_stage_pre_seed'];
  return filters;
}

function isActiveField(field: string, value: unknown): boolean {
  return field === 'textSearch' ? isActiveText(String(value)) : !isEmptyValue(value);
}

/** A filter set is active if any included field is non-empty (product 5). */
export function isActive(filters: FilterSet): boolean {
  return Object.entries(filters.include).some(([field, value]) => isActiveField(field, value));
}

/** How many fields restrict the result, including excluded ones; the number on the panel's badge. */
export function activeFieldCount(filters: FilterSet): number {
  const fields = [...Object.entries(filters.include), ...Object.entries(filters.exclude)];
  return fields.filter(([field, value]) => isActiveField(field, value)).length;
}
