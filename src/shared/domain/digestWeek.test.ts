import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDay } from './formats.ts';
import { addDays, addWeeks, digestWeekOf, formatMonday, formatWeek, isoDate, mondayOf } from './digestWeek.ts';

const dates = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map(isoDate);

describe('digest weeks', () => {
  it('follow ISO 8601 at the turn of the year', () => {
    const edges: [string, string][] = [
      ['2020-12-31', '2020-W53'],
      ['2021-01-03', '2020-W53'],
      ['2021-01-04', '2021-W01'],
      ['2024-12-29', '2024-W52'],
      ['2024-12-30', '2025-W01'],
      ['2026-01-01', '2026-W01'],
      ['2026-12-31', '2026-W53'],
      ['2027-01-03', '2026-W53'],
      ['2026-11-20', '2026-W47'],
    ];
    for (const [date, week] of edges) expect(digestWeekOf(date), date).toBe(week);
  });

  it('go from any date between 1990 and 2100 to their Monday and back', () => {
    fc.assert(
      fc.property(dates, (date) => {
        const week = digestWeekOf(date);
        const monday = mondayOf(week);
        expect(week).toMatch(/^\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/);
        expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
        expect(monday <= date && date < addDays(monday, 7)).toBe(true);
        expect(digestWeekOf(monday)).toBe(week);
        expect(digestWeekOf(addDays(monday, 6))).toBe(week);
      }),
      { numRuns: 2000 },
    );
  });

  it('sort as texts in time order, and adding weeks can be taken back', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -600, max: 600 }), (date, weeks) => {
        const week = digestWeekOf(date);
        const moved = addWeeks(week, weeks);
        expect(addWeeks(moved, -weeks)).toBe(week);
        expect(Math.sign(moved.localeCompare(week, 'en')) + 0).toBe(Math.sign(weeks) + 0);
      }),
    );
  });

  it('add days over the ends of months and leap years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });

  it('read as their Monday, written as all days are', () => {
    expect(formatWeek('2026-W47')).toBe('Week of 16 Nov 2026');
    for (let week = '2026-W01'; week <= '2026-W53'; week = addWeeks(week, 1)) {
      expect(formatMonday(week)).toBe(formatDay(mondayOf(week)));
    }
    // A server may say anything.
    expect(formatWeek('<b>')).toBe('Week of <b>');
    // A year of 52 weeks has no 53rd, and no year has a 60th: the Monday of another week would be a lie.
    for (const week of ['2027-W53', '2026-W60', '2026-W00', '0007-W01']) expect(formatMonday(week)).toBe(week);
    expect(formatWeek('')).toBe('No digest yet');
  });
});
