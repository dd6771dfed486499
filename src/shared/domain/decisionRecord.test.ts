import { expect, test } from 'vitest';
import { addedUp, isTimeZone, tallyOf } from './decisionRecord.ts';

const decided = [
  { at: '2026-11-23T22:30:00.000Z', list: 'Archive', smartList: 'AI', reason: 'Too early' },
  { at: '2026-11-23T23:30:00.000Z', list: 'Archive', smartList: 'AI', reason: 'Too early' },
  { at: '2026-11-24T08:00:00.000Z', list: 'Archive', smartList: 'AI', reason: 'Too early' },
  { at: '2026-11-24T09:00:00.000Z', list: 'Watchlist', smartList: 'Bio', reason: '' },
] as const;

test('decisions are counted by the days of the user’s time zone, by list, smart list and reason', () => {
  const ai = { list: 'Archive', smart_list: 'AI', reason: 'Too early' };
  expect(tallyOf(decided, 'Europe/Berlin')).toEqual([
    { day: '2026-11-23', ...ai, companies: 1 },
    { day: '2026-11-24', ...ai, companies: 2 },
    { day: '2026-11-24', list: 'Watchlist', smart_list: 'Bio', reason: '', companies: 1 },
  ]);
  expect(tallyOf(decided, 'UTC')[0]).toEqual({ day: '2026-11-23', ...ai, companies: 2 });
  expect(tallyOf([], 'UTC')).toEqual([]);
});

test('a record is added up by each of what it is counted by', () => {
  const tallies = tallyOf(decided, 'UTC');
  expect(addedUp(tallies, 'day')).toEqual([
    { of: '2026-11-23', companies: 2 },
    { of: '2026-11-24', companies: 2 },
  ]);
  expect(addedUp(tallies, 'list')).toEqual([
    { of: 'Archive', companies: 3 },
    { of: 'Watchlist', companies: 1 },
  ]);
  expect(addedUp(tallies, 'reason')[0]).toEqual({ of: 'Too early', companies: 3 });
});

test('only names of time zones are time zones', () => {
  expect(['UTC', 'Asia/Kathmandu'].every(isTimeZone)).toBe(true);
  expect(['', 'Nowhere/At_all', 'UTC; DROP'].some(isTimeZone)).toBe(false);
});
