import { afterEach, describe, expect, it, test, vi } from 'vitest';
import * as formats from './formats.ts';
import { counted, formatBytes, formatCount, formatDay, formatFullMoment, formatRelativeDay } from './formats.ts';
import { dollarText, formatMonth, formatPercent, growthText, shareText, topText } from './formats.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  formats.setRegion('');
});

it('groups digits and chooses the noun', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(counted(1, 'company', 'companies')).toBe('1 company');
  expect(counted(0, 'company', 'companies')).toBe('0 companies');
});

it('writes sizes in the unit a person expects', () => {
  expect(formatBytes(0)).toBe('0 bytes');
  expect(formatBytes(386_000_000)).toBe('386 MB');
  expect(formatBytes(1_500)).toBe('1.5 KB');
});

it('leaves an unknown day empty', () => {
  expect(formatDay('')).toBe('');
  expect(formatDay('2026-11-16')).toBe('16 Nov 2026');
});

it('writes a day as the same day wherever one is, and a moment as the day it is there', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  vi.resetModules();
  const there = await import('./formats.ts');
  expect(new Date('2026-11-16').getDate()).toBe(15);
  expect(there.formatDay('2026-11-16')).toBe('16 Nov 2026');
  expect(there.formatDay('2026-11-16T03:00:00Z')).toBe('15 Nov 2026');
});

it('tells a day as one speaks of it, by the calendar', () => {
  const now = new Date(2026, 10, 22, 0, 30);
  expect(formatRelativeDay(day(0, 0), now)).toBe('today');
  expect(formatRelativeDay(day(1, 23), now)).toBe('yesterday');
  expect(formatRelativeDay(day(6, 1), now)).toBe('6 days ago');
  expect(formatRelativeDay(day(7, 23), now)).toBe('15 Nov 2026');
  expect(formatRelativeDay(day(-1, 9), now)).toBe('23 Nov 2026');
  expect(formatRelativeDay('', now)).toBe('');
  expect(formatFullMoment(day(6, 6))).toMatch(/^Monday,? 16 November 2026.*06:00$/);
  expect(formatFullMoment('')).toBe('');
});

test.each([
  [950, '$950'],
  [1000, '$1K'],
  [749_600, '$750K'],
  [999_600, '$1M'],
  [25_500_000, '$25.5M'],
  [1_254_000_000, '$1.25B'],
])('%d dollars are %j', (amount, text) => {
  expect(dollarText(amount)).toBe(text);
});

test('a share is written without a space, and is nothing or all only if it is exactly that', () => {
  expect([shareText(44, 100), shareText(1, 1000), shareText(999, 1000)]).toEqual(['44%', 'under 1%', 'over 99%']);
  expect([shareText(0, 7), shareText(7, 7), formatPercent(0.126)]).toEqual(['0%', '100%', '13%']);
  expect([growthText(0.18), growthText(-0.05), growthText(0), growthText(12)]).toEqual([
    '+18%',
    '−5%',
    '±0%',
    '+1,200%',
  ]);
  expect([topText(5400, 47_622), topText(1, 47_622), topText(2, 2)]).toEqual(['Top 12%', 'Top 0.1%', 'Top 100%']);
});

const regions = [
  '',
  'en',
  'de',
  'en-GB',
  'en-US',
  'de-AT',
  'fr-FR',
  'en-IN',
  'en-AU',
  'en-CA',
  'ar-EG',
  'th-TH',
  'no tag',
];

describe.each(regions)('in the region of “%s”', (language) => {
  test('every month has three letters, and every number from 1,000 is grouped, in Latin digits', () => {
    formats.setRegion(language);
    for (let month = 1; month <= 12; month++) {
      const day = `2025-${String(month).padStart(2, '0')}-29`.replace('02-29', '02-28');
      for (const text of [formatDay(day), formatMonth(day), formats.formatMoment(`${day}T12:00:00Z`)]) {
        expect(text).toMatch(/(?<![A-Za-z])(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?![A-Za-z.])/);
      }
    }
    for (const count of [1000, 9999, 47_622]) {
      expect(formatCount(count)).toMatch(/^\d{1,2}\D\d{3}$/);
    }
    expect(formatCount(999)).toBe('999');
  });
});

function written(language: string): readonly string[] {
  formats.setRegion(language);
  return [formatCount(1_234_567), formats.formatScore(0.5), dollarText(25_500_000), formatDay('2025-09-29')];
}

test('the region chooses the signs in a number and the order of a date, and no region the fixed form', () => {
  expect(written('en-US')).toEqual(['1,234,567', '0.50', '$25.5M', 'Sep 29, 2025']);
  expect(written('de-DE')).toEqual(['1.234.567', '0,50', '$25,5M', '29 Sep 2025']);
  expect(written('de')).toEqual(['1,234,567', '0.50', '$25.5M', '29 Sep 2025']);
});

test('a document keeps the fixed form, whatever the region, and what follows it has the region again', () => {
  for (const language of ['en-US', 'de-DE']) {
    formats.setRegion(language);
    const inDocument = formats.inFixedForm(() => [formatCount(1_234_567), formatDay('2025-09-29')]);
    expect(inDocument).toEqual(['1,234,567', '29 Sep 2025']);
  }
  formats.setRegion('de-AT');
  expect(() =>
    formats.inFixedForm(() => {
      throw new Error('no document');
    }),
  ).toThrow('no document');
  expect(formatCount(1_234_567)).not.toBe('1,234,567');
});

/** That hour of a local day, `days` days before 22 November 2026. */
function day(days: number, hour: number): string {
  return new Date(2026, 10, 22 - days, hour).toISOString();
}
