import {
  digestWindows,
  fundedTagGroups,
  fundedTags,
  fundingHighlights,
  highlightGroups,
  highlights,
  type SortOption,
} from '#shared/domain/choices.ts';
import { businessModelsOf, highlightsOf, type Company } from '#shared/domain/company.ts';
import { matchesFilters } from '#shared/domain/filterMatch.ts';
import { filtersFromQuery, filtersToQuery, withoutText } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { foldLetters, withoutPlaceholder } from '#shared/domain/text.ts';
import { assertNever } from '#shared/errors.ts';
import { groupsOfIndustry } from '#shared/reference/industries.ts';
import { searchedTexts } from '../query/textMatch.ts';
import { readTextQuery, type TextQuery } from '../words/textQuery.ts';
import { phraseForm, wordsOf } from '../words/tokenizer.ts';

/** What the engine should answer on a given day, worked out company by company with the rules of shared/domain. */
export function naiveSearch(
  rows: readonly Company[],
  filters: FilterSet,
  sortBy: SortOption,
  today: string,
): Company[] {
  const query = readTextQuery(filters.include.textSearch);
  const matching = rows.filter((row) => matches(row, filters, today));
  const hit = (row: Company): number =>
    query !== null && hasWords(query, wordsOf(withoutPlaceholder(row.name), 'index')) ? 0 : 1;
  const best = (a: Company, b: Company): number => {
    return hit(a) - hit(b) || (b.score ?? -1) - (a.score ?? -1) || a.id - b.id;
  };
  return matching.toSorted((a, b) => bySort(a, b, sortBy) || best(a, b));
}

function bySort(a: Company, b: Company, sortBy: SortOption): number {
  switch (sortBy) {
    case 'best_match':
      return 0;
    case 'digest_qualified_date':
      return compare(b.discovered_date, a.discovered_date);
    case 'incorporated_year':
      return (b.founded ?? -Infinity) === (a.founded ?? -Infinity)
        ? 0
        : (b.founded ?? -Infinity) - (a.founded ?? -Infinity);
    case 'company_name': {
      const [nameA, nameB] = [foldLetters(a.name).trim(), foldLetters(b.name).trim()];
      return Number(nameA === '') - Number(nameB === '') || compare(nameA, nameB);
    }
    default:
      return assertNever(sortBy);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function matches(row: Company, filters: FilterSet, today: string): boolean {
  const included = readTextQuery(filters.include.textSearch);
  const excluded = readTextQuery(filters.exclude.textSearch);
  const plain = withoutText(filters);
  plain.exclude.textSearch = '';
  return (
    matchesFilters(row, plain, { today }) &&
    (included === null || hasText(row, included)) &&
    !(excluded !== null && hasText(row, excluded))
  );
}

function hasText(row: Company, query: TextQuery): boolean {
  const texts = searchedTexts(row);
  return (
    hasWords(
      query,
      texts.flatMap((text) => wordsOf(text, 'index')),
    ) && query.phrases.every((phrase) => texts.some((text) => phraseForm(text).includes(phrase)))
  );
}

function hasWords({ words, prefix }: TextQuery, has: readonly string[]): boolean {
  if (words.length === 0 && prefix === '') return false;
  return words.every((word) => has.includes(word)) && (prefix === '' || has.some((word) => word.startsWith(prefix)));
}

/** The counts of every value that some row has, asked for one by one. Values that nothing matches are left out. */
export function naiveFacets(rows: readonly Company[], filters: FilterSet, today: string): Map<string, number> {
  const counts = new Map<string, number>();
  const query = filtersToQuery(filters);
  for (const [parameter, values] of Object.entries(valuesOfRows(rows))) {
    for (const value of values) {
      const others = (query[parameter] ?? '').split(',').filter((part) => part.startsWith('-') && part !== `-${value}`);
      const asked = filtersFromQuery({ ...query, [parameter]: [value, ...others].join(',') });
      const count = rows.filter((row) => matches(row, asked, today)).length;
      if (count > 0) counts.set(`${parameter}=${value}`, count);
    }
  }
  return counts;
}

function of(choices: readonly { value: string }[]): Set<string> {
  return new Set(choices.map((choice) => choice.value));
}

function valuesOfRows(rows: readonly Company[]): Record<string, Set<string>> {
  const all = (values: (row: Company) => readonly string[]): Set<string> => {
    return new Set(rows.flatMap((row) => [...values(row)]).filter((value) => value !== ''));
  };
  return {
    stages: all((row) => row.stages),
    regions: all((row) => [row.region]),
    country_codes: all((row) => [row.location.country.code]),
    industries: all((row) => row.industry),
    industry_groups: all((row) => row.industry.flatMap((industry) => [...groupsOfIndustry(industry)])),
    company_sizes: all((row) => [row.sizeCategory]),
    company_highlights: new Set([...of(highlights), ...all((row) => highlightsOf(row.tags))]),
    company_highlight_group: of(highlightGroups),
    company_highlight_funding: new Set(fundingHighlights),
    funded_tags: of(fundedTags),
    funded_tag_group: of(fundedTagGroups),
    top_unis: all((row) => row.allTopUnis),
    incorporated_years: all((row) => [row.founded === null ? 'unknown' : String(row.founded)]),
    business_model: all((row) => businessModelsOf(row.business_model)),
    is_translated: new Set(['true', 'false']),
    n_days_in_digest: new Set(digestWindows.map(String)),
    digest_week: all((row) => [row.discovered]),
  };
}
