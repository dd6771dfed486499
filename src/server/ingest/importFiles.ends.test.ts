import { expect, test } from 'vitest';
import { importText } from './testing/importText.ts';

/** Files without a status in which a day or a buyer says what has become of a company; the companies are invented. */

async function statusesOf(text: string): Promise<string[]> {
  return (await importText(text)).writer.records.map(({ status }) => status);
}

test.each([
  ['acquired_at', '2019-05-02', 'acquired'],
  ['Acquired On', '5/2/2019', 'acquired'],
  ['Acquisition year', '2019', 'acquired'],
  ['Acquirer', 'Initech', 'acquired'],
  ['acquired_by', 'Initech, 2019', 'acquired'],
  ['Is acquired', 'TRUE', 'acquired'],
  ['Übernommen von', 'Initech', 'acquired'],
  ['closed_at', '2019-05-02', 'closed'],
  ['Shutdown date', 'May 2019', 'closed'],
  ['Dissolution Date', '02/05/2019', 'closed'],
  ['Defunct since', '2019', 'closed'],
  ['date de cessation', '2019', 'closed'],
])('F23 %s %s says %s, and is kept as it is', async (header, value, status) => {
  const { records } = (await importText(`Name,Website,"${header}"\nAlma,alma.de,"${value}"\nBero,bero.de,\n`)).writer;
  expect(records).toMatchObject([
    { name: 'Alma', status, own: [{ name: header, value }] },
    { name: 'Bero', status: '', own: [] },
  ]);
});

test.each(['', '-', 'n/a', 'No', 'FALSE', '0', 'pending', '2099-01-01'])(
  'F23 the day of an end %j says nothing',
  async (value) => {
    expect(await statusesOf(`Name,Website,closed_at\nAlma,alma.de,${value}\nBero,bero.de,2012-01-01\n`)).toEqual([
      '',
      'closed',
    ]);
  },
);

test('F23 a status that the file gives goes before the day of an end', async () => {
  expect(
    await statusesOf(
      'Name,Status,acquired_at,closed_at\nAlma,operating,2019-01-01,\nBero,closed,2018-01-01,2019-01-01\nCaro,,2019-01-01,\n',
    ),
  ).toEqual(['operating', 'closed', 'acquired']);
});

test('F23 who was bought and then closed was acquired', async () => {
  expect(await statusesOf('Name,closed_at,acquirer\nAlma,2019-01-01,Initech\nBero,2019-01-01,\n')).toEqual([
    'acquired',
    'closed',
  ]);
});

test('F23 days of deals and of rounds, and the companies that one has bought, are no ends', async () => {
  expect(await statusesOf('Name,Probability,Deal stage,closed_at\nAlma,20%,Won,2019-01-01\n')).toEqual(['']);
  expect(await statusesOf('Name,Round,Amount,closed_on\nAlma,Seed,$1M,2019-01-01\n')).toEqual(['']);
  const bought = {
    name: 'Alma',
    website: 'alma.de',
    acquisitions: [{ acquired_at: '2019', price: 5 }, { acquired_at: '2020' }],
  };
  expect(await statusesOf(JSON.stringify([bought]))).toEqual(['']);
});

test('F23 an acquisition inside a record says it, too', async () => {
  const bought = { name: 'Alma', website: 'alma.de', acquisition: { acquired_at: '2019-01-01', price: 5 } };
  expect(await statusesOf(JSON.stringify([bought, { name: 'Bero', acquisition: null }]))).toEqual(['acquired', '']);
});
