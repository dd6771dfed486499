import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fundedTags } from './choices.ts';
import { addDays, isoDate } from './digestWeek.ts';
import { fundedTagOf } from './company.ts';

const dates = fc
  .date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2035-12-31T00:00:00Z'), noInvalidDate: true })
  .map(isoDate);

describe('fundedTagOf (docs/api.md: at least that many months and less than the next)', () => {
  const cases: [string, string, string][] = [
    ['2026-11-20', '2026-11-20', 'funded'],
    ['2026-08-21', '2026-11-20', 'funded'],
    ['2026-08-20', '2026-11-20', 'funded 3'],
    ['2026-05-21', '2026-11-20', 'funded 3'],
    ['2026-05-20', '2026-11-20', 'funded 6'],
    ['2026-02-20', '2026-11-20', 'funded 9'],
    ['2025-11-20', '2026-11-20', 'funded 12'],
    ['2025-11-21', '2026-11-20', 'funded 9'],
    ['2025-08-20', '2026-11-20', 'funded 15'],
    ['2009-01-01', '2026-11-20', 'funded 15'],
  ];
  it.each(cases)('funded on %s is, on %s, %s', (fundedOn, today, tag) => {
    expect(fundedTagOf(fundedOn, today)).toBe(tag);
  });

  it('counts from the last day of a long month to the first after a short one', () => {
    expect(fundedTagOf('2026-08-31', '2026-11-30')).toBe('funded');
    expect(fundedTagOf('2026-08-31', '2026-12-01')).toBe('funded 3');
    expect(fundedTagOf('2025-11-30', '2026-02-28')).toBe('funded');
    expect(fundedTagOf('2025-11-30', '2026-03-01')).toBe('funded 3');
    expect(fundedTagOf('2024-02-29', '2025-02-28')).toBe('funded 9');
    expect(fundedTagOf('2024-02-29', '2025-03-01')).toBe('funded 12');
  });

  it('is empty where there was no funding', () => {
    expect(fundedTagOf('', '2026-11-20')).toBe('');
  });

  it('E7 a round of today, of yesterday and of any later day is under three months old', () => {
    const funded = fc.oneof(fc.integer({ min: -31, max: 1 }), fc.integer({ min: 2, max: 20_000 }));
    fc.assert(
      fc.property(dates, funded, (today, ahead) => {
        expect(fundedTagOf(addDays(today, ahead), today)).toBe('funded');
      }),
    );
  });

  it('never goes back as time passes', () => {
    const order: string[] = fundedTags.map((tag) => tag.value);
    fc.assert(
      fc.property(dates, fc.nat({ max: 900 }), fc.nat({ max: 60 }), (fundedOn, age, more) => {
        const earlier = fundedTagOf(fundedOn, addDays(fundedOn, age));
        const later = fundedTagOf(fundedOn, addDays(fundedOn, age + more));
        expect(order.indexOf(later)).toBeGreaterThanOrEqual(order.indexOf(earlier));
        expect(order).toContain(earlier);
      }),
    );
  });
});
