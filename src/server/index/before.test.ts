import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { monday, query, useCompanyFolder } from '#server/index/testing/companyFolder.ts';
import { filtersFromQuery } from '#shared/domain/filterQuery.ts';
import { someRecord } from '#server/index/testing/records.ts';
import type { FilterSet } from '#shared/domain/filters.ts';

const folder = useCompanyFolder();

const asked: readonly FilterSet[] = [
  {},
  { text_search: 'solar' },
  { text_search: '"bad data"' },
  { text_search: '-company' },
  { stages: 'inv_stage_seed' },
  { stages: '-inv_stage_seed' },
  { business_model: 'SaaS' },
].map((words) => filtersFromQuery(words));

/** Changes of one batch: how many are added, and which of those that are there are replaced or removed. */
const someBatch = fc.record({
  added: fc.array(someRecord, { minLength: 1, maxLength: 4 }),
  replaced: fc.array(fc.tuple(fc.nat(30), someRecord), { maxLength: 4 }),
  removed: fc.array(fc.nat(30), { maxLength: 1 }),
});

test('companies are shown as they were before the newest batch, whatever it added, replaced and removed', async () => {
  const writer = folder.writer();
  await writer.release('2026-W47', monday);
  const reader = folder.reader();
  await fc.assert(
    fc.asyncProperty(fc.array(someBatch, { minLength: 1, maxLength: 3 }), async (batches) => {
      for (const { added, replaced, removed } of batches) {
        const there = await reader.searchIds(query(), 1000);
        const before = await Promise.all(asked.map((filters) => reader.filterIds(there, filters)));
        const companies = await reader.getMany(there);
        const batch = writer.begin('import');
        for (const record of added) batch.add(record);
        const gone = new Set(
          removed.map((at) => there[at % Math.max(there.length, 1)]).filter((id) => id !== undefined),
        );
        for (const [at, record] of replaced) {
          const id = there[at % Math.max(there.length, 1)];
          if (id !== undefined && !gone.has(id)) batch.replace(id, record);
        }
        for (const id of gone) batch.remove(id);
        const { batchId } = await batch.commit();
        const now = await reader.searchIds(query(), 1000);
        const then = reader.before(batchId);
        const all = [...new Set([...there, ...now])];
        expect(await Promise.all(asked.map((filters) => then.filterIds(all, filters)))).toEqual(before);
        expect(await then.getMany(there)).toEqual(companies);
        expect(await then.getMany(now.filter((id) => !there.includes(id)))).toEqual([]);
      }
    }),
    { numRuns: 15 },
  );
});
