import { expect, it } from 'vitest';
import { emptyFilters } from '#shared/domain/filters.ts';
import { lastWeeksText } from './FilterPreview.tsx';

it('tells of the last four weeks, also of those in which nothing came', () => {
  const counts = { '2025-W50': 7, '2026-W44': 9, '2026-W46': 1200, '2026-W48': 3, '2026-W49': 5 };
  expect(lastWeeksText(counts, '2026-W48', emptyFilters())).toBe(
    'New in the last four weeks: 0, 1,200, 0, 3 (latest).',
  );
  expect(lastWeeksText({ '2026-W48': 122 }, '2026-W48', emptyFilters())).toBe(
    'New in the last four weeks: 0, 0, 0, 122 (latest).',
  );
  expect(lastWeeksText({}, '', emptyFilters())).toBe('');
});

it('counts only weeks that the filter asks for', () => {
  const filters = emptyFilters();
  filters.include.digestWeek = ['2026-W46', '2025-W01'];
  const counts = { '2026-W45': 2, '2026-W46': 4, '2026-W48': 3 };
  expect(lastWeeksText(counts, '2026-W48', filters)).toBe('New in the last four weeks: 0, 4, 0, 0 (latest).');
});
