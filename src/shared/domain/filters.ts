import { z } from 'zod';
import { countryByCode, allCountries } from '../reference/countries.ts';
import { allIndustries } from '../reference/industries.ts';
import {
  businessModels,
  employeeSizes,
  fundedTagGroups,
  fundedTags,
  fundingHighlights,
  highlightGroups,
  highlights,
  minSearchLength,
  type Choice,
  parseStage,
} from './choices.ts';
import {
  canExclude,
  filterFieldNames,
  type CountryRef,
  type ExcludableField,
  type FilterField,
  type ValueOf,
} from '../fields/filterFields.ts';

/** The include part of a filter set (`filterFields`). */
export type IncludeFilters = { [F in FilterField]: ValueOf<F> };

/** The exclude part of a filter set. */
export type ExcludeFilters = { [F in ExcludableField]: ValueOf<F> };

/** What a search or a smart list asks for. */
export interface FilterSet {
  include: IncludeFilters;
  exclude: ExcludeFilters;
}

/** Lists that a `bookmarkList` filter can name: companies that the user has decided into one of them. */
export const bookmarkLists = [
  { value: 'watchlist', label: 'Watchlist' },
  { value: 'opportunities', label: 'Opportunities' },
  { value: 'archive', label: 'Archive' },
] as const satisfies readonly Choice[];

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

function choiceOf(choices: readonly Choice[]) {
  return listOf(z.enum(choices.map((choice) => choice.value)));
}

const name = z.string().trim().min(1).max(200);
const text = z.preprocess((value) => (isEmptyValue(value) ? '' : value), z.string().max(1000));

const stageSchema = z.string().transform((value, context) => {
  const stage = parseStage(value);
  if (stage !== undefined) return stage;
  context.addIssue({ code: 'custom', message: `"${value}" is not a stage.` });
  return z.NEVER;
});

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

const yearSchema = z
  .union([z.number().int(), z.string().trim()])
  .transform(String)
  .pipe(z.string().regex(/^(unknown|\d{4})$/, 'A year is "unknown" or four digits.'));

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

/** How to parse the values of each filter. */
const values = {
  stages: listOf(stageSchema),
  regions: listOf(name),
  countries: countryList,
  industries: listOf(name),
  industryGroups: listOf(name),
  employeeCount: choiceOf(employeeSizes),
  companyHighlights: choiceOf(highlights),
  companyHighlightGroup: choiceOf(highlightGroups),
  companyHighlightFunding: listOf(z.enum(fundingHighlights)),
  fundedTags: choiceOf(fundedTags),
  fundedTagGroup: choiceOf(fundedTagGroups),
  digestWeek: listOf(z.string().regex(/^\d{4}-W\d{2}$/, 'A digest week looks like 2026-W47.')),
  bookmarkList: choiceOf(bookmarkLists),
  textSearch: text,
  translated: flag,
  universities: listOf(z.string().regex(/^uni_\w+$/, 'A university code looks like uni_mit.')),
  incorporatedYears: z.preprocess(
    toList,
    z.array(yearSchema).transform((years) => unique(years)),
  ),
  businessModels: listOf(z.enum(businessModels)),
  digestDays: digestDaysSchema,
} satisfies { [F in FilterField]: z.ZodType<IncludeFilters[F]> };

const includeSchema = z
  .object({ ...values, text_search: text })
  // `text_search` is an alias that is accepted, but never kept beside the real field (docs/api.md).
  .transform(({ text_search: alias, ...include }): IncludeFilters => ({
    ...include,
    textSearch: include.textSearch === '' ? alias : include.textSearch,
  }));

const excludeSchema = z.object(
  Object.fromEntries(filterFieldNames.filter(canExclude).map((field) => [field, values[field]])) as {
    [F in ExcludableField]: (typeof values)[F];
  },
);

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

/** Characters that say as much as two letters: ideographs, kana, Hangul syllables. */
const doubleCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70\uac00-\ud7a3]/u;

/**
 * Whether a text is long enough to search for: three characters, where an ideograph, kana or Hangul syllable counts as
 * two, because most Chinese, Japanese and Korean words have no more than two of them.
 */
export function isActiveText(searchText: string): boolean {
  let length = 0;
  // An accented letter or a syllable may come decomposed.
  for (const character of searchText.trim().normalize('NFC')) {
    length += doubleCharacter.test(character) ? 2 : 1;
    if (length >= minSearchLength) return true;
  }
  return false;
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
