import { CellReadings } from '../values/cellReadings.ts';
import { isShared, domainOf } from '#shared/domain/webAddress.ts';
import { pattern } from '#shared/domain/pattern.ts';
import { CityNames, parseLocation } from '../values/location.ts';
import { CountryNames } from '../values/countries.ts';
import { onlyYearIn, parseDate, yearWithComma } from '../values/dates.ts';
import { parseEmployees } from '../values/employees.ts';
import { hasSharedSign, withoutSharedSigns } from '../values/currencies.ts';
import { IndustryNames, isSectorCode } from '../values/industries.ts';
import { isMoney, parseCount } from '../values/numbers.ts';
import { amountAndRound } from '../values/roundCell.ts';
import { listText } from '../values/listLiteral.ts';
import { cellText, entriesOf, listSeparator, nameText } from '../values/text.ts';
import { isPersons, pageAddress, pageSiteOf, profileSiteOf, webAddress } from '../values/web.ts';
import type { FieldName } from './fields.ts';

/** The lists that values are looked up in; created once per import. */
export interface Lookups {
  readonly countries: CountryNames;
  readonly cities: CityNames;
  readonly industries: IndustryNames;
  readonly cells: CellReadings;
}

/** Creates the lists. */
export function makeLookups(): Lookups {
  return {
    countries: new CountryNames(),
    cities: new CityNames(),
    industries: new IndustryNames(),
    cells: new CellReadings(),
  };
}

/** A column's sample: its non-empty cells, cleaned. */
export interface ColumnSample {
  readonly values: readonly string[];
  /** How many different values there are. */
  readonly distinct: number;
}

/** Collects a column's sample from raw cells. */
export function sampleOf(cells: Iterable<string>): ColumnSample {
  const values: string[] = [];
  for (const cell of cells) {
    // `NA` may be Namibia; it is no evidence against a column of countries.
    const text = listText(cellText(cell));
    if (text !== '') values.push(text);
  }
  return { values, distinct: new Set(values).size };
}

type Test = (value: string, lookups: Lookups) => boolean;

const latestYear = 2100;

/** What registers call the category of a company. */
const legalForm = pattern('i')`
  ^(?:(?:private|public) (?:un)?limited company\b.*|company limited by (?:shares|guarantee)|unlimited company
    |one person company|(?:non-?|state |union )?gov(?:t\.?|ernment) company|subsidiary of (?:a )?foreign company
    |(?:guarantee and )?association comp(?:any)?|.*\blimited liability (?:company|partnership)|limited partnership
    |sole proprietor(?:ship)?|sole trader|corporation|gmbh(?: & co\.? kg)?|ag|ug|ltd\.?|llc|plc|inc\.?|sas|sasu|sarl
    |s\.?r\.?l\.?|s\.?p\.?a\.?|s\.?l\.?|aktiebolag|ab|oy|b\.?v\.?|n\.?v\.?)$
`;

/** What a value of a field looks like; a field without a test can look like anything. */
const tests: Partial<Record<FieldName, Test>> = {
  name: (value) => nameText(value) !== '' && value.length <= 200,
  website: (value) => webAddress(value) !== '',
  country: (value, { countries }) => countries.codeOf(value) !== '' || countries.isNoPlace(value),
  location: (value, { countries }) =>
    !isYearOrDate(value) &&
    (parseLocation(value, countries).city !== '' || parseLocation(value, countries).countryCode !== ''),
  city: (value) => !isYearOrDate(value) && !/^[\d.,]+$/.test(value) && value.length <= 100 && domainOf(value) === '',
  founded: (value) => isYearOrDate(value) || (yearWithComma(value) ?? onlyYearIn(value)) !== undefined,
  employees: (value) => parseEmployees(value) !== null || value === '0',
  fundingTotal: everyEntry(isAmount),
  lastRoundAmount: everyEntry(isAmount),
  fundedOn: everyEntry(isYearOrDate),
  valuesOn: isYearOrDate,
  cbRank: (value) => parseCount(value) !== null,
  score: (value) => Number(value) >= 0 && Number(value) <= 1,
  emails: (value) => value.includes('@'),
  linkedin: (value) => profileSiteOf(value) === 'linkedin' || !value.includes('.'),
  twitter: (value) => profileSiteOf(value) === 'twitter' || /^@?\w+$/.test(value),
  facebook: (value) => profileSiteOf(value) === 'facebook' || !value.includes('/'),
  logo: (value) => webAddress(value) !== '',
  founderCount: (value) => parseCount(value) !== null,
  fundingRounds: (value) => parseCount(value) !== null,
  investorCount: (value) => parseCount(value) !== null,
  investors: (value) => /\p{L}{2}/u.test(value),
  status: (value, { cells }) => cells.status(value) !== '',
  profilePages: (value) => pageAddress(value) !== '' && !isPersons(value),
  stage: everyEntry(isRoundName),
  lastRound: everyEntry(isRoundName),
  customerProblem: isText,
  targetCustomer: isText,
  industries: (value) => !areCodes(value) && domainOf(value) === '' && !legalForm.test(value),
  industryGroups: (value) => !areCodes(value),
  founders: (value) => !/^(?:[\d.,\s]+|yes|no|true|false|y|n)$/i.test(value),
  regions: (value, { countries }) =>
    entriesOf(value).some((part) => countries.codeOf(part) !== '' || countries.isNoPlace(part)),
};

function isRoundName(value: string): boolean {
  if (value.length > 60 || !/\p{L}/u.test(value) || isYearOrDate(value)) return false;
  return !isMoney(value) || amountAndRound(value) !== null;
}

/** Numbers, and codes of sectors: `C10`, `62.01, 62.09`. */
function areCodes(value: string): boolean {
  if (value.length > longestCodes) return false;
  return /^[\d.,\s]+$/.test(value) || entriesOf(value).every(isSectorCode);
}

const longestCodes = 100;

function isText(value: string): boolean {
  return /\p{L}{2}/u.test(value);
}

/** Rounds of funding that were a list in the file are lists in their cells, and may be so in a file without lists. */
function everyEntry(test: (value: string) => boolean): (value: string) => boolean {
  return (value) => {
    if (value.includes(listSeparator)) return value.split(listSeparator).every(test);
    return value.includes(';') ? value.split(';').every((one) => test(one.trim())) : test(value);
  };
}

function isYearOrDate(value: string): boolean {
  const date = parseDate(value, 'monthFirst');
  return date !== undefined && date.year >= 1000 && date.year <= latestYear;
}

function isAmount(value: string): boolean {
  // An amount whose currency makes it a blank is no evidence against its column.
  const isOfOther = /^[^\d]{1,3}\s?\d/.test(value) || (hasSharedSign(value) && isMoney(withoutSharedSigns(value)));
  return isMoney(value) || /^[$€£¥₹]?0+(?:[.,]0+)?$/.test(value) || isOfOther;
}

/**
 * The share of a column's values that look like the field, 0 to 1; 1 for an empty column and for a field without a
 * test.
 */
export function likeness(field: FieldName, sample: ColumnSample, lookups: Lookups): number {
  const test = tests[field];
  if (test === undefined || sample.values.length === 0) return 1;
  let fitting = 0;
  for (const value of sample.values) if (test(value, lookups)) fitting++;
  return fitting / sample.values.length;
}

/**
 * What a column's values show by themselves, whatever its header; with a confidence of at most 0.7. Under a header that
 * we do not know (`named`), two-letter codes are not countries: they may as well be languages or provinces.
 */
export function guessFromContent(
  sample: ColumnSample,
  lookups: Lookups,
  named = false,
): { field: FieldName; confidence: number } | undefined {
  if (sample.values.length === 0) return undefined;
  const share = (test: (value: string) => boolean): number => sample.values.filter(test).length / sample.values.length;
  // The address of a search, the same in every row, belongs to no company.
  const isVaried = sample.distinct > sample.values.length / 2;
  const shareOfOwn = (test: (value: string) => boolean): number => (isVaried ? share(test) : 0);
  const guesses: [FieldName, number][] = [
    ['emails', share((value) => /^\S+@\S+\.\S+$/.test(value))],
    ['linkedin', shareOfOwn((value) => /^\S+$/.test(value) && isCompanyProfile(value))],
    ['twitter', shareOfOwn((value) => /^\S+$/.test(value) && profileSiteOf(value) === 'twitter')],
    ['facebook', shareOfOwn((value) => /^\S+$/.test(value) && profileSiteOf(value) === 'facebook')],
    ['profilePages', arePages(sample) ? share((value) => pageSiteOf(value) !== undefined) : 0],
    ['logo', share((value) => /^https?:\S+\.(?:png|jpe?g|svg|gif|webp)(?:\?\S*)?$/i.test(value))],
    ['website', hasOwnSites(sample) ? share((value) => /^\S+$/.test(value) && webAddress(value) !== '') : 0],
    ['country', share((value) => value.length > (named ? 2 : 1) && lookups.countries.codeOf(value) !== '')],
    ['city', share((value) => value.length > 2 && lookups.cities.countryOf(value) !== '')],
    ['location', hasDifferentEnds(sample) ? share((value) => isCityAndCountry(value, lookups)) : 0],
    ['industries', share((value) => isKnownList(value, lookups))],
  ];
  const [best] = guesses.toSorted((a, b) => b[1] - a[1]);
  return best === undefined || best[1] < 0.6 ? undefined : { field: best[0], confidence: best[1] * 0.7 };
}

/**
 * Whether a column of "categories" is really a text about each company: mostly different, of several words, and hardly
 * ever a known industry.
 */
export function isFreeText(sample: ColumnSample, lookups: Lookups): boolean {
  const { values, distinct } = sample;
  if (values.length < 20 || distinct < values.length * 0.5 || isListOfTags(values)) return false;
  const words = values.reduce((sum, value) => sum + value.split(/\s+/).length, 0) / values.length;
  return words >= 2.5 && values.filter((value) => isKnownList(value, lookups)).length < values.length * 0.4;
}

/** Whether most cells are lists of short entries, known or not: `drone mapping, seed sorting, feed mixing`. */
function isListOfTags(values: readonly string[]): boolean {
  const lists = values.filter((value) => {
    if (value.length > longestList || /[.!?](?:\s|$)/.test(value)) return false;
    const entries = entriesOf(value);
    return entries.length > 1 && entries.every((entry) => !joined.test(entry) && entry.split(' ').length <= wordsOfTag);
  });
  return lists.length > values.length * 0.6;
}

const longestList = 400;
const wordsOfTag = 4;

/** The last part of a sentence's enumeration. */
const joined = /^(?:and|or|und|oder|et|ou|y|o|e) |(?<= )(?:that|which|for|to|with|from|is|are|we|our|your|their) /i;

/**
 * Whether most places of a column name their country, so that a column of other countries (of visitors) is not used.
 */
export function nameCountries(sample: ColumnSample | undefined, { countries }: Lookups): boolean {
  if (sample === undefined || sample.values.length === 0) return false;
  const named = sample.values.filter((value) => parseLocation(value, countries).countryCode !== '').length;
  return named > sample.values.length / 2;
}

function isPage(value: string): boolean {
  return /^\S+$/.test(value) && !isPersons(value) && (pageSiteOf(value) ?? profileSiteOf(value)) !== undefined;
}

/** Whether most cells are pages about companies on sites that have such, and not all the same. */
export function arePages(sample: ColumnSample | undefined): boolean {
  if (sample === undefined || sample.distinct <= sample.values.length / 2) return false;
  return sample.values.filter(isPage).length > sample.values.length * 0.6;
}

/** A page on LinkedIn that is not a person's. */
function isCompanyProfile(value: string): boolean {
  return profileSiteOf(value) === 'linkedin' && !/linkedin\.com\/(?:in|pub)\//i.test(value);
}

/** A city and a country or an American state: short, without digits, and not from a list of countries. */
function isCityAndCountry(value: string, { countries }: Lookups): boolean {
  if (value.length > 80 || !cityAndMore.test(value)) return false;
  const [first = ''] = value.split(',');
  const last = value.slice(value.lastIndexOf(',') + 1).trim();
  if (first.length > 30 || first.trim().split(/\s+/).length > 4) return false;
  return (countries.codeOf(last) !== '' || countries.isUsState(last)) && countries.codeOf(first) === '';
}

const cityAndMore = /^\p{Lu}[\p{L}\p{M}.'’ ()-]+(?:,\s*\p{L}[\p{L}\p{M}.'’ ()-]+){1,3}$/u;

/** Whether a column is not `…, MD` throughout, which may mean a doctor as well as Maryland. */
function hasDifferentEnds({ values }: ColumnSample): boolean {
  const ends = new Set(values.map((value) => value.slice(value.lastIndexOf(',') + 1).trim()));
  return ends.size > 1 || [...ends].some((end) => end.length > 3);
}

/** Whether most cells of a column name countries or continents, and nothing else. Codes may be anything (`AI`). */
export function isListOfRegions({ values }: ColumnSample, { countries }: Lookups): boolean {
  const isRegion = (part: string): boolean =>
    part.length > 3 && (countries.codeOf(part) !== '' || countries.isNoPlace(part));
  return values.filter((value) => entriesOf(value).every(isRegion)).length > values.length * 0.6;
}

/** Whether websites differ from row to row and are not all on one profile site. */
function hasOwnSites(sample: ColumnSample): boolean {
  const domains = sample.values.map(domainOf).filter((domain) => domain !== '' && !isShared(domain));
  return domains.length > 0 && new Set(domains).size > domains.length / 2;
}

/** Whether at least half of a list's entries are known industries. */
export function isKnownList(value: string, lookups: Lookups): boolean {
  const parts = value.split(/[,;|]/).concat(value.includes(listSeparator) ? value.split(listSeparator) : []);
  const known = parts.filter((part) => lookups.industries.referenceOf(part.trim()).length > 0);
  return known.length > 0 && known.length >= parts.length / 2;
}
