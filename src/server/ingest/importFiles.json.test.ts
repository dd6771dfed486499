import { expect, test } from 'vitest';
import { importText, outcome } from './testing/importText.ts';

const alma = { name: 'Alma', website: 'https://alma.de', country: 'Germany' };
const birk = { name: 'Birk', website: 'https://birk.se', country: 'Sweden' };
const wanted = [
  { name: 'Alma', countryCode: 'DE', links: [{ type: 'website', url: 'https://alma.de' }] },
  { name: 'Birk', countryCode: 'SE', links: [{ type: 'website', url: 'https://birk.se' }] },
];

test.each([
  [
    'of Elasticsearch',
    {
      hits: {
        hits: [
          { _id: '1', _source: alma },
          { _id: '2', _source: birk },
        ],
      },
    },
  ],
  [
    'of GraphQL',
    {
      data: {
        companies: {
          edges: [
            { cursor: 'x', node: alma },
            { cursor: 'y', node: birk },
          ],
        },
      },
    },
  ],
  [
    "of Airtable's API",
    {
      records: [
        { id: 'r1', createdTime: '2024-01-01', fields: alma },
        { id: 'r2', fields: birk },
      ],
    },
  ],
  [
    "of HubSpot's API",
    {
      results: [
        { id: '1', properties: { ...alma, createdate: '2024' }, archived: false },
        { id: '2', properties: birk, archived: true },
      ],
    },
  ],
  [
    "of Crunchbase's API",
    {
      entities: [alma, birk].map(({ name, website, country }) => ({
        uuid: 'u',
        properties: {
          identifier: { uuid: 'u', value: name },
          website: { value: website },
          location_identifiers: [{ value: 'Kiel' }, { value: 'Holstein' }, { value: country }, { value: 'Europe' }],
        },
      })),
    },
  ],
])('companies wrapped in the records %s are read', async (_, value) => {
  const { report, writer } = await importText(JSON.stringify(value));
  expect(outcome(report)).toEqual([2, 2, 0, 0, 0]);
  expect(writer.records).toMatchObject(wanted);
});

test('what is wrapped does not win over its company', async () => {
  const office = { name: 'Office', website: 'https://office.com', country: 'France', city: 'Lyon', founded: 2001 };
  const { writer } = await importText(
    JSON.stringify([
      { ...alma, office },
      { ...birk, office },
    ]),
  );
  expect(writer.records.map(({ name }) => name)).toEqual(['Alma', 'Birk']);
});

test('nested values are what their path says, and those of others are nobody’s', async () => {
  const company = {
    company: { name: 'Alma', url: 'https://alma.de' },
    location: { city: 'Kiel', country: { name: 'Germany', code: 'DE' } },
    investor: { website: 'https://accel.com', country: 'United States' },
    employees: { min: 11, max: 50 },
    funding_total: { value: 2_000_000, currency: 'EUR', value_usd: 2_200_000 },
  };
  const { writer } = await importText(JSON.stringify({ data: [company] }));
  expect(writer.records).toMatchObject([
    { ...wanted[0], city: 'Kiel', employeeBand: '11-50', fundingTotal: 2_200_000 },
  ]);
});

test('an amount in another currency than USD is not taken for USD, whatever column says so', async () => {
  const nested = { ...alma, funding_total: { value: 2_000_000, currency: 'EUR' } };
  const { writer } = await importText(JSON.stringify([nested]));
  const flat = await importText('Company,Total funding,Currency\nAlma,2000000,EUR\nBirk,3000000,USD\n');
  expect(writer.records[0]?.fundingTotal).toBeNull();
  expect(flat.writer.records.map(({ fundingTotal }) => fundingTotal)).toEqual([null, 3_000_000]);
});

test('what scrapers write and JSON has not is forgiven, texts stay as they are', async () => {
  const text =
    '[{"name":"Alma","website":"https://alma.de","country":"Germany","founded":NaN,},\n' +
    '{"name":"NaN: NaN,]","founded":2016,"active":True},\n]';
  const { report, writer } = await importText(text);
  expect(outcome(report)).toEqual([2, 2, 0, 0, 0]);
  expect(writer.records.map(({ name, founded }) => [name, founded])).toEqual([
    ['Alma', null],
    ['NaN: NaN,]', 2016],
  ]);
});

test('I13 odd lines among JSON Lines are rejected one by one', async () => {
  const lines = ['# scraped', JSON.stringify(alma), '', 'null', '{"broken": ', `${JSON.stringify(birk)},`, '[]'];
  const { report, writer } = await importText(lines.join('\n'));
  expect(report).toMatchObject({ format: 'JSON Lines', rows: 6, imported: 2 });
  expect(report.rejected.map(({ line }) => line)).toEqual([1, 4, 5, 7]);
  expect(writer.records).toMatchObject(wanted);
});

const head = ['Company', 'Website', 'Country'];
const rows = [
  ['Alma', 'https://alma.de', 'Germany'],
  ['Birk', 'https://birk.se', 'Sweden'],
];

test.each([
  ['as spreadsheet APIs write it', { range: 'A1:C3', majorDimension: 'ROWS', values: [head, ...rows] }],
  ['that is nothing but rows', [head, ...rows]],
  ['with its names beside it', { columns: head, index: [0, 1], data: rows }],
  [
    'as Metabase writes it',
    { data: { rows, cols: head.map((name) => ({ name, base_type: 'type/Text', id: 1 })) }, status: 'completed' },
  ],
  [
    'as open data portals write it',
    {
      meta: { view: { id: 'v', name: 'Companies', columns: [':sid', ...head].map((name, id) => ({ id, name })) } },
      data: rows.map((row, index) => [`row-${String(index)}`, ...row]),
    },
  ],
  ['by columns', { name: ['Alma', 'Birk'], website: ['alma.de', 'birk.se'], country: ['Germany', 'Sweden'] }],
  [
    'by numbered columns',
    {
      name: { 0: 'Alma', 1: 'Birk' },
      website: { 0: 'alma.de', 1: 'birk.se' },
      country: { 0: 'Germany', 1: 'Sweden' },
    },
  ],
])('a table %s is read', async (_, value) => {
  const { report, writer } = await importText(JSON.stringify(value));
  expect([report.format, ...outcome(report)]).toEqual(['JSON', 2, 2, 0, 0, 0]);
  expect(writer.records).toMatchObject(wanted);
});

test('rows that have a line each are read, with a header or without one', async () => {
  const lines = rows.map((row) => JSON.stringify(row));
  const without = await importText(`${lines.join('\n')}\n`);
  const withOne = await importText([JSON.stringify(head), ...lines].join('\r\n'));
  expect(outcome(withOne.report)).toEqual([2, 2, 0, 0, 0]);
  expect(withOne.writer.records).toMatchObject(wanted);
  expect(without.writer.records).toMatchObject(wanted);
});

test('I13 what is no row of a table is rejected with its number', async () => {
  const { report } = await importText(
    JSON.stringify({ columns: head, data: [rows[0], 'total: 2', null, rows[1], []] }),
  );
  expect(outcome(report)).toEqual([4, 2, 0, 0, 2]);
  expect(report.rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'This entry is not a row of cells.'],
    [3, 'This entry is not a row of cells.'],
  ]);
});

test('lists beside a list of companies are no table', async () => {
  const { writer } = await importText(
    JSON.stringify({
      bounds: [
        [1, 2, 3],
        [3, 4, 5],
      ],
      names: ['Website', 'Country', 'City'],
      companies: [alma, birk],
    }),
  );
  expect(writer.records).toMatchObject(wanted);
  const one = await importText(JSON.stringify({ ...alma, websites: ['a.de', 'b.de'], tags: ['Fintech', 'Biotech'] }));
  expect(one.writer.records.map(({ name }) => name)).toEqual(['Alma']);
});

test('I13 a list among the companies of a list is rejected, not passed over', async () => {
  const { report } = await importText(`[${JSON.stringify(alma)},\n["Birk"],\n${JSON.stringify(birk)}]`);
  expect(outcome(report)).toEqual([3, 2, 0, 0, 1]);
  expect(report.rejected[0]?.line).toBe(2);
});

/** Names of the companies read from a document. */
async function namesOf(document: unknown): Promise<{ names: string[]; note: string }> {
  const { report, writer } = await importText(JSON.stringify(document));
  return { names: writer.records.map(({ name }) => name), note: report.note };
}

test('F23 of several lists the one of companies is read, and the others are named', async () => {
  const companies = [
    { id: 1, name: 'Alpha', country: 'France' },
    { id: 2, name: 'Beta', country: 'Spain' },
  ];
  const people = ['Ann', 'Bo', 'Cy'].map((name) => ({
    name,
    email: `${name}@x.example`,
    country: 'France',
    city: 'Lyon',
  }));
  expect(await namesOf({ people, companies })).toEqual({
    names: ['Alpha', 'Beta'],
    note: 'The list “companies” is read; skipped: “people”.',
  });
  const rounds = [1, 2, 2].map((id) => ({ company_id: id, name: 'Seed', amount: 5e6, date: '2024-05-01' }));
  expect((await namesOf({ companies, rounds })).names).toEqual(['Alpha', 'Beta']);
  expect((await namesOf({ people })).names).toEqual(['Ann', 'Bo', 'Cy']);
});

function siteOf(name: string): object {
  return { name, website: `https://${name.toLowerCase()}.example`, founded: 2015 };
}

test('F23 lists of companies in groups are all read', async () => {
  const grouped = { A: [siteOf('Alma'), siteOf('Arc')], B: [siteOf('Boreal')], meta: { pages: 1 } };
  expect(await namesOf(grouped)).toEqual({ names: ['Alma', 'Arc', 'Boreal'], note: '' });
});

function resource(name: string): object {
  return { type: 'c', id: name, attributes: { name, country: 'France' }, links: { self: 'https://a.example/1' } };
}

test('F23 records that an API wraps, beside their own links or pages', async () => {
  const included = ['Ann', 'Bo', 'Cy'].map((name) => ({
    type: 'person',
    id: name,
    attributes: { name, city: 'Lyon' },
  }));
  expect((await namesOf({ data: [resource('Alpha'), resource('Beta')], included })).names).toEqual(['Alpha', 'Beta']);
  const wrapped = ['ACME LTD', 'BETA LTD'].map((name) => ({
    company: { name, incorporation_date: '2015-03-01', registry_url: 'https://r.example/9' },
  }));
  const { writer } = await importText(JSON.stringify({ results: { companies: wrapped, page: 1, total_pages: 3 } }));
  expect(writer.records.map(({ name, founded, links }) => [name, founded, links.length])).toEqual([
    ['ACME LTD', 2015, 0],
    ['BETA LTD', 2015, 0],
  ]);
});

test('F23 what MongoDB exports: typed numbers and dates, offices', async () => {
  const records = ['Acme', 'Beta'].map((name) => ({
    _id: { $oid: '52cdef7c4bab8bd675297d8a' },
    name,
    founded_year: { $numberInt: '2005' },
    number_of_employees: { $numberLong: '47' },
    last_funding_date: { $date: { $numberLong: '1420070400000' } },
    offices: [
      { description: '', city: 'Seattle', country_code: 'USA' },
      { city: 'Paris', country_code: 'FRA' },
    ],
  }));
  const { writer } = await importText(records.map((record) => JSON.stringify(record)).join('\n'));
  expect(writer.records[0]).toMatchObject({
    name: 'Acme',
    founded: 2005,
    employeeCount: 47,
    fundedOn: '2015-01-01',
    city: 'Seattle',
    countryCode: 'US',
  });
});

test('F23 companies under their names; identifiers are none', async () => {
  const named = await importText(
    JSON.stringify({
      'Alma GmbH': { website: 'alma.de', country: 'Germany' },
      Bravo: { website: 'bravo.se', country: 'Sweden' },
    }),
  );
  expect(named.writer.records.map(({ name }) => name)).toEqual(['Alma GmbH', 'Bravo']);
  const numbered = await importText(
    JSON.stringify({
      '-Mx1a': { website: 'alma.de', country: 'Germany' },
      '-Mx1b': { website: 'bravo.se', country: 'Sweden' },
    }),
  );
  expect(numbered.writer.records.map(({ name }) => name)).toEqual(['alma.de', 'bravo.se']);
});

const fields = (text: string): unknown[] => [text, 'https://alma.de', 'Germany'];

test('F23 a cell beyond its limit rejects its record as in CSV, in every kind of JSON; the others are read', async () => {
  const long = 'a'.repeat(10 * 1024 ** 2 + 1);
  const [large, last] = [
    { ...alma, about: long },
    { ...birk, about: 'b'.repeat(9 * 1024 ** 2) },
  ];
  const files = {
    list: JSON.stringify([large, last]),
    lines: [large, alma, last].map((one) => JSON.stringify(one)).join('\n'),
    table: JSON.stringify([['Name', 'Website', 'Country'], fields(long), Object.values(birk)]),
    csv: `Name,Website,Country\n${fields(long).join(',')}\n${Object.values(birk).join(',')}\n`,
  };
  for (const [kind, text] of Object.entries(files)) {
    const { report, writer } = await importText(text);
    expect(
      report.rejected.map(({ reason }) => reason),
      kind,
    ).toEqual(['A cell is larger than 10 MB.']);
    expect(writer.records.at(-1), kind).toMatchObject(wanted[1]!);
  }
});

test.each([
  ['names', ['Alpha Fund', 'Beta Capital']],
  ['objects', [{ name: 'Alpha Fund', type: 'VC' }, { name: 'Beta Capital' }]],
  ['objects with the name of a kind', [{ investor_name: 'Alpha Fund' }, { fundName: 'Beta Capital' }]],
  ['members', [{ investor: { name: 'Alpha Fund' }, lead: true }, { organization: 'Beta Capital' }]],
  ['edges', { edges: [{ node: { name: 'Alpha Fund' } }, { node: { name: 'Beta Capital' } }] }],
  ['a mixture', ['Alpha Fund', { name: 'Beta Capital' }, null, {}]],
])('F23 investors as a list of %s, of the company and of its rounds', async (_, investors) => {
  const rounds = [
    { type: 'Seed', date: '2019-01-02', amount: { value: 1_000_000, currency: 'USD' }, investors },
    { type: 'Series A', date: '2021-01-02', amount: { value: 5_000_000, currency: 'USD' }, investors: ['Gamma'] },
  ];
  const list = [
    { ...alma, investors },
    { ...birk, funding_rounds: rounds },
  ];
  const { writer } = await importText(JSON.stringify(list));
  expect(writer.records).toMatchObject([
    { name: 'Alma', investors: ['Alpha Fund', 'Beta Capital'] },
    {
      name: 'Birk',
      investors: expect.arrayContaining(['Alpha Fund', 'Beta Capital', 'Gamma']),
      lastRound: 'Series A',
      lastRoundAmount: 5_000_000,
      fundingTotal: 5_000_000,
    },
  ]);
});
