import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayFrom } from './dayText.ts';

test.each([
  ['2025-11-03', '2025-11-03'],
  [' 2025-11-3 ', '2025-11-03'],
  ['2025/11/03', '2025-11-03'],
  ['3 Nov 2025', '2025-11-03'],
  ['03 November 2025', '2025-11-03'],
  ['Nov 3, 2025', '2025-11-03'],
  ['2024-02-29', '2024-02-29'],
])('E17 “%s” is the day %s', (text, day) => {
  expect(dayFrom(text)).toBe(day);
});

test.each([
  '',
  '11/3/2025',
  '3.11.2025',
  '03-11-2025',
  '2025-02-29',
  '2025-13-01',
  '2025-00-10',
  '2025-11-00',
  '31 Feb 2025',
  '3 Nov 25',
  '3 Foo 2025',
  'Nov 2025',
  '2025',
  '2025-11-03T10:00',
  'today',
])('E17 “%s” is no day', (text) => {
  expect(dayFrom(text)).toBeNull();
});

test('E17 every day is read as it is written', () => {
  const days = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10);
      expect(dayFrom(day)).toBe(day);
    }),
  );
});
