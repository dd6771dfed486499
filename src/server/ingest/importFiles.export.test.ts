import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Company } from '#shared/domain/company.ts';
import { exportColumns } from '#shared/domain/exportColumns.ts';
import { importFieldNames } from '#shared/domain/importFields.ts';
import { csvHeader, csvRow } from '../api/http/csv.ts';
import { importText, outcome } from './testing/importText.ts';

const company: Company = {
  id: 7,
  name: 'Kite & Söhne, "GmbH"',
  logo: 'https://img.example.com/kite.png',
  description: { short: 'Short text', long: 'A longer text\nover two lines', llm: 'Written by a machine' },
  customer_problem: 'No wind',
  target_customer: 'Children',
  business_model: '{B2C,"eCommerce & Marketplace"}',
  score: 0.75,
  region: 'Europe',
  location: { country: { name: 'Germany', code: 'DE' }, city: 'Köln' },
  founded: 2015,
  discovered: '2026-W40',
  discovered_date: '2026-09-28',
  cb_rank: 1234,
  sem_score_percentile: 0.5,
  stages: ['inv_stage_pre_seed', 'inv_stage_seed'],
  industry: ['E-Commerce', 'FinTech', 'Kites of all kinds'],
  tags: 'founding_team_more_than_one,female_founder,newly_added,funding_2M',
  links: [
    { type: 'website', url: 'https://kite.example.com' },
    { type: 'twitter', url: 'https://twitter.com/kite' },
    { type: 'linkedin', url: 'https://www.linkedin.com/company/kite' },
    { type: 'email', url: 'mailto:hi@kite.example.com' },
  ],
  size: { label: '42 employees', count: 42 },
  sizeCategory: '11-50',
  emails: ['hi@kite.example.com', 'press@kite.example.com'],
  funded: 'funded 3',
  followers: '12.4K followers',
  isTranslated: true,
  is_sample: true,
  allTopUnis: ['uni_mit', 'uni_oxford'],
  challenges_llm: { question1: 'One?', question2: '', question3: 'Three?' },
  employee_band: '',
  funding_total: 2_500_000,
  funded_on: '2026-08-01',
  last_round: 'Seed',
  last_round_amount: 1_500_000,
  funding_rounds: 2,
  funding_total_original: 'EUR 2000000',
  last_round_amount_original: 'CHF 500000',
  investor_count: 3,
  investors: ['Kite Fund', 'Söhne & Co'],
  founder_count: 2,
  status: 'acquired',
  own: [],
  former_names: ['Almanac'],
  values_on: '2025-11-03',
  employee_growth: 0.25,
  from_files: ['older.csv'],
};

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

test('an export of our own reads back, and again as duplicates', async () => {
  const header = exportColumns.map(({ header }) => quoted(header)).join(',');
  const cells = exportColumns.map((column) => quoted(String(column.value(company) ?? ''))).join(',');
  const { report, writer } = await importText(`\uFEFF${header}\r\n${cells}\r\n`);
  expect(outcome(report)).toEqual([1, 1, 0, 0, 0]);
  expect(writer.records[0]).toEqual({
    name: company.name,
    logo: company.logo,
    description: company.description,
    customerProblem: 'No wind',
    targetCustomer: 'Children',
    businessModels: ['B2C', 'eCommerce & Marketplace'],
    score: 0.75,
    countryCode: 'DE',
    city: 'Köln',
    founded: 2015,
    discoveredDate: '2026-11-20',
    cbRank: 1234,
    semScorePercentile: 0.5,
    stages: company.stages,
    industries: company.industry,
    highlights: ['founding_team_more_than_one', 'female_founder'],
    links: company.links.filter(({ type }) => type !== 'email'),
    employeeCount: 42,
    emails: company.emails,
    fundedOn: '2026-08-01',
    fundingTotal: 2_500_000,
    followers: '12.4K followers',
    isTranslated: true,
    universities: ['uni_mit', 'uni_oxford'],
    challenges: ['One?', '', 'Three?'],
    people: [],
    employeeBand: '',
    lastRound: 'Seed',
    lastRoundAmount: 1_500_000,
    fundingRounds: 2,
    fundingTotalOriginal: 'EUR 2000000',
    lastRoundAmountOriginal: 'CHF 500000',
    investorCount: 3,
    investors: ['Kite Fund', 'Söhne & Co'],
    founderCount: 2,
    status: 'acquired',
    own: [],
    isSample: true,
    formerNames: ['Almanac'],
    valuesOn: '2025-11-03',
    employeeGrowth: null,
    fromFiles: ['list.bin'],
    history: { sources: ['2025-11-03 list.bin'], seen: [] },
    aliases: [],
    ids: [],
  });
  expect(outcome((await importText(`${header}\n${cells}\n`, writer)).report)).toEqual([1, 0, 0, 1, 0]);
});

test('no column can be chosen to mark companies as invented', () => {
  expect(importFieldNames.filter((field) => /sample/i.test(field))).toEqual([]);
});

const oddText = fc
  .array(fc.constantFrom('=1+1', '+', '-5', '@x', ';', '; ', ';﹦', "'", 'wind', ' and ', '＝2', ', '), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => `${parts.join('').replaceAll(/\s+/g, ' ').trim()} wind`);

test('S39 texts that could be formulas read back from an export as they were', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(oddText, { minLength: 5, maxLength: 5 }), async (texts) => {
      const [short = '', long = '', llm = '', problem = '', target = ''] = texts;
      const odd: Company = {
        ...company,
        description: { short, long, llm },
        customer_problem: problem,
        target_customer: target,
      };
      const csv = csvHeader(exportColumns) + csvRow(exportColumns, odd);
      const { writer } = await importText(csv);
      expect(writer.records[0]).toMatchObject({
        description: odd.description,
        customerProblem: problem,
        targetCustomer: target,
      });
    }),
    { numRuns: 60 },
  );
});
