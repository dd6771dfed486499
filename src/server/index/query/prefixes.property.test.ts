import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { generateCompanies } from '../../jobs/sample/generate.ts';
import { toCompany } from '../../record/toCompany.ts';
import { longer } from '../../testing/propertyRuns.ts';
import { prefixFanOut } from '../segment/segmentFormat.ts';
import { addBatch, monday, query, useCompanyFolder } from '../testing/companyFolder.ts';
import { naiveSearch } from '../testing/naiveSearch.ts';
import { wordsOf } from '#shared/domain/words.ts';

vi.setConfig({ testTimeout: longer(120_000) });

const folder = useCompanyFolder();
const asOf = { week: '2026-W47', date: '2026-11-16', newWeek: '2026-W47', today: '2026-11-16' };

test('S24 whatever beginning one asks for, the companies with such a word are found, also beside another word', async () => {
  const records = [...generateCompanies({ count: 1200, seed: 3, today: '2026-11-20' })];
  const writer = folder.writer();
  await writer.release(asOf.week, monday);
  const { ids } = await addBatch(writer, 'import', records);
  const reader = folder.reader();
  const rows = records
    .map((record, index) => toCompany(ids[index]!, record, asOf))
    .filter(({ discovered }) => discovered <= asOf.week);
  const stored = new Map(records.map((record, index) => [ids[index]!, record]));
  const words = new Set(rows.flatMap(({ name, description: { long } }) => wordsOf(`${name} ${long}`, 'index')));
  const counts = new Map<string, number>();
  for (const word of words) {
    for (let end = 1; end <= Math.min(4, word.length); end++) {
      const prefix = word.slice(0, end);
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  }
  // Those that so many words share have postings of their own; a few of the others beside them.
  const shared = [...counts].filter(([, count]) => count > prefixFanOut).map(([prefix]) => prefix);
  expect(shared.length).toBeGreaterThan(20);
  const prefix = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...shared) }, fc.constantFrom(...counts.keys()));
  const before = fc.constantFrom('', '', 'software ', 'for ', 'health data ');
  await fc.assert(
    fc.asyncProperty(before, prefix, async (word, beginning) => {
      const asked = query(`${word}${beginning}*`);
      const expected = naiveSearch(rows, stored, asked.filters, 'best_match', asOf.date).map(({ id }) => id);
      expect(await reader.searchIds(asked, records.length)).toEqual(expected);
    }),
    { numRuns: longer(20) },
  );
});
