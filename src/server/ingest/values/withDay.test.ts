import { expect, test } from 'vitest';
import { parseEmployees } from './employees.ts';
import { parseAmount } from './numbers.ts';
import { withoutDay } from './withDay.ts';

test.each([
  ['411 as on Dec 31, 2024', '411'],
  ['2,300 as on Mar 31, 2025', '2,300'],
  ['80 as on 31 Mar 2024', '80'],
  ['80 as of 2023', '80'],
  ['80 (as of 31/12/2023)', '80'],
  ['80 [as at 2023-12-31]', '80'],
  ['80, as of FY24', '80'],
  ['80 as of Q3 2024', '80'],
  ['80 employees as of March 2024', '80 employees'],
  ['80 (Stand: 31.12.2023)', '80'],
  ['80, Stand 2023', '80'],
  ['80 au 31/12/2023', '80'],
  ['80 al 31 de diciembre de 2023', '80'],
  ['80 per 31.12.2023', '80'],
  ['As of May 2024: 80', '80'],
  ['411人（2024年3月現在）', '411人'],
  ['411人（截至2024年3月）', '411人'],
  ['51-200 as of Jan 2024', '51-200'],
  // Bands, words and other things that are no day.
  ['1000 a 2000', '1000 a 2000'],
  ['da 1000 al 2000', 'da 1000 al 2000'],
  ['1000-2000', '1000-2000'],
  ['about 80 as of late', 'about 80 as of late'],
  ['80 per office', '80 per office'],
  ['as of Dec 2024', 'as of Dec 2024'],
  ['80 on 12 floors', '80 on 12 floors'],
])('%j without its day is %j', (text, value) => {
  expect(withoutDay(text)).toBe(value);
});

test('amounts and numbers of employees are read without their day', () => {
  expect(['411 as on Dec 31, 2024', '51-200 as of Jan 2024', '1000 a 2000'].map(parseEmployees)).toEqual([
    { count: 411, band: '' },
    { count: null, band: '51-200' },
    { count: null, band: '1000-2000' },
  ]);
  expect(
    ['$51.1M as on Jan 29, 2024', '$3M (as of FY24)', 'US$ 2 million as of 2023'].map((text) => parseAmount(text)),
  ).toEqual([51_100_000, 3_000_000, 2_000_000]);
});
