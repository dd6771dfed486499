import { expect, test } from 'vitest';
import { importText, outcome } from './testing/importText.ts';

/** What the tools of funds export: lists of deals, address books, data sellers. */

test('F23 Airtable and Attio: who made a row is none of the company, a record is its name', async () => {
  const airtable = await importText(
    'Company Name,URL,Created By\nOrbit Pay,https://orbitpay.africa,rita@fund.example\n',
  );
  expect(airtable.writer.records).toMatchObject([{ name: 'Orbit Pay', emails: [] }]);
  const attio = await importText(
    'Record,Domains,Primary location > Country,Employee range,Record ID\nPelican Bank,pelicanbank.example,US,51-200,0b1f\n',
  );
  expect(attio.writer.records).toMatchObject([{ name: 'Pelican Bank', countryCode: 'US', employeeBand: '51-200' }]);
});

test('F23 Notion: where a name leads stands behind it', async () => {
  const { writer } = await importText(
    'Name,HQ\nKite Robotics (https://www.notion.so/Kite-1234),"Zürich, Switzerland"\nKite (Labs),Berlin\n',
  );
  expect(writer.records.map(({ name }) => name)).toEqual(['Kite Robotics', 'Kite (Labs)']);
});

test('F23 Pipedrive: people are those in the address book, not employees', async () => {
  const { writer } = await importText(
    'Organization - Name;Organization - Address;Organization - People\n' +
      'Solvatec GmbH;Hauptstr. 5, 80331 München, Germany;3\nNordlys A/S;Vej 1, 1620 København, Denmark;1\n',
  );
  expect(writer.records).toMatchObject([
    { name: 'Solvatec GmbH', city: 'München', employeeCount: null },
    { name: 'Nordlys A/S', city: 'København', employeeCount: null },
  ]);
});

test('F23 Tracxn: an overview beside a description is kept', async () => {
  const { writer } = await importText(
    'Company Name,Overview,Description\nPaisaPe,Lending platform,PaisaPe offers loans.\nKhetCredit,Credit for farmers,\n',
  );
  expect(writer.records.map(({ description }) => [description.short, description.long])).toEqual([
    ['PaisaPe offers loans.', 'Lending platform'],
    ['', 'Credit for farmers'],
  ]);
});

test('F23 Wellfound: pitch, size, what was raised, and texts with tags of web pages', async () => {
  const { writer } = await importText(
    JSON.stringify([
      {
        startupName: 'Patchwork',
        highConcept: 'Git for quilts',
        productDescription: '<p>We make <b>quilts</b> &amp; code<br/>in <12 months.</p>',
        companySize: 'SIZE_11_50',
        totalRaisedAmount: 2_500_000,
      },
    ]),
  );
  expect(writer.records).toMatchObject([
    {
      name: 'Patchwork',
      description: { short: 'Git for quilts', long: 'We make quilts & code in <12 months.' },
      employeeBand: '11-50',
      fundingTotal: 2_500_000,
    },
  ]);
});

test('F23 of several rounds in JSON all stages, the latest day and the largest amount count', async () => {
  const rounds = [
    { type: 'seed', amount_usd: 1_000_000, date: '2020-01-02', investors: [{ name: 'X' }] },
    { type: 'series_a', amount_usd: 7_000_000, date: '2022-03-01' },
  ];
  const { writer } = await importText(
    JSON.stringify([
      { name: 'Uno', funding_rounds: rounds },
      { name: 'Dos', funding_rounds: [] },
      { name: 'Tres', funding_rounds: rounds.toReversed() },
    ]),
  );
  const raised = {
    stages: expect.arrayContaining(['inv_stage_seed', 'inv_stage_series_a']) as string[],
    fundedOn: '2022-03-01',
    fundingTotal: 7_000_000,
  };
  expect(writer.records).toMatchObject([raised, { stages: [], fundedOn: '', fundingTotal: null }, raised]);
});

test('F23 a month and a year are no day of a year of two digits', async () => {
  const { writer } = await importText(
    'Company,Last Funding Date,Last Funding Type\nAa,03/2021,Seed\nBb,25/06/2021,Seed\nCc,12.2019,Seed\nDd,04/05/2021,Seed\n',
  );
  const days = ['2021-03-01', '2021-06-25', '2019-12-01', '2021-05-04'];
  expect(writer.records.map(({ fundedOn }) => fundedOn)).toEqual(days);
});

test('F23 a shared sheet: where, since when, and dollars under a header in euros', async () => {
  const { writer } = await importText(
    'Startup,Site,Where,Since,Raised (€)\nZebra,zebra.example,Grenoble (FR),Q3 2019,€1.2bn\n' +
      'Dodo,dodo.example,"Port Louis, Mauritius",c2017,$1.2M (Series A)\n',
  );
  expect(writer.records).toMatchObject([
    { city: 'Grenoble', countryCode: 'FR', founded: 2019, fundingTotal: null },
    { city: 'Port Louis', countryCode: 'MU', founded: 2017, fundingTotal: 1_200_000 },
  ]);
});

test('F23 links and texts as formulas: a label is a name, an address a site', async () => {
  const { writer } = await importText(
    'Company,Website,Employees\n"=HYPERLINK(""https://crm.example/1"",""Acme"")","=HYPERLINK(""https://acme.dev"",""Visit"")","=""42"""\n' +
      '"=""Beta Co""",beta.dev,7\n=SUM(A1:A2),sum.dev,8\n',
  );
  expect(writer.records).toMatchObject([
    { name: 'Acme', links: [{ type: 'website', url: 'https://acme.dev' }], employeeCount: 42 },
    { name: 'Beta Co', employeeCount: 7 },
    { name: '=SUM(A1:A2)', employeeCount: 8 },
  ]);
});

test('F23 Harmonic: a date is the date of what it stands in', async () => {
  const company = { name: 'Tessel AI', headcount: 14, foundingDate: { date: '2022-06-01T00:00:00Z' } };
  const { writer } = await importText(JSON.stringify({ results: [{ urn: 'urn:1', company }] }));
  expect(writer.records).toMatchObject([{ name: 'Tessel AI', founded: 2022, employeeCount: 14, fundedOn: '' }]);
});

test('F23 PitchBook: the second deal type names the round that the first one leaves open', async () => {
  const { writer } = await importText(
    'Companies,Last Financing Deal Type,Last Financing Deal Type 2,HQ Location\n' +
      'Vault Inc,Early Stage VC,Series A,"Austin, TX"\nBahama Pay,Later Stage VC,,"Nassau, Bahamas, The"\n' +
      'Seoul Soft,Seed Round,,"Seoul, Korea, Republic of"\n',
  );
  expect(writer.records).toMatchObject([
    { stages: ['inv_stage_series_a'], city: 'Austin' },
    { stages: [], city: 'Nassau', countryCode: 'BS' },
    { stages: ['inv_stage_seed'], city: 'Seoul', countryCode: 'KR' },
  ]);
});

test('F23 a list of grants: who leads is the company; names of other things are no names', async () => {
  const grants = await importText(
    'Project Title,Lead Organisation,Award Amount (£),Start Date,Region\nSmart Grids,Voltaic Ltd,120000,01/04/2021,Scotland\n',
  );
  expect(grants.writer.records).toMatchObject([{ name: 'Voltaic Ltd', fundingTotal: null }]);
  const { writer } = await importText(
    JSON.stringify([{ company: 'Acme', batch: { name: 'W24' }, topic: { name: 'AI' } }]),
  );
  expect(writer.records.map(({ name }) => name)).toEqual(['Acme']);
});

const report = '"Account Name","Website","Billing City","Industry"\n"Grape Co","grape.example","Lyon","Agriculture"\n';
const footer =
  '\n"Accounts by Region"\n"Copyright (c) 2000-2024 salesforce.com, inc. All rights reserved."\n' +
  '"Confidential Information - Do Not Distribute"\n"Generated By:  Jo Park  3/12/2024 10:00 AM"\n"Acme Ventures Ltd"\n';

test('I13 the footer of a Salesforce report is no company, whatever it names', async () => {
  const { report: result, writer } = await importText(report + footer);
  expect(outcome(result)).toEqual([6, 1, 0, 0, 5]);
  expect(result.rejected.map(({ line }) => line)).toEqual([4, 5, 6, 7, 8]);
  expect(writer.records.map(({ name }) => name)).toEqual(['Grape Co']);
});

test('I13 names alone in their lines are companies where the list goes on, or nothing says otherwise', async () => {
  const names = await importText(`${report}"Plum Co"\n"Fig Co"\n`);
  expect(outcome(names.report)).toEqual([3, 3, 0, 0, 0]);
  const lines = '"Plum Co"\n"Copyright Clearance Co"\n"Kiwi Co","kiwi.example","Nice","Retail"\n';
  const { writer } = await importText(`${report}${lines}`);
  expect(writer.records.map(({ name }) => name)).toEqual(expect.arrayContaining(['Grape Co', 'Plum Co', 'Kiwi Co']));
});
