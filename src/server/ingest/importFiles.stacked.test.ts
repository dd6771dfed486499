import { expect, test } from 'vitest';
import { importText, outcome } from './testing/importText.ts';

/** Concatenated tables, and sheets that count more than companies. */

test('F23 a header that has years above numbers is one', async () => {
  const { report, writer } = await importText(
    'Sales by year\nCompany,Country,Sector,2021,2022,2023\nAldermoor,UK,Fintech,1.2,2.4,3.1\nBirke,DE,Food,0.4,,0.9\n',
  );
  expect(outcome(report)).toEqual([2, 2, 0, 0, 0]);
  expect(writer.records).toMatchObject([
    { name: 'Aldermoor', countryCode: 'GB', founded: null },
    { name: 'Birke', countryCode: 'DE' },
  ]);
});

test('F23 years below each other are values, not headers', async () => {
  const { writer } = await importText('Alma,Germany,2014,2019\nBirk,Sweden,2016,2021\n');
  expect(writer.records).toMatchObject([
    { name: 'Alma', countryCode: 'DE', founded: 2014 },
    { name: 'Birk', countryCode: 'SE', founded: 2016 },
  ]);
});

const page = (rows: string): string => `\uFEFFName,Website,City,Country\r\n${rows}\r\n`;

test('F23 files put together with the mark of their encoding keep their header', async () => {
  const { report, writer } = await importText(
    page('Alba,alba.it,Torino,Italy') + page('Bruma,bruma.pt,Braga,Portugal'),
  );
  expect(report.rejected).toEqual([{ line: 3, reason: 'the header again, not a company' }]);
  expect(writer.records.map(({ name, city }) => [name, city])).toEqual([
    ['Alba', 'Torino'],
    ['Bruma', 'Braga'],
  ]);
});

test('F23 Monday: sums below a group are no round of its last company, the next group’s title is no company', async () => {
  const header = 'Name,Person,Website,Country,Amount (USD),Date\n';
  const { report, writer } = await importText(
    `Dealflow\nNew deals\n${header}Lantern,Rita,lantern.example,Kenya,500000,2024-05-06\n` +
      `Skarab,Rita,skarab.example,France,1000000,2024-05-08\n,,,,1500000,\nPassed\n${header}Moth,Max,,UK,250000,2024-04-02\n`,
  );
  expect(outcome(report)).toEqual([6, 3, 0, 0, 3]);
  expect(report.rejected.map(({ reason }) => reason)).toEqual([
    'no company name',
    'a heading, not a company',
    'the header again, not a company',
  ]);
  expect(writer.records.map(({ fundingTotal }) => fundingTotal)).toEqual([500_000, 1_000_000, 250_000]);
});

test('I13 a company of which nothing but the name is known stays at the end of a page', async () => {
  const { report } = await importText(
    'Name,Website,Country\nAlma,alma.de,DE\nBirk\nName,Website,Country\nCeder,ceder.nl,NL\n',
  );
  expect(outcome(report)).toEqual([4, 3, 0, 0, 1]);
});

test('F23 sums of what a heading gathers, who prepared a sheet, and pages without a title are no companies', async () => {
  const { report, writer } = await importText(
    'Name,Country,Stage,Amount,Cost\nFintech,,,,\nArdent Pay,UK,Seed,1500000,500000\nTotal Fintech,,,1500000,500000\n' +
      'Germany Total,,,1,2\nTotal Wine,,,3000000,1\nTotal Energy,France,,4000000,1\nUntitled,,,,\nPrepared by: Example LLP,,,,\n',
  );
  expect(writer.records.map(({ name }) => name)).toEqual(['Ardent Pay', 'Total Wine', 'Total Energy']);
  expect(report.rejected.map(({ reason }) => reason)).toEqual([
    'a heading, not a company',
    'a row of totals',
    'a row of totals',
    'no company name',
    'a remark, not a company',
  ]);
});

test('F23 a person without a company does not reach the one above', async () => {
  const people = await importText(
    'Email,First Name,Company,Job Title\nbob@bluedoor.example,Bob,Blue Door,Founder\ncy@drift.example,Cy,,CTO\n',
  );
  expect(people.writer.records).toMatchObject([{ name: 'Blue Door', emails: ['bob@bluedoor.example'] }]);
  const list = await importText('Company,City,Email\nBlue Door,Oslo,a@bluedoor.example\n,,b@bluedoor.example\n');
  expect(list.writer.records).toMatchObject([{ emails: ['a@bluedoor.example', 'b@bluedoor.example'] }]);
});

test('F23 founders between slashes, and programs in the text of a page', async () => {
  const { writer } = await importText(
    'Company,Founders,Description\nAurelia,A. Roth / B. Klein,<p>Light</p><script>alert(1 < 2)</script>\n',
  );
  expect(writer.records).toMatchObject([
    { people: [{ last_name: 'Roth' }, { last_name: 'Klein' }], description: { short: 'Light' } },
  ]);
});

test('F23 lines that are one quoted cell each are a table; names with commas are names', async () => {
  const { report, writer } = await importText(
    '"Company,Description,Country"\n"Alma,""Tools, fast"",Germany"\n"Birk,Boats,Sweden"\n"Ceder,Maps"\n',
  );
  expect(outcome(report)).toEqual([3, 3, 0, 0, 0]);
  expect(writer.records).toMatchObject([
    { name: 'Alma', countryCode: 'DE', description: { short: 'Tools, fast' } },
    { name: 'Birk', countryCode: 'SE' },
    { name: 'Ceder', countryCode: '' },
  ]);
  const names = await importText('Company\n"Acme, Inc."\n"Bolt, Ltd"\n');
  expect(names.writer.records.map(({ name }) => name)).toEqual(['Acme, Inc.', 'Bolt, Ltd']);
});
