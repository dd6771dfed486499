import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
  sortOptions,
  stages,
} from '#shared/domain/choices.ts';
import { digestWeekOf } from '#shared/domain/digestWeek.ts';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import { industryGroups } from '#shared/reference/industries.ts';
import { regions } from '#shared/reference/countries.ts';
import { filterFieldNames, filterFields, type FilterField } from '#shared/fields/filterFields.ts';
import { isNumberParameter, writeRange } from '#shared/fields/numberRanges.ts';
import { parseOwnCondition } from '#shared/fields/ownValues.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { openCompanyReader, openCompanyWriter } from '../open.ts';
import { toCompany } from '../../record/toCompany.ts';
import { longer } from '../../testing/propertyRuns.ts';
import { BitArena } from '../bits/bitArena.ts';
import { naiveBlanks, naiveFacets, naiveSearch } from '../testing/naiveSearch.ts';
import {
  someCountries,
  someDates,
  someIndustries,
  someRecord,
  someUniversities,
  someWords,
  someYears,
} from '../testing/records.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-search-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const values = (choices: readonly { value: string }[]): string[] => choices.map((choice) => choice.value);
/** Mostly unfiltered, so that the fields that are filtered leave something over. */
const few = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.subarray([...items], { maxLength: Math.min(3, items.length) }) },
  );
const countries = few(someCountries.filter((code) => code !== '').map((code) => ({ name: code, code })));
const searchText = fc.oneof(
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
const someRanges = {
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

const someFilters: fc.Arbitrary<FilterSet> = fc
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
      textSearch: searchText,
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
      textSearch: searchText,
      status: few(values(companyStatuses)),
      ownColumns: few(['Batch', 'Größe']),
      valuesOf: few(['2024', '2025']),
      fromFiles: few(['a.csv', 'b.csv']),
      ownValues: someOwnValues,
    }),
  })
  .map(({ include, exclude }) => ({ include: { ...emptyFilters().include, ...include }, exclude }));

test('ranges of every number are among the searches', () => {
  const asked = filterFieldNames.filter((field) => isNumberParameter(filterFields[field].parameter));
  expect(Object.keys(someRanges).toSorted()).toEqual(asked.toSorted());
});

test(
  'S24 S25 a search answers as a filter and a sort over all companies would, also over several segments',
  async () => {
    const week = '2026-W46';
    // Some days after the newest digest, and far enough from it for windows of days to tell the two apart.
    const today = '2026-11-20';
    const now = (): Date => new Date(`${today}T12:00:00`);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.array(fc.array(someRecord, { maxLength: 40 }), { minLength: 1, maxLength: 3 }),
          fc.array(fc.array(someRecord, { maxLength: 6 }), { minLength: 7, maxLength: 9 }),
        ),
        fc.array(fc.nat(), { maxLength: 5 }),
        fc.array(fc.tuple(someFilters, fc.constantFrom(...sortOptions.map((option) => option.value))), {
          minLength: 8,
          maxLength: 8,
        }),
        async (batches, replacements, searches) => {
          const place = join(folder, String(runs++));
          const writer = openCompanyWriter(place, { segmentDocuments: 15 });
          // Every other time nothing fits the cache, so that the places of bitmaps are used again all the time.
          const reader = openCompanyReader(
            place,
            runs % 2 === 0 ? { now } : { now, cache: 1500, arena: new BitArena(0) },
          );
          const stored = new Map<number, CompanyRecord>();
          for (const records of batches) {
            const batch = writer.begin('import');
            // Some companies of earlier batches are replaced by what this batch brings.
            const replaceable = [...stored.keys()];
            records.forEach((record, index) => {
              const target = replaceable.splice((replacements[index] ?? 0) % (replaceable.length + 1), 1)[0];
              if (target === undefined || index >= replacements.length) stored.set(batch.add(record), record);
              else {
                batch.replace(target, record);
                stored.set(target, record);
              }
            });
            await batch.commit();
          }
          await writer.release(week, new Date('2026-11-09T06:00:00Z'));
          const weeks = [...stored.values()].map(({ discoveredDate }) => digestWeekOf(discoveredDate));
          const newWeek =
            weeks
              .filter((each) => each <= week)
              .toSorted()
              .at(-1) ?? '';
          const asOf = { week, date: '2026-11-09', newWeek, today };
          const rows = [...stored]
            .map(([id, record]) => toCompany(id, record, asOf))
            .filter((row) => row.discovered <= week);
          for (const [filters, sortBy] of searches) {
            const query = { filters, sortBy, onlyIds: null, withoutIds: null };
            const expected = naiveSearch(rows, stored, filters, sortBy, today);
            const ids = expected.map((row) => row.id);
            expect(await reader.searchIds(query, 1000)).toEqual(ids);
            const page = {
              count: ids.length,
              newCount: expected.filter((row) => row.discovered === newWeek).length,
              items: expected.slice(7, 14),
            };
            const { blank, ...first } = await reader.search(query, 0, 7);
            expect(first).toEqual({ ...page, items: expected.slice(0, 7) });
            expect(blank).toEqual(naiveBlanks(expected, stored));
            expect(JSON.parse(Buffer.from(await reader.searchJson(query, 0, 7)).toString())).toEqual({
              blank,
              ...first,
            });
            expect(await reader.blankFields(ids)).toEqual(blank);
            expect(await reader.search(query, 1, 7)).toEqual(page);
            expect(JSON.parse(Buffer.from(await reader.searchJson(query, 1, 7)).toString())).toEqual(page);
            expect(await reader.filterIds([...stored.keys()], filters)).toEqual(new Set(ids));
            const { count, facets, filled } = await reader.facets(query);
            expect(count).toBe(ids.length);
            // E8: how many have something in a field, none where the whole list is blank in it.
            for (const [field, n] of Object.entries(filled)) {
              expect(n).toBeLessThanOrEqual(count);
              if (count > 0 && field !== 'tags')
                expect([field, n === 0]).toEqual([field, blank?.includes(field as never)]);
            }
            const counted = Object.entries(facets).flatMap(([field, counts]) =>
              Object.entries(counts).map(([value, n]) => [`${field}=${value}`, n] as const),
            );
            expect(new Map(counted.filter(([, n]) => n > 0))).toEqual(naiveFacets(rows, filters, today));
          }
          reader.close();
          writer.close();
        },
      ),
      { numRuns: longer(40) },
    );
  },
  longer(120_000),
);
