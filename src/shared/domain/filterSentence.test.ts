import { describe, expect, it } from 'vitest';
import { filterSentence } from './filterSentence.ts';
import { defaultFilters, emptyFilters, filterSetSchema, type ExcludeFilters, type IncludeFilters } from './filters.ts';

function sentence(
  include: Partial<Record<keyof IncludeFilters, unknown>>,
  exclude: Partial<Record<keyof ExcludeFilters, unknown>> = {},
) {
  return filterSentence(filterSetSchema.parse({ include, exclude }));
}

describe('filterSentence', () => {
  it('says that nothing is filtered', () => {
    expect(filterSentence(emptyFilters())).toBe('All companies.');
    expect(sentence({ textSearch: 'ab' })).toBe('All companies.');
  });

  it('tells the default filter', () => {
    expect(filterSentence(defaultFilters())).toBe('Seed or Pre-Seed companies.');
  });

  it('reads as one sentence', () => {
    const text = sentence(
      {
        stages: ['seed', 'pre-seed'],
        regions: ['Europe'],
        incorporatedYears: ['2024', '2025'],
        textSearch: ' fintech ',
        companyHighlights: ['female_founder'],
      },
      { countries: ['FR'] },
    );
    expect(text).toBe(
      'Seed or Pre-Seed companies in Europe, not in France, founded in 2024 or 2025, matching “fintech”, with a female founder.',
    );
  });

  it('begins with what is excluded where nothing is included', () => {
    expect(sentence({}, { regions: ['Europe'], countries: ['US', 'NL'] })).toBe(
      'Companies not in Europe, the United States or the Netherlands.',
    );
  });

  it('shortens long lists', () => {
    const countries = ['FR', 'DE', 'ES', 'IT'];
    expect(sentence({ countries })).toBe('Companies in France, Germany, Spain or Italy.');
    const many = ['SE', 'NO', 'DK', 'FI', 'IS', 'PL', 'CZ', 'AT', 'CH', 'BE', 'PT'];
    expect(sentence({ countries: [...countries, ...many] })).toBe('Companies in France, Germany, Spain and 12 more.');
  });

  const cases: [string, Parameters<typeof sentence>, string][] = [
    ['stages', [{ stages: ['series a'] }], 'Series A companies.'],
    ['regions', [{ regions: ['Europe', 'North America'] }], 'Companies in Europe or North America.'],
    ['industries', [{ industries: ['FinTech'] }], 'Companies in the industry FinTech.'],
    ['several industries', [{ industries: ['FinTech', 'SaaS'] }], 'Companies in the industries FinTech or SaaS.'],
    ['industryGroups', [{ industryGroups: ['Energy'] }], 'Companies in the industry group Energy.'],
    ['employeeCount', [{ employeeCount: ['1-10', 'more'] }], 'Companies with 1-10 or more than 500 employees.'],
    ['unknown size', [{ employeeCount: ['11-50', 'unknown'] }], 'Companies with 11-50 employees or of unknown size.'],
    [
      'companyHighlights',
      [{ companyHighlights: ['phd_founder', 'top_match'] }],
      'Companies with a PhD founder or the highlight “Top match”.',
    ],
    [
      'companyHighlightGroup',
      [{ companyHighlightGroup: ['Strong team', 'Potentially fundraising'] }],
      'Companies with a strong team or potentially fundraising.',
    ],
    [
      'companyHighlightFunding',
      [{ companyHighlightFunding: ['funding_2M', 'funding_10M'] }],
      'Companies with at least $2M or $10M of funding.',
    ],
    [
      'fundedTags',
      [{ fundedTags: ['funded', 'funded 3', 'funded 15'] }],
      'Companies last funded less than 3 months ago, 3 to 6 months ago or over 15 months ago.',
    ],
    ['fundedTagGroup', [{ fundedTagGroup: ['due'] }], 'Companies last funded over 9 months ago.'],
    ['digestWeek', [{ digestWeek: ['2026-W47'] }], 'Companies discovered in the week of 16 Nov 2026.'],
    ['digestDays', [{ digestDays: 30 }], 'Companies discovered in the last 30 days.'],
    ['one digest day', [{ digestDays: 1 }], 'Companies discovered in the last day.'],
    ['bookmarkList', [{ bookmarkList: ['watchlist', 'archive'] }], 'Companies in your list Watchlist or Archive.'],
    ['excluded list', [{}, { bookmarkList: ['watchlist'] }], 'Companies not in your list Watchlist.'],
    ['smartLists', [{ smartLists: ['3'] }], 'Companies in the smart list number 3.'],
    ['notes', [{ notes: ['any'] }], 'Companies with a note.'],
    ['excluded notes', [{}, { notes: ['any'] }], 'Companies not with a note.'],
    ['reasons', [{ reasons: ['1', '3'] }], 'Companies decided for the reason “number 1” or “number 3”.'],
    ['noteWords', [{ noteWords: ['spring', 'May'] }], 'Companies with a note that has “spring” or “May”.'],
    ['colleagues', [{ colleagues: ['any'] }], 'Companies decided by a colleague.'],
    ['changes', [{ changes: ['last:raised'] }], 'Companies raised by the last import.'],
    ['collections', [{ collections: ['5'] }], 'Companies in the collection number 5.'],
    [
      'excluded collections',
      [{}, { collections: ['3', '4'] }],
      'Companies not in the collections number 3 or number 4.',
    ],
    ['known', [{ known: ['any'] }], 'Companies known to you.'],
    ['known from a source', [{ known: ['Affinity', 'HubSpot'] }], 'Companies known from Affinity or HubSpot.'],
    ['excluded known', [{}, { known: ['any'] }], 'Companies not known to you.'],
    ['textSearch', [{ textSearch: 'solar, wind' }], 'Companies matching “solar, wind”.'],
    ['translated', [{ translated: true }], 'Companies with a translated description.'],
    ['sample', [{ sample: true }], 'Companies from the sample data.'],
    ['not sample', [{ sample: false }], 'Companies not from the sample data.'],
    ['not translated', [{ translated: false }], 'Companies with a description in its original language.'],
    [
      'universities',
      [{ universities: ['uni_oxford', 'uni_lund'] }],
      'Companies with founders from the University of Oxford or Lund University.',
    ],
    [
      'incorporatedYears',
      [{ incorporatedYears: ['2024', 'unknown'] }],
      'Companies founded in 2024 or with no founding year known.',
    ],
    ['unknown year', [{ incorporatedYears: ['unknown'] }], 'Companies with no founding year known.'],
    ['businessModels', [{ businessModels: ['B2B', 'SaaS'] }], 'Companies with the business models B2B or SaaS.'],
    ['excluded stages', [{}, { stages: ['series b'] }], 'Companies not at the stage Series B.'],
    ['excluded industries', [{}, { industries: ['Gambling'] }], 'Companies not in the industry Gambling.'],
    [
      'excluded groups',
      [{}, { industryGroups: ['Gaming', 'Sports'] }],
      'Companies not in the industry groups Gaming or Sports.',
    ],
    [
      'amountRaised',
      [{ amountRaised: ['under_1M', 'unknown'] }],
      'Companies with under $1M raised or with no amount raised known.',
    ],
    ['status', [{ status: ['acquired', 'closed'] }], 'Companies acquired or closed.'],
    ['excluded status', [{}, { status: ['acquired', 'closed'] }], 'Companies not acquired or closed.'],
    ['ownColumns', [{ ownColumns: ['Batch'] }], 'Companies with a value for “Batch”.'],
    [
      'employeeGrowth',
      [{ employeeGrowth: ['up_25', 'down'] }],
      'Companies whose number of employees grew by 25% or more or shrank.',
    ],
    ['valuesOf', [{ valuesOf: ['2024', '2025'] }], 'Companies with data from 2024 or 2025.'],
    ['raised', [{ raised: ['2000000-10000000'] }], 'Companies that raised $2M to $10M.'],
    [
      'no amount',
      [{ raised: ['5000000-', 'unknown'] }],
      'Companies that raised $5M or more or with no total raised known.',
    ],
    ['lastRoundAmount', [{ lastRoundAmount: ['500000-'] }], 'Companies with a last round of $500K or more.'],
    ['fundingRounds', [{ fundingRounds: ['2-'] }], 'Companies with 2 or more funding rounds.'],
    ['investorCount', [{ investorCount: ['-5'] }], 'Companies with up to 5 investors.'],
    ['employees', [{ employees: ['5-20'] }], 'Companies with 5 to 20 employees.'],
    ['growth', [{ growth: ['0.2-'] }], 'Companies whose number of employees grew by 20% or more.'],
    ['founderCount', [{ founderCount: ['-1.0'] }], 'Companies with up to 1 founders.'],
    ['followers', [{ followers: ['1000-5000'] }], 'Companies with 1,000 to 5,000 followers.'],
    ['founded', [{ founded: ['2015-2020'] }], 'Companies founded 2015 to 2020.'],
    ['score', [{ score: ['0.5-0.75'] }], 'Companies with a score of 0.5 to 0.75.'],
    ['scorePercentile', [{ scorePercentile: ['0.9-'] }], 'Companies with a percentile of 0.9 or more.'],
    ['crunchbaseRank', [{ crunchbaseRank: ['-10000'] }], 'Companies with a Crunchbase rank of up to 10,000.'],
    [
      'ownValues',
      [{ ownValues: ['Batch=W21', 'Batch=S21', 'team_note~health'] }],
      'Companies whose Batch is “W21” or is “S21”, whose team note contains “health”.',
    ],
    ['excluded own values', [{}, { ownValues: ['Batch=W21'] }], 'Companies not whose Batch is “W21”.'],
    ['fromFiles', [{ fromFiles: ['a.csv'] }], 'Companies from the file a.csv.'],
    ['excluded files', [{}, { fromFiles: ['a.csv', 'b.csv'] }], 'Companies not from the files a.csv or b.csv.'],
    ['excluded text', [{}, { textSearch: 'crypto' }], 'Companies not matching “crypto”.'],
  ];
  it.each(cases)('tells %s', (_, [include, exclude], expected) => {
    expect(sentence(include, exclude)).toBe(expected);
  });

  it('tells every field of the filter set', () => {
    const told = new Set(cases.flatMap(([, [include]]) => Object.keys(include)));
    const fields = Object.keys(emptyFilters().include).filter((field) => field !== 'countries');
    expect(fields.filter((field) => !told.has(field))).toEqual([]);
  });
});

it('names the user’s own lists where their names are known', () => {
  const filters = emptyFilters();
  filters.exclude.smartLists = ['3', '9'];
  filters.exclude.collections = ['3'];
  const names = { smartLists: new Map([['3', 'Robots']]), collections: new Map([['3', 'Passed']]), reasons: new Map() };
  expect(filterSentence(filters, names)).toBe(
    'Companies not in the smart lists “Robots” or number 9, not in the collection “Passed”.',
  );
});
