import type { Company } from '../../domain/company.ts';
import { company } from '../../domain/testing/company.ts';
import type { SectorBucket } from '../../domain/sector.ts';
import type { SectorReport } from '../reportData.ts';

/** What an imported file may call a company: markup, CSS, several scripts, and more than fits a line. */
export const hostileValues = [
  '<img src=file:///etc/passwd>',
  '</table><script>alert(1)</script>',
  '</style><style>body{background:url(https://evil.test/x)}</style>',
  '"><a href="javascript:alert(1)">&amp;\u0000\u202e',
  'שלום טכנולוגיות',
  'Łódź 🚀 Œuvre',
  `${'Very'.repeat(40)} long`,
] as const;

/** A company of that name, with everything a report shows. */
export function reportedCompany(id: number, name: string): Company {
  return company(id, {
    name,
    description: { short: `About ${name}`, long: '', llm: '' },
    business_model: '{B2B,SaaS}',
    score: id === 2 ? null : 0.5 + id / 100,
    region: 'Europe',
    location: { country: { name: 'Germany', code: 'DE' }, city: 'Köln' },
    founded: id === 3 ? null : 2015 + id,
    stages: ['inv_stage_seed'],
    industry: ['FinTech', name],
    links: [{ type: 'website', url: 'https://www.example.org/a' }],
    size: { label: '12 employees', count: 12 },
    sizeCategory: '11-50',
    funded: 'funded 3',
  });
}

function bucket(value: string, count: number, label = value): SectorBucket {
  return { value, label, count };
}

/** A report on the sector of the first of so many companies; beyond the hostile names they are plain. */
export function sampleReport(companies: number = hostileValues.length): SectorReport {
  const listed = Array.from({ length: companies }, (_, index) =>
    reportedCompany(index + 1, hostileValues[index] ?? `Company ${index + 1}`),
  );
  return {
    kind: 'company',
    query: `All companies in the industry FinTech ${hostileValues[1]}.`,
    week: '2026-W47',
    date: '2026-11-16',
    scope: { regions: ['Europe'], countries: ['Germany'], stages: ['Seed'] },
    allCompanies: 50_000,
    sampleCompanies: 0,
    decided: { watchlist: 0, opportunities: 0, archive: 0 },
    namesFirst: false,
    remarks: [],
    sector: {
      sector: 'FinTech <b>',
      sector_description: [
        'FinTech is an industry.',
        `As of the week of 16 Nov 2026, it contains 120 of the 50,000 companies in the data (under 1%) ${hostileValues[2]}.`,
      ].join(' '),
      sector_overview: 'The most common stages are Seed (80) and Series A (40).',
      trends_and_challenges: `First line ${hostileValues[0]}.\nSecond line.`,
      sub_sectors: ['Payments', hostileValues[0]],
      applies_to_company: `It is one of them ${hostileValues[3]}.`,
      figures: {
        companies: Math.max(120, companies),
        byStage: [bucket('inv_stage_seed', 80, 'Seed'), bucket('inv_stage_series_a', 40, 'Series A')],
        byCountry: [bucket('DE', 70, 'Germany'), bucket('US', 50, 'United States')],
        byFoundedYear: [bucket('2018', 40), bucket('2020', 60), bucket('unknown', 20, 'Unknown')],
        bySize: [bucket('1-10', 90), bucket('unknown', 30, 'Unknown')],
        byIndustry: [bucket('FinTech', 120), bucket(hostileValues[1], 30), bucket(hostileValues[0], 20)],
      },
    },
    company: listed[0] ?? null,
    companies: listed,
  };
}
