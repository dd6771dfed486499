import { expect, test } from 'vitest';
import { importText } from './testing/importText.ts';

const alma = { name: 'Alma', website: 'https://alma.de', country: 'Germany' };
const birk = { name: 'Birk', website: 'https://birk.se', country: 'Sweden' };
const wanted = [
  { name: 'Alma', countryCode: 'DE', links: [{ type: 'website', url: 'https://alma.de' }] },
  { name: 'Birk', countryCode: 'SE', links: [{ type: 'website', url: 'https://birk.se' }] },
];

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
