import { expect, test } from 'vitest';
import { importText } from './testing/importText.ts';

/** Files with several columns for one thing, and with columns that only look like one. */

test('F23 an exact number of employees goes before a band, whatever the columns are called', async () => {
  const { writer } = await importText(
    'Name,Size,Employee Count\nPebble,11-50 employees,23\nAgro,2-10 employees,4\nBirk,51-200 employees,\n',
  );
  expect(writer.records.map(({ employeeCount, employeeBand }) => employeeCount ?? employeeBand)).toEqual([
    23,
    4,
    '51-200',
  ]);
});

test('F23 the country of visitors is not the company’s, where its place says its own', async () => {
  const { writer } = await importText(
    'Company Name,HQ Location,Country of Visits\nMoxie,"Nairobi, Kenya",Nigeria\nPlinth,"Lund, Sweden",Norway\n',
  );
  expect(writer.records.map(({ countryCode }) => countryCode)).toEqual(['KE', 'SE']);
});

test('F23 ZoomInfo: the pages of sellers about a company are no site of its own', async () => {
  const { writer } = await importText(
    'Company Name,Website,ZoomInfo Company Profile URL,Recent Funding Round,Recent Funding Date\n' +
      'Brightmoor,,https://www.zoominfo.com/c/brightmoor/358,Series A,2021-05-04\nZed,https://www.zoominfo.com/c/zed/9,,Seed,2020-01-02\n',
  );
  expect(writer.records).toMatchObject([
    { links: [], stages: ['inv_stage_series_a'], fundedOn: '2021-05-04' },
    { links: [{ type: 'page' }], stages: ['inv_stage_seed'] },
  ]);
});

test('F23 DBpedia and Wikidata: things by their pages, labels without them', async () => {
  const dbpedia = await importText(
    'company,name,homepage,locationCity,locationCountry\n' +
      'http://dbpedia.org/resource/Vela_(company),Vela,http://vela.example,"http://dbpedia.org/resource/San_Jose,_California",http://dbpedia.org/resource/United_States\n',
  );
  expect(dbpedia.writer.records).toMatchObject([{ name: 'Vela', city: 'San Jose', countryCode: 'US' }]);
  for (const header of ['company,name,hq', 'item,itemLabel,hqLabel']) {
    const wikidata = await importText(`${header}\nhttp://www.wikidata.org/entity/Q1,Skylark,Lund\n`);
    expect(wikidata.writer.records).toMatchObject([{ name: 'Skylark', city: 'Lund' }]);
    expect(wikidata.writer.records[0]?.links.filter(({ type }) => type !== 'page')).toEqual([]);
  }
});

test('F23 lists in GraphQL, records of other tables, properties of Notion', async () => {
  const posts = [
    {
      node: {
        name: 'Fernly',
        website: 'https://fernly.dev',
        topics: { edges: [{ node: { name: 'Productivity' } }, { node: { name: 'AI' } }] },
      },
    },
    { node: { name: 'Graphy', website: 'https://graphy.dev', topics: { edges: [] } } },
  ];
  const graphql = await importText(JSON.stringify({ data: { posts: { edges: posts } } }));
  expect(graphql.writer.records).toMatchObject([
    { name: 'Fernly', industries: ['Productivity Tools', 'Artificial Intelligence'] },
    { name: 'Graphy', industries: [] },
  ]);
  const airtable = await importText(
    JSON.stringify({
      records: [
        { fields: { Name: 'Koi', Founders: ['recA1b2C3d4E5f6G7'], Country: ['recB1b2C3d4E5f6G7'], Raised: 1500000 } },
      ],
    }),
  );
  expect(airtable.writer.records).toMatchObject([
    { name: 'Koi', people: [], countryCode: '', fundingTotal: 1_500_000 },
  ]);
  const properties = {
    Name: { type: 'title', title: [{ type: 'text', plain_text: 'Egret' }] },
    Stage: { type: 'select', select: { name: 'Seed' } },
    Founded: { type: 'date', date: { start: '2020-01-01' } },
  };
  const notion = await importText(JSON.stringify({ results: [{ object: 'page', properties }] }));
  expect(notion.writer.records).toMatchObject([{ name: 'Egret', stages: ['inv_stage_seed'], founded: 2020 }]);
});

test('F23 the Norwegian and the British register as their services give them', async () => {
  const norway = await importText(
    JSON.stringify({
      _embedded: {
        enheter: [
          {
            organisasjonsnummer: '912',
            navn: 'FJORDLYS AS',
            organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
            naeringskode1: { kode: '62.010', beskrivelse: 'Programmeringstjenester' },
            forretningsadresse: { landkode: 'NO', poststed: 'BERGEN' },
          },
        ],
      },
    }),
  );
  expect(norway.writer.records).toMatchObject([
    { city: 'Bergen', countryCode: 'NO', description: { short: '' }, industries: ['Programmeringstjenester'] },
  ]);
  const britain = await importText(
    JSON.stringify({ items: [{ company_name: 'ASHDOWN LTD', date_of_creation: '2020-02-03', company_type: 'ltd' }] }),
  );
  expect(britain.writer.records).toMatchObject([{ name: 'ASHDOWN LTD', founded: 2020 }]);
});

test('F23 the legal name where a company trades under no other; spin-outs and their founders', async () => {
  const { writer } = await importText(
    'Legal Name,Trading Name,Web,Town\nAlder Holdings Ltd,Alder,alder.example,Leeds\nBeech Foods Ltd,,beech.example,York\n',
  );
  expect(writer.records.map(({ name }) => name)).toEqual(['Alder', 'Beech Foods Ltd']);
  const spinouts = await importText('Spin-out,Academic founder,Year of spin-out\nHelix Ltd,Jane Doe,2019\n');
  expect(spinouts.writer.records).toMatchObject([
    { name: 'Helix Ltd', founded: 2019, people: [{ first_name: 'Jane', last_name: 'Doe' }] },
  ]);
});
