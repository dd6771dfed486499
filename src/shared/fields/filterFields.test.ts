import { describe, expect, test } from 'vitest';
import { filterSentence } from '../domain/filterSentence.ts';
import { filterParameters, filtersFromQuery, filtersToQuery } from '../domain/filterQuery.ts';
import { activeFieldCount, emptyFilters, isActive, type FilterSet } from '../domain/filters.ts';
import { canExclude, filterFieldNames, filterFields, type FilterField } from './filterFields.ts';

/** Something that each filter can hold, as its parameter has it. */
const examples: Readonly<Record<FilterField, string>> = {
  stages: 'inv_stage_seed',
  regions: 'Europe',
  countries: 'DE',
  industries: 'FinTech',
  industryGroups: 'Software',
  employeeCount: '11-50',
  companyHighlights: 'phd_founder',
  companyHighlightGroup: 'Strong team',
  companyHighlightFunding: 'funding_2M',
  fundedTags: 'funded 3',
  fundedTagGroup: 'recent',
  digestWeek: '2026-W47',
  bookmarkList: 'watchlist',
  textSearch: 'payments',
  translated: 'false',
  sample: 'false',
  universities: 'uni_mit',
  incorporatedYears: '2021',
  businessModels: 'SaaS',
  digestDays: '30',
  amountRaised: '1M-5M',
  status: 'acquired',
  ownColumns: 'Batch',
  employeeGrowth: 'up_25',
  valuesOf: '2025',
  fromFiles: 'harmonic.csv',
  smartLists: '7',
  collections: '12',
  notes: 'any',
  colleagues: 'any',
  changes: 'last:raised',
  noteWords: 'spring',
  reasons: '1',
  known: 'Affinity',
  raised: '2000000-10000000',
  lastRoundAmount: '500000-',
  fundingRounds: '2-',
  investorCount: '-5',
  employees: '5-20',
  growth: '-0.5-0.25',
  founderCount: '1-1',
  followers: '1000-',
  founded: '2015-2020',
  score: '0.5-0.75',
  scorePercentile: '0.9-',
  crunchbaseRank: '-10000',
  ownValues: 'Batch=Winter 2026',
};

function including(field: FilterField): FilterSet {
  return filtersFromQuery({ [filterFields[field].parameter]: examples[field] });
}

test('every parameter carries one thing', () => {
  expect(new Set(filterParameters).size).toBe(filterParameters.length);
});

describe.each(filterFieldNames)('the filter %s', (field) => {
  const { parameter } = filterFields[field];

  test('filters, is said, and comes back from its parameter', () => {
    const filters = including(field);
    expect(isActive(filters)).toBe(true);
    expect(activeFieldCount(filters)).toBe(1);
    expect(filterSentence(filters)).not.toBe(filterSentence(emptyFilters()));
    expect(filtersToQuery(filters)).toEqual({ [parameter]: examples[field] });
  });
});

describe.each(filterFieldNames.filter(canExclude))('the filter %s', (field) => {
  const { parameter, excluded } = filterFields[field];

  test('excludes, is said to, and comes back from its parameter', () => {
    const query = excluded === 'minus' ? { [parameter]: `-${examples[field]}` } : { [excluded]: examples[field] };
    const filters = filtersFromQuery(query);
    expect(filters.include).toEqual(emptyFilters().include);
    expect(activeFieldCount(filters)).toBe(1);
    expect(filterSentence(filters)).toContain('not');
    expect(filtersToQuery(filters)).toEqual(query);
  });
});
