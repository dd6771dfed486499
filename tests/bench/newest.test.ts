import { describe, expect, test } from 'vitest';
import type { BenchRow, RowFigures } from './benchRow.ts';
import { withMeasured, worseThan, type Newest } from './newest.ts';
import type { Measured } from './report.ts';

const facts = { commit: 'abc1234', day: '2026-11-28', machine: '2 cores', size: 1_000_000, rounds: 3 };

function peerOf(value: number | null): RowFigures['peers'] {
  return { PostgreSQL: { value, ratio: value, worst: value } };
}

function measured(id: string, unit: string, ours: number, ratio: number | null, part = ratio): Measured {
  const row: BenchRow = {
    id,
    metric: id,
    unit,
    must: '',
    stretch: '',
    run: () => Promise.reject(new Error('not run')),
  };
  const peers = ratio === null ? {} : peerOf(ratio);
  const parts = part === null ? [] : [{ name: 'broad', ours, peers: peerOf(part) }];
  const figures: RowFigures = { ours, peers, parts, met: true, stretchMet: false, notes: [] };
  return { row, figures, error: '' };
}

function newest(...rows: readonly Measured[]): Newest {
  return withMeasured({}, rows, facts);
}

describe('the newest figures of the bench', () => {
  test('are those of the rows that were measured, in the order of their numbers', () => {
    const before = newest(measured('T10', 'ms', 5, 2), measured('T2', 'ms', 7, 3));
    expect(Object.keys(before)).toEqual(['T2', 'T10']);
    const failed: Measured = { ...measured('T10', 'ms', 1, 1), figures: null, error: 'It fell over.' };
    const after = withMeasured(before, [measured('T2', 'ms', 6.0004, 3.5), failed], { ...facts, commit: 'def5678' });
    expect(after['T2']).toMatchObject({ commit: 'def5678', ours: 6, ratios: { PostgreSQL: 3.5 } });
    expect(after['T10']).toEqual(before['T10']);
  });

  test.for([
    ['a ratio within a tenth', measured('T1', 'ms', 3, 10), measured('T1', 'ms', 4, 9.1), []],
    [
      'a ratio that is lower',
      measured('T1', 'ms', 3, 10, 10),
      measured('T1', 'ms', 4, 9, 10),
      ['T1, PostgreSQL: 9x instead of 10x (abc1234, 2026-11-28)'],
    ],
    [
      'a part that is lower',
      measured('T1', 'ms', 3, 10, 10),
      measured('T1', 'ms', 3, 10, 5),
      ['T1 broad, PostgreSQL: 5x instead of 10x (abc1234, 2026-11-28)'],
    ],
    [
      'a time without a peer',
      measured('T8', 'ms', 10, null),
      measured('T8', 'ms', 12, null),
      ['T8: 12 ms instead of 10 (abc1234, 2026-11-28)'],
    ],
    ['a number of which more is better', measured('F1', '%', 10, null), measured('F1', '%', 12, null), []],
    ['a row that is new', measured('T1', 'ms', 3, 10), measured('T9', 'ms', 3, 1), ['T9: there is no older figure']],
  ] as const)('say of %s what is worse', ([, then, now, lines]) => {
    expect(worseThan(newest(then), newest(now))).toEqual(lines);
  });

  test('of another size are not compared', () => {
    const small = withMeasured({}, [measured('T1', 'ms', 1, 50)], { ...facts, size: 20_000 });
    expect(worseThan(small, newest(measured('T1', 'ms', 3, 1)))).toEqual([
      'T1: the older figure is of 20000 companies',
    ]);
  });
});
