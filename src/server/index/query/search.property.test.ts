import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sortOptions } from '#shared/domain/choices.ts';
import { digestWeekOf } from '#shared/domain/digestWeek.ts';
import { filterFieldNames, filterFields } from '#shared/fields/filterFields.ts';
import { isNumberParameter } from '#shared/fields/numberRanges.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { openCompanyReader, openCompanyWriter } from '../open.ts';
import { newWeekOn, toCompany } from '../../record/toCompany.ts';
import { longer } from '../../testing/propertyRuns.ts';
import { BitArena } from '../bits/bitArena.ts';
import { naiveBlanks, naiveFacets, naiveSearch } from '../testing/naiveSearch.ts';
import { someRecord } from '../testing/records.ts';
import { someFilters, someRanges } from '../testing/someFilters.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-search-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('ranges of every number are among the searches', () => {
  const asked = filterFieldNames.filter((field) => isNumberParameter(filterFields[field].parameter));
  expect(Object.keys(someRanges).toSorted()).toEqual(asked.toSorted());
});

test(
  'S24 S25 a search answers as a filter and a sort over all companies would, also over several segments',
  async () => {
    const week = '2026-W46';
    // Days after the newest digest, far enough from it for windows of days to tell the two apart: what was found in it
    // is still newly added on the first, and on the second no more.
    const days = ['2026-11-15', '2026-11-20'] as const;
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
          const today = days[(runs >> 1) % 2]!;
          const now = (): Date => new Date(`${today}T12:00:00`);
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
          const newest = weeks.filter((each) => each <= week).toSorted();
          const newWeek = newWeekOn(newest.at(-1) ?? '', today, '2026-11-09');
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
            const { count, facets, filled } = await reader.facets(query, true);
            expect(count).toBe(ids.length);
            // E8: how many have something in a field, none where the whole list is blank in it.
            for (const [field, n] of Object.entries(filled!)) {
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
      { numRuns: longer(20) },
    );
  },
  longer(120_000),
);
