import { expect, test } from 'vitest';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { recordOf } from '#server/record/testing/records.ts';
import { MemoryWriter } from '../testing/memoryWriter.ts';
import { mergeCompanies } from './mergeCompanies.ts';
import { placeRecord } from './sameCompany.ts';
import { areSimilarNames } from '#shared/domain/companyNames.ts';

const company = (name: string, website: string, more: Partial<CompanyRecord> = {}): CompanyRecord =>
  recordOf({
    name,
    discoveredDate: '2026-11-20',
    links: website === '' ? [] : [{ type: 'website', url: `https://${website}` }],
    ...more,
  });

test.each([
  ['Acme', 'ACME, Inc.', true],
  ['Acme', 'acme.com', true],
  ['Acme Robotics', 'Acme', true],
  ['Cynvenio Biosystems', 'Cyvenio Biosystems', true],
  ['BookingMarkets (Dashbell)', 'Dashbell', true],
  ['Société Générale', 'Societe Generale SA', true],
  ['Acme', 'Bravo', false],
  ['Kite', 'Kiwi', false],
  ['The Company', 'Co', false],
])('%j and %j are similar: %j', (a, b, similar) => {
  expect(areSimilarNames(a, b)).toBe(similar);
  expect(areSimilarNames(b, a)).toBe(similar);
});

test('merging fills blanks, unites lists, keeps longer texts, later fundings and larger totals', () => {
  const old = company('Acme', 'acme.com', {
    city: 'Berlin',
    description: { short: 'Longer text', long: '', llm: '' },
    industries: ['FinTech'],
    fundedOn: '2019-05-01',
    fundingTotal: 5,
  });
  const other = company('Acme', 'acme.com', {
    city: 'Paris',
    countryCode: 'DE',
    description: { short: 'Short', long: 'Long', llm: '' },
    industries: ['FinTech', 'Payments'],
    fundedOn: '2018-01-01',
    fundingTotal: 9,
    founded: 2010,
  });
  const merged = mergeCompanies(old, other);
  expect(merged).toMatchObject({
    city: 'Berlin',
    countryCode: 'DE',
    description: { short: 'Longer text', long: 'Long' },
    industries: ['FinTech', 'Payments'],
    fundedOn: '2019-05-01',
    fundingTotal: 9,
    founded: 2010,
  });
  expect(merged === null ? null : mergeCompanies(merged, other)).toBeNull();
});

test('a company that got its country later still holds the rows it took before', () => {
  const writer = new MemoryWriter();
  const batch = writer.begin('import');
  const rows = [company('Acme', 'acme.com'), company('Acme', ''), company('Acme', 'acme.com', { countryCode: 'US' })];
  const kinds = rows.concat(rows).map((row) => {
    const placement = placeRecord(row, writer);
    if (placement.kind === 'new') batch.add(row);
    if (placement.kind === 'update') batch.replace(placement.id, placement.record);
    return placement.kind;
  });
  expect(kinds).toEqual(['new', 'duplicate', 'update', 'duplicate', 'duplicate', 'duplicate']);
});
