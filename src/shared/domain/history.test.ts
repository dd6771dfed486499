import { describe, expect, test } from 'vitest';
import { changesOf, growthOf, newestOf, pointsOf, sourcesOf, type SeenValue } from './history.ts';

const seen = (field: string, value: SeenValue['value'], day: string, more: Partial<SeenValue> = {}): SeenValue => ({
  field,
  header: '',
  value,
  day,
  source: `list_${day}.csv`,
  ...more,
});

describe('growth', () => {
  test.each([
    ['one value', [['2025-11-03', 41]], null],
    [
      'two within a month',
      [
        ['2025-11-01', 35],
        ['2025-11-20', 41],
      ],
      null,
    ],
    [
      'two in half a year',
      [
        ['2025-05-01', 40],
        ['2025-11-03', 50],
      ],
      { share: 0.25, since: '2025-05-01' },
    ],
    [
      'what is older than half a year, the newest of it',
      [
        ['2023-01-01', 5],
        ['2025-04-01', 40],
        ['2025-08-01', 45],
        ['2025-11-03', 50],
      ],
      { share: 0.25, since: '2025-04-01' },
    ],
    [
      'less than half a year, from the oldest',
      [
        ['2025-07-01', 50],
        ['2025-09-01', 60],
        ['2025-11-03', 25],
      ],
      { share: -0.5, since: '2025-07-01' },
    ],
    [
      'no change',
      [
        ['2025-01-01', 7],
        ['2025-11-03', 7],
      ],
      { share: 0, since: '2025-01-01' },
    ],
    [
      'from nothing',
      [
        ['2025-01-01', 0],
        ['2025-11-03', 7],
      ],
      null,
    ],
  ] as const)('of %s', (_, points, expected) => {
    expect(growthOf(points.map(([day, value]) => ({ day, value })))).toEqual(expected);
  });

  test('goes by the numbers of one field, a day once, oldest first', () => {
    const values = [
      seen('employees', 41, '2025-11-03'),
      seen('employees', 35, '2025-03-01'),
      seen('employees', 36, '2025-03-01', { source: 'later.csv' }),
      seen('score', 0.5, '2025-03-01'),
      seen('employees', '11-50', '2024-01-01'),
    ];
    expect(pointsOf(values, 'employees')).toEqual([
      { day: '2025-03-01', value: 36 },
      { day: '2025-11-03', value: 41 },
    ]);
  });
});

describe('changes', () => {
  test('are told where a newer source says otherwise, newest first, each own column by itself', () => {
    const changes = changesOf([
      seen('stages', ['inv_stage_series_a'], '2025-11-03'),
      seen('stages', ['inv_stage_seed'], '2025-03-01'),
      seen('stages', ['inv_stage_seed'], '2025-08-01'),
      seen('status', 'operating', '2025-03-01'),
      seen('status', 'operating', '2025-11-03'),
      seen('own', 'W21', '2025-03-01', { header: 'Batch' }),
      seen('own', 'Good', '2025-08-01', { header: 'Pitch' }),
      seen('own', 'S22', '2025-08-01', { header: 'Batch' }),
    ]);
    expect(changes.map(({ field, header, from, to, day }) => [field, header, from, to, day])).toEqual([
      ['stages', '', ['inv_stage_seed'], ['inv_stage_series_a'], '2025-11-03'],
      ['own', 'Batch', 'W21', 'S22', '2025-08-01'],
    ]);
  });
});

test('the newest value of some fields, and the sources with their newest days', () => {
  const values = [
    seen('employee_band', '11-50', '2025-11-03'),
    seen('employees', 35, '2025-03-01', { source: 'a.csv' }),
    seen('score', 0.5, '2026-01-01', { source: 'a.csv' }),
  ];
  expect(newestOf(values, ['employees', 'employee_band'])?.value).toBe('11-50');
  expect(newestOf(values, ['city'])).toBeUndefined();
  expect(sourcesOf(values)).toEqual([
    { source: 'a.csv', day: '2026-01-01' },
    { source: 'list_2025-11-03.csv', day: '2025-11-03' },
  ]);
});
