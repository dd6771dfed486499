import {
  digestWindows,
  fundedTagGroups,
  fundedTags,
  fundingHighlights,
  highlightGroups,
  highlights,
  type Choice,
  type SortOption,
} from '#shared/domain/choices.ts';
import { listFields, type Company, type ListField } from '#shared/domain/company.ts';
import { matchesFilters } from '#shared/domain/filterMatch.ts';
import { filtersFromQuery, filtersToQuery, withoutText } from '#shared/domain/filterQuery.ts';
import type { FilterSet } from '#shared/domain/filters.ts';
import { foldLetters, withoutPlaceholder } from '#shared/domain/text.ts';
import { assertNever } from '#shared/errors.ts';
import { filterFieldNames, filterFields, valuesOfRow } from '#shared/fields/filterFields.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { completenessOf } from '../../record/knownOf.ts';
import { searchedTexts } from '../query/textMatch.ts';
import { readTextQuery, type TextQuery } from '../words/textQuery.ts';
import { phraseForm, wordsOf } from '../words/tokenizer.ts';

/**
 * What the engine should answer on a given day, worked out company by company with the rules of shared/domain; `stored`
 * are the records of the rows.
 */
export function naiveSearch(
  rows: readonly Company[],
  stored: ReadonlyMap<number, CompanyRecord>,
  filters: FilterSet,
  sortBy: SortOption,
  today: string,
): Company[] {
  const query = readTextQuery(filters.include.textSearch);
  const matching = rows.filter((row) => matches(row, filters, today));
  const hit = (row: Company): number =>
    query !== null && hasWords(query, wordsOf(withoutPlaceholder(row.name), 'index')) ? 0 : 1;
  const best = (a: Company, b: Company): number => {
    return hit(a) - hit(b) || byMerit(stored.get(a.id)!, stored.get(b.id)!) || a.id - b.id;
  };
  return matching.toSorted((a, b) => bySort(a, b, sortBy) || best(a, b));
}

/** Best match of docs/api.md 3, as far as it depends on the two companies alone. */
function byMerit(a: CompanyRecord, b: CompanyRecord): number {
  if (a.score !== null || b.score !== null) return (b.score ?? -1) - (a.score ?? -1);
  return (
    completenessOf(b) - completenessOf(a) ||
    compare(b.fundedOn, a.fundedOn) ||
    Number(a.cbRank === null) - Number(b.cbRank === null) ||
    (a.cbRank ?? 0) - (b.cbRank ?? 0)
  );
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

/** The fields that none of these rows has anything in. */
export function naiveBlanks(rows: readonly Company[], stored: ReadonlyMap<number, CompanyRecord>): ListField[] {
  if (rows.length === 0) return [];
  const isBlank: Readonly<Record<ListField, (row: Company) => boolean>> = {
    description: ({ description }) => Object.values(description).every((text) => withoutPlaceholder(text) === ''),
    score: ({ score }) => score === null,
    stages: (row) => row.stages.length === 0,
    industry: ({ industry }) => industry.length === 0,
    location: ({ location }) => location.city === '' && location.country.code === '',
    founded: ({ founded }) => founded === null,
    size: ({ sizeCategory, employee_band: band }) => sizeCategory === 'unknown' && band === '',
    // A day after the newest digest is known, though it has no tag yet.
    funded: ({ id }) => stored.get(id)!.fundedOn === '',
    funding_total: ({ funding_total: total }) => total === null,
    tags: ({ tags }) => tags === '',
  };
  return listFields.filter((field) => rows.every((row) => isBlank[field](row)));
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

/** Values that are counted whether or not a row has them, by parameter. */
const alwaysCounted: Readonly<Record<string, readonly string[]>> = {
  company_highlights: valuesOf(highlights),
  company_highlight_group: valuesOf(highlightGroups),
  company_highlight_funding: fundingHighlights,
  funded_tags: valuesOf(fundedTags),
  funded_tag_group: valuesOf(fundedTagGroups),
  n_days_in_digest: digestWindows.map(String),
};

function valuesOf(choices: readonly Choice[]): string[] {
  return choices.map(({ value }) => value);
}

/** The values of every filter of companies alone: those that rows have, and those that are always counted. */
function valuesOfRows(rows: readonly Company[]): Record<string, Set<string>> {
  const ofCompanies = filterFieldNames.filter((field) => field !== 'bookmarkList');
  return Object.fromEntries(
    ofCompanies.map((field) => {
      const { parameter } = filterFields[field];
      const had = rows.flatMap((row) => valuesOfRow(field, row) ?? []).filter((value) => value !== '');
      return [parameter, new Set([...(alwaysCounted[parameter] ?? []), ...had])];
    }),
  );
}
