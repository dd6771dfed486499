import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyFilters, type FilterSet } from '#shared/domain/filters.ts';
import type { CompanyQuery } from '../port.ts';
import { openCompanyReader, openCompanyWriter } from '../open.ts';
import { BitArena, Scratch } from '../bits/bitArena.ts';
import { fillBits, hasBit, setBit, wordsFor } from '../bits/bitmap.ts';
import { FacetIndex } from './facetIndex.ts';
import { decodePostings, encodePostings } from '../bits/postings.ts';
import { recordOf } from '#server/record/testing/records.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-facets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('values are counted among any matches, narrow or wide, also those of a document that has too many', () => {
  const size = 20_000;
  // Each of the first hundred documents has 300 values, more than the index has room for.
  const lists = Array.from({ length: 300 }, (_, value) =>
    Uint32Array.from({ length: 200 }, (_document, i) => (i < 100 ? i : 100 + value * 60 + i)),
  );
  const values = lists.map((documents) => {
    const postings = decodePostings(encodePostings(documents, size), documents.length, size);
    return { postings: () => postings };
  });
  const index = new FacetIndex(values, size);
  const scratch = new Scratch(size, new BitArena());
  const live = new Uint32Array(wordsFor(size));
  fillBits(live, size);
  const liveCounts = index.count(live, live, null, scratch);
  expect([...liveCounts]).toEqual(lists.map((documents) => documents.length));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.boolean(), (step, wide) => {
      const matches = new Uint32Array(wordsFor(size));
      for (let document = 0; document < size; document++) {
        if ((document % step === 0) !== wide) setBit(matches, document);
      }
      const counted = index.count(matches, live, liveCounts, scratch);
      expect([...counted]).toEqual(lists.map((all) => all.filter((document) => hasBit(matches, document)).length));
    }),
    { numRuns: 30 },
  );
});

/** Include field → its parameter, for fields with many values that few companies have. */
const fields = [
  ['countries', 'country_codes'],
  ['industries', 'industries'],
  ['incorporatedYears', 'incorporated_years'],
  ['digestWeek', 'digest_week'],
  ['companyHighlights', 'company_highlights'],
] as const;

function include(parts: Partial<FilterSet['include']>): FilterSet {
  const { include: empty, exclude } = emptyFilters();
  return { include: { ...empty, ...parts }, exclude };
}

function ask(filters: FilterSet): CompanyQuery {
  return { filters, sortBy: 'best_match', onlyIds: null, withoutIds: null };
}

test('live counts of a segment with rare and common values are those of searches for each value', async () => {
  const countries = ['US', 'DE', 'JP', 'BR', 'KE', ''];
  const records = Array.from({ length: 1500 }, (_, i) =>
    recordOf({
      name: i % 3 === 0 ? 'solar' : 'wind',
      countryCode: i % 100 === 0 ? 'FR' : countries[i % countries.length]!,
      industries: [`industry ${i % 90}`, i % 7 === 0 ? 'FinTech' : 'SaaS'],
      founded: 1990 + (i % 33),
      // Some come with weeks that are not released yet.
      discoveredDate: `2026-11-${String(1 + (i % 20)).padStart(2, '0')}`,
      highlights: i % 50 === 0 ? ['phd_founder'] : ['top_match'],
    }),
  );
  const writer = openCompanyWriter(folder);
  const batch = writer.begin('import');
  for (const record of records) batch.add(record);
  await batch.commit();
  await writer.release('2026-W46', new Date('2026-11-09T06:00:00Z'));
  const reader = openCompanyReader(folder, { arena: new BitArena(0) });
  const france = [{ name: 'France', code: 'FR' }];
  for (const filters of [
    include({}),
    include({ textSearch: 'solar ' }),
    include({ countries: france }),
    include({ textSearch: 'wind ', countries: france, industries: ['industry 5', 'industry 6'] }),
    include({ incorporatedYears: ['1995'], industries: ['SaaS'] }),
  ]) {
    const { facets } = await reader.facets(ask(filters));
    for (const [field, parameter] of fields) {
      const counts = Object.entries(facets[parameter] ?? {});
      for (const [value, counted] of counts) {
        const chosen = field === 'countries' ? [{ name: '', code: value }] : [value];
        const alone = { ...filters, include: { ...filters.include, [field]: chosen } };
        expect((await reader.search(ask(alone), 0, 1)).count, `${parameter} ${value}`).toBe(counted);
      }
      // Missing values have no matches: together the others have them all.
      const open = { ...filters, include: { ...filters.include, [field]: [] } };
      const { count } = await reader.search(ask(open), 0, 1);
      if (field === 'incorporatedYears' || field === 'digestWeek') {
        expect(counts.reduce((sum, [, n]) => sum + n, 0)).toBe(count);
      }
    }
  }
  reader.close();
  writer.close();
});
