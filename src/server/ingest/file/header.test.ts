import { expect, test } from 'vitest';
import { HeaderNames } from '../columns/fields.ts';
import { detectDelimiter } from './delimited.ts';
import { headerOf } from './header.ts';

const names = new HeaderNames();
const header = ['Company', 'Website', 'Country', 'Founded', 'Employees', 'X'];
const rows = [
  ['Alma', 'alma.de', 'DE', '2014', '12', 'x'],
  ['Birk', 'birk.se', 'SE', '2016', '33', 'y'],
];

test.each([
  ['nothing', []],
  ['one line', [['Exported on 2024-06-11 10:22']]],
  [
    'lines as wide as it',
    [
      ['Report:', 'Pipeline', 'Owner:', 'Ann', 'Date:', '2024-06-11'],
      ['Filter:', 'All', '', '', '', ''],
    ],
  ],
  ['many lines', Array.from({ length: 25 }, (_, index) => [`Criterion ${String(index)}: any`])],
  ['a line that gathers columns', [['Company', '', 'Location', 'Funding', '', '']]],
])('a header below %s is found', (_, above) => {
  expect(headerOf([...above, header, ...rows], names)).toMatchObject({ headers: header, skip: above.length + 1 });
});

test('a header of two columns below a title is found', () => {
  const list = [['Exported on 2024-06-11'], ['Company', 'Website'], ['Alma', 'alma.de']];
  expect(headerOf(list, names)).toEqual({
    headers: ['Company', 'Website'],
    skip: 2,
    above: ['Exported on 2024-06-11'],
  });
});

test('a row of data whose words are names of columns is no header', () => {
  const list = [
    ['Alma', 'alma.de', 'Germany'],
    ['Brand', 'market.com', 'Sweden'],
    ['Startup', 'Market', ''],
  ];
  expect(headerOf(list, names)).toEqual({ headers: null, skip: 0, above: [] });
});

test('lines above the header do not hide the delimiter', () => {
  const above = Array.from({ length: 14 }, (_, index) => `Criterion ${String(index)}: one, two`).join('\n');
  expect(detectDelimiter(`${above}\n\nCompany;Website;Country\nAlma;alma.de;DE\n`, names)).toBe(';');
});

test('a semicolon in a few names of a list of names is part of them', () => {
  const list = Array.from({ length: 20 }, (_, index) => `Firm ${String(index)}`).join('\n');
  expect(detectDelimiter(`Name\n${list}\nBrown; Sons\n`, names)).toBe(',');
});
