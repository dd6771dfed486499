import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterFieldNames, filterFields } from '../fields/filterFields.ts';
import { isNumberParameter } from '../fields/numberRanges.ts';
import { countries, regions } from '../reference/countries.ts';
import { industries, industryGroups } from '../reference/industries.ts';
import { universities } from '../reference/universities.ts';
import {
  amountsRaised,
  businessModels,
  companyStatuses,
  employeeGrowths,
  employeeSizes,
  fundedTagGroups,
  fundedTags,
  fundingHighlights,
  highlightGroups,
  highlights,
  incorporationYears,
  stages,
  bookmarkLists,
} from './choices.ts';
import { filterParameters, filtersFromQuery, filtersToQuery, parameterOfField, withoutText } from './filterQuery.ts';
import { emptyFilters, filterSetSchema, type FilterSet } from './filters.ts';

const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 6 });
const valuesOf = (choices: readonly { readonly value: string }[]) => some(choices.map((choice) => choice.value));
const countryRefs = some(countries).map((list) => list.map(({ name, code }) => ({ name, code })));
// A text that is blank or `-1` counts as empty (product 5), so it does not survive by design.
const text = fc
  .string({ unit: 'grapheme', maxLength: 60 })
  .map((value) => (['', '-1'].includes(value.trim()) ? '' : value));

const signed = {
  stages: valuesOf(stages),
  regions: some(regions),
  countries: countryRefs,
  industries: some(industries),
  industryGroups: some(industryGroups),
  textSearch: text,
  status: valuesOf(companyStatuses),
  ownColumns: some(['Batch', 'Pitch? (1-5)']),
  fromFiles: some(['harmonic.csv', 'Zoë (2).xlsx']),
  valuesOf: some(['2024', '2025']),
  bookmarkList: valuesOf(bookmarkLists),
  smartLists: some(['1', '20']),
  collections: some(['3']),
  notes: some(['any']),
  colleagues: some(['any']),
  changes: some(['17:raised', 'last:changed', 'last:added']),
  noteWords: some(['call in may', 'Zoë']),
  reasons: some(['1', '3']),
  known: some(['Affinity']),
  ownValues: some(['Batch=Winter 2026', 'Note~a%2C b', 'a%3Db=100%25']),
};
const someRanges = some(['5-20', '5-', '-5', '-1.0', '-0.5--0.25', 'unknown']);
const rangeFields = filterFieldNames.filter((field) => isNumberParameter(filterFields[field].parameter));
const canonical: fc.Arbitrary<FilterSet> = fc.record({
  include: fc.record({
    ...signed,
    employeeCount: valuesOf(employeeSizes),
    companyHighlights: valuesOf(highlights),
    companyHighlightGroup: valuesOf(highlightGroups),
    companyHighlightFunding: some(fundingHighlights),
    fundedTags: valuesOf(fundedTags),
    fundedTagGroup: valuesOf(fundedTagGroups),
    digestWeek: some(['2026-W01', '2026-W47', '2020-W53']),
    translated: fc.constantFrom(true, false, null),
    sample: fc.constantFrom(true, false, null),
    universities: some(universities.map((university) => university.code)),
    incorporatedYears: some(incorporationYears(2026)),
    businessModels: some(businessModels),
    digestDays: fc.option(fc.integer({ min: 1, max: 36_500 })),
    amountRaised: valuesOf(amountsRaised),
    employeeGrowth: valuesOf(employeeGrowths),
    ...Object.fromEntries(rangeFields.map((field) => [field, someRanges])),
  }),
  exclude: fc.record(signed),
}) as fc.Arbitrary<FilterSet>;

describe('filters in the query string', () => {
  it('survive the round trip, every field', () => {
    fc.assert(
      fc.property(canonical, (filters) => {
        expect(filtersFromQuery(filtersToQuery(filters))).toEqual(filters);
      }),
      { numRuns: 500 },
    );
  });

  it('survive it through a real address too', () => {
    fc.assert(
      fc.property(canonical, (filters) => {
        const address = new URLSearchParams(filtersToQuery(filters)).toString();
        expect(filtersFromQuery(Object.fromEntries(new URLSearchParams(address)))).toEqual(filters);
      }),
    );
  });

  it('never carry an empty parameter, and only known ones', () => {
    fc.assert(
      fc.property(canonical, (filters) => {
        for (const [name, value] of Object.entries(filtersToQuery(filters))) {
          expect(filterParameters).toContain(name);
          expect(value.trim()).not.toBe('');
        }
      }),
    );
    expect(filtersToQuery(emptyFilters())).toEqual({});
  });

  it('keep the text whole, commas included', () => {
    const filters = emptyFilters();
    filters.include.textSearch = 'solar, wind, -storage';
    filters.exclude.textSearch = 'a, b';
    const query = filtersToQuery(filters);
    expect(query).toEqual({ text_search: 'solar, wind, -storage', exclude_text_search: 'a, b' });
    expect(filtersFromQuery(query)).toEqual(filters);
  });

  it('carry exclusion behind a leading minus (product 5)', () => {
    const filters = filterSetSchema.parse({
      include: { regions: ['Europe'], stages: ['seed'] },
      exclude: {
        regions: ['North America'],
        countries: ['FR', 'DE'],
        industries: ['Gambling'],
        industryGroups: ['Gaming'],
        stages: ['Series A'],
      },
    });
    expect(filtersToQuery(filters)).toEqual({
      stages: 'inv_stage_seed,-inv_stage_series_a',
      regions: 'Europe,-North America',
      country_codes: '-FR,-DE',
      industries: '-Gambling',
      industry_groups: '-Gaming',
    });
  });

  it('send stages in lower case (product 5) and read labels in any case', () => {
    const sent = emptyFilters();
    sent.include.stages = ['INV_STAGE_SEED'];
    expect(filtersToQuery(sent)['stages']).toBe('inv_stage_seed');
    expect(filtersFromQuery({ stages: 'Pre-Seed,SERIES a,-Series_B' })).toMatchObject({
      include: { stages: ['inv_stage_pre_seed', 'inv_stage_series_a'] },
      exclude: { stages: ['inv_stage_series_b'] },
    });
  });

  it('read repeated parameters like one with commas', () => {
    const repeated = filtersFromQuery({
      industries: ['FinTech,SaaS', '-Gambling', 'FinTech'],
      text_search: ['old', 'new'],
    });
    expect(repeated.include.industries).toEqual(['FinTech', 'SaaS']);
    expect(repeated.exclude.industries).toEqual(['Gambling']);
    expect(repeated.include.textSearch).toBe('new');
  });

  it('drop what is empty and what means all', () => {
    const read = filtersFromQuery({
      regions: 'All countries,Europe',
      industry_groups: 'All',
      stages: '',
      company_sizes: ',,-1, ',
      is_translated: '',
      n_days_in_digest: '-1',
      text_search: '  ',
    });
    expect(read).toEqual({ ...emptyFilters(), include: { ...emptyFilters().include, regions: ['Europe'] } });
  });

  it('leave other parameters alone', () => {
    expect(filtersFromQuery({ page: '3', sort_by: 'company_name', nonsense: 'x' })).toEqual(emptyFilters());
  });

  it('refuse values that are not the field’s', () => {
    const bad: Record<string, string>[] = [
      { stages: 'series z' },
      { country_codes: 'XX' },
      { company_sizes: '1-11' },
      { company_highlights: 'rich_founder' },
      { funded_tags: 'funded 4' },
      { digest_week: '2026-47' },
      { is_translated: 'perhaps' },
      { n_days_in_digest: '0' },
      { n_days_in_digest: '1.5' },
      { incorporated_years: '24' },
      { business_model: 'C2C' },
      { top_unis: 'mit' },
      { bookmark_list: 'inbox' },
      { smart_lists: 'Robots' },
      { smart_lists: '0' },
      { collections: '-1.5' },
    ];
    for (const query of bad) expect(() => filtersFromQuery(query), JSON.stringify(query)).toThrow();
  });

  it('never fail on any text to search for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (value) => {
        expect(() => filtersFromQuery({ text_search: value, exclude_text_search: value })).not.toThrow();
      }),
    );
  });
});

describe('parameterOfField', () => {
  it('names the parameter of each include field', () => {
    const { include } = emptyFilters();
    for (const field of Object.keys(include)) expect(filterParameters).toContain(parameterOfField(field));
    expect(parameterOfField('countries')).toBe('country_codes');
    expect(parameterOfField('unknown')).toBe('unknown');
  });
});

describe('withoutText', () => {
  it('drops the included text only, and leaves the original alone', () => {
    const filters = filterSetSchema.parse({
      include: { textSearch: 'solar', regions: ['Europe'] },
      exclude: { textSearch: 'oil' },
    });
    const without = withoutText(filters);
    expect(without.include).toEqual({ ...filters.include, textSearch: '' });
    expect(without.exclude.textSearch).toBe('oil');
    expect(filters.include.textSearch).toBe('solar');
  });
});
