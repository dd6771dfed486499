// oxlint-disable max-lines -- one table of every filter, and what is said of a row
import {
  amountRaisedOf,
  amountsRaised,
  bookmarkLists,
  businessModels,
  companyStatuses,
  employeeGrowthChoice,
  employeeGrowths,
  employeeSizes,
  fundedTagGroups,
  fundedTags,
  fundingHighlights,
  highlightGroups,
  highlights,
  labelOf,
  colleagueChoices,
  noteChoices,
  parseStage,
  stages,
  valueYears,
  yearChoices,
  type Choice,
  type FundedTag,
  type Highlight,
} from '../domain/choices.ts';
import { changesPattern, changesValueText } from '../domain/companyChange.ts';
import { businessModelsOf, highlightGroupRules, highlightsOf, type Company } from '../domain/company.ts';
import { addDays, formatMonday, formatWeek } from '../domain/digestWeek.ts';
import { anySource } from '../domain/knownSource.ts';
import { listSlugs, type ListName } from '../domain/listName.ts';
import { inQuotes, searchStretches } from '../domain/searchText.ts';
import { withoutPlaceholder } from '../domain/text.ts';
import { countries, countryByCode, regions } from '../reference/countries.ts';
import { groupsOfIndustry } from '../reference/industries.ts';
import { universities, universityName } from '../reference/universities.ts';
import {
  hasNumber,
  numberFilterOf,
  ownRange,
  parseRange,
  rangeText,
  readRange,
  unknownNumber,
  type NumberParameter,
} from './numberRanges.ts';
import {
  hasOwnValue,
  ownColumnOf,
  ownConditionsOf,
  ownTitle,
  parseOwnCondition,
  readOwnCondition,
} from './ownValues.ts';
import {
  anyOf,
  fundedGroupTexts,
  fundedText,
  groupTexts,
  highlightText,
  universityText,
  withArticle,
} from './sentenceWords.ts';

/** A country in a filter. */
export interface CountryRef {
  readonly name: string;
  readonly code: string;
}

/**
 * The value of a filter: a list of wire values, countries, a text, yes or no, or a number of days. Empty: not filtered.
 */
interface FilterValues {
  list: string[];
  countries: CountryRef[];
  text: string;
  flag: boolean | null;
  days: number | null;
}

/**
 * What a filter looks at: a company; of the user's own lists those it is in (the special lists, by whichever entry, and
 * the ids of smart lists and collections, as they go over the wire); and what of a filter on notes those about it meet.
 */
export type MatchableRow = Company & {
  readonly decidedIn?: readonly ListName[];
  readonly smartLists?: readonly string[];
  readonly collections?: readonly string[];
  /** The reason that the user has decided the company for, by its number. */
  readonly reasons?: readonly string[];
  readonly notes?: readonly string[];
  readonly colleagues?: readonly string[];
  /** What imports have changed: `17:raised`, `last:added`. */
  readonly changes?: readonly string[];
  readonly noteWords?: readonly string[];
  /** The names of the sources that the company is known from. */
  readonly knownFrom?: readonly string[];
};

/** What the user calls the lists that filters name by their ids. */
export interface FilterNames {
  readonly smartLists: ReadonlyMap<string, string>;
  readonly collections: ReadonlyMap<string, string>;
  readonly reasons: ReadonlyMap<string, string>;
}

/** Of no list the name is known. */
export const noNames: FilterNames = { smartLists: new Map(), collections: new Map(), reasons: new Map() };

/** What matching needs besides the row: the server's day (`YYYY-MM-DD`). */
export interface MatchContext {
  readonly today: string;
}

/** The sections of the filter panel, in its order, with their titles. Chips stand in the same order. */
export const filterSections = {
  words: 'Text',
  stage: 'Stage',
  place: 'Location',
  industry: 'Industry',
  highlights: 'Highlights',
  funding: 'Funding',
  size: 'Employees',
  founded: 'Founded',
  scores: 'Score and rank',
  status: 'Status',
  model: 'Business model',
  discovered: 'Discovered',
  universities: 'Top universities',
  files: 'From your files',
  lists: 'My lists',
  known: 'Known companies',
  other: 'Language · Sample',
} as const;
export type FilterSectionId = keyof typeof filterSections;

/** Choices of a list as the panel shows them: short ones beside each other as chips, long ones in rows. */
export interface ChoiceList {
  readonly title: string;
  readonly choices: () => readonly Choice[];
  readonly layout: 'chips' | 'rows';
  /** What the search field says if the list is long enough to need one. */
  readonly search?: string;
}

/** Parts of the panel that are more than choices, and serve several filters. */
export type PanelPart = 'words' | 'industries' | 'discovered' | 'fromFiles' | 'myLists' | 'known' | 'ranges';

/** What yes and no are called in the panel. */
interface FlagWords {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
}

/**
 * What a filter is called in a sentence, as it follows “companies”: `in the industries A or B`. `several` is `one` for
 * more than one value. Something excluded has `not` before it.
 */
export interface Phrase {
  readonly one: string;
  readonly several: string;
  readonly values: readonly string[];
  readonly after?: string;
}

/** What a list accepts: the values of its choices, any name, what a pattern matches, or what a function makes of it. */
export type Accepted =
  | 'names'
  | { readonly choices: readonly Choice[] }
  | { readonly pattern: RegExp; readonly message: string; readonly isNumber?: true }
  | { readonly parse: (text: string) => string | undefined; readonly noun: string };

/**
 * One filter. `parameter` is its query parameter and the key of its facet counts. `excluded` says how excluded values
 * go over the wire: with a minus in the same parameter, or in a parameter of their own; null if none can be excluded.
 */
interface FilterRow<P extends string, E extends string | null> {
  readonly parameter: P;
  readonly excluded: E;
  readonly section: FilterSectionId;
  /** What a chip says for a value as it goes over the wire. */
  readonly chip: (value: string, names: FilterNames) => string;
  /** What the sentence says for values as they go over the wire, at least one. */
  readonly phrases: (values: readonly string[], names: FilterNames) => readonly Phrase[];
}

interface ListParts {
  readonly accepts: Accepted;
  /** The values that a row has, as they go over the wire; null if the row does not say. */
  readonly of: (row: MatchableRow) => readonly string[] | null;
  /** Of a filter whose values are conditions: too many to list those that a row meets. */
  readonly conditions?: Conditions;
  readonly panel: PanelPart | readonly ChoiceList[];
}

interface Conditions {
  readonly test: (value: string) => (row: MatchableRow) => boolean;
  /** The values that ask for the very thing that a row has. */
  readonly ofCell: (row: MatchableRow) => readonly string[];
  /** What a value is about: of one thing any value is enough, and something is asked of each thing. */
  readonly about?: (value: string) => string;
}

interface FlagParts {
  /** Whether a row has it. */
  readonly of: (row: MatchableRow) => boolean;
  readonly panel: FlagWords;
}

interface ValueParts<T> {
  readonly matches: (row: MatchableRow, wanted: T, context: MatchContext) => boolean;
  readonly panel: PanelPart;
}

type Words<P extends string, E extends string | null> = Omit<FilterRow<P, E>, 'parameter' | 'excluded'>;

function list<const P extends string, const E extends 'minus' | null>(
  parameter: P,
  excluded: E,
  parts: Words<P, E> & ListParts,
) {
  return { kind: 'list', parameter, excluded, ...parts } as const;
}

function flag<const P extends string>(parameter: P, parts: Words<P, null> & FlagParts) {
  return { kind: 'flag', parameter, excluded: null, ...parts } as const;
}

/** The user's own lists of a kind, by their ids. */
function ownLists<const P extends string>(parameter: P, kind: 'smartLists' | 'collections', noun: string) {
  const nameOf = (id: string, names: FilterNames): string => {
    const name = names[kind].get(id);
    return name === undefined ? `number ${id}` : `“${name}”`;
  };
  return list(parameter, 'minus', {
    accepts: { pattern: /^[1-9]\d{0,14}$/, message: 'A list is named by its number.', isNumber: true },
    of: (row) => row[kind] ?? null,
    section: 'lists',
    panel: 'myLists',
    chip: (id, names) => `In ${nameOf(id, names)}`,
    phrases: words([`in the ${noun}`, `in the ${noun}s`], nameOf),
  });
}

/** Ranges of a number of companies. */
function ranges<const P extends NumberParameter>(parameter: P) {
  const { form, section, chip, said, unknown } = numberFilterOf(parameter);
  const inWords = (value: string): string => {
    const range = readRange(value);
    return range === undefined ? value : rangeText(range, form);
  };
  return list(parameter, null, {
    accepts: { parse: parseRange, noun: 'a range of numbers' },
    of: () => null,
    conditions: { test: (value) => hasNumber(parameter, value), ofCell: (row) => [ownRange(parameter, row)] },
    section,
    panel: 'ranges',
    chip: (value) => (value === unknownNumber ? unknown.chip : chip(inWords(value))),
    phrases: (values) => orUnknown(values, unknown.said, (known) => anyOf(known.map((value) => said(inWords(value))))),
  });
}

/**
 * Every filter of a search or smart list, with everything about it but how the server's index finds it. The order is
 * that of the sentence, and within a section that of the panel and the chips.
 */
export const filterFields = {
  stages: list('stages', 'minus', {
    accepts: { parse: parseStage, noun: 'a stage' },
    of: ({ stages: has }) => has,
    section: 'stage',
    panel: [{ title: 'Stage', choices: () => stages, layout: 'rows' }],
    chip: labelled(stages),
    phrases: words('at the stage', labelled(stages)),
  }),
  regions: list('regions', 'minus', {
    accepts: 'names',
    of: ({ region }) => [region],
    section: 'place',
    panel: [{ title: 'Region', choices: () => named(regions), layout: 'rows' }],
    chip: asItIs,
    phrases: words('in'),
  }),
  countries: {
    kind: 'countries',
    parameter: 'country_codes',
    excluded: 'minus',
    of: ({ location }: MatchableRow) => [location.country.code],
    section: 'place',
    panel: [
      {
        title: 'Country',
        choices: () => countries.map(({ code, name }) => ({ value: code, label: name })),
        layout: 'rows',
        search: 'Find a country',
      },
    ],
    chip: countryName,
    phrases: words('in', (code) => withArticle(countryName(code))),
  },
  industries: list('industries', 'minus', {
    accepts: 'names',
    of: ({ industry }) => industry,
    section: 'industry',
    panel: 'industries',
    chip: asItIs,
    phrases: words(['in the industry', 'in the industries']),
  }),
  industryGroups: list('industry_groups', 'minus', {
    accepts: 'names',
    of: ({ industry }) => industry.flatMap((name) => [...groupsOfIndustry(name)]),
    section: 'industry',
    panel: 'industries',
    chip: asItIs,
    phrases: words(['in the industry group', 'in the industry groups']),
  }),
  businessModels: list('business_model', null, {
    accepts: { choices: named(businessModels) },
    of: ({ business_model: raw }) => businessModelsOf(raw),
    section: 'model',
    panel: [{ title: 'Business model', choices: () => named(businessModels), layout: 'rows' }],
    chip: asItIs,
    phrases: words(['with the business model', 'with the business models']),
  }),
  employeeCount: list('company_sizes', null, {
    accepts: { choices: employeeSizes },
    of: ({ sizeCategory }) => [sizeCategory],
    section: 'size',
    panel: [{ title: 'Employees', choices: () => employeeSizes, layout: 'rows' }],
    chip: (value) => (value === 'unknown' ? 'Size unknown' : `${labelOf(employeeSizes, value)} employees`),
    phrases: (sizes) =>
      orUnknown(sizes, 'of unknown size', (known) => {
        const texts = known.map((size) => (size === 'more' ? 'more than 500' : size));
        return `with ${anyOf(texts)} employees`;
      }),
  }),
  employees: ranges('employees'),
  incorporatedYears: list('incorporated_years', null, {
    accepts: { pattern: /^(unknown|\d{4})$/, message: 'A year is "unknown" or four digits.', isNumber: true },
    of: ({ founded }) => [founded === null ? 'unknown' : String(founded)],
    section: 'founded',
    panel: [{ title: 'Founded', choices: yearChoices, layout: 'chips' }],
    chip: (value) => (value === 'unknown' ? 'Founding year unknown' : `Founded ${value}`),
    phrases: (years) => orUnknown(years, 'with no founding year known', (known) => `founded in ${anyOf(known)}`),
  }),
  founded: ranges('founded'),
  textSearch: {
    kind: 'text',
    parameter: 'text_search',
    excluded: 'exclude_text_search',
    matches: containsText,
    section: 'words',
    panel: 'words',
    chip: inQuotes,
    phrases: words('matching', inQuotes),
  },
  companyHighlightGroup: list('company_highlight_group', null, {
    accepts: { choices: highlightGroups },
    of: highlightGroupsOf,
    section: 'highlights',
    panel: [{ title: 'Preset', choices: () => highlightGroups, layout: 'rows' }],
    chip: asItIs,
    phrases: words('', (group) => groupTexts[group] ?? `in the preset ${group}`),
  }),
  companyHighlights: list('company_highlights', null, {
    accepts: { choices: highlights },
    of: ({ tags }) => highlightsOf(tags),
    section: 'highlights',
    panel: [
      { title: 'People', choices: () => highlightsIn('people'), layout: 'rows' },
      { title: 'Company', choices: () => highlightsIn('company'), layout: 'rows' },
    ],
    chip: labelled(highlights),
    phrases: words('with', highlightText),
  }),
  fundedTagGroup: list('funded_tag_group', null, {
    accepts: { choices: fundedTagGroups },
    of: ({ funded }) =>
      fundedTagGroups.filter(({ tags }) => tags.some((tag: FundedTag) => tag === funded)).map(({ value }) => value),
    section: 'funding',
    panel: [{ title: 'Last funded', choices: () => fundedTagGroups, layout: 'rows' }],
    chip: labelled(fundedTagGroups),
    phrases: words('last funded', (group) => fundedGroupTexts[group] ?? group),
  }),
  fundedTags: list('funded_tags', null, {
    accepts: { choices: fundedTags },
    of: ({ funded }) => [funded],
    section: 'funding',
    panel: [{ title: 'Last funded (exact)', choices: () => fundedTags, layout: 'rows' }],
    chip: labelled(fundedTags),
    phrases: words('last funded', fundedText),
  }),
  companyHighlightFunding: list('company_highlight_funding', null, {
    accepts: { choices: named(fundingHighlights) },
    of: ({ tags }) => highlightsOf(tags).filter((tag) => (fundingHighlights as readonly string[]).includes(tag)),
    section: 'funding',
    panel: [{ title: 'Total funding', choices: fundingChoices, layout: 'rows' }],
    chip: labelled(highlights),
    phrases: (values) => {
      const amounts = values.map((highlight) => `$${highlight.replace('funding_', '')}`);
      return [{ one: 'with at least', several: 'with at least', values: amounts, after: 'of funding' }];
    },
  }),
  amountRaised: list('amount_raised', null, {
    accepts: { choices: amountsRaised },
    of: ({ funding_total: total }) => [amountRaisedOf(total)],
    section: 'funding',
    panel: [{ title: 'Amount raised', choices: () => amountsRaised, layout: 'rows' }],
    chip: (value) => (value === 'unknown' ? 'Amount raised unknown' : `${labelOf(amountsRaised, value)} raised`),
    phrases: (amounts) =>
      orUnknown(amounts, 'with no amount raised known', (known) => {
        const texts = known.map((amount) => labelOf(amountsRaised, amount).replace(/^Under/, 'under'));
        return `with ${anyOf(texts)} raised`;
      }),
  }),
  raised: ranges('raised'),
  lastRoundAmount: ranges('last_round_amount'),
  fundingRounds: ranges('funding_rounds'),
  investorCount: ranges('investor_count'),
  employeeGrowth: list('employee_growth', null, {
    accepts: { choices: employeeGrowths },
    of: ({ employee_growth: share }) => valuesBut(employeeGrowthChoice(share)),
    section: 'size',
    panel: [{ title: 'Employee growth (6 months)', choices: () => employeeGrowths, layout: 'rows' }],
    chip: (value) => `Employees: ${labelOf(employeeGrowths, value).toLowerCase()}`,
    phrases: words('whose number of employees', (value) => labelOf(employeeGrowths, value).toLowerCase()),
  }),
  growth: ranges('growth'),
  founderCount: ranges('founder_count'),
  followers: ranges('followers'),
  score: ranges('score'),
  scorePercentile: ranges('sem_score_percentile'),
  crunchbaseRank: ranges('cb_rank'),
  status: list('status', 'minus', {
    accepts: { choices: companyStatuses },
    of: ({ status }) => valuesBut(status),
    section: 'status',
    panel: [{ title: 'Status', choices: () => companyStatuses, layout: 'rows' }],
    chip: labelled(companyStatuses),
    phrases: words('', (value) => labelOf(companyStatuses, value).toLowerCase()),
  }),
  universities: list('top_unis', null, {
    accepts: { pattern: /^uni_\w+$/, message: 'A university code looks like uni_mit.' },
    of: ({ allTopUnis }) => allTopUnis,
    section: 'universities',
    panel: [
      {
        title: 'University',
        choices: () => universities.map(({ code, name }) => ({ value: code, label: name })),
        layout: 'rows',
        search: 'Find a university',
      },
    ],
    chip: universityName,
    phrases: words('with founders from', universityText),
  }),
  translated: flag('is_translated', {
    of: ({ isTranslated }) => isTranslated,
    section: 'other',
    panel: { title: 'Language', yes: 'Translated', no: 'Original' },
    chip: yesOrNo('Translated', 'Not translated'),
    phrases: words('', yesOrNo('with a translated description', 'with a description in its original language')),
  }),
  sample: flag('is_sample', {
    of: ({ is_sample: isSample }) => isSample,
    section: 'other',
    panel: { title: 'Sample data', yes: 'Sample only', no: 'Without the sample' },
    chip: yesOrNo('Only sample companies', 'Without sample companies'),
    phrases: words('', yesOrNo('from the sample data', 'not from the sample data')),
  }),
  digestWeek: list('digest_week', null, {
    accepts: { pattern: /^\d{4}-W\d{2}$/, message: 'A digest week looks like 2026-W47.' },
    of: ({ discovered }) => [discovered],
    section: 'discovered',
    panel: 'discovered',
    chip: formatWeek,
    phrases: words('discovered in the week of', formatMonday),
  }),
  digestDays: {
    kind: 'days',
    parameter: 'n_days_in_digest',
    excluded: null,
    // A window of n days goes back from today, inclusive; the day n days ago is outside.
    matches: (row: MatchableRow, wanted: number, { today }: MatchContext) =>
      row.discovered_date > addDays(today, -wanted),
    section: 'discovered',
    panel: 'discovered',
    chip: (value) => `Discovered in the last ${value} days`,
    phrases: words('discovered in the last', (value) => (value === '1' ? 'day' : `${value} days`)),
  },
  fromFiles: list('from_files', 'minus', {
    accepts: 'names',
    of: ({ from_files: files }) => files,
    section: 'files',
    panel: 'fromFiles',
    chip: (file) => `From ${file}`,
    phrases: words(['from the file', 'from the files']),
  }),
  ownColumns: list('own_columns', 'minus', {
    accepts: 'names',
    of: ({ own }) => own.map(({ name }) => name),
    section: 'files',
    panel: 'fromFiles',
    chip: (name) => `Has “${name}”`,
    phrases: words('with a value for', inQuotes),
  }),
  ownValues: list('own', 'minus', {
    accepts: { parse: parseOwnCondition, noun: 'a value of a column, such as batch=Winter 2026' },
    of: () => null,
    conditions: { test: hasOwnValue, ofCell: ownConditionsOf, about: ownColumnOf },
    section: 'files',
    panel: 'fromFiles',
    chip: ownChip,
    phrases: (values) =>
      [...Map.groupBy(values, ownColumnOf).values()].map((alike) => ({
        one: '',
        several: '',
        values: [`whose ${ownTitle(ownColumnOf(alike[0]!))} ${anyOf(alike.map(ownText))}`],
      })),
  }),
  valuesOf: list('values_of', 'minus', {
    accepts: { pattern: /^\d{4}$/, message: 'A year has four digits.' },
    of: ({ values_on: day }) => valuesBut(day.slice(0, 4)),
    section: 'files',
    panel: [{ title: 'Latest data from', choices: valueYears, layout: 'chips' }],
    chip: (year) => `Data from ${year}`,
    phrases: words('with data from'),
  }),
  bookmarkList: list('bookmark_list', 'minus', {
    accepts: { choices: bookmarkLists },
    of: ({ decidedIn }) => decidedIn?.map((name) => listSlugs[name]) ?? null,
    section: 'lists',
    panel: 'myLists',
    chip: (value) => `In ${labelOf(bookmarkLists, value)}`,
    phrases: words('in your list', labelled(bookmarkLists)),
  }),
  smartLists: ownLists('smart_lists', 'smartLists', 'smart list'),
  collections: ownLists('collections', 'collections', 'collection'),
  reasons: list('reasons', 'minus', {
    accepts: { pattern: /^[1-9]\d{0,14}$/, message: 'A reason is named by its number.', isNumber: true },
    of: ({ reasons }) => reasons ?? null,
    section: 'lists',
    panel: 'myLists',
    chip: (id, { reasons }) => `Reason: ${reasons.get(id) ?? `number ${id}`}`,
    phrases: words('decided for the reason', (id, { reasons }) => inQuotes(reasons.get(id) ?? `number ${id}`)),
  }),
  notes: list('notes', 'minus', {
    accepts: { choices: noteChoices },
    of: ({ notes }) => notes ?? null,
    section: 'lists',
    panel: 'myLists',
    chip: labelled(noteChoices),
    phrases: () => [{ one: 'with', several: 'with', values: ['a note'] }],
  }),
  colleagues: list('colleagues', 'minus', {
    accepts: { choices: colleagueChoices },
    of: ({ colleagues }) => colleagues ?? null,
    section: 'lists',
    panel: 'myLists',
    chip: labelled(colleagueChoices),
    phrases: () => [{ one: '', several: '', values: ['decided by a colleague'] }],
  }),
  noteWords: list('note_words', 'minus', {
    accepts: 'names',
    of: ({ noteWords }) => noteWords ?? null,
    section: 'lists',
    panel: 'myLists',
    chip: (value) => `Note: ${inQuotes(value)}`,
    phrases: words('with a note that has', inQuotes),
  }),
  changes: list('changes', 'minus', {
    accepts: { pattern: changesPattern, message: 'Changes are of an import: 17:raised, or last:changed.' },
    of: ({ changes }) => changes ?? null,
    section: 'lists',
    panel: 'myLists',
    chip: changesValueText,
    phrases: words('', (value) => changesValueText(value).toLowerCase()),
  }),
  known: list('known', 'minus', {
    accepts: 'names',
    of: ({ knownFrom }) => {
      if (knownFrom === undefined) return null;
      return knownFrom.length === 0 ? [] : [anySource, ...knownFrom];
    },
    section: 'known',
    panel: 'known',
    chip: (source) => (source === anySource ? 'Known' : `Known from ${source}`),
    phrases: (sources) => {
      const named = sources.filter((source) => source !== anySource);
      const from = named.length === 0 ? [] : [`known from ${anyOf(named)}`];
      return [{ one: '', several: '', values: [...(named.length < sources.length ? ['known to you'] : []), ...from] }];
    },
  }),
} as const satisfies Record<string, AnyRow>;

/** Filters on what is the user's own, lists above all: which companies it is about is for their state to say. */
export const memberFields = [
  'bookmarkList',
  'smartLists',
  'collections',
  'reasons',
  'notes',
  'noteWords',
  'colleagues',
  'changes',
  'known',
] as const satisfies readonly FilterField[];

/** A row of any kind. */
type AnyRow = FilterRow<string, string | null> &
  (
    | ({ readonly kind: 'list' } & ListParts)
    | ({ readonly kind: 'countries' } & Omit<ListParts, 'accepts'>)
    | ({ readonly kind: 'flag' } & FlagParts)
    | ({ readonly kind: 'text' } & ValueParts<string>)
    | ({ readonly kind: 'days' } & ValueParts<number>)
  );

type Rows = typeof filterFields;
export type FilterField = keyof Rows;

/** Filters that can exclude values. */
export type ExcludableField = { [F in FilterField]: Rows[F]['excluded'] extends null ? never : F }[FilterField];

/** Filters with several values. */
export type ListField = { [F in FilterField]: Rows[F]['kind'] extends 'list' | 'countries' ? F : never }[FilterField];

/** Filters that are yes or no. */
export type FlagField = { [F in FilterField]: Rows[F]['kind'] extends 'flag' ? F : never }[FilterField];

/** The value of a filter. */
export type ValueOf<F extends FilterField> = FilterValues[Rows[F]['kind']];

/** A query parameter that a filter set uses. */
export type FilterParameter = Rows[FilterField]['parameter'] | Exclude<Rows[FilterField]['excluded'], 'minus' | null>;

/** The filters in the order of the table. */
export const filterFieldNames = Object.keys(filterFields) as readonly FilterField[];

/** The filters in the order of the panel, which is that of the chips. */
export const panelFields: readonly FilterField[] = (Object.keys(filterSections) as FilterSectionId[]).flatMap((id) =>
  filterFieldNames.filter((field) => filterFields[field].section === id),
);

/** The row of a filter, of whichever kind. */
export function rowOf(field: FilterField): AnyRow {
  return filterFields[field];
}

/** Whether a filter can exclude values. */
export function canExclude(field: FilterField): field is ExcludableField {
  return filterFields[field].excluded !== null;
}

/** Whether a filter holds several values. */
export function isListField(field: FilterField): field is ListField {
  const { kind } = filterFields[field];
  return kind === 'list' || kind === 'countries';
}

/** Whether a filter is yes or no. */
export function isFlagField(field: FilterField): field is FlagField {
  return filterFields[field].kind === 'flag';
}

/** The values of a filter as they go over the wire, not joined; none if it does not filter. */
export function wireValues(value: ValueOf<FilterField> | undefined): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (!Array.isArray(value)) return [String(value)];
  return value.map((each) => (typeof each === 'string' ? each : each.code));
}

/**
 * The values of a row in a filter, as they go over the wire; null if the row does not say, and for a text or a number
 * of days, which no row has.
 */
export function valuesOfRow(field: FilterField, row: MatchableRow): readonly string[] | null {
  const filter = rowOf(field);
  if (filter.kind === 'text' || filter.kind === 'days') return null;
  return filter.kind === 'flag' ? [String(filter.of(row))] : filter.of(row);
}

/** The conditions that the values of a filter are; undefined where they are values that a row has. */
export function conditionsOf(field: FilterField): Conditions | undefined {
  const filter = rowOf(field);
  return filter.kind === 'list' ? filter.conditions : undefined;
}

/** The values of a filter that ask for the very thing that a row has. */
export function cellValuesOf(field: FilterField, row: MatchableRow): readonly string[] {
  return conditionsOf(field)?.ofCell(row) ?? valuesOfRow(field, row) ?? [];
}

/** Whether a row passes values of a filter that are not empty; as `valuesOfRow`, of a list or a flag. */
export function passesOf(field: FilterField, values: readonly string[]): (row: MatchableRow) => boolean {
  const conditions = conditionsOf(field);
  if (conditions === undefined) {
    return (row) => {
      const has = valuesOfRow(field, row) ?? [];
      return values.some((value) => has.includes(value));
    };
  }
  const { test, about = () => '' } = conditions;
  const things = [...Map.groupBy(values, about).values()].map((alike) => alike.map((value) => test(value)));
  return (row) => things.every((tests) => tests.some((passes) => passes(row)));
}

// ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** One phrase: what stands before the values, for one and for several, and how each is called. */
function words(
  before: string | readonly [string, string],
  textOf: (value: string, names: FilterNames) => string = asItIs,
): (values: readonly string[], names: FilterNames) => readonly Phrase[] {
  const [one, several] = typeof before === 'string' ? [before, before] : before;
  return (values, names) => [{ one, several, values: values.map((value) => textOf(value, names)) }];
}

/** Values of which one is `unknown`, which is said differently. */
function orUnknown(
  values: readonly string[],
  unknown: string,
  textOf: (known: readonly string[]) => string,
): readonly Phrase[] {
  const known = values.filter((value) => value !== 'unknown');
  const texts = [...(known.length > 0 ? [textOf(known)] : []), ...(known.length < values.length ? [unknown] : [])];
  return [{ one: '', several: '', values: texts }];
}

function ownChip(value: string): string {
  const { name = '', kind, text = '' } = readOwnCondition(value) ?? {};
  return kind === 'contains' ? `${ownTitle(name)} contains ${inQuotes(text)}` : `${ownTitle(name)}: ${text}`;
}

function ownText(value: string): string {
  const { kind, text = '' } = readOwnCondition(value) ?? {};
  return `${kind === 'contains' ? 'contains' : 'is'} ${inQuotes(text)}`;
}

function yesOrNo(yes: string, no: string): (value: string) => string {
  return (value) => (value === 'true' ? yes : no);
}

function labelled(choices: readonly Choice[]): (value: string) => string {
  return (value) => labelOf(choices, value);
}

function asItIs(value: string): string {
  return value;
}

function named(values: readonly string[]): Choice[] {
  return values.map((value) => ({ value, label: value }));
}

function countryName(code: string): string {
  return countryByCode(code)?.name ?? code;
}

// ── Choices of the panel ──────────────────────────────────────────────────────────────────────────────────────────

function highlightsIn(group: 'people' | 'company'): Choice[] {
  return highlights.filter((highlight) => highlight.group === group);
}

function fundingChoices(): Choice[] {
  return fundingHighlights.map((value) => ({
    value,
    label: labelOf(highlights, value),
  }));
}

// ── What a row has ────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Substring search over the llm, short and long descriptions, the name and the city (product 5), and the names that the
 * company had. Quoted phrases and the text between them are searched for separately; false if there is nothing to
 * search for.
 */
export function containsText(row: Company, text: string): boolean {
  const needles = searchStretches(text.toLowerCase());
  const { llm, short, long } = row.description;
  const texts = [llm, short, long, row.name, row.location.city, ...row.former_names];
  const isFound = (needle: string): boolean =>
    texts.some((value) => withoutPlaceholder(value).toLowerCase().includes(needle));
  return needles.length > 0 && needles.every((needle) => isFound(needle));
}

/** A value, or none where it is `''`. */
function valuesBut(value: string): readonly string[] {
  return value === '' ? [] : [value];
}

function highlightGroupsOf({ tags, funded }: Company): string[] {
  const has = highlightsOf(tags) as Highlight[];
  return highlightGroups
    .map(({ value }) => value)
    .filter((group) => {
      const { anyHighlight, anyFunded } = highlightGroupRules[group];
      const isHighlighted = anyHighlight.some((highlight) => has.includes(highlight));
      return isHighlighted && (anyFunded.length === 0 || anyFunded.includes(funded as FundedTag));
    });
}
