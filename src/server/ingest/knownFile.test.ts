import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { knownColumnsOf, sourceOfFile } from './columns/knownColumns.ts';
import { readKnownFile, type KnownChoices, type KnownFile } from './knownFile.ts';
import { inlineRows, workbookFiles, zipOf } from './testing/workbook.ts';

/** The headers of an export, and what each says; `''` for one that says nothing we keep. */
const exports: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Affinity',
    [
      ['List Entry Id', ''],
      ['Organization Id', 'id'],
      ['Name', ''],
      ['Organization Name', 'name'],
      ['Website', 'website'],
      ['Status', 'status'],
      ['Owners', 'owner'],
      ['Last Contact', 'contact'],
      ['Notes', 'note'],
      ['Date Added', ''],
    ],
  ],
  [
    'Attio',
    [
      ['Record ID', 'id'],
      ['Record > Name', 'name'],
      ['Domains', 'website'],
      ['Stage', 'status'],
      ['Owner', 'owner'],
      ['Last interaction > When', 'contact'],
      ['Description', ''],
    ],
  ],
  [
    'HubSpot',
    [
      ['Record ID', 'id'],
      ['Company name', 'name'],
      ['Company Domain Name', 'website'],
      ['Website URL', ''],
      ['Lifecycle Stage', 'status'],
      ['Company owner', 'owner'],
      ['Last Activity Date', 'contact'],
      ['City', ''],
    ],
  ],
  [
    'Salesforce',
    [
      ['Account ID', 'id'],
      ['Account Name', 'name'],
      ['Website', 'website'],
      ['Type', 'status'],
      ['Account Owner', 'owner'],
      ['Last Activity', 'contact'],
      ['Billing Country', ''],
    ],
  ],
  [
    '',
    [
      ['Name', 'name'],
      ['Status', 'status'],
      ['URL', 'website'],
      ['Assignee', 'owner'],
      ['Last contacted', 'contact'],
      ['Comments', 'note'],
      ['Tags', ''],
    ],
  ],
];

describe.each(exports)('an export of %s', (product, columns) => {
  const headers = columns.map(([header]) => header);
  const row: string[] = columns.map(([, role]) => (role === 'website' ? 'acme.example' : 'x'));
  // A second column of sites that could be taken for the first.
  row[headers.indexOf('Website URL')] = 'https://www.acme.example/en';

  test('is recognised by its headers', () => {
    const found = knownColumnsOf(headers, [row]);
    expect(found.map(({ header, role }) => [header, role])).toEqual(columns);
    expect(sourceOfFile('export.csv', headers)).toBe(product);
  });
});

test.each([
  ['Deals 0123456789abcdef0123456789abcdef.csv', 'Notion'],
  ['Pipeline-Grid view.csv', 'Airtable'],
  ['affinity_export_2025-11-03.csv', 'Affinity'],
  ['hubspot-crm-exports-all-companies-2025-11-03.csv', 'HubSpot'],
  ['affinities.csv', ''],
])('the file %s is from “%s”', (file, source) => {
  expect(sourceOfFile(file, ['Name', 'Status'])).toBe(source);
});

test('a column that the user has chosen counts, and one that was left out does not', () => {
  const headers = ['Name', 'Firm', 'Status'];
  const rows = [['Deal 7', 'Acme', 'Passed']];
  const roles = (chosen: Record<string, '' | 'name'>): string[] =>
    knownColumnsOf(headers, rows, chosen).map(({ role }) => role);
  expect(roles({})).toEqual(['name', '', 'status']);
  expect(roles({ '1': 'name' })).toEqual(['', 'name', 'status']);
  expect(roles({ '0': '', '2': '' })).toEqual(['', '', '']);
});

test('a column of sites has addresses in it, and an empty one gives way to another', () => {
  const headers = ['Website', 'Domain', 'Name'];
  expect(
    knownColumnsOf(headers, [
      ['no', '', 'Acme'],
      ['yes', 'acme.example', 'Bero'],
    ]).map(({ role }) => role),
  ).toEqual(['', 'website', 'name']);
});

describe('a file of known companies', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-known-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function read(content: string | Buffer, name = 'deals.csv', choices: KnownChoices = {}): Promise<KnownFile> {
    const path = join(folder, 'file');
    await writeFile(path, content);
    await utimes(path, new Date(2025, 10, 3), new Date(2025, 10, 3));
    return readKnownFile(path, name, choices);
  }

  const header = 'Organization Id,Organization Name,Website,Status,Owners,Last Contact,Notes\n';

  test('says of each company what is known, its days as days', async () => {
    const { rows, skipped, source, day } = await read(
      `${header}17,Acme,https://www.acme.example/,Passed,Ann Roe; Bob Poe,2025-03-12 09:00:00 +0000,"Too early.\nAgain in 2026."\n` +
        '18,,bero.example,New,,2025-04-01,\n',
    );
    expect(source).toBe('Affinity');
    expect(day).toMatchObject({ day: expect.stringMatching(/^2025-11-03/), from: 'changed' });
    expect(skipped).toEqual([]);
    expect(rows).toEqual([
      {
        line: 2,
        name: 'Acme',
        website: 'https://www.acme.example/',
        status: 'Passed',
        owner: 'Ann Roe; Bob Poe',
        contact: '2025-03-12',
        note: 'Too early.\nAgain in 2026.',
        theirId: '17',
      },
      {
        line: 4,
        name: 'bero.example',
        website: 'bero.example',
        status: 'New',
        owner: '',
        contact: '2025-04-01',
        note: '',
        theirId: '18',
      },
    ]);
  });

  test('leaves out rows that name no company, or one twice, and says so at the row', async () => {
    const { rows, skipped } = await read(`${header}1,Acme,,,,,\n2,,,Passed,,,\n1,Acme again,,,,,\n3,Bero,,,,,\n`);
    expect(rows.map(({ name }) => name)).toEqual(['Acme', 'Bero']);
    expect(skipped).toEqual([
      { line: 3, reason: 'Row 3: neither a name nor a website.' },
      { line: 4, reason: 'Row 4: the id 1 is in a row above already.' },
    ]);
  });

  test('is the same file if it says the same, whatever it is called and whenever it was saved', async () => {
    const first = await read(`${header}1,Acme,,Passed,,,\n`, 'a_2025-11-03.csv');
    const second = await read(`\uFEFF${header}"1","Acme","","Passed",,,\n`, 'b_2025-12-03.csv');
    const third = await read(`${header}1,Acme,,Won,,,\n`);
    expect(second.digest).toBe(first.digest);
    expect(third.digest).not.toBe(first.digest);
    expect(second.day.day).toBe('2025-12-03');
  });

  test('may be of any kind that companies are imported from, by its content alone, and of no other', async () => {
    const rows = [
      ['Organization Id', 'Organization Name', 'Website', 'Status'],
      ['1', 'Acme', 'acme.example', 'Passed'],
    ];
    const acme = { theirId: '1', name: 'Acme', website: 'acme.example', status: 'Passed' };
    const csv = rows.map((row) => row.join(',')).join('\n');
    const tsv = rows.map((row) => row.join('\t')).join('\n');
    const [keys = [], values = []] = rows;
    const object = JSON.stringify(Object.fromEntries(keys.map((key, index) => [key, values[index]])));
    const notes = inlineRows([['Read me'], ['How this was exported']]);
    const workbook = zipOf(workbookFiles({ Notes: notes, Deals: inlineRows(rows) }));
    for (const content of [csv, tsv, gzipSync(csv), `[${object}]`, `${object}\n`, workbook]) {
      expect((await read(content, 'deals')).rows).toMatchObject([acme]);
    }
    expect(await read(workbook)).toMatchObject({ sheets: ['Notes', 'Deals'], sheet: 'Deals' });
    expect((await read(workbook, 'deals', { sheet: 'Notes' })).rows).toEqual([]);
    const packed = zipOf({ 'deals.csv': csv });
    await expect(read(packed, 'deals.zip')).rejects.toMatchObject({
      code: 'bad_file',
      message: 'deals.zip: this is a zip file, not a company list; unpack it first.',
    });
  });

  test('has days as its region writes them', async () => {
    const { rows } = await read(`${header}1,Acme,,,,31/12/2025,\n2,Bero,,,,03/04/2025,\n`);
    expect(rows.map(({ contact }) => contact)).toEqual(['2025-12-31', '2025-04-03']);
  });

  test('without a column of names or sites has no row, until the user says which one it is', async () => {
    const content = 'Ref,Stage\nAcme,Passed\n';
    expect((await read(content)).rows).toEqual([]);
    expect((await read(content, 'x.csv', { columns: { '0': 'name' } })).rows).toMatchObject([{ name: 'Acme' }]);
  });
});
