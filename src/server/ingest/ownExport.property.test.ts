import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDollars, readMoney, writeMoney } from '#shared/domain/money.ts';
import type { PersonRecord } from '#shared/domain/person.ts';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { recordOf } from '#server/record/testing/records.ts';
import { longer } from '../testing/propertyRuns.ts';
import { mergeCompanies } from './company/mergeCompanies.ts';
import { placeRecord } from './company/sameCompany.ts';
import { exportText } from './testing/exportText.ts';
import { importText, outcome } from './testing/importText.ts';
import { MemoryWriter } from './testing/memoryWriter.ts';
import { industriesInOrder } from './values/industries.ts';

const few = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const someOf = <T>(...values: T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray(values, { maxLength: Math.min(4, values.length) });

/** Names that say something else in any other file: a total, a country, a former name, a list, a formula. */
const names = [
  'NA',
  'Quillo, Inc.',
  'Total Kites',
  'Bravo (formerly Charlie)',
  'Delta; Echo',
  '=Foxtrot+1',
  'Golf "the best" Club',
  'Ministry of Kites',
  '1984',
  'Hotel [DE]',
  'Others',
  'Müller & Söhne, Paris',
];
/** Trades of which some only sound like a reference industry, or are a business model elsewhere. */
const trades = ['FinTech', 'E-Commerce', 'B2B events', 'Events', 'AI for HR', 'smart (IoT) things', 'tea & cake', 'NA'];
/** Headers that mean a field, a currency, an id, a round or an end in any other file; some are those of our columns. */
const ownNames = [
  'Batch',
  'Currency',
  'HQ',
  'Sector',
  'Organization ID',
  'Total raised',
  'Größe (Mio. €)',
  'Notes 2',
  'Acquirer',
  'Seed',
  'Series A',
  'Closed on',
  'First name',
  'Entity type',
  'SIREN',
  'Status',
  'Name',
  'Founders',
  'Notes',
  'Region',
  'Sample',
];
const ownValues = ['W21', 'EUR', 'Paris', '4410', '€2M', '31,5', '=1+1', 'a; b', 'Yes', 'NA', 'Person', '2019-05-02'];
const words = [
  'Kites for schools',
  'Events for B2B',
  '=Payments, mostly',
  'N/A',
  '- one\n- two',
  '<b>Bold</b> & co',
  '12',
];
const texts = few('', ...words);

const original = fc.oneof(
  fc.constant(''),
  fc
    .record({
      amount: fc.integer({ min: 1, max: 1e9 }),
      currency: few('EUR', 'GBP', 'JPY'),
      rate: few(null, 1.08),
    })
    .map(writeMoney),
);

/** In dollars and as a source has it, where dollars follow from a rate. */
const amounts = fc.tuple(few(null, null, 2_000_000, 750, 60_000_000), original).map(([dollars, written]) => {
  const money = readMoney(written);
  return [dollars ?? (money === null ? null : inDollars(money)), written] as const;
});

const sites = few(
  (at: number) => [`https://company-${at}.test`],
  (at: number) => [`https://sites.google.com/view/company-${at}`],
  () => ['https://group.test'],
  () => [],
);

/** What a source may say of a company. */
const said = fc
  .record({
    site: sites,
    pages: fc.subarray(['facebook' as const, 'linkedin' as const, 'crunchbase' as const]),
    place: few(
      { countryCode: 'DE', city: 'Berlin' },
      { countryCode: 'NA', city: 'Paris' },
      { countryCode: '', city: '' },
    ),
    description: fc.record({ short: texts, long: texts, llm: texts }, { noNullPrototype: true }),
    customerProblem: texts,
    targetCustomer: texts,
    businessModels: someOf('B2B' as const, 'SaaS' as const, 'eCommerce & Marketplace' as const),
    score: few(null, 0.25, 1),
    founded: few(null, 2015, 2021),
    cbRank: few(null, 1234),
    semScorePercentile: few(null, 0.5),
    stages: someOf('inv_stage_seed' as const, 'inv_stage_series_a' as const),
    industries: someOf(...trades).map(industriesInOrder),
    size: few<Pick<CompanyRecord, 'employeeCount' | 'employeeBand'>>(
      { employeeCount: null, employeeBand: '' },
      { employeeCount: 42, employeeBand: '' },
      { employeeCount: null, employeeBand: '11-50' },
      { employeeCount: null, employeeBand: '10001+' },
    ),
    emails: someOf('hi@kite.test', 'press@kite.test'),
    funded: few('', '2024-01-05', '2025-06-01'),
    total: amounts,
    last: amounts,
    followers: few('', '12.4K followers', '7 followers'),
    isTranslated: fc.boolean(),
    universities: someOf('uni_mit', 'uni_oxford'),
    challenges: fc.tuple(texts, texts, texts),
    people: someOf('Ana Roy', 'Bo Li, PhD', 'Cher', 'Roe, Ann').map((all) => all.map(founder)),
    lastRound: few('', 'Seed', 'convertible_note', 'Acquired', 'A'),
    fundingRounds: few(null, 2),
    investorCount: few(null, 3),
    investors: someOf('Kite Fund, LLC', 'Söhne & Co', 'Others'),
    founderCount: few(null, 1, 3),
    status: few('', 'operating', 'acquired'),
    own: someOf(...ownNames).chain((all) =>
      fc.tuple(...all.map((name) => few(...ownValues).map((value) => ({ name, value })))),
    ),
    formerNames: fc.subarray(['Almanac', 'Kites, Ltd.']),
    valuesOn: few('2024-12-31', '2025-11-03'),
  })
  .map(({ site, pages, place, size, funded, total, last, ...parts }) => (at: number): Partial<CompanyRecord> => ({
    ...parts,
    ...place,
    ...size,
    fundedOn: funded,
    fundingTotal: total[0],
    fundingTotalOriginal: total[1],
    lastRoundAmount: last[0],
    lastRoundAmountOriginal: last[1],
    highlights: parts.people.length > 1 ? ['founding_team_more_than_one'] : [],
    links: [
      ...site(at).map((url) => ({ type: 'website' as const, url })),
      ...pages.map((type) => ({ type, url: `https://www.${type}.com/${pagesOf[type]}company-${at}` })),
    ],
  }));

const pagesOf = { linkedin: 'company/', crunchbase: 'organization/', facebook: '' };

function founder(name: string): PersonRecord {
  const [first_name = '', ...rest] = name.split(' ');
  return { first_name, last_name: rest.join(' '), job_title: 'CEO', logo_url: '', linkedin_url: '' };
}

/** Companies of a workspace, each by what one or two sources say of it. */
const workspace = fc
  .tuple(
    fc.shuffledSubarray(names, { minLength: 1, maxLength: 5 }),
    fc.array(fc.tuple(said, fc.option(said)), { minLength: 5, maxLength: 5 }),
  )
  .map(([called, all]) =>
    called.map((name, at) => {
      const [first, second] = all[at]!;
      const one = sourced({ name, ...first(at) }, 'older.csv');
      const other = second === null ? null : sourced({ name, ...second(at) }, 'list.csv');
      return other === null ? one : (mergeCompanies(one, { ...other, links: one.links }) ?? one);
    }),
  );

function sourced(parts: Partial<CompanyRecord>, file: string): CompanyRecord {
  const history = { sources: [`${parts.valuesOn ?? ''} ${file}`], seen: [] };
  return recordOf({ ...parts, fromFiles: [file], history, discoveredDate: '2026-11-16' });
}

/** A store of these companies, without those that an import takes for one of the others. */
async function storeOf(all: readonly CompanyRecord[]): Promise<MemoryWriter> {
  const writer = new MemoryWriter();
  const batch = writer.begin('import');
  for (const record of all) if (placeRecord(record, writer).kind === 'new') batch.add(record);
  await batch.commit();
  return writer;
}

/** What an export does not have: when a company was found, where its values are from, and ids of single lists. */
const untold: ReadonlySet<string> = new Set(['discoveredDate', 'fromFiles', 'history', 'aliases', 'ids']);

/** The rest of a company, its founders by name and its own values in any order. */
function told({ people, own, ...rest }: CompanyRecord): unknown {
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([field]) => !untold.has(field))),
    people: people.map((person) => `${person.first_name} ${person.last_name}`.trim()),
    own: own.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    employeeGrowth: null,
  };
}

test(
  'F110 an export of any workspace is duplicates only in it, and the same companies in a new one',
  async () => {
    await fc.assert(
      fc.asyncProperty(workspace, fc.boolean(), async (all, isOfDecisions) => {
        const writer = await storeOf(all);
        const { records } = writer;
        const csv = exportText(records, isOfDecisions);
        const anew = await importText(csv);
        expect(anew.writer.records.map(told)).toEqual(records.map(told));
        expect(outcome(anew.report)).toEqual([records.length, records.length, 0, 0, 0]);
        expect(outcome((await importText(csv, writer)).report)).toEqual([records.length, 0, 0, records.length, 0]);
        expect(writer.records.map(told)).toEqual(records.map(told));
      }),
      { numRuns: longer(16) },
    );
  },
  longer(60_000),
);
