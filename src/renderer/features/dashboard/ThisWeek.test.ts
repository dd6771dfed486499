import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { weekStart } from './ThisWeek.tsx';

it('a week begins on its Monday at midnight, also where clocks change', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (moment) => {
      const start = weekStart(moment);
      expect([start.getDay(), start.getHours(), start.getMinutes(), start.getMilliseconds()]).toEqual([1, 0, 0, 0]);
      expect(start.getTime()).toBeLessThanOrEqual(moment.getTime());
      const next = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 7);
      expect(moment.getTime()).toBeLessThan(next.getTime());
    }),
  );
});
