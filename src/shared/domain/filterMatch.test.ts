import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesFilters } from './filterMatch.ts';
import { containsText, memberFields } from '../fields/filterFields.ts';
import type { MatchableRow } from '../fields/filterRows.ts';
import { emptyFilters, filterSetSchema, type ExcludeFilters, type IncludeFilters } from './filters.ts';
import { company } from './testing/company.ts';

const context = { today: '2026-11-16' };

const row: MatchableRow = company(1, {
  name: 'Éclair Bank',
  description: { short: 'Payments for florists', long: 'A longer text about petals.', llm: 'bad data' },
  customer_problem: 'Hidden problem',
  business_model: '{B2B,"eCommerce & Marketplace"}',
  region: 'Europe',
  location: { country: { name: 'France', code: 'FR' }, city: 'Lyon' },
  founded: 2024,
  discovered_date: '2026-11-18',
  stages: ['inv_stage_seed'],
  industry: ['FinTech', 'SaaS'],
  tags: 'female_founder, top_match,funding_2M',
  size: { label: '11-50', count: 20 },
  sizeCategory: '11-50',
  funded: 'funded 12',
  allTopUnis: ['uni_mit'],
  funding_total: 2_500_000,
  status: 'acquired',
  own: [{ name: 'Batch', value: 'W21' }],
  values_on: '2025-11-03',
  employee_growth: 0.3,
  from_files: ['harmonic.csv'],
  last_round_amount: 500_000,
  funding_rounds: 2,
  investor_count: 5,
  founder_count: 1,
  followers: '12.4K followers',
  score: 0.75,
  sem_score_percentile: 0.95,
  cb_rank: 10_000,
});
const blank: MatchableRow = {
  ...row,
  description: { short: '', long: '', llm: '' },
  business_model: '',
  region: '',
  location: { country: { name: '', code: '' }, city: '' },
  founded: null,
  stages: [],
  industry: [],
  tags: '',
  size: { label: 'Unknown', count: null },
  sizeCategory: 'unknown',
  funded: '',
  allTopUnis: [],
  funding_total: null,
  status: '',
  own: [],
  values_on: '',
  employee_growth: null,
  from_files: [],
  last_round_amount: null,
  funding_rounds: null,
  investor_count: null,
  founder_count: null,
  followers: '',
  score: null,
  sem_score_percentile: null,
  cb_rank: null,
};

type Include = Partial<Record<keyof IncludeFilters, unknown>>;
type Exclude = Partial<Record<keyof ExcludeFilters, unknown>>;

function matches(include: Include, exclude: Exclude = {}, candidate = row): boolean {
  return matchesFilters(candidate, filterSetSchema.parse({ include, exclude }), context);
}

function foundOn(date: string): MatchableRow {
  return { ...row, discovered_date: date };
}

describe('matchesFilters (product 5)', () => {
  // Per include field: values of which one is the row's, and values of which none is.
  const fields: [keyof IncludeFilters, unknown, unknown][] = [
    ['stages', ['series a', 'seed'], ['series a']],
    ['regions', ['North America', 'Europe'], ['North America']],
    ['countries', ['DE', 'FR'], ['DE']],
    ['industries', ['Gaming', 'SaaS'], ['Gaming']],
    ['industryGroups', ['Energy', 'Financial Services'], ['Energy']],
    ['employeeCount', ['1-10', '11-50'], ['unknown']],
    ['companyHighlights', ['phd_founder', 'female_founder'], ['phd_founder']],
    ['companyHighlightGroup', ['Strong team', 'Potentially fundraising'], ['Strong team']],
    ['companyHighlightFunding', ['funding_50M', 'funding_2M'], ['funding_10M']],
    ['fundedTags', ['funded', 'funded 12'], ['funded']],
    ['fundedTagGroup', ['recent', 'due'], ['recent']],
    ['digestWeek', ['2026-W46', '2026-W47'], ['2026-W46']],
    ['translated', false, true],
    ['sample', false, true],
    ['universities', ['uni_oxford', 'uni_mit'], ['uni_oxford']],
    ['incorporatedYears', ['unknown', '2024'], ['unknown', '2023']],
    ['businessModels', ['B2C', 'eCommerce & Marketplace'], ['B2C', 'SaaS']],
    ['digestDays', 30, 1],
    ['textSearch', 'FLORIST', 'florists in space'],
    ['amountRaised', ['unknown', '1M-5M'], ['under_1M', '100M']],
    ['status', ['closed', 'acquired'], ['operating']],
    ['ownColumns', ['Batch', 'Pitch'], ['Pitch']],
    ['employeeGrowth', ['up_25'], ['up', 'down', 'same']],
    ['valuesOf', ['2024', '2025'], ['2024']],
    ['fromFiles', ['harmonic.csv', 'b.csv'], ['b.csv']],
    ['raised', ['2000000-10000000'], ['-2000000', '2500001-', 'unknown']],
    ['lastRoundAmount', ['500000-500000', '1-2'], ['500001-']],
    ['fundingRounds', ['2-'], ['3-', '-1.0']],
    ['investorCount', ['-5'], ['-4']],
    ['employees', ['5-20'], ['21-', '-19']],
    ['growth', ['0.3-', '-0.5--0.1'], ['-0.5-0.29']],
    ['founderCount', ['-1.0'], ['2-', 'unknown']],
    ['followers', ['12000-13000'], ['13000-']],
    ['founded', ['2020-2024'], ['2025-', '-2023']],
    ['score', ['0.5-0.75'], ['0.76-']],
    ['scorePercentile', ['0.9-'], ['-0.8']],
    ['crunchbaseRank', ['-10000'], ['10001-']],
    ['ownValues', ['Batch=W21', 'Batch=S21'], ['Batch=w21', 'Pitch~W21']],
  ];
  const old = { ...row, discovered_date: '2026-11-10' };

  it.each(fields)('matches any of the values of %s, and not others', (field, hit, miss) => {
    expect(matches({ [field]: hit })).toBe(true);
    expect(matches({ [field]: miss }, {}, field === 'digestDays' ? old : row)).toBe(false);
  });

  it('has a case for every include field', () => {
    const cased = new Set([...fields.map(([field]) => field as string), ...memberFields]);
    expect(Object.keys(emptyFilters().include).filter((field) => !cased.has(field))).toEqual([]);
  });

  it('matches all fields together: one that misses is enough to fail', () => {
    const all = Object.fromEntries(fields.map(([field, hit]) => [field, hit]));
    expect(matches(all)).toBe(true);
    for (const [field, , miss] of fields) {
      if (field === 'digestDays') continue;
      expect(matches({ ...all, [field]: miss }), field).toBe(false);
    }
  });

  const exclusions: [keyof ExcludeFilters, unknown, unknown][] = [
    ['stages', ['seed', 'series a'], ['series a']],
    ['regions', ['Europe'], ['North America']],
    ['countries', ['FR', 'DE'], ['DE']],
    ['industries', ['SaaS'], ['Gaming']],
    ['industryGroups', ['Financial Services'], ['Energy']],
    ['textSearch', 'petals', 'metals'],
    ['status', ['acquired', 'closed'], ['closed']],
    ['ownColumns', ['Batch'], ['Pitch']],
    ['ownValues', ['Pitch=1', 'Batch~w2'], ['Batch=W22']],
  ];
  it.each(exclusions)('inverts the match of an excluded %s', (field, hit, miss) => {
    expect(matches({}, { [field]: hit })).toBe(false);
    expect(matches({}, { [field]: miss })).toBe(true);
    expect(matches({}, { [field]: hit }, blank)).toBe(true);
  });

  it('asks something of each own column, and of one column any of its values', () => {
    const two = { ...row, own: [...row.own, { name: 'Tier', value: 'A' }] };
    expect(matches({ ownValues: ['Batch=W21', 'Batch=S21', 'Tier=A'] }, {}, two)).toBe(true);
    expect(matches({ ownValues: ['Batch=W21', 'Tier=B'] }, {}, two)).toBe(false);
    expect(matches({}, { ownValues: ['Batch=S21', 'Tier=A'] }, two)).toBe(false);
  });

  it('lets exclusion win over inclusion', () => {
    expect(matches({ regions: ['Europe'] }, { countries: ['FR'] })).toBe(false);
  });

  it('finds blanks only where unknown was asked for', () => {
    expect(matches({}, {}, blank)).toBe(true);
    expect(matches({ incorporatedYears: ['unknown'] }, {}, blank)).toBe(true);
    expect(matches({ employeeCount: ['unknown'] }, {}, blank)).toBe(true);
    expect(matches({ amountRaised: ['unknown'] }, {}, blank)).toBe(true);
    const ofBlanks = new Set<string>([
      'incorporatedYears',
      'amountRaised',
      'translated',
      'sample',
      'digestWeek',
      'digestDays',
    ]);
    const others = fields.filter(([field]) => !ofBlanks.has(field));
    for (const [field, hit] of others) expect(matches({ [field]: hit }, {}, blank), field).toBe(false);
  });

  it('asks for highlight and funding together in Potentially fundraising, for one of the team’s in Strong team', () => {
    const group = { companyHighlightGroup: ['Potentially fundraising'] };
    expect(matches(group)).toBe(true);
    expect(matches(group, {}, { ...row, funded: 'funded 9' })).toBe(false);
    expect(matches(group, {}, { ...row, tags: 'female_founder' })).toBe(false);
    expect(
      matches({ companyHighlightGroup: ['Strong team'] }, {}, { ...row, tags: 'serial_entrepreneur_founder' }),
    ).toBe(true);
  });

  it('finds companies of the special lists, whichever of their entries is there, and no undecided or foreign one', () => {
    const watched: MatchableRow = { ...row, decidedIn: ['Watchlist', 'Archive', 'None'] };
    for (const lists of [['watchlist'], ['archive'], ['opportunities', 'archive']]) {
      expect(matches({ bookmarkList: lists }, {}, watched), lists.join(' ')).toBe(true);
    }
    expect(matches({ bookmarkList: ['opportunities'] }, {}, watched)).toBe(false);
    expect(
      matches({ bookmarkList: ['watchlist', 'opportunities', 'archive'] }, {}, { ...row, decidedIn: ['None'] }),
    ).toBe(false);
    expect(matches({ bookmarkList: ['watchlist', 'opportunities', 'archive'] })).toBe(false);
  });

  it.each([
    ['bookmarkList', { decidedIn: ['Watchlist'] }, ['watchlist'], ['archive']],
    ['smartLists', { smartLists: ['3', '4'] }, ['4', '9'], ['9']],
    ['collections', { collections: ['7'] }, ['7'], ['70']],
    ['reasons', { reasons: ['1'] }, ['1'], ['2']],
    ['noteWords', { noteWords: ['spring'] }, ['spring'], ['autumn']],
    ['known', { knownFrom: ['Affinity'] }, ['any'], ['HubSpot']],
    ['known', { knownFrom: ['Affinity'] }, ['Affinity'], ['HubSpot']],
  ] as const)('asks for and leaves out what is in the lists of %s', (field, has, hit, miss) => {
    const member: MatchableRow = { ...row, ...has };
    expect(matches({ [field]: hit }, {}, member)).toBe(true);
    expect(matches({ [field]: miss }, {}, member)).toBe(false);
    expect(matches({}, { [field]: hit }, member)).toBe(false);
    expect(matches({}, { [field]: miss }, member)).toBe(true);
    expect(matches({}, { [field]: hit })).toBe(true);
  });

  it('counts a window of days back from today, which is in, and the n-th day before out', () => {
    expect(matches({ digestDays: 30 }, {}, foundOn('2026-10-18'))).toBe(true);
    expect(matches({ digestDays: 30 }, {}, foundOn('2026-10-17'))).toBe(false);
    expect(matches({ digestDays: 1 }, {}, foundOn('2026-11-16'))).toBe(true);
  });

  it('ignores texts of fewer than three characters on both sides', () => {
    expect(matches({ textSearch: 'zz' }, { textSearch: 'pe' })).toBe(true);
  });

  it('passes every row when nothing is filtered, and none twice excluded', () => {
    fc.assert(
      fc.property(fc.constantFrom(row, blank), fc.constantFrom('Europe', 'North America'), (candidate, region) => {
        expect(matches({}, {}, candidate)).toBe(true);
        expect(matches({ regions: [region] }, { regions: [region] }, candidate)).toBe(false);
      }),
    );
  });
});

describe('containsText', () => {
  it('looks in descriptions, name and city, whatever the case, and nowhere else', () => {
    expect(['florists', 'PETALS', 'éclair', 'lyon'].every((text) => containsText(row, text))).toBe(true);
    expect(['france', 'hidden', 'fintech'].some((text) => containsText(row, text))).toBe(false);
  });

  it('takes pairs of quotation marks for those of a phrase, which no text has', () => {
    const found = ['"for florists"', '“FOR florists”', '"a longer text" lyon', 'petals "éclair bank"', '"for flor'];
    const missed = ['"florists for"', '"for florists" berlin', '"longer florists"', '"  "'];
    expect(found.filter((text) => !containsText(row, text))).toEqual([]);
    expect(missed.filter((text) => containsText(row, text))).toEqual([]);
    // Without marks it is one stretch, as it is written (product 5).
    expect(containsText(row, 'lyon petals')).toBe(false);
  });

  it('does not find placeholders', () => {
    expect(containsText(row, 'bad data')).toBe(false);
  });
});
