import { expect, test } from 'vitest';
import { importText, outcome } from './testing/importText.ts';

/** What the companies of a file say of these fields. */
async function recordsOf(...lines: string[]) {
  return (await importText(`${lines.join('\n')}\n`)).writer.records;
}

test('a band of employees stays a band, and an exact number a number', async () => {
  const records = await recordsOf(
    'Company,Employees',
    'Alma,51-200',
    'Bero,10001+',
    'Cito,42',
    'Dora,<50',
    'Elmo,many',
  );
  expect(records.map(({ employeeCount, employeeBand }) => [employeeCount, employeeBand])).toEqual([
    [null, '51-200'],
    [null, '10001+'],
    [42, ''],
    [null, '1-49'],
    [null, ''],
  ]);
});

test('the total, the last round, its day and amount, rounds and investors are kept as the file has them', async () => {
  const [alma, bero] = await recordsOf(
    'Organization Name,Total Funding Amount,Last Funding Type,Last Funding Date,Last Funding Amount,Number of Funding Rounds,Number of Investors,Top 5 Investors,Number of Founders',
    'Alma,$25500000,Series B,2015-10-14,$15000000,4,11,"Kite Fund, Orbit Capital",3',
    'Bero,,Convertible Note,2020-01-02,,,,,',
  );
  expect(alma).toMatchObject({
    fundingTotal: 25_500_000,
    lastRound: 'Series B',
    fundedOn: '2015-10-14',
    lastRoundAmount: 15_000_000,
    fundingRounds: 4,
    investorCount: 11,
    investors: ['Kite Fund', 'Orbit Capital'],
    founderCount: 3,
    stages: ['inv_stage_series_b'],
    people: [],
  });
  expect(bero).toMatchObject({ lastRound: 'Convertible Note', stages: [], fundingTotal: null, fundingRounds: null });
});

test('of several rounds the one of the latest day is the last', async () => {
  const rounds = [
    { type: 'series_a', amount_usd: 7_000_000, date: '2022-03-01' },
    { type: 'seed', amount_usd: 1_000_000, date: '2020-01-02' },
  ];
  const { writer } = await importText(JSON.stringify([{ name: 'Uno', funding_rounds: rounds }, { name: 'Dos' }]));
  expect(writer.records[0]).toMatchObject({
    lastRound: 'Series A',
    lastRoundAmount: 7_000_000,
    fundedOn: '2022-03-01',
    fundingTotal: 7_000_000,
  });
});

test('with a column for each round the latest stage is the last round', async () => {
  const [alma] = await recordsOf('name,seed,round_A,round_B', 'Alma,500000,2500000,0', 'Bero,0,1000000,4000000');
  expect(alma).toMatchObject({ lastRound: 'Series A', lastRoundAmount: 2_500_000 });
});

test.each([
  ['operating', 'operating'],
  ['Active', 'operating'],
  ['Acquired by Initech (2021)', 'acquired'],
  ['closed', 'closed'],
  ['Inactive', 'closed'],
  ['Out of business', 'closed'],
  ['ipo', 'public'],
  ['Publicly traded', 'public'],
  ['erloschen', 'closed'],
  ['已上市', 'public'],
])('the status %j is %j', async (text, status) => {
  const [alma] = await recordsOf('Company,Status', `Alma,${text}`, `Bero,${text}`);
  expect(alma?.status).toBe(status);
  expect(alma?.own).toEqual([]);
});

test('a status that says something else is a column of its own', async () => {
  const records = await recordsOf('Company,Status', 'Alma,Passed', 'Bero,In diligence', 'Cito,Passed');
  expect(records.map(({ status, own }) => [status, own])).toEqual([
    ['', [{ name: 'Status', value: 'Passed' }]],
    ['', [{ name: 'Status', value: 'In diligence' }]],
    ['', [{ name: 'Status', value: 'Passed' }]],
  ]);
});

test('profiles on other sites are links of their kinds, by header or by what they are', async () => {
  const [alma, bero] = await recordsOf(
    'Organization Name,Organization Name URL,Website,Links',
    'Alma,https://www.crunchbase.com/organization/alma,https://alma.test,https://github.com/alma',
    'Bero,https://www.crunchbase.com/organization/bero,https://bero.test,https://www.producthunt.com/products/bero',
  );
  expect(alma?.links.map(({ type }) => type)).toEqual(['website', 'crunchbase', 'github']);
  expect(bero?.links.map(({ type }) => type)).toEqual(['website', 'crunchbase', 'producthunt']);
});

test('columns that nobody knows are kept under their headers, and read again with the same outcome', async () => {
  const text =
    'Company,Country,Batch,"Pitch, 1-5",,Batch\nAlma,Germany,W21,4,yes,again\nBero,France,,n/a,,\nCito,Spain,S22,2,no,\n';
  const { writer, report } = await importText(text);
  expect(outcome(report)).toEqual([3, 3, 0, 0, 0]);
  expect(writer.records.map(({ own }) => own)).toEqual([
    [
      { name: 'Batch', value: 'W21' },
      { name: 'Pitch / 1-5', value: '4' },
      { name: 'Column 5', value: 'yes' },
      { name: 'Batch (2)', value: 'again' },
    ],
    [],
    [
      { name: 'Batch', value: 'S22' },
      { name: 'Pitch / 1-5', value: '2' },
      { name: 'Column 5', value: 'no' },
    ],
  ]);
  expect(outcome((await importText(text, writer)).report)).toEqual([3, 0, 0, 3, 0]);
});

test('a column that is left out by the user is left out, and the numbers of the rows are', async () => {
  const text = ',Company,Batch,Mood\n0,Alma,W21,good\n1,Bero,S22,bad\n';
  const { writer } = await importText(text, undefined, { mapping: { Mood: '' } });
  expect(writer.records.map(({ own }) => own)).toEqual([
    [{ name: 'Batch', value: 'W21' }],
    [{ name: 'Batch', value: 'S22' }],
  ]);
});

test('what a known column says and nobody can read is kept under its header', async () => {
  const [alma, bero] = await recordsOf(
    'Company,Founded,Raised (€),Stage,Website',
    'Alma,long ago,€1.2M,Growth,coming soon',
    'Bero,2019,€0,Seed,https://bero.test',
    'Cito,2020,€3M,Seed,https://cito.test',
    'Dora,2021,€4M,Series A,https://dora.test',
  );
  expect(alma?.own).toEqual([
    { name: 'Founded', value: 'long ago' },
    { name: 'Stage', value: 'Growth' },
    { name: 'Website', value: 'coming soon' },
  ]);
  expect(alma).toMatchObject({ fundingTotal: null, fundingTotalOriginal: 'EUR 1200000' });
  // Nothing raised is nothing to keep.
  expect(bero?.own).toEqual([]);
});

test('two of one name and country are two companies if they differ in two of city, year and trade', async () => {
  const header = 'Company,Country,City,Founded,Industry';
  const two = await importText(`${header}\nFabric,US,New York,2015,Logistics\nFabric,US,Bellevue,2017,Retail\n`);
  expect(outcome(two.report)).toEqual([2, 2, 0, 0, 0]);
  const again = `${header}\nFabric,US,Bellevue,2017,Retail\nFabric,US,New York,2015,Logistics\n`;
  expect(outcome((await importText(again, two.writer)).report)).toEqual([2, 0, 0, 2, 0]);
  const moved = await importText(`${header}\nFabric,US,New York,2015,Logistics\nFabric,US,Boston,2016,Logistics\n`);
  expect(outcome(moved.report)).toEqual([2, 1, 0, 1, 0]);
  const unknown = await importText(`${header}\nFabric,US,New York,2015,Logistics\nFabric,US,,,\n`);
  expect(outcome(unknown.report)).toEqual([2, 1, 0, 1, 0]);
});

test('one name with its form written otherwise is one company', async () => {
  const { report } = await importText(
    'Company,Country\nAlma Inc.,US\n"Alma, Inc",US\nALMA INCORPORATED,US\nAlma,US\nAlma GmbH,US\n',
  );
  expect(outcome(report)).toEqual([5, 3, 0, 2, 0]);
});

test.each([
  [
    'investors',
    'Investor,Website,HQ,Stage focus,Ticket size,AUM\nAlma Ventures,https://a.test,Berlin,Seed,$1M,$100M\n',
  ],
  ['investors', 'Fund Name,Check Size,Country\nAlma Ventures,$1M,DE\n'],
  ['investors', 'Name,Website,AUM,Check size,Sector focus\nAlma Ventures,https://a.test,$1M,$2M,Health\n'],
  ['events', 'Event,Venue,Start date,City\nKite Days,Hall 1,2026-05-01,Paris\n'],
  ['vacancies', 'Job title,Company,Salary range,Apply URL\nEngineer,Alma,50k,https://alma.test/jobs/1\n'],
])('a list of %s is recognised and said', async (kind, text) => {
  await expect(importText(text)).rejects.toThrow(`this looks like a list of ${kind}, not of companies.`);
});

test.each([
  'Company,Investors,Portfolio\nAlma,Kite Fund,Two\n',
  'Company,Website,Salary range\nAlma,https://alma.test,50k\n',
  'Fund,Website,Country\nFund of Kites,https://kites.test,DE\n',
])('a list of companies is not taken for another: %j', async (text) => {
  const { report } = await importText(text);
  expect(report.imported).toBe(1);
});

test('whoever says which column has the names may import any list', async () => {
  const text = 'Investor,Website,Ticket size\nAlma Ventures,https://a.test,$1M\n';
  const { writer } = await importText(text, undefined, { mapping: { Investor: 'name' } });
  expect(writer.records).toMatchObject([{ name: 'Alma Ventures', own: [{ name: 'Ticket size', value: '$1M' }] }]);
});

test('companies as columns are refused with what to do', async () => {
  const text = 'Company,Alma,Bero,Cito\nCity,Paris,Lyon,Nice\nFounded,2019,2020,2018\nWebsite,a.test,b.test,c.test\n';
  await expect(importText(text)).rejects.toThrow('each company seems to be a column; swap rows and columns');
});

test('tables side by side are read as one', async () => {
  const { writer, report } = await importText(
    'Company,City,,Company,City\nAlma,Paris,,Cito,Nice\nBero,Lyon,,Dora,Lille\nElmo,Metz,,,\n',
  );
  expect(writer.records.map(({ name, city }) => `${name} ${city}`)).toEqual([
    'Alma Paris',
    'Cito Nice',
    'Bero Lyon',
    'Dora Lille',
    'Elmo Metz',
  ]);
  expect(report.note).toBe('2 tables side by side are read as one.');
});

test.each([
  ['Company,Country,Total raised,Employees\n,,USD mn,FTE\nAlma,Germany,12.5,40\n', 12_500_000],
  ['Company,Total raised,Founded\n,k USD,year\nAlma,750,2019\n', 750_000],
])('a row of units below the header belongs to it', async (text, total) => {
  const { writer, report } = await importText(text);
  expect(outcome(report)).toEqual([1, 1, 0, 0, 0]);
  expect(writer.records[0]?.fundingTotal).toBe(total);
});
