import { describe, expect, it } from 'vitest';
import { addWeeks } from '#shared/domain/digestWeek.ts';
import { offeredWeeks } from './Discovered.tsx';

const newest = '2026-W47';
const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [addWeeks(newest, -index), index + 1]));

describe('the digest weeks to choose from', () => {
  it('are the newest twelve that have matches, or all', () => {
    const { weeks, all } = offeredWeeks(many, [], false);
    expect(weeks).toHaveLength(12);
    expect(weeks[0]).toBe(newest);
    expect(weeks.at(-1)).toBe(addWeeks(newest, -11));
    expect(all).toBe(20);
    expect(offeredWeeks(many, [], true).weeks).toHaveLength(20);
  });

  it('hold what is chosen, also from years without a match', () => {
    const chosen = ['2019-W10', addWeeks(newest, -15)];
    expect(offeredWeeks(many, chosen, false).weeks.slice(12)).toEqual([addWeeks(newest, -15), '2019-W10']);
    expect(offeredWeeks({}, ['2019-W10'], false)).toEqual({ weeks: ['2019-W10'], all: 1 });
  });

  it('are none where nothing matches', () => {
    expect(offeredWeeks({ [newest]: 0 }, [], false)).toEqual({ weeks: [], all: 0 });
  });
});
