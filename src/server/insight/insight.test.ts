import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Company, fundedTagOf } from '#shared/domain/company.ts';
import { emptyFilters } from '#shared/domain/filters.ts';
import { noNames } from '#shared/fields/filterRows.ts';
import { digestWeekOf } from '#shared/domain/digestWeek.ts';
import { sizeCategoryOf } from '#shared/domain/choices.ts';
import { sectorDataSchema } from '#shared/domain/sector.ts';
import { reportFileName, sectorReportSchema } from '#shared/report/reportData.ts';
import { layOutReport } from '#shared/report/reportHtml.ts';
import { sampleReport } from '#shared/report/testing/sampleReport.ts';
import { generateCompanies } from '../jobs/sample/generate.ts';
import { addBatch, monday, useCompanyFolder } from '../index/testing/companyFolder.ts';
import { recordOf } from '#server/record/testing/records.ts';
import { someCountries, someDates, someIndustries, someYears } from '../index/testing/records.ts';
import type { CompanyRecord } from '../record/companyRecord.ts';
import { sectorReportOf } from './report.ts';
import { sectorDataOf } from './sectorData.ts';
import { themesOf } from './themes.ts';

const folder = useCompanyFolder();
const week = '2026-W47';

/** Stores companies, the second half in a segment of its own, and returns their ids. */
async function store(records: readonly Partial<CompanyRecord>[]): Promise<number[]> {
  const writer = folder.writer();
  await writer.release(week, monday);
  const half = Math.ceil(records.length / 2);
  const ids = [
    ...(await addBatch(writer, 'import', records.slice(0, half))).ids,
    ...(await addBatch(writer, 'import', records.slice(half))).ids,
  ];
  return ids;
}

function described(long: string, parts: Partial<CompanyRecord> = {}): Partial<CompanyRecord> {
  return { name: 'X', description: { short: '', long, llm: '' }, ...parts };
}

test('similar companies share rare words and industries, most similar first, across segments', async () => {
  const [self, ...others] = await store([
    described('Heat pumps for bakeries', { industries: ['HVAC', 'Bakery'] }),
    described('Ledger for notaries', { industries: ['Legal'] }),
    described('Heat pumps for bakeries of any size', { industries: ['HVAC', 'Bakery'] }),
    described('Pumps for pools', { industries: ['HVAC'] }),
    described('Bread by post', { industries: ['Bakery'] }),
    described('Heat pumps', { discoveredDate: '2026-12-01' }),
    described('Ledger for farmers', { industries: ['Legal'] }),
  ]);
  const found = (await folder.reader().similar(self!, 50)).map(({ id }) => id);
  expect(found[0]).toBe(others[1]);
  expect(new Set(found)).toEqual(new Set([others[1], others[2], others[3]]));
  expect(await folder.reader().similar(self!, 1)).toHaveLength(1);
  expect(await folder.reader().similar(99_999, 50)).toEqual([]);
});

test('a company is never similar to itself, to one of a later week, or to the same one twice', async () => {
  const ids = await store([...generateCompanies({ count: 300, seed: 3, today: '2026-11-20' })]);
  const reader = folder.reader();
  const released = new Set(
    await reader.searchIds(
      { filters: emptyFilters(), sortBy: 'best_match', onlyIds: null, withoutIds: null },
      ids.length,
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...released), fc.integer({ min: 1, max: 500 }), async (id, limit) => {
      const found = (await reader.similar(id, limit)).map((company) => company.id);
      expect(found.length).toBeLessThanOrEqual(limit);
      expect(found).not.toContain(id);
      expect(new Set(found).size).toBe(found.length);
      expect(found.every((other) => released.has(other))).toBe(true);
      expect((await reader.similar(id, limit + 5)).slice(0, limit).map((company) => company.id)).toEqual(found);
    }),
    { numRuns: 60 },
  );
});

test('what says nothing is alike with nothing: names of people, figures and placeholders', async () => {
  const people = [{ first_name: 'Maryam', last_name: 'Ansari', job_title: '', logo_url: '', linkedin_url: '' }];
  const [self] = await store([
    described('Maryam Ansari leads 40 people', { people }),
    described('Maryam Ansari once wrote 40'),
    described('bad data'),
    described('bad data'),
  ]);
  expect(await folder.reader().similar(self!, 50)).toEqual([]);
});

test('the figures of a sector equal a count by hand', async () => {
  const record = fc.record({
    industries: fc.uniqueArray(fc.constantFrom(...someIndustries), { maxLength: 3 }),
    countryCode: fc.constantFrom(...someCountries),
    founded: fc.constantFrom(null, ...someYears),
    employeeCount: fc.constantFrom(null, 0, 3, 11, 700),
    fundedOn: fc.constantFrom('', '2026-10-01', '2024-01-01'),
    discoveredDate: fc.constantFrom(...someDates, '2026-12-01'),
    score: fc.constantFrom(null, 0, 0.25, 0.5, 1),
  });
  const parts = fc.sample(record, { numRuns: 200, seed: 11 });
  await store(parts);
  const reader = folder.reader();
  const asOf = '2026-11-16';
  for (const industry of someIndustries) {
    const filters = emptyFilters();
    filters.include.industries = [industry];
    const expected = parts.filter((p) => p.industries.includes(industry) && digestWeekOf(p.discoveredDate) <= week);
    const { companies, counts, scored, below } = await reader.sectorCounts(filters, 0.5);
    expect(companies).toBe(expected.length);
    expect(scored).toBe(expected.filter(({ score }) => score !== null).length);
    expect(below).toBe(expected.filter(({ score }) => score !== null && score < 0.5).length);
    expect(counts.get('country_codes')).toEqual(tally(expected.map((p) => p.countryCode)));
    expect(counts.get('incorporated_years')).toEqual(tally(expected.map((p) => String(p.founded ?? 'unknown'))));
    expect(counts.get('company_sizes')).toEqual(tally(expected.map((p) => sizeCategoryOf(p.employeeCount))));
    expect(counts.get('funded_tags')).toEqual(tally(expected.map((p) => fundedTagOf(p.fundedOn, asOf))));
    expect(counts.get('industries')).toEqual(tally(expected.flatMap((p) => p.industries)));
    expect(counts.get('digest_week')).toEqual(tally(expected.map((p) => digestWeekOf(p.discoveredDate))));
  }
});

function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** 40 companies of one industry, ten of which are in Berlin's country and say the same thing is hard. */
function drones(): Partial<CompanyRecord>[] {
  return Array.from({ length: 40 }, (_, index) => ({
    name: `Drone ${index}`,
    industries: index < 35 ? ['Drones', 'Robotics'] : ['Robotics'],
    countryCode: index < 10 ? 'DE' : 'US',
    founded: 2010 + (index % 4),
    score: index / 100,
    employeeCount: 5,
    stages: ['inv_stage_seed'] as const satisfies CompanyRecord['stages'],
    challenges: [index < 10 ? 'The crux is landing in a gale.' : '', '', ''] as [string, string, string],
  }));
}

test('an overview says what the figures say, from how many companies and as of which digest', async () => {
  const ids = await store(drones().map((record) => recordOf(record)));
  const reader = folder.reader();
  const data = await sectorDataOf(reader, (await reader.get(ids[7]!))!);
  expect(sectorDataSchema.parse(data)).toEqual(data);
  expect(data.sector).toBe('Drones');
  expect(data.figures).toMatchObject({ companies: 35, byStage: [{ label: 'Seed', count: 35 }] });
  expect(data.figures.byCountry).toEqual([
    { value: 'US', label: 'United States', count: 25 },
    { value: 'DE', label: 'Germany', count: 10 },
  ]);
  expect(data.sub_sectors).toEqual(['Robotics']);
  expect(data.sector_description).toContain(
    'As of the week of 16 Nov 2026, it contains 35 of the 40 companies in the data (88%).',
  );
  expect(data.sector_overview).toContain(
    '71% of companies are in the United States, compared with 75% of all companies; next is Germany (10).',
  );
  expect(data.trends_and_challenges).toContain('Of 35 companies, 10 describe their challenges');
  expect(data.trends_and_challenges).toContain('landing in a gale” (10)');
  // Without a year before, how many have come says nothing.
  expect(data.trends_and_challenges).not.toContain('added');
  expect(data.applies_to_company).toContain('34 others list it too');
  expect(data.applies_to_company).toContain(
    'Its score of 0.07 is higher than that of 21% of the 34 others with a score.',
  );
  expect(data.applies_to_company).toContain('Like 9 others here, it is from Germany.');
  expect(data.applies_to_company).not.toMatch(/unknown|no known/);
});

/** What themes are read from. */
function saying(name: string, question1: string): Pick<Company, 'name' | 'challenges_llm' | 'customer_problem'> {
  return { name, challenges_llm: { question1, question2: '', question3: '' }, customer_problem: '' };
}

test('what is quoted are whole statements and terms, with figures that differ left open', () => {
  const companies = [6, 8, 12, 16].flatMap((weeks, index) => [
    saying(`A${index}`, `Buyers decide late; a paid pilot of ${weeks} weeks is the usual entry.`),
    saying(`B${index}`, `Prices fall; concentration on ${['banks', 'shops', 'farms', 'ports'][index]} adds to it.`),
    saying(`C${index}`, `${['Airlines', 'Hospitals', 'Schools', 'Mines'][index]} ask for regulatory approval first.`),
  ]);
  const { themes, answered } = themesOf(companies);
  expect(answered).toBe(12);
  expect(themes).toContainEqual({ phrase: 'a paid pilot of … weeks is the usual entry', companies: 4 });
  expect(themes).toContainEqual({ phrase: 'regulatory approval', companies: 4 });
  const phrases = themes.map(({ phrase }) => phrase).join(' | ');
  expect(phrases).not.toMatch(/adds to it|^weeks is|\| weeks is/);
});

test('the industries that go with a sector are named by count', async () => {
  const ids = await store([
    ...Array.from({ length: 40 }, (_, index) =>
      recordOf({
        name: `N${index}`,
        industries: ['Drones', ...(index < 30 ? ['Software'] : []), ...(index < 9 ? ['Mapping'] : [])],
      }),
    ),
    ...Array.from({ length: 200 }, (_, index) => recordOf({ name: `S${index}`, industries: ['Software'] })),
  ]);
  const reader = folder.reader();
  const data = await sectorDataOf(reader, (await reader.get(ids[39]!))!);
  expect(data.sector_description).toContain('Its companies are most often also in Software (30) and Mapping (9).');
});

const none: ReadonlySet<number> = new Set();
const nobody = { decided: { watchlist: none, opportunities: none, archive: none }, onlyKept: false };

test('a report says what its user has decided in it, and covers only what they keep where that is asked', async () => {
  const ids = await store(drones().map((record) => recordOf(record)));
  const reader = folder.reader();
  const of = (...places: number[]): ReadonlySet<number> => new Set(places.map((place) => ids[place] ?? 0));
  const decided = { watchlist: of(0, 1, 30), opportunities: of(2), archive: of(3, 4, 39) };
  const filters = emptyFilters();
  filters.include.stages = ['inv_stage_seed'];
  const parts = [
    { kind: 'collection', name: 'Mine', ids: ids.slice(0, 5) },
    { kind: 'search', filters, names: noNames, onlyIds: null },
    { kind: 'search', filters: emptyFilters(), names: noNames, onlyIds: null },
    { kind: 'search', filters: emptyFilters(), names: noNames, onlyIds: of(1, 2, 3) },
  ] as const;
  for (const part of parts) {
    const whole = await sectorReportOf(reader, part, { decided, onlyKept: false }, 100);
    const shown = new Set(whole.companies.map(({ id }) => id));
    const count = (set: ReadonlySet<number>): number => [...set].filter((id) => shown.has(id)).length;
    expect(whole.decided).toEqual({
      watchlist: count(decided.watchlist),
      opportunities: count(decided.opportunities),
      archive: count(decided.archive),
    });
    const kept = await sectorReportOf(reader, part, { decided, onlyKept: true }, 100);
    const wanted = whole.companies.filter(({ id }) => decided.watchlist.has(id) || decided.opportunities.has(id));
    expect(kept.companies).toEqual(wanted);
    expect(kept.sector.figures.companies).toBe(wanted.length);
    expect(kept.decided).toEqual({ ...whole.decided, archive: 0 });
    expect(kept.query).toBe(`${whole.query} Only those in Watchlist or Opportunities.`);
  }
});

test('a report covers a list by its ids, and an empty one says so and nothing else', async () => {
  const ids = await store(drones().map((record) => recordOf(record)));
  const reader = folder.reader();
  const report = await sectorReportOf(reader, { kind: 'collection', name: 'Mine', ids: ids.slice(0, 3) }, nobody, 2);
  expect(sectorReportSchema.parse(report)).toEqual(report);
  expect(report.query).toBe('Companies in the collection “Mine”.');
  expect(report.companies.map(({ name }) => name)).toEqual(['Drone 2', 'Drone 1']);
  expect(report.sector.figures.companies).toBe(3);
  expect(report.sector.sector_description).toContain('it contains 3 of the 40 companies in the data (8%).');
  const empty = await sectorReportOf(reader, { kind: 'collection', name: 'None', ids: [] }, nobody, 2);
  expect(empty.sector).toMatchObject({ sector_overview: '', trends_and_challenges: '', applies_to_company: '' });
  expect(empty.sector.sector_description).toContain('it contains none of the 40 companies in the data.');
  const filters = emptyFilters();
  filters.include.stages = ['inv_stage_seed'];
  filters.include.countries = [{ name: 'Germany', code: 'DE' }];
  const search = await sectorReportOf(reader, { kind: 'search', filters, names: noNames, onlyIds: null }, nobody, 0);
  expect(reportFileName(search)).toBe('Sector Report on All sectors (Germany, Seed)');
  expect(search.sector.figures.companies).toBe(10);
  expect(search.query).toBe('Seed companies in Germany.');
});

test('a report about a workspace without companies says so, and of no week before the first digest', async () => {
  const report = await sectorReportOf(
    folder.reader(),
    { kind: 'search', filters: emptyFilters(), names: noNames, onlyIds: null },
    nobody,
    5,
  );
  expect(report).toMatchObject({ week: '', companies: [] });
  expect(report.sector.sector_description).toBe(
    'This overview covers all companies in the data. There are no companies in the data yet.',
  );
});

test('a sector is found for companies without industries, with rare ones, and in a store of one', async () => {
  const ids = await store([
    ...drones().map((record) => recordOf({ ...record, description: { short: '', long: 'Flying robots', llm: '' } })),
    described('Robots that are flying over fields'),
    { name: 'Rare', industries: ['Quantum Computing'] },
    { name: '', industries: ['my own tag'] },
  ]);
  const reader = folder.reader();
  const sectors = await Promise.all(ids.slice(-3).map(async (id) => sectorDataOf(reader, (await reader.get(id))!)));
  expect(sectors.map(({ sector }) => sector)).toEqual(['Robotics', 'Science and Engineering', 'All companies']);
  expect(sectors[0]?.applies_to_company).toContain('X lists no industry. Its description is closest to Robotics');
  expect(sectors[1]?.applies_to_company).toContain('so it is compared with the 41 companies in their group');
  expect(sectors[2]?.applies_to_company).toContain('This company');
});

test('every company of a sample has an overview without an empty or unfinished sentence', async () => {
  const ids = await store([...generateCompanies({ count: 250, seed: 5, today: '2026-11-20' })]);
  const reader = folder.reader();
  for (const company of await reader.getMany(ids)) {
    const { figures: _, sub_sectors: subSectors, sector, ...texts } = await sectorDataOf(reader, company);
    expect(subSectors).not.toContain(sector);
    for (const text of Object.values(texts)) {
      expect(text).toMatch(/^\S.*\.$/s);
      expect(text).not.toMatch(/undefined|NaN|Infinity|null| {2}|\(\)|“”|\.\.|\b1 (?:companies|years|others)\b/);
    }
  }
});

test('one company is spoken of as one, and no share of it is given', async () => {
  const known = { employeeCount: 20, fundedOn: '2025-01-10', stages: ['inv_stage_seed'] } as const;
  const ids = await store([described('Heat pumps', { ...known, stages: [...known.stages] }), described('Ledgers')]);
  const all = { kind: 'collection', name: 'Both', ids } as const;
  const both = JSON.stringify(await sectorReportOf(folder.reader(), all, nobody, 2));
  expect(both).toContain('The only company whose size is known has 11 to 50 employees.');
  expect(both).toContain('The only company whose last funding round is known raised it more than 15 months ago.');
  const one = JSON.stringify(await sectorReportOf(folder.reader(), { ...all, ids: ids.slice(0, 1) }, nobody, 2));
  expect(one).toContain('The only company has 11 to 50 employees.');
  expect(both + one).not.toContain('Of the 1 ');
});

/** Companies of an old file: founded long ago, with rounds of then, and nothing else known but for some countries. */
function ofLongAgo(): Partial<CompanyRecord>[] {
  return Array.from({ length: 40 }, (_, index) => ({
    name: `Old ${index}`,
    founded: 2000 + (index % 15),
    fundedOn: index < 30 ? '2013-05-01' : '',
    countryCode: index < 20 ? 'US' : index < 24 ? 'FR' : '',
  }));
}

async function reportOnAll(ids: readonly number[]): Promise<string> {
  const all = { kind: 'collection', name: 'All', ids } as const;
  const { sector } = await sectorReportOf(folder.reader(), all, nobody, 2);
  return `${sector.sector_overview} ${sector.trends_and_challenges}`;
}

async function saidOf(ids: readonly number[]): Promise<string> {
  const { sector } = await sectorReportOf(folder.reader(), { kind: 'collection', name: 'Some', ids }, nobody, 2);
  return `${sector.sector_description} ${sector.sector_overview} ${sector.trends_and_challenges}`;
}

test('E21 what is not known of any company is not told, and the rest as people write it', async () => {
  const text = await reportOnAll(await store(ofLongAgo().map((record) => recordOf(record))));
  expect(text).not.toMatch(/stage|size|employees|describe|No |0%|100%|At least half/);
  expect(text).toContain('Half of the companies were founded in 2006 or before, the newest in 2014.');
  expect(text).toContain('All 30 companies whose last funding round is known raised it more than 15 months ago.');
});

test('E21 what is true of all of them is said of all, and of no share', async () => {
  const one = { founded: 2011, countryCode: 'US', employeeCount: 5, industries: ['Drones'] };
  const ids = await store([...['A', 'B', 'C'].map((name) => recordOf({ ...one, name })), recordOf({ name: 'D' })]);
  const some = await saidOf(ids.slice(0, 3));
  expect(some).toContain('The most common industry is Drones (3).');
  expect(some).toContain('All companies are in the United States. All 3 companies have 1 to 10 employees.');
  expect(some).toContain('All companies were founded in 2011.');
  const all = await saidOf(ids);
  expect(all).toContain('it contains all 4 companies in the data.');
  expect(all).toContain('All 3 companies with a known country are in the United States.');
  expect(all).toContain('All companies with a known founding year were founded in 2011.');
  expect(some + all).not.toMatch(/100%|Half/);
});

test('E21 the year by which half were founded is no half where it is the newest', async () => {
  const years = [2004, 2011, 2011];
  const text = await reportOnAll(await store(years.map((founded) => recordOf({ name: `Of ${founded}`, founded }))));
  expect(text).toContain('Most of the companies were founded in 2011, the oldest in 2004.');
});

test('E21 shares of rounds leave out what there is none of, and add up', async () => {
  const days = ['2026-11-01', '2026-11-02', '2026-02-01', '2013-05-01'];
  const records = days.map((fundedOn, index) => recordOf({ name: `One ${index}`, fundedOn, founded: 2024 }));
  const text = await reportOnAll(await store(records));
  expect(text).toContain(
    'Of the 4 companies whose last funding round is known, 50% raised it in the last six months, ' +
      '25% 6 to 12 months ago and 25% more than 15 months ago.',
  );
});

test('E21 the share of a country is of the companies whose country is known, in the tile as in the text', async () => {
  const ids = await store(ofLongAgo().map((record) => recordOf(record)));
  const { sector } = await sectorReportOf(folder.reader(), { kind: 'collection', name: 'All', ids }, nobody, 2);
  expect(sector.figures.byCountry.map(({ label, count }) => `${label} ${count}`)).toEqual([
    'United States 20',
    'France 4',
    'Unknown 16',
  ]);
  expect(sector.sector_overview).toContain('83% of companies with a known country are in the United States');
  const page = layOutReport({ ...sampleReport(1), sector }, { madeOn: '21 Nov 2026', fonts: [] }).html(new Map());
  expect(page).toContain('<dt>of those with a known country in the United States</dt><dd>83%</dd>');
});
