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
import type { FilterField as FilterName, FilterParameter, ListField } from '#shared/fields/filterFields.ts';
import { countries, countryByCode } from '#shared/reference/countries.ts';
import { industryGroups } from '#shared/reference/industries.ts';
import { regions } from '#shared/reference/regions.ts';
import { universities, universityName } from '#shared/reference/universities.ts';

/** One field of the panel: its choices, and the facet that counts them. */
export interface FilterField {
  readonly field: ListField;
  readonly title: string;
  /** The query parameter under which the counts come (API.md `facets`); `''` where there are none. */
  readonly facet: FilterParameter | '';
  readonly choices: readonly Choice[];
  /** Short choices stand beside each other, long ones in rows. */
  readonly layout: 'chips' | 'rows';
  /** What the search field says where the list is long enough to need one. */
  readonly search?: string;
}

/** A section of the panel. `industries` and `discovered` have parts of their own beside their fields. */
export interface FilterSection {
  readonly id:
    | 'stage'
    | 'place'
    | 'industry'
    | 'founded'
    | 'size'
    | 'highlights'
    | 'funding'
    | 'model'
    | 'discovered'
    | 'universities'
    | 'lists';
  readonly title: string;
  readonly fields: readonly FilterField[];
}

const named = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }));

function years(): Choice[] {
  return incorporationYears(new Date().getFullYear()).map((value) => ({
    value,
    label: value === 'unknown' ? 'Unknown' : value,
  }));
}

/** Highlights of one group (SPEC 3). */
function group(wanted: 'people' | 'company'): Choice[] {
  return highlights.filter((highlight) => highlight.group === wanted);
}

/** All sections with their fields, in the order of the panel (SPEC 3 `Filter set`). */
export function filterSections(): readonly FilterSection[] {
  return [
    {
      id: 'stage',
      title: 'Stage',
      fields: [{ field: 'stages', title: 'Stage', facet: 'stages', choices: stages, layout: 'rows' }],
    },
    {
      id: 'place',
      title: 'Place',
      fields: [
        { field: 'regions', title: 'Region', facet: 'regions', choices: named(regions), layout: 'rows' },
        {
          field: 'countries',
          title: 'Country',
          facet: 'country_codes',
          choices: countries.map(({ code, name }) => ({ value: code, label: name })),
          layout: 'rows',
          search: 'Find a country',
        },
      ],
    },
    {
      id: 'industry',
      title: 'Industry',
      fields: [
        {
          field: 'industryGroups',
          title: 'Industry group',
          facet: 'industry_groups',
          choices: named(industryGroups),
          layout: 'rows',
        },
      ],
    },
    {
      id: 'highlights',
      title: 'Highlights',
      fields: [
        {
          field: 'companyHighlightGroup',
          title: 'Preset',
          facet: 'company_highlight_group',
          choices: highlightGroups,
          layout: 'rows',
        },
        {
          field: 'companyHighlights',
          title: 'People',
          facet: 'company_highlights',
          choices: group('people'),
          layout: 'rows',
        },
        {
          field: 'companyHighlights',
          title: 'Company',
          facet: 'company_highlights',
          choices: group('company'),
          layout: 'rows',
        },
      ],
    },
    {
      id: 'funding',
      title: 'Funding',
      fields: [
        {
          field: 'fundedTagGroup',
          title: 'Last funded',
          facet: 'funded_tag_group',
          choices: fundedTagGroups,
          layout: 'rows',
        },
        {
          field: 'fundedTags',
          title: 'Last funded, exactly',
          facet: 'funded_tags',
          choices: fundedTags,
          layout: 'rows',
        },
        {
          field: 'companyHighlightFunding',
          title: 'Total funding',
          facet: 'company_highlight_funding',
          choices: fundingHighlights.map((value) => ({
            value,
            label: `${labelOf(highlights, value)} or more`.replace('Funding ', ''),
          })),
          layout: 'rows',
        },
      ],
    },
    {
      id: 'size',
      title: 'Employees',
      fields: [
        { field: 'employeeCount', title: 'Employees', facet: 'company_sizes', choices: employeeSizes, layout: 'rows' },
      ],
    },
    {
      id: 'founded',
      title: 'Founded',
      fields: [
        {
          field: 'incorporatedYears',
          title: 'Founded',
          facet: 'incorporated_years',
          choices: years(),
          layout: 'chips',
        },
      ],
    },
    {
      id: 'model',
      title: 'Business model',
      fields: [
        {
          field: 'businessModels',
          title: 'Business model',
          facet: 'business_model',
          choices: named(businessModels),
          layout: 'rows',
        },
      ],
    },
    { id: 'discovered', title: 'Discovered', fields: [] },
    {
      id: 'universities',
      title: 'Top universities',
      fields: [
        {
          field: 'universities',
          title: 'University',
          facet: 'top_unis',
          choices: universities.map(({ code, name }) => ({ value: code, label: name })),
          layout: 'rows',
          search: 'Find a university',
        },
      ],
    },
    {
      id: 'lists',
      title: 'Lists and language',
      fields: [{ field: 'bookmarkList', title: 'Already in', facet: '', choices: bookmarkLists, layout: 'rows' }],
    },
  ];
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

function asItIs(value: string): string {
  return value;
}

/** All filters in the order of their chips. */
export const chipOrder = Object.keys(chipTexts) as readonly FilterName[];

/** What a chip says for a chosen value. */
export function valueLabel(field: FilterName, value: string): string {
  return chipTexts[field](value);
}
