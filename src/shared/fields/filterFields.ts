/** A country in a filter. */
export interface CountryRef {
  readonly name: string;
  readonly code: string;
}

/**
 * The value of a filter: a list of wire values, countries, a text, yes or no, or a number of days. Empty: not filtered.
 */
interface FilterValues {
  list: string[];
  countries: CountryRef[];
  text: string;
  flag: boolean | null;
  days: number | null;
}
type FilterKind = keyof FilterValues;

/**
 * One filter. `parameter` is its query parameter, and the key of its facet counts. `excluded` says how excluded values
 * go over the wire: with a minus in the same parameter, or in a parameter of their own; null if none can be excluded.
 */
interface FilterRow {
  readonly parameter: string;
  readonly kind: FilterKind;
  readonly excluded: string | null;
}

/**
 * Every filter of a search or smart list, in the order in which a filter set is kept. Lists are of wire values;
 * `incorporatedYears` are `unknown` or years as text, `digestDays` is a window in days, `bookmarkList` names lists that
 * the user decides companies into.
 */
export const filterFields = {
  stages: { parameter: 'stages', kind: 'list', excluded: 'minus' },
  regions: { parameter: 'regions', kind: 'list', excluded: 'minus' },
  countries: { parameter: 'country_codes', kind: 'countries', excluded: 'minus' },
  industries: { parameter: 'industries', kind: 'list', excluded: 'minus' },
  industryGroups: { parameter: 'industry_groups', kind: 'list', excluded: 'minus' },
  employeeCount: { parameter: 'company_sizes', kind: 'list', excluded: null },
  companyHighlights: { parameter: 'company_highlights', kind: 'list', excluded: null },
  companyHighlightGroup: { parameter: 'company_highlight_group', kind: 'list', excluded: null },
  companyHighlightFunding: { parameter: 'company_highlight_funding', kind: 'list', excluded: null },
  fundedTags: { parameter: 'funded_tags', kind: 'list', excluded: null },
  fundedTagGroup: { parameter: 'funded_tag_group', kind: 'list', excluded: null },
  digestWeek: { parameter: 'digest_week', kind: 'list', excluded: null },
  bookmarkList: { parameter: 'bookmark_list', kind: 'list', excluded: null },
  textSearch: { parameter: 'text_search', kind: 'text', excluded: 'exclude_text_search' },
  translated: { parameter: 'is_translated', kind: 'flag', excluded: null },
  universities: { parameter: 'top_unis', kind: 'list', excluded: null },
  incorporatedYears: { parameter: 'incorporated_years', kind: 'list', excluded: null },
  businessModels: { parameter: 'business_model', kind: 'list', excluded: null },
  digestDays: { parameter: 'n_days_in_digest', kind: 'days', excluded: null },
} as const satisfies Record<string, FilterRow>;

type Rows = typeof filterFields;
export type FilterField = keyof Rows;

/** Filters that can exclude values. */
export type ExcludableField = { [F in FilterField]: Rows[F]['excluded'] extends null ? never : F }[FilterField];

/** Filters with several values. */
export type ListField = { [F in FilterField]: Rows[F]['kind'] extends 'list' | 'countries' ? F : never }[FilterField];

/** Filters that are yes or no. */
export type FlagField = { [F in FilterField]: Rows[F]['kind'] extends 'flag' ? F : never }[FilterField];

/** The value of a filter. */
export type ValueOf<F extends FilterField> = FilterValues[Rows[F]['kind']];

/** A filter, or with a minus what it excludes: tables with something for each are keyed by this. */
export type FilterPart = FilterField | `-${ExcludableField}`;

/** A query parameter that a filter set uses. */
export type FilterParameter = Rows[FilterField]['parameter'] | Exclude<Rows[FilterField]['excluded'], 'minus' | null>;

/** The filters in the order of the table. */
export const filterFieldNames = Object.keys(filterFields) as readonly FilterField[];

/** Whether a filter can exclude values. */
export function canExclude(field: FilterField): field is ExcludableField {
  return filterFields[field].excluded !== null;
}

/** The values of a filter as they go over the wire, not joined; none if it does not filter. */
export function wireValues(value: ValueOf<FilterField>): string[] {
  if (value === null || value === '') return [];
  if (!Array.isArray(value)) return [String(value)];
  return value.map((each) => (typeof each === 'string' ? each : each.code));
}
