import { expect, it } from 'vitest';
import { inFixedForm } from '#shared/domain/formats.ts';
import { nextRefresh, refreshText } from './RefreshSection.tsx';

it('finds the next Monday 06:00, also when today is Monday', () => {
  const friday = new Date(2026, 10, 20, 12, 0);
  const monday = new Date(2026, 10, 23, 6, 0);
  expect(nextRefresh(friday, 1, 6)).toEqual(monday);
  expect(nextRefresh(new Date(2026, 10, 23, 5, 59), 1, 6)).toEqual(monday);
  expect(nextRefresh(monday, 1, 6)).toEqual(new Date(2026, 10, 30, 6, 0));
});

it.each([
  ['', '2026-11-20', 'There is nothing to refresh yet: new companies come with a file, which you import above.'],
  [
    '2026-W47',
    '2026-11-20',
    'A refresh brings nothing new before Mon 23 Nov, when it begins the next week; it only brings back what you put ' +
      'off until today. New companies come with a file, which you import above, and are in your lists at once.',
  ],
  [
    '2026-W46',
    '2026-11-16',
    'A refresh begins the week of 16 Nov 2026 in your lists. New companies come with a file, which you import above, ' +
      'and are in your lists at once.',
  ],
])('E18 says what a refresh can bring: newest week “%s”, %s', (week, today, text) => {
  expect(inFixedForm(() => refreshText(week, today))).toBe(text);
});
