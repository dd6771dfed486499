import { expect, test } from 'vitest';
import { importText, outcome } from './testing/importText.ts';

/**
 * What public data sets and registers contain that a reader of cells mistakes for something else; the companies are
 * invented.
 */

test('F23 lists as Python and PostgreSQL write them into cells', async () => {
  const { writer } = await importText(
    `company,locations,founders,company_socials
Alma,"['Berlin', 'Paris']","[{'name': 'Ann Roe', 'title': 'CEO'}, {'name': ""Pat O'Neil"", 'title': None}]","['https://www.linkedin.com/company/alma/', 'https://twitter.com/alma']"
Bravo,['Lyon'],"[{""name"":""Bo Poe""}]",[]
Cargo,"{Oslo,Bergen}","{""Di Moe""}",
`,
  );
  const { records } = writer;
  expect(records.map(({ city, countryCode }) => [city, countryCode])).toEqual([
    ['Berlin', 'DE'],
    ['Lyon', 'FR'],
    ['Oslo', 'NO'],
  ]);
  expect(records.map(({ people }) => people.map((one) => `${one.first_name} ${one.last_name}`))).toEqual([
    ['Ann Roe', "Pat O'Neil"],
    ['Bo Poe'],
    ['Di Moe'],
  ]);
  expect(records[0]?.links.map(({ type }) => type)).toEqual(['twitter', 'linkedin']);
});

test.each([
  ['Ahornstraße 62, 10179 Berlin', 'Berlin', 'DE'],
  ['1st Floor, Tower Cyber, 22 Lake Road, Bangalore 560030, India', 'Bangalore', 'IN'],
  ['No. 8, Khan Road, Chennai, Tamil Nadu 600034, India', 'Chennai', 'IN'],
  ['Corner House, No.8, Khan Road, CHENNAI', 'Chennai', 'IN'],
  ['12 Finsbury Square, London EC2A 1AR, United Kingdom', 'London', 'GB'],
  ['Kungsgatan 9, 111 43 Stockholm, Sweden', 'Stockholm', 'SE'],
  ['Lindengracht 182, 1016 BR Amsterdam', 'Amsterdam', 'NL'],
  ['Via Roma 1, 20121 Milano (MI)', 'Milano', 'IT'],
  ['Level 5, 100 Harris St, Sydney NSW 2009, Australia', 'Sydney', 'AU'],
  ['Suite 300, 55 Water St, St. Louis, MO 63101', 'St. Louis', 'US'],
  ['Toronto, Ontario M5V 2T6, Canada', 'Toronto', 'CA'],
  ['Av. Central 1000, São Paulo - SP, 01310-100, Brazil', 'São Paulo', 'BR'],
  ['Friedrichstraße 5, Germany', '', 'DE'],
  ['6th of October City, Egypt', '6th of October City', 'EG'],
  ['Paris 9, France', 'Paris 9', 'FR'],
  ['College Place, Washington, United States', 'College Place', 'US'],
  ['Road Town, Tortola, British Virgin Islands', 'Road Town', 'VG'],
])('F23 the city of the address %s is %j', async (address, city, countryCode) => {
  const { writer } = await importText(`Company,Address\nAlma,"${address}"\n`);
  expect(writer.records[0]).toMatchObject({ city, countryCode });
});

test.each([
  ['persons', 'Id,Name,Sex,City\n1,Ann Roe,F,Berlin\n2,Bob Poe,M,Paris\n'],
  ['the jobs of persons', 'First Name,Last Name,Email,Title\nAnn,Roe,ann@alma.de,CTO\nBob,Poe,bob@bravo.io,CEO\n'],
  ['relationships', 'id,person_object_id,relationship_object_id,title\n1,p:2,c:1,VP Marketing\n2,p:3,c:1,CEO\n'],
  ['goods', 'SKU,Title,Brand,Price,URL\nA1,Mouse,Logi,29.99,https://shop.de/a1\nA2,Keys,Kron,89,https://shop.de/a2\n'],
  ['films', 'id,title,genres,runtime,homepage\n1,Blue Moon,Drama,120,https://bluemoon.film\n'],
  ['news', 'title,url,published_at\nAlma raises $10M,https://news.com/a,2024-05-01\n'],
])('I13 a list of %s is refused', async (_, text) => {
  await expect(importText(text)).rejects.toThrow('this is not a company list');
});

test('I13 companies beside what else describes persons or goods stay', async () => {
  const { report } = await importText('Startup,Founder,Gender\nAlma,Ann Roe,F\n');
  const named = await importText('Name,Website,Gender\nAlma,alma.de,F\n');
  const maker = await importText('Product name,Company,Price\nKite 3,Alma,12\n');
  expect([report, named.report, maker.report].map(outcome)).toEqual([
    [1, 1, 0, 0, 0],
    [1, 1, 0, 0, 0],
    [1, 1, 0, 0, 0],
  ]);
});

test('F23 the page of a person is no link of a company, and a board of vacancies no site of its own', async () => {
  const { writer } = await importText(
    'First Name,Last Name,URL,Company\nAnn,Roe,https://www.linkedin.com/in/annroe,Alma\nBob,Poe,https://www.linkedin.com/in/bobpoe,Bravo\n',
  );
  const jobs = await importText(
    'Company,URL\nAlma,https://boards.greenhouse.io/alma/jobs/1\nBravo,https://bravo.io/jobs\n',
  );
  expect(writer.records.map(({ links }) => links)).toEqual([[], []]);
  expect(jobs.writer.records.map(({ links }) => links.map(({ type }) => type))).toEqual([['page'], ['website']]);
});

test('F23 a yes or no about founders is no founder', async () => {
  const { writer } = await importText('Company,CEO founder,Founders\nAlma,no,Ann Roe\nBravo,yes,No\n');
  expect(writer.records.map(({ people }) => people.map(({ first_name }) => first_name))).toEqual([['Ann'], []]);
});

const rows = (...amounts: string[]): string =>
  amounts.map((amount, row) => `A${String(row)},Germany,${amount}`).join('\n');

test('F23 amounts too small for dollars count in a unit that nobody named', async () => {
  const unnamed = await importText(`company,country,funds_raised\n${rows('1700.0', '210', '525', '16', '31', '')}\n`);
  const named = await importText(`company,country,funds_raised_millions\n${rows('1700', '210', '525', '16', '31')}\n`);
  const whole = await importText(`company,country,funds_raised\n${rows('170000', '500', '52500', '160000', '1')}\n`);
  const totals = [unnamed, named, whole].map(({ writer }) => writer.records.map(({ fundingTotal }) => fundingTotal));
  expect(totals).toEqual([
    [null, null, null, null, null, null],
    [1_700_000_000, 210_000_000, 525_000_000, 16_000_000, 31_000_000],
    [170_000, 500, 52_500, 160_000, 1],
  ]);
});

test('F23 tables and lists in Markdown', async () => {
  const table = await importText(
    '| Company | HQ | Industry |\n|---|---|---|\n| [Alma](https://alma.de) | Berlin | Fintech |\n| **Bravo** | Paris | Health |\n',
  );
  expect(table.writer.records).toMatchObject([
    { name: 'Alma', city: 'Berlin', links: [{ type: 'website', url: 'https://alma.de' }] },
    { name: 'Bravo', city: 'Paris', links: [] },
  ]);
  const list = await importText(
    '# Awesome companies\n\n- [Alma](https://alma.de) - Payments\n- [Bravo](https://bravo.io) - Tracking\n- [Cargo](https://cargo.no)\n',
  );
  expect(list.writer.records.map(({ name, links }) => [name, links[0]?.url])).toEqual([
    ['Alma', 'https://alma.de'],
    ['Bravo', 'https://bravo.io'],
    ['Cargo', 'https://cargo.no'],
  ]);
  expect(list.report.rejected).toEqual([{ line: 1, reason: 'a heading, not a company' }]);
});

test('F23 registers: kinds of companies are no industries; where, when and how large is read', async () => {
  const india = await importText(
    'COMPANY_NAME,COMPANY_CATEGORY,COMPANY_SUB_CATEGORY,DATE_OF_REGISTRATION\nALMA PRIVATE LIMITED,Company limited by Shares,Non-govt company,04-08-2015\n',
  );
  expect(india.writer.records).toMatchObject([{ industries: [], founded: 2015 }]);
  const lei = await importText(
    'LEI,Entity.LegalName,Entity.LegalAddress.City,Entity.LegalAddress.Country\n5299,Alma SE,Boston,GB\n',
  );
  expect(lei.writer.records).toMatchObject([{ name: 'Alma SE', city: 'Boston', countryCode: 'GB' }]);
  const norway = await importText('Navn;Antall ansatte\nALMA AS;12\n');
  expect(norway.writer.records).toMatchObject([{ employeeCount: 12 }]);
});

test('F23 the letter of a round beside its type', async () => {
  const { writer } = await importText(
    'company_name,funding_round_type,funding_round_code,raised_amount_usd\nAlma,venture,B,3000000\nBravo,seed,,1000000\n',
  );
  expect(writer.records.map(({ stages }) => stages)).toEqual([['inv_stage_series_b'], ['inv_stage_seed']]);
});

test('F23 what an interface of WordPress or a fund gives: wrapped titles, pages elsewhere as links', async () => {
  const { writer } = await importText(
    JSON.stringify([
      {
        id: 1,
        title: { rendered: 'Alma &amp; Co' },
        acf: { location: 'Berlin', sector: 'Travel', website: 'https://alma.de' },
        social: [{ label: 'Twitter', url: 'https://twitter.com/alma' }],
      },
      { id: 2, title: { rendered: 'Bravo' }, acf: { location: 'Oslo', sector: 'AI', website: 'https://bravo.no' } },
    ]),
  );
  expect(writer.records).toMatchObject([
    { name: 'Alma & Co', city: 'Berlin', industries: ['Travel'] },
    { name: 'Bravo', city: 'Oslo', industries: ['Artificial Intelligence'] },
  ]);
  expect(writer.records[0]?.links.map(({ url }) => url)).toEqual(['https://alma.de', 'https://twitter.com/alma']);
});

test.each([
  ['a directory whose pages were published', 'Name,Website,Published at\nAlma,https://alma.de,2024-05-01\n'],
  ['shops that are companies', 'Name,SKU,Employees\nAlma,A1,40\n'],
])('I13 %s is a list of companies', async (_, text) => {
  expect((await importText(text)).writer.records).toMatchObject([{ name: 'Alma' }]);
});
