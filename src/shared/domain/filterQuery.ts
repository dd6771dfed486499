import { emptyFilters, filterSetSchema, type CountryRef, type FilterSet } from './filters.ts';

/** Query parameters by name; a parameter that would be empty is not there (SPEC 5). */
export type QueryParameters = Record<string, string>;

/** Include field → its query parameter (SPEC 7; `digest_week` and `bookmark_list` are additions of API.md). */
const listParameters = {
  employeeCount: 'company_sizes',
  companyHighlights: 'company_highlights',
  companyHighlightGroup: 'company_highlight_group',
  companyHighlightFunding: 'company_highlight_funding',
  fundedTags: 'funded_tags',
  fundedTagGroup: 'funded_tag_group',
  digestWeek: 'digest_week',
  bookmarkList: 'bookmark_list',
  universities: 'top_unis',
  incorporatedYears: 'incorporated_years',
  businessModels: 'business_model',
} as const satisfies Partial<Record<keyof FilterSet['include'], string>>;

/** Fields that carry included and, behind a minus, excluded values in one parameter (SPEC 5, API.md). */
const signedParameters = {
  stages: 'stages',
  regions: 'regions',
  industries: 'industries',
  industryGroups: 'industry_groups',
  countries: 'country_codes',
} as const;

type SignedField = keyof typeof signedParameters;
const signedFields = Object.keys(signedParameters) as SignedField[];
const listFields = Object.keys(listParameters) as (keyof typeof listParameters)[];

/** A query parameter that a filter set uses. */
export type FilterParameter =
  | (typeof signedParameters)[SignedField]
  | (typeof listParameters)[keyof typeof listParameters]
  | 'text_search'
  | 'exclude_text_search'
  | 'is_translated'
  | 'n_days_in_digest';

/** Names of all query parameters that a filter set uses. */
export const filterParameters: readonly FilterParameter[] = [
  ...Object.values(signedParameters),
  ...Object.values(listParameters),
  'text_search',
  'exclude_text_search',
  'is_translated',
  'n_days_in_digest',
];

/** A filter set as query parameters: lists comma-joined, exclusion by a leading minus, stages in lower case (SPEC 5). */
export function filtersToQuery({ include, exclude }: FilterSet): QueryParameters {
  const query: QueryParameters = {};
  const put = (parameter: string, value: string): void => {
    if (value.trim() !== '') query[parameter] = value;
  };
  for (const field of signedFields) {
    const included = wireValues(field, include[field]);
    const excluded = wireValues(field, exclude[field]).map((value) => `-${value}`);
    put(signedParameters[field], [...included, ...excluded].join(','));
  }
  for (const field of listFields) put(listParameters[field], include[field].join(','));
  put('text_search', include.textSearch);
  put('exclude_text_search', exclude.textSearch);
  put('is_translated', include.translated === null ? '' : String(include.translated));
  put('n_days_in_digest', include.digestDays === null ? '' : String(include.digestDays));
  return query;
}

function wireValues(field: SignedField, values: readonly (string | CountryRef)[]): string[] {
  const texts = values.map((value) => (typeof value === 'string' ? value : value.code));
  return field === 'stages' ? texts.map((text) => text.toLowerCase()) : texts;
}

/**
 * Reads a filter set from query parameters, which may be repeated (API.md). Other parameters are left alone.
 * Throws a ZodError that names the parameter where a value is not one of its field's.
 */
export function filtersFromQuery(query: Readonly<Record<string, string | readonly string[] | undefined>>): FilterSet {
  const { include, exclude } = rawFilters(query);
  return filterSetSchema.parse({ include, exclude });
}

/** Fields of a filter set by the parameter that carries them; for naming a bad parameter in an error. */
export function parameterOfField(field: string): string {
  const known: Record<string, string> = {
    ...signedParameters,
    ...listParameters,
    textSearch: 'text_search',
    translated: 'is_translated',
    digestDays: 'n_days_in_digest',
  };
  return known[field] ?? field;
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
  for (const field of signedFields) {
    const all = values(signedParameters[field]);
    include[field] = all.filter((value) => !value.startsWith('-'));
    exclude[field] = all.filter((value) => value.startsWith('-')).map((value) => value.slice(1));
  }
  for (const field of listFields) include[field] = values(listParameters[field]);
  include['textSearch'] = single('text_search');
  exclude['textSearch'] = single('exclude_text_search');
  include['translated'] = single('is_translated');
  include['digestDays'] = single('n_days_in_digest');
  return { include, exclude };
}

/** The same filter set without a text, for showing what else restricts a search. */
export function withoutText(filters: FilterSet): FilterSet {
  return {
    include: { ...filters.include, textSearch: emptyFilters().include.textSearch },
    exclude: { ...filters.exclude },
  };
}
