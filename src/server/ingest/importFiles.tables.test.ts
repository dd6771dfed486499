import { expect, test } from 'vitest';
import iconv from 'iconv-lite';
import { importText, outcome } from './testing/importText.ts';
import { inlineRows, workbookFiles, zipOf } from './testing/workbook.ts';

/** Tables whose form is easy to misread. */

test('F23 a delimiter at the end of every line is no column of row numbers', async () => {
  for (const sign of [',', ';']) {
    const rows = ['id,name,city,country', '101,Celltech,Heidelberg,Germany,', '102,Aiolos,Athens,Greece,'];
    const { writer } = await importText(`${rows.join('\n').replaceAll(',', sign)}\n`);
    expect(writer.records.map(({ name, city, countryCode }) => [name, city, countryCode])).toEqual([
      ['Celltech', 'Heidelberg', 'DE'],
      ['Aiolos', 'Athens', 'GR'],
    ]);
  }
  const { writer } = await importText('name,city\n1,Celltech,Heidelberg\n2,Aiolos,Athens\n');
  expect(writer.records.map(({ name }) => name)).toEqual(['Celltech', 'Aiolos']);
});

test.each([
  ['Total captado (R$)', null],
  ['Total Funding (A$M)', null],
  ['Total funding C$', null],
  ['Total funding (Canadian dollars)', null],
  ['Total funding (US$)', 186_000],
  ['Total funding ($)', 186_000],
  ['Funding$', 186_000],
])('F23 of amounts below %j %s is known in USD', async (header, amount) => {
  const { writer } = await importText(`Startup;${header};Country\nOlist;186000;Brazil\n`);
  expect(writer.records).toMatchObject([{ name: 'Olist', countryCode: 'BR', fundingTotal: amount }]);
});

test('F23 founders as a program writes a list', async () => {
  const { writer } = await importText(
    `name,founders_names,website
Stripe,"['John Collison', ""Pat O'Neil""]",stripe.example
Loom,"[""Ann Roe"", ""Bo Lee""]",loom.example
Solo,[Cy Poe],solo.example
`,
  );
  expect(
    writer.records.map(({ people }) => people.map(({ first_name, last_name }) => `${first_name} ${last_name}`)),
  ).toEqual([['John Collison', "Pat O'Neil"], ['Ann Roe', 'Bo Lee'], ['Cy Poe']]);
});

test('I13 in a dump of everything only companies are', async () => {
  const { report, writer } = await importText(
    `id,entity_type,name,homepage_url,country_code
c:1,Company,Wetpaint,http://wetpaint.example,USA
p:2,Person,Ben Elowitz,,USA
r:3,Product,Wikisite,http://wikisite.example,
f:4,FinancialOrg,Accel,http://accel.example,USA
`,
  );
  expect(writer.records.map(({ name }) => name)).toEqual(['Wetpaint', 'Accel']);
  expect(report.rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'a person or a product, not a company'],
    [4, 'a person or a product, not a company'],
  ]);
});

test('I13 a heading above a group of rows is no company', async () => {
  const { report, writer } = await importText(
    'Company,Website,Country,Employees\nFINTECH,,,\nAlma,alma.de,DE,12\nGermany,,,\nBravo,bravo.de,DE,9\nOrbit,,,\n',
  );
  expect(writer.records.map(({ name }) => name)).toEqual(['Alma', 'Bravo', 'Orbit']);
  expect(report.rejected.map(({ reason }) => reason)).toEqual(Array(2).fill('a heading, not a company'));
  expect(outcome((await importText('Company\nAlma\nFintech\n')).report)).toEqual([2, 2, 0, 0, 0]);
});

test('F23 what a query of Wikidata gives, as CSV and as JSON', async () => {
  const csv = `item,itemLabel,countryLabel,country,inception,website
http://www.wikidata.org/entity/Q1,Siemens,Germany,http://www.wikidata.org/entity/Q183,1847-10-01T00:00:00Z,https://siemens.example
http://www.wikidata.org/entity/Q2,Danone,France,http://www.wikidata.org/entity/Q142,1919-01-01T00:00:00Z,https://danone.example
`;
  const [header = '', ...lines] = csv.trim().split('\n');
  const names = header.split(',');
  const bindings = lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, index) => [names[index], { type: 'literal', value }])),
  );
  const json = JSON.stringify({ head: { vars: names }, results: { bindings } });
  for (const text of [csv, json]) {
    const { writer } = await importText(text);
    expect(writer.records).toMatchObject([
      {
        name: 'Siemens',
        countryCode: 'DE',
        founded: 1847,
        links: [{ type: 'website', url: 'https://siemens.example' }],
      },
      { name: 'Danone', countryCode: 'FR', founded: 1919 },
    ]);
  }
});

test('F23 PitchBook counts in millions; the programs that a company uses are no industries', async () => {
  const { writer } = await importText(
    `Companies,Primary Industry Code,Technologies,Total Raised,Last Financing Size,Last Financing Deal Type,HQ Global Region
Alma,Financial Software,"Gmail, Salesforce",20.55,8.00,Series A,Europe
Bravo,Biotechnology,Cloudflare DNS,1500000,,Seed,Europe
`,
  );
  expect(writer.records.map(({ fundingTotal }) => fundingTotal)).toEqual([20_550_000, 1_500_000]);
  expect(writer.records.flatMap(({ industries }) => industries)).not.toContain('Gmail');
});

test('F23 a register’s own page is no company’s site', async () => {
  const { writer } = await importText('name,registry_url,country\nAlma,https://registry.example/1,DE\n');
  expect(writer.records).toMatchObject([{ name: 'Alma', links: [] }]);
});

test('F23 a spreadsheet whose rows and cells do not say where they stand', async () => {
  const rows = [
    ['Name', 'Country', 'City'],
    ['Alma', 'Germany', 'Köln'],
    ['Bravo', 'France', 'Paris'],
  ];
  const xml = inlineRows(rows).replaceAll(/\sr="[A-Z]*\d+"/g, '');
  expect(xml).not.toContain(' r="');
  const { writer } = await importText(zipOf(workbookFiles({ Companies: xml })));
  expect(writer.records.map(({ name, city, countryCode }) => [name, city, countryCode])).toEqual([
    ['Alma', 'Köln', 'DE'],
    ['Bravo', 'Paris', 'FR'],
  ]);
});

test('F23 a Korean list in EUC-KR', async () => {
  const text = '회사명,홈페이지,설립일,업종\n우아한형제들,woowahan.example,2011-03-10,핀테크\n';
  const { report, writer } = await importText(iconv.encode(text, 'cp949'));
  expect(report.encoding).toBe('EUC-KR');
  expect(writer.records).toMatchObject([{ name: '우아한형제들', founded: 2011 }]);
});

test('S43 F23 a cell of any length and kind is no header, and neither ends an import nor holds it up', async () => {
  const long = 50_000;
  const cells = [
    '1.'.repeat(long),
    '1 '.repeat(long),
    `A${' '.repeat(long)}B)`,
    `(${'1'.repeat(long)}`,
    'a/'.repeat(long),
  ];
  for (const cell of cells) {
    const { report } = await importText(`Company\tTotal funding ($M)\tNotes\nAlma\t${cell}\t${cell}\nBravo\t$2\tx\n`);
    expect(outcome(report)).toEqual([2, 2, 0, 0, 0]);
  }
});
