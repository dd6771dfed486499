import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isQuiet, lastDue } from './refreshWatch.ts';

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

describe.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'UTC'])(
  'in %s',
  (zone) => {
    const before = process.env['TZ'];
    beforeAll(() => {
      process.env['TZ'] = zone;
    });
    afterAll(() => {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    });

    it('I14 comes due once a week through every change of the clocks, whatever day and hour', () => {
      const start = Date.UTC(2026, 8, 1);
      for (const [day, hour] of [
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 6],
        [6, 23],
        [0, 0],
      ] as const) {
        const dues = new Set<number>();
        for (let quarter = 0; quarter < 400 * 24 * 4; quarter += 1) {
          dues.add(lastDue(new Date(start + quarter * 900_000), day, hour).getTime());
        }
        const gaps = [...dues].map((due, index, all) => due - (all[index - 1] ?? due)).slice(1);
        // In order, none skipped, none twice: a week, but for the hour that a clock was put forward or back.
        for (const gap of gaps) expect(Math.abs(gap - 7 * 86_400_000)).toBeLessThanOrEqual(3_600_000);
        expect(gaps.length).toBeGreaterThanOrEqual(56);
      }
    });
  },
);

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
