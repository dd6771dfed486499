import * as fc from 'fast-check';
import { businessModels, companyStatuses, highlights, stages } from '#shared/domain/choices.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import type { CompanyRecord } from '../../record/companyRecord.ts';
import { recordOf } from '../../record/testing/records.ts';

/** Few enough words that searches find something, odd enough to find faults. */
export const someWords = [
  'solar',
  'Solarium',
  'café',
  'CAFE',
  'bio',
  'biology',
  'data',
  'company',
  'Companies',
  'Zürich',
  '人工智能',
  '人工',
  '智能机',
  'データ',
  '한국어',
  'c',
  '3d',
  'ﬁnance',
  'naïve',
  '🚀',
  'a-b',
  "men's",
  'bio-data',
  'biodata',
  'Zuerich',
  'so-lar-ium',
  'bad data',
];

/** Days in and around three digest weeks, 2026-W45 to 2026-W47, and older ones. */
export const someDates = [
  '2025-01-07',
  '2026-08-18',
  '2026-10-20',
  '2026-11-02',
  '2026-11-08',
  '2026-11-09',
  '2026-11-16',
  '2026-11-18',
];
export const someCountries = ['US', 'DE', 'JP', 'BR', 'KE', ''];
export const someIndustries = ['SaaS', 'Biotechnology', 'FinTech', 'Drones', 'constructor', 'free tag'];
export const someUniversities = ['uni_mit', 'uni_oxford'];
export const someYears = [1999, 2015, 2024, 2026];

const founder = { first_name: 'Ada', last_name: 'Byron', job_title: '', logo_url: '', linkedin_url: '' };

const text = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...someWords) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
    ),
    { maxLength: 5 },
  )
  .map((words) => words.join(' '));

/** Companies that share enough for every filter to divide them. */
export const someRecord: fc.Arbitrary<CompanyRecord> = fc
  .record({
    name: text,
    description: fc.record({ short: text, long: text, llm: text }),
    city: fc.constantFrom('', 'Zürich', 'Bio City', '東京'),
    businessModels: fc.subarray([...businessModels], { maxLength: 3 }),
    score: fc.constantFrom(null, 0, 0.25, 0.5, 1),
    countryCode: fc.constantFrom(...someCountries),
    founded: fc.constantFrom(null, ...someYears),
    cbRank: fc.constantFrom(null, null, 0, 1, 2, 90_000, 5_000_000),
    founderCount: fc.constantFrom(null, 0, 3),
    people: fc.constantFrom<PersonRecord[]>([], [founder]),
    links: fc.constantFrom<CompanyRecord['links']>([], [{ type: 'website', url: 'https://a.test' }]),
    discoveredDate: fc.constantFrom(...someDates),
    stages: fc.subarray(
      stages.map((stage) => stage.value),
      { maxLength: 2 },
    ),
    industries: fc.subarray(someIndustries, { maxLength: 3 }),
    highlights: fc.subarray(
      highlights.map((highlight) => highlight.value),
      { maxLength: 4 },
    ),
    employeeCount: fc.constantFrom(null, 0, 1, 10, 11, 200, 5000),
    emails: fc.constantFrom<string[][]>([], ['a@b.test']),
    fundedOn: fc.constantFrom(
      '',
      '2026-12-01',
      '2026-11-16',
      '2026-08-16',
      '2026-08-17',
      '2026-02-28',
      '2025-11-16',
      '2025-08-01',
      '2020-01-01',
    ),
    fundingTotal: fc.constantFrom(null, 1, 2_000_000, 10_000_000, 60_000_000),
    employeeBand: fc.constantFrom('', '1-10', '11-50', '101-250', '501+'),
    lastRound: fc.constantFrom('', 'Series B', 'Überbrückung'),
    lastRoundAmount: fc.constantFrom(null, 250_000),
    investors: fc.subarray(['Kite Fund', 'Söhne; Co', '=Fund']),
    status: fc.constantFrom('', ...companyStatuses.map(({ value }) => value)),
    own: fc.subarray([
      { name: 'Batch', value: 'W21' },
      { name: 'Größe', value: '=1+1' },
      { name: 'Note', value: 'Mit, Komma' },
    ]),
    followers: fc.constantFrom('', '950 followers', '12.4K followers', '1.2M followers'),
    fundingRounds: fc.constantFrom(null, 0, 3),
    investorCount: fc.constantFrom(null, 2),
    semScorePercentile: fc.constantFrom(null, 0.5),
    formerNames: fc.oneof(
      { weight: 4, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: fc.subarray(['Solar Data', 'bio data;', 'Café "Naive"'], { minLength: 1 }) },
    ),
    valuesOn: fc.constantFrom('', '2024-05-01', '2025-11-03'),
    fromFiles: fc.subarray(['a.csv', 'b.csv']),
    employeeGrowth: fc.constantFrom(null, -0.5, 0, 0.1, 0.25),
    isTranslated: fc.boolean(),
    isSample: fc.boolean(),
    universities: fc.subarray(someUniversities),
  })
  .map((parts) => recordOf(parts));
