import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { datedValuesOf } from '#server/record/companyHistory.ts';
import { decodeRecord, encodeRecord } from '#server/record/recordCodec.ts';
import { recordOf } from '#server/record/testing/records.ts';
import { longer } from '../../testing/propertyRuns.ts';
import { industriesInOrder } from '../values/industries.ts';
import { mergeCompanies } from './mergeCompanies.ts';

const few = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const someOf = <T>(...values: T[]): fc.Arbitrary<T[]> => fc.shuffledSubarray(values);
const people = ['Ana Roy', 'Bo Li', 'Cy Ek'].map((name) => {
  const [first_name = '', last_name = ''] = name.split(' ');
  return { first_name, last_name, job_title: 'Founder', logo_url: '', linkedin_url: '' };
});

/** What a source may say of one company, blanks included. */
const said = fc.record({
  name: few('Acme', 'ACME', 'Acme, Inc.', 'Brightly', 'Bright.ly'),
  logo: few('', 'https://acme.test/a.png', 'https://acme.test/b.png'),
  description: fc.record(
    {
      short: few('', 'Kites', 'Winds'),
      long: few('', 'We fly kites'),
      llm: few('', 'Kite flying'),
    },
    { noNullPrototype: true },
  ),
  customerProblem: few('', 'No wind', 'No kite'),
  businessModels: someOf('B2B' as const, 'SaaS' as const, 'B2C' as const),
  score: few(null, 0.25, 0.5),
  countryCode: few('', 'DE', 'FR'),
  city: few('', 'Köln', 'Lyon', 'Berlin'),
  founded: few(null, 2010, 2011),
  discoveredDate: few('2026-11-16', '2026-11-20'),
  stages: someOf('inv_stage_seed' as const, 'inv_stage_series_a' as const),
  industries: someOf('FinTech', 'Kites of all kinds', 'Biotech', 'AAA').map(industriesInOrder),
  links: someOf(
    { type: 'website' as const, url: 'https://acme.test' },
    { type: 'linkedin' as const, url: 'https://www.linkedin.com/company/acme' },
    { type: 'crunchbase' as const, url: 'https://www.crunchbase.com/organization/acme' },
  ),
  employeeCount: few(null, 7, 41),
  employeeBand: few('', '1-10', '11-50'),
  emails: someOf('a@acme.test', 'b@acme.test'),
  fundedOn: few('', '2024-01-05', '2025-06-01'),
  fundingTotal: few(null, 1_000_000, 2_000_000),
  lastRound: few('', 'Seed', 'Series A'),
  lastRoundAmount: few(null, 500_000),
  followers: few('', '12.4K followers', '13K followers'),
  isTranslated: fc.boolean(),
  people: someOf(...people),
  status: few('', 'operating', 'acquired'),
  own: someOf({ name: 'Batch', value: 'W21' }, { name: 'Pitch', value: 'Good' }).chain((values) =>
    fc.constantFrom(
      values,
      values.map(({ name }) => ({ name, value: 'Later' })),
    ),
  ),
});

/** Records of one company from different sources: no two of one day and name. */
const sources = fc.uniqueArray(
  fc.tuple(few('2024-12-31', '2025-11-03', '2025-11-03T09:30', '2026-02-01'), few('a.csv', 'b.csv')),
  { minLength: 1, maxLength: 6, selector: ([day, name]) => `${day} ${name}` },
);
const records = sources.chain((all) =>
  fc.tuple(...all.map(([day, name]) => said.map((parts) => asRead(parts, `${day} ${name}`)))),
);

/** As the importer reads it: several founders are a highlight. */
function asRead(parts: Partial<CompanyRecord>, source: string): CompanyRecord {
  const isTeam = (parts.people ?? []).length > 1;
  return recordOf({
    ...parts,
    highlights: isTeam ? ['founding_team_more_than_one'] : [],
    history: { sources: [source], seen: [] },
  });
}

function fold(all: readonly CompanyRecord[]): CompanyRecord {
  return all.reduce((company, record) => mergeCompanies(company, record) ?? company);
}

function textsOf(values: readonly unknown[]): Set<string> {
  return new Set(values.map((value) => JSON.stringify(value)));
}

const runs = { numRuns: longer(400) };

test('M7 dated sources in any order give the same company and history, and again change nothing', () => {
  fc.assert(
    fc.property(
      records.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        const company = fold(all);
        expect(fold(shuffled)).toEqual(company);
        for (const record of all) expect(mergeCompanies(company, record)).toBeNull();
      },
    ),
    runs,
  );
});

test('M7 companies that were merged apart come to the same as source by source', () => {
  fc.assert(
    fc.property(records, fc.nat(), (all, at) => {
      const cut = at % all.length;
      const parts = [all.slice(0, cut), all.slice(cut)].filter((part) => part.length > 0);
      expect(fold(parts.map(fold))).toEqual(fold(all));
    }),
    runs,
  );
});

test('M7 every dated value is kept with its source and survives its file; the newest counts', () => {
  fc.assert(
    fc.property(records, (all) => {
      const company = decodeRecord(encodeRecord(fold(all)));
      expect(company).toEqual(fold(all));
      expect(textsOf(datedValuesOf(company))).toEqual(textsOf(all.flatMap(datedValuesOf)));
      const newest = (has: (record: CompanyRecord) => boolean): CompanyRecord | undefined =>
        all.filter(has).toSorted((a, b) => (a.history.sources[0]! < b.history.sources[0]! ? 1 : -1))[0];
      for (const field of ['score', 'founded', 'followers', 'status', 'countryCode'] as const) {
        const isSaid = (record: CompanyRecord): boolean => record[field] !== '' && record[field] !== null;
        expect(company[field]).toEqual(newest(isSaid)?.[field] ?? recordOf({})[field]);
      }
      const sized = newest(({ employeeCount, employeeBand }) => employeeCount !== null || employeeBand !== '');
      expect([company.employeeCount, company.employeeBand]).toEqual([
        sized?.employeeCount ?? null,
        sized?.employeeBand ?? '',
      ]);
    }),
    runs,
  );
});

test('of two rows of one source the first has the say, and the second fills its blanks', () => {
  const source = { sources: ['2025-11-03 a.csv'], seen: [] };
  const first = recordOf({ name: 'Acme', founded: 2010, stages: ['inv_stage_seed'], history: source });
  const second = recordOf({ name: 'ACME', founded: 2012, score: 0.5, stages: ['inv_stage_series_a'], history: source });
  expect(fold([first, second])).toMatchObject({
    name: 'Acme',
    founded: 2010,
    score: 0.5,
    stages: ['inv_stage_seed', 'inv_stage_series_a'],
    history: source,
  });
});

test('a city stays out of another country, and a former name is kept', () => {
  const merged = fold([
    asRead({ name: 'Kite Labs', countryCode: 'DE', city: 'Köln' }, '2024-01-01 list.csv'),
    asRead({ name: 'Brightly', countryCode: 'FR' }, '2025-01-01 list.csv'),
    asRead({ name: 'BRIGHTLY', city: '' }, '2026-01-01 list.csv'),
  ]);
  expect(merged).toMatchObject({ name: 'Brightly', formerNames: ['Kite Labs'], countryCode: 'FR', city: '' });
});
