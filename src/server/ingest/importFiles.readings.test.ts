import { expect, test } from 'vitest';
import type { CompanyRecord } from '#server/record/companyRecord.ts';
import { HeaderNames } from './columns/fields.ts';
import { importText } from './testing/importText.ts';

/** Files of data sellers, registers and encyclopedias, read as a careful person would read them. */

const read = async (text: string): Promise<CompanyRecord[]> => (await importText(text)).writer.records;

test("F23 People Data Labs' free list: the exact number of employees before the band, the place out of the locality", async () => {
  const records = await read(
    ',name,domain,year founded,industry,size range,locality,country,linkedin url,current employee estimate,total employee estimate\n' +
      '1,kite,kite.com,2011,computer software,1001 - 5000,"austin, texas, united states",united states,linkedin.com/company/kite,1200,9000\n' +
      '2,wing,wing.de,,information technology and services,51 - 200,"berlin, berlin, germany",germany,linkedin.com/company/wing,,\n',
  );
  expect(records).toMatchObject([
    { name: 'kite', employeeCount: 1200, city: 'Austin', countryCode: 'US', industries: ['Software'], founded: 2011 },
    { name: 'wing', employeeBand: '51-200', city: 'Berlin', countryCode: 'DE', industries: ['Information Technology'] },
  ]);
});

test('F23 places show themselves under a header that nobody knows', async () => {
  const records = await read(
    'Company,Where\nA1,"Boston, USA"\nB2,"Zürich, Switzerland"\nC3,"Rio de Janeiro, Brazil"\n',
  );
  expect(records.map(({ city, countryCode }) => [city, countryCode])).toEqual([
    ['Boston', 'US'],
    ['Zürich', 'CH'],
    ['Rio de Janeiro', 'BR'],
  ]);
});

test.each([
  ['lists of countries', ['"Germany, France"', '"Spain, Italy"', '"Japan, China"']],
  ['titles of doctors', ['"Ann Smith, MD"', '"Bob Lee, MD"', '"Cy Young, MD"']],
  [
    'sentences',
    ['"Helps the farmers of many villages, Kenya"', '"Sells what people like best, Peru"', '"Shoes, hats"'],
  ],
])('F23 %s are no places', async (_, cells) => {
  const records = await read(`Company,Extra\n${cells.map((cell, row) => `A${String(row)},${cell}`).join('\n')}\n`);
  expect(records.map(({ city, countryCode }) => city + countryCode)).toEqual(['', '', '']);
});

test('F23 East Asian places have no separators, in a column of places and in one of cities', async () => {
  const places = ['广东深圳', '上海市浦东新区', '서울특별시 강남구', '東京都港区'];
  const rows = places.map((place, row) => `A${String(row)},${place}`).join('\n');
  const expected = [
    ['CN', '深圳'],
    ['CN', '上海'],
    ['KR', '서울'],
    ['JP', '東京'],
  ];
  for (const header of ['本社所在地', 'City']) {
    const records = await read(`Company,${header}\n${rows}\n`);
    expect(records.map(({ countryCode, city }) => [countryCode, city])).toEqual(expected);
  }
});

test('F23 tables of Wikipedia: marks of footnotes are dropped', async () => {
  const records = await read(
    'Company,Country,Founded,Total funding\nByteDance[12],China[a],2012[3],"$9,400,000[note 1]"\n',
  );
  expect(records).toMatchObject([{ name: 'ByteDance', countryCode: 'CN', founded: 2012, fundingTotal: 9_400_000 }]);
});

test('F23 the British register: lines of business without their codes', async () => {
  const records = await read(
    'CompanyName,RegAddress.PostTown,RegAddress.Country,SICCode.SicText_1,SICCode.SicText_2\n' +
      'KITE LTD,LEEDS,ENGLAND,62012 - Business and domestic software development,"74909 - Other professional, scientific and technical activities n.e.c."\n' +
      'WING LTD,YORK,,None Supplied,\n',
  );
  expect(records).toMatchObject([
    {
      name: 'KITE LTD',
      city: 'Leeds',
      countryCode: 'GB',
      industries: ['Software', 'Other professional scientific and technical activities n.e.c.'],
    },
    { name: 'WING LTD', industries: [] },
  ]);
});

test('F23 the list of an index: a security is a company where nothing else is', async () => {
  const records = await read(
    'Symbol,Security,GICS Sector,Headquarters Location,Founded\nMMM,3M,Industrials,"Saint Paul, Minnesota",1902\n',
  );
  expect(records).toMatchObject([{ name: '3M', industries: ['Industrial'], city: 'Saint Paul', founded: 1902 }]);
});

test("F23 Clearbit's handles become addresses", async () => {
  const records = await read('name,linkedin.handle,twitter.handle\nKite,company/kite,kitehq\n');
  expect(records[0]?.links).toEqual([
    { type: 'twitter', url: 'https://twitter.com/kitehq' },
    { type: 'linkedin', url: 'https://www.linkedin.com/company/kite' },
  ]);
});

test('F23 a band of amounts is none, a round behind an amount is not in the way', async () => {
  const records = await read('Company,Total raised\nA1,$500K - $1M\nB2,$10m (Series A)\n');
  expect(records.map(({ fundingTotal }) => fundingTotal)).toEqual([null, 10_000_000]);
});

test.each([
  ['Qtd. Funcionários', 'employees'],
  ['Total Employee Count', 'employees'],
  ['total employee estimate', undefined],
  ['What it does', 'descriptionShort'],
  ['Unternehmensgegenstand', 'descriptionShort'],
  ['Objet social', 'descriptionShort'],
  ['Founder/s', 'founders'],
  ['founder_identifiers', 'founders'],
  ['Country/countries', 'country'],
  ['Letzte Finanzierungsrunde', 'stage'],
  ['最新ラウンド', 'stage'],
  ['Round date', 'fundedOn'],
  ['Year Started', 'founded'],
  ['How Much They Raised', 'fundingTotal'],
  ['twitter_username', 'twitter'],
  ['facebook_handle', 'facebook'],
  ['ENTITYNAME', 'name'],
  ['Entity.LegalName', 'name'],
  // Codes and other things that only look like it.
  ['trancheEffectifsUniteLegale', undefined],
  ['activitePrincipaleUniteLegale', undefined],
  ['Portfolio Companies', undefined],
  ['Creation Date', undefined],
])('F23 the header %j is %j', (header, field) => {
  expect(new HeaderNames().match(header)?.field).toBe(field);
});

test('F23 of texts in several languages the English one counts, another where that is blank, a plain one before all', async () => {
  const records = await read(
    'slug,domain,name_zh,name_en,tags_zh,tags_en,description_zh,description_en\n' +
      'alma-x,alma.test,阿尔玛,Alma Robotics,果园,orchards,果园机器人,Robots for orchards\n' +
      'bero-x,bero.test,贝罗,,支付,,商店支付,\n',
  );
  expect(records).toMatchObject([
    { name: 'Alma Robotics', industries: ['orchards'], description: { short: 'Robots for orchards' } },
    { name: '贝罗', description: { short: '商店支付' } },
  ]);
  const plain = await read('name,name_de,founders,founders_de\nAlma,Alma Deutsch,Ann Roe,Anna Reh\n');
  expect(plain).toMatchObject([{ name: 'Alma', people: [{ first_name: 'Ann' }] }]);
});

test('F23 the languages of a text in JSON', async () => {
  const records = await read('[{"name":{"zh":"阿尔玛","en":"Alma"},"description":{"en":"Robots","de":"Roboter"}}]');
  expect(records).toMatchObject([{ name: 'Alma', description: { short: 'Robots' } }]);
});

test('F23 the latest round, the total and the launch under headers put together of usual words', async () => {
  const records = await read(
    'Company,Raised till date,LATEST DEAL STAGE,LATEST DEAL DATE,Launch\nAlma,$742M,Series A,15-Sep-2022,2014\n',
  );
  expect(records).toMatchObject([
    { fundingTotal: 742_000_000, stages: ['inv_stage_series_a'], fundedOn: '2022-09-15', founded: 2014 },
  ]);
  // A launch gives way to the year of foundation, and is none if it is no date.
  const others = await read('Company,Launch,Founded\nAlma,2016,2014\n');
  expect(others[0]?.founded).toBe(2014);
  expect((await read('Company,Launch\nAlma,soon\nBero,private beta\n')).map(({ founded }) => founded)).toEqual([
    null,
    null,
  ]);
});

test('F23 the exact number of employees before the band, in whatever order', async () => {
  const rows = ['Alma,51-200,75', 'Bero,11-50,"1,012"', 'Cito,2-10,', 'Dora,201-500,240'].join('\n');
  const records = await read(`NAME,EMPLOYEES,EMPLOYEES LATEST NUMBER\n${rows}\n`);
  expect(records.map(({ employeeCount, employeeBand }) => employeeCount ?? employeeBand)).toEqual([
    75,
    1012,
    '2-10',
    240,
  ]);
});

test.each([
  ['Alma (formerly Bero)', 'Alma'],
  ['Alma (formally known as Bero)', 'Alma'],
  ['Alma (previously Bero, Cargo)', 'Alma'],
  ['Alma (fka Bero)', 'Alma'],
  ['Alma (f/k/a Bero)', 'Alma'],
  ['Alma (ex Bero)', 'Alma'],
  ['Alma (ehemals Bero)', 'Alma'],
  ['Alma (anciennement Bero)', 'Alma'],
  ['Alma（旧名 Bero）', 'Alma'],
  ['Alma, formerly Bero', 'Alma'],
  ['Alma formerly known as Bero', 'Alma'],
  ['Alma fka Bero', 'Alma'],
])('F23 %s is called %s, and what it was called before is kept', async (written, name) => {
  const { records } = (await importText(`Company,City\n"${written}",Paris\n`)).writer;
  const formerNames = [written.includes('Cargo') ? 'Bero, Cargo' : 'Bero'];
  expect(records).toMatchObject([{ name, formerNames, own: [] }]);
});

test('E22 what a company is called now is no former name of it, however it is spelled there', async () => {
  const { records } = (
    await importText('Company,Former names,City\nAlma,"alma, Bero, ALMA Inc.",Paris\nDarro,Darro,Lyon\n')
  ).writer;
  expect(records.map(({ name, formerNames }) => ({ name, formerNames }))).toEqual([
    { name: 'Alma', formerNames: ['Bero'] },
    { name: 'Darro', formerNames: [] },
  ]);
});

test.each(['Alma (EX)', 'Alma (Express)', 'Alma (Bero)', 'Formerly', 'Was It', 'Alma, Inc.', 'Alma Inc.'])(
  'F23 %s is a name as it is',
  async (name) => {
    const { records } = (await importText(`Company,City\n"${name}",Paris\n`)).writer;
    expect(records).toMatchObject([{ name, formerNames: [], own: [] }]);
  },
);

test('F23 a name that is a domain ends without a dot', async () => {
  const { records } = (await importText('Company,Website\nAlma.com.,http://alma.com\nBero Co.,http://bero.co\n'))
    .writer;
  expect(records.map(({ name }) => name)).toEqual(['Alma.com', 'Bero Co.']);
});

test.each([
  ['Facebook', 'http://facebook.com'],
  ['Product Hunt', 'https://www.producthunt.com/'],
  ['Tech in Asia', 'http://techinasia.com'],
  ['AngelList', 'http://angel.co'],
  ['Eu-Startups', 'https://eu-startups.com'],
])('F23 the front page of a directory or a paper is the site of %s itself', async (name, site) => {
  const { records } = (await importText(`Name,Website\n${name},${site}\nBero,${site}\nCargo,${site}/c/x\n`)).writer;
  expect(records.map(({ links }) => links.find(({ type }) => type === 'website')?.url)).toEqual([
    site,
    undefined,
    undefined,
  ]);
});

test.each([
  ['htp://alma.de', 'http://alma.de'],
  ['http//alma.de', 'http://alma.de'],
  ['https:/alma.de', 'https://alma.de'],
  ['hhttp://alma.de', 'http://alma.de'],
  ['ttps://alma.de', 'https://alma.de'],
  ['http:///alma.de', 'http://alma.de'],
  ['http;//alma.de', 'http://alma.de'],
  ['"http://alma.de/Alma_Network,LLC/Alma.html"', 'http://alma.de/Alma_Network,LLC/Alma.html'],
  ['"http://alma.de/Alma, LLC, a maker of kites"', 'http://alma.de/Alma'],
  ['"alma.de,bero.de"', 'https://alma.de'],
  ['"https://alma.de/x,https://bero.de"', 'https://alma.de/x'],
  ['ftp://alma.de', undefined],
  ['http://', undefined],
])('F23 the site %s is %s', async (written, site) => {
  const { records } = (await importText(`Name,Website\nAlma,${written}\n`)).writer;
  expect(records[0]?.links.find(({ type }) => type === 'website')?.url).toBe(site);
});

test('F23 amounts that a spreadsheet shows as days are read back, and days of our time are none', async () => {
  const shown = ['10/14/2173', '11/9/6006', '2173-10-14', '5/18/1927', '6/1/2012', '#####'];
  const amounts = [...Array.from({ length: 12 }, (_, at) => String(250_000 * (at + 1))), ...shown];
  const rows = amounts.map((amount, at) => `Alma ${'ABCDEFGHIJKLMNOPQR'.charAt(at)},${amount}`);
  const { records } = (await importText(`Name,Funding total (USD)\n${rows.join('\n')}\n`)).writer;
  const read = records.slice(-shown.length).map(({ fundingTotal }) => fundingTotal);
  expect(read).toEqual([100_000, 1_500_000, 100_000, 10_000, null, null]);
});

test('F23 the amount of the last round stands beside that of the last equity round', async () => {
  const { records } = (
    await importText(
      'Name,Last Funding Date,Last Funding Amount,Last Funding Type,Last Equity Funding Amount,Total Funding Amount\n' +
        'Alma,10/21/2014,"$300,000",Seed,"$300,000","$900,000"\n' +
        'Bero,09/05/2017,"$20,000",Grant,"$70,000","$810,000"\n' +
        'Caro,09/06/2017,"£12,000,000",Series B,"£12,000,000","$21,000,000"\n' +
        'Dodo,09/07/2017,,Series A,"$70,000","$70,000"\n',
    )
  ).writer;
  expect(
    records.map(({ lastRound, lastRoundAmount, fundingTotal }) => [lastRound, lastRoundAmount, fundingTotal]),
  ).toEqual([
    ['Seed', 300_000, 900_000],
    ['Grant', 20_000, 810_000],
    ['Series B', null, 21_000_000],
    ['Series A', null, 70_000],
  ]);
  expect(records[2]?.lastRoundAmountOriginal).toBe('GBP 12000000');
});

test.each([
  [['400', '31200', '600', '4150', '7301.25', '9900', '0', '15000'], 'Amount raised', null],
  [['400', '31200', '600', '4150', '7301.25', '9900', '0', '15000'], 'Amount raised (USD)', 400],
  [['$400', '$31200', '$600', '$4150', '$7301', '$9900', '0', '$15000'], 'Amount raised', 400],
  [['400000', '31200', '600000', '4150000', '7301250', '86000', '0', '15000'], 'Amount raised', 400_000],
])('F23 amounts %j under %s that nobody raises in dollars are in an unknown unit', async (amounts, header, first) => {
  const rows = amounts.map((amount, at) => `Alma ${'ABCDEFGH'.charAt(at)},FRA,${amount}`);
  const { records } = (await importText(`Name,Country,${header}\n${rows.join('\n')}\n`)).writer;
  expect(records[0]?.fundingTotal).toBe(first);
  if (first === null) expect(records[0]?.own).toEqual([{ name: header, value: amounts[0] }]);
});

test.each([
  ['Active', 'Public', 'public'],
  ['Active', 'Private', 'operating'],
  ['Closed', 'Public', 'closed'],
  ['', 'Public', 'public'],
  ['Active', 'Delisted', 'operating'],
])('F23 of the statuses %j and %j the one that says more counts: %s', async (operating, ipo, status) => {
  const text = `Name,City,Operating Status,IPO Status\nAlma,Paris,${operating},${ipo}\nBero,Lyon,Active,Private\nCaro,Nice,Closed,Public\n`;
  expect((await importText(text)).writer.records[0]?.status).toBe(status);
});

test.each(['Investors Name', 'InvestorsName', 'Investor(s)', 'Name of investors', 'Funded by', 'Investor list'])(
  'F23 the column %s names investors, without those that it does not name',
  async (header) => {
    const cell = 'Alpha Fund, Ann Roe & others, Undisclosed Investors, unnamed angel investors, and Beta Capital';
    const { records } = (await importText(`Startup,City,${header}\nAlma,Pune,"${cell}"\nBero,Pune,Undisclosed\n`))
      .writer;
    expect(records.map(({ investors }) => investors)).toEqual([['Alpha Fund', 'Ann Roe', 'Beta Capital'], []]);
  },
);

test.each(['Sr No', 'S.No', 'Sl. No.', 'Serial number', 'Lfd. Nr.'])(
  'F23 numbers of rows under %s are dropped',
  async (header) => {
    const { records } = (await importText(`${header},Name,City\n1,Alma,Pune\n2,Bero,Pune\n3,Caro,Pune\n`)).writer;
    expect(records.map(({ own }) => own)).toEqual([[], [], []]);
  },
);

test.each([
  ['California', '', 'US'],
  ['Uttar Pradesh', '', 'IN'],
  ['Bavaria', '', 'DE'],
  ['New York', 'New York', 'US'],
  ['Delhi & Chennai', 'Delhi', 'IN'],
  ['Bengaluru and Mumbai', 'Bengaluru', 'IN'],
  ['Brighton and Hove', 'Brighton and Hove', 'GB'],
  ['Goa', 'Goa', 'IN'],
])('F23 the column of cities says %s: %j, %j', async (cell, city, countryCode) => {
  const { records } = (await importText(`Name,City\nAlma,${cell}\nBero,Pune\n`)).writer;
  expect(records[0]).toMatchObject({ city, countryCode });
});
