import { expect, test } from 'vitest';
import iconv from 'iconv-lite';
import { importText, outcome } from './testing/importText.ts';
import { MemoryWriter } from './testing/memoryWriter.ts';

/** Small files in the forms of well-known exports; the companies are invented. */

test('Crunchbase Pro of 2017: dotted headers, row numbers, NA, grouped numbers, places in one cell', async () => {
  const { report, writer } =
    await importText(`"","Company.Name","Company.Name.URL","Category.Groups","Headquarters.Location","Description","Crunchbase.Rank","Status","Founded.Date","Categories","Number.of.Employees","Number.of.Founders","Number.of.Funding.Rounds","Last.Funding.Date","Last.Funding.Amount","Last.Funding.Type","Total.Equity.Funding.Amount","Total.Funding.Amount","IPO.Date","Trend.Score..7.Days."
"1","Kite","https://www.crunchbase.com/organization/kite","Platforms, Software","Palo Alto, California, United States","Kite makes kites.","1,007","Operating","10/21/2003","Mobile, Linux, Search Engine","101-250",4,3,"10/14/2015","$15,000,000","Series B","$15,000,000","$25,500,000","",0.4
"2","Wing","https://www.crunchbase.com/organization/wing","Hardware","Japan, Asia","","","Closed","","",NA,NA,NA,"","€15,000","Grant","","€15,000","",0
`);
  expect(outcome(report)).toEqual([2, 2, 0, 0, 0]);
  expect(writer.records[0]).toMatchObject({
    name: 'Kite',
    countryCode: 'US',
    city: 'Palo Alto',
    cbRank: 1007,
    founded: 2003,
    industries: ['Mobile', 'Linux', 'Search Engine'],
    employeeBand: '101-250',
    highlights: ['founding_team_more_than_one'],
    fundedOn: '2015-10-14',
    stages: ['inv_stage_series_b'],
    fundingTotal: 25_500_000,
    score: null,
    lastRound: 'Series B',
    links: [{ type: 'crunchbase', url: 'https://www.crunchbase.com/organization/kite' }],
  });
  expect(writer.records[1]).toMatchObject({
    countryCode: 'JP',
    city: '',
    employeeCount: null,
    fundingTotal: null,
    stages: [],
  });
});

test('Crunchbase of 2014: damaged UTF-8 in Windows-1252, a name that a spreadsheet broke, American dates', async () => {
  const text = `permalink,name,homepage_url,category_code,funding_total_usd,status,country_code,state_code,region,city,funding_rounds,founded_at,founded_month,founded_quarter,founded_year,first_funding_at,last_funding_at,last_milestone_at
/company/kite,TaposÃ© Kite™,http://www.kite.example.com,games_video,1750000,acquired,USA,NY,New York,New York,1,6/1/2012,2012-06,2012-Q2,2012,6/30/2012,6/30/2012,10/17/2013
/company/n-wing,#NAME?,http://wing.example.com,network_hosting,,operating,USA,CA,SF Bay,Palo Alto,1,,,,,8/29/2012,8/29/2012,
`;
  const { report, writer } = await importText(iconv.encode(text, 'windows-1252'));
  expect(report).toMatchObject({ encoding: 'Windows-1252', rows: 2, imported: 2 });
  expect(writer.records[0]).toMatchObject({
    name: 'Taposé Kite',
    countryCode: 'US',
    city: 'New York',
    industries: ['Gaming', 'Video'],
    founded: 2012,
    fundedOn: '2012-06-30',
    fundingTotal: 1_750_000,
  });
  expect(writer.records[1]).toMatchObject({ name: 'wing.example.com', founded: null, fundedOn: '2012-08-29' });
});

test('Crunchbase of 2013: two files about the same companies merge, a part of them is all duplicates', async () => {
  const writer = new MemoryWriter();
  await importText(
    'name,founded_year,country_code,state_code,city,raised_amount\nKite,2009,ARG,,Buenos Aires,7550000.0\nWing,,USA,CA,Palo Alto,0\n',
    writer,
  );
  const second =
    '"","name","country_code","amount_raised","category_code","number_of_employees","founded_year"\n"1","Kite","ARG",0,"software","15",""\n"2","Wing","USA",0,"","",""\n';
  expect(outcome((await importText(second, writer)).report)).toEqual([2, 0, 1, 1, 0]);
  expect(outcome((await importText(second, writer)).report)).toEqual([2, 0, 0, 2, 0]);
  expect(writer.records[0]).toMatchObject({
    founded: 2009,
    fundingTotal: 7_550_000,
    industries: ['Software'],
    employeeCount: 15,
  });
});

test('the current Crunchbase header: links, e-mail, founders, long text', async () => {
  const { writer } =
    await importText(`Organization Name,Organization Name URL,Industries,Headquarters Location,Description,CB Rank (Company),Founded Date,Founded Date Precision,Website,Twitter,Facebook,LinkedIn,Full Description,Contact Email,Number of Employees,Founders,Last Leadership Hiring Date,IPO Date,Stock Symbol URL,Valuation at IPO
Kite,https://www.crunchbase.com/organization/kite,"E-Commerce, Retail","Leicester, Leicester, United Kingdom",Short.,"126,848",1979-01-01,year,http://www.kite.example.com/,https://twitter.com/kite,https://www.facebook.com/kite/,https://www.linkedin.com/company/kite,"A long text, with ""quotes"".",Hello@kite.example.com,5001-10000,"Ann Lee, Bob Ray",2019-12-20,2014-11-17,https://www.crunchbase.com/ipo/kite,3950000000
`);
  expect(writer.records[0]).toMatchObject({
    description: { short: 'Short.', long: 'A long text, with "quotes".' },
    cbRank: 126_848,
    founded: 1979,
    fundedOn: '',
    fundingTotal: null,
    employeeBand: '5001-10000',
    emails: ['hello@kite.example.com'],
    links: [
      { type: 'website', url: 'http://www.kite.example.com/' },
      { type: 'twitter', url: 'https://twitter.com/kite' },
      { type: 'facebook', url: 'https://www.facebook.com/kite/' },
      { type: 'linkedin', url: 'https://www.linkedin.com/company/kite' },
      { type: 'crunchbase', url: 'https://www.crunchbase.com/organization/kite' },
    ],
    people: [{ first_name: 'Ann', last_name: 'Lee' }, { first_name: 'Bob' }],
    highlights: ['founding_team_more_than_one'],
  });
});

test('Y Combinator: nested pages, lists, several places, a stage that is none', async () => {
  const hit = {
    id: 1,
    name: 'Kite',
    slug: 'kite',
    small_logo_thumb_url: 'https://img.example.com/kite.png',
    website: 'https://kite.example.com/',
    all_locations: 'San Francisco, CA, USA; Remote',
    long_description: 'Long.',
    one_liner: 'Short.',
    team_size: 3,
    industry: 'B2B',
    launched_at: 1_766_553_284,
    tags: ['AI', 'Security Orchestration, Automation and Response (SOAR)'],
    industries: ['B2B', 'Engineering, Product and Design'],
    regions: ['United States of America', 'Remote'],
    stage: 'Early',
    _highlightResult: { name: { value: 'Kite' } },
  };
  const remote = {
    ...hit,
    name: 'Wing',
    website: '',
    all_locations: '',
    regions: ['India', 'Remote'],
    small_logo_thumb_url: '/missing.png',
  };
  const { report, writer } = await importText(
    JSON.stringify({ results: [{ hits: [hit, remote], nbHits: 2, facets: { batch: { x: 1 } } }] }),
  );
  expect(outcome(report)).toEqual([2, 2, 0, 0, 0]);
  expect(writer.records[0]).toMatchObject({
    description: { short: 'Short.', long: 'Long.' },
    countryCode: 'US',
    city: 'San Francisco',
    logo: 'https://img.example.com/kite.png',
    employeeCount: 3,
    stages: [],
    businessModels: ['B2B'],
    industries: [
      'Artificial Intelligence',
      'Product Design',
      'Software Engineering',
      'Security Orchestration Automation and Response (SOAR)',
    ],
    founded: null,
  });
  expect(writer.records[1]).toMatchObject({ countryCode: 'IN', logo: '' });
});

test('Indian funding rounds: day first, lakhs and crores, escaped bytes, a site as a name, known cities', async () => {
  const { report, writer } =
    await importText(String.raw`Sr No,Date ,StartupName,IndustryVertical,CityLocation,InvestorsName,InvestmentType,AmountInUSD,Remarks
1,09/01/2020,Kite\\xe2\\x80\\x99s,E-Tech,Bengaluru,Someone,Seed / Angel Funding,"20,00,00,000",
2,13/01/2020,https://www.wing.example.in/,FinTech,Pune / Mumbai,Someone,Pre-series A,"30,00,000",
3,14/01/2020,Kite\\xe2\\x80\\x99s,E-Tech,Bengaluru,Someone,Series A,N/A,
4,14/01/2020,Salt,,nan,,,,
`);
  expect(outcome(report)).toEqual([4, 3, 1, 0, 0]);
  expect(writer.records[0]).toMatchObject({
    name: 'Kite’s',
    countryCode: 'IN',
    city: 'Bengaluru',
    industries: ['EdTech'],
    stages: ['inv_stage_seed', 'inv_stage_series_a'],
    fundedOn: '2020-01-14',
    fundingTotal: 200_000_000,
  });
  expect(writer.records[1]).toMatchObject({
    name: 'wing.example.in',
    city: 'Pune',
    stages: ['inv_stage_seed'],
    fundedOn: '2020-01-13',
  });
  expect(writer.records[2]).toMatchObject({ countryCode: '', city: '' });
});

test('Inc 5000: American states say the country; ranks and revenues are left out', async () => {
  const { writer } = await importText(`RANK,COMPANY NAME,GROWTH,EMPLOYEES,STATE, REVENUE ,FOUNDED,INDUSTRY
3278,Kite Capital,119,95,CA,18.3 MM,,Business Products & Services
4497,Wing Insurance,73,"1,018",MD,26.1 MM,1869,Insurance
`);
  expect(writer.records[0]).toMatchObject({
    countryCode: 'US',
    cbRank: null,
    fundingTotal: null,
    founded: null,
    industries: ['Consulting'],
  });
  expect(writer.records[1]).toMatchObject({ employeeCount: 1018, founded: 1869 });
});

test('amounts: a column in USD beside one in other currencies, a currency per row, a unit in the header', async () => {
  const twin =
    await importText(`Organization Name,Total Funding Amount,Total Funding Amount Currency,Total Funding Amount Currency (in USD)
Kite,1000000,EUR,1100000
`);
  expect(twin.writer.records[0]?.fundingTotal).toBe(1_100_000);
  const perRow = await importText('Name,Amount raised,Amount raised currency\nKite,500000,EUR\nWing,500000,USD\n');
  expect(perRow.writer.records.map(({ fundingTotal }) => fundingTotal)).toEqual([null, 500_000]);
  const unit = await importText('NAME;TOTAL FUNDING (USD M);LAST FUNDING (EUR M)\nKite;12.5;3\nWing;0.8;1\n');
  expect(unit.writer.records.map(({ fundingTotal }) => fundingTotal)).toEqual([12_500_000, 800_000]);
});

test('a header of which only the company is known is still a header', async () => {
  const { report, writer } = await importText(
    'Company Name,Owner,Remarks of ours,Priority\nKite,Ann,call again,high\n',
  );
  expect(report.rows).toBe(1);
  expect(writer.records[0]?.name).toBe('Kite');
});

test('lines above the header, row numbers without a header and a sep= line are understood', async () => {
  const titled = await importText('Our portfolio;;\nas of 2024;;\n\nCompany;Country;Website\nKite;France;kite.fr\n');
  expect(titled.writer.records).toMatchObject([{ name: 'Kite', countryCode: 'FR' }]);
  expect(titled.report.rows).toBe(1);
  const numbered = await importText('name,country,city\n1,Kite,FR,Lyon\n2,Wing,DE,Bonn\n');
  expect(numbered.writer.records.map(({ name, city }) => [name, city])).toEqual([
    ['Kite', 'Lyon'],
    ['Wing', 'Bonn'],
  ]);
  const separated = await importText('sep=|\r\nname|country\r\nKite|FR\r\n');
  expect(outcome(separated.report)).toEqual([1, 1, 0, 0, 0]);
});

test('JSON as one object, as a map by id and as a list', async () => {
  const one = await importText('{"name": "Kite", "country": "France"}');
  const map = await importText('{"kite": {"name": "Kite", "country": "FR"}, "wing": {"name": "Wing"}}');
  const list = await importText(
    '[{"company_name": "Kite", "founders": [{"first_name": "Ann", "last_name": "Lee"}, {"name": "Bob Ray"}]}]',
  );
  expect([one, map, list].map(({ report }) => report.imported)).toEqual([1, 2, 1]);
  expect(list.writer.records[0]?.people.map(({ last_name }) => last_name)).toEqual(['Lee', 'Ray']);
});
