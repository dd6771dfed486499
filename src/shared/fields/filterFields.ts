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
import { listSlugs } from '../domain/listName.ts';
import { searchPhrase } from '../domain/searchSentence.ts';
import { inQuotes, searchStretches } from '../domain/searchText.ts';
import { withoutPlaceholder } from '../domain/text.ts';
import { countries, regions } from '../reference/countries.ts';
import { groupsOfIndustry } from '../reference/industries.ts';
import { universities, universityName } from '../reference/universities.ts';
import {
  asItIs,
  countryName,
  filterSections,
  flag,
  labelled,
  list,
  named,
  orUnknown,
  ownChip,
  ownLists,
  ownText,
  ranges,
  type AnyRow,
  type Conditions,
  type FilterSectionId,
  type FilterValues,
  type MatchContext,
  type MatchableRow,
  words,
  yesOrNo,
} from './filterRows.ts';

import { hasOwnValue, ownColumnOf, ownConditionsOf, ownTitle, parseOwnCondition } from './ownValues.ts';
import {
  anyOf,
  fundedGroupTexts,
  fundedText,
  groupTexts,
  highlightText,
  universityText,
  withArticle,
} from './sentenceWords.ts';

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
    phrases: words('', searchPhrase),
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
