import { groupsOfIndustry } from '../reference/industries.ts';
import { fundedTagGroups, fundingHighlights, type FundedTag, type Highlight, type HighlightGroup } from './choices.ts';
import { businessModelsOf, highlightsOf, type Company } from './company.ts';
import { addDays } from './digestWeek.ts';
import { isActiveText, type FilterSet } from './filters.ts';
import { highlightGroupRules } from './highlightGroups.ts';
import { listSlugs, type ListName } from './listName.ts';
import { searchStretches } from './searchTerms.ts';
import { withoutPlaceholder } from './text.ts';

/** What a row must have to be matched: a company, and the lists that it has been decided into, by whatever entry. */
export type MatchableRow = Company & { readonly decidedIn?: readonly ListName[] };

/** What matching needs beside the row: the server's day (`YYYY-MM-DD`). */
export interface MatchContext {
  readonly today: string;
}

/**
 * Whether a row passes a filter set: any of the values within a field, all fields together, exclude fields inverted
 * (SPEC 5). Agrees with the server for every field but text, which here is a case-insensitive substring (API.md).
 */
export function matchesFilters(row: MatchableRow, filters: FilterSet, context: MatchContext): boolean {
  const { include, exclude } = filters;
  // What a field is compared with is read only where the field filters: most do not, and lists are filtered whole.
  return (
    anyOf(include.stages, () => row.stages) &&
    anyOf(include.regions, () => [row.region]) &&
    (include.countries.length === 0 || hasCountry(include.countries, row)) &&
    anyOf(include.industries, () => row.industry) &&
    anyOf(include.industryGroups, () => groupsOf(row)) &&
    anyOf(include.employeeCount, () => [row.sizeCategory]) &&
    anyOf(include.companyHighlights, () => highlightsOf(row.tags)) &&
    matchesHighlightGroups(row, include.companyHighlightGroup) &&
    anyOf(include.companyHighlightFunding, () => fundingHighlightsOf(row)) &&
    anyOf(include.fundedTags, () => [row.funded]) &&
    matchesFundedGroups(row, include.fundedTagGroup) &&
    anyOf(include.digestWeek, () => [row.discovered]) &&
    matchesBookmarkList(row, include.bookmarkList) &&
    (include.translated === null || row.isTranslated === include.translated) &&
    anyOf(include.universities, () => row.allTopUnis) &&
    anyOf(include.incorporatedYears, () => [row.founded === null ? 'unknown' : String(row.founded)]) &&
    anyOf(include.businessModels, () => businessModelsOf(row.business_model)) &&
    matchesDigestDays(row, include.digestDays, context) &&
    (!isActiveText(include.textSearch) || containsText(row, include.textSearch)) &&
    noneOf(exclude.stages, () => row.stages) &&
    noneOf(exclude.regions, () => [row.region]) &&
    !hasCountry(exclude.countries, row) &&
    noneOf(exclude.industries, () => row.industry) &&
    noneOf(exclude.industryGroups, () => groupsOf(row)) &&
    !(isActiveText(exclude.textSearch) && containsText(row, exclude.textSearch))
  );
}

/**
 * Substring search over the llm, short and long descriptions, the name and the city (SPEC 5). Phrases in quotation marks
 * and what stands beside them are looked for each by itself; false where that is nothing.
 */
export function containsText(row: Company, text: string): boolean {
  const needles = searchStretches(text.toLowerCase());
  const { llm, short, long } = row.description;
  const texts = [llm, short, long, row.name, row.location.city];
  const isFound = (needle: string): boolean =>
    texts.some((value) => withoutPlaceholder(value).toLowerCase().includes(needle));
  return needles.length > 0 && needles.every((needle) => isFound(needle));
}

function anyOf(wanted: readonly string[], read: () => readonly string[]): boolean {
  return wanted.length === 0 || hasAny(wanted, read());
}

function noneOf(unwanted: readonly string[], read: () => readonly string[]): boolean {
  return unwanted.length === 0 || !hasAny(unwanted, read());
}

function hasAny(values: readonly string[], has: readonly string[]): boolean {
  return values.some((value) => has.includes(value));
}

function hasCountry(countries: readonly { code: string }[], row: Company): boolean {
  return countries.some(({ code }) => code === row.location.country.code);
}

function groupsOf(row: Company): string[] {
  return row.industry.flatMap((industry) => [...groupsOfIndustry(industry)]);
}

function matchesHighlightGroups(row: Company, groups: readonly string[]): boolean {
  if (groups.length === 0) return true;
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
  if (groups.length === 0) return true;
  return fundedTagGroups.some(
    (group) => groups.includes(group.value) && group.tags.some((tag: FundedTag) => tag === row.funded),
  );
}

function matchesBookmarkList({ decidedIn = [] }: MatchableRow, lists: readonly string[]): boolean {
  return lists.length === 0 || decidedIn.some((list) => lists.includes(listSlugs[list]));
}

/** A window of n days reaches back from today, which counts; the day n days before does not. */
function matchesDigestDays(row: Company, days: number | null, { today }: MatchContext): boolean {
  return days === null || row.discovered_date > addDays(today, -days);
}
