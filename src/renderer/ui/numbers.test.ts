import { afterEach, expect, it, vi } from 'vitest';
import { counted, formatBytes, formatCount, formatDay, formatFullMoment, formatRelativeDay } from './numbers.ts';

afterEach(() => {
  vi.unstubAllEnvs();
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
  const there = await import('./numbers.ts');
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

/** That hour of a local day, `days` days before 22 November 2026. */
function day(days: number, hour: number): string {
  return new Date(2026, 10, 22 - days, hour).toISOString();
}
