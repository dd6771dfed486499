import * as fc from 'fast-check';
import {
  amountsRaised,
  businessModels,
  companyStatuses,
  employeeSizes,
  fundedTagGroups,
  fundedTags,
  fundingHighlights,
  highlightGroups,
  highlights,
  stages,
} from '#shared/domain/choices.ts';
import { digestWeekOf } from '#shared/domain/digestWeek.ts';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { industryGroups } from '#shared/reference/industries.ts';
import { regions } from '#shared/reference/countries.ts';
import { type FilterField } from '#shared/fields/filterFields.ts';
import { writeRange } from '#shared/fields/numberRanges.ts';
import { parseOwnCondition } from '#shared/fields/ownValues.ts';
import { someCountries, someDates, someIndustries, someUniversities, someWords, someYears } from './records.ts';

const values = (choices: readonly { value: string }[]): string[] => choices.map((choice) => choice.value);
/** Mostly unfiltered, so that the fields that are filtered leave something over. */
const few = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.subarray([...items], { maxLength: Math.min(3, items.length) }) },
  );
const countries = few(someCountries.filter((code) => code !== '').map((code) => ({ name: code, code })));
export const someText = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...someWords,
      'sol*',
      'bio*',
      'companies*',
      '-solar',
      'solar -"bio data" -company',
      'solar OR bio data',
      '(solar data | "bio data" | -bio) company',
      '-(bio | "data company")',
      'sol* -(data bio*)',
      '("bio data" | (company | -"data bio")) -3d',
      '"bio data"',
      '"人工智能"',
      '"a b"',
      '"solar data" bio',
      '"cafe naive"',
      'dat bio',
      '"solar',
      '!!!',
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...someWords, '"', 'so*', '-', '(', ')', '|', 'OR', 'bio'), { maxLength: 7 })
      .map((words) => words.join(' ')),
  },
);

/** Which companies are in the user's lists, the index is told by their ids. */
const noList = fc.constant<string[]>([]);
const ofNoList = {
  bookmarkList: noList,
  smartLists: noList,
  collections: noList,
  notes: noList,
  noteWords: noList,
  colleagues: noList,
  changes: noList,
  reasons: noList,
  known: noList,
};

/** Ends of ranges at and beside what companies have. */
export const someRanges = {
  raised: [0, 1, 2_000_000, 2_000_001, 10_000_000, 99_000_000],
  lastRoundAmount: [250_000, 250_001],
  fundingRounds: [0, 1, 3, 4],
  investorCount: [0, 2, 10],
  employees: [1, 10, 11, 50, 51, 101, 250, 501, 5000],
  growth: [-0.5, -0.1, 0, 0.1, 0.25],
  founderCount: [0, 1, 3],
  followers: [950, 12_400, 1_200_000],
  founded: [1998, 1999, 2015, 2024, 2026],
  score: [0, 0.2, 0.25, 0.5, 1],
  scorePercentile: [0, 0.5, 0.99],
  crunchbaseRank: [0, 1, 2, 90_000, 6_000_000],
} as const satisfies { readonly [F in FilterField]?: readonly number[] };

function someRange(around: readonly number[]): fc.Arbitrary<string[]> {
  const end = fc.constantFrom(null, ...around);
  const range = fc.tuple(end, end).map(([a, b]) => {
    if (a === null && b === null) return 'unknown';
    return writeRange(a !== null && b !== null ? { from: Math.min(a, b), to: Math.max(a, b) } : { from: a, to: b });
  });
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.uniqueArray(range, { minLength: 1, maxLength: 2 }) },
  );
}

const someOwnValues = few(
  ['Batch=W21', 'Batch=w21', 'Batch~w2', 'Größe~1+1', 'Größe==1+1', 'Note~mit, Komma', 'None=1'].flatMap(parsed),
);

function parsed(value: string): string[] {
  const text = parseOwnCondition(value.replaceAll(',', '%2C'));
  return text === undefined ? [] : [text];
}

export const someFilters: fc.Arbitrary<FilterSet> = fc
  .record({
    include: fc.record({
      stages: few(values(stages)),
      regions: few(regions),
      countries,
      industries: few(someIndustries),
      industryGroups: few(industryGroups),
      employeeCount: few(values(employeeSizes)),
      companyHighlights: few(values(highlights)),
      companyHighlightGroup: few(values(highlightGroups)),
      companyHighlightFunding: few(fundingHighlights),
      fundedTags: few(values(fundedTags)),
      fundedTagGroup: few(values(fundedTagGroups)),
      digestWeek: few(someDates.map(digestWeekOf)),
      textSearch: someText,
      translated: fc.constantFrom(null, null, null, true, false),
      sample: fc.constantFrom(null, null, null, true, false),
      universities: few(someUniversities),
      incorporatedYears: few(['unknown', ...someYears.map(String)]),
      businessModels: few(businessModels),
      digestDays: fc.constantFrom(null, null, null, null, 1, 30, 90, 365),
      amountRaised: few(values(amountsRaised)),
      status: few(values(companyStatuses)),
      ownColumns: few(['Batch', 'Größe']),
      employeeGrowth: few(['up_25', 'down']),
      valuesOf: few(['2024', '2025']),
      fromFiles: few(['a.csv', 'b.csv']),
      ...Object.fromEntries(Object.entries(someRanges).map(([field, around]) => [field, someRange(around)])),
      ownValues: someOwnValues,
    }),
    exclude: fc.record({
      ...ofNoList,
      stages: few(values(stages)),
      regions: few(regions),
      countries,
      industries: few(someIndustries),
      industryGroups: few(industryGroups),
      textSearch: someText,
      status: few(values(companyStatuses)),
      ownColumns: few(['Batch', 'Größe']),
      valuesOf: few(['2024', '2025']),
      fromFiles: few(['a.csv', 'b.csv']),
      ownValues: someOwnValues,
    }),
  })
  .map(({ include, exclude }) => ({ include: { ...emptyFilters().include, ...include }, exclude }));
