import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportColumns, ownColumn } from '#shared/domain/exportColumns.ts';
import { writeMoney } from '#shared/domain/money.ts';
import { ownDomainOf } from '#shared/domain/webAddress.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { recordOf } from '#server/record/testing/records.ts';
import { toCompany } from '#server/record/toCompany.ts';
import { csvHeader, csvRow } from '../api/http/csv.ts';
import { importText, outcome } from './testing/importText.ts';
import { MemoryWriter } from './testing/memoryWriter.ts';

/** Trades of which some only sound like a reference industry, or are a business model elsewhere. */
const trades = [
  'FinTech',
  'E-Commerce',
  'SaaS',
  'B2B events',
  'Events',
  'AI for HR',
  'smart (IoT) things',
  'tea & cake',
];
/** Headers that mean a field, a currency or an id in any other file. */
const ownNames = ['Batch', 'Currency', 'HQ', 'Sector', 'Organization ID', 'Total raised', 'Größe (Mio. €)', 'Notes 2'];
const ownValues = ['W21', 'EUR', 'Paris', 'Robots', '4410', '€2M', '31,5', '=1+1', 'a; b', 'Yes'];
const places = [
  { countryCode: 'DE', city: 'Berlin' },
  { countryCode: 'FR', city: 'Lyon' },
  { countryCode: 'SE', city: '' },
  { countryCode: '', city: '' },
];
const original = fc.oneof(
  fc.constant(''),
  fc
    .record({
      amount: fc.integer({ min: 1, max: 1e9 }),
      currency: fc.constantFrom('EUR', 'GBP', 'JPY'),
      rate: fc.constantFrom(null, null, 1.08),
    })
    .map(writeMoney),
);

const someCompany: fc.Arbitrary<Partial<CompanyRecord>> = fc
  .record({
    place: fc.constantFrom(...places),
    industries: fc.uniqueArray(fc.constantFrom(...trades), { maxLength: 4 }),
    own: fc
      .uniqueArray(fc.constantFrom(...ownNames), { maxLength: 4 })
      .chain((names) =>
        fc.tuple(...names.map((name) => fc.constantFrom(...ownValues).map((value) => ({ name, value })))),
      ),
    fundingTotal: fc.constantFrom(null, null, 2_000_000, 750, 60_000_000),
    fundingTotalOriginal: original,
    lastRoundAmount: fc.constantFrom(null, 250_000),
    lastRoundAmountOriginal: original,
    founded: fc.constantFrom(null, 2015, 2021),
    stages: fc.constantFrom<CompanyRecord['stages']>([], ['inv_stage_seed'], ['inv_stage_seed', 'inv_stage_series_a']),
    short: fc.constantFrom('', 'Kites for schools', 'Events for B2B', '=Payments, mostly'),
    hasSite: fc.boolean(),
  })
  .map(({ place, short, hasSite, ...parts }) => ({
    ...place,
    ...parts,
    description: { short, long: '', llm: '' },
    links: hasSite ? [{ type: 'website' as const, url: 'https://site.test' }] : [],
  }));

/** What of a company an export has, and a new workspace of it has again. */
function told(record: CompanyRecord): unknown {
  const { name, description, countryCode, city, founded, stages, own, businessModels } = record;
  const { fundingTotal, fundingTotalOriginal, lastRoundAmount, lastRoundAmountOriginal } = record;
  const amounts = [fundingTotal, fundingTotalOriginal, lastRoundAmount, lastRoundAmountOriginal];
  const lists = [
    record.industries.toSorted(),
    own.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    businessModels,
    stages,
  ];
  return [name, ownDomainOf(record), description, countryCode, city, founded, amounts, lists];
}

test('F23 an export of any workspace is duplicates only in it, and the same companies in a new one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someCompany, { minLength: 1, maxLength: 6 }), async (companies) => {
      const records = companies.map((parts, index) =>
        recordOf({
          ...parts,
          name: `Company ${'ABCDEF'.charAt(index)}`,
          links: (parts.links ?? []).map((link) => ({ ...link, url: `https://company-${index}.test` })),
          discoveredDate: '2026-11-16',
          valuesOn: '2026-11-16',
          fromFiles: ['list.csv'],
          history: { sources: ['2026-11-16 list.csv'], seen: [] },
          isSample: false,
        }),
      );
      const writer = new MemoryWriter();
      const batch = writer.begin('import');
      for (const record of records) batch.add(record);
      await batch.commit();
      const columns = [
        ...exportColumns,
        ...[...new Set(records.flatMap(({ own }) => own.map(({ name }) => name)))].map(ownColumn),
      ];
      const asOf = { week: '2026-W47', date: '2026-11-16', newWeek: '', today: '2026-11-20' };
      const rows = records.map((record, index) => csvRow(columns, toCompany(index + 1, record, asOf)));
      const csv = csvHeader(columns) + rows.join('');
      const again = await importText(csv, writer);
      expect(outcome(again.report)).toEqual([records.length, 0, 0, records.length, 0]);
      const anew = await importText(csv);
      expect(outcome(anew.report)).toEqual([records.length, records.length, 0, 0, 0]);
      expect(anew.writer.records.map(told)).toEqual(records.map(told));
    }),
    { numRuns: 60 },
  );
}, 120_000);
