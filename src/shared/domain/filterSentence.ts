import { universityName } from '../reference/universities.ts';
import { fundedTags, labelOf, stages, type FundedTag, type Highlight } from './choices.ts';
import { formatMonday } from './digestWeek.ts';
import type { CountryRef, FilterPart } from '../fields/filterFields.ts';
import { bookmarkLists, isActiveText, type FilterSet } from './filters.ts';
import { inQuotes } from './searchTerms.ts';

/** How many values of one field are named; the rest of a longer list is counted. */
const mostNamed = 4;

/**
 * A filter in one plain English sentence, as the filter panel and the lists show it: “Seed or Pre-Seed companies in
 * Europe, not in France, founded in 2024 or 2025.” Every active field is mentioned; long lists are shortened.
 */
export function filterSentence(filters: FilterSet): string {
  const parts = filterPhrases(filters);
  const companies = stagesOf(filters, 'companies');
  if (parts.length === 0 && filters.include.stages.length === 0) return 'All companies.';
  return `${capitalised(joined(companies, parts))}.`;
}

/** The stages before a noun: `Seed or Pre-Seed companies`. */
export function stagesOf({ include }: FilterSet, noun: string): string {
  return [anyOf(include.stages.map(stageText)), noun].filter((word) => word !== '').join(' ');
}

/** A noun and the phrases after it: `companies in Europe, not in France`. */
export function joined(noun: string, [first, ...others]: readonly string[]): string {
  return [first === undefined ? noun : `${noun} ${first}`, ...others].join(', ');
}

/** A text with its first letter in upper case. */
export function capitalised(text: string): string {
  const [first = ''] = text;
  return `${first.toLocaleUpperCase('en')}${text.slice(first.length)}`;
}

/** What a filter asks for besides the stage, each phrase as it follows “companies”. */
export function filterPhrases(filters: FilterSet): string[] {
  return Object.values(phrases).flatMap((phrasesOf) => phrasesOf(filters));
}

/** The phrase for each part of a filter, in the order of the sentence. The included stages come before its noun. */
const phrases: Readonly<Record<FilterPart, (filters: FilterSet) => readonly string[]>> = {
  stages: () => [],
  regions: ({ include }) => phrase('in', include.regions),
  countries: ({ include }) => phrase('in', countryNames(include.countries)),
  '-regions': ({ exclude }) => phrase('not in', [...exclude.regions, ...countryNames(exclude.countries)]),
  // Included in the phrase for the regions.
  '-countries': () => [],
  industries: ({ include }) => numbered('in the industry', 'in the industries', include.industries),
  industryGroups: ({ include }) => numbered('in the industry group', 'in the industry groups', include.industryGroups),
  '-industries': ({ exclude }) => numbered('not in the industry', 'not in the industries', exclude.industries),
  '-industryGroups': ({ exclude }) =>
    numbered('not in the industry group', 'not in the industry groups', exclude.industryGroups),
  businessModels: ({ include }) =>
    numbered('with the business model', 'with the business models', include.businessModels),
  employeeCount: ({ include }) => sizePhrase(include.employeeCount),
  incorporatedYears: ({ include }) => yearPhrase(include.incorporatedYears),
  textSearch: ({ include }) => matching('matching', include.textSearch),
  '-textSearch': ({ exclude }) => matching('not matching', exclude.textSearch),
  companyHighlights: ({ include }) => phrase('with', include.companyHighlights.map(highlightText)),
  companyHighlightGroup: ({ include }) =>
    either(include.companyHighlightGroup.map((group) => groupTexts[group] ?? `in the group ${group}`)),
  companyHighlightFunding: ({ include }) => fundingPhrase(include.companyHighlightFunding),
  fundedTags: ({ include }) => phrase('last funded', include.fundedTags.map(fundedText)),
  fundedTagGroup: ({ include }) =>
    phrase(
      'last funded',
      include.fundedTagGroup.map((group) => fundedGroupTexts[group] ?? group),
    ),
  universities: ({ include }) => phrase('with founders from', include.universities.map(universityText)),
  '-stages': ({ exclude }) => phrase('not at the stage', exclude.stages.map(stageText)),
  translated: ({ include }) => translatedPhrase(include.translated),
  digestWeek: ({ include }) => phrase('found in the week of', include.digestWeek.map(formatMonday)),
  digestDays: ({ include }) => (include.digestDays === null ? [] : [`found in the last ${days(include.digestDays)}`]),
  bookmarkList: ({ include }) =>
    phrase(
      'in your list',
      include.bookmarkList.map((list) => labelOf(bookmarkLists, list)),
    ),
};

/** `A`, `A or B`, `A, B or C`; of more than four, the first three “and 12 more”. */
function anyOf(values: readonly string[]): string {
  if (values.length > mostNamed) {
    const named = values.slice(0, mostNamed - 1);
    return `${named.join(', ')} and ${values.length - named.length} more`;
  }
  return values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

function phrase(before: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`${before} ${anyOf(values)}`];
}

function numbered(one: string, several: string, values: readonly string[]): string[] {
  return phrase(values.length === 1 ? one : several, values);
}

function either(values: readonly string[]): string[] {
  return values.length === 0 ? [] : [anyOf(values)];
}

function days(number: number): string {
  return number === 1 ? 'day' : `${number} days`;
}

function universityText(code: string): string {
  const name = universityName(code);
  return name.startsWith('University of') ? `the ${name}` : name;
}

function stageText(stage: string): string {
  return labelOf(stages, stage);
}

/** Countries that take an article in English. */
const takesThe =
  /^(?:United|Netherlands|Philippines|Bahamas|Maldives|Gambia|.* Islands$|.* Republic$|Republic |Democratic )/;

function countryNames(countries: readonly CountryRef[]): string[] {
  return countries.map(({ name }) => (takesThe.test(name) ? `the ${name}` : name));
}

function sizePhrase(sizes: readonly string[]): string[] {
  const known = sizes.filter((size) => size !== 'unknown').map((size) => (size === 'more' ? 'more than 500' : size));
  const texts = known.length === 0 ? [] : [`with ${anyOf(known)} employees`];
  if (known.length < sizes.length) texts.push('of unknown size');
  return either(texts);
}

function yearPhrase(years: readonly string[]): string[] {
  const known = years.filter((year) => year !== 'unknown');
  const texts = phrase('founded in', known);
  if (known.length < years.length) texts.push('with no founding year known');
  return either(texts);
}

function matching(word: string, text: string): string[] {
  return isActiveText(text) ? [`${word} ${inQuotes(text)}`] : [];
}

function fundingPhrase(highlights: readonly string[]): string[] {
  if (highlights.length === 0) return [];
  return [`with at least ${anyOf(highlights.map((highlight) => `$${highlight.replace('funding_', '')}`))} of funding`];
}

function translatedPhrase(translated: boolean | null): string[] {
  if (translated === null) return [];
  return [translated ? 'with a translated description' : 'with a description in its original language'];
}

/** “3 to 6 months ago”: a tag reaches up to the next one. */
function fundedText(value: string): string {
  const index = fundedTags.findIndex((tag) => tag.value === (value as FundedTag));
  const tag = fundedTags[index];
  const next = fundedTags[index + 1];
  if (tag === undefined) return value;
  if (next === undefined) return `${tag.months} months ago or more`;
  return tag.months === 0 ? `less than ${next.months} months ago` : `${tag.months} to ${next.months} months ago`;
}

const fundedGroupTexts: Readonly<Record<string, string>> = {
  recent: 'less than 9 months ago',
  due: '9 months ago or more',
};

const groupTexts: Readonly<Record<string, string>> = {
  'Strong team': 'with a strong team',
  'Potentially fundraising': 'potentially fundraising',
};

/** Each highlight as it follows “with”. */
const highlightTexts: Readonly<Record<Highlight, string>> = {
  positive_rated: 'a positive rating',
  female_founder: 'a female founder',
  founding_team_more_than_one: 'more than one founder',
  funding_2M: '$2M of funding',
  funding_10M: '$10M of funding',
  funding_50M: '$50M of funding',
  phd_founder: 'a PhD founder',
  top_uni_founder: 'a founder from a top university',
  serial_entrepreneur_founder: 'a serial entrepreneur as founder',
  only_female_founders: 'only female founders',
  young_team: 'a young team',
  strong_tech_education: 'strong tech education',
  strong_software_dev_education: 'strong software development education',
  key_player: 'the highlight key player',
  newly_added: 'the highlight newly added',
  top_match: 'the highlight top match',
};

function highlightText(highlight: string): string {
  return Object.hasOwn(highlightTexts, highlight) ? highlightTexts[highlight as Highlight] : highlight;
}
