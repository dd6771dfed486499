import { describe, expect, test } from 'vitest';
import { dueWeek, localDate } from './schedule.ts';

describe('when a digest is due', () => {
  test.for([
    ['Sunday night', new Date(2026, 10, 15, 23, 59), '2026-W46'],
    ['Monday before six', new Date(2026, 10, 16, 5, 59), '2026-W46'],
    ['Monday at six', new Date(2026, 10, 16, 6, 0), '2026-W47'],
    ['Friday', new Date(2026, 10, 20, 12, 0), '2026-W47'],
    ['the first Monday of an ISO year', new Date(2027, 0, 4, 6, 0), '2027-W01'],
    ['New Year in the last week', new Date(2027, 0, 1, 12, 0), '2026-W53'],
  ] as const)('%s', ([, now, week]) => {
    expect(dueWeek(now)).toBe(week);
  });

  test('a week begins where the user is: on Monday at six in Auckland it is still Sunday in Greenwich', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Pacific/Auckland';
    try {
      const monday = new Date('2026-11-22T17:00:00Z');
      expect([localDate(monday), dueWeek(monday)]).toEqual(['2026-11-23', '2026-W48']);
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });
});
