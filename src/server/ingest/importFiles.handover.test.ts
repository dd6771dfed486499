import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { handoverFiles, handoverPresets, type HandedOver } from '#shared/domain/handover.ts';
import { toCompany } from '../record/toCompany.ts';
import { importText, outcome } from './testing/importText.ts';
import type { MemoryWriter } from './testing/memoryWriter.ts';

/** Companies as people keep them: quotes, lines, formulas, scripts, shared sites, and hardly anything known. */
const list = `Name,Website,Description,Industries,Country,City,Founded,Employees,Total funding,Last round,Last funding date,LinkedIn,Founders,Email
"Kite & Söhne, ""GmbH""",https://www.kite.io/en,"Sails
which fly","FinTech, Wind; air",Germany,Köln,2015,1200,2500000,Seed,2026-08-01,https://www.linkedin.com/company/kite,"José Núñez; Ana Ruiz",ana@kite.io
"=HYPERLINK(""x"")",https://formula.example.net,-1 is less,,France,Paris,2018,11-50,,,,,,
Формула,https://github.com/formula,,SaaS,,,,,,,,,,
株式会社カイト,kaito.co.jp,凧,,Japan,東京,2020,,1000000,Series A,2025-02-03,,田中 花子,
"O'Neill Boards",,,"Sport, leisure",Ireland,Dublin,,,,,,,,
No site at all,,,,,,,,,,,,,
`;

const asOf = { week: '2026-W48', date: '2026-11-23', newWeek: '2026-W48', today: '2026-11-23' };

/** What would be handed over of all that was imported. */
function handedOver(writer: MemoryWriter): HandedOver[] {
  return [...writer.companies].map(([id, { record }]) => ({
    company: toCompany(id, record, asOf),
    founders: record.people,
    otherDomains: record.aliases.map(({ domain }) => domain),
    notes: [],
    decision: { list: 'Opportunities', reason: 'Team', owner: 'ada@fund.vc' },
  }));
}

test.for(handoverPresets)('M9 the companies for %s read back into Winnow are duplicates only', async (preset) => {
  const { writer, report } = await importText(list);
  expect(outcome(report)).toEqual([6, 6, 0, 0, 0]);
  const { companies } = handoverFiles(preset, handedOver(writer), 'Ada');
  expect(companies.rows).toBe(6);
  const before = structuredClone(writer.records);
  // A day later: of dated values the newest would count.
  const again = await importText(companies.header + companies.csv, writer, { today: '2026-11-28' });
  expect(outcome(again.report)).toEqual([6, 0, 0, 6, 0]);
  expect(writer.records).toEqual(before);
});

test.for(handoverPresets)('M9 also of a company with several domains, for %s', async (preset) => {
  const { writer } = await importText('Name,Website,Country\nKite,kite.io,Germany\n');
  for (const [id, stored] of writer.companies) {
    const aliases = [{ name: 'Sails', domain: 'sails.example.org', countryCode: 'DE' }];
    writer.companies.set(id, { ...stored, record: { ...stored.record, aliases } });
  }
  const { companies } = handoverFiles(preset, handedOver(writer), 'Ada');
  const again = await importText(companies.header + companies.csv, writer);
  expect(outcome(again.report)).toEqual([1, 0, 0, 1, 0]);
});

test('M9 every row of every file has a cell for each column, whatever is in it', async () => {
  const { writer } = await importText(list);
  const notes = [{ createdAt: '2026-11-03T10:00:00.000Z', text: 'Met "them",\r\n=1+1;\ttwice' }];
  const handed = handedOver(writer).map((each) => ({ ...each, notes }));
  for (const preset of handoverPresets) {
    for (const { header, csv, rows } of Object.values(handoverFiles(preset, handed, 'O"Neill, Ada'))) {
      const { data } = Papa.parse<string[]>((header + csv).trimEnd(), { delimiter: ',' });
      expect(rows).toBeGreaterThan(2);
      expect(data).toHaveLength(rows + 1);
      expect(new Set(data.map((cells) => cells.length)).size).toBe(1);
    }
  }
});
