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
import { otherNumbers } from '#shared/domain/plural.ts';
import { isActiveText, readSearchText, topParts, type SearchPart } from '#shared/domain/searchText.ts';
import { foldLetters, withoutPlaceholder } from '#shared/domain/text.ts';
import { assertNever } from '#shared/errors.ts';
import {
  canExclude,
  conditionsOf,
  filterFieldNames,
  filterFields,
  memberFields,
  valuesOfRow,
  wireValues,
} from '#shared/fields/filterFields.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { completenessOf } from '../../record/knownOf.ts';
import { searchedTexts } from '../query/textMatch.ts';
import { phraseForm, spellingsOf, wordsOf } from '#shared/domain/words.ts';

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
  const text = filters.include.textSearch;
  const part = isActiveText(text) ? readSearchText(text) : null;
  const matching = rows.filter((row) => matches(row, filters, today));
  const tier = (row: Company): number => {
    const inName = wordsOf(withoutPlaceholder(row.name), 'index');
    return isNamed(part, inName, false) ? 0 : isNamed(part, inName, true) ? 1 : 2;
  };
  const best = (a: Company, b: Company): number => {
    return tier(a) - tier(b) || byMerit(stored.get(a.id)!, stored.get(b.id)!) || a.id - b.id;
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
  const included = filters.include.textSearch;
  const excluded = filters.exclude.textSearch;
  const plain = withoutText(filters);
  plain.exclude.textSearch = '';
  return (
    matchesFilters(row, plain, { today }) &&
    (!isActiveText(included) || hasText(row, readSearchText(included))) &&
    !(isActiveText(excluded) && hasText(row, readSearchText(excluded)))
  );
}

/** Whether a company has what a text asks for; without a word none has. */
function hasText(row: Company, part: SearchPart | null): boolean {
  const texts = searchedTexts(row);
  const has = texts.flatMap((text) => wordsOf(text, 'index'));
  const holds = (each: SearchPart): boolean => {
    switch (each.kind) {
      case 'word':
        return spellingsOf(each.text, each.isBeginning).every((spellings) =>
          spellings.some(({ words, isBeginning }) =>
            words.every((word, index) =>
              isBeginning && index === words.length - 1
                ? has.some((other) => other.startsWith(word))
                : [word, ...otherNumbers(word)].some((one) => has.includes(one)),
            ),
          ),
        );
      case 'phrase': {
        const words = wordsOf(each.text, 'query');
        const isOne = words.length < 2 || texts.some((text) => phraseForm(text).includes(phraseForm(each.text)));
        return isOne && words.every((word) => has.includes(word));
      }
      case 'all':
        return each.parts.every(holds);
      case 'any':
        return each.parts.some(holds);
      case 'not':
        return !holds(each.part);
      default:
        return assertNever(each);
    }
  };
  return part !== null && holds(part);
}

/** Whether a name has all words that a text asks for, themselves or in their other number. */
function isNamed(part: SearchPart | null, has: readonly string[], inOtherNumber: boolean): boolean {
  const wanted = topParts(part).filter(({ kind }) => kind !== 'not');
  return (
    wanted.length > 0 &&
    wanted.every((each) => {
      if (each.kind === 'any') return each.parts.some((one) => isNamed(one, has, inOtherNumber));
      if (each.kind !== 'word' && each.kind !== 'phrase') return false;
      const isThere = (word: string): boolean =>
        has.includes(word) ||
        (inOtherNumber && each.kind === 'word' && otherNumbers(word).some((other) => has.includes(other)));
      if (each.kind === 'phrase') return wordsOf(each.text, 'query').every(isThere);
      return spellingsOf(each.text, false).every((spellings) => spellings.some(({ words }) => words.every(isThere)));
    })
  );
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
  const signed = new Set<string>(
    filterFieldNames.flatMap((field) =>
      filterFields[field].excluded === 'minus' ? [filterFields[field].parameter] : [],
    ),
  );
  for (const [parameter, values] of Object.entries({ ...valuesOfRows(rows), ...valuesAsked(filters) })) {
    for (const value of values) {
      const parts = signed.has(parameter) ? (query[parameter] ?? '').split(',') : [];
      const others = parts.filter((part) => part.startsWith('-') && part !== `-${value}`);
      const asked = filtersFromQuery({ ...query, [parameter]: [value, ...others].join(',') });
      const count = rows.filter((row) => matches(row, asked, today)).length;
      if (count > 0) counts.set(`${parameter}=${value}`, count);
    }
  }
  return counts;
}

/** The values of filters whose values are conditions, which are counted where they are asked for. */
function valuesAsked(filters: FilterSet): Record<string, ReadonlySet<string>> {
  return Object.fromEntries(
    filterFieldNames
      .filter((field) => conditionsOf(field) !== undefined)
      .map((field) => {
        const excluded = canExclude(field) ? wireValues(filters.exclude[field]) : [];
        return [filterFields[field].parameter, new Set([...wireValues(filters.include[field]), ...excluded])];
      }),
  );
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
  const ofCompanies = filterFieldNames.filter((field) => !(memberFields as readonly string[]).includes(field));
  return Object.fromEntries(
    ofCompanies.map((field) => {
      const { parameter } = filterFields[field];
      const had = rows.flatMap((row) => valuesOfRow(field, row) ?? []).filter((value) => value !== '');
      return [parameter, new Set([...(alwaysCounted[parameter] ?? []), ...had])];
    }),
  );
}
