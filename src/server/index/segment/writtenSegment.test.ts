import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { recordOf } from '#server/record/testing/records.ts';
import { SegmentBuilder } from './segmentBuilder.ts';
import { postingKinds, segmentFormat } from './segmentFormat.ts';

/**
 * Checksums of the contents of a segment with certain companies. A new kind of posting is one more row here. If another
 * row changes, existing files differ from what today's code would write: raise `segmentFormat`, so that they are
 * rebuilt; name a facet whose values have changed in `facetsSince`, so that it has the right answer until then; and put
 * the new sum here. Records are not covered: a new field in them needs neither.
 */
const pinned = {
  format: 9,
  names: '1788d17834baad3b',
  chunk: '3cbc34e639b2fedf',
  postings: {
    text: 'bded564479477a52',
    name: '9d987bd1513605b7',
    textPrefix: '8788867b8ae3f107',
    namePrefix: '46eb55c137d43684',
    stages: '3e620dbf9a63255d',
    regions: 'c9d2e3c7a553b23e',
    country_codes: 'a965387d47874159',
    industries: '8d1c9bae1818c7c2',
    industry_groups: '661152c0de9b7a77',
    company_sizes: '56d75514f7b2bc3f',
    company_highlights: '6cf7a57e47e41268',
    top_unis: '72dea0eb9ba22cb1',
    incorporated_years: 'fc1cfead982c59ac',
    business_model: '215d6584c01d5934',
    is_translated: '213cc63cb8e2e50b',
    digest_week: '471452af6ffdc8e1',
    status: '08fee10e38e272ef',
    amount_raised: '5894bad2d6629972',
    own_columns: '1c06e4490e8f4002',
    is_sample: 'dd15e86a2aae1be9',
    employee_growth: '9fce1cc64e982858',
    values_of: 'd51ab83683dc73ca',
    from_files: 'debb6b3ac1de07d9',
    filled: '1e23d23ae54a82e9',
    numbers: 'e3b0c44298fc1c14',
  },
};

/** Similar enough that prefixes have postings of their own, and different enough that every facet divides them. */
const plain = Array.from({ length: 200 }, (_, index) => ({
  name: `Company word${String(index)}`,
  description: { short: `Does thing${String(index % 7)}`, long: `Long text number ${String(index)}`, llm: '' },
  countryCode: ['DE', 'FR', 'US', 'JP', 'BR'][index % 5]!,
  score: index % 3 === 0 ? null : index / 200,
  founded: 1990 + (index % 35),
  employeeCount: index * 3,
  discoveredDate: index % 2 === 0 ? '2026-11-16' : '2026-11-02',
  fundedOn: index % 4 === 0 ? '2026-05-16' : '',
  stages: [['inv_stage_seed' as const], ['inv_stage_series_a' as const]][index % 2]!,
  industries: [['FinTech'], ['Biotechnology', 'SaaS'], ['Gaming']][index % 3]!,
  links: [{ type: 'website' as const, url: `https://company-${String(index)}.example` }],
}));

const odd = [
  { name: 'Łódź Øst ẞtraße', city: 'Kraków', countryCode: 'PL', industries: ['FinTech', 'free tag'] },
  { name: '人工智能 データ 한국어', countryCode: 'KE', founded: null, fundedOn: '2026-08-16' },
  {
    name: 'bad data',
    businessModels: ['SaaS' as const],
    employeeCount: 5000,
    universities: ['uni_mit'],
    status: 'closed',
  },
  {
    name: '',
    isTranslated: true,
    highlights: ['phd_founder' as const, 'funding_2M' as const],
    fundingTotal: 3e6,
    own: [{ name: 'Batch', value: 'W21' }],
    valuesOn: '2025-11-03',
    employeeGrowth: 0.3,
    fromFiles: ['a.csv'],
  },
];

test('a segment of these companies is what it has always been, or its format is another', () => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-written-'));
  try {
    const builder = new SegmentBuilder(join(folder, 'seg-1.db'));
    let id = 1;
    for (const parts of [...plain, ...odd]) builder.put(id++, recordOf(parts));
    builder.seal();
    const db = new DatabaseSync(builder.path, { readOnly: true });
    const sumOf = (from: string): string => {
      const hash = createHash('sha256');
      for (const row of db.prepare(`SELECT * FROM ${from}`).all()) {
        for (const value of Object.values(row)) hash.update(value instanceof Uint8Array ? value : `${String(value)}\n`);
      }
      return hash.digest('hex').slice(0, 16);
    };
    const written = {
      format: segmentFormat,
      names: sumOf('(SELECT id, sort_name FROM company ORDER BY id)'),
      chunk: sumOf('chunk ORDER BY column_id, number'),
      postings: Object.fromEntries(
        Object.entries(postingKinds).map(([name, kind]) => [
          name,
          sumOf(`(SELECT term, count, data FROM posting WHERE kind = ${String(kind)} ORDER BY term)`),
        ]),
      ),
    };
    db.close();
    expect(written).toEqual(pinned);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
