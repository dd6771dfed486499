import { expect, test } from 'vitest';
import { dayAt } from './serverDay.ts';

const hour = 3_600_000;

test.each([
  [0, '2026-12-30', 2 * hour],
  [2 * hour - 1, '2026-12-30', 1],
  [2 * hour, '2026-12-31', 24 * hour],
  [25 * hour, '2026-12-31', hour],
  [26 * hour, '2027-01-01', 24 * hour],
  [24 * hour * 62, '2027-03-02', 2 * hour],
])('%i ms after the server said that two hours of 30 December are left it is %s there', (passed, day, left) => {
  expect(dayAt({ today: '2026-12-30', endsIn: 2 * hour, at: 1000 }, 1000 + passed)).toEqual({ day, left });
});
