import { expect, test } from 'vitest';
import { importText, outcome } from './testing/importText.ts';

/** What address books and data sellers export, with their own column names. */

test('F23 in an export of a pipeline the amount is the deal’s, not what a company has raised', async () => {
  const salesforce = await importText(
    'Opportunity Name,Account Name,Stage,Amount,Close Date,Probability (%)\nAlma - New,Alma,Prospecting,"250,000",3/31/2027,10\n',
  );
  const hubspot = await importText(
    'Deal Name,Company,Deal Stage,Amount,Deal owner,Total Funding\nBravo deal,Bravo,Term sheet,90000,Ann,$3M\n',
  );
  const rounds = await importText('Company,Round,Amount,Close Date\nCargo,Seed,2000000,2020-01-05\n');
  const totals = [salesforce, hubspot, rounds].map(({ writer }) => writer.records[0]?.fundingTotal);
  expect(totals).toEqual([null, 3_000_000, 2_000_000]);
});

test('F23 Affinity puts the seller’s name before its columns', async () => {
  const { writer } = await importText(
    'Name,Website,Affinity Data - Number of Employees,Affinity Data - Year Founded,Affinity Data - Investment Stage,Dealroom - Total Funding Amount (USD),Affinity Data - LinkedIn URL\n' +
      'Alma,alma.de,31,2016,Series A,12500000,https://linkedin.com/company/alma\n',
  );
  expect(writer.records).toMatchObject([
    { employeeCount: 31, founded: 2016, stages: ['inv_stage_series_a'], fundingTotal: 12_500_000 },
  ]);
  expect(writer.records[0]?.links[1]).toEqual({ type: 'linkedin', url: 'https://linkedin.com/company/alma' });
});

test('F23 Apollo’s latest round goes before the first of its funding events', async () => {
  const { writer } = await importText(
    JSON.stringify({
      organizations: [
        {
          name: 'Alma',
          latest_funding_round_date: '2021-06-17T00:00:00.000+00:00',
          latest_funding_stage: 'Series A',
          funding_events: [{ date: '2015-01-01T00:00:00', type: 'Seed', amount: '1M', currency: '$' }],
        },
        {
          name: 'Bravo',
          funding_events: [
            { date: '2015-01-01T00:00:00', type: 'Seed', amount: '1M' },
            { date: '2018-02-03T00:00:00', type: 'Series B', amount: '9M' },
          ],
        },
      ],
    }),
  );
  expect(writer.records).toMatchObject([
    { fundedOn: '2021-06-17', stages: ['inv_stage_series_a'], fundingTotal: 1_000_000 },
    { fundedOn: '2018-02-03', fundingTotal: 9_000_000 },
  ]);
});

test('F23 units and numbers within headers, and the form of dates behind them', async () => {
  const { writer } = await importText(
    'Startup Name;funding_usd_mn;Nº de empleados;InvestmentnType;Date dd/mm/yyyy\nAlma;12.5;31;Seed Funding;09/01/2020\nBravo;3;7;Series C;25/01/2020\n',
  );
  expect(writer.records).toMatchObject([
    { fundingTotal: 12_500_000, employeeCount: 31, stages: ['inv_stage_seed'], fundedOn: '2020-01-09' },
    { fundingTotal: 3_000_000, employeeCount: 7, stages: ['inv_stage_series_c'], fundedOn: '2020-01-25' },
  ]);
});

test('F23 records of different forms in one file keep their names', async () => {
  const { report, writer } = await importText(
    '{"name":"Alma","website":"alma.de"}\n{"company":{"website":"bravo.se","name":"Bravo"}}\n{"website":"cargo.fr","name":"Cargo"}\n',
  );
  expect(outcome(report)).toEqual([3, 3, 0, 0, 0]);
  expect(writer.records.map(({ name }) => name)).toEqual(['Alma', 'Bravo', 'Cargo']);
});

test('F23 the address of a picture is no company’s site', async () => {
  const { writer } = await importText(
    '[{"name":"Alma","thumbnail":{"url":"https://pics.cloud/a.png"},"screenshot":{"url":"https://pics.cloud/b.png"}},{"name":"Bravo"}]',
  );
  expect(writer.records[0]).toMatchObject({ links: [], logo: 'https://pics.cloud/a.png' });
});

test('F23 an Arabic list', async () => {
  const { writer } = await importText(
    'اسم الشركة,الموقع الإلكتروني,الدولة,سنة التأسيس,عدد الموظفين,إجمالي التمويل\nألما,alma.ae,الإمارات,2016,31,$2M\n',
  );
  expect(writer.records).toMatchObject([
    { name: 'ألما', countryCode: 'AE', founded: 2016, employeeCount: 31, fundingTotal: 2_000_000 },
  ]);
});

test('F23 names under a header of a language that nobody taught us show themselves beside their sites', async () => {
  const { writer } = await importText(
    'Ariuhing,Veebileht,Riik,Juht,Loodud\nNordlicht Energie GmbH,nordlicht-energie.de,Germany,Ann Roe,2016\nFieldspring,fieldspring.ag,USA,Bob Poe,2014\nUmoja Pay,umojapay.co.ke,Kenya,Cy Lee,2020\n',
  );
  expect(writer.records.map(({ name }) => name)).toEqual(['Nordlicht Energie GmbH', 'Fieldspring', 'Umoja Pay']);
  const people = await importText('Domain,Contact\nalma.de,Ann Roe\nbravo.se,Bob Poe\n');
  expect(people.writer.records.map(({ name }) => name)).toEqual(['alma.de', 'bravo.se']);
});

test('F23 the date beside the stage of a company is not the day of a round', async () => {
  const layoffs = await importText('Company,# Laid Off,Date,Stage\nAlma,120,11/14/2022,Series B\n');
  const rounds = await importText('Company,Date,Round\nBravo,11/14/2022,Series B\n');
  expect([layoffs, rounds].map(({ writer }) => writer.records[0]?.fundedOn)).toEqual(['', '2022-11-14']);
});

test('F23 what is said of founders is not their name, and no further founder', async () => {
  const { writer } = await importText(
    'Company,Founders\nAlma,"Ann Roe (CEO), Bob Poe (CTO)"\nBravo,Ann Roe - CEO; Bob Poe – CTO\nCargo,Ann Roe https://linkedin.com/in/annroe\nDelta,"Dr. Ann Roe, PhD"\nEcho,Ann Roe <ann@echo.io>\nFoxtrot,"Jean-Luc Roe, Bo Poe"\n',
  );
  const names = writer.records.map(({ people }) =>
    people.map((one) => `${one.first_name} ${one.last_name}`).join('; '),
  );
  expect(names).toEqual([
    'Ann Roe; Bob Poe',
    'Ann Roe; Bob Poe',
    'Ann Roe',
    'Ann Roe',
    'Ann Roe',
    'Jean-Luc Roe; Bo Poe',
  ]);
  expect(writer.records[3]?.highlights).toEqual([]);
});
