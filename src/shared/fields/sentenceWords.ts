import { fundedTags, type FundedTag, type Highlight } from '../domain/choices.ts';
import { universityName } from '../reference/universities.ts';

// What values of filters are called within a sentence.

/** Countries that take an article in English. */
const takesThe =
  /^(?:United|Netherlands|Philippines|Bahamas|Maldives|Gambia|.* Islands$|.* Republic$|Republic |Democratic )/;

export function withArticle(name: string): string {
  return takesThe.test(name) ? `the ${name}` : name;
}

export function universityText(code: string): string {
  const name = universityName(code);
  return name.startsWith('University of') ? `the ${name}` : name;
}

/** “3 to 6 months ago”: a tag reaches up to the next one. */
export function fundedText(value: string): string {
  const index = fundedTags.findIndex((tag) => tag.value === (value as FundedTag));
  const tag = fundedTags[index];
  const next = fundedTags[index + 1];
  if (tag === undefined) return value;
  if (next === undefined) return `over ${tag.months} months ago`;
  return tag.months === 0 ? `less than ${next.months} months ago` : `${tag.months} to ${next.months} months ago`;
}

export const fundedGroupTexts: Readonly<Record<string, string>> = {
  recent: 'less than 9 months ago',
  due: 'over 9 months ago',
};

export const groupTexts: Readonly<Record<string, string>> = {
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
  serial_entrepreneur_founder: 'a serial entrepreneur',
  only_female_founders: 'only female founders',
  young_team: 'a young team',
  strong_tech_education: 'strong tech education',
  strong_software_dev_education: 'strong software development education',
  key_player: 'the highlight “Key player”',
  newly_added: 'the highlight “Newly added”',
  top_match: 'the highlight “Top match”',
};

export function highlightText(highlight: string): string {
  return Object.hasOwn(highlightTexts, highlight) ? highlightTexts[highlight as Highlight] : highlight;
}

/** How many values of one filter are named; the rest of a longer list is counted. */
const mostNamed = 4;

/** `A`, `A or B`, `A, B or C`; of more than four, the first three “and 12 more”. */
export function anyOf(values: readonly string[]): string {
  if (values.length > mostNamed) {
    const firsts = values.slice(0, mostNamed - 1);
    return `${firsts.join(', ')} and ${values.length - firsts.length} more`;
  }
  return values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
