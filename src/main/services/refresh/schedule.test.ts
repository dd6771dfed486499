import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuiet, lastDue } from './schedule.ts';

describe('lastDue', () => {
  it.each([
    // 2026-11-16 is a Monday.
    [new Date(2026, 10, 16, 6, 0), new Date(2026, 10, 16, 6)],
    [new Date(2026, 10, 16, 5, 59), new Date(2026, 10, 9, 6)],
    [new Date(2026, 10, 20, 12, 0), new Date(2026, 10, 16, 6)],
    [new Date(2026, 10, 22, 23, 59), new Date(2026, 10, 16, 6)],
    [new Date(2027, 0, 1, 0, 0), new Date(2026, 11, 28, 6)],
  ])('on %s is %s', (now, due) => {
    expect(lastDue(now, 1, 6)).toEqual(due);
  });

  it('is the chosen hour of the chosen day, never later than now, never more than a week and a clock change ago', () => {
    const now = fc.date({ min: new Date(2020, 0, 1), max: new Date(2035, 0, 1), noInvalidDate: true });
    fc.assert(
      fc.property(now, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 23 }), (moment, day, hour) => {
        const due = lastDue(moment, day, hour);
        expect(due.getDay()).toBe(day);
        expect(due <= moment).toBe(true);
        expect(moment.getTime() - due.getTime()).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000);
      }),
    );
  });
});

describe('isQuiet', () => {
  it.each([
    ['23:00', '07:00', 23, true],
    ['23:00', '07:00', 3, true],
    ['23:00', '07:00', 7, false],
    ['23:00', '07:00', 22, false],
    ['12:00', '13:30', 13, true],
    ['12:00', '13:30', 14, false],
    ['12:00', '12:00', 12, false],
    ['late', 'early', 3, false],
  ])('from %s to %s at %i is %s', (from, to, hour, quiet) => {
    expect(isQuiet(new Date(2026, 10, 20, hour, 0), { from, to })).toBe(quiet);
  });

  it('is never where no hours are set', () => {
    expect(isQuiet(new Date(2026, 10, 20, 3), null)).toBe(false);
  });
});
