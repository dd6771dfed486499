/** The enumerations of product 3: each wire value with the words the user reads, in the order of the filter panel. */

/** A wire value and its label. */
export interface Choice<V extends string = string> {
  readonly value: V;
  readonly label: string;
}

export const stages = [
  { value: 'inv_stage_pre_seed', label: 'Pre-Seed' },
  { value: 'inv_stage_seed', label: 'Seed' },
  { value: 'inv_stage_series_a', label: 'Series A' },
  { value: 'inv_stage_series_b', label: 'Series B' },
  { value: 'inv_stage_series_c', label: 'Series C' },
] as const satisfies readonly Choice[];
export type Stage = (typeof stages)[number]['value'];

export const employeeSizes = [
  { value: 'unknown', label: 'Unknown' },
  { value: '1-10', label: '1-10' },
  { value: '11-50', label: '11-50' },
  { value: '51-200', label: '51-200' },
  { value: '201-500', label: '201-500' },
  { value: 'more', label: 'More than 500' },
] as const satisfies readonly Choice[];
type EmployeeSize = (typeof employeeSizes)[number]['value'];

/** What has become of a company. */
export const companyStatuses = [
  { value: 'operating', label: 'Operating' },
  { value: 'acquired', label: 'Acquired' },
  { value: 'closed', label: 'Closed' },
  { value: 'public', label: 'Public' },
] as const satisfies readonly Choice[];
export type CompanyStatus = (typeof companyStatuses)[number]['value'];

/** Amounts raised in USD, each from its own lower bound to the next one's. */
export const amountsRaised = [
  { value: 'unknown', label: 'Unknown', from: 0 },
  { value: 'under_1M', label: 'Under $1M', from: 0 },
  { value: '1M-5M', label: '$1M to $5M', from: 1_000_000 },
  { value: '5M-20M', label: '$5M to $20M', from: 5_000_000 },
  { value: '20M-100M', label: '$20M to $100M', from: 20_000_000 },
  { value: '100M', label: '$100M or more', from: 100_000_000 },
] as const satisfies readonly (Choice & { from: number })[];

/** The class of an amount raised; `unknown` if none is known, or if it is not positive. */
export function amountRaisedOf(total: number | null): (typeof amountsRaised)[number]['value'] {
  if (total === null || total <= 0) return 'unknown';
  return amountsRaised.findLast(({ from }) => total >= from)!.value;
}

/** Age of the last funding: at least `months` and less than the next tag's (docs/api.md). */
export const fundedTags = [
  { value: 'funded', label: 'Last round under 3 months ago', months: 0 },
  { value: 'funded 3', label: 'Last round 3 to 6 months ago', months: 3 },
  { value: 'funded 6', label: 'Last round 6 to 9 months ago', months: 6 },
  { value: 'funded 9', label: 'Last round 9 to 12 months ago', months: 9 },
  { value: 'funded 12', label: 'Last round 12 to 15 months ago', months: 12 },
  { value: 'funded 15', label: 'Last round over 15 months ago', months: 15 },
] as const satisfies readonly (Choice & { months: number })[];
export type FundedTag = (typeof fundedTags)[number]['value'];

export const fundedTagGroups = [
  { value: 'recent', label: 'Last round under 9 months ago', tags: ['funded', 'funded 3', 'funded 6'] },
  { value: 'due', label: 'Last round over 9 months ago', tags: ['funded 9', 'funded 12', 'funded 15'] },
] as const satisfies readonly (Choice & { tags: readonly FundedTag[] })[];

/** Company highlights; `group` is the tag group of product 3. */
export const highlights = [
  { value: 'positive_rated', label: 'Highly rated', group: 'company' },
  { value: 'female_founder', label: 'Female founder', group: 'people' },
  { value: 'founding_team_more_than_one', label: 'Two or more founders', group: 'people' },
  { value: 'funding_2M', label: '$2M+ raised', group: 'company' },
  { value: 'funding_10M', label: '$10M+ raised', group: 'company' },
  { value: 'funding_50M', label: '$50M+ raised', group: 'company' },
  { value: 'phd_founder', label: 'PhD founder', group: 'people' },
  { value: 'top_uni_founder', label: 'Top-uni founder', group: 'people' },
  { value: 'serial_entrepreneur_founder', label: 'Serial entrepreneur founder', group: 'people' },
  { value: 'only_female_founders', label: 'Only female founders', group: 'people' },
  { value: 'young_team', label: 'Young team', group: 'people' },
  { value: 'strong_tech_education', label: 'Strong tech education', group: 'people' },
  { value: 'strong_software_dev_education', label: 'Strong software dev education', group: 'people' },
  { value: 'key_player', label: 'Key player', group: 'company' },
  { value: 'newly_added', label: 'Newly added', group: 'company' },
  { value: 'top_match', label: 'Top match', group: 'company' },
] as const satisfies readonly (Choice & { group: 'people' | 'company' })[];
export type Highlight = (typeof highlights)[number]['value'];

/** Highlights that `company_highlight_funding` takes. */
export const fundingHighlights = ['funding_2M', 'funding_10M', 'funding_50M'] as const satisfies readonly Highlight[];

/** The two preset highlight groups (product 3); their meaning is in `company.ts`. */
export const highlightGroups = [
  { value: 'Strong team', label: 'Strong team' },
  { value: 'Potentially fundraising', label: 'Potentially fundraising' },
] as const satisfies readonly Choice[];
export type HighlightGroup = (typeof highlightGroups)[number]['value'];

export const businessModels = [
  'B2B',
  'B2C',
  'eCommerce & Marketplace',
  'Manufacturing',
  'SaaS',
  'Advertising',
  'Commission',
  'Subscription',
] as const;
export type BusinessModel = (typeof businessModels)[number];

/** Lists that a `bookmarkList` filter can name: companies that the user has decided into one of them. */
export const bookmarkLists = [
  { value: 'watchlist', label: 'Watchlist' },
  { value: 'opportunities', label: 'Opportunities' },
  { value: 'archive', label: 'Archive' },
  { value: 'later', label: 'Later' },
] as const satisfies readonly Choice[];

/** What a `colleagues` filter can ask for. */
export const colleagueChoices = [
  { value: 'any', label: 'Decided by a colleague' },
] as const satisfies readonly Choice[];

/** What a `notes` filter can ask for. */
export const noteChoices = [{ value: 'any', label: 'Has a note' }] as const satisfies readonly Choice[];

/**
 * A company's pages. `page` is one that a file gives as its site although it is somebody else's: an article, an entry
 * of a directory.
 */
export const linkKinds = [
  { value: 'website', label: 'Website' },
  { value: 'twitter', label: 'X (Twitter)' },
  { value: 'facebook', label: 'Facebook' },
  { value: 'linkedin', label: 'LinkedIn' },
  { value: 'email', label: 'Email' },
  { value: 'crunchbase', label: 'Crunchbase' },
  { value: 'pitchbook', label: 'PitchBook' },
  { value: 'ycombinator', label: 'Y Combinator' },
  { value: 'angellist', label: 'AngelList' },
  { value: 'producthunt', label: 'Product Hunt' },
  { value: 'github', label: 'GitHub' },
  { value: 'app_store', label: 'App Store' },
  { value: 'play_store', label: 'Google Play' },
  { value: 'youtube', label: 'YouTube' },
  { value: 'instagram', label: 'Instagram' },
  { value: 'page', label: 'Page' },
] as const satisfies readonly Choice[];
export type LinkType = (typeof linkKinds)[number]['value'];
export const linkTypes: readonly LinkType[] = linkKinds.map(({ value }) => value);

/** How the number of employees has changed in half a year. */
export const employeeGrowths = [
  { value: 'up_25', label: 'Grew by 25% or more' },
  { value: 'up', label: 'Grew by less than 25%' },
  { value: 'same', label: 'Stayed the same' },
  { value: 'down', label: 'Shrank' },
] as const satisfies readonly Choice[];
type EmployeeGrowth = (typeof employeeGrowths)[number]['value'];

/** Which of them a growth is, a part of what there was (0.25 is 25%); `''` where it is not known. */
export function employeeGrowthChoice(share: number | null): EmployeeGrowth | '' {
  if (share === null) return '';
  if (share >= 0.25) return 'up_25';
  if (share > 0) return 'up';
  return share < 0 ? 'down' : 'same';
}
/** What best match goes by, for people (docs/api.md 3). */
export const bestMatchOrder =
  'name matches first, then score; companies without a score by completeness, latest funding and Crunchbase rank';

/** Sort orders; best match is the default and is omitted on the wire (product 7). */
export const sortOptions = [
  { value: 'best_match', label: 'Best match' },
  { value: 'digest_qualified_date', label: 'Newest first' },
  { value: 'company_name', label: 'Name' },
  { value: 'incorporated_year', label: 'Founded: newest first' },
] as const satisfies readonly Choice[];
export type SortOption = (typeof sortOptions)[number]['value'];

/** Digest recency windows, in days (product 9). */
export const digestWindows = [30, 90, 365] as const;

/** First incorporation year offered as a choice (product 9). */
const firstIncorporationYear = 2012;

/** Incorporation year choices: unknown, then the current year down to 2012 (product 3). */
export function incorporationYears(currentYear: number): string[] {
  const years = ['unknown'];
  for (let year = currentYear; year >= firstIncorporationYear; year--) years.push(String(year));
  return years;
}

/** The label of a wire value, or the value itself when it is not one of the choices. */
export function labelOf(choices: readonly Choice[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

/** Shortest text that counts as a search (product 5, 9). */
export const minSearchLength = 3;

/** Longest text that can be typed or pasted into a search: a longer one does not fit any address a server accepts. */
export const maxSearchLength = 500;

/** Companies on a page of search results (product 9). */
export const pageSize = 25;

/** The middle of a band of employees (`11-50`, `10001+`). */
function middleOfBand(band: string): number {
  const [from = 0, to = from + 1] = band.match(/\d+/g)?.map(Number) ?? [];
  return Math.ceil((from + to) / 2);
}

/** A number of employees, or else the middle of the band it is in; null if there is neither. */
export function employeesOf(count: number | null, band: string): number | null {
  if (count !== null && count > 0) return count;
  return band === '' ? null : middleOfBand(band);
}

/**
 * Size category of a number of employees, or else of the band it is in; `unknown` if there is neither, or if the number
 * is not positive.
 */
export function sizeCategoryOf(count: number | null, band = ''): EmployeeSize {
  const employees = employeesOf(count, band);
  if (employees === null || employees < 1) return 'unknown';
  if (employees <= 10) return '1-10';
  if (employees <= 50) return '11-50';
  if (employees <= 200) return '51-200';
  if (employees <= 500) return '201-500';
  return 'more';
}

const byKey = new Map<string, Stage>();
for (const { value, label } of stages) {
  byKey.set(key(value), value);
  byKey.set(key(label), value);
}

function key(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/^invstage/, '');
}

/**
 * The stage that a value or label names, in any case (`Pre-Seed`, `SERIES A`, `inv_stage_seed`), if any (docs/api.md).
 */
export function parseStage(text: string): Stage | undefined {
  return byKey.get(key(text));
}

/** The founding years of the panel. */
export function yearChoices(): Choice[] {
  return incorporationYears(new Date().getFullYear()).map((value) => ({
    value,
    label: value === 'unknown' ? 'Unknown' : value,
  }));
}

/** The years that the newest values of imported files may be of. */
export function valueYears(): Choice[] {
  const thisYear = new Date().getFullYear();
  return Array.from({ length: thisYear - 2009 }, (_, index) => String(thisYear - index)).map((value) => ({
    value,
    label: value,
  }));
}
