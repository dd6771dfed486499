import { describe, expect, test } from 'vitest';
import { businessModels, highlights, linkTypes, stages } from '#shared/domain/choices.ts';
import { recordValue } from '../../record/companyRecord.ts';
import { listNumbers } from '../../state/sql/lists.ts';
import { storedFieldIds } from '../analysis/facetFields.ts';
import {
  chunkBits,
  columnIds,
  documentOfKey,
  hashOfKey,
  kindsBeforeNoted,
  lookupKey,
  postingKinds,
} from './segmentFormat.ts';

/**
 * What is in the files of every existing workspace. A row may be added, with a number that was never used. Changing or
 * removing one changes the meaning of files that are already written.
 */
const pinned = {
  postingKinds: {
    text: 0,
    name: 1,
    textPrefix: 2,
    namePrefix: 3,
    stages: 4,
    regions: 5,
    country_codes: 6,
    industries: 7,
    industry_groups: 8,
    company_sizes: 9,
    company_highlights: 10,
    top_unis: 11,
    incorporated_years: 12,
    business_model: 13,
    is_translated: 14,
    digest_week: 15,
    status: 16,
    amount_raised: 17,
    own_columns: 18,
    is_sample: 19,
    employee_growth: 20,
    values_of: 21,
    from_files: 22,
    filled: 23,
    numbers: 24,
  },
  columnIds: {
    id: 0,
    merit: 1,
    discovered: 2,
    funded: 3,
    founded: 4,
    byId: 5,
    byIdDocument: 6,
    orderDiscovered: 7,
    startDiscovered: 8,
    orderName: 9,
    startName: 10,
    orderFounded: 11,
    startFounded: 12,
    domains: 13,
    names: 14,
    cores: 15,
    raised: 16,
    roundAmount: 17,
    fundingRounds: 18,
    investorCount: 19,
    employeesLow: 20,
    employeesHigh: 21,
    growth: 22,
    founderCount: 23,
    followers: 24,
    percentile: 25,
    rank: 26,
  },
  recordValue: {
    name: 0,
    city: 1,
    llm: 2,
    long: 3,
    short: 4,
    logo: 5,
    customerProblem: 6,
    targetCustomer: 7,
    businessModels: 8,
    score: 9,
    countryCode: 10,
    founded: 11,
    discoveredDate: 12,
    cbRank: 13,
    semScorePercentile: 14,
    stages: 15,
    industries: 16,
    highlights: 17,
    links: 18,
    employeeCount: 19,
    emails: 20,
    fundedOn: 21,
    fundingTotal: 22,
    followers: 23,
    isTranslated: 24,
    universities: 25,
    challenges: 26,
    people: 27,
    employeeBand: 28,
    lastRound: 29,
    lastRoundAmount: 30,
    fundingRounds: 31,
    investorCount: 32,
    investors: 33,
    founderCount: 34,
    status: 35,
    own: 36,
    isSample: 37,
    formerNames: 38,
    valuesOn: 39,
    employeeGrowth: 40,
    fromFiles: 41,
    history: 42,
    aliases: 43,
    fundingTotalOriginal: 44,
    lastRoundAmountOriginal: 45,
    ids: 46,
  },
  listNumbers: { None: 0, Watchlist: 1, Opportunities: 2, Archive: 3, Later: 4 },
};

/** Texts that are stored in records and postings as they are. */
const pinnedTexts = {
  stages: ['inv_stage_pre_seed', 'inv_stage_seed', 'inv_stage_series_a', 'inv_stage_series_b', 'inv_stage_series_c'],
  highlights: [
    'positive_rated',
    'female_founder',
    'founding_team_more_than_one',
    'funding_2M',
    'funding_10M',
    'funding_50M',
    'phd_founder',
    'top_uni_founder',
    'serial_entrepreneur_founder',
    'only_female_founders',
    'young_team',
    'strong_tech_education',
    'strong_software_dev_education',
    'key_player',
    'newly_added',
    'top_match',
  ],
  businessModels: [
    'B2B',
    'B2C',
    'eCommerce & Marketplace',
    'Manufacturing',
    'SaaS',
    'Advertising',
    'Commission',
    'Subscription',
  ],
  linkTypes: [
    'website',
    'twitter',
    'facebook',
    'linkedin',
    'email',
    'crunchbase',
    'pitchbook',
    'ycombinator',
    'angellist',
    'producthunt',
    'github',
    'app_store',
    'play_store',
    'youtube',
    'instagram',
    'page',
  ],
};

const tables = { postingKinds, columnIds, recordValue, listNumbers };
const texts = {
  stages: stages.map(({ value }) => value),
  highlights: highlights.map(({ value }) => value),
  businessModels: [...businessModels],
  linkTypes: [...linkTypes],
};
const names = Object.keys(tables) as (keyof typeof tables)[];

describe('what stands in the files of every workspace', () => {
  test.each(names)('the numbers of %s are what they have always been', (name) => {
    expect(tables[name]).toEqual(pinned[name]);
  });

  test.each(names)('no two of %s share a number', (name) => {
    const numbers = Object.values(tables[name]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('a file that does not say what it holds has the kinds of postings of its time', () => {
    expect(kindsBeforeNoted).toEqual(Array.from({ length: 16 }, (_, kind) => kind));
  });

  // A file without one of them would find nothing: `LackingFacets` works out only facets. 23 is asked only of
  // files of a format that has it; 24 and the columns of numbers are worked out by `LackingNumbers`.
  test('postings that are no facet, and columns, are in every file', () => {
    const others = Object.values(postingKinds).filter((kind) => !Object.values<number>(storedFieldIds).includes(kind));
    expect(others).toEqual([0, 1, 2, 3, 23, 24]);
    expect(Object.values(columnIds)).toEqual(Array.from({ length: 27 }, (_, id) => id));
  });

  test('the values of a record leave no gap: they are written one after the other', () => {
    expect(Object.values(recordValue)).toEqual(Object.values(recordValue).map((_, index) => index));
  });

  test.each(Object.keys(texts) as (keyof typeof texts)[])('the texts of %s are what they have always been', (name) => {
    expect(new Set<string>(texts[name])).toEqual(new Set(pinnedTexts[name]));
  });

  test('chunks and lookup keys are cut where they have always been', () => {
    expect(chunkBits).toBe(14);
    expect(lookupKey(3, 7)).toBe(3 * 2 ** 20 + 7);
    expect([hashOfKey(3 * 2 ** 20 + 7), documentOfKey(3 * 2 ** 20 + 7)]).toEqual([3, 7]);
  });
});
