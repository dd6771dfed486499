import { expect, it } from 'vitest';
import { nextRefresh } from './RefreshSection.tsx';

it('finds the next Monday 06:00, also when today is Monday', () => {
  const friday = new Date(2026, 10, 20, 12, 0);
  const monday = new Date(2026, 10, 23, 6, 0);
  expect(nextRefresh(friday, 1, 6)).toEqual(monday);
  expect(nextRefresh(new Date(2026, 10, 23, 5, 59), 1, 6)).toEqual(monday);
  expect(nextRefresh(monday, 1, 6)).toEqual(new Date(2026, 10, 30, 6, 0));
});
