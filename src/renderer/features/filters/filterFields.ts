import {
  businessModels,
  employeeSizes,
  fundedTagGroups,
  fundedTags,
  fundingHighlights,
  highlightGroups,
  highlights,
  incorporationYears,
  labelOf,
  stages,
  type Choice,
} from '#shared/domain/choices.ts';
import { formatWeek } from '#shared/domain/digestWeek.ts';
import { bookmarkLists } from '#shared/domain/filters.ts';
import { inQuotes } from '#shared/domain/searchTerms.ts';
import type { FilterField as FilterName, FlagField as FlagName, ListField } from '#shared/fields/filterFields.ts';
import { countries, countryByCode, regions } from '#shared/reference/countries.ts';
import { universities, universityName } from '#shared/reference/universities.ts';

/** One field of the panel and its choices. */
export interface FilterField extends ChoiceList {
  readonly field: ListField;
}

interface ChoiceList {
  readonly title: string;
  readonly choices: readonly Choice[];
  /** Short choices stand beside each other, long ones in rows. */
  readonly layout: 'chips' | 'rows';
  /** What the search field says where the list is long enough to need one. */
  readonly search?: string;
}

/** Yes, no or either, and what each is called. */
export interface FlagField extends FlagWords {
  readonly field: FlagName;
}

interface FlagWords {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
}

/** Parts of the panel that are more than choices. */
export type PanelPart = 'industries' | 'discovered';

/** The titles of the panel's sections, in its order. */
const sectionTitles = {
  stage: 'Stage',
  place: 'Place',
  industry: 'Industry',
  highlights: 'Highlights',
  funding: 'Funding',
  size: 'Employees',
  founded: 'Founded',
  model: 'Business model',
  discovered: 'Discovered',
  universities: 'Top universities',
  lists: 'Lists and language',
};
type SectionId = keyof typeof sectionTitles;

/** A section of the panel: the filters in it, as choices, as yes or no, or as a part that has several of them. */
export interface FilterSection {
  readonly id: SectionId;
  readonly title: string;
  readonly filters: readonly FilterName[];
  readonly fields: readonly FilterField[];
  readonly flags: readonly FlagField[];
  readonly parts: readonly PanelPart[];
}

/** The sections of the panel with what is in them, in its order. */
export function filterSections(): readonly FilterSection[] {
  const all = Object.entries(places()) as [FilterName, Place<ListField> | Place<FlagName>][];
  return (Object.keys(sectionTitles) as SectionId[]).map((id) => {
    const here = all.filter(([, { section }]) => section === id);
    return {
      id,
      title: sectionTitles[id],
      filters: here.map(([field]) => field),
      fields: here.flatMap(([field, place]) =>
        'lists' in place ? place.lists.map((list) => ({ ...list, field: field as ListField })) : [],
      ),
      flags: here.flatMap(([field, place]) => ('flag' in place ? [{ ...place.flag, field: field as FlagName }] : [])),
      parts: [...new Set(here.flatMap(([, place]) => ('part' in place ? [place.part] : [])))],
    };
  });
}

type Place<F extends FilterName> =
  | { readonly section: SectionId; readonly part: PanelPart }
  | (F extends 'textSearch' ? { readonly section: 'top' } : never)
  | (F extends ListField ? { readonly section: SectionId; readonly lists: readonly ChoiceList[] } : never)
  | (F extends FlagName ? { readonly section: SectionId; readonly flag: FlagWords } : never);

/** Where each filter stands in the panel; those of a section in the order of these rows. */
function places(): { readonly [F in FilterName]: Place<F> } {
  return {
    textSearch: { section: 'top' },
    stages: { section: 'stage', lists: [{ title: 'Stage', choices: stages, layout: 'rows' }] },
    regions: { section: 'place', lists: [{ title: 'Region', choices: named(regions), layout: 'rows' }] },
    countries: {
      section: 'place',
      lists: [
        {
          title: 'Country',
          choices: countries.map(({ code, name }) => ({ value: code, label: name })),
          layout: 'rows',
          search: 'Find a country',
        },
      ],
    },
    industryGroups: { section: 'industry', part: 'industries' },
    industries: { section: 'industry', part: 'industries' },
    companyHighlightGroup: {
      section: 'highlights',
      lists: [{ title: 'Preset', choices: highlightGroups, layout: 'rows' }],
    },
    companyHighlights: {
      section: 'highlights',
      lists: [
        { title: 'People', choices: group('people'), layout: 'rows' },
        { title: 'Company', choices: group('company'), layout: 'rows' },
      ],
    },
    fundedTagGroup: {
      section: 'funding',
      lists: [{ title: 'Last funded', choices: fundedTagGroups, layout: 'rows' }],
    },
    fundedTags: {
      section: 'funding',
      lists: [{ title: 'Last funded, exactly', choices: fundedTags, layout: 'rows' }],
    },
    companyHighlightFunding: {
      section: 'funding',
      lists: [{ title: 'Total funding', choices: fundingChoices(), layout: 'rows' }],
    },
    employeeCount: { section: 'size', lists: [{ title: 'Employees', choices: employeeSizes, layout: 'rows' }] },
    incorporatedYears: { section: 'founded', lists: [{ title: 'Founded', choices: years(), layout: 'chips' }] },
    businessModels: {
      section: 'model',
      lists: [{ title: 'Business model', choices: named(businessModels), layout: 'rows' }],
    },
    digestDays: { section: 'discovered', part: 'discovered' },
    digestWeek: { section: 'discovered', part: 'discovered' },
    universities: {
      section: 'universities',
      lists: [
        {
          title: 'University',
          choices: universities.map(({ code, name }) => ({ value: code, label: name })),
          layout: 'rows',
          search: 'Find a university',
        },
      ],
    },
    bookmarkList: { section: 'lists', lists: [{ title: 'Already in', choices: bookmarkLists, layout: 'rows' }] },
    translated: { section: 'lists', flag: { title: 'Language', yes: 'Translated', no: 'Original' } },
  };
}

const named = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }));

function years(): Choice[] {
  return incorporationYears(new Date().getFullYear()).map((value) => ({
    value,
    label: value === 'unknown' ? 'Unknown' : value,
  }));
}

/** Highlights of one group. */
function group(wanted: 'people' | 'company'): Choice[] {
  return highlights.filter((highlight) => highlight.group === wanted);
}

function fundingChoices(): Choice[] {
  return fundingHighlights.map((value) => ({
    value,
    label: `${labelOf(highlights, value)} or more`.replace('Funding ', ''),
  }));
}

/** What a chip says for a chosen value of each filter, in the order of the chips. */
const chipTexts: Readonly<Record<FilterName, (value: string) => string>> = {
  textSearch: inQuotes,
  stages: (value) => labelOf(stages, value),
  regions: asItIs,
  countries: (value) => countryByCode(value)?.name ?? value,
  industryGroups: asItIs,
  industries: asItIs,
  companyHighlightGroup: asItIs,
  companyHighlights: (value) => labelOf(highlights, value),
  companyHighlightFunding: (value) => labelOf(highlights, value),
  fundedTagGroup: (value) => labelOf(fundedTagGroups, value),
  fundedTags: (value) => labelOf(fundedTags, value),
  employeeCount: (value) => (value === 'unknown' ? 'Size unknown' : `${labelOf(employeeSizes, value)} employees`),
  incorporatedYears: (value) => (value === 'unknown' ? 'Founding year unknown' : `Founded ${value}`),
  businessModels: asItIs,
  digestWeek: formatWeek,
  universities: universityName,
  bookmarkList: (value) => `In ${labelOf(bookmarkLists, value)}`,
  digestDays: (value) => `Discovered in the last ${value} days`,
  translated: (value) => (value === 'true' ? 'Translated' : 'Not translated'),
};

/** All filters in the order of their chips. */
export const chipOrder = Object.keys(chipTexts) as readonly FilterName[];

/** What a chip says for a chosen value. */
export function valueLabel(field: FilterName, value: string): string {
  return chipTexts[field](value);
}

function asItIs(value: string): string {
  return value;
}
