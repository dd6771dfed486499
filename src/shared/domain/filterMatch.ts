import { canExclude, filterFieldNames, type FilterField, type ValueOf } from '../fields/filterFields.ts';
import { groupsOfIndustry } from '../reference/industries.ts';
import { fundedTagGroups, fundingHighlights, type FundedTag, type Highlight, type HighlightGroup } from './choices.ts';
import { businessModelsOf, highlightsOf, type Company, highlightGroupRules } from './company.ts';
import { addDays } from './digestWeek.ts';
import { isActiveText, type FilterSet } from './filters.ts';
import { listSlugs, type ListName } from './listName.ts';
import { searchStretches } from './searchTerms.ts';
import { withoutPlaceholder } from './text.ts';

/** What matching needs of a row: a company, and the lists it has been decided into, by whichever entry. */
export type MatchableRow = Company & { readonly decidedIn?: readonly ListName[] };

/** What matching needs besides the row: the server's day (`YYYY-MM-DD`). */
export interface MatchContext {
  readonly today: string;
}

/**
 * Whether a row passes a filter set: any of the values within a field, all fields together, exclude fields inverted
 * (product 5). Agrees with the server for every field but text, which here is a case-insensitive substring
 * (docs/api.md).
 */
export function matchesFilters(row: MatchableRow, filters: FilterSet, context: MatchContext): boolean {
  return matcherOf(filters, context)(row);
}

/** The same for many rows: the filters are worked out once, as most sets filter by little. */
export function matcherOf({ include, exclude }: FilterSet, context: MatchContext): (row: MatchableRow) => boolean {
  const tests: ((row: MatchableRow) => boolean)[] = [];
  const add = (field: FilterField, wanted: ValueOf<FilterField>, isIncluded: boolean): void => {
    const rule = rules[field] as MatchRule<unknown>;
    if (isFiltering(wanted)) tests.push((row) => rule(row, wanted, context) === isIncluded);
  };
  for (const field of filterFieldNames) {
    add(field, include[field], true);
    if (canExclude(field)) add(field, exclude[field], false);
  }
  return (row) => tests.every((passes) => passes(row));
}

function isFiltering(value: ValueOf<FilterField>): boolean {
  if (typeof value === 'string') return isActiveText(value);
  return value !== null && (!Array.isArray(value) || value.length > 0);
}

type MatchRule<T> = (row: MatchableRow, wanted: T, context: MatchContext) => boolean;

/** Whether a row matches a filter that is not empty. */
const rules: { readonly [F in FilterField]: MatchRule<NonNullable<ValueOf<F>>> } = {
  stages: (row, wanted) => hasAny(wanted, row.stages),
  regions: (row, wanted) => wanted.includes(row.region),
  countries: (row, wanted) => wanted.some(({ code }) => code === row.location.country.code),
  industries: (row, wanted) => hasAny(wanted, row.industry),
  industryGroups: (row, wanted) => hasAny(wanted, groupsOf(row)),
  employeeCount: (row, wanted) => wanted.includes(row.sizeCategory),
  companyHighlights: (row, wanted) => hasAny(wanted, highlightsOf(row.tags)),
  companyHighlightGroup: matchesHighlightGroups,
  companyHighlightFunding: (row, wanted) => hasAny(wanted, fundingHighlightsOf(row)),
  fundedTags: (row, wanted) => wanted.includes(row.funded),
  fundedTagGroup: matchesFundedGroups,
  digestWeek: (row, wanted) => wanted.includes(row.discovered),
  bookmarkList: matchesBookmarkList,
  textSearch: containsText,
  translated: (row, wanted) => row.isTranslated === wanted,
  universities: (row, wanted) => hasAny(wanted, row.allTopUnis),
  incorporatedYears: (row, wanted) => wanted.includes(row.founded === null ? 'unknown' : String(row.founded)),
  businessModels: (row, wanted) => hasAny(wanted, businessModelsOf(row.business_model)),
  // A window of n days goes back from today, inclusive; the day n days ago is outside.
  digestDays: (row, wanted, { today }) => row.discovered_date > addDays(today, -wanted),
};

/**
 * Substring search over the llm, short and long descriptions, the name and the city (product 5). Quoted phrases and the
 * text between them are searched for separately; false if there is nothing to search for.
 */
export function containsText(row: Company, text: string): boolean {
  const needles = searchStretches(text.toLowerCase());
  const { llm, short, long } = row.description;
  const texts = [llm, short, long, row.name, row.location.city];
  const isFound = (needle: string): boolean =>
    texts.some((value) => withoutPlaceholder(value).toLowerCase().includes(needle));
  return needles.length > 0 && needles.every((needle) => isFound(needle));
}

function hasAny(values: readonly string[], has: readonly string[]): boolean {
  return values.some((value) => has.includes(value));
}

function groupsOf(row: Company): string[] {
  return row.industry.flatMap((industry) => [...groupsOfIndustry(industry)]);
}

function matchesHighlightGroups(row: Company, groups: readonly string[]): boolean {
  const has = highlightsOf(row.tags) as Highlight[];
  return groups.some((group) => {
    const rule = highlightGroupRules[group as HighlightGroup];
    return (
      rule.anyHighlight.some((highlight) => has.includes(highlight)) &&
      (rule.anyFunded.length === 0 || rule.anyFunded.includes(row.funded as FundedTag))
    );
  });
}

function fundingHighlightsOf(row: Company): string[] {
  const has = highlightsOf(row.tags);
  return fundingHighlights.filter((highlight) => has.includes(highlight));
}

function matchesFundedGroups(row: Company, groups: readonly string[]): boolean {
  return fundedTagGroups.some(
    (group) => groups.includes(group.value) && group.tags.some((tag: FundedTag) => tag === row.funded),
  );
}

function matchesBookmarkList({ decidedIn = [] }: MatchableRow, lists: readonly string[]): boolean {
  return decidedIn.some((list) => lists.includes(listSlugs[list]));
}
