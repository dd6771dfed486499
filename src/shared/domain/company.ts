import type { z } from 'zod';
import { fundedTags, fundingHighlights, type FundedTag, type Highlight, type HighlightGroup } from './choices.ts';
import type { companyLinkSchema, companySchema } from './companySchema.ts';
import { fold, withoutPlaceholder } from './text.ts';

// The schemas are in their own file, so that threads that only read companies need not load zod.
export type Company = z.infer<typeof companySchema>;
export type CompanyLink = z.infer<typeof companyLinkSchema>;

/** What a score is, for people. */
export const scoreMeaning = 'Predicted rating, 0 to 1, from the data';

/** Fields of a company that can be blank in a whole list, whose column is then hidden until the user asks for it. */
export const listFields = [
  'description',
  'score',
  'stages',
  'industry',
  'location',
  'founded',
  'size',
  'funded',
  'tags',
  'funding_total',
] as const;
export type ListField = (typeof listFields)[number];

/**
 * The description to show for a company: the llm one, or else the longer of long and short; placeholders are empty
 * (product 3).
 */
export function preferredDescription(description: Company['description']): string {
  const llm = withoutPlaceholder(description.llm);
  if (llm !== '') return llm;
  const long = withoutPlaceholder(description.long);
  const short = withoutPlaceholder(description.short);
  return long.length >= short.length ? long : short;
}

/** The business models of a raw value; `{B2B,"eCommerce & Marketplace"}` is unwrapped (product 3). */
export function businessModelsOf(raw: string): string[] {
  const text = withoutPlaceholder(raw);
  const inner = text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text;
  return inner
    .split(',')
    .map((part) => part.trim().replaceAll(/^"|"$/g, ''))
    .filter((part) => part !== '');
}

/** Business models as one comma-joined text for reading (product 3). */
export function businessModelText(raw: string): string {
  return businessModelsOf(raw).join(', ');
}

/** Where a company is, `Berlin, Germany`: its city and country, as far as known. */
export function placeText({ location }: Pick<Company, 'location'>): string {
  return [location.city, location.country.name].filter((part) => part !== '').join(', ');
}

/** The same in few letters, for a column: `San Francisco, US`, `Singapore`, and without a city the whole `Germany`. */
export function shortPlaceText({ location: { city, country } }: Pick<Company, 'location'>): string {
  if (city === '' || country.code === '' || fold(city) === fold(country.name)) return city === '' ? country.name : city;
  return `${city}, ${country.code}`;
}

/** The highlights of a company's comma-separated `tags` (product 3). */
export function highlightsOf(tags: string): string[] {
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** The highlights to show: of those that say how far the funding goes only the last. */
export function shownHighlights(tags: string): string[] {
  const all = highlightsOf(tags);
  const reached = fundingHighlights.findLast((step) => all.includes(step));
  return all.filter((tag) => tag === reached || !(fundingHighlights as readonly string[]).includes(tag));
}

/** How an invented company is marked, wherever it is shown, and what that means. */
export const sampleMark = { label: 'Sample', meaning: 'Invented sample data. This company does not exist.' } as const;

/** What stands beside a company's name. */
export interface CompanyMark {
  readonly label: string;
  readonly meaning: string;
}

/** What marks follow from. */
export type Marked = Pick<Company, 'is_sample' | 'status'>;

const goneMarks: Readonly<Record<string, CompanyMark>> = {
  acquired: { label: 'Acquired', meaning: 'This company was acquired.' },
  closed: { label: 'Closed', meaning: 'This company has closed.' },
};

/** What everybody should see of a company at once, beside its name: that it is invented, closed or acquired. */
export function marksOf({ is_sample: isSample, status }: Marked): readonly CompanyMark[] {
  const gone = goneMarks[status];
  return [...(isSample ? [sampleMark] : []), ...(gone === undefined ? [] : [gone])];
}

/** A company's link of one type, or `''`. */
export function linkOf(company: Pick<Company, 'links'>, type: CompanyLink['type']): string {
  return company.links.find((link) => link.type === type)?.url ?? '';
}

/** A company's links with the e-mail link of product 3 (a mailto of the first address), each type once. */
export function linksWithEmail(links: readonly CompanyLink[], emails: readonly string[]): CompanyLink[] {
  const others = links.filter((link) => link.type !== 'email');
  const [first] = emails;
  return first === undefined ? others : [...others, { type: 'email', url: `mailto:${first}` }];
}

/**
 * The funded tag of a company whose last funding was on `fundedOn`, as of `today` (both `YYYY-MM-DD`); `''` if there
 * was none. Whole calendar months are counted, and a later day counts as today (docs/api.md 2): it is the newest that
 * is known, whether it comes from another time zone, a round that is about to close or a typing error.
 */
export function fundedTagOf(fundedOn: string, today: string): FundedTag | '' {
  if (fundedOn === '') return '';
  const months = wholeMonthsBetween(fundedOn, today);
  if (months <= 0) return fundedTags[0].value;
  return fundedTags.findLast((tag) => months >= tag.months)?.value ?? '';
}

function wholeMonthsBetween(from: string, to: string): number {
  const [y1 = 0, m1 = 0, d1 = 0] = from.split('-').map(Number);
  const [y2 = 0, m2 = 0, d2 = 0] = to.split('-').map(Number);
  return (y2 - y1) * 12 + (m2 - m1) - (d2 < d1 ? 1 : 0);
}

const strongTeam: readonly Highlight[] = [
  'phd_founder',
  'top_uni_founder',
  'serial_entrepreneur_founder',
  'strong_tech_education',
  'strong_software_dev_education',
];

const promising: readonly Highlight[] = ['top_match', 'positive_rated'];
const fundedLongAgo: readonly FundedTag[] = ['funded 12', 'funded 15'];

/**
 * What a preset highlight group means (docs/api.md): any of `anyHighlight` and, if `anyFunded` is not empty, any of
 * those funded tags.
 */
export const highlightGroupRules: Readonly<
  Record<HighlightGroup, { anyHighlight: readonly Highlight[]; anyFunded: readonly FundedTag[] }>
> = {
  'Strong team': { anyHighlight: strongTeam, anyFunded: [] },
  'Potentially fundraising': { anyHighlight: promising, anyFunded: fundedLongAgo },
};
